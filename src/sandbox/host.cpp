// Trying the walls of this host once, and making cells with those that stand.
#include "sandbox/host.h"

#include <cstdio>

#include <linux/close_range.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "sandbox/cell_init.h"
#include "sandbox/landlock.h"
#include "sandbox/privileges.h"
#include "sandbox/unenforced.h"

namespace codecalc::sandbox {
namespace {

constexpr int kProbeMs = 10'000;
constexpr uid_t kUidBlocks = 20;           // of kSlots each, below nobody's 65534
constexpr uid_t kFarUids = 1'879'048'192;  // above what distributions hand out

// Which token tells that a layer is missing, and what could be changed.
struct Loss {
  Layer layer;
  std::string_view token;
};
constexpr Loss kLosses[] = {{Layer::kUtsNamespace, unenforced::kHostName},
                            {Layer::kIpcNamespace, unenforced::kIpc},
                            {Layer::kCgroupNamespace, unenforced::kCgroupView},
                            {Layer::kProcMasks, unenforced::kProcMasks},
                            {Layer::kCapabilities, unenforced::kCapabilities},
                            {Layer::kNoNewPrivs, unenforced::kNoNewPrivs},
                            {Layer::kLandlock, unenforced::kLandlock}};

// Takes the n-th block of uids for this launcher, by a name in the abstract socket space that goes
// with the process. Two servers on one machine never share a uid, so each one's task limit is
// exact.
bool claim_block(uid_t block, UniqueFd& lock) {
  UniqueFd fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const int size =
      std::snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "codecalc-uids-%u", block);
  const socklen_t length =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<std::size_t>(size));
  if (!fd || ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), length) != 0)
    return false;
  lock = std::move(fd);
  return true;
}

bool wait_readable(int fd, int timeout_ms) {
  pollfd item{fd, POLLIN, 0};
  int result = 0;
  do {
    result = ::poll(&item, 1, timeout_ms);
  } while (result < 0 && errno == EINTR);
  return result > 0;
}

}  // namespace

bool reserve_cell_fds() {
  constexpr int kEnd = kFirstCellFd + kCellFds;
  while (true) {
    const int fd = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (fd < 0) return false;
    if (fd < kEnd) continue;
    ::close(fd);
    break;
  }
  // Below the standard streams and the places none may be missing now; what was there before
  // belongs to nobody that a launcher knows.
  for (int place = kFirstCellFd; place < kEnd; ++place) {
    const int fd = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (fd < 0 || ::dup2(fd, place) < 0) return false;
    ::close(fd);
  }
  return true;
}

Host::Host(HostOptions options) : options_(std::move(options)), layers_(options_.layers) {
  slots_.resize(kSlots);
  nothing_.reset(::open("/dev/null", O_RDWR | O_CLOEXEC));
}

Host::~Host() { cgroups_.remove_all(); }

void Host::lose(Layer layer, std::string_view token, const std::string& reason) {
  layers_.set(layer, false);
  if (!token.empty()) report_.unenforced.emplace_back(token);
  if (!reason.empty()) report_.reasons.push_back(std::string(layer_name(layer)) + ": " + reason);
}

void Host::choose_uids() {
  uid_t first = kFirstSandboxUid;
  if (!user_namespace_) {
    uid_t block = 0;
    while (block < kUidBlocks + 1000 && !claim_block(block, uid_lock_)) ++block;
    first = block < kUidBlocks ? kFirstSandboxUid + block * kSlots : kFarUids + block * kSlots;
  }
  for (unsigned i = 0; i < kSlots; ++i) slots_[i].uid = user_namespace_ ? first : first + i;
}

bool Host::open_tree() {
  user_namespace_ = !has_sys_admin();
  layers_.set(Layer::kUserNamespace, user_namespace_ && layers_.has(Layer::kUserNamespace));
  if (user_namespace_) {
    const KernelError entered = enter_user_namespace();
    if (!entered.ok()) {
      lose(Layer::kUserNamespace, {},
           entered.text() +
               "; allow user namespaces (kernel.apparmor_restrict_unprivileged_userns=0, "
               "user.max_user_namespaces>0, or the container's seccomp profile), or run " +
               (::geteuid() == 0 ? "with CAP_SYS_ADMIN, or as another user than root" : "as root"));
      return false;
    }
  }
  choose_uids();
  TemplateOptions tree;
  tree.user_namespace = user_namespace_;
  tree.uids = user_namespace_ ? 1 : kSlots;
  tree.first_uid = slots_[0].uid;
  tree.read_paths = options_.read_paths;
  const KernelError built = tree_.build(tree, report_.reasons);
  if (!built.ok()) lose(Layer::kMountNamespace, unenforced::kFileView, built.text());
  return built.ok();
}

void Host::open_memory_cgroups() {
  if (!layers_.has(Layer::kMemoryCgroup)) {
    report_.unenforced.emplace_back(unenforced::kMemoryPolled);
    return;
  }
  KernelError opened = cgroups_.open();
  if (opened.ok() && cgroups_.make(0) == nullptr) opened = {errno, "make a memory cgroup"};
  if (!opened.ok()) {
    cgroups_.remove_all();
    lose(Layer::kMemoryCgroup, unenforced::kMemoryPolled,
         opened.text() + "; delegate a memory cgroup to the server to have exact limits");
  }
}

bool Host::open_filters() {
  if (!layers_.has(Layer::kSeccomp)) return true;
  FilterOptions options;
  options.part = FilterPart::kProgram;
  options.deny_memfd = !layers_.has(Layer::kMemoryCgroup);
  KernelError built = build_filter(options, filter_);
  options.deny_internet = true;
  if (built.ok()) built = build_filter(options, filter_no_net_);
  SeccompProgram common;
  if (built.ok()) built = build_filter({.part = FilterPart::kCommon}, common);
  if (built.ok()) built = load_filter(common);
  if (!built.ok()) lose(Layer::kSeccomp, unenforced::kSeccomp, built.text());
  return built.ok();
}

void Host::probe_network() {
  if (!layers_.has(Layer::kNetworkNamespace)) return;
  const KernelError made = networks_.add(tree_.proc());
  if (made.ok()) return;
  // The socket filter alone still refuses every internet socket.
  lose(Layer::kNetworkNamespace, layers_.has(Layer::kSeccomp) ? "" : unenforced::kNoNet,
       made.text());
}

// A layer that was switched off (in a test build) counts as one that the host refuses.
bool Host::has_required() {
  bool all = true;
  for (const Layer layer : kRequiredLayers) {
    if (layers_.has(layer)) continue;
    lose(layer, unenforced::kFileView, "is switched off");
    all = false;
  }
  return all;
}

void Host::open() {
  if (!has_required()) return write_report();
  // The cgroup's files are reached by descriptors that are opened while the host's tree is there.
  open_memory_cgroups();
  landlock_abi_ = landlock_abi();
  if (layers_.has(Layer::kLandlock) && landlock_abi_ == 0)
    lose(Layer::kLandlock, unenforced::kLandlock, "the kernel has no Landlock or it is off");
  if (layers_.has(Layer::kLandlockScopes) && landlock_abi_ < 6)
    lose(Layer::kLandlockScopes, unenforced::kLandlockScopes, "needs Linux 6.12");
  if (layers_.has(Layer::kLandlockScopes) && !layers_.has(Layer::kLandlock))
    lose(Layer::kLandlockScopes, unenforced::kLandlockScopes, "needs Landlock");
  if (open_tree() && open_filters()) {
    probe_network();
    usable_ = probe_cell();
    // Once for all cells; the launcher executes nothing.
    bounding_set_dropped_ =
        usable_ && layers_.has(Layer::kCapabilities) && drop_bounding_set().ok();
  }
  write_report();
}

bool Host::probe_cell() {
  const std::unique_ptr<Cell> cell = make_cell(true);
  if (cell == nullptr) {
    lose(Layer::kPidNamespace, unenforced::kProcessView,
         std::string("clone3: ") + std::strerror(errno));
    return false;
  }
  CellReady ready;
  ready.fatal_code = ETIMEDOUT;
  if (wait_readable(cell->socket.get(), kProbeMs) &&
      ::recv(cell->socket.get(), &ready, sizeof ready, 0) != sizeof ready)
    ready.fatal_code = EPIPE;
  sys_pidfd_send_signal(cell->pidfd.get(), SIGKILL);
  while (::waitpid(cell->pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  bury(*cell);
  for (const Loss& loss : kLosses) {
    const int code = ready.codes[static_cast<std::size_t>(loss.layer)];
    if (code != 0 && layers_.has(loss.layer)) lose(loss.layer, loss.token, std::strerror(code));
  }
  if (ready.fatal_code == 0) return true;
  lose(Layer::kPrivateRoot, unenforced::kFileView,
       std::string(ready.fatal_step) + ": " + std::strerror(ready.fatal_code));
  return false;
}

void Host::write_report() {
  report_.level = !usable_ ? (landlock_abi_ > 0 ? "C" : "D") : user_namespace_ ? "B" : "A";
  if (!usable_) return;  // nothing is run, so nothing holds
  for (std::size_t i = 0; i < kLayerCount; ++i) {
    const auto layer = static_cast<Layer>(i);
    if (layers_.has(layer)) report_.layers.emplace_back(layer_name(layer));
  }
}

// Puts what a cell takes along where it expects it.
bool Host::lend(const CellSetup& setup) {
  if (!take_back(true)) return false;
  int place = kFirstCellFd;
  for (const int fd : {setup.socket, setup.cgroup_procs, setup.network}) {
    if (fd >= 0 && ::dup2(fd, place) < 0) return false;
    ++place;
  }
  return true;
}

// False: the last cell still shares the descriptors.
bool Host::take_back(bool wait) {
  if (lent_page_ == nullptr) return true;
  while (lent_page_->left_table.load(std::memory_order_acquire) == 0) {
    if (!wait) return false;
    const timespec soon{0, 5'000'000};
    futex_wait(lent_page_->left_table, 0, &soon);
    if (wait_readable(lent_pidfd_, 0)) break;  // it has ended
  }
  for (int place = kFirstCellFd; place < kFirstCellFd + kCellFds; ++place)
    ::dup2(nothing_.get(), place);
  lent_page_ = nullptr;
  return true;
}

std::unique_ptr<Cell> Host::make_cell(bool no_net) {
  unsigned index = 0;
  while (index < kSlots && slots_[index].taken) ++index;
  if (index == kSlots) {
    errno = EAGAIN;
    return nullptr;
  }
  Slot& slot = slots_[index];
  if (layers_.has(Layer::kMemoryCgroup) && slot.group == nullptr) slot.group = cgroups_.make(index);
  void* page =
      ::mmap(nullptr, sizeof(CellPage), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int sockets[2] = {-1, -1};
  if (page == MAP_FAILED || ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
    return nullptr;
  auto cell = std::make_unique<Cell>();
  cell->page = new (page) CellPage;
  cell->slot = index;
  cell->no_net = no_net;
  if (no_net && layers_.has(Layer::kNetworkNamespace)) {
    cell->network = networks_.lease(tree_.proc());
    if (!cell->network) {
      ::munmap(page, sizeof(CellPage));
      return nullptr;
    }
  }
  cell->socket.reset(sockets[0]);
  const UniqueFd theirs(sockets[1]);

  CellSetup setup;
  setup.layers = layers_;
  setup.socket = theirs.get();
  setup.network = cell->network.get();
  setup.page = cell->page;
  setup.user_namespace = user_namespace_;
  setup.uid = slot.uid;
  setup.gid = static_cast<gid_t>(slot.uid);
  setup.disk_bytes = layers_.has(Layer::kDiskLimit) ? kDefaultDiskBytes : 0;
  setup.landlock_abi =
      layers_.has(Layer::kLandlockScopes) ? landlock_abi_ : std::min(landlock_abi_, 5);
  setup.read_paths = &options_.read_paths;
  setup.filter = no_net ? &filter_no_net_ : &filter_;
  setup.bounding_set_dropped = bounding_set_dropped_;
  int into = -1;
  if (slot.group != nullptr) {
    into = slot.group->clone_fd();
    if (into < 0) setup.cgroup_procs = slot.group->procs_fd();
  }
  if (!lend(setup)) {
    ::munmap(page, sizeof(CellPage));
    return nullptr;
  }
  int pidfd = -1;
  // It shares this process's descriptors until it has copied the few that it needs: there are
  // hundreds of others, and to copy and close them all costs as much as a namespace.
  const pid_t pid = sys_clone3(cell_clone_flags(layers_) | CLONE_FILES, &pidfd, into);
  if (pid == 0) {
    sys_close_range(kFirstCellFd + kCellFds, ~0u, CLOSE_RANGE_UNSHARE);
    setup.page->left_table.store(1, std::memory_order_release);
    futex_wake(setup.page->left_table);
    run_cell(setup);
  }
  if (pid < 0) {
    const int code = errno;
    ::munmap(page, sizeof(CellPage));
    errno = code;
    return nullptr;
  }
  cell->pid = pid;
  cell->pidfd.reset(pidfd);
  lent_page_ = cell->page;
  lent_pidfd_ = pidfd;
  slot.taken = true;
  return cell;
}

KernelError Host::make_streams(const Cell& cell, Streams& streams) const {
  for (int i = 0; i < 3; ++i) {
    int ends[2];
    TRY_KERNEL(check("pipe", ::pipe2(ends, O_CLOEXEC)));
    streams.ours[i].reset(ends[i == 0 ? 1 : 0]);
    streams.theirs[i].reset(ends[i == 0 ? 0 : 1]);
    // So that the program may open /dev/stdin and its like.
    if (!user_namespace_)
      TRY_KERNEL(
          check("chown a pipe", ::fchown(ends[0], uid(cell), static_cast<gid_t>(uid(cell)))));
    TRY_KERNEL(check("fcntl", ::fcntl(streams.ours[i].get(), F_SETFL, O_NONBLOCK)));
  }
  return {};
}

bool Host::welcome(Cell& cell) {
  CellReady ready;
  std::vector<UniqueFd> fds;
  const ssize_t n = receive_with_fds(cell.socket.get(), &ready, sizeof ready, MSG_DONTWAIT, fds);
  if (n != sizeof ready || ready.fatal_code != 0 || fds.size() != kReadyFds) return false;
  cell.proc = std::move(fds[0]);
  cell.data = std::move(fds[1]);
  Streams streams;
  if (make_streams(cell, streams).ok()) cell.streams = std::move(streams);
  // A failure here shows again when the step begins.
  if (MemoryGroup* const its = group(cell)) (void)its->expect_step(kDefaultMemoryBytes);
  return true;
}

void Host::bury(Cell& cell) {
  if (lent_page_ == cell.page) (void)take_back(true);
  if (cell.page != nullptr) ::munmap(cell.page, sizeof(CellPage));
  cell.page = nullptr;
  if (cell.network) networks_.give_back(std::move(cell.network));
  slots_[cell.slot].taken = false;
}

}  // namespace codecalc::sandbox

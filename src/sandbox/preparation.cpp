// Cloning the folders of a run and sending its job.
#include "sandbox/preparation.h"

#include <sys/mman.h>
#include <sys/stat.h>

namespace codecalc::sandbox {
namespace {

constexpr std::size_t kOwnFds = 10;  // streams and a payload, of the descriptors in one message

class Gatherer {
 public:
  Gatherer(Host& host, const Cell& cell, const RunSpec& spec, JobFds& fds)
      : host_(host), cell_(cell), spec_(spec), fds_(fds) {}

  Result<Preparation> run();

 private:
  Status add_tree(const std::string& host_path, const std::string& inside);
  Status add_session();
  Status add_root();

  Host& host_;
  const Cell& cell_;
  const RunSpec& spec_;
  JobFds& fds_;
  Preparation preparation_;
};

Status Gatherer::add_tree(const std::string& host_path, const std::string& inside) {
  TRY_ASSIGN(UniqueFd tree, host_.tree().clone_path(host_path, false));
  struct stat info{};
  if (::fstat(tree.get(), &info) != 0) return setup_error(host_path, errno);
  TRY(host_.tree().ensure_mount_point(inside, S_ISDIR(info.st_mode)));
  preparation_.trees.push_back({inside, false});
  fds_.trees.push_back(std::move(tree));
  return Unit{};
}

Status Gatherer::add_root() {
  TRY(add_tree(spec_.root + "/usr", "/usr"));
  // The other root's own loader cache and links, as far as it has them.
  for (const char* path : {"/etc/ld.so.cache", "/etc/alternatives"})
    (void)add_tree(spec_.root + path, path);
  return Unit{};
}

Status Gatherer::add_session() {
  TRY_ASSIGN(UniqueFd tree, host_.tree().clone_path(spec_.session_folder, true));
  struct stat info{};
  if (::fstat(tree.get(), &info) != 0) return setup_error(spec_.session_folder, errno);
  const uid_t uid = host_.uid(cell_);
  if (!host_.user_namespace() && info.st_uid != uid) {
    const KernelError mapped = map_owner(tree.get(), host_.tree().proc(), info.st_uid, info.st_gid,
                                         uid, static_cast<gid_t>(uid));
    if (!mapped.ok())
      return setup_error(std::string(mapped.step) + " " + spec_.session_folder, mapped.code);
  }
  preparation_.session = true;
  preparation_.trees.push_back({kWorkFolder, true});
  fds_.trees.push_back(std::move(tree));
  return Unit{};
}

Result<Preparation> Gatherer::run() {
  preparation_.disk_bytes = spec_.limits.disk_bytes;
  if (spec_.read_only.size() + spec_.seeds.size() + host_.read_paths().size() + kOwnFds >
      kMaxJobFds)
    return setup_error("too many folders", E2BIG);
  if (!spec_.root.empty()) TRY(add_root());
  // The session's folder covers the work folder, so it comes before what may lie in it.
  if (!spec_.session_folder.empty()) TRY(add_session());
  for (const ReadOnlyPath& path : spec_.read_only)
    TRY(add_tree(path.host, path.inside.empty() ? path.host : path.inside));
  for (const std::string& path : host_.read_paths()) {
    if (is_private(path)) TRY(add_tree(path, path));
  }
  for (const SeedFolder& seed : spec_.seeds) {
    TRY_ASSIGN(UniqueFd folder, host_.tree().open_folder(seed.host));
    preparation_.seeds.push_back(seed.inside);
    fds_.seeds.push_back(std::move(folder));
  }
  return std::move(preparation_);
}

Result<UniqueFd> payload_file(std::string_view payload) {
  UniqueFd file(::memfd_create("job", MFD_CLOEXEC));
  while (file && !payload.empty()) {
    const ssize_t n = ::write(file.get(), payload.data(), payload.size());
    if (n <= 0) return setup_error("hand over the job", errno);
    payload.remove_prefix(static_cast<std::size_t>(n));
  }
  if (!file) return setup_error("hand over the job", errno);
  return file;
}

}  // namespace

Error setup_error(const std::string& what, int code) {
  return {
      .code = Code::kWorkerFailure,
      .message = "The sandbox could not be prepared: " + what + ": " + std::strerror(code) + ".",
      .remedy = "Call again; if it stays, `codecalc doctor` shows what this host gives."};
}

Error start_error(const StepReport& report, const Command& command) {
  const int code = report.setup_code;
  if (command.argv.empty() || std::strcmp(report.setup_step, kExecStep) != 0)
    return setup_error(report.setup_step, code);
  const std::string& program = command.argv[0];
  // What the run itself should have made is no missing runtime.
  const bool of_host = !program.starts_with(std::string(kWorkFolder) + "/");
  const bool absent = code == ENOENT || code == EACCES || code == ENOEXEC || code == ENOTDIR;
  if (!of_host || !absent) return setup_error(report.setup_step + (" " + program), code);
  return {.code = Code::kRuntimeUnavailable,
          .message = program + " cannot be executed: " + std::strerror(code) + "."};
}

Result<Preparation> gather(Host& host, const Cell& cell, const RunSpec& spec, JobFds& fds) {
  return Gatherer(host, cell, spec, fds).run();
}

Status hand_over(const Cell& cell, JobKind kind, bool more, const std::string& payload,
                 const JobFds& fds) {
  JobHeader header;
  header.kind = kind;
  header.payload_bytes = static_cast<std::uint32_t>(payload.size());
  header.more = more;
  header.payload_in_file = payload.size() > kMaxInlinePayload;
  header.trees = static_cast<std::uint32_t>(fds.trees.size());
  header.seeds = static_cast<std::uint32_t>(fds.seeds.size());

  UniqueFd file;
  std::vector<int> sent;
  for (const UniqueFd& fd : fds.streams) sent.push_back(fd.get());
  if (header.payload_in_file) {
    TRY_ASSIGN(file, payload_file(payload));
    sent.push_back(file.get());
  }
  for (const UniqueFd& fd : fds.trees) sent.push_back(fd.get());
  for (const UniqueFd& fd : fds.seeds) sent.push_back(fd.get());

  iovec parts[2] = {
      {&header, sizeof header},
      {const_cast<char*>(payload.data()), header.payload_in_file ? 0 : payload.size()}};
  const KernelError handed = send_with_fds(cell.socket.get(), parts, sent);
  if (!handed.ok()) return setup_error("hand over the job", handed.code);
  return Unit{};
}

}  // namespace codecalc::sandbox

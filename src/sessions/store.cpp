// Sessions on disk: starting, entering, removing.
#include "sessions/store.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <thread>

#include "base/json.h"
#include "base/text.h"

namespace codecalc::sessions {
namespace {

constexpr std::string_view kHidden = ".codecalc";

Error system_error(const std::string& what) {
  const bool denied = errno == EACCES || errno == EPERM || errno == EROFS;
  return {denied ? Code::kPermissionDenied : Code::kInternal, what + ": " + std::strerror(errno),
          "", "The operator must set CODECALC_SESSION_ROOT to a folder that the server may write."};
}

Error no_session(std::string_view id) {
  return {Code::kValidation, "no session is called \"" + shorten(to_utf8(id).text, 64) + "\"", "",
          "Start one with session_start, or see session_list."};
}

Result<UniqueFd> make_folder(int parent, std::string_view name) {
  const std::string text(name);
  if (::mkdirat(parent, text.c_str(), 0700) != 0 && errno != EEXIST)
    return system_error("the folder " + text + " cannot be made");
  UniqueFd fd(::openat(parent, text.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) return system_error("the folder " + text + " cannot be opened");
  return fd;
}

Result<UniqueFd> make_root(const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1))
    (void)::mkdir(path.substr(0, slash).c_str(), 0700);
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
    return system_error("the folder " + path + " cannot be made");
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) return system_error("the folder " + path + " cannot be opened");
  return fd;
}

Status write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return path_error(errno, "");
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return Unit{};
}

std::string read_all(int fd) {
  std::string text;
  char piece[4096];
  ssize_t n = 0;
  while (text.size() < (1u << 20) && (n = ::read(fd, piece, sizeof piece)) > 0)
    text.append(piece, static_cast<std::size_t>(n));
  return text;
}

std::string member(const Json& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

bool lock_now(int fd) { return ::flock(fd, LOCK_EX | LOCK_NB) == 0; }

}  // namespace

std::string random_hex() {
  std::array<unsigned char, 16> bytes{};
  std::size_t at = 0;
  while (at < bytes.size()) {
    const ssize_t n = ::getrandom(bytes.data() + at, bytes.size() - at, 0);
    if (n > 0) at += static_cast<std::size_t>(n);
  }
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

bool is_session_id(std::string_view id, bool old_shape) {
  const std::size_t dash = id.rfind('-');
  if (dash == std::string_view::npos || dash == 0 || dash > 32) return false;
  const std::string_view digits = id.substr(dash + 1);
  if (digits.size() != 32 && !(old_shape && digits.size() == 8)) return false;
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const auto is_name = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); };
  const std::string_view name = id.substr(0, dash);
  return std::all_of(digits.begin(), digits.end(), is_hex) &&
         std::all_of(name.begin(), name.end(), is_name);
}

Result<std::unique_ptr<Store>> Store::open(const SessionSettings& settings) {
  std::unique_ptr<Store> store(new Store(settings));
  TRY(store->open_folders());
  store->sweep();
  return store;
}

Store::~Store() {
  if (own_lock_) ::unlinkat(servers_.get(), server_.c_str(), 0);
}

Status Store::open_folders() {
  if (!settings_.root.starts_with('/'))
    return Error{Code::kValidation, "CODECALC_SESSION_ROOT is no absolute path", "", ""};
  TRY_ASSIGN(root_, make_root(settings_.root));
  TRY_ASSIGN(const UniqueFd hidden, make_folder(root_.get(), kHidden));
  TRY_ASSIGN(records_, make_folder(hidden.get(), "records"));
  TRY_ASSIGN(servers_, make_folder(hidden.get(), "servers"));
  TRY_ASSIGN(pending_, make_folder(hidden.get(), "pending"));
  TRY_ASSIGN(trash_, make_folder(hidden.get(), "trash"));
  TRY_ASSIGN(snapshots_, make_folder(hidden.get(), "snapshots"));
  server_ = std::to_string(::getpid()) + "-" + random_hex();
  own_lock_.reset(
      ::openat(servers_.get(), server_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!own_lock_ || !lock_now(own_lock_.get())) return system_error("the server's lock file");
  return write_all(own_lock_.get(), std::to_string(::getpid()) + "\n");
}

void Store::sweep() {
  if (const auto servers = names_in(servers_.get()); servers.ok()) {
    for (const std::string& name : *servers) {
      if (!server_file_locked(name)) ::unlinkat(servers_.get(), name.c_str(), 0);
    }
  }
  if (const auto pending = names_in(pending_.get()); pending.ok()) {
    for (const std::string& name : *pending) {
      const std::string owner = name.substr(0, name.find('.'));
      if (!server_file_locked(owner)) (void)remove_tree(pending_.get(), name);
    }
  }
  if (const auto trash = names_in(trash_.get()); trash.ok()) {
    for (const std::string& name : *trash) (void)remove_tree(trash_.get(), name);
  }
}

bool Store::server_file_locked(const std::string& name) const {
  if (name == server_) return true;
  const UniqueFd fd(
      ::openat(servers_.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  return fd && ::flock(fd.get(), LOCK_SH | LOCK_NB) != 0;
}

bool Store::server_lives(const Record& record) const { return server_file_locked(record.server); }

Result<Store::Pending> Store::make_pending() {
  Pending made;
  made.name = server_ + "." + random_hex();
  made.fd.reset(::openat(pending_.get(), made.name.c_str(),
                         O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!made.fd) return system_error("a file below " + settings_.root);
  return made;
}

Result<Store::Pending> Store::make_pending_folder() {
  Pending made;
  made.name = server_ + "." + random_hex();
  TRY_ASSIGN(made.fd, make_folder(pending_.get(), made.name));
  return made;
}

Result<Workspace> Store::start(std::string_view language) {
  Record record{.id = std::string(language) + "-" + random_hex(),
                .language = std::string(language),
                .created_at = utc_now(),
                .server = server_,
                .server_pid = ::getpid()};
  Gates::Pass pass = gates_.enter(record.id, nullptr);
  TRY_ASSIGN(UniqueFd folder, make_folder(root_.get(), record.id));
  const Json object = {{"language", record.language},
                       {"created_at", record.created_at},
                       {"server", record.server},
                       {"server_pid", record.server_pid}};
  TRY_ASSIGN(Pending pending, make_pending());
  TRY(write_all(pending.fd.get(), write_json(object) + "\n"));
  if (!lock_now(pending.fd.get())) return system_error("the session's record");
  // From here on the session exists.
  const std::string name = record.id + ".json";
  if (::renameat(pending_.get(), pending.name.c_str(), records_.get(), name.c_str()) != 0)
    return system_error("the session's record");
  std::string path = settings_.root + "/" + record.id;
  return Workspace(std::move(pass), std::move(pending.fd), std::move(record), std::move(path),
                   std::move(folder));
}

Result<Record> Store::read_record(std::string_view id, UniqueFd& file) const {
  if (!is_session_id(id)) return no_session(id);
  const std::string name = std::string(id) + ".json";
  file.reset(::openat(records_.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file) return no_session(id);
  const auto parsed = read_json(read_all(file.get()));
  const Json* object = std::get_if<Json>(&parsed);
  if (object == nullptr || !object->is_object()) return no_session(id);
  Record record{.id = std::string(id),
                .language = member(*object, "language"),
                .created_at = member(*object, "created_at"),
                .server = member(*object, "server")};
  if (const auto pid = object->find("server_pid"); pid != object->end() && pid->is_number_integer())
    record.server_pid = pid->get<long>();
  return record;
}

Result<Workspace> Store::enter(std::string_view id, const std::function<bool()>& give_up) {
  UniqueFd lock;
  TRY_ASSIGN(Record record, read_record(id, lock));
  const Error gave_up{Code::kTimeout, "the session was in use until the call was given up", "", ""};
  Gates::Pass pass = gates_.enter(record.id, give_up);
  if (!pass) return gave_up;
  constexpr std::chrono::milliseconds kLook{10};
  while (!lock_now(lock.get())) {  // another server's call
    if (give_up && give_up()) return gave_up;
    std::this_thread::sleep_for(kLook);
  }
  struct stat info{};
  if (::fstat(lock.get(), &info) != 0 || info.st_nlink == 0) return no_session(id);
  UniqueFd folder(
      open_beneath(root_.get(), record.id.c_str(), O_RDONLY | O_DIRECTORY, 0, RESOLVE_NO_SYMLINKS));
  if (!folder) return no_session(id);
  std::string path = settings_.root + "/" + record.id;
  return Workspace(std::move(pass), std::move(lock), std::move(record), std::move(path),
                   std::move(folder));
}

Status Store::discard(int parent, const std::string& name) {
  const std::string gone = server_ + "." + random_hex();
  if (::renameat(parent, name.c_str(), trash_.get(), gone.c_str()) != 0) {
    if (errno == ENOENT) return Unit{};
    return system_error("the folder " + name + " cannot be removed");
  }
  return remove_tree(trash_.get(), gone);
}

Status Store::remove(Workspace workspace) {
  const std::string& id = workspace.id();
  // The record goes last: a session whose removal was cut short can be removed again.
  TRY(discard(root_.get(), id));
  const std::string name = id + ".json";
  if (::unlinkat(records_.get(), name.c_str(), 0) != 0 && errno != ENOENT)
    return system_error("the session's record cannot be removed");
  const std::lock_guard lock(mutex_);
  known_.erase(id);
  return Unit{};
}

Status Store::replace_workspace(Workspace& workspace, const std::string& pending_name) {
  const std::string& id = workspace.id();
  if (::renameat2(pending_.get(), pending_name.c_str(), root_.get(), id.c_str(), RENAME_EXCHANGE) !=
      0)
    return system_error("the session's files cannot be replaced");
  UniqueFd folder(
      open_beneath(root_.get(), id.c_str(), O_RDONLY | O_DIRECTORY, 0, RESOLVE_NO_SYMLINKS));
  if (!folder) return system_error("the session's files");
  workspace.jail_ = Jail(std::move(folder));
  return discard(pending_.get(), pending_name);
}

Result<std::vector<Record>> Store::list() const {
  TRY_ASSIGN(const std::vector<std::string> names, names_in(records_.get()));
  std::vector<Record> records;
  for (const std::string& name : names) {
    if (!name.ends_with(".json")) continue;
    UniqueFd file;
    auto record = read_record(std::string_view(name).substr(0, name.size() - 5), file);
    if (record.ok()) records.push_back(*std::move(record));
  }
  return records;
}

}  // namespace codecalc::sessions

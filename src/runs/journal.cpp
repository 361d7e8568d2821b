// The journal's files.
#include "runs/journal.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>

#include "base/json.h"
#include "base/sha256.h"

namespace codecalc::runs {
namespace {

constexpr std::string_view kEnding = ".log";
constexpr std::size_t kSumDigits = 16;
constexpr std::size_t kMaxKept = 10'000;  // of finished runs of earlier servers
constexpr std::size_t kMaxFileBytes = 64 << 20;

Error journal_error(const char* what) {
  return {Code::kInternal,
          std::string("the journal of runs: ") + what + ": " + std::strerror(errno), "",
          "The operator must set CODECALC_RUN_STATE_DIR to a folder that can be written."};
}

std::string sum_of(std::string_view text) {
  return sha256_tag(text).substr(std::string_view("sha256:").size(), kSumDigits);
}

std::string random_name() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) < 0) bytes.fill(0);
  std::string text = std::to_string(::getpid()) + "-";
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string read_file(int folder, const std::string& name, UniqueFd& fd) {
  fd.reset(::openat(folder, name.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  std::string text;
  if (!fd || ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    fd.reset();
    return text;
  }
  std::string piece(64 << 10, '\0');
  ssize_t n = 0;
  while (text.size() < kMaxFileBytes && (n = ::read(fd.get(), piece.data(), piece.size())) > 0)
    text.append(piece, 0, static_cast<std::size_t>(n));
  return text;
}

std::vector<std::string> log_names(int folder) {
  std::vector<std::string> names;
  const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* listing = copy < 0 ? nullptr : ::fdopendir(copy);
  if (listing == nullptr) return names;
  while (const dirent* entry = ::readdir(listing)) {
    if (std::string_view(entry->d_name).ends_with(kEnding)) names.emplace_back(entry->d_name);
  }
  ::closedir(listing);
  return names;
}

void read_lines(std::string_view text, std::map<std::string, RunRecord>& records) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return;
    if (auto record = read_journal_line(text.substr(0, end))) records[record->run_id] = *record;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string journal_line(const RunRecord& r) {
  Json object = {{"run_id", r.run_id},
                 {"provider_id", r.provider_id},
                 {"language", r.language},
                 {"started_at", r.started_at},
                 {"deadline", r.deadline},
                 {"key_hash", r.key_hash},
                 {"request_hash", r.request_hash},
                 {"finished", r.finished},
                 {"cancelled", r.cancelled},
                 {"interrupted", r.interrupted},
                 {"ok", r.ok},
                 {"verdict", r.verdict},
                 {"code", r.code}};
  if (r.exit_code) object["exit_code"] = *r.exit_code;
  if (r.out_bytes) object["stdout_bytes"] = *r.out_bytes;
  if (r.err_bytes) object["stderr_bytes"] = *r.err_bytes;
  const std::string text = write_json(object);
  return sum_of(text) + " " + text + "\n";
}

std::optional<RunRecord> read_journal_line(std::string_view line) {
  if (line.size() < kSumDigits + 2 || line[kSumDigits] != ' ') return std::nullopt;
  const std::string_view body = line.substr(kSumDigits + 1);
  if (sum_of(body) != line.substr(0, kSumDigits)) return std::nullopt;
  const auto parsed = read_json(body);
  const Json* object = std::get_if<Json>(&parsed);
  if (object == nullptr || !object->is_object()) return std::nullopt;
  const auto text = [&](const char* key) {
    const auto it = object->find(key);
    return it != object->end() && it->is_string() ? it->get<std::string>() : std::string();
  };
  const auto flag = [&](const char* key) {
    const auto it = object->find(key);
    return it != object->end() && it->is_boolean() && it->get<bool>();
  };
  const auto seconds = [&](const char* key) {
    const auto it = object->find(key);
    return it != object->end() && is_number(*it) ? std::strtod(number_text(*it).c_str(), nullptr)
                                                 : 0;
  };
  const auto number = [&](const char* key) -> std::optional<std::int64_t> {
    const auto it = object->find(key);
    if (it == object->end() || !it->is_number_integer()) return std::nullopt;
    return it->get<std::int64_t>();
  };
  RunRecord r{.run_id = text("run_id"),
              .provider_id = text("provider_id"),
              .language = text("language"),
              .started_at = seconds("started_at"),
              .deadline = seconds("deadline"),
              .key_hash = text("key_hash"),
              .request_hash = text("request_hash"),
              .finished = flag("finished"),
              .cancelled = flag("cancelled"),
              .interrupted = flag("interrupted"),
              .ok = flag("ok"),
              .verdict = text("verdict"),
              .code = text("code"),
              .exit_code = number("exit_code"),
              .out_bytes = number("stdout_bytes"),
              .err_bytes = number("stderr_bytes")};
  if (r.run_id.empty()) return std::nullopt;
  return r;
}

Result<std::unique_ptr<Journal>> Journal::open(const std::string& folder,
                                               std::vector<RunRecord>& recovered) {
  if (!folder.starts_with('/'))
    return Error{Code::kValidation, "CODECALC_RUN_STATE_DIR is no absolute path", "", ""};
  for (std::size_t slash = folder.find('/', 1); slash != std::string::npos;
       slash = folder.find('/', slash + 1))
    (void)::mkdir(folder.substr(0, slash).c_str(), 0700);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return journal_error("its folder");
  std::unique_ptr<Journal> journal(new Journal());
  journal->folder_.reset(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!journal->folder_) return journal_error("its folder");
  journal->name_ = random_name() + std::string(kEnding);
  const std::vector<std::string> names = log_names(journal->folder_.get());
  // Made under a name that nobody looks for until it is locked.
  const std::string early = journal->name_ + ".new";
  journal->file_.reset(::openat(journal->folder_.get(), early.c_str(),
                                O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600));
  if (!journal->file_ || ::flock(journal->file_.get(), LOCK_EX | LOCK_NB) != 0 ||
      ::renameat(journal->folder_.get(), early.c_str(), journal->folder_.get(),
                 journal->name_.c_str()) != 0)
    return journal_error("its file");

  std::map<std::string, RunRecord> records;
  std::vector<std::pair<std::string, UniqueFd>> taken;
  for (const std::string& name : names) {
    UniqueFd fd;
    const std::string text = read_file(journal->folder_.get(), name, fd);
    if (!fd) continue;  // its server lives
    read_lines(text, records);
    taken.emplace_back(name, std::move(fd));
  }
  for (auto& [id, record] : records) {
    if (!record.finished) {
      record.finished = true;
      record.interrupted = true;
      record.code = code_name(Code::kWorkerFailure);
    }
    recovered.push_back(std::move(record));
  }
  std::sort(recovered.begin(), recovered.end(),
            [](const RunRecord& a, const RunRecord& b) { return a.started_at < b.started_at; });
  if (recovered.size() > kMaxKept)
    recovered.erase(recovered.begin(), recovered.end() - static_cast<std::ptrdiff_t>(kMaxKept));
  std::string lines;
  for (const RunRecord& record : recovered) lines += journal_line(record);
  TRY(journal->write(lines));
  // Only what is safe in the new file goes.
  for (const auto& [name, fd] : taken) ::unlinkat(journal->folder_.get(), name.c_str(), 0);
  return journal;
}

Journal::~Journal() = default;

Status Journal::write(const std::string& lines) {
  std::string_view left = lines;
  while (!left.empty()) {
    const ssize_t n = ::write(file_.get(), left.data(), left.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return journal_error("writing");
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  if (::fdatasync(file_.get()) != 0 || ::fsync(folder_.get()) != 0) return journal_error("writing");
  return Unit{};
}

Status Journal::append(const RunRecord& record) {
  const std::lock_guard lock(mutex_);
  return write(journal_line(record));
}

}  // namespace codecalc::runs

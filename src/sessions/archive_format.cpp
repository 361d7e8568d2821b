// The adapter of libarchive: the plugin codecalc-archive, which alone links it.
#include "sessions/archive_plugin.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "base/sha256.h"
#include "base/text.h"
#include "sessions/jail.h"
#include "sessions/tree.h"

namespace codecalc::sessions {
namespace {

struct FreeWriter {
  void operator()(struct archive* a) const { ::archive_write_free(a); }
};
struct FreeReader {
  void operator()(struct archive* a) const { ::archive_read_free(a); }
};
struct FreeEntry {
  void operator()(archive_entry* e) const { ::archive_entry_free(e); }
};
using Writer = std::unique_ptr<struct archive, FreeWriter>;
using Reader = std::unique_ptr<struct archive, FreeReader>;
using Entry = std::unique_ptr<archive_entry, FreeEntry>;

constexpr std::size_t kPiece = 256 << 10;

Error library_error(struct archive* a) {
  const char* text = ::archive_error_string(a);
  const int code = ::archive_errno(a);
  if (code == ENOSPC || code == EDQUOT) return path_error(code, "");
  return {Code::kInternal, std::string("the snapshot: ") + (text != nullptr ? text : "unknown"), "",
          ""};
}

Error too_large(const std::string& what) {
  return {Code::kResourceExhausted, "a snapshot would hold " + what, "",
          "Delete files with session_delete_file; the operator sets CODECALC_MAX_SNAPSHOT_BYTES."};
}

// ---- writing ----

struct Sink {
  int fd = -1;
  std::uint64_t bytes = 0;
  Sha256 hash;
};

la_ssize_t write_sink(struct archive* a, void* to, const void* data, std::size_t size) {
  Sink& sink = *static_cast<Sink*>(to);
  const char* at = static_cast<const char*>(data);
  std::size_t left = size;
  while (left > 0) {
    const ssize_t n = ::write(sink.fd, at, left);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      ::archive_set_error(a, errno, "%s", std::strerror(errno));
      return -1;
    }
    at += n;
    left -= static_cast<std::size_t>(n);
  }
  sink.hash.add({static_cast<const char*>(data), size});
  sink.bytes += size;
  return static_cast<la_ssize_t>(size);
}

/// What goes into the archive.
struct Contents {
  std::vector<TreeEntry> entries;
  std::map<ino_t, nlink_t> names;  ///< of files with several
};

bool is_own(const std::string& path) { return path.starts_with(".codecalc-"); }

Result<Contents> collect(int root, const ArchiveLimits& limits, ArchiveSummary& summary) {
  Contents contents;
  TRY(walk(root, [&](const TreeEntry& entry) {
    const mode_t mode = entry.info.st_mode;
    if (is_own(entry.path) || (!S_ISREG(mode) && !S_ISDIR(mode) && !S_ISLNK(mode))) return true;
    if (S_ISREG(mode)) {
      summary.content_bytes += static_cast<std::uint64_t>(entry.info.st_size);
      if (entry.info.st_nlink > 1) ++contents.names[entry.info.st_ino];
    }
    contents.entries.push_back(entry);
    return summary.content_bytes <= limits.max_bytes &&
           contents.entries.size() <= limits.max_entries;
  }));
  if (summary.content_bytes > limits.max_bytes)
    return too_large("more than " + std::to_string(limits.max_bytes) + " bytes");
  if (contents.entries.size() > limits.max_entries)
    return too_large("more than " + std::to_string(limits.max_entries) + " entries");
  return contents;
}

class Packer {
 public:
  Packer(int root, struct archive* to) : root_(root), to_(to), piece_(kPiece, '\0') {}

  /// Files that went away meanwhile are left out.
  Status add(const TreeEntry& entry, std::uint64_t& files) {
    const Entry header(::archive_entry_new());
    ::archive_entry_set_pathname(header.get(), entry.path.c_str());
    const mode_t mode = entry.info.st_mode;
    ::archive_entry_set_filetype(header.get(), mode & S_IFMT);
    ::archive_entry_set_perm(header.get(), mode & 0777);
    ::archive_entry_set_mtime(header.get(), entry.info.st_mtim.tv_sec, entry.info.st_mtim.tv_nsec);
    if (S_ISREG(mode)) return add_file(entry, header.get(), files);
    if (S_ISLNK(mode)) {
      const UniqueFd link(open_beneath(root_, entry.path.c_str(), O_PATH | O_NOFOLLOW));
      char target[4097];
      const ssize_t n = link ? ::readlinkat(link.get(), "", target, sizeof target - 1) : -1;
      if (n < 0) return Unit{};
      target[n] = '\0';
      ::archive_entry_set_symlink(header.get(), target);
    }
    if (::archive_write_header(to_, header.get()) != ARCHIVE_OK) return library_error(to_);
    return Unit{};
  }

 private:
  Status add_file(const TreeEntry& entry, archive_entry* header, std::uint64_t& files) {
    const UniqueFd file(open_beneath(root_, entry.path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW,
                                     0, RESOLVE_NO_SYMLINKS));
    struct stat info{};
    if (!file || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) ||
        info.st_ino != entry.info.st_ino)
      return Unit{};
    ::archive_entry_set_size(header, entry.info.st_size);
    if (::archive_write_header(to_, header) != ARCHIVE_OK) return library_error(to_);
    off_t left = entry.info.st_size;
    while (left > 0) {
      const auto wanted = std::min<std::size_t>(kPiece, static_cast<std::size_t>(left));
      const ssize_t n = ::read(file.get(), piece_.data(), wanted);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) break;  // it shrank: libarchive fills up with zeros
      if (::archive_write_data(to_, piece_.data(), static_cast<std::size_t>(n)) < 0)
        return library_error(to_);
      left -= n;
    }
    ++files;
    return Unit{};
  }

  int root_;
  struct archive* to_;
  std::string piece_;
};

// ---- reading ----

/// Where an entry lies: its folder's descriptor and its name. Folders are made.
struct Place {
  UniqueFd folder;
  std::string name;
};

Result<Place> place_of(int root, const std::string& path) {
  Place place{UniqueFd(::fcntl(root, F_DUPFD_CLOEXEC, 3)), last_part(path)};
  std::size_t at = 0;
  for (std::size_t slash = path.find('/'); slash != std::string::npos;
       at = slash + 1, slash = path.find('/', at)) {
    const std::string part = path.substr(at, slash - at);
    if (::mkdirat(place.folder.get(), part.c_str(), 0755) != 0 && errno != EEXIST)
      return path_error(errno, path);
    place.folder.reset(open_beneath(place.folder.get(), part.c_str(), O_RDONLY | O_DIRECTORY, 0,
                                    RESOLVE_NO_SYMLINKS));
    if (!place.folder) return path_error(errno, path);
  }
  return place;
}

class Unpacker {
 public:
  Unpacker(int root, struct archive* from, const ArchiveLimits& limits)
      : root_(root), from_(from), limits_(limits) {}

  Status run(ArchiveSummary& summary) {
    archive_entry* entry = nullptr;
    std::uint64_t entries = 0;
    while (true) {
      const int state = ::archive_read_next_header(from_, &entry);
      if (state == ARCHIVE_EOF) break;
      if (state != ARCHIVE_OK) return damaged();
      if (++entries > limits_.max_entries)
        return too_large("more than " + std::to_string(limits_.max_entries) + " entries");
      TRY(add(entry, summary));
    }
    // Links come last, so that nothing is ever written through one.
    for (const auto& [path, target] : links_) {
      TRY_ASSIGN(const Place place, place_of(root_, path));
      if (::symlinkat(target.c_str(), place.folder.get(), place.name.c_str()) != 0)
        return path_error(errno, path);
    }
    for (auto at = modes_.rbegin(); at != modes_.rend(); ++at) {
      const UniqueFd folder(
          open_beneath(root_, at->first.c_str(), O_RDONLY | O_DIRECTORY, 0, RESOLVE_NO_SYMLINKS));
      if (folder) ::fchmod(folder.get(), at->second);
    }
    return Unit{};
  }

 private:
  static Error damaged() {
    return {Code::kValidation, "the snapshot is damaged", "", "Use another snapshot."};
  }
  static Error hostile(const std::string& path) {
    return {Code::kPermissionDenied,
            "the snapshot holds an entry that a session cannot have: \"" +
                shorten(to_utf8(path).text, 120) + "\"",
            "", "Use another snapshot."};
  }

  Status add(archive_entry* entry, ArchiveSummary& summary) {
    const char* name = ::archive_entry_pathname(entry);
    std::string path = name != nullptr ? name : "";
    const auto type = ::archive_entry_filetype(entry);
    if (type == S_IFDIR && path.ends_with('/')) path.pop_back();
    const auto clean = clean_path(path);
    if (!clean.ok() || *clean != path || path.empty() || ::archive_entry_hardlink(entry) != nullptr)
      return hostile(path);
    const mode_t mode = ::archive_entry_perm(entry) & 0777;
    if (type == S_IFLNK) {
      const char* target = ::archive_entry_symlink(entry);
      if (target == nullptr) return hostile(path);
      links_.emplace_back(path, target);
      return Unit{};
    }
    TRY_ASSIGN(const Place place, place_of(root_, path));
    if (type == S_IFDIR) {
      if (::mkdirat(place.folder.get(), place.name.c_str(), 0700) != 0 && errno != EEXIST)
        return path_error(errno, path);
      modes_.emplace_back(path, mode | 0700);
      return Unit{};
    }
    if (type != S_IFREG) return hostile(path);
    return add_file(entry, place, mode | 0600, summary);
  }

  Status add_file(archive_entry* entry, const Place& place, mode_t mode, ArchiveSummary& summary) {
    const UniqueFd out(open_beneath(place.folder.get(), place.name.c_str(),
                                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600,
                                    RESOLVE_NO_SYMLINKS));
    if (!out) return errno == EEXIST ? hostile(place.name) : path_error(errno, place.name);
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    while (true) {
      const int state = ::archive_read_data_block(from_, &data, &size, &offset);
      if (state == ARCHIVE_EOF) break;
      if (state != ARCHIVE_OK || offset < 0) return damaged();
      summary.content_bytes += size;
      if (summary.content_bytes > limits_.max_bytes ||
          static_cast<std::uint64_t>(offset) + size > limits_.max_bytes)
        return too_large("more than " + std::to_string(limits_.max_bytes) + " bytes");
      const char* at = static_cast<const char*>(data);
      while (size > 0) {
        const ssize_t n = ::pwrite(out.get(), at, size, offset);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return path_error(errno, place.name);
        at += n;
        offset += n;
        size -= static_cast<std::size_t>(n);
      }
    }
    ::fchmod(out.get(), mode);
    const timespec times[2] = {{0, UTIME_NOW},
                               {::archive_entry_mtime(entry), ::archive_entry_mtime_nsec(entry)}};
    ::futimens(out.get(), times);
    ++summary.files;
    return Unit{};
  }

  int root_;
  struct archive* from_;
  const ArchiveLimits limits_;
  std::vector<std::pair<std::string, std::string>> links_;
  std::vector<std::pair<std::string, mode_t>> modes_;
};

Status check_hash(int in, const std::string& expected) {
  Sha256 hash;
  std::string piece(kPiece, '\0');
  off_t at = 0;
  while (true) {
    const ssize_t n = ::pread(in, piece.data(), piece.size(), at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    hash.add({piece.data(), static_cast<std::size_t>(n)});
    at += n;
  }
  if ("sha256:" + hash.hex() == expected) return Unit{};
  return Error{Code::kValidation, "the snapshot is damaged: its checksum differs", "",
               "Use another snapshot."};
}

Result<ArchiveSummary> pack_whole(int root, int out, const ArchiveLimits& limits) {
  ArchiveSummary summary;
  TRY_ASSIGN(const Contents contents, collect(root, limits, summary));
  Sink sink;
  sink.fd = out;
  const Writer writer(::archive_write_new());
  if (::archive_write_set_format_pax_restricted(writer.get()) != ARCHIVE_OK ||
      ::archive_write_add_filter_zstd(writer.get()) != ARCHIVE_OK ||
      // Nothing may follow the compressed data.
      ::archive_write_set_bytes_in_last_block(writer.get(), 1) != ARCHIVE_OK ||
      ::archive_write_open(writer.get(), &sink, nullptr, write_sink, nullptr) != ARCHIVE_OK)
    return library_error(writer.get());
  Packer packer(root, writer.get());
  for (const TreeEntry& entry : contents.entries) {
    const auto names = contents.names.find(entry.info.st_ino);
    const bool outside = S_ISREG(entry.info.st_mode) && names != contents.names.end() &&
                         names->second < entry.info.st_nlink;
    if (!outside) TRY(packer.add(entry, summary.files));
  }
  if (::archive_write_close(writer.get()) != ARCHIVE_OK) return library_error(writer.get());
  summary.archive_bytes = sink.bytes;
  summary.sha256 = "sha256:" + sink.hash.hex();
  return summary;
}

Result<ArchiveSummary> unpack_whole(int in, int root, const std::string& sha256,
                                    const ArchiveLimits& limits) {
  TRY(check_hash(in, sha256));
  ::lseek(in, 0, SEEK_SET);
  const Reader reader(::archive_read_new());
  if (::archive_read_support_format_tar(reader.get()) != ARCHIVE_OK ||
      ::archive_read_support_filter_zstd(reader.get()) != ARCHIVE_OK ||
      ::archive_read_open_fd(reader.get(), in, kPiece) != ARCHIVE_OK)
    return library_error(reader.get());
  ArchiveSummary summary;
  TRY(Unpacker(root, reader.get(), limits).run(summary));
  return summary;
}

template <class T>
bool give(Result<T> result, T& value, Error& error) {
  if (!result.ok()) {
    error = std::move(result).error();
    return false;
  }
  value = *std::move(result);
  return true;
}

}  // namespace
}  // namespace codecalc::sessions

using codecalc::sessions::ArchivePackCall;
using codecalc::sessions::ArchiveUnpackCall;

extern "C" {

__attribute__((visibility("default"))) bool codecalc_archive_pack(ArchivePackCall* call) {
  return codecalc::sessions::give(
      codecalc::sessions::pack_whole(call->root, call->out, call->limits), call->summary,
      call->error);
}

__attribute__((visibility("default"))) bool codecalc_archive_unpack(ArchiveUnpackCall* call) {
  return codecalc::sessions::give(
      codecalc::sessions::unpack_whole(call->in, call->root, call->sha256, call->limits),
      call->summary, call->error);
}

__attribute__((visibility("default"))) const char* codecalc_archive_version() {
  return CODECALC_VERSION;
}
}

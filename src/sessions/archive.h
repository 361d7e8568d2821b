// Archive: a workspace as one file, a pax tar compressed with zstd (libarchive).
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace codecalc::sessions {

struct ArchiveLimits {
  std::uint64_t max_bytes = 0;  ///< of all files together
  std::uint64_t max_entries = 100'000;
};

struct ArchiveSummary {
  std::uint64_t files = 0;
  std::uint64_t content_bytes = 0;
  std::uint64_t archive_bytes = 0;
  std::string sha256;  ///< of the archive, as sha256_tag() writes it
};

/// Writes what lies below the folder `root` into the file `out`: regular files, folders and links.
/// Left out: our own ".codecalc-..." entries, sockets, pipes, and files with a name outside of
/// `root`. Error kResourceExhausted beyond the limits.
Result<ArchiveSummary> pack(int root, int out, const ArchiveLimits& limits);

/// Unpacks the file `in`, whose hash must be `sha256`, into the empty folder `root`. Nothing is
/// ever written outside of it, whatever the archive says: an entry whose path is not a plain
/// relative one or that is neither file, folder nor symbolic link ends it (kPermissionDenied).
Result<ArchiveSummary> unpack(int in, int root, const std::string& sha256,
                              const ArchiveLimits& limits);

}  // namespace codecalc::sessions

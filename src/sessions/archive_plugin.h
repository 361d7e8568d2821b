// What the server and the plugin codecalc-archive say to each other. Both are of one build, so that
// C++ types may cross; the version is compared.
#pragma once

#include "base/result.h"
#include "sessions/archive.h"

namespace codecalc::sessions {

struct ArchivePackCall {
  int root = -1;
  int out = -1;
  ArchiveLimits limits;
  ArchiveSummary summary;
  Error error;
};

struct ArchiveUnpackCall {
  int in = -1;
  int root = -1;
  std::string sha256;
  ArchiveLimits limits;
  ArchiveSummary summary;
  Error error;
};

}  // namespace codecalc::sessions

extern "C" {
/// False: `error` tells why.
bool codecalc_archive_pack(codecalc::sessions::ArchivePackCall* call);
bool codecalc_archive_unpack(codecalc::sessions::ArchiveUnpackCall* call);
const char* codecalc_archive_version();
}

// Journal: what is kept of background runs when a server dies: who and how it ended, never the
// source, the input or the output.
//
// A server appends to a file of its own, FOLDER/<pid>-<32 hex>.log, which it keeps locked. A line
// is 16 hex digits of the SHA-256 of the rest, a blank, and the run's record as JSON; of several
// lines of a run the last one counts, and a line that a crash cut off is passed over. A new server
// takes over the files of dead ones.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace codecalc::runs {

/// All that is written of a run.
struct RunRecord {
  std::string run_id;  ///< 32 hex digits
  std::string provider_id;
  std::string language;
  double started_at = 0;  ///< seconds since 1970
  double deadline = 0;
  std::string key_hash;      ///< of the idempotency key; empty: none was given
  std::string request_hash;  ///< of the whole request
  bool finished = false;
  bool cancelled = false;
  bool interrupted = false;  ///< its server died while it ran
  bool ok = false;
  std::string verdict;  ///< empty: it never ran
  std::string code;
  std::optional<std::int64_t> exit_code;
  std::optional<std::int64_t> out_bytes;
  std::optional<std::int64_t> err_bytes;
};

/// Thread-safe.
class Journal {
 public:
  /// Makes the folder. What dead servers left is in `recovered`, finished or marked as interrupted,
  /// oldest first.
  static Result<std::unique_ptr<Journal>> open(const std::string& folder,
                                               std::vector<RunRecord>& recovered);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// On disk when it returns.
  Status append(const RunRecord& record);

 private:
  Journal() = default;
  Status write(const std::string& lines);

  std::mutex mutex_;
  UniqueFd folder_;
  UniqueFd file_;
  std::string name_;
};

/// One line of the journal, with its line end.
std::string journal_line(const RunRecord& record);

/// Nothing for a line that is damaged.
std::optional<RunRecord> read_journal_line(std::string_view line);

}  // namespace codecalc::runs

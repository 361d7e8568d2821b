// What to run: everything that the sandbox is told of a run. It knows no language and no protocol.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace codecalc::sandbox {

/// The work folder's path inside every sandbox; also HOME and the working directory.
inline constexpr const char* kWorkFolder = "/box";

/// A file written into the work folder before the first step.
struct WorkFile {
  std::string path;  ///< relative to the work folder; no "..", parents are made
  std::string content;
  bool executable = false;
};

/// A host folder or file that the program may read, at `inside` (empty: the same path).
struct ReadOnlyPath {
  std::string host;
  std::string inside;
};

/// A host folder that the program gets as a private writable copy (a compiler's cache).
struct SeedFolder {
  std::string host;
  std::string inside;
};

/// One process to start inside. `argv[0]` is an absolute path inside the sandbox. `env` has
/// "NAME=value" entries and is the whole environment.
struct Command {
  std::vector<std::string> argv;
  std::vector<std::string> env;
};

/// Limits of one run; compile and run share the wall-clock budget. Zero means the default that
/// stands beside the member.
struct Limits {
  std::chrono::milliseconds wall{10'000};
  std::chrono::milliseconds cpu{0};        ///< 0: wall + 8 s
  std::uint64_t memory_bytes = 0;          ///< 0: kDefaultMemoryBytes; of the whole tree
  std::uint64_t output_bytes = 64 * 1024;  ///< kept per stream; counting goes on to 64 MiB
  std::uint64_t file_bytes = 256ull << 20;
  std::uint64_t disk_bytes = 1ull << 30;  ///< work folder and /tmp together
  std::uint32_t tasks = 512;              ///< processes and threads at once
  std::uint32_t open_files = 1024;
};
inline constexpr std::uint64_t kDefaultMemoryBytes = 2ull << 30;

struct RunSpec {
  std::vector<WorkFile> files;
  std::optional<Command> compile;
  Command run;
  /// Standard input of each run; the program is compiled once and started once per element.
  std::vector<std::string> inputs{std::string()};
  Limits limits;
  bool no_net = false;
  /// Folders of the runtime beyond the base tree (/usr, /lib*, /bin and a few files of /etc).
  std::vector<ReadOnlyPath> read_only;
  std::vector<SeedFolder> seeds;
  /// Another root folder instead of the host's /usr tree (a runtime that brings its own libc).
  std::string root;
  /// A host folder bound as the work folder (a session's workspace); never deleted. Empty: a
  /// private one that ends with the run.
  std::string session_folder;
  /// The work file that the run command opens as the last act of its start-up (an interpreter's
  /// script, read from its beginning to its end): then the program may be started ahead of its run
  /// and wait there. Empty: it may not.
  std::string opened_last;
};

}  // namespace codecalc::sandbox

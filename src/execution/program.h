// Running one program for a tool: provider, policy, plan, sandbox, result.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/config.h"
#include "base/result.h"
#include "execution/envelope.h"
#include "execution/receipt.h"
#include "providers/selection.h"
#include "registry/call_context.h"
#include "runtimes/language.h"
#include "sandbox/executor.h"
#include "sandbox/spec.h"

namespace codecalc::execution {

inline constexpr std::int64_t kDefaultOutputKb = 64;
/// What larger values are taken as. Results stay below the limit that the tools declare in _meta.
inline constexpr std::int64_t kMaxOutputKb = 240;
inline constexpr std::int64_t kMaxMemoryMb = 1 << 20;
inline constexpr std::int64_t kMaxCpuSeconds = 3600;

/// What a tool was asked to run. The texts outlive the call.
struct ProgramRequest {
  std::string_view language;
  std::string_view source;
  std::string_view input;
  std::string_view provider;     ///< empty: the configured one
  std::string_view session_id;   ///< empty: none
  std::string_view work_folder;  ///< a host folder to work in, never deleted; empty: a private one
  std::vector<std::string> dependencies;
  RequestedLimits limits;
  /// Runs this file of the work folder, which `source` is the content of; empty: `source` alone.
  std::string_view entry;
  std::optional<Error> session_error;  ///< why the session cannot be used
  std::uint64_t output_bytes = 0;      ///< kept per stream; 0: by limits
  std::uint64_t file_bytes = 0;        ///< the largest file it may write; 0: the sandbox's default
  /// Sees what happened before it becomes a result.
  std::function<void(sandbox::RunOutcome&)> on_outcome;
  /// Runs it instead of the sandbox (a session's worker).
  std::function<Result<sandbox::RunOutcome>(const sandbox::RunSpec&, registry::CancelToken&)>
      runner;
};

/// What running needs of the process.
struct Host {
  Result<sandbox::Executor*> executor;
  const runtimes::Languages& languages;
  const Config& config;
};

using ProgramResult = std::variant<Envelope, Rejected>;

/// Runs and waits; a cancelled call's program is killed. `observer` sees the output as it comes.
ProgramResult run_program(const ProgramRequest& request, Host& host, registry::CancelToken& cancel,
                          const sandbox::RunObserver& observer = {});

/// The refusal of a request that names a provider which there is not.
Rejected unknown_provider(const providers::UnknownProvider& unknown);

/// The sandbox's order for one run. Error kResourceExhausted: the runtime needs more tasks than the
/// operator allows.
Result<sandbox::RunSpec> make_spec(runtimes::Plan plan, const ProgramRequest& request, bool no_net,
                                   std::uint32_t max_tasks);

}  // namespace codecalc::execution

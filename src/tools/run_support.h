// What the tools of background runs share: the forms of a run that has no whole result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "execution/envelope.h"
#include "registry/tool.h"
#include "runs/queue.h"

namespace codecalc::tools {

/// A run that goes on, was cancelled, or of which only the journal knows.
struct RunLifecycle {
  bool ok = true;
  std::string run_id;
  std::string provider_id;
  double started_at = 0;
  double deadline = 0;
  std::string state;
  std::optional<bool> cleaned;
  std::optional<bool> cancelled;
  // Of a run whose result is gone.
  std::optional<std::string> language;
  std::optional<std::string> ended_as;
  std::optional<registry::Nullable<std::int64_t>> exit_code;
  std::optional<registry::Nullable<std::int64_t>> out_bytes;
  std::optional<registry::Nullable<std::int64_t>> err_bytes;
  std::optional<bool> output_kept;
  std::optional<bool> interrupted;
  std::optional<std::string> code;
  std::optional<std::string> error;
  static std::span<const registry::Field> fields();
};

RunLifecycle lifecycle(const runs::RunView& view);

/// The refusal for an id that no run has.
execution::Rejected unknown_run(std::string_view run_id);

}  // namespace codecalc::tools

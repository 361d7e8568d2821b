// The capability receipt: what a run asked for, what it got, and what names the run exactly.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "providers/policy.h"
#include "providers/provider_table.h"
#include "registry/field.h"

namespace codecalc::execution {

using registry::Nullable;

inline constexpr std::string_view kReceiptVersion = "1.2.0";
inline constexpr std::string_view kSpecSchemaVersion = "1.0.0";

/// The limits of a request, after clamping; 0 is the default of each.
struct RequestedLimits {
  std::int64_t timeout_seconds = 10;
  std::int64_t max_memory_mb = 0;
  std::int64_t max_output_kb = 0;
  std::int64_t max_cpu_seconds = 0;
  bool no_net = false;
  static std::span<const registry::Field> fields();
};

struct ReceiptLimits {
  RequestedLimits requested;
  std::vector<std::string> provider_reported_enforced;
  std::vector<std::string> unenforced;
  static std::span<const registry::Field> fields();
};

struct ReceiptLocale {
  Nullable<std::string> lang;
  Nullable<std::string> lc_all;
  static std::span<const registry::Field> fields();
};

/// What of the environment decides whether a program answers the same again.
struct Determinism {
  std::string source = "env_allowlist";
  ReceiptLocale locale;
  Nullable<std::string> timezone;
  Nullable<std::string> seed;
  std::vector<std::string> unrecorded;  ///< names of the members above that are null
  static std::span<const registry::Field> fields();
};

struct ReceiptCapabilities {
  std::vector<std::string> requested;
  std::vector<std::string> approved;
  std::vector<std::string> provider_supported;
  std::vector<std::string> effective;
  std::vector<std::string> denied;
  bool brokered = false;
  Nullable<std::string> policy;
  static std::span<const registry::Field> fields();
};

struct Receipt {
  std::string receipt_version{kReceiptVersion};
  std::string interface_version;
  std::string provider_id;
  std::string provider_version;
  std::string host_class;
  Nullable<std::string> session_id;
  std::string spec_schema_version{kSpecSchemaVersion};
  std::string spec_hash;
  std::string source_sha256;
  Determinism determinism;
  ReceiptLimits limits;
  ReceiptCapabilities capabilities;
  static std::span<const registry::Field> fields();
};

/// The receipt of a compact result.
struct BriefReceipt {
  std::string receipt_version;
  std::string provider_id;
  Nullable<std::string> session_id;
  std::string spec_hash;
  ReceiptLimits limits;
  std::string receipt_detail;
  static std::span<const registry::Field> fields();
};

/// What a receipt is made of. The pointers are not kept.
struct ReceiptInput {
  const providers::Provider* provider = nullptr;
  const providers::Policy* policy = nullptr;
  const providers::Grant* grant = nullptr;
  RequestedLimits limits;
  std::string_view language;  ///< canonical where known, else as it was given
  std::string_view source;
  std::string_view input;
  std::span<const std::string> environment{};  ///< of the program; empty: nothing ran
  std::span<const std::string> unenforced{};
  bool ran = false;
};

/// The same request gives the same spec_hash and source_sha256 on every machine.
Receipt make_receipt(const ReceiptInput& input);

BriefReceipt brief(const Receipt& receipt);

/// The token of an `unenforced` entry, which may go on with ": explanation".
std::string_view unenforced_token(std::string_view entry);
bool names_token(std::span<const std::string> unenforced, std::string_view token);

}  // namespace codecalc::execution

// Making receipts, and their field tables.
#include "execution/receipt.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/json.h"
#include "base/sha256.h"
#include "base/text.h"
#include "sandbox/unenforced.h"

namespace codecalc::execution {

using registry::Field;
using registry::out;
using registry::required;

std::span<const Field> RequestedLimits::fields() {
  using R = RequestedLimits;
  static constexpr std::array kFields = {
      required(out<&R::timeout_seconds>("timeout_seconds", "", {.min = 1})),
      required(out<&R::max_memory_mb>("max_memory_mb", "", {.min = 0})),
      required(out<&R::max_output_kb>("max_output_kb", "", {.min = 0})),
      required(out<&R::max_cpu_seconds>("max_cpu_seconds", "", {.min = 0})),
      required(out<&R::no_net>("no_net", "")),
  };
  return kFields;
}

std::span<const Field> ReceiptLimits::fields() {
  using R = ReceiptLimits;
  static constexpr std::array kFields = {
      required(out<&R::requested>("requested", "")),
      required(out<&R::provider_reported_enforced>("provider_reported_enforced", "")),
      required(out<&R::unenforced>("unenforced", "")),
  };
  return kFields;
}

std::span<const Field> ReceiptLocale::fields() {
  using R = ReceiptLocale;
  static constexpr std::array kFields = {
      required(out<&R::lang>("LANG", "")),
      required(out<&R::lc_all>("LC_ALL", "")),
  };
  return kFields;
}

std::span<const Field> Determinism::fields() {
  using R = Determinism;
  static constexpr std::array kFields = {
      required(out<&R::source>("source", "")),         required(out<&R::locale>("locale", "")),
      required(out<&R::timezone>("timezone", "")),     required(out<&R::seed>("seed", "")),
      required(out<&R::unrecorded>("unrecorded", "")),
  };
  return kFields;
}

std::span<const Field> ReceiptCapabilities::fields() {
  using R = ReceiptCapabilities;
  static constexpr std::array kFields = {
      required(out<&R::requested>("requested", "")),
      required(out<&R::approved>("approved", "")),
      required(out<&R::provider_supported>("provider_supported", "")),
      required(out<&R::effective>("effective", "")),
      required(out<&R::denied>("denied", "")),
      required(out<&R::brokered>("brokered", "")),
      required(out<&R::policy>("policy", "")),
  };
  return kFields;
}

namespace {
constexpr std::string_view kHashSchema = R"({"type":"string","pattern":"^sha256:[0-9a-f]{64}$"})";
}  // namespace

std::span<const Field> Receipt::fields() {
  using R = Receipt;
  static constexpr std::array kFields = {
      required(out<&R::receipt_version>("receipt_version", "")),
      required(out<&R::interface_version>("interface_version", "")),
      required(out<&R::provider_id>("provider_id", "")),
      required(out<&R::provider_version>("provider_version", "")),
      required(out<&R::host_class>("host_class", "")),
      required(out<&R::session_id>("session_id", "")),
      required(out<&R::spec_schema_version>("spec_schema_version", "")),
      required(out<&R::spec_hash>("spec_hash", "", {.schema = kHashSchema})),
      required(out<&R::source_sha256>("source_sha256", "", {.schema = kHashSchema})),
      required(out<&R::determinism>("determinism", "")),
      required(out<&R::limits>("limits", "")),
      required(out<&R::capabilities>("capabilities", "")),
  };
  return kFields;
}

std::span<const Field> BriefReceipt::fields() {
  using R = BriefReceipt;
  static constexpr std::array kFields = {
      required(out<&R::receipt_version>("receipt_version", "")),
      required(out<&R::provider_id>("provider_id", "")),
      required(out<&R::session_id>("session_id", "")),
      required(out<&R::spec_hash>("spec_hash", "", {.schema = kHashSchema})),
      required(out<&R::limits>("limits", "")),
      required(out<&R::receipt_detail>("receipt_detail", "Where the rest is.")),
  };
  return kFields;
}

std::string_view unenforced_token(std::string_view entry) {
  return entry.substr(0, entry.find(':'));
}

bool names_token(std::span<const std::string> unenforced, std::string_view token) {
  return std::any_of(unenforced.begin(), unenforced.end(),
                     [&](const std::string& e) { return unenforced_token(e) == token; });
}

namespace {

std::optional<std::string> variable(std::span<const std::string> environment,
                                    std::string_view name) {
  for (const std::string& entry : environment) {
    if (entry.size() > name.size() && entry[name.size()] == '=' && entry.starts_with(name)) {
      return entry.substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

Determinism determinism_of(std::span<const std::string> environment) {
  Determinism d;
  d.locale.lang = variable(environment, "LANG");
  d.locale.lc_all = variable(environment, "LC_ALL");
  d.timezone = variable(environment, "TZ");
  const auto record = [&](const Nullable<std::string>& value, const char* name) {
    if (!value.value) d.unrecorded.emplace_back(name);
  };
  record(d.locale.lang, "locale.LANG");
  record(d.locale.lc_all, "locale.LC_ALL");
  record(d.seed, "seed");
  record(d.timezone, "timezone");
  return d;
}

std::vector<std::string> enforced_limits(const ReceiptInput& input) {
  std::vector<std::string> enforced;
  if (!input.ran) return enforced;
  const auto add = [&](bool asked, const char* name, std::string_view token) {
    if (asked && !names_token(input.unenforced, token)) enforced.emplace_back(name);
  };
  add(true, "timeout", "timeout");
  add(input.limits.max_memory_mb > 0, "max_memory_mb", sandbox::unenforced::kMemoryLimit);
  add(input.limits.max_output_kb > 0, "max_output_kb", "max_output_kb");
  add(input.limits.max_cpu_seconds > 0, "max_cpu", sandbox::unenforced::kCpuTree);
  add(input.grant->no_net, "no_net", sandbox::unenforced::kNoNet);
  return enforced;
}

std::string spec_hash(const ReceiptInput& input, const std::string& source_hash) {
  // Documented in docs/contract.md: whoever has the request can compute it.
  const Json spec = {{"spec_schema_version", kSpecSchemaVersion},
                     {"provider_id", input.provider->id},
                     {"language", to_utf8(input.language).text},
                     {"source_sha256", source_hash},
                     {"stdin_sha256", sha256_tag(input.input)},
                     {"timeout_seconds", input.limits.timeout_seconds},
                     {"max_memory_mb", input.limits.max_memory_mb},
                     {"max_output_kb", input.limits.max_output_kb},
                     {"max_cpu_seconds", input.limits.max_cpu_seconds},
                     {"no_net", input.limits.no_net}};
  return sha256_tag(write_json(spec));
}

}  // namespace

Receipt make_receipt(const ReceiptInput& input) {
  Receipt r;
  r.interface_version = providers::kInterfaceVersion;
  r.provider_id = input.provider->id;
  r.provider_version = input.provider->version;
  r.host_class = input.provider->host_class;
  r.source_sha256 = sha256_tag(input.source);
  r.spec_hash = spec_hash(input, r.source_sha256);
  r.determinism = determinism_of(input.environment);
  r.limits.requested = input.limits;
  r.limits.provider_reported_enforced = enforced_limits(input);
  r.limits.unenforced.assign(input.unenforced.begin(), input.unenforced.end());
  ReceiptCapabilities& c = r.capabilities;
  c.requested = input.grant->requested;
  c.approved = input.grant->approved;
  c.denied = input.grant->denied;
  if (input.provider->capabilities.network_control) c.provider_supported = {"network"};
  // The network is there unless it was taken away and stayed away.
  if (!input.grant->no_net || names_token(input.unenforced, sandbox::unenforced::kNoNet)) {
    c.effective = {"network"};
  }
  c.brokered = input.policy->active;
  if (input.policy->active) c.policy = input.policy->text;
  return r;
}

BriefReceipt brief(const Receipt& receipt) {
  BriefReceipt b;
  b.receipt_version = receipt.receipt_version;
  b.provider_id = receipt.provider_id;
  b.session_id = receipt.session_id;
  b.spec_hash = receipt.spec_hash;
  b.limits = receipt.limits;
  b.receipt_detail = "compact=false gives the whole receipt";
  return b;
}

}  // namespace codecalc::execution

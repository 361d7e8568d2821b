// The steps from a request to a result, each of which can refuse.
#include "execution/program.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "execution/inline_dependencies.h"
#include "providers/policy.h"
#include "providers/selection.h"
#include "sandbox/unenforced.h"

namespace codecalc::execution {
namespace {

using providers::Grant;
using providers::Policy;
using providers::Provider;

/// One request on its way; every step may end it with a Rejected.
class Run {
 public:
  Run(const ProgramRequest& request, Host& host) : request_(request), host_(host) {}

  ProgramResult execute(registry::CancelToken& cancel, const sandbox::RunObserver& observer);

 private:
  std::optional<Rejected> select();
  std::optional<Rejected> admit();
  std::optional<Rejected> check_dependencies();
  std::optional<Rejected> check_strictness();

  /// A refusal after the provider was chosen: it carries the receipt.
  Rejected refuse(const Error& error) const {
    Rejected r = rejected(error);
    r.backend = "native";
    if (!plan_.language.empty()) r.language = plan_.language;
    r.provider = receipt({}, false);
    return r;
  }

  Rejected refuse_capability(const Error& error, const char* kind) const {
    Rejected r = rejected(error);
    r.provider_error = kind;
    r.requested_capabilities = grant_.requested;
    r.requested_provider = std::string(provider_->id);
    return r;
  }

  Receipt receipt(std::span<const std::string> unenforced, bool ran) const {
    Receipt made = make_receipt(
        {.provider = provider_,
         .policy = &policy_,
         .grant = &grant_,
         .limits = request_.limits,
         .language = plan_.language.empty() ? request_.language : std::string_view(plan_.language),
         .source = request_.source,
         .input = request_.input,
         .environment = environment_,
         .unenforced = unenforced,
         .ran = ran});
    if (!request_.session_id.empty()) made.session_id = shorten(request_.session_id, 64);
    return made;
  }

  std::vector<DependencyRow> dependency_rows(const std::vector<std::string>& specs) const {
    std::vector<DependencyRow> rows;
    for (const std::string& spec : specs) {
      rows.push_back({shorten(spec, 256), plan_.language, false, "none", 0});
    }
    return rows;
  }

  const ProgramRequest& request_;
  Host& host_;
  const Provider* provider_ = nullptr;
  Policy policy_;
  Grant grant_;
  runtimes::Plan plan_;
  std::vector<std::string> environment_;
  std::vector<std::string> declared_;  ///< dependencies in the source's own block
};

std::optional<Rejected> Run::select() {
  const auto selected =
      providers::select_provider(request_.provider, host_.config.execution_provider);
  if (const auto* unknown = std::get_if<providers::UnknownProvider>(&selected)) {
    return unknown_provider(*unknown);
  }
  provider_ = std::get<const Provider*>(selected);
  auto policy = providers::parse_policy(host_.config.capability_policy);
  if (!policy.ok()) return rejected(policy.error());
  policy_ = *std::move(policy);
  auto grant = providers::apply_policy(policy_, !request_.limits.no_net);
  if (!grant.ok()) return refuse_capability(grant.error(), "capability_not_requested");
  grant_ = *std::move(grant);
  return std::nullopt;
}

std::optional<Rejected> Run::admit() {
  if (request_.session_error) return refuse(*request_.session_error);
  if (!request_.session_id.empty() && request_.work_folder.empty()) {
    return refuse({Code::kValidation,
                   "no session is called \"" + shorten(request_.session_id, 64) + "\"",
                   "session_id", "Leave session_id out, or give the id of a live session."});
  }
  runtimes::PlanOptions options;
  options.input = request_.input;
  if (request_.limits.max_memory_mb > 0) {
    options.memory_bytes = static_cast<std::uint64_t>(request_.limits.max_memory_mb) << 20;
  }
  options.session = !request_.work_folder.empty();
  auto plan =
      request_.entry.empty()
          ? host_.languages.plan(request_.language, request_.source, options)
          : host_.languages.plan_entry(request_.language, request_.entry, request_.source, options);
  if (!plan.ok()) {
    if (const auto name = host_.languages.canonical(request_.language); name.ok()) {
      plan_.language = *name;
    }
    return refuse(plan.error());
  }
  plan_ = *std::move(plan);
  environment_ = plan_.run.env;
  return std::nullopt;
}

std::optional<Rejected> Run::check_dependencies() {
  if (plan_.language == "python3") declared_ = inline_dependencies(request_.source);
  if (request_.dependencies.empty() && declared_.empty()) return std::nullopt;
  if (grant_.no_net || policy_.strict) {
    Rejected r = rejected({Code::kPermissionDenied,
                           request_.limits.no_net
                               ? "dependencies need the network and no_net was asked for"
                               : "dependencies need the network and the capability policy "
                                 "withholds it",
                           "", "Run without dependencies, or with the network allowed."});
    r.provider_error = "capability_not_requested";
    r.requested_capabilities = {"network"};
    return r;
  }
  if (request_.dependencies.empty()) return std::nullopt;  // shown in the result
  Rejected r = refuse({Code::kDependencyMissing,
                       "this version does not install dependencies, so the program was not run",
                       "dependencies", "Leave dependencies out and use what the host has."});
  r.dependencies = dependency_rows(request_.dependencies);
  return r;
}

std::optional<Rejected> Run::check_strictness() {
  if (!policy_.strict || !grant_.no_net) return std::nullopt;
  const auto report = (*host_.executor)->host_report();
  if (!report.ok()) return refuse(report.error());
  if (!names_token(report->unenforced, sandbox::unenforced::kNoNet)) return std::nullopt;
  return refuse_capability({Code::kPermissionDenied,
                            "the policy is strict and this host cannot keep a program off the "
                            "network",
                            "", ""},
                           "unsupported_capability");
}

ProgramResult Run::execute(registry::CancelToken& cancel, const sandbox::RunObserver& observer) {
  if (auto refusal = select()) return *std::move(refusal);
  if (auto refusal = admit()) return *std::move(refusal);
  if (auto refusal = check_dependencies()) return *std::move(refusal);
  if (!host_.executor.ok()) return refuse(host_.executor.error());
  if (auto refusal = check_strictness()) return *std::move(refusal);
  const bool compiler_prints = plan_.compiler_may_print_to_stdout;
  const std::string language = plan_.language;
  auto spec = make_spec(std::move(plan_), request_, grant_.no_net, host_.config.max_tasks);
  plan_.language = language;
  if (!spec.ok()) return refuse(spec.error());

  std::optional<registry::CancelToken::Registration> registration;
  sandbox::RunControl control;
  control.observer = observer;
  control.subscribe_cancel = [&](std::function<void()> kill) {
    registration.emplace(cancel.on_cancel(std::move(kill)));
  };
  auto outcome =
      request_.runner ? request_.runner(*spec, cancel) : (*host_.executor)->run(*spec, control);
  registration.reset();
  if (!outcome.ok()) return refuse(outcome.error());
  if (request_.on_outcome) request_.on_outcome(*outcome);

  Envelope envelope =
      make_envelope(*outcome, {.language = language,
                               .wall_limit = std::chrono::seconds(request_.limits.timeout_seconds),
                               .compiler_prints_to_stdout = compiler_prints});
  if (!declared_.empty()) envelope.dependencies = dependency_rows(declared_);
  envelope.provider = receipt(envelope.unenforced, true);
  return envelope;
}

}  // namespace

Rejected unknown_provider(const providers::UnknownProvider& unknown) {
  std::string known;
  for (const std::string& id : unknown.available) known += (known.empty() ? "" : ", ") + id;
  Rejected r = rejected(
      {Code::kValidation,
       "no execution provider is called \"" + unknown.requested + "\"; available: " + known, "",
       "Name one of the available providers in provider or "
       "CODECALC_EXECUTION_PROVIDER."});
  r.provider_error = "unknown_provider";
  r.requested_provider = unknown.requested;
  r.available_providers = unknown.available;
  return r;
}

Result<sandbox::RunSpec> make_spec(runtimes::Plan plan, const ProgramRequest& request, bool no_net,
                                   std::uint32_t max_tasks) {
  if (plan.min_tasks > max_tasks) {
    return Error{Code::kResourceExhausted,
                 plan.language + " cannot start with fewer than " + std::to_string(plan.min_tasks) +
                     " tasks, and this server allows " + std::to_string(max_tasks),
                 "", "The operator must raise CODECALC_MAX_PROCESSES."};
  }
  sandbox::RunSpec spec;
  spec.files = std::move(plan.files);
  spec.compile = std::move(plan.compile);
  spec.run = std::move(plan.run);
  spec.read_only = std::move(plan.read_only);
  spec.seeds = std::move(plan.seeds);
  spec.root = std::move(plan.root);
  spec.opened_last = std::move(plan.opened_last);
  spec.inputs = {std::string(request.input)};
  spec.no_net = no_net;
  spec.session_folder = request.work_folder;
  const RequestedLimits& asked = request.limits;
  spec.limits.wall = std::chrono::seconds(asked.timeout_seconds);
  spec.limits.cpu = std::chrono::seconds(asked.max_cpu_seconds);
  spec.limits.memory_bytes = static_cast<std::uint64_t>(asked.max_memory_mb) << 20;
  const std::int64_t kilobytes = asked.max_output_kb > 0 ? asked.max_output_kb : kDefaultOutputKb;
  spec.limits.output_bytes =
      request.output_bytes > 0 ? request.output_bytes : static_cast<std::uint64_t>(kilobytes) << 10;
  if (request.file_bytes > 0) spec.limits.file_bytes = request.file_bytes;
  spec.limits.tasks = max_tasks;
  return spec;
}

ProgramResult run_program(const ProgramRequest& request, Host& host, registry::CancelToken& cancel,
                          const sandbox::RunObserver& observer) {
  return Run(request, host).execute(cancel, observer);
}

}  // namespace codecalc::execution

// list_execution_providers: where programs can be run, and what each place can do.
#include "providers/provider_table.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

struct Capabilities {
  bool execute = false;
  bool managed_runs = false;
  bool inspect = false;
  bool stream = false;
  bool cancel = false;
  bool cleanup = false;
  bool files = false;
  bool artifacts = false;
  bool sessions = false;
  bool health = false;
  bool runtime_discovery = false;
  bool workdir = false;
  bool network_control = false;
  static std::span<const Field> fields() {
    static constexpr Field rows[] = {
        required(out<&Capabilities::execute>("execute", "")),
        required(out<&Capabilities::managed_runs>("managed_runs", "")),
        required(out<&Capabilities::inspect>("inspect", "")),
        required(out<&Capabilities::stream>("stream", "")),
        required(out<&Capabilities::cancel>("cancel", "")),
        required(out<&Capabilities::cleanup>("cleanup", "")),
        required(out<&Capabilities::files>("files", "")),
        required(out<&Capabilities::artifacts>("artifacts", "")),
        required(out<&Capabilities::sessions>("sessions", "")),
        required(out<&Capabilities::health>("health", "")),
        required(out<&Capabilities::runtime_discovery>("runtime_discovery", "")),
        required(out<&Capabilities::workdir>("workdir", "")),
        required(out<&Capabilities::network_control>("network_control", "")),
    };
    return rows;
  }
};

struct ProviderRow {
  std::string interface_version;
  std::string provider_id;
  std::string provider_version;
  std::string host_class;
  bool strict = false;
  Capabilities capabilities;
  static std::span<const Field> fields() {
    static constexpr Field rows[] = {
        required(out<&ProviderRow::interface_version>("interface_version", "")),
        required(out<&ProviderRow::provider_id>("provider_id", "What to pass as provider.")),
        required(out<&ProviderRow::provider_version>("provider_version", "")),
        required(out<&ProviderRow::host_class>("host_class", "Kind of machine.")),
        required(out<&ProviderRow::strict>("strict", "A virtual machine or the like.")),
        required(out<&ProviderRow::capabilities>("capabilities", "What it can do.")),
    };
    return rows;
  }
};

struct Params {
  static std::span<const Field> fields() { return {}; }
};

struct Reply {
  std::vector<ProviderRow> result;
  static std::span<const Field> fields() {
    static constexpr Field rows[] = {
        required(out<&Reply::result>("result", "One row per provider, by id."))};
    return rows;
  }
};

Capabilities to_reply(const providers::ProviderCapabilities& from) {
  Capabilities to;
  to.execute = from.execute;
  to.managed_runs = from.managed_runs;
  to.inspect = from.inspect;
  to.stream = from.stream;
  to.cancel = from.cancel;
  to.cleanup = from.cleanup;
  to.files = from.files;
  to.artifacts = from.artifacts;
  to.sessions = from.sessions;
  to.health = from.health;
  to.runtime_discovery = from.runtime_discovery;
  to.workdir = from.workdir;
  to.network_control = from.network_control;
  return to;
}

Result<Reply> run(const Params&, CallContext&) {
  Reply reply;
  for (const providers::Provider& provider : providers::all_providers()) {
    ProviderRow row;
    row.interface_version = providers::kInterfaceVersion;
    row.provider_id = provider.id;
    row.provider_version = provider.version;
    row.host_class = provider.host_class;
    row.strict = provider.strict;
    row.capabilities = to_reply(provider.capabilities);
    reply.result.push_back(std::move(row));
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_list_execution_providers;
const ToolSpec kTool_list_execution_providers = make_tool<Params, Reply, run>({
    .name = "list_execution_providers",
    .title = "List Execution Providers",
    .description = "The places that can run programs, and what each can do.",
    .group = Group::kExecution,
    .annotations = kPure,
    .list_reply = true,
});

}  // namespace codecalc::tools

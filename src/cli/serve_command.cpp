// codecalc without a command: the MCP server on standard input and output.
#include <unistd.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/native.h"
#include "cli/server_info.h"
#include "cli/session_resources.h"
#include "protocol/stdio_server.h"
#include "protocol/stop_signal.h"
#include "tools/services.h"

namespace codecalc::cli {
namespace {

int serve(const Invocation& invocation) {
  if (::isatty(STDIN_FILENO) == 1) {
    print_error("serving MCP to this terminal; Ctrl-D ends it, codecalc --help says more");
  }
  auto fds = protocol::claim_stdio();
  if (!fds.ok()) {
    print_error("cannot take over standard input and output: " + fds.error().message);
    return kFailed;
  }
  const protocol::StopSignal stop;
  Services services(invocation.config);
  if (invocation.config.require_native) {
    if (const auto missing = missing_walls(services)) {
      print_error("CODECALC_REQUIRE_NATIVE is set, but " + *missing);
      return kFailed;
    }
  }
  SessionResources files(services);
  protocol::ServerParts parts{invocation.registry, services, server_info(invocation.registry)};
  // Where sessions are not served, their files are not either.
  if (invocation.registry.find("session_files") != nullptr) parts.resources = &files;
  protocol::Dispatcher dispatcher(parts, {});
  const bool ended = protocol::serve_stdio(dispatcher, *std::move(fds), stop.fd(),
                                           [&services] { services.warm_up(); });
  // A call that could not be stopped still uses the objects here. The launcher sees its socket
  // close and ends what it started.
  if (!ended) ::_exit(kDone);
  return kDone;
}

}  // namespace

const Command kServe = {"", {}, "serve MCP on standard input and output", "", serve};

}  // namespace codecalc::cli

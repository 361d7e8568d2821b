// codecalc-exec: the sandbox launcher. Serve mode speaks to the server over a socket; by hand it
// runs one source text and prints one JSON result.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "sandbox/launcher.h"

namespace {

using codecalc::sandbox::HostOptions;

#ifdef CODECALC_TEST_SWITCHES
// The build for tests alone can leave layers out, to prove that something notices.
void leave_out_layers(HostOptions& options) {
  using codecalc::sandbox::Layer;
  const char* text = std::getenv("CODECALC_TEST_LAYERS_OFF");
  const std::string names = "," + std::string(text == nullptr ? "" : text) + ",";
  for (std::size_t i = 0; i < codecalc::sandbox::kLayerCount; ++i) {
    const auto layer = static_cast<Layer>(i);
    const std::string name = "," + std::string(layer_name(layer)) + ",";
    if (names.find(name) != std::string::npos) options.layers.set(layer, false);
  }
}
#else
void leave_out_layers(HostOptions& /*options*/) {}
#endif

}  // namespace

int main(int argc, char** argv) {
  using namespace codecalc::sandbox;
  if (argc == 3 && std::string_view(argv[1]) == "--serve") {
    HostOptions options = host_options_from_environment();
    leave_out_layers(options);
    return serve(std::atoi(argv[2]), std::move(options));
  }
  std::fprintf(stderr, "codecalc-exec %s\n", CODECALC_VERSION);
  return 2;
}

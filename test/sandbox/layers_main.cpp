// A launcher for tests alone, which can leave layers out to prove that something notices.
#include <cstdlib>
#include <string>

#include "sandbox/launcher.h"

int main(int argc, char** argv) {
  using namespace codecalc::sandbox;
  if (argc != 3 || std::string(argv[1]) != "--serve") return 2;
  HostOptions options = host_options();
  const char* text = std::getenv("CODECALC_TEST_LAYERS_OFF");
  const std::string names = "," + std::string(text == nullptr ? "" : text) + ",";
  for (std::size_t i = 0; i < kLayerCount; ++i) {
    const auto layer = static_cast<Layer>(i);
    const std::string name = "," + std::string(layer_name(layer)) + ",";
    if (names.find(name) != std::string::npos) options.layers.set(layer, false);
  }
  return serve(std::atoi(argv[2]), std::move(options));
}

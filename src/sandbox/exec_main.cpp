// codecalc-exec: the sandbox launcher. Serve mode speaks to the server over a socket; by hand it
// runs one source text and prints one JSON result.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "sandbox/launcher.h"

int main(int argc, char** argv) {
  using namespace codecalc::sandbox;
  if (argc == 3 && std::string_view(argv[1]) == "--serve")
    return serve(std::atoi(argv[2]), host_options_from_environment());
  std::fprintf(stderr, "codecalc-exec %s\n", CODECALC_VERSION);
  return 2;
}

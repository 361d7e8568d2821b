// codecalc-exec: the sandbox launcher. In serve mode it speaks to a server over a socket; by hand
// it runs one source text and prints one JSON result.
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "exec/by_hand.h"
#include "sandbox/launcher.h"

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  if (arguments.size() == 2 && arguments[0] == "--serve")
    return codecalc::sandbox::serve(std::atoi(argv[2]), codecalc::sandbox::host_options());
  return codecalc::exec::run_by_hand(arguments);
}

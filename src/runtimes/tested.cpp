// See tested.h. The list is made by CMake from the file that the language tests read.
#include "runtimes/tested.h"

#include <algorithm>
#include <array>

namespace codecalc::runtimes {

bool is_tested(std::string_view language) {
  static constexpr std::string_view kTested[] = {
#include "tested.inc"
  };
  return std::find(std::begin(kTested), std::end(kTested), language) != std::end(kTested);
}

}  // namespace codecalc::runtimes

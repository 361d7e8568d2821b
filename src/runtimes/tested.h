// Which languages our continuous integration installs and runs (test/data/languages/tested.txt).
#pragma once

#include <string_view>

namespace codecalc::runtimes {

bool is_tested(std::string_view language);

}  // namespace codecalc::runtimes

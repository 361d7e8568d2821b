// What is done to a source text before it is written, and what the commands need to know of it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtimes/language.h"
#include "runtimes/resolve.h"

namespace codecalc::runtimes {

/// The folder in the work folder where sources and what is built from them lie.
inline constexpr std::string_view kRunFolder = ".codecalc-run";

struct Treated {
  std::string text;
  std::string file_name;  ///< in kRunFolder
  std::map<std::string, std::string, std::less<>> facts;
  std::vector<sandbox::WorkFile> files;  ///< beside the source
  bool read_twice = false;               ///< the runtime reads parts of this source more than once
};

/// `fixed_place`: the file exists already and stays as it is, only facts are read from it.
Treated treat(const Row& row, const Resolved& resolved, std::string_view source,
              const PlanOptions& options, bool fixed_place);

}  // namespace codecalc::runtimes

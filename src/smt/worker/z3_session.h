// One Z3 context that is given commands as text and gives their output.
#pragma once

#include <z3.h>

#include <string>
#include <string_view>

#include "smt/reader.h"

namespace codecalc::smt {

/// "5.4.1".
std::string z3_version();

/// Not thread-safe. Never destroyed in a child: the process ends instead.
class Z3Session {
 public:
  Z3Session();
  ~Z3Session();
  Z3Session(const Z3Session&) = delete;
  Z3Session& operator=(const Z3Session&) = delete;

  struct Output {
    std::string text;  ///< without the end of its last line
    bool failed = false;
    std::string error;  ///< the reason alone, when it failed
    Position where;     ///< within the command, when it failed
  };
  /// Gives `command` to Z3, which keeps its state from call to call.
  Output run(const std::string& command);

 private:
  void locate(Output& output, std::string_view command, std::string_view message) const;

  Z3_context context_;
  Position fed_;  ///< where Z3 believes the next command to begin
};

}  // namespace codecalc::smt

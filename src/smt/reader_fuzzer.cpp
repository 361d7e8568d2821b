// Fuzzes the reader of SMT-LIB scripts.
// Seeds: test/data/smt
#include <cstdint>
#include <string_view>

#include "smt/script.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codecalc::smt;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Forms forms = read_forms(text, {.max_depth = 100, .max_forms = 1'000});
  std::size_t last = 0;
  for (const Form& form : forms.forms) {
    if (form.begin < last || form.end <= form.begin || form.end > size) __builtin_trap();
    last = form.end;
    const std::string_view one = text.substr(form.begin, form.end - form.begin);
    // What was read once reads again as one form, and so does its short writing.
    const Forms again = read_forms(one);
    if (again.fault || again.forms.size() != 1 || again.forms[0].end != one.size()) {
      __builtin_trap();
    }
    const std::string line = on_one_line(one);
    if (on_one_line(line) != line) __builtin_trap();
    if (one.front() == '(' && !members(one)) __builtin_trap();
    const std::string bare = without_attributes(one);
    if (read_forms(bare).fault) __builtin_trap();
  }
  if (forms.fault && forms.fault->offset > size) __builtin_trap();
  Script script;
  if (read_script(text, script)) return 0;
  Scopes scopes;
  Positions positions(script.text);
  for (const Command& command : script.commands) {
    if (positions.at(command.offset) != position_of(script.text, command.offset)) __builtin_trap();
    scopes.apply(command);
    if (scopes.depth() > kMaxScopes) __builtin_trap();
  }
  return 0;
}

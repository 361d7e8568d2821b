// Z3 through its command evaluator: the same reader and printer as the program z3 has.
#include "smt/worker/z3_session.h"

#include <charconv>

namespace codecalc::smt {
namespace {

/// Reads "NAME NUMBER" at the start of `text` and takes it away.
bool take_number(std::string_view& text, std::string_view name, std::size_t& number) {
  if (!text.starts_with(name)) return false;
  const char* begin = text.data() + name.size();
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(begin, last, number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

/// What stands in `(error "...")`, with "" read as one quotation mark.
std::string error_text(std::string_view output) {
  const std::size_t begin = output.find("(error \"");
  if (begin == std::string_view::npos) return {};
  std::string text;
  for (std::size_t i = begin + 8; i < output.size(); ++i) {
    if (output[i] == '"') {
      if (i + 1 >= output.size() || output[i + 1] != '"') break;
      ++i;
    }
    text += output[i];
  }
  return text;
}

}  // namespace

std::string z3_version() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

Z3Session::Z3Session() {
  Z3_config config = Z3_mk_config();
  context_ = Z3_mk_context(config);
  Z3_del_config(config);
  // Errors are told by the output; without a handler Z3 would only set a code.
  Z3_set_error_handler(context_, nullptr);
}

Z3Session::~Z3Session() { Z3_del_context(context_); }

void Z3Session::locate(Output& output, std::string_view command, std::string_view message) const {
  // "line L column C: reason", counted over all that this session was given.
  std::string_view rest = message;
  Position seen;
  if (take_number(rest, "line ", seen.line) && take_number(rest, " column ", seen.column)) {
    if (rest.starts_with(": ")) rest.remove_prefix(2);
    const bool within =
        seen.line > fed_.line || (seen.line == fed_.line && seen.column >= fed_.column);
    if (within) {
      output.where.line = seen.line - fed_.line + 1;
      output.where.column = seen.line == fed_.line ? seen.column - fed_.column + 1 : seen.column;
    }
    const Position end = position_of(command, command.size());
    if (output.where.line > end.line) output.where = {};
  }
  output.error = rest;
}

Z3Session::Output Z3Session::run(const std::string& command) {
  Output output;
  const char* text = Z3_eval_smtlib2_string(context_, command.c_str());
  if (text != nullptr) output.text = text;
  const Z3_error_code code = Z3_get_error_code(context_);
  while (!output.text.empty() && output.text.back() == '\n') output.text.pop_back();
  std::string error = error_text(output.text);
  if (code != Z3_OK && error.empty()) {
    const char* known = Z3_get_error_msg(context_, code);
    error = known != nullptr ? known : "Z3 gives no reason";
  }
  output.failed = !error.empty();
  if (output.failed) locate(output, command, error);
  const Position end = position_of(command, command.size());
  // Z3 counts the end of each text as a column.
  fed_ = end.line == 1 ? Position{fed_.line, fed_.column + end.column}
                       : Position{fed_.line + end.line - 1, end.column + 1};
  return output;
}

}  // namespace codecalc::smt

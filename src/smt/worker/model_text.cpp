// Reading of models; the printed form: SMT-LIB 2.7, section 4.2.6.
#include "smt/worker/model_text.h"

#include <algorithm>
#include <optional>

#include "smt/reader.h"

namespace codecalc::smt {
namespace {

/// Digits with at most one point, and the mark of a cut decimal.
bool is_decimal(std::string_view text) {
  std::size_t digits = 0, points = 0;
  if (text.ends_with('?')) text.remove_suffix(1);
  for (const char c : text) {
    if (c >= '0' && c <= '9') ++digits;
    else if (c == '.') ++points;
    else return false;
  }
  return digits > 0 && points <= 1;
}

std::optional<std::string> unsigned_number(std::string_view value) {
  if (is_decimal(value)) {
    if (value.ends_with(".0")) value.remove_suffix(2);
    return std::string(value);
  }
  const auto parts = members(value);
  if (!parts || parts->size() != 3 || (*parts)[0] != "/") return std::nullopt;
  if (!is_decimal((*parts)[1]) || !is_decimal((*parts)[2])) return std::nullopt;
  return *unsigned_number((*parts)[1]) + "/" + *unsigned_number((*parts)[2]);
}

}  // namespace

std::string plain_value(std::string_view value) {
  if (const auto number = unsigned_number(value)) return *number;
  const auto parts = members(value);
  if (parts && parts->size() == 2 && (*parts)[0] == "-") {
    if (const auto number = unsigned_number((*parts)[1])) return "-" + *number;
  }
  if (parts && parts->size() == 3 && (*parts)[0] == "/") {
    // (/ (- 1.0) 2.0), as some printers have it.
    const std::string above = plain_value((*parts)[1]);
    const auto below = unsigned_number((*parts)[2]);
    if (below && above.starts_with('-') && is_decimal(std::string_view(above).substr(1))) {
      return above + "/" + *below;
    }
  }
  return on_one_line(value);
}

std::vector<ModelEntry> read_model(std::string_view output) {
  std::vector<ModelEntry> out;
  const auto entries = members(output);
  if (!entries) return out;
  for (const std::string_view entry : *entries) {
    // (define-fun name ((parameter sort)...) sort value); others tell of uninterpreted sorts.
    const auto parts = members(entry);
    if (!parts || parts->size() != 5) continue;
    if ((*parts)[0] != "define-fun" && (*parts)[0] != "define-fun-rec") continue;
    const auto parameters = members((*parts)[2]);
    if (!parameters) continue;
    ModelEntry value;
    value.name = bare_symbol((*parts)[1]);
    value.algebraic = parameters->empty() && (*parts)[4].starts_with("(root-obj");
    value.value = parameters->empty() ? plain_value((*parts)[4]) : on_one_line(entry);
    out.push_back(std::move(value));
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> read_pairs(std::string_view output) {
  std::vector<std::pair<std::string, std::string>> out;
  const auto entries = members(output);
  if (!entries) return out;
  for (const std::string_view entry : *entries) {
    const auto parts = members(entry);
    if (parts && parts->size() == 2) {
      out.emplace_back(on_one_line((*parts)[0]), plain_value((*parts)[1]));
    }
  }
  return out;
}

}  // namespace codecalc::smt

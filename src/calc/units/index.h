// Looking up unit names: symbols as written, words in any case, prefixes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "calc/units/table.h"

namespace codecalc::calc::units {

/// A row, the prefix before it (null: none), and what to say of the spelling.
struct Found {
  const UnitRow* row = nullptr;
  const Prefix* prefix = nullptr;
  std::string note;
};

class UnitIndex {
 public:
  static const UnitIndex& get();

  std::optional<Found> find(std::string_view name) const;
  std::vector<std::string> other_spellings(std::string_view name) const;
  const std::vector<std::string_view>& names() const { return names_; }

 private:
  UnitIndex();
  const UnitRow* symbol(std::string_view text) const;
  const UnitRow* word(std::string_view text) const;
  std::optional<Found> prefixed(std::string_view name) const;
  /// As a symbol with or without prefix, without the note on its case.
  std::optional<Found> spelled_as(std::string_view name) const;

  std::unordered_map<std::string_view, const UnitRow*> symbols_;
  std::unordered_map<std::string_view, const UnitRow*> words_;
  std::vector<std::string_view> names_;
};

/// Calls `visit` with each blank-separated word of `list`.
template <class Visit>
void for_each_word(std::string_view list, Visit visit) {
  while (!list.empty()) {
    const auto blank = list.find(' ');
    if (blank != 0) visit(list.substr(0, blank));
    list = blank == std::string_view::npos ? std::string_view{} : list.substr(blank + 1);
  }
}

}  // namespace codecalc::calc::units

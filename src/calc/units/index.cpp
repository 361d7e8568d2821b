// Looking up unit names.
#include "calc/units/index.h"

#include <algorithm>

#include "base/text.h"

namespace codecalc::calc::units {
namespace {

bool takes(const UnitRow& row, const Prefix& prefix) {
  switch (row.prefixes) {
    case Prefixes::kNone: return false;
    case Prefixes::kDecimal: return prefix.base == 10;
    case Prefixes::kData: return prefix.base == 2 || prefix.exponent >= 3;
  }
  return false;
}

/// Dimensions in which a wrong case of the prefix or of b and B is a common and costly slip.
bool often_confused(const Dimension& d) {
  return d == kPower || d == kEnergy || d == kPressure || d == kFrequency || d == kInformation ||
         d == kDataRate;
}

}  // namespace

UnitIndex::UnitIndex() {
  for (const auto table : unit_tables()) {
    for (const UnitRow& row : table) {
      for_each_word(row.symbols, [&](std::string_view s) {
        symbols_.emplace(s, &row);
        names_.push_back(s);
      });
      for_each_word(row.words, [&](std::string_view w) {
        words_.emplace(w, &row);
        names_.push_back(w);
      });
    }
  }
}

const UnitIndex& UnitIndex::get() {
  static const UnitIndex kIndex;
  return kIndex;
}

const UnitRow* UnitIndex::symbol(std::string_view text) const {
  const auto it = symbols_.find(text);
  return it == symbols_.end() ? nullptr : it->second;
}

const UnitRow* UnitIndex::word(std::string_view text) const {
  const std::string lower = to_lower(text);
  for (std::string_view view = lower;; view.remove_suffix(1)) {
    if (const auto it = words_.find(view); it != words_.end()) return it->second;
    // Symbols that are words themselves: bit, bar, mol, psi.
    if (view.size() >= 3) {
      if (const UnitRow* row = symbol(view)) return row;
    }
    if (view.size() < lower.size() || view.size() < 3 || view.back() != 's') return nullptr;
  }
}

std::optional<Found> UnitIndex::prefixed(std::string_view name) const {
  for (const Prefix& p : prefixes()) {
    if (!name.starts_with(p.symbol)) continue;
    const UnitRow* row = symbol(name.substr(p.symbol.size()));
    if (row != nullptr && takes(*row, p)) return Found{row, &p, std::string(row->note)};
  }
  const std::string lower = to_lower(name);
  for (const Prefix& p : prefixes()) {
    if (!lower.starts_with(p.word)) continue;
    const UnitRow* row = word(std::string_view(lower).substr(p.word.size()));
    if (row != nullptr && takes(*row, p)) return Found{row, &p, std::string(row->note)};
  }
  return std::nullopt;
}

std::optional<Found> UnitIndex::spelled_as(std::string_view name) const {
  if (const UnitRow* row = symbol(name)) return Found{row, nullptr, std::string(row->note)};
  return prefixed(name);
}

std::optional<Found> UnitIndex::find(std::string_view name) const {
  std::optional<Found> found;
  if (const UnitRow* row = symbol(name)) {
    found = Found{row, nullptr, std::string(row->note)};
  } else if (const UnitRow* spelled = word(name)) {
    return Found{spelled, nullptr, std::string(spelled->note)};
  } else {
    for (const LowerCaseSymbol& l : lower_case_symbols()) {
      if (l.spelling != name) continue;
      found = find(l.meaning);
      if (found && !l.other.empty()) {
        found->note = std::string(name) + " read as " + std::string(l.meaning) + ", not " +
                      std::string(l.other);
      } else if (found) {
        // Said of the capital letter, which was not written.
        found->note.clear();
      }
      return found;
    }
    found = prefixed(name);
  }
  if (found && found->note.empty() && often_confused(found->row->dimension)) {
    std::string others;
    for (const std::string& other : other_spellings(name)) {
      const auto reading = spelled_as(other);
      if (!reading || reading->row->dimension != found->row->dimension) continue;
      others += (others.empty() ? "" : ", ") + other;
    }
    if (!others.empty()) found->note = "case matters: " + std::string(name) + " is not " + others;
  }
  return found;
}

std::vector<std::string> UnitIndex::other_spellings(std::string_view name) const {
  std::vector<std::string> spellings;
  const auto add = [&](std::string text) {
    if (text != name && std::find(spellings.begin(), spellings.end(), text) == spellings.end()) {
      spellings.push_back(std::move(text));
    }
  };
  const std::string lower = to_lower(name);
  for (const auto& degree : {"°C", "°F"}) {
    if (lower == to_lower(std::string_view(degree).substr(2))) add(degree);
  }
  for (const auto table : unit_tables()) {
    for (const UnitRow& row : table) {
      for_each_word(row.symbols, [&](std::string_view s) {
        if (to_lower(s) == lower) add(std::string(s));
        if (row.prefixes == Prefixes::kNone || s.size() >= lower.size()) return;
        for (const Prefix& p : prefixes()) {
          if (p.symbol.size() + s.size() != lower.size() || !takes(row, p)) continue;
          std::string text = std::string(p.symbol) + std::string(s);
          if (to_lower(text) == lower) add(std::move(text));
        }
      });
    }
  }
  return spellings;
}

}  // namespace codecalc::calc::units

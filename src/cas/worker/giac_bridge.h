// Between expression trees and Giac's values. Included by giac_*.cpp only.
#pragma once

#include <giac/config.h>
#include <giac/giac.h>

#include <map>
#include <optional>
#include <string>

#include "cas/worker/giac_engine.h"

namespace codecalc::cas {

/// Giac's context, and what is looked up by name once.
struct Giac::State {
  giac::context context;
  giac::gen plus_infinity, minus_infinity, unsigned_infinity, undefined, euler_gamma, pi, imaginary;
  mutable std::map<std::string, giac::gen, std::less<>> functions;
  mutable std::map<std::string, giac::gen, std::less<>> symbols;

  /// The command of that name; throws std::runtime_error when Giac has none.
  const giac::gen& function(std::string_view name) const;
  /// A user's variable. Its name inside Giac has a prefix, so that it meets none of Giac's own.
  const giac::gen& symbol(std::string_view name) const;
  giac::gen call(std::string_view name, const giac::gen& arguments) const;
};

/// The prefix of users' names inside Giac.
inline constexpr std::string_view kUserPrefix = "uu";

/// Throws std::runtime_error for what Giac cannot hold.
giac::gen to_giac(const Expr& e, const Giac::State& state);

/// Nothing for values that the language has no word for.
std::optional<Expr> from_giac(const giac::gen& g, const Giac::State& state);

}  // namespace codecalc::cas

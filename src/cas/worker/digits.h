// Certified numbers as decimal text.
#pragma once

#include <optional>
#include <string>

#include "cas/worker/numeric.h"

namespace codecalc::cas {

/// `value` rounded to `digits` significant digits, as Python users see it: "1036.00000000",
/// "0.333333333333", "2.43290200818e+18". `strip` drops trailing zeros but one ("2.0").
std::string decimal_text(arb_srcptr value, long digits, bool strip = false);

/// A complex number: "0.5 + 0.866025403784*I", "2.0*I"; a real one as above.
std::string decimal_text(const Ball& value, long digits);

/// The same as a tree: literals with a point are what answers hold in place of exact values.
Expr decimal_tree(const Ball& value, long digits);

}  // namespace codecalc::cas

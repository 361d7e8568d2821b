// Any text: the exact calculator answers with a value or a caller's mistake, within its bounds.
// Irrational values are left out: their plugin is no part of a fuzzer's instrumented code.
// Seeds: test/data/calc/*.txt (lines)
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "calc/answer.h"
#include "calc/evaluator.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto tree = codecalc::calc::parse_exact(text);
  if (!tree.ok()) return 0;
  static codecalc::calc::Certified certified;
  codecalc::calc::Meter meter;
  codecalc::calc::Context context{meter, certified};
  const auto answer = codecalc::calc::answer(*tree, context);
  if (!answer.ok() && answer.error().code == codecalc::Code::kInternal) std::abort();
  return 0;
}

// Fuzzes the reader of models.
// Seeds: test/data/smt
#include <cstdint>
#include <string_view>

#include "smt/worker/model_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codecalc::smt;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const ModelEntry& entry : read_model(text)) {
    if (entry.value.size() > 2 * size + 2) __builtin_trap();
  }
  (void)read_pairs(text);
  const std::string plain = plain_value(text);
  if (plain_value(plain) != plain) __builtin_trap();
  return 0;
}

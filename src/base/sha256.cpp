// SHA-256 by nettle, which uses the processor's own instructions where it has them.
#include "base/sha256.h"

#include <nettle/sha2.h>

#include <array>
#include <cstdint>

namespace codecalc {

struct Sha256::State {
  sha256_ctx context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { sha256_init(&state_->context); }
Sha256::~Sha256() = default;

Sha256& Sha256::add(std::string_view bytes) {
  sha256_update(&state_->context, bytes.size(),
                reinterpret_cast<const std::uint8_t*>(bytes.data()));
  return *this;
}

std::string Sha256::hex() {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest;
  sha256_digest(&state_->context, digest.size(), digest.data());
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest.size());
  for (const std::uint8_t byte : digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::string sha256_tag(std::string_view bytes) { return "sha256:" + Sha256().add(bytes).hex(); }

}  // namespace codecalc

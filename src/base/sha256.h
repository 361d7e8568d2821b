// SHA-256 of a text, as the contract writes it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace codecalc {

/// Hashes pieces that belong together, such as the parts of a request.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  Sha256& add(std::string_view bytes);

  /// 64 lower-case hex digits of what was added; starts anew.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// "sha256:" and 64 lower-case hex digits.
std::string sha256_tag(std::string_view bytes);

}  // namespace codecalc

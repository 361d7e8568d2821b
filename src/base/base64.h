// Base64 as RFC 4648 writes it.
#pragma once

#include <string>
#include <string_view>

namespace codecalc {

/// With padding, without line breaks.
std::string base64(std::string_view bytes);

}  // namespace codecalc

// Reading the pipes of programs.
#include "sandbox/capture.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>

namespace codecalc::sandbox {
namespace {

constexpr std::size_t kPieceBytes = 64 << 10;

}  // namespace

void Capture::open(UniqueFd fd, std::uint64_t keep_bytes) {
  fd_ = std::move(fd);
  keep_ = keep_bytes;
  captured_ = {};
  ended_ = false;
}

std::string_view Capture::read_once(std::uint64_t& came, bool& more) {
  char piece[kPieceBytes];
  const ssize_t n = ::read(fd_.get(), piece, sizeof piece);
  if (n < 0) {
    more = errno == EINTR;
    if (errno != EAGAIN && errno != EINTR) {
      captured_.error = std::strerror(errno);
      ended_ = true;
    }
    return {};
  }
  if (n == 0) {
    ended_ = true;
    return {};
  }
  came = static_cast<std::uint64_t>(n);
  more = true;
  captured_.bytes += came;
  const std::size_t before = captured_.data.size();
  const std::size_t kept = std::min<std::uint64_t>(came, keep_ - before);
  captured_.data.append(piece, kept);
  if (kept < came) captured_.truncated = true;
  return std::string_view(captured_.data).substr(before, kept);
}

Captured Capture::take() {
  fd_.reset();
  return std::move(captured_);
}

}  // namespace codecalc::sandbox

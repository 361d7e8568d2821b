// Session: what one connection remembers.
#pragma once

#include <atomic>
#include <optional>

#include "protocol/call_table.h"
#include "protocol/revision.h"

namespace codecalc::protocol {

/// Stateless requests use none of it but the table of calls. Thread-safe.
class Session {
 public:
  Session() = default;
  /// A transport that carries the revision itself (an HTTP header) gives it here.
  explicit Session(Revision negotiated) { negotiate(negotiated); }

  /// Nothing before the handshake.
  std::optional<Revision> negotiated() const {
    const int value = negotiated_.load(std::memory_order_acquire);
    if (value < 0) return std::nullopt;
    return static_cast<Revision>(value);
  }
  void negotiate(Revision revision) {
    negotiated_.store(static_cast<int>(revision), std::memory_order_release);
  }

  CallTable& calls() { return calls_; }

 private:
  std::atomic<int> negotiated_{-1};
  CallTable calls_;
};

}  // namespace codecalc::protocol

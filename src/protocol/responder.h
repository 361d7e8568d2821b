// Where the answers to one incoming text go: the seam between the protocol and a transport.
#pragma once

#include <string>

namespace codecalc::protocol {

/// Thread-safe. Texts are whole JSON-RPC messages without a line end. For each request that a text
/// holds, exactly one of respond() and abandon() is called; a text without requests gets one
/// abandon().
class Responder {
 public:
  virtual ~Responder() = default;

  /// A notification that belongs to a running request. Never blocks: it may be dropped when the
  /// peer reads too slowly, unless `must_arrive`.
  virtual void notify(std::string text, bool must_arrive) = 0;

  /// A response. `error_code` is 0 for a result. May wait for a peer that does not read, unless it
  /// is called from the thread that reads from that peer.
  virtual void respond(std::string text, int error_code) = 0;

  /// Nothing will be answered: a cancelled request, a notification.
  virtual void abandon() = 0;
};

}  // namespace codecalc::protocol

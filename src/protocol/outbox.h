// Outbox: whole lines to a descriptor, for a peer that may read slowly or not at all.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/fd.h"
#include "protocol/responder.h"

namespace codecalc::protocol {

struct OutboxLimits {
  std::size_t droppable_above = std::size_t{1} << 20;  ///< queued bytes; progress is dropped then
  std::size_t wait_above = std::size_t{32} << 20;      ///< queued bytes; workers wait
  std::size_t full_above = std::size_t{64} << 20;      ///< queued bytes; see is_full()
};

/// Lines are written by the thread that sends them while the peer takes them, and by a thread of
/// the outbox otherwise: no other thread ever blocks on the descriptor. Thread-safe.
class Outbox final : public Responder {
 public:
  explicit Outbox(UniqueFd fd, const OutboxLimits& limits = {});
  /// What is still queued is dropped; see flush().
  ~Outbox() override;

  void notify(std::string text, bool must_arrive) override;
  /// Waits while much is queued, except on the thread that called set_reader_thread().
  void respond(std::string text, int error_code) override;
  void abandon() override {}

  /// The calling thread reads from the peer and must never wait for it to read.
  void set_reader_thread() { reader_ = std::this_thread::get_id(); }

  /// So much is queued that reading on makes no sense; waits up to `patience` for that to end.
  bool is_full(std::chrono::milliseconds patience);
  /// The peer has closed its end.
  bool is_broken() const;
  /// Waits until all is written; false when `patience` passed or the peer has gone.
  bool flush(std::chrono::milliseconds patience);

 private:
  bool send(std::string text, bool droppable, bool may_wait);
  /// Writes what goes out without blocking; gives the number of bytes.
  std::size_t write_ready(std::string_view bytes);
  void write_queued();

  UniqueFd fd_;
  UniqueFd stop_;  ///< an eventfd that ends a blocked write
  const OutboxLimits limits_;
  bool is_socket_ = false;
  std::thread::id reader_;
  mutable std::mutex mutex_;
  std::condition_variable queued_;   ///< wakes the writer
  std::condition_variable drained_;  ///< wakes those who wait for room
  std::deque<std::string> queue_;
  std::size_t queued_bytes_ = 0;
  bool writing_ = false;  ///< the writer holds the front line
  bool broken_ = false;
  bool stopping_ = false;
  std::thread writer_;
};

}  // namespace codecalc::protocol

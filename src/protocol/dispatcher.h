// Dispatcher: from an incoming text to answers, whatever the transport.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "protocol/call_table.h"
#include "protocol/exchange.h"
#include "protocol/responder.h"
#include "protocol/server_info.h"
#include "protocol/session.h"
#include "protocol/worker_pool.h"

namespace codecalc::protocol {

struct DispatcherOptions {
  std::size_t max_in_flight = 1024;  ///< requests in work at once, over all connections
  std::size_t max_standing = 64;     ///< the same for subscriptions
  std::size_t quick_threads = 16;
  std::size_t blocking_threads = 256;
  /// How often deadlines are looked at, and how long after its deadline a call may still answer.
  std::chrono::milliseconds watch_period{1000};
  std::chrono::milliseconds deadline_grace{5000};
};

/// Thread-safe, but the texts of one connection must come from one thread, in their order.
class Dispatcher {
 public:
  Dispatcher(ServerParts parts, const DispatcherOptions& options);
  /// Waits for running calls; call shut_down() first.
  ~Dispatcher();

  /// Serves one text: a message, or a batch where the session's revision has them. Never throws.
  void handle(std::string_view text, const std::shared_ptr<Session>& session,
              const std::shared_ptr<Responder>& responder);

  /// Answers for a text that was longer than a transport takes.
  static void refuse_too_long(std::size_t limit, Responder& responder);

  /// Ends every call of a session without an answer.
  void cancel_all(Session& session);

  /// Ends everything: blocking calls at once, quick ones after `quick_grace`. True when no call is
  /// left after `patience` more; otherwise the object must not be destroyed.
  bool shut_down(std::chrono::milliseconds quick_grace, std::chrono::milliseconds patience);

  const ServerParts& parts() const { return parts_; }

  /// The `tools` array of tools/list as `revision` shows it; made on first use.
  const std::string& tool_list(Revision revision);

 private:
  friend struct Exchange;

  void handle_message(Message message, const std::shared_ptr<Session>& session,
                      const std::shared_ptr<Responder>& responder, bool in_batch);
  void handle_request(Message message, const std::shared_ptr<Session>& session,
                      const std::shared_ptr<Responder>& responder, bool in_batch);
  void handle_batch(std::vector<Message> messages, const std::shared_ptr<Session>& session,
                    const std::shared_ptr<Responder>& responder);
  void handle_notification(const Message& message, Session& session);
  void end_unanswered(Session* session, const std::shared_ptr<Call>& call);

  /// A call with its exchange and what it does; shared by its worker and the watch.
  struct Running;
  /// Puts a call into the tables; false when that was refused and answered.
  bool enter(const std::shared_ptr<Running>& running);
  /// Answers unless somebody did.
  static void answer(Running& running, Outcome outcome);
  void work(const std::shared_ptr<Running>& running);
  void start(Exchange exchange, Exchange::Job job);
  bool stand(const Exchange& exchange);

  ServerParts parts_;
  const DispatcherOptions options_;
  std::atomic<bool> stopping_{false};
  std::array<std::once_flag, kRevisionCount> list_made_;
  std::array<std::string, kRevisionCount> lists_;
  CallWatch watch_;
  WorkerPool quick_;
  WorkerPool blocking_;
};

}  // namespace codecalc::protocol

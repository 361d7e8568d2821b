// The order of checks for each message, and the life of a call.
#include "protocol/dispatcher.h"

#include <exception>
#include <utility>

#include "base/text.h"
#include "protocol/batch.h"
#include "protocol/methods.h"
#include "protocol/request_meta.h"
#include "protocol/tool_listing.h"

namespace codecalc::protocol {
namespace {

void respond_error(Responder& responder, std::string_view id, const RpcError& error) {
  responder.respond(error_text(id, error), error.code);
}

}  // namespace

struct Dispatcher::Running {
  Exchange exchange;
  Exchange::Job job;
  std::shared_ptr<Call> call;
};

Dispatcher::Dispatcher(ServerParts parts, const DispatcherOptions& options)
    : parts_(std::move(parts)),
      options_(options),
      watch_(options.watch_period, options.deadline_grace),
      quick_({.max_threads = options.quick_threads}),
      blocking_({.max_threads = options.blocking_threads}) {}

Dispatcher::~Dispatcher() = default;

void Dispatcher::handle(std::string_view text, const std::shared_ptr<Session>& session,
                        const std::shared_ptr<Responder>& responder) {
  if (stopping_.load(std::memory_order_acquire)) return responder->abandon();
  Incoming incoming;
  try {
    incoming = read_incoming(text);
  } catch (const std::exception&) {  // no memory for it
    return respond_error(*responder, "null", {kInternalError, "the message could not be read", {}});
  }
  if (incoming.is_batch) return handle_batch(std::move(incoming.messages), session, responder);
  handle_message(std::move(incoming.messages.front()), session, responder, false);
}

void Dispatcher::handle_batch(std::vector<Message> messages,
                              const std::shared_ptr<Session>& session,
                              const std::shared_ptr<Responder>& responder) {
  if (session->negotiated() != Revision::k2025_03_26) {
    return respond_error(*responder, "null",
                         {kInvalidRequest, "this protocol revision has no batches", {}});
  }
  if (messages.empty()) {
    return respond_error(*responder, "null", {kInvalidRequest, "the batch is empty", {}});
  }
  std::size_t answers = 0;
  for (const Message& message : messages) {
    if (message.kind == Message::Kind::kRequest || message.kind == Message::Kind::kInvalid) {
      ++answers;
    }
  }
  std::shared_ptr<Responder> collector = responder;
  if (answers > 0) {
    collector = std::make_shared<BatchResponder>(responder, answers);
  } else {
    responder->abandon();
  }
  for (Message& message : messages) {
    if (message.kind == Message::Kind::kNotification) {
      handle_notification(message, *session);
    } else if (message.kind != Message::Kind::kResponse) {
      handle_message(std::move(message), session, collector, true);
    }
  }
}

void Dispatcher::handle_message(Message message, const std::shared_ptr<Session>& session,
                                const std::shared_ptr<Responder>& responder, bool in_batch) {
  switch (message.kind) {
    case Message::Kind::kInvalid: return respond_error(*responder, message.id, message.error);
    case Message::Kind::kResponse: return responder->abandon();  // this server asks nothing
    case Message::Kind::kNotification:
      handle_notification(message, *session);
      return responder->abandon();
    case Message::Kind::kRequest: break;
  }
  const std::string id = message.id;
  try {
    handle_request(std::move(message), session, responder, in_batch);
  } catch (const std::exception&) {
    respond_error(*responder, id, {kInternalError, "the request could not be served", {}});
  }
}

void Dispatcher::handle_notification(const Message& message, Session& session) {
  if (message.method != "notifications/cancelled") return;
  const auto id = message.params.find("requestId");
  if (id == message.params.end()) return;
  const auto text = id_text(*id);
  if (!text) return;
  if (const auto call = session.calls().find(*text)) end_unanswered(&session, call);
}

void Dispatcher::handle_request(Message message, const std::shared_ptr<Session>& session,
                                const std::shared_ptr<Responder>& responder, bool in_batch) {
  Exchange exchange{*this,
                    session,
                    responder,
                    std::move(message.id),
                    std::move(message.method),
                    std::move(message.params)};
  if (!message.params_valid) {
    return exchange.fail({kInvalidParams, "\"params\" must be an object", {}});
  }
  if (auto error = check_meta_shape(exchange.params)) return exchange.fail(*std::move(error));
  const auto negotiated = session->negotiated();
  const bool opens = exchange.method == "initialize" || exchange.method == "ping";
  if (has_stateless_meta(exchange.params) || (!negotiated && !opens)) {
    if (in_batch) {
      return exchange.fail({kInvalidRequest, "revision 2026-07-28 has no batches", {}});
    }
    if (auto error = check_stateless_meta(exchange.params)) {
      return exchange.fail(*std::move(error));
    }
    exchange.revision = Revision::k2026_07_28;
  } else {
    exchange.revision = negotiated.value_or(kNewestHandshake);
  }
  if (in_batch && exchange.method == "initialize") {
    return exchange.fail({kInvalidRequest, "initialize must not be part of a batch", {}});
  }
  const Method* method = find_method(exchange.method, exchange.revision);
  if (method == nullptr) {
    return exchange.fail(
        {kMethodNotFound,
         "no such method in revision " + std::string(revision_name(exchange.revision)),
         Json(shorten(exchange.method, 64))});
  }
  method->handle(exchange);
}

void Dispatcher::refuse_too_long(std::size_t limit, Responder& responder) {
  respond_error(responder, "null",
                {kInvalidRequest,
                 "the message is longer than " + std::to_string(limit) + " bytes and was dropped",
                 {}});
}

const std::string& Dispatcher::tool_list(Revision revision) {
  const auto index = static_cast<std::size_t>(revision);
  std::call_once(list_made_[index],
                 [&] { lists_[index] = tool_list_for(parts_.registry.list_json(), revision); });
  return lists_[index];
}

void Dispatcher::end_unanswered(Session* session, const std::shared_ptr<Call>& call) {
  if (call->claim()) {
    if (session != nullptr) session->calls().remove(*call);
    call->responder().abandon();
  }
  if (call->traits().kind == CallTraits::Kind::kStanding) watch_.remove(call);
  call->cancel_token().cancel();
}

void Dispatcher::cancel_all(Session& session) {
  for (const auto& call : session.calls().all()) end_unanswered(&session, call);
}

bool Dispatcher::shut_down(std::chrono::milliseconds quick_grace,
                           std::chrono::milliseconds patience) {
  using Kind = CallTraits::Kind;
  stopping_.store(true, std::memory_order_release);
  for (const auto& call : watch_.all()) {
    if (call->traits().kind != Kind::kQuick) end_unanswered(nullptr, call);
  }
  const auto now = CallWatch::Clock::now;
  watch_.wait_none(now() + quick_grace,
                   [](const Call& call) { return call.traits().kind == Kind::kQuick; });
  for (const auto& call : watch_.all()) end_unanswered(nullptr, call);
  return watch_.wait_none(now() + patience, [](const Call&) { return true; });
}

bool Dispatcher::enter(const std::shared_ptr<Running>& running) {
  Exchange& exchange = running->exchange;
  if (!exchange.session->calls().add(running->call)) {
    exchange.fail({kInvalidRequest, "a request with this id is still in work", {}});
    return false;
  }
  const auto expired = [running] {
    answer(*running, running->job.refusal(
                         Code::kTimeout, "the call passed its time limit of " +
                                             std::to_string(running->job.deadline.count()) + " s"));
    running->call->cancel_token().cancel();
  };
  const std::size_t limit = running->call->traits().kind == CallTraits::Kind::kStanding
                                ? options_.max_standing
                                : options_.max_in_flight;
  if (watch_.add(running->call, limit, expired)) return true;
  answer(*running, running->job.refusal(
                       Code::kResourceExhausted,
                       std::to_string(limit) + " requests of this kind are in work already"));
  return false;
}

void Dispatcher::answer(Running& running, Outcome outcome) {
  if (!running.call->claim()) return;
  // Out of the table before the answer is out: the client may use the id again at once.
  running.exchange.session->calls().remove(*running.call);
  if (auto* error = std::get_if<RpcError>(&outcome)) {
    running.exchange.fail(std::move(*error));
  } else {
    running.exchange.result(std::get<std::string>(std::move(outcome)), running.job.cache);
  }
}

void Dispatcher::work(const std::shared_ptr<Running>& running) {
  Call& call = *running->call;
  if (!call.claimed()) {
    registry::CallContext context{parts_.services, call.cancel_token(), call,
                                  call.traits().deadline};
    try {
      answer(*running, running->job.work(context));
    } catch (const std::exception&) {
      answer(*running, RpcError{kInternalError, "the request could not be served", {}});
    }
  }
  watch_.remove(running->call);
}

void Dispatcher::start(Exchange exchange, Exchange::Job job) {
  const bool quick = job.lane == registry::Lane::kQuick;
  auto call = std::make_shared<Call>(
      CallTraits{exchange.id, exchange.revision, progress_token(exchange.params),
                 quick ? CallTraits::Kind::kQuick : CallTraits::Kind::kBlocking,
                 std::chrono::steady_clock::now() + job.deadline},
      exchange.responder);
  auto running =
      std::make_shared<Running>(Running{std::move(exchange), std::move(job), std::move(call)});
  if (!enter(running)) return;
  if ((quick ? quick_ : blocking_).submit([this, running] { work(running); })) return;
  answer(*running, running->job.refusal(Code::kResourceExhausted, "no thread can be started"));
  watch_.remove(running->call);
}

bool Dispatcher::stand(const Exchange& exchange) {
  auto call = std::make_shared<Call>(
      CallTraits{exchange.id, exchange.revision, "", CallTraits::Kind::kStanding, {}},
      exchange.responder);
  Exchange::Job job;
  job.refusal = [](Code, const std::string& why) { return RpcError{kInternalError, why, {}}; };
  auto running = std::make_shared<Running>(Running{exchange, std::move(job), std::move(call)});
  return enter(running);
}

}  // namespace codecalc::protocol

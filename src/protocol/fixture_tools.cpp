// The tools of the protocol's tests.
#include "protocol/fixture_tools.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace codecalc {
// The fixture tools use no service; the real class is not part of these test programs.
class Services {};
}  // namespace codecalc

namespace codecalc::protocol::testing {
namespace {

using registry::CallContext;
using registry::Field;
using registry::field;
using registry::Lane;
using registry::make_tool;
using registry::out;
using registry::required;

std::atomic<int> g_begun{0};
std::atomic<int> g_heard{0};

struct TextParams {
  std::string text;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {required(field<&TextParams::text>("text", "A text."))};
    return kFields;
  }
};
struct NumberParams {
  std::int64_t number = 0;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {field<&NumberParams::number>("number", "A number.")};
    return kFields;
  }
};
struct TextReply {
  std::string text;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {required(out<&TextReply::text>("text", "A text."))};
    return kFields;
  }
};

Result<TextReply> echo(const TextParams& params, CallContext&) { return TextReply{params.text}; }

Result<TextReply> big(const NumberParams& params, CallContext&) {
  return TextReply{std::string(static_cast<std::size_t>(params.number), 'x')};
}

Result<TextReply> count(const NumberParams& params, CallContext& context) {
  for (std::int64_t i = 1; i <= params.number; ++i) {
    context.progress.report(static_cast<double>(i), static_cast<double>(params.number), "step");
    context.progress.report(static_cast<double>(i) - 0.5, 0, "backwards");
  }
  return TextReply{"counted"};
}

Result<TextReply> wait(const NumberParams& params, CallContext& context) {
  std::mutex mutex;
  std::condition_variable changed;
  bool cancelled = false;
  const auto registration = context.cancel.on_cancel([&] {
    const std::lock_guard lock(mutex);
    cancelled = true;
    changed.notify_all();
  });
  ++g_begun;
  std::unique_lock lock(mutex);
  if (changed.wait_for(lock, std::chrono::milliseconds(params.number), [&] { return cancelled; })) {
    ++g_heard;
    return Error{Code::kWorkerFailure, "cancelled", "", ""};
  }
  return TextReply{"waited"};
}

Result<TextReply> stubborn(const NumberParams& params, CallContext&) {
  std::this_thread::sleep_for(std::chrono::milliseconds(params.number));
  return TextReply{"done"};
}

const registry::ToolSpec kTools[] = {
    make_tool<TextParams, TextReply, echo>(
        {.name = "echo", .title = "Echo", .description = "Gives it back.", .always_load = true}),
    make_tool<NumberParams, TextReply, count>({.name = "count", .title = "Count"}),
    make_tool<NumberParams, TextReply, big>({.name = "big", .title = "Big"}),
    make_tool<NumberParams, TextReply, wait>(
        {.name = "wait", .title = "Wait", .lane = Lane::kBlocking}),
    make_tool<NumberParams, TextReply, stubborn>(
        {.name = "stubborn", .title = "Stubborn", .lane = Lane::kBlocking}),
    make_tool<NumberParams, TextReply, stubborn>({.name = "brief",
                                                  .title = "Brief",
                                                  .lane = Lane::kBlocking,
                                                  .deadline = std::chrono::seconds(1)}),
};

}  // namespace

const registry::Registry& fixture_registry() {
  static const auto kPointers = [] {
    std::array<const registry::ToolSpec*, std::size(kTools)> pointers{};
    for (std::size_t i = 0; i < pointers.size(); ++i) pointers[i] = &kTools[i];
    return pointers;
  }();
  static constexpr std::array kGroups = {registry::Group::kCalculator};
  static const registry::Registry kRegistry(kPointers, kGroups);
  return kRegistry;
}

ServerParts fixture_parts() {
  static Services services;
  ServerInfo info;
  info.name = "fixture";
  info.title = "Fixture";
  info.version = "1.2.3";
  info.description = "For tests.";
  info.website_url = "https://example.invalid/";
  info.icon_uri = "data:image/svg+xml;base64,AA==";
  info.icon_mime_type = "image/svg+xml";
  info.instructions = "Read me.";
  return {fixture_registry(), services, info};
}

int waits_begun() { return g_begun.load(); }

int cancellations_heard() { return g_heard.load(); }

}  // namespace codecalc::protocol::testing

// Any bytes: lines are found whatever the pieces, a message is read within its bounds, and what is
// read is written and read again as the same.
// Seeds: test/data/protocol/*.session (sent)
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "protocol/framing.h"
#include "protocol/jsonrpc.h"

namespace {

using namespace codecalc;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_message(const protocol::Message& message) {
  const auto id = read_json(message.id);
  require(std::holds_alternative<Json>(id));
  const auto answer = read_json(protocol::error_text(message.id, message.error));
  require(std::holds_alternative<Json>(answer));
  require(write_json(std::get<Json>(answer)["id"]) == write_json(std::get<Json>(id)));
  const std::string params = write_json(message.params);
  const auto again = read_json(params);
  require(std::holds_alternative<Json>(again) && write_json(std::get<Json>(again)) == params);
}

void check_line(std::string_view line) {
  const protocol::Incoming incoming = protocol::read_incoming(line);
  require(incoming.messages.size() <= std::max<std::size_t>(protocol::kMaxBatch, 1));
  for (const protocol::Message& message : incoming.messages) check_message(message);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view left(reinterpret_cast<const char*>(data), size);
  protocol::LineReader reader(4096);
  std::size_t piece = 1 + size % 61;
  while (!left.empty()) {
    const std::span<char> space = reader.space();
    const std::size_t count = std::min({space.size(), piece, left.size()});
    std::copy_n(left.begin(), count, space.begin());
    reader.commit(count);
    left.remove_prefix(count);
    for (auto line = reader.next(); line.kind != protocol::LineReader::Kind::kNone;
         line = reader.next()) {
      if (line.kind == protocol::LineReader::Kind::kLine) check_line(line.text);
    }
    piece = piece * 7 % 509 + 1;
  }
  check_line(reader.rest().text);
  return 0;
}

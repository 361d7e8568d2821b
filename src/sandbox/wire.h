// The messages between the server and codecalc-exec, and between codecalc-exec and its cells:
// little-endian numbers and length-prefixed strings. Every read is checked against the bytes left.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "sandbox/executor.h"
#include "sandbox/outcome.h"
#include "sandbox/spec.h"

namespace codecalc::sandbox {

/// Appends values to a byte string.
class WireWriter {
 public:
  void number(std::uint64_t value);  ///< eight bytes
  void small(std::uint32_t value);   ///< four bytes
  void flag(bool value) { bytes_.push_back(value ? 1 : 0); }
  void text(std::string_view value);

  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads the same values back. After a value that does not fit, ok() is false and every further
/// value is zero or empty.
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : left_(bytes) {}

  std::uint64_t number();
  std::uint32_t small();
  bool flag();
  std::string_view text();

  /// A count of elements that take at least `element_bytes` each; refuses more than can be there.
  std::uint32_t count(std::size_t element_bytes);

  bool ok() const { return ok_; }
  bool done() const { return ok_ && left_.empty(); }

 private:
  std::string_view take(std::size_t size);

  std::string_view left_;
  bool ok_ = true;
};

enum class MessageType : std::uint8_t {
  kRun = 1,     ///< to the launcher: a RunSpec
  kCancel,      ///< to the launcher: end the run of this id
  kAskHost,     ///< to the launcher: what does this host give
  kOutcome,     ///< from it: a RunOutcome
  kOutput,      ///< from it: a piece of output of the run
  kFailure,     ///< from it: an Error
  kHostReport,  ///< from it: a HostReport
};

/// A frame is this header, then `size` bytes.
struct FrameHeader {
  std::uint32_t size = 0;
  std::uint32_t id = 0;
  MessageType type = MessageType::kRun;
};
inline constexpr std::size_t kFrameHeaderBytes = 9;
/// Larger frames end the connection: sources and inputs are bounded far below by the server.
inline constexpr std::uint32_t kMaxFrameBytes = 256u << 20;

std::string encode_frame(MessageType type, std::uint32_t id, std::string_view payload);
FrameHeader decode_frame_header(std::string_view bytes);  ///< needs kFrameHeaderBytes

void encode(WireWriter& out, const Command& command);
void encode(WireWriter& out, const WorkFile& file);
void encode(WireWriter& out, const RunSpec& spec);
void encode(WireWriter& out, const RunOutcome& outcome);
void encode(WireWriter& out, const HostReport& report);
void encode(WireWriter& out, const Error& error);

void decode(WireReader& in, Command& command);
void decode(WireReader& in, WorkFile& file);
void decode(WireReader& in, RunSpec& spec);
void decode(WireReader& in, RunOutcome& outcome);
void decode(WireReader& in, HostReport& report);
void decode(WireReader& in, Error& error);

}  // namespace codecalc::sandbox

// Encoding and decoding of the launcher's messages.
#include "sandbox/wire.h"

#include <cstring>

namespace codecalc::sandbox {
namespace {

constexpr std::size_t kTextBytes = 4;  // the least that a string takes

void encode(WireWriter& out, const std::vector<std::string>& list) {
  out.small(static_cast<std::uint32_t>(list.size()));
  for (const auto& item : list) out.text(item);
}

void decode(WireReader& in, std::vector<std::string>& list) {
  list.resize(in.count(kTextBytes));
  for (auto& item : list) item = in.text();
}

void encode(WireWriter& out, const Limits& limits) {
  out.number(static_cast<std::uint64_t>(limits.wall.count()));
  out.number(static_cast<std::uint64_t>(limits.cpu.count()));
  out.number(limits.memory_bytes);
  out.number(limits.output_bytes);
  out.number(limits.file_bytes);
  out.number(limits.disk_bytes);
  out.small(limits.tasks);
  out.small(limits.open_files);
}

void decode(WireReader& in, Limits& limits) {
  limits.wall = std::chrono::milliseconds(static_cast<std::int64_t>(in.number()));
  limits.cpu = std::chrono::milliseconds(static_cast<std::int64_t>(in.number()));
  limits.memory_bytes = in.number();
  limits.output_bytes = in.number();
  limits.file_bytes = in.number();
  limits.disk_bytes = in.number();
  limits.tasks = in.small();
  limits.open_files = in.small();
}

void encode(WireWriter& out, const Captured& captured) {
  out.text(captured.data);
  out.number(captured.bytes);
  out.flag(captured.truncated);
  out.text(captured.error);
}

void decode(WireReader& in, Captured& captured) {
  captured.data = in.text();
  captured.bytes = in.number();
  captured.truncated = in.flag();
  captured.error = in.text();
}

void encode(WireWriter& out, const StepOutcome& step) {
  out.small(static_cast<std::uint32_t>(step.verdict));
  out.small(static_cast<std::uint32_t>(step.limit));
  out.flag(step.inferred);
  out.small(static_cast<std::uint32_t>(step.exit_code));
  out.small(static_cast<std::uint32_t>(step.signal));
  out.flag(step.killed_by_sandbox);
  out.number(static_cast<std::uint64_t>(step.wall.count()));
  out.number(static_cast<std::uint64_t>(step.cpu.count()));
  out.number(static_cast<std::uint64_t>(step.peak_memory_kb));
  encode(out, step.out);
  encode(out, step.err);
}

void decode(WireReader& in, StepOutcome& step) {
  step.verdict = static_cast<Verdict>(in.small());
  step.limit = static_cast<LimitHit>(in.small());
  step.inferred = in.flag();
  step.exit_code = static_cast<int>(in.small());
  step.signal = static_cast<int>(in.small());
  step.killed_by_sandbox = in.flag();
  step.wall = std::chrono::microseconds(static_cast<std::int64_t>(in.number()));
  step.cpu = std::chrono::microseconds(static_cast<std::int64_t>(in.number()));
  step.peak_memory_kb = static_cast<std::int64_t>(in.number());
  decode(in, step.out);
  decode(in, step.err);
}

}  // namespace

void WireWriter::number(std::uint64_t value) {
  char raw[8];
  std::memcpy(raw, &value, sizeof raw);
  bytes_.append(raw, sizeof raw);
}

void WireWriter::small(std::uint32_t value) {
  char raw[4];
  std::memcpy(raw, &value, sizeof raw);
  bytes_.append(raw, sizeof raw);
}

void WireWriter::text(std::string_view value) {
  small(static_cast<std::uint32_t>(value.size()));
  bytes_.append(value);
}

std::string_view WireReader::take(std::size_t size) {
  if (!ok_ || size > left_.size()) {
    ok_ = false;
    return {};
  }
  const std::string_view piece = left_.substr(0, size);
  left_.remove_prefix(size);
  return piece;
}

std::uint64_t WireReader::number() {
  const std::string_view raw = take(8);
  std::uint64_t value = 0;
  if (!raw.empty()) std::memcpy(&value, raw.data(), sizeof value);
  return value;
}

std::uint32_t WireReader::small() {
  const std::string_view raw = take(4);
  std::uint32_t value = 0;
  if (!raw.empty()) std::memcpy(&value, raw.data(), sizeof value);
  return value;
}

bool WireReader::flag() {
  const std::string_view raw = take(1);
  return !raw.empty() && raw[0] != 0;
}

std::string_view WireReader::text() { return take(small()); }

std::uint32_t WireReader::count(std::size_t element_bytes) {
  const std::uint32_t n = small();
  if (n > left_.size() / element_bytes) {
    ok_ = false;
    return 0;
  }
  return n;
}

std::string encode_frame(MessageType type, std::uint32_t id, std::string_view payload) {
  WireWriter out;
  out.small(static_cast<std::uint32_t>(payload.size()));
  out.small(id);
  std::string frame = out.take();
  frame.reserve(kFrameHeaderBytes + payload.size());
  frame.push_back(static_cast<char>(type));
  frame.append(payload);
  return frame;
}

FrameHeader decode_frame_header(std::string_view bytes) {
  WireReader in(bytes);
  FrameHeader header;
  header.size = in.small();
  header.id = in.small();
  header.type = static_cast<MessageType>(bytes[8]);
  return header;
}

void encode(WireWriter& out, const Command& command) {
  encode(out, command.argv);
  encode(out, command.env);
}

void decode(WireReader& in, Command& command) {
  decode(in, command.argv);
  decode(in, command.env);
}

void encode(WireWriter& out, const WorkFile& file) {
  out.text(file.path);
  out.text(file.content);
  out.flag(file.executable);
}

void decode(WireReader& in, WorkFile& file) {
  file.path = in.text();
  file.content = in.text();
  file.executable = in.flag();
}

void encode(WireWriter& out, const RunSpec& spec) {
  out.small(static_cast<std::uint32_t>(spec.files.size()));
  for (const auto& file : spec.files) encode(out, file);
  out.flag(spec.compile.has_value());
  if (spec.compile) encode(out, *spec.compile);
  encode(out, spec.run);
  encode(out, spec.inputs);
  encode(out, spec.limits);
  out.flag(spec.no_net);
  out.small(static_cast<std::uint32_t>(spec.read_only.size()));
  for (const auto& path : spec.read_only) {
    out.text(path.host);
    out.text(path.inside);
  }
  out.small(static_cast<std::uint32_t>(spec.seeds.size()));
  for (const auto& seed : spec.seeds) {
    out.text(seed.host);
    out.text(seed.inside);
  }
  out.text(spec.root);
  out.text(spec.session_folder);
  out.text(spec.opened_last);
}

void decode(WireReader& in, RunSpec& spec) {
  spec.files.resize(in.count(2 * kTextBytes));
  for (auto& file : spec.files) decode(in, file);
  if (in.flag()) decode(in, spec.compile.emplace());
  decode(in, spec.run);
  decode(in, spec.inputs);
  decode(in, spec.limits);
  spec.no_net = in.flag();
  spec.read_only.resize(in.count(2 * kTextBytes));
  for (auto& path : spec.read_only) {
    path.host = in.text();
    path.inside = in.text();
  }
  spec.seeds.resize(in.count(2 * kTextBytes));
  for (auto& seed : spec.seeds) {
    seed.host = in.text();
    seed.inside = in.text();
  }
  spec.root = in.text();
  spec.session_folder = in.text();
  spec.opened_last = in.text();
}

void encode(WireWriter& out, const RunOutcome& outcome) {
  out.small(static_cast<std::uint32_t>(outcome.phase));
  encode(out, outcome.compile);
  out.small(static_cast<std::uint32_t>(outcome.runs.size()));
  for (const auto& run : outcome.runs) encode(out, run);
  out.number(static_cast<std::uint64_t>(outcome.total.count()));
  out.flag(outcome.compile_cached);
  encode(out, outcome.unenforced);
  encode(out, outcome.layers);
}

void decode(WireReader& in, RunOutcome& outcome) {
  outcome.phase = static_cast<Phase>(in.small());
  decode(in, outcome.compile);
  outcome.runs.resize(in.count(60));
  for (auto& run : outcome.runs) decode(in, run);
  outcome.total = std::chrono::microseconds(static_cast<std::int64_t>(in.number()));
  outcome.compile_cached = in.flag();
  decode(in, outcome.unenforced);
  decode(in, outcome.layers);
}

void encode(WireWriter& out, const HostReport& report) {
  out.text(report.level);
  encode(out, report.layers);
  encode(out, report.unenforced);
  encode(out, report.reasons);
}

void decode(WireReader& in, HostReport& report) {
  report.level = in.text();
  decode(in, report.layers);
  decode(in, report.unenforced);
  decode(in, report.reasons);
}

void encode(WireWriter& out, const Error& error) {
  out.small(static_cast<std::uint32_t>(error.code));
  out.text(error.message);
  out.text(error.parameter);
  out.text(error.remedy);
}

void decode(WireReader& in, Error& error) {
  error.code = static_cast<Code>(in.small());
  error.message = in.text();
  error.parameter = in.text();
  error.remedy = in.text();
}

}  // namespace codecalc::sandbox

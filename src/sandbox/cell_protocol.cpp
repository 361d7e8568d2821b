// Encoding of the cell's job.
#include "sandbox/cell_protocol.h"

namespace codecalc::sandbox {

void encode(WireWriter& out, const Preparation& preparation) {
  out.small(static_cast<std::uint32_t>(preparation.files.size()));
  for (const auto& file : preparation.files) encode(out, file);
  out.small(static_cast<std::uint32_t>(preparation.trees.size()));
  for (const auto& tree : preparation.trees) {
    out.text(tree.inside);
    out.flag(tree.writable);
  }
  out.small(static_cast<std::uint32_t>(preparation.seeds.size()));
  for (const auto& seed : preparation.seeds) out.text(seed);
  out.number(preparation.disk_bytes);
  out.flag(preparation.session);
  out.text(preparation.script);
}

void decode(WireReader& in, Preparation& preparation) {
  preparation.files.resize(in.count(9));
  for (auto& file : preparation.files) decode(in, file);
  preparation.trees.resize(in.count(5));
  for (auto& tree : preparation.trees) {
    tree.inside = in.text();
    tree.writable = in.flag();
  }
  preparation.seeds.resize(in.count(4));
  for (auto& seed : preparation.seeds) seed = in.text();
  preparation.disk_bytes = in.number();
  preparation.session = in.flag();
  preparation.script = in.text();
}

void encode(WireWriter& out, const Step& step) {
  encode(out, step.command);
  out.number(step.limits.file_bytes);
  out.number(step.limits.cpu_seconds);
  out.number(step.limits.data_bytes);
  out.small(step.limits.open_files);
  out.small(step.limits.tasks);
}

void decode(WireReader& in, Step& step) {
  decode(in, step.command);
  step.limits.file_bytes = in.number();
  step.limits.cpu_seconds = in.number();
  step.limits.data_bytes = in.number();
  step.limits.open_files = in.small();
  step.limits.tasks = in.small();
}

}  // namespace codecalc::sandbox

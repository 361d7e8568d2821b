// The stock of programs that wait.
#include "sandbox/ready_pool.h"

#include <algorithm>
#include <climits>

#include "sandbox/wire.h"

namespace codecalc::sandbox {
namespace {

constexpr std::int64_t kKeepNs = 300'000'000'000;  // five minutes
constexpr std::size_t kMaxKinds = 8;
constexpr std::size_t kMaxOfAKind = 3;
// An interpreter at rest must be well inside the limit that its run will have.
constexpr std::uint64_t kMinMemory = 128ull << 20;

}  // namespace

std::string ready_key(const RunSpec& spec) {
  const auto is_script = [&spec](const WorkFile& file) { return file.path == spec.opened_last; };
  if (spec.opened_last.empty() || spec.compile || spec.inputs.size() > 1 || !spec.seeds.empty() ||
      !spec.session_folder.empty() ||
      (spec.limits.memory_bytes != 0 && spec.limits.memory_bytes < kMinMemory) ||
      std::none_of(spec.files.begin(), spec.files.end(), is_script))
    return {};
  WireWriter out;
  encode(out, spec.run);
  out.text(spec.opened_last);
  for (const ReadOnlyPath& path : spec.read_only) {
    out.text(path.host);
    out.text(path.inside);
  }
  out.text(spec.root);
  out.flag(spec.no_net);
  out.number(spec.limits.disk_bytes);
  out.number(spec.limits.file_bytes);
  out.small(spec.limits.tasks);
  out.small(spec.limits.open_files);
  return out.take();
}

void ReadyPool::note(const std::string& key, const RunSpec& spec, std::int64_t now) {
  const auto known =
      std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& kind) { return kind.key == key; });
  if (known != kinds_.end()) {
    known->used_ns = now;
    known->proven = true;
    kinds_.splice(kinds_.begin(), kinds_, known);
    return;
  }
  Kind kind{.key = key, .used_ns = now};
  kind.proven = std::none_of(kinds_.begin(), kinds_.end(), [&spec](const Kind& other) {
    return other.spec.run.argv == spec.run.argv && other.spec.no_net == spec.no_net;
  });
  kind.spec.run = spec.run;
  kind.spec.opened_last = spec.opened_last;
  kind.spec.read_only = spec.read_only;
  kind.spec.root = spec.root;
  kind.spec.no_net = spec.no_net;
  kind.spec.limits = spec.limits;
  kinds_.push_front(std::move(kind));
  if (kinds_.size() <= kMaxKinds) return;
  const auto unproven = std::find_if(kinds_.rbegin(), std::prev(kinds_.rend()),
                                     [](const Kind& old) { return !old.proven; });
  if (unproven == std::prev(kinds_.rend())) return kinds_.pop_back();
  kinds_.erase(std::prev(unproven.base()));
}

std::size_t ReadyPool::count(const std::string& key) const {
  return static_cast<std::size_t>(std::count_if(
      cells_.begin(), cells_.end(), [&](const Entry& entry) { return entry.key == key; }));
}

// The last used kind may have several, the others one each.
std::size_t ReadyPool::share(std::size_t rank) const {
  const std::size_t first = std::min<std::size_t>(limit_, kMaxOfAKind);
  if (rank == 0) return first;
  return first + rank <= limit_ ? 1 : 0;
}

const ReadyPool::Kind* ReadyPool::wanted() const {
  if (cells_.size() >= limit_) return nullptr;
  std::size_t rank = 0;
  for (const Kind& kind : kinds_) {
    if (!kind.proven) continue;
    if (!kind.failed && count(kind.key) < share(rank)) return &kind;
    ++rank;
  }
  return nullptr;
}

void ReadyPool::add(const Kind& kind, std::unique_ptr<Cell> cell) {
  cells_.push_back({kind.key, std::move(cell), false});
}

void ReadyPool::waits(const Cell* cell) {
  for (Entry& entry : cells_) {
    if (entry.cell.get() == cell) entry.waiting = true;
  }
}

std::unique_ptr<Cell> ReadyPool::take(const std::string& key) {
  if (key.empty()) return nullptr;
  for (auto entry = cells_.begin(); entry != cells_.end(); ++entry) {
    if (!entry->waiting || entry->key != key) continue;
    std::unique_ptr<Cell> cell = std::move(entry->cell);
    cells_.erase(entry);
    return cell;
  }
  return nullptr;
}

std::unique_ptr<Cell> ReadyPool::fail(const Cell* cell) {
  for (auto entry = cells_.begin(); entry != cells_.end(); ++entry) {
    if (entry->cell.get() != cell) continue;
    for (Kind& kind : kinds_) {
      if (kind.key == entry->key && !entry->waiting) kind.failed = true;
    }
    std::unique_ptr<Cell> taken = std::move(entry->cell);
    cells_.erase(entry);
    return taken;
  }
  return nullptr;
}

std::vector<std::unique_ptr<Cell>> ReadyPool::expire(std::int64_t now) {
  std::erase_if(kinds_, [now](const Kind& kind) { return now - kind.used_ns >= kKeepNs; });
  std::vector<std::unique_ptr<Cell>> out;
  std::size_t rank = 0;
  std::map<std::string, std::size_t> allowed;
  for (const Kind& kind : kinds_) {
    if (kind.proven) allowed[kind.key] = share(rank++);
  }
  for (auto entry = cells_.begin(); entry != cells_.end();) {
    std::size_t& left = allowed[entry->key];
    if (left > 0) {
      --left;
      ++entry;
      continue;
    }
    out.push_back(std::move(entry->cell));
    entry = cells_.erase(entry);
  }
  return out;
}

std::int64_t ReadyPool::next_expiry() const {
  if (cells_.empty() || kinds_.empty()) return INT64_MAX;
  return kinds_.back().used_ns + kKeepNs;
}

std::unique_ptr<Cell> ReadyPool::give_up() {
  if (cells_.empty()) return nullptr;
  std::unique_ptr<Cell> cell = std::move(cells_.back().cell);
  cells_.pop_back();
  return cell;
}

}  // namespace codecalc::sandbox

// Programs started ahead of their runs: which to keep, for how long, and which run may have one.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sandbox/host.h"

namespace codecalc::sandbox {

/// What makes two runs alike enough for the same waiting program: the command, its environment, the
/// folders shown, the network, and the limits that are set before its exec. Empty when the run
/// cannot have one: it has a compile step, several inputs, a session, a seed, a limit below what an
/// interpreter needs at rest, or an interpreter that does not open its script last.
std::string ready_key(const RunSpec& spec);

/// The stock. Kinds appear with their first run and go when they are not used for a while; there
/// are never more programs than the operator allows.
class ReadyPool {
 public:
  explicit ReadyPool(unsigned limit) : limit_(limit) {}

  /// A run of this kind was asked for at `now` (monotonic nanoseconds).
  void note(const std::string& key, const RunSpec& spec, std::int64_t now);

  /// A cell whose program waits for its script; null when there is none.
  std::unique_ptr<Cell> take(const std::string& key);

  struct Kind {
    std::string key;
    RunSpec spec;  ///< without files and inputs
    std::int64_t used_ns = 0;
    bool failed = false;  ///< its programs do not start ahead
    /// A further kind of a command counts from its second run on: a folder that is shown once makes
    /// a kind that never comes again.
    bool proven = false;
  };

  /// The kind of which one more is wanted; null when the stock is full.
  const Kind* wanted() const;

  /// A cell that was told to start a program of this kind.
  void add(const Kind& kind, std::unique_ptr<Cell> cell);

  /// The program of this cell waits now.
  void waits(const Cell* cell);

  /// Takes out a cell that ended or failed to start its program; a kind whose programs fail to
  /// start is not tried again.
  std::unique_ptr<Cell> fail(const Cell* cell);

  /// Takes out what is over the limit or was not used for a while.
  std::vector<std::unique_ptr<Cell>> expire(std::int64_t now);

  /// When expire() should be called next; INT64_MAX: never.
  std::int64_t next_expiry() const;

  /// Takes out any one, for its place; null when there is none.
  std::unique_ptr<Cell> give_up();

  std::size_t size() const { return cells_.size(); }
  bool on() const { return limit_ > 0; }

 private:
  struct Entry {
    std::string key;
    std::unique_ptr<Cell> cell;
    bool waiting = false;
  };

  std::size_t count(const std::string& key) const;
  std::size_t share(std::size_t rank) const;
  const unsigned limit_;
  std::list<Kind> kinds_;  ///< the last used first
  std::list<Entry> cells_;
};

}  // namespace codecalc::sandbox

// The shared services of a process.
#include "tools/services.h"

#include <mutex>
#include <optional>
#include <utility>

namespace codecalc {

struct Services::State {
  Config config;
  std::mutex mutex;
  std::unique_ptr<sandbox::Executor> executor;
  std::optional<runtimes::Languages> languages;
  std::unique_ptr<sessions::Store> sessions;
  calc::Certified certified;
  std::optional<cas::Engine> cas;
  std::optional<smt::Engine> smt;
  std::optional<execution::Workers> workers;
  std::mutex runs_mutex;
  std::unique_ptr<runs::RunQueue> runs;  // last: its runs use all of the above
};

Services::Services(Config config) : Services(std::move(config), nullptr) {}

Services::Services(Config config, std::unique_ptr<sandbox::Executor> executor)
    : state_(std::make_unique<State>()) {
  state_->config = std::move(config);
  state_->executor = std::move(executor);
}

Services::~Services() = default;

const Config& Services::config() const { return state_->config; }

void Services::warm_up() {
  (void)executor();
  cas().prewarm();
}

Result<sandbox::Executor*> Services::executor() {
  const std::lock_guard lock(state_->mutex);
  if (state_->executor == nullptr) {
    TRY_ASSIGN(const std::string path, sandbox::find_launcher(state_->config.exec_binary));
    state_->executor = sandbox::start_executor(path);
  }
  return state_->executor.get();
}

runtimes::Languages& Services::languages() {
  const std::lock_guard lock(state_->mutex);
  if (!state_->languages) state_->languages.emplace(state_->config.runtime_path);
  return *state_->languages;
}

Result<sessions::Store*> Services::sessions() {
  const std::lock_guard lock(state_->mutex);
  if (state_->sessions == nullptr) {
    TRY_ASSIGN(state_->sessions, sessions::Store::open(state_->config.sessions));
  }
  return state_->sessions.get();
}

Result<runs::RunQueue*> Services::runs() {
  const std::lock_guard lock(state_->runs_mutex);
  if (state_->runs == nullptr) {
    TRY_ASSIGN(state_->runs, runs::open_local_queue(state_->config.runs, [this] {
                 return execution::Host{executor(), languages(), config()};
               }));
  }
  return state_->runs.get();
}

execution::Workers& Services::workers() {
  const std::lock_guard lock(state_->mutex);
  if (!state_->workers) {
    state_->workers.emplace([this] { return execution::Host{executor(), languages(), config()}; });
  }
  return *state_->workers;
}

cas::Engine& Services::cas() {
  const std::lock_guard lock(state_->mutex);
  if (!state_->cas) state_->cas.emplace(state_->config.cas_binary);
  return *state_->cas;
}

smt::Engine& Services::smt() {
  const std::lock_guard lock(state_->mutex);
  if (!state_->smt) state_->smt.emplace(state_->config.smt_binary, state_->config.smt_second);
  return *state_->smt;
}

calc::Certified& Services::certified() { return state_->certified; }

}  // namespace codecalc

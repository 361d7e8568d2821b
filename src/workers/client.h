// Client: the server's side of a worker process.
#pragma once

#include <sys/types.h>

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "workers/frame.h"

namespace codecalc::workers {

struct ClientOptions {
  std::string name;                   ///< for messages, e.g. "codecalc-cas"
  std::vector<std::string> binaries;  ///< places to look at, in order
  /// What to tell when none of them is an executable file; kDependencyMissing.
  std::string missing_message;
  std::string missing_remedy;
};

/// Starts the worker on first use, sends requests of any number of threads over one socket, and
/// starts it again after its death. The destructor ends the worker; calls must have ended.
class Client {
 public:
  explicit Client(ClientOptions options);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Starts the process without waiting for it. Errors are left for call() to tell.
  void prewarm();

  /// Sends `body` and waits for the answer. Errors: kDependencyMissing (no worker installed),
  /// kTimeout, kResourceExhausted, kWorkerFailure, or what the worker itself said. A stop request
  /// ends the work at once; the error is then kTimeout.
  Result<std::string> call(std::string_view body, const Budget& budget, std::stop_token stop = {});

  /// The binary that would be started; empty when there is none.
  std::string binary() const;

  /// The worker's process id; -1 when none runs.
  pid_t process() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace codecalc::workers

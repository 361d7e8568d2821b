// Services: what tools may use, made on first use and shared by all calls of a process.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "runtimes/language.h"
#include "sandbox/executor.h"

namespace codecalc {

/// Thread-safe; one per process, made by main and passed down by reference.
class Services {
 public:
  Services();
  ~Services();
  Services(const Services&) = delete;
  Services& operator=(const Services&) = delete;

  /// The sandbox launcher; the error is kRuntimeUnavailable and names the paths tried.
  Result<sandbox::Executor*> executor();

  runtimes::Languages& languages();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace codecalc

// Guard: bounds the time and memory of one question to FLINT, Arb and Calcium, which have no bounds
// of their own.
//
// Every allocation of those libraries passes here. When a bound is hit, the allocation throws Stop
// out of the library, whose objects are then in no fit state: nothing of them is touched again, the
// thread that worked on them ends, and all of its blocks are freed at once.
#pragma once

#include <chrono>
#include <cstddef>

#include "calc/certified/abi.h"

namespace codecalc::calc::certified {

struct Stop {
  codecalc_certified_status status;
  const char* why;
};

/// What one question may use.
struct Allowance {
  std::chrono::steady_clock::time_point deadline;
  std::size_t bytes = 0;
  int (*cancelled)(void*) = nullptr;
  void* context = nullptr;
};

/// Installs the allocation functions; call before any other use of the libraries. Idempotent.
void install_guard();

struct Job {
  void (*run)(void* argument);
  void* argument;
};

/// Runs the job within the allowance on a thread that runs nothing else meanwhile. True when it
/// ended by itself; else `stop` says what stopped it. No object of these libraries may outlive the
/// job.
bool run_guarded(const Job& job, const Allowance& allowance, Stop& stop);

/// Moves the deadline of the job that runs on this thread.
void set_deadline(std::chrono::steady_clock::time_point deadline);

/// True on a thread that was stopped: destructors leave library objects alone.
bool stopped();

}  // namespace codecalc::calc::certified

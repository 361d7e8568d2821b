// Runs sleepers, spinners and daemons in four threads.
#include "server.h"

#include <cstdlib>
#include <thread>
#include <vector>

#include "sandbox/executor.h"

namespace codecalc::sandbox::testing {

void be_server(const std::string& launcher, const std::string& abuse, const std::string& inside,
               const std::string& marker) {
  const auto executor = start_executor(launcher);
  const std::vector<std::string> programs[] = {
      {"nap", marker}, {"daemon", marker}, {"spin", "1", marker}, {"nap", "3", marker}};
  std::vector<std::thread> threads;
  for (const auto& arguments : programs) {
    threads.emplace_back([&, arguments] {
      while (true) {
        RunSpec spec;
        spec.read_only.push_back({abuse, inside});
        spec.run.argv = {inside};
        spec.run.argv.insert(spec.run.argv.end(), arguments.begin(), arguments.end());
        spec.limits.wall = std::chrono::hours(1);
        spec.no_net = arguments[0] == "nap";
        (void)executor->run(spec, {});
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  std::abort();
}

}  // namespace codecalc::sandbox::testing

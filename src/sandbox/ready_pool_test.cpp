// Which programs are kept waiting, and for whom.
#include "sandbox/ready_pool.h"

#include <gtest/gtest.h>

#include <climits>

namespace codecalc::sandbox {
namespace {

constexpr std::int64_t kMinute = 60'000'000'000;

RunSpec python() {
  RunSpec spec;
  spec.files = {{".codecalc-run/main.py", "print(1)"}};
  spec.opened_last = ".codecalc-run/main.py";
  spec.run.argv = {"/usr/bin/python3", ".codecalc-run/main.py"};
  return spec;
}

RunSpec other(const char* name) {
  RunSpec spec = python();
  spec.run.argv[0] = name;
  return spec;
}

TEST(ReadyKey, IsEqualForRunsThatDifferInWhatIsSetLater) {
  const std::string key = ready_key(python());
  ASSERT_NE(key, "");
  RunSpec same = python();
  same.files[0].content = "print(2)";
  same.files.push_back({"data", "x"});
  same.inputs = {"input"};
  same.limits.wall = std::chrono::seconds(1);
  same.limits.cpu = std::chrono::seconds(1);
  same.limits.memory_bytes = 256 << 20;
  same.limits.output_bytes = 1;
  EXPECT_EQ(ready_key(same), key);
}

TEST(ReadyKey, DiffersByEverythingElse) {
  const std::string key = ready_key(python());
  std::vector<RunSpec> specs(8, python());
  specs[0].run.argv.push_back("-v");
  specs[1].run.env = {"A=1"};
  specs[2].no_net = true;
  specs[3].read_only = {{"/opt/python", ""}};
  specs[4].root = "/opt/root";
  specs[5].limits.tasks = 3;
  specs[6].limits.disk_bytes = 1;
  specs[7].limits.file_bytes = 1;
  for (const RunSpec& spec : specs) {
    EXPECT_NE(ready_key(spec), "");
    EXPECT_NE(ready_key(spec), key);
  }
}

TEST(ReadyKey, IsEmptyWhereNoProgramCanWait) {
  std::vector<RunSpec> specs(7, python());
  specs[0].opened_last.clear();
  specs[1].compile = Command{};
  specs[2].inputs = {"", ""};
  specs[3].seeds = {{"/seed", "/tmp/seed"}};
  specs[4].session_folder = "/session";
  specs[5].limits.memory_bytes = 64 << 20;
  specs[6].files.clear();
  for (const RunSpec& spec : specs) EXPECT_EQ(ready_key(spec), "");
}

// Fills the stock as the launcher does and gives the kinds that were made.
std::vector<std::string> fill(ReadyPool& pool, std::vector<Cell*>& cells) {
  std::vector<std::string> made;
  while (const ReadyPool::Kind* kind = pool.wanted()) {
    made.push_back(kind->spec.run.argv[0]);
    auto cell = std::make_unique<Cell>();
    cells.push_back(cell.get());
    pool.add(*kind, std::move(cell));
  }
  return made;
}

TEST(ReadyPool, KeepsSeveralOfTheLastKindAndOneOfOthersWithinItsLimit) {
  ReadyPool pool(4);
  std::vector<Cell*> cells;
  EXPECT_EQ(pool.wanted(), nullptr) << "nothing before the first run";
  for (const char* name : {"a", "b", "c"}) pool.note(ready_key(other(name)), other(name), 1);
  EXPECT_EQ(fill(pool, cells), (std::vector<std::string>{"c", "c", "c", "b"}));
  EXPECT_EQ(pool.size(), 4u);
  // Another kind comes into use: what the first has too many of goes.
  pool.note(ready_key(other("a")), other("a"), 2);
  EXPECT_EQ(pool.expire(2).size(), 3u);
  EXPECT_EQ(fill(pool, cells), (std::vector<std::string>{"a", "a", "a"}));
}

TEST(ReadyPool, AFolderThatIsShownOnceIsNoKindToKeep) {
  ReadyPool pool(4);
  std::vector<Cell*> cells;
  pool.note(ready_key(python()), python(), 1);
  fill(pool, cells);
  RunSpec helped = python();
  for (int i = 0; i < 20; ++i) {
    helped.read_only = {{"/tmp/helper" + std::to_string(i), ""}};
    pool.note(ready_key(helped), helped, 2 + i);
    EXPECT_EQ(pool.wanted(), nullptr);
    EXPECT_TRUE(pool.expire(2 + i).empty());
  }
  // One that comes again is another matter.
  pool.note(ready_key(helped), helped, 30);
  EXPECT_EQ(pool.expire(30).size(), 2u);
  EXPECT_EQ(fill(pool, cells).size(), 3u);
}

TEST(ReadyPool, GivesOnlyWhatWaitsAndOnce) {
  ReadyPool pool(1);
  std::vector<Cell*> cells;
  const std::string key = ready_key(python());
  pool.note(key, python(), 1);
  fill(pool, cells);
  EXPECT_EQ(pool.take(key), nullptr) << "it has not started yet";
  pool.waits(cells[0]);
  EXPECT_EQ(pool.take(""), nullptr);
  EXPECT_EQ(pool.take(ready_key(other("b"))), nullptr);
  EXPECT_EQ(pool.take(key).get(), cells[0]);
  EXPECT_EQ(pool.take(key), nullptr);
  EXPECT_NE(pool.wanted(), nullptr);
}

TEST(ReadyPool, AKindThatDoesNotStartIsNotTriedAgain) {
  ReadyPool pool(2);
  std::vector<Cell*> cells;
  pool.note(ready_key(python()), python(), 1);
  fill(pool, cells);
  EXPECT_NE(pool.fail(cells[0]), nullptr);
  EXPECT_EQ(pool.fail(cells[0]), nullptr);
  EXPECT_EQ(pool.wanted(), nullptr);
}

TEST(ReadyPool, ForgetsWhatIsNotUsed) {
  ReadyPool pool(2);
  std::vector<Cell*> cells;
  EXPECT_EQ(pool.next_expiry(), INT64_MAX);
  pool.note(ready_key(python()), python(), 1);
  fill(pool, cells);
  EXPECT_EQ(pool.next_expiry(), 1 + 5 * kMinute);
  EXPECT_TRUE(pool.expire(4 * kMinute).empty());
  EXPECT_EQ(pool.expire(1 + 5 * kMinute).size(), 2u);
  EXPECT_EQ(pool.wanted(), nullptr);
  EXPECT_EQ(ReadyPool(0).wanted(), nullptr);
}

}  // namespace
}  // namespace codecalc::sandbox

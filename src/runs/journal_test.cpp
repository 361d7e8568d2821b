// The journal by value: lines, damage, taking over from dead servers.
#include "runs/journal.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace codecalc::runs {
namespace {

class JournalTest : public testing::Test {
 protected:
  JournalTest() {
    char name[] = "/tmp/codecalc-journal-XXXXXX";
    base = ::mkdtemp(name);
    folder = base + "/runs";
  }
  ~JournalTest() override { std::filesystem::remove_all(base); }

  std::string only_file() const {
    std::string found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      EXPECT_EQ(found, "");
      found = entry.path();
    }
    return found;
  }
  std::string base;
  std::string folder;
};

RunRecord record(const std::string& id, bool finished = true) {
  RunRecord r{.run_id = id, .provider_id = "local", .language = "bash", .started_at = 1795952690.5};
  r.deadline = 1795952720.5;
  r.finished = finished;
  if (finished) {
    r.verdict = "RTE";
    r.exit_code = 3;
    r.out_bytes = 12;
    r.err_bytes = 0;
  }
  return r;
}

TEST_F(JournalTest, ALineSaysAllAndNotesDamage) {
  const std::string line = journal_line(record("a1"));
  EXPECT_EQ(line.back(), '\n');
  std::string body = line.substr(0, line.size() - 1);
  const auto read = read_journal_line(body);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->run_id, "a1");
  EXPECT_EQ(read->started_at, 1795952690.5);
  EXPECT_EQ(read->exit_code, 3);
  EXPECT_EQ(read->out_bytes, 12);
  EXPECT_TRUE(read->finished);
  for (const std::size_t cut : {std::size_t{0}, std::size_t{10}, body.size() / 2, body.size() - 1})
    EXPECT_FALSE(read_journal_line(body.substr(0, cut))) << cut;
  for (std::size_t i = 0; i < body.size(); i += 7) {
    std::string changed = body;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(read_journal_line(changed)) << i;
  }
}

TEST_F(JournalTest, WhatADeadServerWroteIsTakenOver) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::vector<RunRecord> none;
    auto journal = Journal::open(folder, none);
    bool good = journal.ok() && none.empty();
    good = good && (*journal)->append(record("done", false)).ok();
    good = good && (*journal)->append(record("cut", false)).ok();
    good = good && (*journal)->append(record("done")).ok();
    ::_exit(good ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  // The last line was being written when it died.
  std::ofstream(only_file(), std::ios::app) << journal_line(record("torn")).substr(0, 60);
  std::vector<RunRecord> recovered;
  const auto journal = Journal::open(folder, recovered);
  ASSERT_TRUE(journal.ok());
  ASSERT_EQ(recovered.size(), 2u);
  EXPECT_EQ(recovered[0].run_id, "cut");
  EXPECT_TRUE(recovered[0].interrupted);
  EXPECT_EQ(recovered[0].code, "worker_failure");
  EXPECT_EQ(recovered[1].run_id, "done");
  EXPECT_FALSE(recovered[1].interrupted);
  EXPECT_EQ(recovered[1].verdict, "RTE");
  EXPECT_EQ(recovered[1].exit_code, 3);
  only_file();  // the old one is gone
}

TEST_F(JournalTest, ALivingServersFileIsLeftAlone) {
  std::vector<RunRecord> none;
  const auto first = Journal::open(folder, none);
  ASSERT_TRUE((*first)->append(record("a")).ok());
  std::vector<RunRecord> recovered;
  const auto second = Journal::open(folder, recovered);
  ASSERT_TRUE(second.ok());
  EXPECT_TRUE(recovered.empty());
}

TEST_F(JournalTest, RelativeFoldersAreRefused) {
  std::vector<RunRecord> none;
  EXPECT_EQ(code_name(Journal::open("runs", none).error().code), "validation");
}

}  // namespace
}  // namespace codecalc::runs

// Sessions on disk: ids, order of calls, removal, clean-up.
#include "sessions/store.h"

#include <sys/wait.h>
#include <utime.h>

#include <atomic>
#include <thread>

#include "sessions/test_store.h"

namespace codecalc::sessions {
namespace {

const std::function<bool()> kNever = [] { return false; };

TEST(SessionId, HasTheShapeOfOne) {
  const std::string hex(32, 'a');
  EXPECT_TRUE(is_session_id("python3-" + hex));
  EXPECT_FALSE(is_session_id("python3-0123abcd"));
  EXPECT_TRUE(is_session_id("python3-0123abcd", true));
  for (const std::string& id : {std::string("python3"), "-" + hex, "../" + hex, "a/b-" + hex,
                                "python3-" + std::string(32, 'G'), "python3-" + hex + "0"})
    EXPECT_FALSE(is_session_id(id, true)) << id;
}

class Sessions : public StoreTest {};

TEST_F(Sessions, LastAndEnd) {
  std::string id;
  {
    const auto store = open_store();
    const Workspace workspace = started(*store, "python3");
    id = workspace.id();
    EXPECT_TRUE(is_session_id(id));
    EXPECT_EQ(workspace.path(), settings.root + "/" + id);
    EXPECT_TRUE(write_file(*store, workspace, "a/b.txt", "kept").ok());
    EXPECT_TRUE(store->server_lives(workspace.record()));
  }
  const auto store = open_store();  // another server
  auto entered = store->enter(id, kNever);
  ASSERT_TRUE(entered.ok());
  EXPECT_EQ(entered->record().language, "python3");
  EXPECT_FALSE(store->server_lives(entered->record()));
  EXPECT_EQ(read_file(*entered, "a/b.txt", 100)->bytes, "kept");
  EXPECT_EQ(store->list()->size(), 1u);
  EXPECT_TRUE(store->remove(*std::move(entered)).ok());
  EXPECT_EQ(store->list()->size(), 0u);
  EXPECT_FALSE(std::filesystem::exists(settings.root + "/" + id));
  const auto gone = store->enter(id, kNever);
  EXPECT_EQ(code_name(gone.error().code), "validation");
}

TEST_F(Sessions, UnknownIdsAreRefused) {
  const auto store = open_store();
  for (const char* id : {"", "nope", "../x", "python3-0123abcd", ".codecalc",
                         "python3-00000000000000000000000000000000"})
    EXPECT_EQ(code_name(store->enter(id, kNever).error().code), "validation") << id;
}

TEST_F(Sessions, CallsTakeTurnsInTheirOrder) {
  const auto store = open_store();
  std::string id = started(*store).id();
  std::vector<int> order;
  std::vector<std::thread> calls;
  std::atomic<int> inside{0};
  {
    const auto first = store->enter(id, kNever);
    for (int i = 0; i < 8; ++i) {
      calls.emplace_back([&, i] {
        const auto entered = store->enter(id, kNever);
        EXPECT_EQ(++inside, 1);
        order.push_back(i);
        --inside;
      });
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    const auto given_up = store->enter(id, [] { return true; });
    EXPECT_EQ(code_name(given_up.error().code), "timeout");
  }
  for (std::thread& call : calls) call.join();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(Sessions, AnotherServerWaitsToo) {
  const auto store = open_store();
  const auto other = open_store();
  std::string id = started(*store).id();
  auto entered = store->enter(id, kNever);
  const auto start = std::chrono::steady_clock::now();
  const auto busy = other->enter(
      id, [&] { return std::chrono::steady_clock::now() - start > std::chrono::milliseconds(60); });
  EXPECT_EQ(code_name(busy.error().code), "timeout");
  EXPECT_TRUE(store->remove(*std::move(entered)).ok());
  EXPECT_EQ(code_name(other->enter(id, kNever).error().code), "validation");
}

TEST_F(Sessions, OnlyTheExpiredAndTheAbandonedAreCleaned) {
  const auto store = open_store();
  const auto make = [&](const std::string& id, const char* marker, const std::string& text) {
    put(settings.root + "/" + id + "/file", "x");
    if (*marker != '\0') put(settings.root + "/" + id + "/" + marker, text);
    const std::time_t old = std::time(nullptr) - 100 * 3600;
    const utimbuf times{old, old};
    for (const char* name : {"/file", ""})
      ::utime((settings.root + "/" + id + name).c_str(), &times);
    if (*marker != '\0') ::utime((settings.root + "/" + id + "/" + marker).c_str(), &times);
  };
  const std::string hex(32, '0');
  make("python3-0123abcd", ".codecalc-session-expired", "");
  make("node-" + hex, ".codecalc-session-expired", "");
  make("node-00000001", ".codecalc-session-lock", std::to_string(::getpid()));
  make("perl-00000002", "", "");
  make("not a session", "", "");
  put(settings.root + "/perl-00000003/file", "new");
  ASSERT_EQ(::symlink("/etc", (settings.root + "/perl-00000004").c_str()), 0);
  const Workspace live = started(*store);
  put(live.path() + "/.codecalc-session-expired", "written by a program");

  const auto names = [](const std::vector<Store::Candidate>& all) {
    std::vector<std::string> ids;
    for (const auto& candidate : all) ids.push_back(candidate.id);
    return ids;
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(names(store->clean_up(false, true)->removed),
            (Ids{"node-" + hex, "perl-00000002", "python3-0123abcd"}));
  EXPECT_TRUE(std::filesystem::exists(settings.root + "/perl-00000002"));
  EXPECT_EQ(names(store->clean_up(true, false)->removed), (Ids{"node-" + hex, "python3-0123abcd"}));
  EXPECT_EQ(names(store->clean_up(true, true)->removed), (Ids{"perl-00000002"}));
  EXPECT_TRUE(std::filesystem::exists(live.path()));
  EXPECT_TRUE(std::filesystem::exists(settings.root + "/not a session"));
  EXPECT_TRUE(std::filesystem::exists(settings.root + "/perl-00000003"));
  EXPECT_TRUE(std::filesystem::exists("/etc/passwd"));
}

TEST_F(Sessions, WhatADeadServerLeftUnfinishedIsSwept) {
  {
    const auto store = open_store();
    const pid_t child = ::fork();
    if (child == 0) {
      auto other = Store::open(settings);
      auto pending = (*other)->make_pending();
      ::_exit(pending.ok() ? 0 : 1);  // as if killed: no destructor runs
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
    EXPECT_EQ(entries(settings.root + "/.codecalc/pending"), 1u);
    const auto mine = store->make_pending();
    ASSERT_TRUE(mine.ok());
    const auto again = open_store();
    EXPECT_EQ(entries(settings.root + "/.codecalc/pending"), 1u);  // that of the living one
    EXPECT_EQ(entries(settings.root + "/.codecalc/servers"), 2u);
  }
  EXPECT_EQ(entries(settings.root + "/.codecalc/servers"), 0u);
}

}  // namespace
}  // namespace codecalc::sessions

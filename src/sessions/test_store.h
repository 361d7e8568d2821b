// A store in a folder of its own, for tests.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sessions/files.h"
#include "sessions/store.h"

namespace codecalc::sessions {

class StoreTest : public ::testing::Test {
 protected:
  StoreTest() {
    char name[] = "/tmp/codecalc-sessions-XXXXXX";
    base = ::mkdtemp(name);
    settings.root = base + "/root";
    settings.min_free_mb = 0;
  }
  ~StoreTest() override { std::filesystem::remove_all(base); }

  std::unique_ptr<Store> open_store() {
    auto store = Store::open(settings);
    EXPECT_TRUE(store.ok());
    return *std::move(store);
  }

  static Workspace started(Store& store, std::string_view language = "bash") {
    auto workspace = store.start(language);
    EXPECT_TRUE(workspace.ok());
    return *std::move(workspace);
  }

  void put(const std::string& path, std::string_view text) const {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  static std::string get(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  static std::size_t entries(const std::string& folder) {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
    return count;
  }

  std::string base;
  SessionSettings settings;
};

}  // namespace codecalc::sessions

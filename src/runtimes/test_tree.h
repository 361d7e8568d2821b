// TestTree: a folder of made-up programs that ends with the test.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace codecalc::runtimes {

class TestTree {
 public:
  TestTree() {
    std::string pattern = testing::TempDir() + "codecalc-tree-XXXXXX";
    // The real path: what is found has its links resolved.
    root_ = std::filesystem::canonical(::mkdtemp(pattern.data())).string();
  }
  ~TestTree() { std::filesystem::remove_all(root_); }
  TestTree(const TestTree&) = delete;
  TestTree& operator=(const TestTree&) = delete;

  std::string path(std::string_view name) const { return root_ + "/" + std::string(name); }

  std::string file(std::string_view name, std::string_view content = {}) const {
    const std::string full = path(name);
    std::filesystem::create_directories(std::filesystem::path(full).parent_path());
    std::ofstream(full, std::ios::binary) << content;
    return full;
  }
  /// An executable that looks like a compiled program.
  std::string program(std::string_view name) const {
    return script(name,
                  "\x7f"
                  "ELF");
  }
  std::string script(std::string_view name, std::string_view content) const {
    const std::string full = file(name, content);
    ::chmod(full.c_str(), 0755);
    return full;
  }
  void link(std::string_view name, std::string_view target) const {
    const std::string full = path(name);
    std::filesystem::create_directories(std::filesystem::path(full).parent_path());
    std::filesystem::create_symlink(target, full);
  }

 private:
  std::string root_;
};

}  // namespace codecalc::runtimes

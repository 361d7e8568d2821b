// Measuring and removing trees of every shape.
#include "sessions/tree.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sessions/test_store.h"

namespace codecalc::sessions {
namespace {

class TreeTest : public StoreTest {
 protected:
  TreeTest() {
    std::filesystem::create_directories(top);
    fd.reset(::open(base.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    top_fd.reset(::open(top.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  const std::string top = base + "/top";
  UniqueFd fd;
  UniqueFd top_fd;
};

TEST_F(TreeTest, MeasureCountsAFileWithTwoNamesOnceAndNoHoles) {
  put(top + "/a", std::string(10'000, 'x'));
  put(top + "/sub/b", std::string(500, 'x'));
  put(top + "/.hidden/c", std::string(500, 'x'));
  ASSERT_EQ(::link((top + "/a").c_str(), (top + "/twin").c_str()), 0);
  const UniqueFd hole(::open((top + "/hole").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  ASSERT_EQ(::ftruncate(hole.get(), off_t{1} << 40), 0);
  const auto usage = measure(top_fd.get());
  ASSERT_TRUE(usage.ok());
  EXPECT_EQ(usage->bytes, 11'000u);
  EXPECT_EQ(usage->files, 4u);
}

TEST_F(TreeTest, RemoveCopesWithDepthModesAndLinks) {
  put(base + "/outside/keep", "kept");
  ASSERT_EQ(::symlink((base + "/outside").c_str(), (top + "/link").c_str()), 0);
  // Deeper than any path can say.
  UniqueFd at(::dup(top_fd.get()));
  for (int i = 0; i < 5000; ++i) {
    ASSERT_EQ(::mkdirat(at.get(), "deep-folder-name", 0700), 0);
    at.reset(::openat(at.get(), "deep-folder-name", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  put(top + "/locked/inner/x", "x");
  put(top + "/.moved-0", "a name of ours");
  ASSERT_EQ(::chmod((top + "/locked/inner").c_str(), 0), 0);
  ASSERT_EQ(::chmod((top + "/locked").c_str(), 0), 0);
  const auto usage = measure(top_fd.get());
  EXPECT_EQ(code_name(usage.error().code), "resource_exhausted");
  const Status removed = remove_tree(fd.get(), "top");
  EXPECT_TRUE(removed.ok());
  EXPECT_FALSE(std::filesystem::exists(top));
  EXPECT_EQ(get(base + "/outside/keep"), "kept");
  EXPECT_TRUE(remove_tree(fd.get(), "top").ok());  // nothing there is no error
}

TEST_F(TreeTest, NamesAreSortedWithoutDots) {
  for (const char* name : {"b", ".a", "c", "B"}) put(top + "/" + name, "");
  EXPECT_EQ(*names_in(top_fd.get()), (std::vector<std::string>{".a", "B", "b", "c"}));
}

}  // namespace
}  // namespace codecalc::sessions

// Path attacks against a workspace: what lies outside is neither read, written nor removed, also
// while the workspace is rearranged under the look-ups.
#include "sessions/jail.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <atomic>
#include <thread>

#include "sessions/test_store.h"

namespace codecalc::sessions {
namespace {

TEST(CleanPath, SaysWhatIsMeant) {
  EXPECT_EQ(*clean_path("a/./b//c/"), "a/b/c");
  EXPECT_EQ(*clean_path("a/../b.txt"), "b.txt");
  EXPECT_EQ(*clean_path("."), "");
  EXPECT_EQ(*clean_path(""), "");
  EXPECT_EQ(*clean_path(".codecalc-run/x"), ".codecalc-run/x");
  EXPECT_EQ(*clean_path("a\\..\\..\\b"), "a\\..\\..\\b");  // a name like any other
}

TEST(CleanPath, RefusesWithACode) {
  const auto code = [](std::string_view path) {
    const auto clean = clean_path(path);
    return clean.ok() ? std::string("ok") : std::string(code_name(clean.error().code));
  };
  EXPECT_EQ(code("/etc/passwd"), "permission_denied");
  EXPECT_EQ(code("//etc/passwd"), "permission_denied");
  EXPECT_EQ(code(".."), "permission_denied");
  EXPECT_EQ(code("a/../../b"), "permission_denied");
  EXPECT_EQ(code("./.."), "permission_denied");
  EXPECT_EQ(code(std::string_view("a\0b", 3)), "validation");
  EXPECT_EQ(code(std::string(4097, 'a')), "validation");
  std::string deep;
  for (int i = 0; i < 257; ++i) deep += "d/";
  EXPECT_EQ(code(deep), "validation");
}

class JailTest : public StoreTest {
 protected:
  JailTest() : store(open_store()), workspace(started(*store)), box(workspace.path()) {
    put(outside + "/secret", kSecret);
    put(box + "/inside.txt", "inside");
    std::filesystem::create_directories(box + "/sub");
    put(box + "/sub/file", "sub");
  }

  void link(const std::string& target, const std::string& name) const {
    ASSERT_EQ(::symlink(target.c_str(), (box + "/" + name).c_str()), 0) << name;
  }

  std::string read_code(const std::string& path) const {
    const auto file = read_file(workspace, path, 4096);
    if (!file.ok()) return std::string(code_name(file.error().code));
    return file->bytes == kSecret ? "ESCAPED" : file->bytes;
  }
  std::string write_code(const std::string& path) const {
    const auto written = write_file(*store, workspace, path, "evil");
    return written.ok() ? "written" : std::string(code_name(written.error().code));
  }

  static constexpr const char* kSecret = "the secret";
  const std::string outside = base + "/outside";
  std::unique_ptr<Store> store;
  Workspace workspace;
  const std::string box;
};

TEST_F(JailTest, LinksOutAreNotFollowed) {
  link("/etc/passwd", "absolute");
  link("../../outside/secret", "relative");
  link(outside, "folder");
  link("..", "up");
  link("/proc/self/root", "magic");
  link("/proc/self/cwd", "cwd");
  link("/", "slash");
  link("loop", "loop");
  link("absolute", "chain");
  link("sub/../../" + workspace.id() + "/../../outside", "dance");
  for (const char* path :
       {"absolute", "relative", "folder/secret", "up/../outside/secret", "up/.codecalc/records",
        "magic/etc/passwd", "cwd/secret", "slash/etc/passwd", "loop", "loop/x", "chain",
        "dance/secret", "/etc/passwd", "../outside/secret", "sub/../../outside/secret",
        "sub/../../../outside/secret", "./../outside/secret", "folder/../folder/secret"}) {
    EXPECT_TRUE(read_code(path) == "permission_denied" || read_code(path) == "validation")
        << path << ": " << read_code(path);
    if (std::string_view(path) != "up/.codecalc/records") {
      EXPECT_NE(write_code(path), "ESCAPED");
    }
    EXPECT_EQ(get(outside + "/secret"), kSecret) << path;
  }
  for (const char* path : {"absolute", "relative", "folder/secret", "magic/etc/x", "up/x", "chain"})
    EXPECT_EQ(write_code(path), "permission_denied") << path;
  EXPECT_EQ(entries(outside), 1u);
  const auto listed = list_files(workspace, "folder", 0, "");
  EXPECT_EQ(code_name(listed.error().code), "permission_denied");
}

TEST_F(JailTest, LinksThatStayInsideAreFollowed) {
  link("inside.txt", "alias");
  link("sub", "folder");
  EXPECT_EQ(read_code("alias"), "inside");
  EXPECT_EQ(read_code("folder/file"), "sub");
  EXPECT_EQ(write_code("folder/new"), "written");
  EXPECT_EQ(get(box + "/sub/new"), "evil");
  EXPECT_EQ(write_code("alias"), "permission_denied");
  EXPECT_EQ(get(box + "/inside.txt"), "inside");
}

TEST_F(JailTest, SpecialFilesAreNeitherReadNorWritten) {
  ASSERT_EQ(::mkfifo((box + "/pipe").c_str(), 0666), 0);
  const int sock = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  ASSERT_LT(box.size() + 6, sizeof name.sun_path);
  std::snprintf(name.sun_path, sizeof name.sun_path, "%s/sock", box.c_str());
  ASSERT_EQ(::bind(sock, reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
  ::close(sock);
  EXPECT_EQ(read_code("pipe"), "permission_denied");
  EXPECT_EQ(write_code("pipe"), "permission_denied");
  EXPECT_EQ(read_code("sock"), "permission_denied");
  EXPECT_EQ(write_code("sock"), "permission_denied");
  if (::mknod((box + "/null").c_str(), S_IFCHR | 0666, 0x103) == 0) {
    EXPECT_EQ(read_code("null"), "permission_denied");
    EXPECT_EQ(write_code("null"), "permission_denied");
  }
  EXPECT_EQ(read_code("sub"), "validation");
  EXPECT_EQ(write_code("sub"), "validation");
  EXPECT_EQ(write_code("inside.txt/x"), "validation");
  EXPECT_EQ(write_code(""), "validation");
  EXPECT_EQ(write_code("."), "validation");
}

TEST_F(JailTest, HardLinksToOutsideAreRefusedAndInsideOnesRead) {
  ASSERT_EQ(::link((outside + "/secret").c_str(), (box + "/hard").c_str()), 0);
  ASSERT_EQ(::link((box + "/inside.txt").c_str(), (box + "/twin").c_str()), 0);
  EXPECT_EQ(read_code("hard"), "permission_denied");
  EXPECT_EQ(read_code("twin"), "inside");
  // A write makes a new file: the other name keeps its content.
  EXPECT_EQ(write_code("hard"), "written");
  EXPECT_EQ(get(outside + "/secret"), kSecret);
  EXPECT_EQ(write_code("twin"), "written");
  EXPECT_EQ(get(box + "/inside.txt"), "inside");
}

TEST_F(JailTest, RemovingTouchesNothingOutside) {
  link(outside + "/secret", "file");
  link(outside, "folder");
  ASSERT_EQ(::link((outside + "/secret").c_str(), (box + "/hard").c_str()), 0);
  EXPECT_TRUE(delete_file(workspace, "file").ok());
  EXPECT_TRUE(delete_file(workspace, "hard").ok());
  EXPECT_EQ(code_name(delete_file(workspace, "folder/secret").error().code), "permission_denied");
  EXPECT_EQ(code_name(delete_file(workspace, "../outside/secret").error().code),
            "permission_denied");
  EXPECT_EQ(code_name(delete_file(workspace, "sub").error().code), "validation");
  EXPECT_TRUE(delete_file(workspace, "folder").ok());
  EXPECT_EQ(get(outside + "/secret"), kSecret);
}

// 44 ways to name what lies outside, used while another thread swaps folders for links.
TEST_F(JailTest, NothingEscapesWhileFoldersAreSwappedForLinks) {
  std::filesystem::create_directories(box + "/a/b/c");
  put(box + "/a/b/c/secret", "decoy");
  put(box + "/real/secret", "decoy");
  link(outside, "out");
  std::atomic<bool> stop{false};
  std::thread swapper([&] {
    const std::string swap = box + "/swap";
    const std::string kept = box + "/kept";
    std::filesystem::create_directories(swap);
    put(swap + "/secret", "decoy");
    while (!stop) {
      ::rename(swap.c_str(), kept.c_str());
      (void)!::symlink(outside.c_str(), swap.c_str());
      ::unlink(swap.c_str());
      (void)!::symlink("../outside", swap.c_str());
      ::unlink(swap.c_str());
      ::rename(kept.c_str(), swap.c_str());
      ::renameat2(AT_FDCWD, (box + "/a/b").c_str(), AT_FDCWD, (box + "/real").c_str(),
                  RENAME_EXCHANGE);
    }
  });
  std::vector<std::string> paths;
  for (const char* stem : {"swap", "swap/.", "out", "a/b/../../swap", "real/../swap", "kept",
                           "a/b/c/../../../swap", "swap/../swap", "a/b/c", "out/../out", "a/b"}) {
    for (const char* tail : {"/secret", "/new", "/../outside/secret", "//secret"})
      paths.push_back(std::string(stem) + tail);
  }
  ASSERT_GE(paths.size(), 40u);
  for (int round = 0; round < 60; ++round) {
    for (const std::string& path : paths) {
      EXPECT_NE(read_code(path), "ESCAPED") << path;
      (void)write_code(path);
      if (round % 8 == 0) (void)delete_file(workspace, path);
    }
  }
  stop = true;
  swapper.join();
  EXPECT_EQ(get(outside + "/secret"), kSecret);
  EXPECT_EQ(entries(outside), 1u);
}

}  // namespace
}  // namespace codecalc::sessions

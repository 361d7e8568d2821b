// Snapshots by value, and archives that mean harm.
#include "sessions/snapshots.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "base/sha256.h"
#include "sessions/archive.h"
#include "sessions/test_store.h"

namespace codecalc::sessions {
namespace {

class Snapshots : public StoreTest {
 protected:
  std::string snapshot_folder(const Workspace& workspace) const {
    return settings.root + "/.codecalc/snapshots/" + workspace.id();
  }
};

TEST_F(Snapshots, SaveAndRestoreInPlace) {
  const auto store = open_store();
  Workspace workspace = started(*store, "perl");
  const std::string box = workspace.path();
  put(box + "/a.txt", "one");
  put(box + "/d/e/f", std::string(300'000, 'x'));
  put(box + "/.dot", "kept");
  put(box + "/.codecalc-spill/x.bin", "not kept");
  std::filesystem::create_directories(box + "/empty");
  ASSERT_EQ(::symlink("a.txt", (box + "/link").c_str()), 0);
  ASSERT_EQ(::symlink("/etc/passwd", (box + "/out").c_str()), 0);
  ASSERT_EQ(::mkfifo((box + "/pipe").c_str(), 0600), 0);
  ASSERT_EQ(::chmod((box + "/a.txt").c_str(), 04755), 0);
  const auto saved = save_snapshot(*store, workspace, "first");
  ASSERT_TRUE(saved.ok());
  EXPECT_EQ(saved->files, 3);
  EXPECT_EQ(saved->content_bytes, 300'007);
  EXPECT_LT(saved->bytes, 3000);
  EXPECT_EQ(saved->language, "perl");

  std::filesystem::remove_all(box + "/d");
  put(box + "/a.txt", "changed");
  put(box + "/new", "new");
  const auto restored = restore_snapshot(*store, workspace.id(), saved->id, workspace);
  ASSERT_TRUE(restored.ok());
  EXPECT_EQ(restored->files, 3);
  EXPECT_EQ(restored->bytes, 300'007);
  EXPECT_EQ(get(box + "/a.txt"), "one");
  EXPECT_EQ(get(box + "/d/e/f").size(), 300'000u);
  EXPECT_EQ(get(box + "/.dot"), "kept");
  EXPECT_FALSE(std::filesystem::exists(box + "/new"));
  EXPECT_FALSE(std::filesystem::exists(box + "/pipe"));
  EXPECT_TRUE(std::filesystem::is_directory(box + "/empty"));
  EXPECT_EQ(std::filesystem::read_symlink(box + "/out"), "/etc/passwd");
  struct stat info{};
  ASSERT_EQ(::stat((box + "/a.txt").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0755u);                      // never setuid
  EXPECT_EQ(read_file(workspace, "a.txt", 10)->bytes, "one");  // the open session sees it too
  EXPECT_EQ(entries(settings.root + "/.codecalc/pending"), 0u);
  EXPECT_EQ(entries(settings.root + "/.codecalc/trash"), 0u);
}

TEST_F(Snapshots, ListDeleteAndOutliveTheSession) {
  const auto store = open_store();
  Workspace workspace = started(*store);
  const std::string id = workspace.id();
  put(workspace.path() + "/a", "1");
  const auto one = save_snapshot(*store, workspace, std::nullopt);
  const auto two = save_snapshot(*store, workspace, "two");
  ASSERT_EQ(list_snapshots(*store, id)->size(), 2u);
  EXPECT_TRUE(*delete_snapshot(*store, id, one->id));
  EXPECT_FALSE(*delete_snapshot(*store, id, one->id));
  EXPECT_TRUE(store->remove(std::move(workspace)).ok());
  const auto left = list_snapshots(*store, id);
  ASSERT_EQ(left->size(), 1u);
  EXPECT_EQ((*left)[0].label, "two");
  Workspace fresh = started(*store);
  EXPECT_EQ(restore_snapshot(*store, id, two->id, fresh)->files, 1);
  EXPECT_EQ(get(fresh.path() + "/a"), "1");
  EXPECT_EQ(*delete_snapshots(*store, id), 1);
  EXPECT_EQ(list_snapshots(*store, id)->size(), 0u);
  EXPECT_EQ(list_snapshots(*store, "nope")->size(), 0u);
}

TEST_F(Snapshots, IdsAndLimitsAreChecked) {
  settings.max_snapshots = 2;
  settings.max_snapshot_bytes = 1000;
  const auto store = open_store();
  Workspace workspace = started(*store);
  const auto code = [](const auto& result) {
    return result.ok() ? "ok" : std::string(code_name(result.error().code));
  };
  const std::string hex(32, '0');
  EXPECT_EQ(code(restore_snapshot(*store, workspace.id(), "../../x", workspace)),
            "permission_denied");
  EXPECT_EQ(code(restore_snapshot(*store, workspace.id(), "nope", workspace)), "permission_denied");
  EXPECT_EQ(code(restore_snapshot(*store, workspace.id(), hex, workspace)), "validation");
  EXPECT_EQ(code(delete_snapshot(*store, workspace.id(), "nope")), "permission_denied");
  EXPECT_EQ(code(save_snapshot(*store, workspace, std::string(201, 'l'))), "validation");
  put(workspace.path() + "/big", std::string(1001, 'x'));
  EXPECT_EQ(code(save_snapshot(*store, workspace, std::nullopt)), "resource_exhausted");
  EXPECT_EQ(entries(snapshot_folder(workspace)), 0u);
  std::filesystem::remove(workspace.path() + "/big");
  EXPECT_EQ(code(save_snapshot(*store, workspace, std::nullopt)), "ok");
  EXPECT_EQ(code(save_snapshot(*store, workspace, std::nullopt)), "ok");
  EXPECT_EQ(code(save_snapshot(*store, workspace, std::nullopt)), "resource_exhausted");
}

TEST_F(Snapshots, DamageIsFoundAndChangesNothing) {
  const auto store = open_store();
  Workspace workspace = started(*store);
  put(workspace.path() + "/a", std::string(5000, 'a'));
  const auto saved = save_snapshot(*store, workspace, std::nullopt);
  const std::string file = snapshot_folder(workspace) + "/" + saved->id + ".tar.zst";
  std::string bytes = get(file);
  bytes[bytes.size() / 2] ^= 1;
  put(file, bytes);
  put(workspace.path() + "/a", "now");
  const auto restored = restore_snapshot(*store, workspace.id(), saved->id, workspace);
  EXPECT_EQ(code_name(restored.error().code), "validation");
  EXPECT_EQ(get(workspace.path() + "/a"), "now");
  // What a killed server left is no snapshot, and goes with the next one.
  std::filesystem::remove(snapshot_folder(workspace) + "/" + saved->id + ".json");
  EXPECT_EQ(list_snapshots(*store, workspace.id())->size(), 0u);
  ASSERT_TRUE(save_snapshot(*store, workspace, std::nullopt).ok());
  EXPECT_EQ(entries(snapshot_folder(workspace)), 2u);
}

// ---- archives made by someone else ----

struct Item {
  const char* path;
  unsigned type;
  const char* target;  ///< of a link; "=x" is a hard link to x
  std::size_t size;
};

class Hostile : public StoreTest {
 protected:
  /// Unpacks an archive of `items` into an empty folder, and gives the code.
  std::string unpacked(const std::vector<Item>& items, std::uint64_t max_bytes = 1 << 20) {
    const std::string path = base + "/archive";
    struct archive* a = ::archive_write_new();
    ::archive_write_set_format_pax_restricted(a);
    ::archive_write_add_filter_zstd(a);
    EXPECT_EQ(::archive_write_open_filename(a, path.c_str()), ARCHIVE_OK);
    for (const Item& item : items) {
      archive_entry* entry = ::archive_entry_new();
      ::archive_entry_set_pathname(entry, item.path);
      ::archive_entry_set_filetype(entry, item.type);
      ::archive_entry_set_perm(entry, 06777);
      const std::string target = item.target == nullptr ? "" : item.target;
      if (target.starts_with("=")) ::archive_entry_set_hardlink(entry, target.c_str() + 1);
      else if (!target.empty()) ::archive_entry_set_symlink(entry, target.c_str());
      ::archive_entry_set_size(entry, static_cast<la_int64_t>(item.size));
      EXPECT_EQ(::archive_write_header(a, entry), ARCHIVE_OK) << item.path;
      const std::string content(item.size, '\0');
      ::archive_write_data(a, content.data(), content.size());
      ::archive_entry_free(entry);
    }
    ::archive_write_close(a);
    ::archive_write_free(a);
    std::filesystem::remove_all(base + "/target");
    std::filesystem::create_directories(base + "/target");
    const UniqueFd in(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    const UniqueFd target(::open((base + "/target").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const auto result =
        unpack(in.get(), target.get(), sha256_tag(get(path)), {.max_bytes = max_bytes});
    return result.ok() ? "ok" : std::string(code_name(result.error().code));
  }
};

TEST_F(Hostile, EntriesThatASessionCannotHaveEndIt) {
  put(base + "/outside/secret", "secret");
  const std::string outside = base + "/outside";
  using Items = std::vector<Item>;
  EXPECT_EQ(unpacked({{"../evil", S_IFREG, nullptr, 1}}), "permission_denied");
  EXPECT_EQ(unpacked({{"a/../../evil", S_IFREG, nullptr, 1}}), "permission_denied");
  EXPECT_EQ(unpacked({{"/tmp/evil", S_IFREG, nullptr, 1}}), "permission_denied");
  EXPECT_EQ(unpacked({{"./a", S_IFREG, nullptr, 1}}), "permission_denied");
  EXPECT_EQ(unpacked({{"a", S_IFCHR, nullptr, 0}}), "permission_denied");
  EXPECT_EQ(unpacked({{"a", S_IFIFO, nullptr, 0}}), "permission_denied");
  EXPECT_EQ(unpacked({{"hard", S_IFREG, "=../outside/secret", 0}}), "permission_denied");
  EXPECT_EQ(unpacked({{"a", S_IFREG, nullptr, 1}, {"a", S_IFREG, nullptr, 1}}),
            "permission_denied");
  // A link, then a file behind it: the file comes first and the link finds its place taken.
  EXPECT_NE(unpacked({{"l", S_IFLNK, outside.c_str(), 0}, {"l/evil", S_IFREG, nullptr, 1}}), "ok");
  EXPECT_NE(unpacked({{"l", S_IFLNK, "../outside/secret", 0}, {"l", S_IFREG, nullptr, 1}}), "ok");
  EXPECT_EQ(entries(outside), 1u);
  EXPECT_EQ(get(outside + "/secret"), "secret");
  EXPECT_FALSE(std::filesystem::exists(base + "/evil"));
  EXPECT_FALSE(std::filesystem::exists("/tmp/evil"));
  EXPECT_EQ(unpacked(Items{{"d", S_IFDIR, nullptr, 0}, {"d/f", S_IFREG, nullptr, 3}}), "ok");
  struct stat info{};
  ASSERT_EQ(::stat((base + "/target/d/f").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0777u);
}

TEST_F(Hostile, SmallArchivesOfHugeFilesEndAtTheLimit) {
  EXPECT_EQ(unpacked({{"zeros", S_IFREG, nullptr, 50 << 20}}), "resource_exhausted");
  EXPECT_EQ(unpacked({{"zeros", S_IFREG, nullptr, 1 << 20}}), "ok");
}

}  // namespace
}  // namespace codecalc::sessions

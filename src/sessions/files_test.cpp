// File tools by value: pages, cuts, quotas, URIs.
#include "sessions/files.h"

#include "sessions/test_store.h"

namespace codecalc::sessions {
namespace {

class Files : public StoreTest {};

TEST_F(Files, PagesCoverAFolderOnce) {
  const auto store = open_store();
  const Workspace workspace = started(*store);
  for (const char* name : {"b", "a", "d", "c", "e"}) put(workspace.path() + "/x/" + name, name);
  std::filesystem::create_directories(workspace.path() + "/x/sub");
  std::vector<std::string> seen;
  std::string cursor;
  int pages = 0;
  do {
    const auto page = list_files(workspace, "x", 4, cursor);
    ASSERT_TRUE(page.ok());
    EXPECT_EQ(page->path, "x");
    for (const FileRow& row : page->rows) seen.push_back(row.name);
    cursor = page->next_cursor;
    ++pages;
  } while (!cursor.empty());
  EXPECT_EQ(pages, 2);
  EXPECT_EQ(seen, (std::vector<std::string>{"a", "b", "c", "d", "e", "sub/"}));
  EXPECT_EQ(code_name(list_files(workspace, "x", 1, "garbage").error().code), "validation");
  EXPECT_EQ(code_name(list_files(workspace, "x", 1, "-1").error().code), "validation");
  EXPECT_EQ(list_files(workspace, "x", 0, "garbage")->rows.size(), 6u);
  EXPECT_EQ(code_name(list_files(workspace, "nope", 0, "").error().code), "validation");
}

TEST_F(Files, ReadCutsAndSaysSo) {
  const auto store = open_store();
  const Workspace workspace = started(*store);
  ASSERT_EQ(*write_file(*store, workspace, "sub/../t.txt", "hello"), "t.txt");
  const auto part = read_file(workspace, "t.txt", 2);
  EXPECT_EQ(part->bytes, "he");
  EXPECT_EQ(part->size, 5u);
  EXPECT_TRUE(part->truncated);
  EXPECT_FALSE(read_file(workspace, "t.txt", 5)->truncated);
  EXPECT_EQ(read_file(workspace, "t.txt", 0)->bytes, "");
}

TEST_F(Files, QuotasRefuseBeforeWriting) {
  settings.disk_quota_mb = 1;
  settings.max_file_bytes = 800'000;
  settings.max_files = 3;
  const auto store = open_store();
  const Workspace workspace = started(*store);
  const auto code = [&](const char* path, std::size_t bytes) {
    const auto written = write_file(*store, workspace, path, std::string(bytes, 'x'));
    return written.ok() ? "ok" : std::string(code_name(written.error().code));
  };
  EXPECT_EQ(code("big", 800'001), "resource_exhausted");
  EXPECT_FALSE(std::filesystem::exists(workspace.path() + "/big"));
  EXPECT_EQ(code("a", 800'000), "ok");
  EXPECT_EQ(code("d/b", 300'000), "resource_exhausted");
  EXPECT_FALSE(std::filesystem::exists(workspace.path() + "/d"));  // no folder either
  EXPECT_EQ(code("a", 790'000), "ok");  // what it replaces is counted off
  EXPECT_EQ(code("b", 1), "ok");
  EXPECT_EQ(code("c", 1), "ok");
  EXPECT_EQ(code("d", 1), "resource_exhausted");  // the fourth file
  EXPECT_EQ(code("c", 2), "ok");                  // an overwrite is no new file
  EXPECT_TRUE(delete_file(workspace, "b").ok());
  EXPECT_EQ(code("d", 1), "ok");
  EXPECT_EQ(entries(settings.root + "/.codecalc/pending"), 0u);
}

TEST_F(Files, TotalQuotaCountsTheOthers) {
  settings.total_quota_mb = 1;
  const auto store = open_store();
  const Workspace one = started(*store);
  const Workspace two = started(*store);
  EXPECT_TRUE(write_file(*store, one, "a", std::string(700'000, 'x')).ok());
  EXPECT_EQ(code_name(write_file(*store, two, "a", std::string(700'000, 'x')).error().code),
            "resource_exhausted");
  EXPECT_TRUE(write_file(*store, two, "a", std::string(200'000, 'x')).ok());
}

TEST_F(Files, ProgramsThatWentOverMustShrinkFirst) {
  settings.disk_quota_mb = 1;
  const auto store = open_store();
  const Workspace workspace = started(*store);
  put(workspace.path() + "/huge", std::string(2 << 20, 'x'));
  EXPECT_EQ(code_name(store->check_run(workspace).error().code), "resource_exhausted");
  EXPECT_EQ(code_name(write_file(*store, workspace, "a", "x").error().code), "resource_exhausted");
  EXPECT_TRUE(delete_file(workspace, "huge").ok());
  EXPECT_TRUE(store->check_run(workspace).ok());
}

TEST_F(Files, HostSpaceIsKeptFree) {
  settings.min_free_mb = std::int64_t{1} << 34;
  const auto store = open_store();
  const Workspace workspace = started(*store);
  EXPECT_EQ(code_name(write_file(*store, workspace, "a", "x").error().code), "resource_exhausted");
}

TEST_F(Files, ArtifactsAreTheUsersOwnFiles) {
  const auto store = open_store();
  const Workspace workspace = started(*store);
  for (const char* name : {"out.txt", "d/e.csv", ".codecalc-run/main.py", "d/.cache/x", ".dot"})
    put(workspace.path() + "/" + name, "xy");
  const auto found = artifacts(workspace);
  ASSERT_EQ(found->size(), 2u);
  EXPECT_EQ((*found)[0].path, "d/e.csv");
  EXPECT_EQ((*found)[1].path, "out.txt");
  EXPECT_EQ((*found)[1].size, 2u);
}

TEST(Uris, EncodeWhatAUriCannotHold) {
  EXPECT_EQ(resource_uri("bash-1", "d/e f%.txt"), "codecalc://session/bash-1/files/d/e%20f%25.txt");
  EXPECT_EQ(resource_uri("bash-1", "\xC3\xA9?#"), "codecalc://session/bash-1/files/%C3%A9%3F%23");
}

TEST(Types, ByEndingAndByFirstBytes) {
  EXPECT_EQ(mime_type("a/b.CSV"), "text/csv");
  EXPECT_EQ(mime_type("csv"), "application/octet-stream");
  EXPECT_EQ(image_type("\x89PNG\r\n\x1a\n..."), "image/png");
  EXPECT_EQ(image_type("\xff\xd8\xff\xe0"), "image/jpeg");
  EXPECT_EQ(image_type("RIFF0000WEBPVP8 "), "image/webp");
  EXPECT_EQ(image_type("hello"), "");
}

}  // namespace
}  // namespace codecalc::sessions

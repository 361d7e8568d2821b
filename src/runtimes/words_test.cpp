// Command lines of the language table: quotes, holes, conditions.
#include "runtimes/words.h"

#include <gmock/gmock.h>

namespace codecalc::runtimes {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Names kNames = [](std::string_view name) -> std::optional<std::string> {
  if (name == "0") return "/usr/bin/x y";
  if (name == "file") return "main.c";
  if (name == "mold") return "/usr/bin/mold";
  return std::nullopt;
};

TEST(Expand, FillsHolesAndKeepsOtherBraces) {
  EXPECT_THAT(expand("{0} -o {file}.o {file}", kNames),
              ElementsAre("/usr/bin/x y", "-o", "main.c.o", "main.c"));
  EXPECT_THAT(expand("{ok,_} {unknown} {", kNames), ElementsAre("{ok,_}", "{unknown}", "{"));
  EXPECT_THAT(expand("{M,{file}}", kNames), ElementsAre("{M,main.c}"));
}

TEST(Expand, KeepsQuotedBlanksTogether) {
  EXPECT_THAT(expand("sh -c 'cat \"$1\" > {file}' x", kNames),
              ElementsAre("sh", "-c", "cat \"$1\" > main.c", "x"));
}

TEST(Expand, DropsWordsWhoseConditionDoesNotHold) {
  EXPECT_THAT(expand("a ?mold:-fuse-ld=mold ?pch:-I{pch} ?!pch:-H ?!mold:-no b", kNames),
              ElementsAre("a", "-fuse-ld=mold", "-H", "b"));
  EXPECT_THAT(expand("?pch:'a b' ?mold:'c d'", kNames), ElementsAre("c d"));
  EXPECT_THAT(expand("", kNames), IsEmpty());
}

}  // namespace
}  // namespace codecalc::runtimes

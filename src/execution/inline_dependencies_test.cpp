// The comment block of PEP 723: its own example and what is no such block.
#include "execution/inline_dependencies.h"

#include <gtest/gtest.h>

namespace codecalc::execution {
namespace {

using Names = std::vector<std::string>;

TEST(InlineDependencies, Blocks) {
  struct Case {
    std::string source;
    Names found;
  };
  const Case cases[] = {
      {"print(1)", {}},
      {"# /// script\n# dependencies = [\"requests\"]\n# ///\nprint(1)", {"requests"}},
      {"# /// script\r\n# dependencies = [\"a\"]\r\n# ///\r\n", {"a"}},
      // The example of the PEP.
      {"# /// script\n# requires-python = \">=3.11\"\n# dependencies = [\n#   \"requests<3\",\n"
       "#   \"rich\",\n# ]\n# ///\n\nimport requests\n",
       {"requests<3", "rich"}},
      {"x = 1\n#\n# /// script\n# dependencies = ['b']\n#\n# ///\n", {"b"}},
      // Not closed, not a script block, not comments, no TOML, no list, an empty list.
      {"# /// script\n# dependencies = [\"a\"]\nprint(1)\n# ///\n", {}},
      {"# /// tests\n# dependencies = [\"a\"]\n# ///\n", {}},
      {"# /// script\ndependencies = [\"a\"]\n# ///\n", {}},
      {"# /// script\n# dependencies = [\"a\n# ///\n", {}},
      {"# /// script\n# dependencies = \"a\"\n# ///\n", {}},
      {"# /// script\n# dependencies = []\n# ///\n", {}},
      {"# /// script\n# [tool.x]\n# dependencies = [\"a\"]\n# ///\n", {}},
      // A string in the source that only looks like one.
      {"text = '# /// script'\n", {}},
  };
  for (const Case& c : cases) EXPECT_EQ(inline_dependencies(c.source), c.found) << c.source;
}

TEST(InlineDependencies, AreBounded) {
  std::string many = "# /// script\n# dependencies = [";
  for (int i = 0; i < 1000; ++i) many += "\"p\", ";
  many += "\"" + std::string(1000, 'x') + "\"]\n# ///\n";
  EXPECT_EQ(inline_dependencies(many).size(), 64u);
  const std::string deep = "# /// script\n# x = " + std::string(20'000, '[') + "\n# ///\n";
  EXPECT_TRUE(inline_dependencies(deep).empty());
}

}  // namespace
}  // namespace codecalc::execution

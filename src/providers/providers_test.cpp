// The table, selection and the capability policy.
#include <gtest/gtest.h>

#include "providers/policy.h"
#include "providers/selection.h"

namespace codecalc::providers {
namespace {

TEST(Providers, SelectionNeverFallsBack) {
  struct Case {
    std::string_view argument, environment, selected;
  };
  for (const Case& c :
       {Case{"", "local", "local"}, Case{"local", "nosuch", "local"},
        Case{" local ", "nosuch", "local"}, Case{"", "nosuch", ""}, Case{"nosuch", "local", ""},
        Case{"LOCAL", "local", ""}, Case{"linux-strict", "local", ""}}) {
    const auto selected = select_provider(c.argument, c.environment);
    if (c.selected.empty()) {
      const auto* unknown = std::get_if<UnknownProvider>(&selected);
      ASSERT_NE(unknown, nullptr) << c.argument;
      EXPECT_EQ(unknown->requested, c.argument.empty() ? c.environment : c.argument);
      EXPECT_EQ(unknown->available, std::vector<std::string>{"local"});
    } else {
      ASSERT_TRUE(std::holds_alternative<const Provider*>(selected)) << c.argument;
      EXPECT_EQ(std::get<const Provider*>(selected)->id, c.selected);
    }
  }
}

using Names = std::vector<std::string>;

TEST(Providers, PolicyNarrowsAndNeverAdds) {
  const Names net = {"network"};
  struct Case {
    std::string_view policy;
    bool wants_network;
    bool refused;
    Names approved, denied;
    bool no_net;
  };
  const Case cases[] = {
      {"", true, false, net, {}, false},
      {"", false, false, {}, {}, true},
      {"deny-network", true, false, {}, net, true},
      {"deny-network", false, false, {}, {}, true},
      {"allow-network", true, false, net, {}, false},
      {"allow-network", false, true, {}, {}, false},
      {"strict", true, false, net, {}, false},
      {" Deny-Network , strict ", true, false, {}, net, true},
      // A denial wins over a permission.
      {"deny-network,allow-network", true, false, {}, net, true},
      {"deny-network,allow-network", false, false, {}, {}, true},
  };
  for (const Case& c : cases) {
    const auto policy = parse_policy(c.policy);
    ASSERT_TRUE(policy.ok()) << c.policy;
    EXPECT_EQ(policy->active, !c.policy.empty());
    const auto grant = apply_policy(*policy, c.wants_network);
    ASSERT_EQ(grant.ok(), !c.refused) << c.policy << c.wants_network;
    if (c.refused) {
      EXPECT_EQ(grant.error().code, Code::kPermissionDenied);
      continue;
    }
    EXPECT_EQ(grant->requested, c.wants_network ? net : Names{}) << c.policy;
    EXPECT_EQ(grant->approved, c.approved) << c.policy;
    EXPECT_EQ(grant->denied, c.denied) << c.policy;
    EXPECT_EQ(grant->no_net, c.no_net) << c.policy;
  }
}

TEST(Providers, MisspeltPolicyRunsNothing) {
  for (const char* text : {"deny-netwrok", "deny-network,bogus", "none"}) {
    const auto policy = parse_policy(text);
    ASSERT_FALSE(policy.ok()) << text;
    EXPECT_EQ(policy.error().code, Code::kPermissionDenied);
    EXPECT_EQ(policy.error().parameter, "") << "no fault of the caller's arguments";
  }
}

}  // namespace
}  // namespace codecalc::providers

// Receipts: what is recorded, what counts as enforced, and hashes that can be recomputed.
#include "execution/receipt.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "base/sha256.h"

namespace codecalc::execution {
namespace {

using Names = std::vector<std::string>;

struct Parts {
  providers::Policy policy;
  providers::Grant grant;
  Names environment = {"PATH=/usr/bin", "LANG=C.UTF-8", "TZ=UTC"};
  Names unenforced;
  RequestedLimits limits;
  std::string language = "python3", source = "print(1)", input;
  bool ran = true;

  explicit Parts(std::string_view policy_text = "", bool no_net = false) {
    policy = *providers::parse_policy(policy_text);
    grant = *providers::apply_policy(policy, !no_net);
    limits.no_net = no_net;
  }
  Receipt receipt() const {
    return make_receipt({.provider = providers::find_provider("local"),
                         .policy = &policy,
                         .grant = &grant,
                         .limits = limits,
                         .language = language,
                         .source = source,
                         .input = input,
                         .environment = environment,
                         .unenforced = unenforced,
                         .ran = ran});
  }
};

TEST(Receipt, WholeReceiptOfAPlainRun) {
  Json json;
  registry::write_value(json, Parts().receipt());
  const std::string spec =
      R"({"spec_schema_version":"1.0.0","provider_id":"local","language":"python3",)"
      R"("source_sha256":")" +
      sha256_tag("print(1)") + R"(","stdin_sha256":")" + sha256_tag("") +
      R"(","timeout_seconds":10,"max_memory_mb":0,"max_output_kb":0,"max_cpu_seconds":0,)"
      R"("no_net":false})";
  EXPECT_EQ(
      write_json(json),
      R"({"receipt_version":"1.2.0","interface_version":"1.0.0","provider_id":"local",)"
      R"("provider_version":")" CODECALC_VERSION
      R"(","host_class":"local","session_id":null,"spec_schema_version":"1.0.0","spec_hash":")" +
          sha256_tag(spec) + R"(","source_sha256":")" + sha256_tag("print(1)") +
          R"(","determinism":{"source":"env_allowlist",)"
          R"("locale":{"LANG":"C.UTF-8","LC_ALL":null},"timezone":"UTC","seed":null,)"
          R"("unrecorded":["locale.LC_ALL","seed"]},"limits":{"requested":{"timeout_seconds":10,)"
          R"("max_memory_mb":0,"max_output_kb":0,"max_cpu_seconds":0,"no_net":false},)"
          R"("provider_reported_enforced":["timeout"],"unenforced":[]},)"
          R"("capabilities":{"requested":["network"],"approved":["network"],)"
          R"("provider_supported":["network"],"effective":["network"],"denied":[],)"
          R"("brokered":false,"policy":null}})");
}

TEST(Receipt, EnforcedNamesWhatWasAskedForAndHeld) {
  Parts parts("", true);
  parts.limits.max_memory_mb = 500;
  parts.limits.max_output_kb = 9;
  parts.limits.max_cpu_seconds = 5;
  const Names all = {"timeout", "max_memory_mb", "max_output_kb", "max_cpu", "no_net"};
  EXPECT_EQ(parts.receipt().limits.provider_reported_enforced, all);
  parts.unenforced = {"no_net: no namespace", "max_memory_mb"};
  EXPECT_EQ(parts.receipt().limits.provider_reported_enforced,
            (Names{"timeout", "max_output_kb", "max_cpu"}));
  EXPECT_EQ(parts.receipt().capabilities.effective, Names{"network"}) << "the denial did not hold";
  parts.ran = false;
  EXPECT_EQ(parts.receipt().limits.provider_reported_enforced, Names{});
}

TEST(Receipt, PolicyIsShown) {
  const Receipt denied = Parts("deny-network").receipt();
  EXPECT_EQ(denied.capabilities.requested, Names{"network"});
  EXPECT_EQ(denied.capabilities.denied, Names{"network"});
  EXPECT_EQ(denied.capabilities.effective, Names{});
  EXPECT_TRUE(denied.capabilities.brokered);
  EXPECT_EQ(denied.capabilities.policy.value, "deny-network");
  EXPECT_FALSE(denied.limits.requested.no_net) << "the caller did not ask for it";
  EXPECT_EQ(denied.limits.provider_reported_enforced, (Names{"timeout", "no_net"}));
}

TEST(Receipt, EveryPartOfTheRequestChangesTheSpecHash) {
  std::vector<std::string> hashes;
  const auto add = [&](auto change) {
    Parts parts;
    change(parts);
    hashes.push_back(parts.receipt().spec_hash);
  };
  add([](Parts&) {});
  add([](Parts& p) { p.language = "node"; });
  add([](Parts& p) { p.source += " "; });
  add([](Parts& p) { p.input = "x"; });
  add([](Parts& p) { p.limits.timeout_seconds = 11; });
  add([](Parts& p) { p.limits.max_memory_mb = 1; });
  add([](Parts& p) { p.limits.max_output_kb = 1; });
  add([](Parts& p) { p.limits.max_cpu_seconds = 1; });
  add([](Parts& p) { p.limits.no_net = true; });
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    for (std::size_t j = i + 1; j < hashes.size(); ++j) EXPECT_NE(hashes[i], hashes[j]) << i << j;
  }
  EXPECT_EQ(Parts().receipt().spec_hash, hashes[0]);
}

}  // namespace
}  // namespace codecalc::execution

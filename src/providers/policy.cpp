// Reading and applying the capability policy.
#include "providers/policy.h"

#include "base/text.h"

namespace codecalc::providers {

Result<Policy> parse_policy(std::string_view text) {
  Policy policy;
  policy.text = trim(text);
  policy.active = !policy.text.empty();
  std::string_view rest = policy.text;
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    const std::string word = to_lower(trim(rest.substr(0, comma)));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    if (word.empty()) continue;
    if (word == "deny-network") policy.deny_network = true;
    else if (word == "allow-network") policy.allow_network = true;
    else if (word == "strict") policy.strict = true;
    else
      return Error{Code::kPermissionDenied,
                   "CODECALC_CAPABILITY_POLICY has the unknown directive \"" + shorten(word, 64) +
                       "\", so nothing is run",
                   "",
                   "The operator must correct CODECALC_CAPABILITY_POLICY: deny-network, "
                   "allow-network, strict."};
  }
  return policy;
}

Result<Grant> apply_policy(const Policy& policy, bool wants_network) {
  Grant grant;
  if (!wants_network) {
    if (policy.allow_network && !policy.deny_network) {
      return Error{Code::kPermissionDenied,
                   "the policy allow-network would grant the network to a run that asked for "
                   "no_net; a policy may only take away",
                   "", "Drop no_net, or have the operator drop allow-network."};
    }
    grant.no_net = true;
    return grant;
  }
  grant.requested = {"network"};
  if (policy.deny_network) {
    grant.denied = {"network"};
    grant.no_net = true;
  } else {
    grant.approved = {"network"};
  }
  return grant;
}

}  // namespace codecalc::providers

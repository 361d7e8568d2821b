// The capability policy: what an operator lets programs have, however they are asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace codecalc::providers {

/// CODECALC_CAPABILITY_POLICY, read. Without one nothing is narrowed.
struct Policy {
  bool active = false;        ///< a policy is set
  std::string text;           ///< as it was given, blanks around it dropped
  bool deny_network = false;  ///< wins over allow_network
  bool allow_network = false;
  bool strict = false;  ///< refuse a run whose denial would not hold
};

/// Directives deny-network, allow-network and strict, comma-separated, in any case. A word that is
/// none of them is refused (kPermissionDenied): a misspelt denial must not become a permission.
Result<Policy> parse_policy(std::string_view text);

/// What a policy made of a run's request for the network, the one capability there is. Lists hold
/// "network" or nothing, as they stand in the receipt.
struct Grant {
  std::vector<std::string> requested;
  std::vector<std::string> approved;
  std::vector<std::string> denied;
  bool no_net = false;  ///< the run must not reach the network
};

/// `wants_network` is false for a run that asked for no_net. Error (kPermissionDenied): the policy
/// would grant what the run did not ask for.
Result<Grant> apply_policy(const Policy& policy, bool wants_network);

}  // namespace codecalc::providers

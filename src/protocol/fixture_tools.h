// Tools and parts made for the tests of the protocol.
#pragma once

#include "protocol/server_info.h"

namespace codecalc::protocol::testing {

/// echo {text}: quick, gives it back. count {to}: quick, reports progress 1..to and once less.
/// wait {ms}: blocking, ends at once when cancelled. stubborn {ms}: blocking, hears no
/// cancellation. big {bytes}: quick, so much text. brief {}: blocking, 1 s deadline, stubborn 3 s.
const registry::Registry& fixture_registry();

/// Parts with these tools and no resources.
ServerParts fixture_parts();

/// How many calls of `wait` have begun in this process, and how many heard a cancellation in this
/// process.
int waits_begun();
int cancellations_heard();

}  // namespace codecalc::protocol::testing

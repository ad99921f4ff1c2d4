/// The golden run of `expect.golden`, as far as the log of packets must know it.
#pragma once

#include <optional>

#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// A packet log, by its beginning.
struct GoldenLog {
  bool routes = false;
};

/// Returns nullopt if the scenario has no golden run, or one that is not a packet log.
std::optional<GoldenLog> golden_log_of(const Scenario& scenario);

}  // namespace kintsugi

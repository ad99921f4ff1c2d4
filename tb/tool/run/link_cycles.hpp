/// The latencies of links, as the chip of a scenario has them: of a directly wired network, or of a repaired fabric;
/// and the longest link of a fabric, which says whether lengths count.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/extraction.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns the cycles on each link of a directly wired network, in the order of its links.
std::vector<LinkLatency> link_cycles(const Scenario& scenario, const Setup& setup);

/// Returns the cycles on the link at each port of each site of the fabric, which there must be, in the states of a
/// repair: by site, then port; 1 where a port leads nowhere.
std::vector<unsigned> link_cycles(const Scenario& scenario, const Setup& setup, const Repair& repair);

/// The longest link between two routers; of links of the same length, the one that takes most cycles.
struct LongestLink {
  unsigned pitches = 0;
  unsigned cycles = 0;
  std::optional<unsigned> reach = {};  ///< link.reach; nullopt: lengths take no cycles
};

/// Returns the longest link of the network that was extracted from switch states, with the nodes placed there; nullopt
/// if it has none.
std::optional<LongestLink> longest_link(const Scenario& scenario, const Setup& setup, const Placement& placement,
                                        const ExtractedNetwork& extracted);
std::optional<LongestLink> longest_link(const Scenario& scenario, const Setup& setup, const CheckedRepair& repair);
nlohmann::ordered_json to_json(const LongestLink& link);

/// "9 pitches, 3 cycles"
std::string to_text(const LongestLink& link);
/// Returns the reason for cycles: that links take them by their length, or whatever their length is.
std::string reason_of(std::optional<unsigned> reach);
/// "9 pitches, 3 cycles; link.reach is 4 pitches a cycle"
std::string explained(const LongestLink& link);

}  // namespace kintsugi

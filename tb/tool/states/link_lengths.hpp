/// Sums up the lengths of the links of a network on its fabric, before and after a repair.
///
/// Before   the sound fabric, repaired for no defects
/// Length   the pitches of the wires between two router ports, as extraction finds them
/// Kinds    those of the network, in its order; a kind without links is left out. The last row has all links
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/network/length_sums.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::states {

struct KindLengths {
  std::string kind;  ///< "all" in the last row
  std::optional<LengthSums> before;
  LengthSums after;
};

/// `options` are those of the repair, which must be verified.
std::vector<KindLengths> link_lengths(const Setup& setup, const RepairOptions& options, const CheckedRepair& checked);

nlohmann::ordered_json to_json(const std::vector<KindLengths>& lengths);
std::string to_text(const std::vector<KindLengths>& lengths);

}  // namespace kintsugi::states

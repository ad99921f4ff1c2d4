/// Finds the difference between two settings of one chip, and draws the difference alone.
///
/// Switches  whose states differ, by SwitchId
/// Links     pairs of router ports that only one of the settings joins on the chip as it is built
/// Nodes     that are at different sites, or have a site in only one setting
/// Picture   one panel: all sites pale with their names, and what differs, each element with a title and with data-
///           attributes; beside it a legend and lists. Without a difference it says so
/// Bytes     the same for the same settings; no date
#pragma once

#include <string>
#include <vector>

#include "models/fabric/extraction.hpp"
#include "tb/tool/picture/picture.hpp"

namespace kintsugi::picture {

/// Points at the network and the fabrics, which must outlive it.
struct SettingPair {
  const Network* network = nullptr;
  const Fabric* fabric = nullptr;  ///< the sound one, whose switches have their own names for states
  const Fabric* built = nullptr;   ///< with its stuck switches and cut wires: by it the links are found
  Setting a;                       ///< a node can be without a site
  Setting b;
};

struct ChipDifference {
  std::vector<SwitchId> switches;  ///< ascending
  std::vector<Join> only_in_a;     ///< ascending
  std::vector<Join> only_in_b;
  std::vector<NodeId> nodes;  ///< ascending
  bool empty() const { return switches.empty() && only_in_a.empty() && only_in_b.empty() && nodes.empty(); }
};

ChipDifference difference_of(const SettingPair& pair);

/// Returns "2 switches, 1 link of a alone, 1 node moved", or "no difference".
std::string summary(const ChipDifference& difference);

/// `name_a` and `name_b` are what the picture calls the settings. Throws std::invalid_argument for a fabric whose
/// positions are incomplete (tb/tool/picture/scene.hpp).
std::string to_svg(const SettingPair& pair, const ChipDifference& difference, const std::string& name_a,
                   const std::string& name_b);

}  // namespace kintsugi::picture

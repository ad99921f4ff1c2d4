/// The subject of a picture: a fabric, its defects and its repair.
///
/// plain     the setting of a defect-free chip, with which the repair is compared
/// repaired  the setting after the repair; nullopt if there is none
/// Both are settings of the fabric as it is built, with its stuck switches and cut wires.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi::picture {

struct Setting {
  Placement placement;
  SwitchStates states;
};

/// Points at the network, the fabric and the defects, which must outlive it.
struct Subject {
  const Network* network = nullptr;
  const Fabric* fabric = nullptr;
  const Defects* defects = nullptr;
  std::string title;
  std::vector<std::string> facts;  ///< lines below the title
  Setting plain;
  std::optional<Setting> repaired;
  Defects irreparable;              ///< without a repair: an irreparable subset of the defects, if one is known
  std::string irreparable_by;       ///< the plans none of which repairs these; empty: no plan does
  std::vector<BlockedWay> blocked;  ///< why it is irreparable, direction by direction
  std::string reason;
};

}  // namespace kintsugi::picture

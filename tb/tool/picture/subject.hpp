/// What a picture of a repair shows.
///
/// plain     every switch and logical node as they are on a sound chip: what the defects are held against
/// repaired  as they are after the repair; nothing when there is none
/// Both are settings of the fabric as it is built, with what is broken of its switches and wires.
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
  Defects irreparable;              ///< when it is not: what is irreparable by itself, as far as it is known
  std::vector<BlockedWay> blocked;  ///< and why
  std::string reason;
};

}  // namespace kintsugi::picture

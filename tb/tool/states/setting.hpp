/// A fabric in the states of a repair, before the defects and after them.
#pragma once

#include <optional>

#include "models/fabric/fabric.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::states {

/// A placement and the states that go with it, on a fabric.
struct Setting {
  const Fabric* fabric;
  Placement placement;
  SwitchStates states;
};

/// Returns the sound fabric, repaired for no defects; nullopt if the fabric has no such repair.
std::optional<Setting> setting_before(const Setup& setup, RepairOptions options);

/// Returns the fabric as it is built, in the states of the repair.
Setting setting_after(const Setup& setup, const Repair& repair);

}  // namespace kintsugi::states

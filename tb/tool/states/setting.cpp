#include "tb/tool/states/setting.hpp"

#include <utility>

namespace kintsugi::states {

std::optional<Setting> setting_before(const Setup& setup, RepairOptions options) {
  options.in_force.reset();
  options.rings_in_force.clear();
  options.explain = false;
  Repair repair = setup.fabric->repair({}, options);
  if (!repair.repairable) return std::nullopt;
  const Fabric& fabric = setup.fabric->fabric();
  return Setting{&fabric, std::move(repair.placement), switch_states(fabric, repair.configuration)};
}

Setting setting_after(const Setup& setup, const Repair& repair) {
  const Fabric& fabric = setup.built_fabric();
  return {&fabric, repair.placement, switch_states(fabric, repair.configuration)};
}

}  // namespace kintsugi::states

#include "tb/tool/setup/checked_repair.hpp"

#include <stdexcept>
#include <utility>

#include "models/fabric/bitstream.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

namespace {

Repair plan(const Scenario& scenario, const Setup& setup, const Defects& defects, const RepairOptions& options) {
  try {
    return setup.fabric->repair(defects, options);
  } catch (const std::invalid_argument& error) {
    throw InputError({{scenario.where("repair"), std::string("repair: ") + error.what()}});
  }
}

CheckedRepair check(Repair repair, const Defects& defects, const Setup& setup, const Fabric& fabric,
                    const Progress& progress = {}) {
  constexpr std::size_t kSteps = 4;
  std::size_t done = 0;
  const auto count = [&] {
    if (progress) progress(done++, kSteps);
  };
  CheckedRepair checked;
  checked.defects = defects;
  checked.repair = std::move(repair);
  if (!checked.repair.repairable) return checked;
  count();  // it begins
  const SwitchStates states = switch_states(fabric, checked.repair.configuration);
  checked.extracted = NetworkExtractor(fabric).extract(states);
  count();
  checked.difference = difference(checked.extracted, setup.network(), checked.repair.placement, fabric).value_or("");
  count();
  checked.rings = closed_rings(fabric, states);
  count();
  checked.bitstream = pack(fabric, checked.repair.configuration);
  checked.crc32 = checksum(fabric, checked.bitstream);
  count();
  return checked;
}

}  // namespace

CheckedRepair check_repair(const Scenario& scenario, const Setup& setup, const Remaining& remaining,
                           const Progress& checking) {
  RepairOptions options = scenario.repair;
  options.remaining = remaining;
  return check(plan(scenario, setup, setup.defects, options), setup.defects, setup, setup.built_fabric(), checking);
}

CheckedRepair check_repair(const Scenario& scenario, const Setup& setup, const Defects& defects, const Fabric& built,
                           std::vector<RepairPath> in_force, std::vector<RepairRing> rings_in_force) {
  RepairOptions online = scenario.repair;
  online.in_force = std::move(in_force);
  online.rings_in_force = std::move(rings_in_force);
  return check(plan(scenario, setup, defects, online), defects, setup, built);
}

CheckedRepair check_repair(Repair repair, const Setup& setup, const Progress& checking) {
  return check(std::move(repair), setup.defects, setup, setup.built_fabric(), checking);
}

void check_planner(const Scenario& scenario, const Setup& setup, const Defects& defects) {
  RepairOptions options = scenario.repair;
  options.explain = false;
  plan(scenario, setup, defects, options);
}

std::string bitstream_file(const CheckedRepair& repair, const Fabric& fabric) {
  const std::vector<std::uint8_t> bytes = with_crc(fabric, repair.bitstream);
  return {bytes.begin(), bytes.end()};
}

}  // namespace kintsugi

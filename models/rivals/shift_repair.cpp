#include "models/rivals/shift_repair.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "models/repair/repair_verifier.hpp"

namespace kintsugi::rivals {

ShiftRepair::ShiftRepair(std::string name, const ReconfigurableFabric& fabric, const Network& wanted, GridSize size,
                         RepairOptions options)
    : name_(std::move(name)), fabric_(&fabric), wanted_(&wanted), size_(size), options_(std::move(options)) {
  options_.explain = false;
}

const std::string& ShiftRepair::summary() const {
  static const std::string kSummary = "spares take over, nodes are shifted; repaired: the wanted network";
  return kSummary;
}

Silicon ShiftRepair::silicon() const {
  const Fabric& fabric = fabric_->fabric();
  std::size_t wires = fabric.links.size();
  for (const Wire& wire : fabric.wires) wires += wire.lanes;
  return {fabric.sites.size(), fabric.switches.size(), wires};
}

std::vector<GridPlace> ShiftRepair::places() const {
  std::vector<GridPlace> places;
  for (const Site& site : fabric_->fabric().sites) places.push_back({site.address.at(0), site.address.at(1)});
  return places;
}

Delivery ShiftRepair::delivery() const {
  const auto verifier = std::make_shared<RepairVerifier>(*fabric_, *wanted_, options_);
  return [verifier, size = size_](const Defects& defects) -> std::optional<Delivered> {
    const MapOutcome outcome = verifier->judge(defects);
    if (outcome == MapOutcome::kWrong) throw std::logic_error("a repair makes another network than the wanted one");
    if (outcome == MapOutcome::kIrreparable) return std::nullopt;
    if (outcome == MapOutcome::kNotDecided) return Delivered{false, {}, {}, {}, false};
    return Delivered{true, size, {}, {}};
  };
}

}  // namespace kintsugi::rivals

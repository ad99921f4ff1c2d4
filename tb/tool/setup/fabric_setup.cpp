#include "models/network/text.hpp"
#include "tb/tool/setup/build_steps.hpp"

#include <algorithm>
#include <array>

#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

namespace {

/// Refuses sections about a fabric if there is none. The remedy is found for a complaint only: it takes a fabric, which
/// takes as long to build as the chip.
void check_that_no_fabric_is_needed(const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  const auto complain = [&](std::string_view path, const char* why, const char* remedy = nullptr) {
    if (!scenario.positions.contains(path)) return;
    const Where where = scenario.where(path);
    errors.add_in_place_of({where}, where,
                           joined(path, ": ", why, "; ", remedy != nullptr ? remedy : fabric_remedy(*setup.design)));
  };
  const bool routes_around = setup.routing.routes_around_faults || !setup.relation;
  constexpr std::array<std::string_view, 9> kHow = {"repair.plan",    "repair.states",    "repair.bitstream",
                                                    "repair.planner", "repair.rule",      "repair.objective",
                                                    "repair.longest", "repair.conflicts", "repair.partial"};
  constexpr const char* kNone = "there is no fabric that could be repaired";
  const char* const remedy =
      scenario.unstopped ? "leave it out: repair.mode: unstopped is of networks that are wired directly" : nullptr;
  for (const std::string_view key : kHow) complain(key, kNone, remedy);
  const bool says_how =
      std::ranges::any_of(kHow, [&](std::string_view key) { return scenario.positions.contains(key); });
  if (!routes_around && !says_how) complain("repair", kNone);
  complain("link.reach", "without a fabric links have no length");
}

std::unique_ptr<ReconfigurableFabric> fabric_of(const Scenario& scenario, const Setup& setup, SetupFor purpose,
                                                Diagnostics& errors) {
  const Design& design = *setup.design;
  if (!scenario.fabric && purpose == SetupFor::kYield) return nullptr;
  if (!scenario.fabric && !design.always_on_fabric()) {
    if (!scenario.positions.contains("fabric")) check_that_no_fabric_is_needed(scenario, setup, errors);
    return nullptr;
  }
  try {
    auto fabric = design.fabric(scenario.fabric_or_default().options);
    if (!fabric)
      errors.add(scenario.where("fabric"), "there is no fabric for a network of kind ", scenario.network.kind);
    return fabric;
  } catch (const ParameterError& error) {
    const std::string path = with_section("fabric", error.parameter());
    scenario.complain(errors, path, ": ", error.what());
    return nullptr;
  }
}

void refuse_given_repair(const Building& building) {
  for (const char* key : {"repair.plan", "repair.states", "repair.bitstream"}) {
    if (!building.scenario.positions.contains(key)) continue;
    building.scenario.complain(building.errors, key, ": a repair is planned for each defect map; leave the key out");
  }
}

/// Returns whether the scenario says something of the fabric that its network always has. A command about the network
/// alone is spared the fabric otherwise, which takes as long to build as the chip.
bool names_fabric(const Building& building) {
  const Scenario& scenario = building.scenario;
  if (scenario.fabric || !building.setup.design->always_on_fabric()) return true;
  return building.purpose != SetupFor::kYield && (scenario.link.reach || scenario.positions.contains("defects"));
}

}  // namespace

void build_fabric(const Building& building) {
  if (!building.read.fabric_known) return;
  if (building.purpose == SetupFor::kYield) refuse_given_repair(building);
  if (!building.is_for_a_run() && !names_fabric(building)) return;
  building.setup.fabric = fabric_of(building.scenario, building.setup, building.purpose, building.errors);
}

}  // namespace kintsugi

#include "models/srt/wafer.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/repair/exact_planner.hpp"
#include "models/repair/planner.hpp"
#include "models/repair/switch_rule.hpp"
#include "models/repair/wafer_bounds.hpp"
#include "models/srt/wafer_fabric.hpp"

namespace kintsugi::srt {

namespace {

const Torus& checked(const Torus& torus) {
  if (torus.T > torus.n) {
    throw ParameterError("network.variant", "this variant does not exist for " + std::to_string(torus.size()) + " x " +
                                                std::to_string(torus.size()) + " nodes");
  }
  validate(torus);
  return torus;
}

int checked_tracks(unsigned tracks) {
  if (tracks == 1 || tracks == 2) return static_cast<int>(tracks);
  throw ParameterError("fabric.tracks", "a wafer has 1 or 2 tracks in every gap, not " + std::to_string(tracks));
}

/// Keeps one planner for all maps.
class PlannerTester final : public RepairTester {
 public:
  explicit PlannerTester(std::unique_ptr<PathPlanner> planner) : planner_(std::move(planner)) {}
  bool repairable(const Defects& defects) override { return planner_->plan(defects.sites); }

 private:
  std::unique_ptr<PathPlanner> planner_;
};

}  // namespace

Wafer::Wafer(const Torus& torus, const FabricOptions& options)
    : bundle_(checked(torus)),
      tracks_(WaferGrid(static_cast<int>(torus.size())), checked_tracks(options.tracks.value_or(1))),
      track_switch_(bundle_.wires()),
      bunch_switch_(bundle_.wires()),
      fabric_(wafer_fabric(tracks_, bundle_, options.wrap_pitches.value_or(torus.size() + 2), track_switch_,
                           bunch_switch_)) {}

RepairNames Wafer::known_names() const {
  return {names_of(path_planners()), {"exact", "strict"}, names_of(plan_objectives())};
}

Repair Wafer::repair(const Defects& defects, const RepairOptions& options) const {
  check_repair_names(options, known_names());
  check(defects);
  const ConflictRule rule = conflict_rule(options.rule == "strict");
  const auto planner = make_planner(grid(), rule, options.planner, options.objective);
  Repair repair;
  repair.repairable = planner->plan(defects.sites);
  if (!repair.repairable) {
    if (options.explain) repair.irreparable_subset = ExactPlanner(grid(), rule).minimal_irreparable(defects.sites);
    return repair;
  }
  for (const CompensationPath& path : planner->paths()) {
    const auto moved = static_cast<unsigned>(moved_nodes(grid(), path));
    repair.paths.push_back({grid().site(path.fault), name(path.direction), moved});
    repair.moved += moved;
  }
  repair.placement = place(grid(), planner->paths());
  repair.configuration = configuration(planner->paths(), repair.placement);
  return repair;
}

std::unique_ptr<RepairTester> Wafer::tester(const RepairOptions& options) const {
  check_repair_names(options, known_names());
  return std::make_unique<PlannerTester>(
      make_planner(grid(), conflict_rule(options.rule == "strict"), options.planner, options.objective));
}

std::vector<RepairBound> Wafer::bounds() const {
  std::vector<RepairBound> bounds;
  bounds.push_back({"free_line", "every fault has a free line", std::make_unique<FreeLineBound>(grid())});
  bounds.push_back({"bent_paths", "disjoint bent paths to spares", std::make_unique<BentPathsBound>(grid())});
  return bounds;
}

Configuration Wafer::configure(std::span<const CompensationPath> paths) const {
  if (const auto pair = first_conflict(paths, conflict_rule(false))) {
    throw std::invalid_argument("no switch setting carries both " + describe(pair->first) + " and " +
                                describe(pair->second));
  }
  return configuration(paths, place(grid(), paths));
}

Configuration Wafer::configuration(std::span<const CompensationPath> paths, const Placement& placement) const {
  Configuration configuration = track_states(tracks_, paths);
  configuration.reserve(fabric_.fields.size());
  for (const NodeId node : placement.node_at) {
    configuration.push_back(node == kNoNode ? BunchSwitchType::kBypassAll
                                            : BunchSwitchType::connect(bundle_.wire_of(node)));
  }
  return configuration;
}

void Wafer::check(const Defects& defects) const {
  if (!defects.links.empty()) throw std::invalid_argument(*refusal(defects.links.front()));
  const DefectMap& sites = defects.sites;
  const bool ascending = std::ranges::adjacent_find(sites, std::greater_equal{}) == sites.end();
  if (ascending && (sites.empty() || sites.back().value < grid().sites())) return;
  throw std::invalid_argument("defects must be ascending sites of the wafer, 0 to " +
                              std::to_string(grid().sites() - 1) + ", each once");
}

ConflictRule Wafer::conflict_rule(bool strict) const {
  if (tracks_.tracks() == 2) return ConflictRule::kTwoTracks;
  return strict ? ConflictRule::kOneTrackStrict : ConflictRule::kOneTrack;
}

std::unique_ptr<ReconfigurableFabric> make_wafer(const Torus& torus, const FabricOptions& options) {
  return std::make_unique<Wafer>(torus, options);
}

}  // namespace kintsugi::srt

#include "models/wafer/wafer.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/fabric/fabric_number.hpp"
#include "models/network/text.hpp"
#include "models/wafer/bounds.hpp"
#include "models/wafer/certificate.hpp"
#include "models/wafer/exact_planner.hpp"
#include "models/wafer/planner.hpp"
#include "models/wafer/wafer_element_defects.hpp"
#include "models/wafer/wafer_elements.hpp"
#include "models/wafer/wafer_fabric.hpp"

namespace kintsugi {

namespace {

/// A row has no tracks.
int checked_tracks(std::int64_t tracks, const WaferGrid& grid) {
  if (!grid.has_spare_rows()) return 0;
  if (kTracks.contains(tracks)) return static_cast<int>(tracks);
  throw ParameterError("fabric.tracks",
                       "a wafer has " + valid_tracks() + " tracks in every gap, not " + std::to_string(tracks));
}

std::optional<unsigned> checked_wrap(const std::optional<std::int64_t>& pitches) {
  if (!pitches) return std::nullopt;
  if (kWrapPitches.contains(*pitches)) return static_cast<unsigned>(*pitches);
  throw ParameterError("fabric.wrap",
                       "a return wire is " + to_text(kWrapPitches) + " pitches long, not " + std::to_string(*pitches));
}

bool checked_isolate(const WaferOptions& options) {
  if (!options.isolate || !options.per_wire) return options.isolate;
  throw ParameterError("fabric.isolate",
                       "bunches that are set wire by wire cannot open: their switches have two modes, "
                       "cross and connect; take bunch: coded");
}

/// Returns the types of the switches of a bunch that is set wire by wire; none if it is set by a code.
std::vector<TwoModeSwitchType> types_by_wire(const Bundle& bundle, bool per_wire) {
  std::vector<TwoModeSwitchType> types;
  for (unsigned wire = 0; per_wire && wire < bundle.wires(); ++wire) types.emplace_back(bundle.wires(), wire);
  return types;
}

BunchSwitchType bunch_type(const Bundle& bundle, BunchSwitchType::Axis axis, bool isolates) {
  return isolates ? BunchSwitchType(bundle.wires(), axis) : BunchSwitchType(bundle.wires());
}

/// Uses one planner for all maps; maps with defects of switches, tracks or wires need the whole repair.
class PlannerTester final : public RepairTester {
 public:
  PlannerTester(const Wafer& wafer, RepairOptions options, std::unique_ptr<PathPlanner> planner)
      : wafer_(&wafer), options_(std::move(options)), planner_(std::move(planner)) {
    options_.explain = false;
  }
  bool repairable(const Defects& defects) override {
    return defects.elements.empty() ? planner_->repairable(defects.sites)
                                    : wafer_->repair(defects, options_).repairable;
  }

 private:
  const Wafer* wafer_;
  RepairOptions options_;
  std::unique_ptr<PathPlanner> planner_;
};

}  // namespace

Wafer::Wafer(const Network& network, const FabricInfo& info, const WaferOptions& options,
             std::vector<unsigned> second_wires)
    : info_(info),
      bundle_(network, std::move(second_wires)),
      tracks_(wafer_grid(network).with_corners(options.corners), checked_tracks(options.tracks, wafer_grid(network))),
      isolates_(checked_isolate(options)),
      track_switch_(bundle_.wires()),
      bunch_ew_(bunch_type(bundle_, BunchSwitchType::Axis::kEw, isolates_)),
      bunch_ns_(bunch_type(bundle_, BunchSwitchType::Axis::kNs, isolates_)),
      by_wire_(types_by_wire(bundle_, options.per_wire)),
      bunches_(tracks_, options.per_wire ? bundle_.wires() : 1),
      fabric_(wafer_fabric(tracks_, bundle_, network.ports(NodeId{0}), checked_wrap(options.wrap_pitches),
                           {track_switch_, bunch_ew_, isolates_ ? bunch_ns_ : bunch_ew_, by_wire_})) {
  fabric_.number = fabric_number(fabric_, network);
}

std::vector<CompensationPath> Wafer::compensation_paths(const std::vector<RepairPath>& plan) const {
  std::vector<CompensationPath> paths;
  for (const RepairPath& path : plan) {
    const auto valid = directions(grid());
    const auto direction = std::ranges::find(valid, path.direction, [](Direction d) { return name(d); });
    if (direction == valid.end()) {
      std::string names;
      for (const Direction d : valid) names += ' ' + name(d);
      throw std::invalid_argument("no path leads '" + path.direction + "'; valid:" + names);
    }
    paths.push_back({grid().point(path.defect), *direction});
  }
  return paths;
}

/// Base links of straight paths have 3 pitches at most. So a limit of 3 or more is none for them.
std::string_view Wafer::objective_of_paths(const RepairOptions& options) {
  return options.objective == "short" && options.longest > 2 ? "any" : std::string_view(options.objective);
}

Repair Wafer::repair(const Defects& defects, const RepairOptions& options) const {
  check_repair_names(options, info());
  check(defects);
  if (!defects.elements.empty()) return repair_around(defects, options);
  const std::string_view name = planner_for(options);
  if (name == kRingsPlanner) {
    RingPlanner planner = ring_planner(options);
    return repair_by(defects, options, planner);
  }
  if (name == kFabricPlanner) return fabric_repairer(options)->repair(defects);
  const auto planner = make_planner(grid(), conflict_rule(options.rule == "strict"), name, objective_of_paths(options));
  Repair repair;
  repair.repairable = options.in_force ? planner->replan(defects.sites, compensation_paths(*options.in_force))
                                       : planner->plan(defects.sites);
  if (!repair.repairable) {
    if (options.explain) explain(repair, defects.sites, options);
    return repair;
  }
  take(repair, planner->paths());
  return repair;
}

RepairPath Wafer::described(const CompensationPath& path) const {
  return {grid().site(path.defect), name(path.direction), static_cast<unsigned>(moved_nodes(grid(), path))};
}

void Wafer::take(Repair& repair, std::span<const CompensationPath> paths) const {
  repair.repairable = true;
  for (const CompensationPath& path : paths) {
    repair.paths.push_back(described(path));
    repair.moved += repair.paths.back().moved;
  }
  repair.placement = place(grid(), paths);
  repair.configuration = configuration(paths, repair.placement);
}

Repair Wafer::repair_around(const Defects& defects, const RepairOptions& options) const {
  const std::string_view planner = planner_of(options, info());
  const bool is_complete = planner == kStraightPlanner || planner == kRingsPlanner || planner == kFabricPlanner;
  const bool has_rings = planner_for(options) != kStraightPlanner && why_straight().empty();
  if (!is_complete || (options.objective != "any" && !(has_rings && options.objective == "moved"))) {
    throw std::invalid_argument(
        "defects of switches, tracks or wires need planner 'rings', 'fabric' or 'straight', and objective 'any', or "
        "'moved' with 'rings' or 'fabric' on a core of up to " +
        std::to_string(RingPlanner::kLargestSide) + " rows and columns");
  }
  if (planner == kFabricPlanner) fabric_planner(options);  // refuses what it cannot plan
  return has_rings ? repair_around_by_rings(defects, options) : repair_around_by_paths(defects, options);
}

Repair Wafer::repair_around_by_paths(const Defects& defects, const RepairOptions& options) const {
  const ConflictRule rule = conflict_rule(options.rule == "strict");
  Repair repair;
  if (!ExactPlanner(grid(), rule).repairable(defects.sites)) {  // whatever the elements are
    if (options.explain) explain(repair, defects.sites, options);
    return repair;
  }
  WaferElementDefects around(*this, rule, defects.elements, options.remaining);
  if (const auto plan = around.plan(defects.sites, ElementPlanner::kMostSteps, ElementPlanner::kStepsForFewerMoves)) {
    take(repair, plan->paths);
    name_given_up(repair, defects.sites);
  } else if (options.explain) {
    explain_around(repair, around, defects.sites);
  }
  return repair;
}

/// Paths begin at dead PEs and at healthy ones that are given up.
void Wafer::name_given_up(Repair& repair, const DefectMap& dead) const {
  for (const RepairPath& path : repair.paths) {
    if (std::ranges::find(dead, path.defect) != dead.end()) continue;
    repair.isolated += (repair.isolated.empty() ? "healthy " : ", ") + WaferGrid::name(grid().point(path.defect));
  }
}

void Wafer::explain_around(Repair& repair, WaferElementDefects& around, const DefectMap& sites) const {
  if (!around.stopped()) {
    name_irreparable(repair, around.minimal_irreparable(sites).defects);
  } else if (auto alone = around.irreparable_alone(sites)) {
    name_irreparable(repair, std::move(alone->defects));
  } else {
    repair.reason = "no plan was found around " + counted(around.elements(), "defective element") + " in " +
                    std::to_string(ElementPlanner::kMostSteps) + " steps, and the search stopped";
  }
}

/// The search is complete only for one element and one track; otherwise the set is not reported as irreparable.
void Wafer::name_irreparable(Repair& repair, Defects irreparable) const {
  if (irreparable.elements.size() <= 1 && (tracks_.tracks() < 2 || irreparable.elements.empty())) {
    repair.irreparable_subset = std::move(irreparable);
    repair.irreparable_by = kStraightPaths;
    return;
  }
  repair.reason = "no plan around " + names_of(irreparable) +
                  (tracks_.tracks() < 2 ? "; around several elements the search is incomplete"
                                        : "; plans that use the other track are not searched");
}

/// Names the first of many only.
std::string Wafer::names_of(const Defects& defects) const {
  std::vector<std::string> names;
  for (const ElementDefect& element : defects.elements) names.push_back(element.name);
  for (const SiteId site : defects.sites) names.push_back("dead " + WaferGrid::name(grid().point(site)));
  constexpr std::size_t kMostNamed = 20;
  return with_commas(names, {}, kMostNamed);
}

/// Says why no repair was found: straight paths make none, or no short one, or the planner has missed it.
void Wafer::explain(Repair& repair, const DefectMap& defects, const RepairOptions& options) const {
  const ConflictRule rule = conflict_rule(options.rule == "strict");
  ExactPlanner any(grid(), rule);
  ExactPlanner as_asked(grid(), objective_of_paths(options) == "short" ? ConflictRule::kShort : rule);
  if (!any.repairable(defects)) {
    repair.irreparable_subset = any.minimal_irreparable(defects);
    repair.irreparable_by = kStraightPaths;
    certify_irreparable(repair, rule);
    certify_shortage(repair, defects);
    say_why_straight(repair, options);
  } else if (!as_asked.repairable(defects)) {
    repair.reason = "every repair of";
    for (const SiteId site : as_asked.minimal_irreparable(defects)) {
      repair.reason += ' ' + WaferGrid::name(grid().point(site));
    }
    repair.reason += " by straight paths has a base link of 3 pitches, and objective: " + options.objective +
                     " allows 2; take objective: any";
  } else {
    repair.reason = "planner '" + options.planner + "' has missed it; take planner: straight";
  }
}

/// Adds, where planner "rings" has taken straight paths alone, why.
void Wafer::say_why_straight(Repair& repair, const RepairOptions& options) const {
  if (planner_of(options, info()) != kRingsPlanner || !repair.reason.empty()) return;
  repair.reason = why_straight();
}

/// Adds the certificate of the irreparable set, after checking it. A wrong one would be a mistake of the planner.
void Wafer::certify_irreparable(Repair& repair, ConflictRule rule) const {
  const DefectMap& set = repair.irreparable_subset.sites;
  const Certificate certificate = certify(grid(), rule, set);
  if (const auto wrong = refute(certificate, grid(), rule, set)) {
    throw std::logic_error("the certificate of an irreparable set does not hold: " + *wrong);
  }
  for (const BlockedPath& each : certificate) {
    repair.blocked.push_back({grid().site(each.path.defect), name(each.path.direction), reason(grid(), each)});
  }
}

/// Adds to the reason that there are too few spares, if so, after checking it.
void Wafer::certify_shortage(Repair& repair, const DefectMap& defects) const {
  const std::optional<SpareShortage> shortage = find_shortage(grid(), defects);
  if (!shortage) return;
  if (const auto wrong = refute(*shortage, grid(), defects)) {
    throw std::logic_error("the count of the spares does not hold: " + *wrong);
  }
  repair.reason = reason(*shortage);
  repair.irreparable_by.clear();
}

ElementDefect Wafer::element(std::string_view key, std::span<const int> address) const {
  return wafer_element(info_, tracks_, bundle_, bunches_, key, address);
}

// --- Plans of others -------------------------------------------------------------------------------------------------

CompletedPlan Wafer::complete(const GivenPlan& plan) const {
  if (!plan.rings.empty()) return complete_rings(plan.rings, plan.elements);
  if (plan.placement) return complete_turned(*plan.placement, plan.elements);
  CompletedPlan completed;
  const std::vector<CompensationPath> paths = compensation_paths(plan.paths);
  completed.conflicts = conflicts_of(paths);
  if (completed.conflicts.empty()) take(completed.repair, paths);
  return completed;
}

CompletedPlan Wafer::complete_placement(const Placement& placement, std::span<const ElementDefect> elements) const {
  if (auto around = complete_around(placement, elements)) return std::move(*around);
  CompletedPlan completed;
  const std::vector<CompensationPath> paths = paths_of(placement, completed.conflicts);
  if (completed.conflicts.empty()) completed.conflicts = conflicts_of(paths);
  if (completed.conflicts.empty()) compare(place(grid(), paths), placement, completed.conflicts);
  if (completed.conflicts.empty()) {
    take(completed.repair, paths);
  } else {
    complete_by_rings(placement, completed);
  }
  return completed;
}

/// Completes a placement as it is, or else with all nodes so many rows and columns on: the states are the same then. Of
/// the placements that are tried the one with the fewest conflicts is reported.
CompletedPlan Wafer::complete_turned(const Placement& placement, std::span<const ElementDefect> elements) const {
  CompletedPlan best = complete_placement(placement, elements);
  const GridPoint first = grid().point(placement.site_of.front());
  for (std::uint32_t number = 1; number < grid().nodes() && !best.conflicts.empty(); ++number) {
    const GridPoint to = grid().default_point(NodeId{number});
    if (!are_near(to, first)) continue;
    const GridPoint by{to.row - 1, to.column - 1};
    if (!bundle_.turns_by(grid(), by)) continue;
    Placement on = placement;
    for (const NodeId node : ids<NodeId>(grid().nodes())) {
      const NodeId named = turned(grid(), node, by);
      on.site_of[named.value] = placement.site_of[node.value];
      on.node_at[on.site_of[named.value].value] = named;
    }
    CompletedPlan completed = complete_placement(on, elements);
    if (completed.conflicts.size() >= best.conflicts.size()) continue;
    for (std::string& conflict : completed.conflicts) {
      conflict = "with all nodes " + counted(static_cast<unsigned>(by.row), "row") + " and " +
                 counted(static_cast<unsigned>(by.column), "column") + " on, " + conflict;
    }
    best = std::move(completed);
    best.repair.placement = placement;
    best.repair.moved = static_cast<unsigned>(count_moved(place(grid(), {}), placement));
  }
  return best;
}

std::vector<std::string> Wafer::conflicts_of(std::span<const CompensationPath> paths) const {
  std::vector<std::string> conflicts;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!grid().in_core(paths[i].defect)) {
      conflicts.push_back("the path " + describe(paths[i]) + " begins at a spare; a path begins at a core PE");
      continue;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (paths[i].defect == paths[j].defect) {
        conflicts.push_back("two paths begin at " + WaferGrid::name(paths[i].defect) + ": " + describe(paths[j]) +
                            " and " + describe(paths[i]) + "; leave one out");
      } else if (grid().in_core(paths[j].defect) && conflict(paths[j], paths[i], conflict_rule(false))) {
        conflicts.push_back("no switch setting carries both " + describe(paths[j]) + " and " + describe(paths[i]));
      }
    }
  }
  return conflicts;
}

/// Returns the paths whose first node is not at its own site: a path begins at each core PE without a node.
std::vector<CompensationPath> Wafer::paths_of(const Placement& placement, std::vector<std::string>& conflicts) const {
  std::vector<CompensationPath> paths;
  for (std::uint32_t number = 0; number < grid().nodes(); ++number) {
    const GridPoint home = grid().default_point(NodeId{number});
    if (placement.node_at[grid().site(home).value] != kNoNode) continue;
    const GridPoint now = grid().point(placement.site_of[number]);
    const auto leads_there = [&](Direction d) { return home + step(d) == now; };
    const auto valid = directions(grid());
    const auto direction = std::ranges::find_if(valid, leads_there);
    if (direction != valid.end()) {
      paths.push_back({home, *direction});
    } else {
      conflicts.push_back("the node of " + WaferGrid::name(home) + " cannot be at " + WaferGrid::name(now) +
                          ": a path moves a node to a neighbouring PE");
    }
  }
  return paths;
}

/// Says where the paths of a placement put other nodes than the placement does.
void Wafer::compare(const Placement& placed, const Placement& wanted, std::vector<std::string>& conflicts) const {
  for (std::uint32_t number = 0; number < grid().nodes(); ++number) {
    if (placed.site_of[number] == wanted.site_of[number]) continue;
    conflicts.push_back("the node of " + WaferGrid::name(grid().default_point(NodeId{number})) + " cannot be at " +
                        WaferGrid::name(grid().point(wanted.site_of[number])) + ": the paths that begin at the core " +
                        "PEs without a node put it at " + WaferGrid::name(grid().point(placed.site_of[number])));
  }
}

std::unique_ptr<RepairTester> Wafer::tester(const RepairOptions& options) const {
  check_repair_names(options, info());
  const std::string_view planner = planner_for(options);
  if (planner == kRingsPlanner) return ring_tester(options);
  if (planner == kFabricPlanner) return fabric_tester(options);
  return std::make_unique<PlannerTester>(
      *this, options,
      make_planner(grid(), conflict_rule(options.rule == "strict"), planner, objective_of_paths(options)));
}

std::optional<std::string> Wafer::complete_for(const RepairOptions& options) const {
  const std::string_view planner = planner_for(options);
  if (options.objective == "short") return std::nullopt;
  if (planner == kRingsPlanner) return plans_of_rings();
  if (planner == kFabricPlanner) return complete_passes();
  return planner == kStraightPlanner ? std::optional<std::string>(kStraightPaths) : std::nullopt;
}

std::vector<RepairBound> Wafer::bounds() const {
  std::vector<RepairBound> bounds;
  bounds.push_back({"free_line", "every defective core PE has a free line", std::make_unique<FreeLineBound>(grid())});
  bounds.push_back({"bent_paths", "disjoint bent paths to spares", std::make_unique<BentPathsBound>(grid())});
  bounds.push_back({"near_pes", "a live PE near every node", std::make_unique<NearPesBound>(grid())});
  return bounds;
}

std::vector<ChainSegment> Wafer::segments() const {
  std::vector<ChainSegment> segments;
  std::size_t field = 0;
  const auto add = [&](const std::string& name, std::size_t fields, SwitchState fallback) -> ChainSegment& {
    segments.push_back({name, field, field + fields, {}, fallback});
    field += fields;
    return segments.back();
  };
  for (const Plane plane : grid().planes()) {
    if (tracks_.tracks() == 0) break;
    const int switches = (grid().positions(plane) + 2) * tracks_.tracks();
    for (int gap = 0; gap <= grid().lines(plane); ++gap) {
      add((plane == Plane::kH ? "sh.g" : "sv.g") + std::to_string(gap), static_cast<std::size_t>(switches),
          TrackSwitchType::kX);
    }
  }
  const std::size_t of_a_site = by_wire_.empty() ? 1 : by_wire_.size() * grid().planes().size();
  for (const SiteId site : ids<SiteId>(grid().sites())) {
    const GridPoint at = grid().point(site);
    const std::string name = grid().has_spare_rows() ? "r" + std::to_string(at.row) : "c" + std::to_string(at.column);
    ChainSegment& of = segments.empty() || segments.back().name != name ? add(name, 0, 0) : segments.back();
    field += of_a_site;
    of.end_field = field;
    of.sites.push_back(site);
  }
  return segments;
}

Configuration Wafer::configure(std::span<const CompensationPath> paths) const {
  if (const auto pair = first_conflict(paths, conflict_rule(false))) {
    throw std::invalid_argument("no switch setting carries both " + describe(pair->first) + " and " +
                                describe(pair->second));
  }
  return configuration(paths, place(grid(), paths));
}

namespace {

/// Returns the plane of the bunch of a site without a node that can be isolated.
Plane idle_plane(const PathLines& lines, SiteId site) {
  return lines.passing(site) == Plane::kV ? Plane::kH : Plane::kV;
}

}  // namespace

Configuration Wafer::configuration(std::span<const CompensationPath> paths, const Placement& placement) const {
  Configuration configuration = track_states(tracks_, paths);
  const PathLines lines(grid(), paths);
  add_bunches(configuration, placement, [&lines](SiteId site) { return idle_plane(lines, site); });
  return configuration;
}

/// Adds the values of the fields of all sites. `idle_of` returns, for a site without a node, the plane of the bunch
/// that can be isolated, if one can.
void Wafer::add_bunches(Configuration& configuration, const Placement& placement, const IdleOf& idle_of) const {
  configuration.reserve(fabric_.fields.size());
  for (const SiteId site : ids<SiteId>(grid().sites())) {
    const NodeId node = placement.node_at[site.index()];
    if (by_wire_.empty()) {
      configuration.push_back(attachment(node, isolates_ && node == kNoNode ? idle_of(site) : std::nullopt));
    }
    for (std::size_t axis = 0; axis < grid().planes().size(); ++axis) {
      for (unsigned wire = 0; wire < by_wire_.size(); ++wire) configuration.push_back(mode(node, wire));
    }
  }
}

/// Returns the state of the bunch switches of a site with this node, or without one and with an idle bunch. Links of
/// plane V are those of the east-west axis.
SwitchState Wafer::attachment(NodeId node, std::optional<Plane> idle) const {
  using Axis = BunchSwitchType::Axis;
  if (node != kNoNode) return BunchSwitchType::connect(bundle_.wire_of(node));
  if (!isolates_ || !idle) return BunchSwitchType::kBypassAll;
  return bunch_ew_.isolated(*idle == Plane::kV ? Axis::kEw : Axis::kNs);
}

/// Returns the mode of the switch of a wire, in both bunches of a site with this node.
SwitchState Wafer::mode(NodeId node, unsigned wire) const {
  const bool attached = node != kNoNode && (wire == 0 || wire == bundle_.wire_of(node));
  return attached ? TwoModeSwitchType::kConnect : TwoModeSwitchType::kCross;
}

SwitchState Wafer::state(SwitchId id, const PathLines& lines) const {
  if (id.value < tracks_.switches()) return track_state(tracks_, lines, tracks_.place(id.value));
  const SiteId site = bunches_.site(id);
  return by_wire_.empty() ? attachment(lines.node_at(site), idle_plane(lines, site))
                          : mode(lines.node_at(site), bunches_.wire(id));
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

}  // namespace kintsugi

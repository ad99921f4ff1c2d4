// The repair of a wafer by the planner of rings.
#include <algorithm>
#include <stdexcept>
#include <variant>

#include "models/network/text.hpp"
#include "models/wafer/certificate.hpp"
#include "models/wafer/exact_repair.hpp"
#include "models/wafer/planner.hpp"
#include "models/wafer/ring_elements.hpp"
#include "models/wafer/wafer_element_defects.hpp"

namespace kintsugi {

namespace {

/// Returns where a ring of the plane passes a site.
RingPass pass_at(Plane plane, GridPoint at) {
  return plane == Plane::kH ? RingPass{at.row, at.column} : RingPass{at.column, at.row};
}

}  // namespace

std::unique_ptr<RepairTester> Wafer::ring_tester(const RepairOptions& options) const {
  return std::make_unique<ExactTester<RingPlanner>>(*this, options, ring_planner(options));
}

std::unique_ptr<Repairer> Wafer::repairer(const RepairOptions& options) const {
  if (planner_for(options) == kFabricPlanner) return fabric_repairer(options);
  check_repair_names(options, info());
  if (planner_for(options) != kRingsPlanner) return ReconfigurableFabric::repairer(options);
  return std::make_unique<ExactRepairer<RingPlanner>>(*this, options, ring_planner(options));
}

/// Returns the planner that the options name, or straight paths where those of rings are not searched.
std::string_view Wafer::planner_for(const RepairOptions& options) const {
  const std::string_view named = planner_of(options, info());
  return named == kRingsPlanner && !why_straight().empty() ? kStraightPlanner : named;
}

/// Returns why plans of rings are not searched; empty if they are.
std::string Wafer::why_straight() const {
  if (!grid().has_spare_rows()) return "a row has straight paths alone";
  if (std::max(grid().rows(), grid().columns()) <= RingPlanner::kLargestSide) return "";
  return "plans of rings are searched on cores of up to " + std::to_string(RingPlanner::kLargestSide) +
         " rows and columns; on this one planner 'rings' takes straight paths alone";
}

RingPlanner Wafer::ring_planner(const RepairOptions& options) const {
  const bool is_short = objective_of_paths(options) == "short";
  const ConflictRule rule = is_short ? ConflictRule::kShort : conflict_rule(options.rule == "strict");
  const int longest = options.objective == "short" ? static_cast<int>(options.longest) : LinkLimits::kAny;
  using enum RingPlanner::Aim;
  const RingPlanner::Aim aim = options.objective == "moved" ? kMoved : kAny;
  const std::optional<std::uint32_t> conflicts = is_limited(options) ? std::optional(options.conflicts) : std::nullopt;
  return {grid(), tracks_.tracks(), rule, aim, conflicts, longest};
}

/// On smaller cores the searches of rings end within seconds, and all maps share one.
bool Wafer::is_limited(const RepairOptions& options) const {
  const std::string_view planner = planner_for(options);
  return planner == kFabricPlanner ||
         (planner == kRingsPlanner && std::max(grid().rows(), grid().columns()) > kLargestSideWithoutLimit);
}

void Wafer::say_not_decided(Repair& repair, const RepairOptions& options) {
  repair.decided = false;
  repair.reason = "the search ended after " + counted(options.conflicts, "conflict") +
                  "; with a larger repair.conflicts it takes longer";
}

/// Returns whether a plan is in force that a planner of rings can keep: none in which a ring passes a line three times.
bool Wafer::has_rings_in_force(const RepairOptions& options) {
  const auto is_ring = [](const RepairRing& ring) { return ring.passes.size() == 2; };
  return options.in_force && std::ranges::all_of(options.rings_in_force, is_ring);
}

Repair Wafer::repair_by(const Defects& defects, const RepairOptions& options, RingPlanner& planner) const {
  Repair repair;
  const Decision decision = plan(planner, defects.sites, options);
  if (decision == Decision::kNotDecided) {
    say_not_decided(repair, options);
  } else if (decision == Decision::kNo) {
    const auto make = [&](const RepairOptions& other) { return ring_planner(other); };
    if (options.explain) explain_search(repair, defects.sites, options, planner, plans_of_rings(), make);
  } else if (planner.rings()) {
    take(repair, *planner.rings());
  } else {
    take(repair, planner.paths());
  }
  return repair;
}

/// Returns a planner of rings that no element harms (ring_elements.hpp). The defects must outlive it.
RingPlanner Wafer::planner_around(const Defects& defects, const RepairOptions& options) const {
  RingPlanner planner = ring_planner(options);
  std::vector<std::string> meanings;
  for (const ElementDefect& element : defects.elements) meanings.push_back("defect: " + element.name);
  planner.restrict({std::move(meanings), [&](RingFormula& formula, std::size_t element, Literal guard) {
                      const RingElements elements(tracks_, bundle_, bunches_);
                      elements.forbid_harm(formula, defects.elements[element], guard);
                    }});
  return planner;
}

/// Rings that keep what they can of the plan in force come first. Without a plan in force, or if they keep nothing,
/// straight paths do; with objective "moved" only if they move no more nodes than the rings.
Repair Wafer::repair_around_by_rings(const Defects& defects, const RepairOptions& options) const {
  RingPlanner planner = planner_around(defects, options);
  std::optional<Decision> decision;
  const bool keeps = has_rings_in_force(options);
  const bool moves_fewest = options.objective == "moved";
  if (keeps || moves_fewest) decision = plan(planner, defects.sites, options);
  Repair repair;
  const bool tries_paths = keeps ? decision != Decision::kYes : decision != Decision::kNotDecided;
  if (tries_paths) {
    if (const auto paths = paths_before_rings(defects, options)) {
      take(repair, *paths);
      if (decision != Decision::kYes || repair.moved <= planner.moved()) {
        name_given_up(repair, defects.sites);
        return repair;
      }
      repair = {};
    }
  }
  if (!decision) decision = plan(planner, defects.sites, options);
  if (decision == Decision::kYes) {
    take(repair, *planner.rings(), defects.elements);
    if (tracks_.tracks() == 1) describe_by_paths(repair, *planner.rings());
    name_given_up(repair, defects.sites);
  } else if (decision == Decision::kNotDecided) {
    say_not_decided(repair, options);
  } else if (planner_for(options) == kFabricPlanner) {
    leave_passes_open(repair, defects, options);
  } else if (options.explain) {
    explain_rings_around(repair, defects, planner);
  }
  return repair;
}

/// Plans of passes are not searched around elements: if they repair the dead PEs alone, the map is not decided.
void Wafer::leave_passes_open(Repair& repair, const Defects& defects, const RepairOptions& options) const {
  RepairOptions anew = options;
  anew.in_force.reset();
  FabricPlanner planner = fabric_planner(anew);
  repair = repair_by(Defects(defects.sites), anew, planner);
  if (!repair.repairable) return;
  repair = {};
  repair.decided = false;
  repair.reason =
      "no plan of rings was found around the defective elements, and plans of passes around them are not searched";
}

/// Returns straight paths around the defects; nullopt if none are found in kStepsBeforeRings.
std::optional<std::vector<CompensationPath>> Wafer::paths_before_rings(const Defects& defects,
                                                                       const RepairOptions& options) const {
  const ConflictRule rule = conflict_rule(options.rule == "strict");
  if (!ExactPlanner(grid(), rule).repairable(defects.sites)) return std::nullopt;  // whatever the elements are
  WaferElementDefects around(*this, rule, defects.elements, options.remaining);
  std::optional<PlanAround> plan = around.plan(defects.sites, kStepsBeforeRings, ElementPlanner::kStepsForFewerMoves);
  return plan ? std::optional(std::move(plan->paths)) : std::nullopt;
}

/// Names the paths in the place of the rings, if they are the same plan. With one track it has the same states too.
void Wafer::describe_by_paths(Repair& repair, const RingPlan& plan) const {
  if (!plan.is_straight()) return;
  std::vector<std::string> conflicts;
  const std::vector<CompensationPath> paths = paths_of(repair.placement, conflicts);
  if (!conflicts.empty() || !conflicts_of(paths).empty() || RingPlan(grid(), paths) != plan) return;
  repair.rings.clear();
  for (const CompensationPath& path : paths) repair.paths.push_back(described(path));
}

/// Returns the plans of which the search of rings misses none (ring_formula.hpp).
const char* Wafer::plans_of_rings() const {
  return tracks_.tracks() > 1 ? kRingsOfTwoTracks : kRings;
}

/// Says why no rings were found. Around one element that means that there are none, if the clauses are exact.
void Wafer::explain_rings_around(Repair& repair, const Defects& defects, RingPlanner& planner) const {
  const RingPlanner::Irreparable found = planner.minimal_limits(defects.sites);
  Defects irreparable(found.defects);
  for (const std::size_t element : found.limits) irreparable.elements.push_back(defects.elements[element]);
  const RingElements elements(tracks_, bundle_, bunches_);
  const bool is_exact =
      std::ranges::all_of(irreparable.elements, [&](const ElementDefect& each) { return elements.is_exact(each); });
  if (irreparable.elements.empty() || (irreparable.elements.size() == 1 && is_exact)) {
    repair.irreparable_subset = std::move(irreparable);
    repair.irreparable_by = plans_of_rings();
    certify_shortage(repair, defects.sites);
    return;
  }
  repair.reason = "no plan of rings was found around " + names_of(irreparable);
  if (irreparable.elements.size() > 1) {
    repair.reason += "; plans in which defects make up for each other are not searched";
  }
  if (is_exact) return;
  repair.reason += tracks_.tracks() > 1 ? "; plans in which a link changes three times between tracks are not searched"
                                        : "; plans in which a defective switch joins idle wires only are not searched";
}

/// Throws UnknownRing for a name that no ring has.
RingPlan Wafer::ring_plan(std::span<const RepairRing> rings) const {
  RingPlan plan(grid());
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const RepairRing& given = rings[i];
    if (given.passes.size() != 2) throw std::invalid_argument("a ring passes two sites without a node");
    bool known = false;
    for (const Plane plane : kPlanes) {
      for (int number = 1; number <= grid().positions(plane); ++number) {
        if (given.name != ring_name(plane, number)) continue;
        known = true;
        const auto [low, high] =
            std::minmax({pass_at(plane, grid().point(given.passes[0])), pass_at(plane, grid().point(given.passes[1]))});
        plan.ring(plane, number) = {low, high};
      }
    }
    if (!known) {
      throw UnknownRing(i, "no ring is named '" + given.name + "'; valid: column 1 to column " +
                               std::to_string(grid().columns()) + ", row 1 to row " + std::to_string(grid().rows()));
    }
  }
  return plan;
}

std::optional<std::string> Wafer::write_refutation(const Defects& defects, const RepairOptions& options,
                                                   const RefutationFiles& files) const {
  const std::string_view name = planner_for(options);
  if (name == kStraightPlanner && planner_of(options, info()) == kRingsPlanner) return why_straight();
  if (name != kRingsPlanner && name != kFabricPlanner) {
    return ReconfigurableFabric::write_refutation(defects, options, files);
  }
  check(defects);
  if (const auto shortage = find_shortage(grid(), defects.sites)) return reason(*shortage) + "; nothing was searched";
  if (!defects.elements.empty()) {
    if (name == kFabricPlanner) return "planner 'fabric' searches no plans of passes around defective elements";
    if (planner_around(defects, options).write_refutation(defects.sites, files)) return std::nullopt;
    return "a plan of rings repairs these defects";
  }
  if (name == kFabricPlanner) {
    const Decision decision = fabric_planner(options).write_refutation(defects.sites, files);
    if (decision == Decision::kNo) return std::nullopt;
    Repair repair;
    say_not_decided(repair, options);
    return decision == Decision::kYes ? "a plan of passes repairs these defects" : repair.reason;
  }
  if (ring_planner(options).write_refutation(defects.sites, files)) return std::nullopt;
  return "a plan of rings repairs these defects";
}

void Wafer::take(Repair& repair, const RingPlan& plan, std::span<const ElementDefect> elements) const {
  repair.repairable = true;
  const RingPlan unmoved(grid());
  for (const Plane plane : grid().planes()) {
    for (int number = 1; number <= grid().positions(plane); ++number) {
      const Ring& ring = plan.ring(plane, number);
      if (ring == unmoved.ring(plane, number)) continue;
      const auto site = [&](RingPass pass) { return grid().site(point(plane, pass.line, pass.position)); };
      repair.rings.push_back({ring_name(plane, number), {site(ring.low), site(ring.high)}});
    }
  }
  repair.moved = static_cast<unsigned>(plan.moved());
  repair.placement = place(plan);
  repair.configuration = configure(plan, elements);
}

TrackDefects Wafer::track_defects(std::span<const ElementDefect> elements) const {
  TrackDefects defects;
  for (const Plane plane : kPlanes) defects.wrapped[static_cast<std::size_t>(plane)] = bundle_.wrapped(plane) > 0;
  for (const ElementDefect& element : elements) {
    const SwitchId id = element.switch_id();
    if (id.value >= tracks_.switches()) continue;
    if (const auto* const stuck = std::get_if<StuckSwitch>(&element.what)) {
      defects.stuck.emplace(id.value, stuck->state);
    } else {
      defects.cut.insert(id.value);
    }
  }
  return defects;
}

Configuration Wafer::configure(const RingPlan& plan, std::span<const ElementDefect> elements) const {
  if (const std::string mistake = plan.mistake(); !mistake.empty()) throw std::invalid_argument(mistake);
  std::optional<Configuration> configuration = track_states(tracks_, plan, track_defects(elements));
  if (!configuration) throw std::invalid_argument("no states of the track switches carry this plan of rings");
  const RingPasses passes(plan);
  add_bunches(*configuration, place(plan), [&passes](SiteId site) { return passes.idle(site); });
  return std::move(*configuration);
}

// --- Plans of others -------------------------------------------------------------------------------------------------

CompletedPlan Wafer::complete_rings(std::span<const RepairRing> rings, std::span<const ElementDefect> elements) const {
  if (!grid().has_spare_rows()) throw std::invalid_argument("a row has no plans of rings; give paths or a placement");
  CompletedPlan completed;
  const RingPlan plan = ring_plan(rings);
  if (std::string mistake = plan.mistake(); !mistake.empty()) {
    completed.conflicts.push_back(std::move(mistake));
  } else if (!track_states(tracks_, plan)) {
    completed.conflicts.emplace_back("no switch setting carries these rings");
  } else {
    const bool goes_around = track_states(tracks_, plan, track_defects(elements)).has_value();
    take(completed.repair, plan, goes_around ? elements : std::span<const ElementDefect>());
  }
  return completed;
}

/// Completes a placement by rings to which no defective element does harm; nullopt if there are none, or no elements.
std::optional<CompletedPlan> Wafer::complete_around(const Placement& placement,
                                                    std::span<const ElementDefect> elements) const {
  if (elements.empty() || !grid().has_spare_rows() || !why_straight().empty()) return std::nullopt;
  std::vector<std::string> conflicts;
  const RingPlan lines = lines_of(placement, conflicts);
  if (!conflicts.empty()) return std::nullopt;
  Defects defects;
  defects.elements.assign(elements.begin(), elements.end());
  const std::optional<RingPlan> plan = planner_around(defects, {}).complete(lines);
  if (!plan || !track_states(tracks_, *plan, track_defects(elements))) return std::nullopt;
  CompletedPlan completed;
  take(completed.repair, *plan, elements);
  return completed;
}

/// Completes a placement that straight paths do not make: by rings, or else by passes. `completed` says why paths do
/// not.
void Wafer::complete_by_rings(const Placement& placement, CompletedPlan& completed) const {
  if (!grid().has_spare_rows() || !why_straight().empty()) return;
  std::vector<std::string> conflicts;
  const RingPlan lines = lines_of(placement, conflicts);
  const bool is_straight = conflicts.empty() && lines.is_straight() && place(lines) == placement;
  if (is_straight) {  // paths and rings are the same then
    conflicts = completed.conflicts;
  } else if (conflicts.empty()) {
    if (const auto plan = RingPlanner(grid(), tracks_.tracks(), conflict_rule(false)).complete(lines)) {
      completed.conflicts.clear();
      return take(completed.repair, *plan);
    }
    conflicts.push_back(std::string("no switch setting ") +
                        (tracks_.tracks() == 1 ? "carries" : "was found that carries") + " this placement by " +
                        kRings);
  }
  completed.conflicts = std::move(conflicts);
  complete_by_passes(placement, completed);
}

/// Returns the rings with the lines that the moves of their nodes leave without a node; a conflict for each ring whose
/// nodes do not move so.
RingPlan Wafer::lines_of(const Placement& placement, std::vector<std::string>& conflicts) const {
  RingPlan plan(grid());
  const auto now = [&](GridPoint home) { return grid().point(placement.site_of[grid().node(home).index()]); };
  for (std::uint32_t number = 0; number < grid().nodes(); ++number) {
    const GridPoint home = grid().default_point(NodeId{number});
    const GridPoint at = now(home);
    if (are_near(home, at)) continue;
    conflicts.push_back("the node of " + WaferGrid::name(home) + " cannot be at " + WaferGrid::name(at) +
                        ": a node moves by one row and one column at most");
  }
  if (!conflicts.empty()) return plan;
  for (const Plane plane : kPlanes) {
    for (int number = 1; number <= grid().positions(plane); ++number) {
      Ring& ring = plan.ring(plane, number);
      int before = -1;
      for (int line = 1; line <= grid().lines(plane); ++line) {
        const GridPoint home = point(plane, line, number);
        const int move = pass_at(plane, now(home)).line - line;
        if (move < before) {
          conflicts.push_back("the nodes of " + ring_name(plane, number) + " would be out of order: that of " +
                              WaferGrid::name(point(plane, line - 1, number)) + " moves to " +
                              WaferGrid::name(now(point(plane, line - 1, number))) + ", that of " +
                              WaferGrid::name(home) + " to " + WaferGrid::name(now(home)));
          break;
        }
        if (move == -1) ring.low.line = line;
        if (move == 1 && before != 1) ring.high.line = line;
        before = move;
      }
    }
  }
  return plan;
}

}  // namespace kintsugi

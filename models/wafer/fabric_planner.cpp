#include "models/wafer/fabric_planner.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "models/search/count.hpp"
#include "models/search/deletion_filter.hpp"

namespace kintsugi {

namespace {

ConflictRule conflict_rule_of(const TrackGrid& tracks, const LinkLimits& limits) {
  if (limits.longest < 3) return ConflictRule::kShort;
  if (tracks.tracks() == 2) return ConflictRule::kTwoTracks;
  return limits.one_piece ? ConflictRule::kOneTrackStrict : ConflictRule::kOneTrack;
}

/// Makes the choices of a plan one after the other, each the first that those before it allow.
class LeastPasses {
 public:
  /// The last result of the search is yes, with these assumptions, which hold for all choices.
  LeastPasses(const FabricFormula& formula, ExactSearch& search, std::vector<Literal> assumptions = {})
      : formula_(formula), search_(search), choices_(std::move(assumptions)) {}

  PassPlan find(const WaferGrid& grid) {
    for (int row = 1; row <= grid.rows(); ++row) {
      for (int column = 1; column <= grid.columns(); ++column) {
        for (const Plane plane : kPlanes) choose(formula_.moves(plane, {row, column}));
      }
    }
    for (const Plane plane : kPlanes) {
      const int levels = plan().levels(plane);
      for (int level = 0; level < levels; ++level) choose_level(grid, plane, level);
    }
    return plan();
  }

 private:
  /// The last search can have found none: then the choices so far are those of the plan before it.
  PassPlan plan() {
    require();
    return formula_.plan(search_);
  }

  void require() {
    if (!found_) search_.solve(choices_);
    found_ = true;
  }

  void choose_level(const WaferGrid& grid, Plane plane, int level) {
    const std::size_t triple = choose(formula_.triples(plane, level));
    if (level > 0) choose(formula_.links(plane, level));
    for (int ring = 1; ring <= grid.positions(plane); ++ring) choose(formula_.first_positions(plane, ring, level));
    if (triple == 0) return;
    choose(formula_.back_positions(plane, static_cast<int>(triple), level));
    choose(formula_.last_positions(plane, static_cast<int>(triple), level));
  }

  std::size_t choose(const FabricFormula::Literals& choice) {
    require();
    const auto is_true = [&](Literal literal) { return search_.value(literal); };
    const auto last = static_cast<std::size_t>(std::ranges::find_if(choice, is_true) - choice.begin());
    for (std::size_t i = 0; i < last; ++i) {
      choices_.push_back(choice[i]);
      found_ = search_.solve(choices_) == Decision::kYes;
      if (found_) return i;
      choices_.pop_back();
    }
    choices_.push_back(choice[last]);
    return last;
  }

  const FabricFormula& formula_;
  ExactSearch& search_;
  std::vector<Literal> choices_;
  bool found_ = true;
};

}  // namespace

FabricPlanner::FabricPlanner(const TrackGrid& tracks, std::uint32_t conflicts, Aim aim, const LinkLimits& limits)
    : tracks_(tracks),
      conflicts_(conflicts),
      aim_(aim),
      limits_(limits),
      rings_(tracks.wafer(), tracks.tracks(), conflict_rule_of(tracks, limits), aim, std::nullopt, limits.longest) {}

const FabricFormula& FabricPlanner::formula() {
  if (!formula_) formula_ = std::make_unique<FabricFormula>(tracks_, limits_);
  return *formula_;
}

/// A row has straight paths only.
bool FabricPlanner::is_short_of_spares(std::span<const SiteId> defects) const {
  const WaferGrid& grid = tracks_.wafer();
  return !grid.has_spare_rows() || defects.size() > grid.sites() - grid.nodes();
}

bool FabricPlanner::knows_lengths_of_rings() const {
  return tracks_.tracks() == 1 || limits_.longest == LinkLimits::kAny;
}

void FabricPlanner::begin(std::span<const SiteId> defects, ExactSearch& search) {
  formula().add_to(search);
  for (const SiteId site : defects) search.add({formula().dead(site)});
}

Decision FabricPlanner::repairable(std::span<const SiteId> defects) {
  const bool by_rings =
      knows_lengths_of_rings() ? rings_.repairable(defects) == Decision::kYes : rings_.plan_straight(defects);
  if (by_rings) return Decision::kYes;
  if (is_short_of_spares(defects)) return Decision::kNo;
  ExactSearch search(SearchUse::kLongCalls);
  begin(defects, search);
  return search.solve({}, conflicts_);
}

Decision FabricPlanner::plan(std::span<const SiteId> defects) {
  passes_ = std::nullopt;
  if (aim_ == Aim::kMoved) return plan_fewest(defects, rings_.plan(defects));
  const bool by_rings =
      knows_lengths_of_rings() ? rings_.plan(defects) == Decision::kYes : rings_.plan_straight(defects);
  return by_rings ? Decision::kYes : plan_passes(defects);
}

Decision FabricPlanner::replan(std::span<const SiteId> defects, std::span<const CompensationPath> paths_in_force,
                               const RingPlan& in_force) {
  if (!knows_lengths_of_rings()) return plan(defects);
  passes_ = std::nullopt;
  if (rings_.replan(defects, paths_in_force, in_force) == Decision::kYes) return Decision::kYes;
  return aim_ == Aim::kMoved ? plan_fewest(defects, Decision::kNo) : plan_passes(defects);
}

Decision FabricPlanner::plan_passes(std::span<const SiteId> defects) {
  if (is_short_of_spares(defects)) return Decision::kNo;
  ExactSearch search(SearchUse::kLongCalls);
  begin(defects, search);
  const Decision decision = search.solve({}, conflicts_);
  if (decision == Decision::kYes) passes_ = LeastPasses(formula(), search).find(tracks_.wafer());
  return decision;
}

Decision FabricPlanner::complete(const Placement& placement) {
  const WaferGrid& grid = tracks_.wafer();
  passes_ = std::nullopt;
  ExactSearch search(SearchUse::kLongCalls);
  formula().add_to(search);
  for (const NodeId node : ids<NodeId>(grid.nodes())) {
    const GridPoint home = grid.default_point(node);
    const GridPoint now = grid.point(placement.site_of[node.value]);
    for (const Plane plane : kPlanes) {
      const int move = plane == Plane::kH ? now.row - home.row : now.column - home.column;
      search.add({formula().moves(plane, home)[move == 0 ? 0 : move < 0 ? 1 : 2]});
    }
  }
  const Decision decision = search.solve({}, conflicts_);
  if (decision == Decision::kYes) passes_ = LeastPasses(formula(), search).find(grid);
  return decision;
}

/// Asks for a plan that moves fewer nodes than the best one so far, until there is none.
Decision FabricPlanner::plan_fewest(std::span<const SiteId> defects, Decision by_rings) {
  const WaferGrid& grid = tracks_.wafer();
  if (is_short_of_spares(defects)) return by_rings;
  std::size_t fewest = by_rings == Decision::kYes ? rings_.moved() : grid.nodes() + 1;
  ExactSearch search(SearchUse::kLongCalls);
  begin(defects, search);
  const std::vector<Literal> moved = count(search, moves(search));
  const auto at_most = [&](std::size_t nodes) { return nodes < moved.size() ? ~moved[nodes] : search.always(); };
  bool has_fewer = false;
  while (fewest > 0) {
    const Decision decision = search.solve({at_most(fewest - 1)}, conflicts_);
    if (decision == Decision::kNotDecided) return decision;
    if (decision == Decision::kNo) break;
    fewest = formula().plan(search).moved();
    has_fewer = true;
  }
  if (!has_fewer) return by_rings;
  search.solve({at_most(fewest)});
  passes_ = LeastPasses(formula(), search, {at_most(fewest)}).find(grid);
  return Decision::kYes;
}

/// Returns a literal for each node that is true if it is moved.
std::vector<Literal> FabricPlanner::moves(ExactSearch& search) {
  const WaferGrid& grid = tracks_.wafer();
  std::vector<Literal> moves;
  for (std::uint32_t number = 0; number < grid.nodes(); ++number) {
    moves.push_back(search.variable());
    for (const Plane plane : kPlanes) {
      const Literal stays = formula().moves(plane, grid.default_point(NodeId{number})).front();
      search.add({stays, moves.back()});
    }
  }
  return moves;
}

Decision FabricPlanner::write_refutation(std::span<const SiteId> defects, const RefutationFiles& files) {
  const WaferGrid& grid = tracks_.wafer();
  ExactSearch search(files);
  search.comment("plans of passes of a wafer with a core of " + std::to_string(grid.rows()) + " rows and " +
                 std::to_string(grid.columns()) + " columns; tracks: " + std::to_string(tracks_.tracks()));
  formula().comment(search);
  begin(defects, search);
  const Decision decision = search.solve({}, conflicts_);
  if (decision == Decision::kNo) search.write_refutation();
  return decision;
}

DefectMap FabricPlanner::minimal_irreparable(const DefectMap& defects) {
  const WaferGrid& grid = tracks_.wafer();
  if (!grid.has_spare_rows()) return rings_.minimal_irreparable(defects);
  const std::size_t spares = grid.sites() - grid.nodes();
  // one more than there are spares is irreparable, and that is minimal unless fewer of them are irreparable too
  if (defects.size() > spares) return {defects.end() - static_cast<std::ptrdiff_t>(spares + 1), defects.end()};
  ExactSearch search(SearchUse::kLongCalls);
  formula().add_to(search);
  return without_needless(defects, [&](const DefectMap& rest) -> std::optional<DefectMap> {
    std::vector<Literal> dead;
    for (const SiteId site : rest) dead.push_back(formula().dead(site));
    if (search.solve(dead, kSubsetConflicts) != Decision::kNo) return std::nullopt;
    DefectMap failed;
    std::ranges::copy_if(rest, std::back_inserter(failed),
                         [&](SiteId site) { return search.failed(formula().dead(site)); });
    return failed;
  });
}

}  // namespace kintsugi

// Stuck switches, cut tracks and cut wires of a wafer: repaired and extracted, or irreparable by every possible plan.
#include "models/wafer/wafer_element_defects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <cstdlib>
#include <map>
#include <set>

#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/extraction.hpp"
#include "models/repair/random_defects.hpp"
#include "models/srt/topology.hpp"
#include "models/wafer/switch_rule.hpp"
#include "models/wafer/wafer_elements.hpp"
#include "tb/tests/unit/models/srt/wafer_cases.hpp"
#include "tb/tests/unit/models/wafer/all_elements.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::srt {
namespace {

struct Verdicts {
  std::size_t elements = 0;
  std::size_t maps = 0;
  std::size_t irreparable = 0;
  std::size_t given_up = 0;  // healthy PEs, in all repairs together
};

/// Repairs every element alone and with every dead PE, extracts each repair on the defective fabric, and returns the
/// irreparable maps.
std::vector<std::pair<std::size_t, std::optional<SiteId>>> repair_each(const Torus& torus, unsigned tracks,
                                                                       Verdicts& verdicts) {
  const Wafer wafer(torus, {.tracks = tracks, .wrap_pitches = {}});
  const Network network = make_network(torus);
  const std::vector<ElementDefect> elements = all_elements(wafer);
  std::vector<std::pair<std::size_t, std::optional<SiteId>>> irreparable;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    WaferElementDefects element_defects(wafer, tracks == 2 ? ConflictRule::kTwoTracks : ConflictRule::kOneTrack,
                                        {elements[i]});
    const DefectiveFabric defective(wafer.fabric(), std::span(&elements[i], 1));
    const NetworkExtractor extractor(defective.fabric());
    for (std::uint32_t pe = 0; pe <= wafer.grid().sites(); ++pe) {
      const bool none = pe == wafer.grid().sites();
      const auto plan = element_defects.plan(none ? DefectMap{} : DefectMap{SiteId{pe}});
      ++verdicts.maps;
      if (!plan) {
        irreparable.emplace_back(i, none ? std::nullopt : std::optional(SiteId{pe}));
        continue;
      }
      verdicts.given_up += plan->given_up;
      const Placement placement = place(wafer.grid(), plan->paths);
      if (!none) {
        EXPECT_EQ(placement.node_at[pe], kNoNode) << elements[i].name;
      }
      const ExtractedNetwork extracted = extractor.extract(switch_states(wafer.fabric(), wafer.configure(plan->paths)));
      EXPECT_EQ(difference(extracted, network, placement, wafer.fabric()).value_or(""), "") << elements[i].name;
    }
  }
  verdicts.elements = elements.size();
  verdicts.irreparable = irreparable.size();
  return irreparable;
}

/// Lists all plans with up to so many paths, healthy PEs among them, without code of models/repair or models/wafer: a
/// node that moves is marked at the site that it leaves and at the one that it reaches.
class AllPlans {
 public:
  AllPlans(const WaferGrid& grid, int tracks, std::size_t most) : grid_(grid), tracks_(tracks), most_(most) {}

  template <class Use>
  void each(Use use) {
    next(0, use);
  }

 private:
  using Marks = std::bitset<64>;

  template <class Use>
  void next(std::uint32_t node, Use& use) {
    if (node == grid_.nodes()) return use(std::as_const(plan_));
    next(node + 1, use);
    if (plan_.size() == most_) return;
    for (const Direction d : kDirections) {
      const CompensationPath path{grid_.default_point(NodeId{node}), d};
      const Marks before = used_;
      if (!mark(path) || near_miss(path)) {
        used_ = before;
        continue;
      }
      plan_.push_back(path);
      next(node + 1, use);
      plan_.pop_back();
      used_ = before;
    }
  }

  bool mark(CompensationPath path) {
    for (GridPoint p = path.defect; grid_.populated(p);) {
      if (used_.test(grid_.site(p).value)) return false;
      used_.set(grid_.site(p).value);
      p = {p.row + step(path.direction).row, p.column + step(path.direction).column};
    }
    return true;
  }

  /// Returns whether the path and one of a neighbouring line move opposite ways in two positions.
  bool near_miss(CompensationPath path) const {
    if (tracks_ == 2) return false;
    for (const CompensationPath& other : plan_) {
      if (other.direction != opposite(path.direction)) continue;
      const bool rows = is_horizontal(path.direction);
      const int line = rows ? path.defect.row : path.defect.column;
      const int other_line = rows ? other.defect.row : other.defect.column;
      if (std::abs(line - other_line) != 1) continue;
      int both = 0;
      for (int p = 1; p <= grid_.rows(); ++p) both += moves(path, p) && moves(other, p);
      if (both > 1) return true;
    }
    return false;
  }

  static bool moves(CompensationPath path, int position) {
    const int from = is_horizontal(path.direction) ? path.defect.column : path.defect.row;
    const bool up = path.direction == Direction::kEast || path.direction == Direction::kSouth;
    return up ? position >= from : position <= from;
  }

  WaferGrid grid_;
  int tracks_;
  std::size_t most_;
  Marks used_;
  std::vector<CompensationPath> plan_;
};

/// Searches all plans for one that repairs a map reported as irreparable, by extraction on the defective fabric.
class Checker {
 public:
  using Maps = std::vector<std::pair<std::size_t, std::optional<SiteId>>>;

  Checker(const Torus& torus, unsigned tracks)
      : wafer_(torus, {.tracks = tracks, .wrap_pitches = {}}),
        elements_(all_elements(wafer_)),
        sound_(wafer_.fabric()) {
    for (const ElementDefect& element : elements_) {
      defective_.emplace_back(std::make_unique<DefectiveFabric>(wafer_.fabric(), std::span(&element, 1)));
      extractors_.emplace_back(defective_.back()->fabric());
    }
  }

  /// Returns the first map that a plan with at most so many paths repairs; empty if there is none.
  std::string refute(const Maps& maps, std::size_t most_paths) {
    for (const auto& [element, pe] : maps) claims_[element].push_back(pe);
    std::string refuted;
    AllPlans(wafer_.grid(), wafer_.tracks().tracks(), most_paths).each([&](const std::vector<CompensationPath>& plan) {
      if (refuted.empty()) refuted = try_plan(plan);
    });
    return refuted;
  }

  /// Returns for each map the fewest nodes that a plan with at most so many paths moves; `kNoPlan` without one.
  static constexpr int kNoPlan = 1000;
  std::vector<int> fewest_moves(const Maps& maps, std::size_t most_paths) {
    std::vector<int> fewest(maps.size(), kNoPlan);
    AllPlans(wafer_.grid(), wafer_.tracks().tracks(), most_paths).each([&](const std::vector<CompensationPath>& plan) {
      int moved = 0;
      for (const CompensationPath& path : plan) moved += moved_nodes(wafer_.grid(), path);
      const Placement placement = place(wafer_.grid(), plan);
      const SwitchStates states = switch_states(wafer_.fabric(), wafer_.configure(plan));
      const ExtractedNetwork right = sound_.extract(states);
      for (std::size_t i = 0; i < maps.size(); ++i) {
        const auto& [element, pe] = maps[i];
        if (moved >= fewest[i] || (pe && placement.node_at[pe->value] != kNoNode)) continue;
        if (harmless(element, states, right)) fewest[i] = moved;
      }
    });
    return fewest;
  }
  const Wafer& wafer() const { return wafer_; }
  const std::vector<ElementDefect>& elements() const { return elements_; }

 private:
  std::string try_plan(const std::vector<CompensationPath>& plan) {
    const Placement placement = place(wafer_.grid(), plan);
    const SwitchStates states = switch_states(wafer_.fabric(), wafer_.configure(plan));
    const ExtractedNetwork right = sound_.extract(states);
    for (const auto& [element, pes] : claims_) {
      const auto repairs = [&](std::optional<SiteId> pe) { return !pe || placement.node_at[pe->value] == kNoNode; };
      if (std::ranges::none_of(pes, repairs) || !harmless(element, states, right)) continue;
      const auto pe = *std::ranges::find_if(pes, repairs);
      std::string text = elements_[element].name +
                         (pe ? " with dead " + WaferGrid::name(wafer_.grid().point(*pe)) : "") + " is repaired by";
      for (const CompensationPath& path : plan) text += ' ' + describe(path);
      return text;
    }
    return "";
  }

  /// Checks those ends first that the element has changed before, because it mostly changes them again.
  bool harmless(std::size_t element, const SwitchStates& states, const ExtractedNetwork& right) {
    std::size_t& suspect = suspects_[element];
    if (suspect < right.joins.size() && !as_before(element, right.joins[suspect], states)) return false;
    for (std::size_t i = 0; i < right.joins.size(); ++i) {
      if (as_before(element, right.joins[i], states)) continue;
      suspect = i;
      return false;
    }
    const ExtractedNetwork found = extractors_[element].extract(states);
    return found.attached == right.attached && found.joins.size() == right.joins.size();
  }

  bool as_before(std::size_t element, const Join& join, const SwitchStates& states) const {
    const auto found = extractors_[element].follow(join.a, states);
    return found == join;
  }

  Wafer wafer_;
  std::vector<ElementDefect> elements_;
  NetworkExtractor sound_;
  std::vector<std::unique_ptr<DefectiveFabric>> defective_;
  std::vector<NetworkExtractor> extractors_;
  std::map<std::size_t, std::vector<std::optional<SiteId>>> claims_;
  std::map<std::size_t, std::size_t> suspects_;
};

const Torus kSmall{2, 2, 1};

TEST(WaferElementDefects, every_defective_element_with_every_dead_pe_is_repaired_or_has_no_plan) {
  Verdicts verdicts;
  const auto irreparable = repair_each(kSmall, 1, verdicts);
  EXPECT_EQ(verdicts.elements, 786u);
  EXPECT_EQ(verdicts.maps, 786u * 33);
  EXPECT_EQ(verdicts.irreparable, 2304u);
  EXPECT_EQ(Checker(kSmall, 1).refute(irreparable, 2), "");
}

TEST(WaferElementDefects, slow_no_plan_of_three_paths_repairs_what_is_irreparable) {
  for (const unsigned tracks : {1u, 2u}) {
    Verdicts verdicts;
    auto irreparable = repair_each(kSmall, tracks, verdicts);
    EXPECT_GT(verdicts.irreparable, 0u);
    const std::size_t every = test::part_of(48, 1);
    std::size_t place = 0;
    std::erase_if(irreparable, [&](const auto&) { return place++ % every != 0; });
    EXPECT_EQ(Checker(kSmall, tracks).refute(irreparable, 3), "") << tracks << " tracks";
  }
}

TEST(WaferElementDefects, the_checker_finds_a_repair_that_was_denied) {
  const Wafer wafer(kSmall, {.tracks = 1, .wrap_pitches = {}});
  const auto elements = all_elements(wafer);
  const auto cut = std::ranges::find(elements, "track cut between sh.g1.c2 and sh.g1.c3", &ElementDefect::name);
  ASSERT_NE(cut, elements.end());
  const auto place = static_cast<std::size_t>(cut - elements.begin());
  EXPECT_EQ(Checker(kSmall, 1).refute({{place, SiteId{5}}}, 1),
            "track cut between sh.g1.c2 and sh.g1.c3 with dead r1.c1 is repaired by r1.c1 north");
}

TEST(WaferElementDefects, the_irreparable_set_names_the_element) {
  const Wafer wafer(kSmall, {.tracks = 1, .wrap_pitches = {}});
  Defects defects{SiteId{9}, SiteId{20}};
  defects.elements.push_back(element_of(wafer, "track", {"V", 3, 1, 0}));
  defects.elements.push_back(element_of(wafer, "switch", {"H", 0, 2, 0, "OPEN"}));
  const Repair repair = wafer.repair(defects, {});
  EXPECT_FALSE(repair.repairable);
  EXPECT_TRUE(repair.irreparable_subset.sites.empty());
  ASSERT_EQ(repair.irreparable_subset.elements.size(), 1u);
  EXPECT_EQ(repair.irreparable_subset.elements.front().name, "sh.g0.c2 stuck in OPEN");
}

TEST(WaferElementDefects, dead_pes_that_are_irreparable_by_themselves_are_the_answer_whatever_the_elements_are) {
  const Wafer wafer(kSmall, {.tracks = 1, .wrap_pitches = {}});
  Defects defects;
  for (std::uint32_t site = 0; site < wafer.grid().sites(); ++site) defects.sites.push_back(SiteId{site});
  const Repair dead_pes_alone = wafer.repair(defects, {.planner = "straight"});
  defects.elements.push_back(element_of(wafer, "track", {"V", 3, 1, 0}));
  defects.elements.push_back(element_of(wafer, "switch", {"H", 0, 2, 0, "OPEN"}));
  const Repair repair = wafer.repair(defects, {.planner = "straight"});
  EXPECT_FALSE(repair.repairable);
  EXPECT_EQ(repair.irreparable_subset.sites, dead_pes_alone.irreparable_subset.sites);
  EXPECT_TRUE(repair.irreparable_subset.elements.empty());
  EXPECT_FALSE(repair.blocked.empty()) << "with its certificate";
  EXPECT_EQ(repair.reason, "16 core PEs are dead and 0 spares are healthy; each dead one needs a spare");
}

Defects with_stuck(const Wafer& wafer, DefectMap dead, const std::vector<Parts>& switches) {
  Defects defects{std::move(dead)};
  for (const auto& address : switches) defects.elements.push_back(element_of(wafer, "switch", address));
  return defects;
}

TEST(WaferElementDefects, a_healthy_pe_may_be_given_up_for_two_elements) {
  const Wafer small(kSmall, {.tracks = 1, .wrap_pitches = {}});
  const Repair both = small.repair(with_stuck(small, {}, {{"V", 0, 0, 0, "D2"}, {"V", 0, 4, 0, "D2"}}), {});
  EXPECT_TRUE(both.repairable) << both.reason;
  const Wafer wafer({3, 3, 1}, {.tracks = 1, .wrap_pitches = {}});
  const DefectMap dead{wafer.grid().site({5, 9})};
  EXPECT_TRUE(wafer.repair(with_stuck(wafer, dead, {{"H", 4, 2, 0, "D1"}, {"H", 4, 6, 0, "D1"}}), {}).repairable);
}

TEST(WaferElementDefects, another_dead_pe_never_helps) {
  const Wafer wafer(kSmall, {.tracks = 1, .wrap_pitches = {}});
  const auto elements = all_elements(wafer);
  std::size_t without = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::vector two{elements[(seed * 7919 + 11) % elements.size()],
                          elements[(seed * 104729 + 5) % elements.size()]};
    if (contradict(two[0], two[1])) continue;
    WaferElementDefects element_defects(wafer, ConflictRule::kOneTrack, two);
    const DefectMap dead = random_defects(wafer.grid().sites(), seed % 3, seed);
    if (element_defects.plan(dead)) continue;
    ++without;
    for (std::uint32_t pe = 0; pe < wafer.grid().sites(); ++pe) {
      DefectMap more = dead;
      if (std::ranges::find(more, SiteId{pe}) != more.end()) continue;
      more.insert(std::ranges::upper_bound(more, SiteId{pe}), SiteId{pe});
      EXPECT_FALSE(element_defects.plan(more))
          << two[0].name << ", " << two[1].name << ", seed " << seed << ", PE " << pe;
    }
  }
  EXPECT_GT(without, 5u);
}

/// Returns the first two elements that are harmless or routed around alone, but not together.
std::optional<Defects> only_together(const Wafer& wafer) {
  const auto elements = all_elements(wafer);
  const auto has_plan = [&](const std::vector<ElementDefect>& some) {
    return WaferElementDefects(wafer, ConflictRule::kOneTrack, some).plan({}).has_value();
  };
  for (std::size_t i = 0; i + 1 < elements.size(); ++i) {
    const std::vector two{elements[i], elements[(i * 37 + 101) % elements.size()]};
    if (contradict(two[0], two[1]) || has_plan(two) || !has_plan({two[0]}) || !has_plan({two[1]})) continue;
    Defects defects;
    defects.elements = two;
    return defects;
  }
  return std::nullopt;
}

TEST(WaferElementDefects, where_not_all_plans_are_looked_for_nothing_is_called_impossible) {
  const Wafer one_track(kSmall, {.tracks = 1, .wrap_pitches = {}});
  const auto together = only_together(one_track);
  ASSERT_TRUE(together);
  EXPECT_TRUE(one_track.repair(*together, {}).repairable);  // by rings
  const Repair repair = one_track.repair(*together, {.planner = "straight"});
  EXPECT_FALSE(repair.repairable);
  EXPECT_TRUE(repair.irreparable_subset.empty());
  EXPECT_EQ(repair.reason, "no plan around " + together->elements[0].name + ", " + together->elements[1].name +
                               "; around several elements the search is incomplete");
  const Wafer two_tracks(kSmall, {.tracks = 2, .wrap_pitches = {}});
  EXPECT_EQ(
      two_tracks.repair(with_stuck(two_tracks, {}, {{"H", 0, 2, 0, "OPEN"}}), {}).reason,
      "no plan of rings was found around sh.g0.c2.t0 stuck in OPEN; plans in which a link changes three times between "
      "tracks are not searched");
  EXPECT_EQ(two_tracks.repair(with_stuck(two_tracks, {}, {{"H", 0, 2, 0, "OPEN"}}), {.planner = "straight"}).reason,
            "no plan around sh.g0.c2.t0 stuck in OPEN; plans that use the other track are not searched");
}

TEST(WaferElementDefects, another_planner_or_objective_is_refused_with_the_valid_ones) {
  const Wafer wafer(kSmall, {.tracks = 1, .wrap_pitches = {}});
  const Defects defects = with_stuck(wafer, {}, {{"H", 0, 2, 0, "OPEN"}});
  const auto message = [&](const RepairOptions& options) -> std::string {
    try {
      wafer.repair(defects, options);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  const std::string refused =
      "defects of switches, tracks or wires need planner 'rings', 'fabric' or 'straight', and objective 'any', or "
      "'moved' with 'rings' or 'fabric' on a core of up to 32 rows and columns";
  EXPECT_EQ(message({.planner = "nearest"}), refused);
  EXPECT_EQ(message({.planner = "nearest", .objective = "moved"}), refused);
  EXPECT_EQ(message({.planner = "straight", .objective = "moved"}), refused);
  EXPECT_EQ(message({.objective = "short"}), refused);
  EXPECT_EQ(message({}), "");
  EXPECT_EQ(message({.objective = "moved"}), "");
}

/// Returns the differences of what the states of a repair make on the defective fabric.
std::string difference_around(const Wafer& wafer, const Network& network, const Defects& defects,
                              const Repair& repair) {
  const DefectiveFabric defective(wafer.fabric(), defects.elements);
  const ExtractedNetwork extracted =
      NetworkExtractor(defective.fabric()).extract(switch_states(defective.fabric(), repair.configuration));
  return difference(extracted, network, repair.placement, defective.fabric()).value_or("");
}

/// Two dead PEs with free spares beside them, and a switch far away that is stuck as it is.
TEST(WaferElementDefects, paths_away_from_the_elements_move_as_few_nodes_as_without_them) {
  const Wafer wafer(Torus{3, 3, 1}, {.tracks = 1, .wrap_pitches = {}});
  const DefectMap dead{wafer.grid().site({1, 2}), wafer.grid().site({8, 7})};
  const Defects defects = with_stuck(wafer, dead, {{"H", 4, 4, 0, "X"}});
  for (const std::string planner : {"straight", "rings", "fabric"}) {
    const Repair repair = wafer.repair(defects, {.planner = planner});
    ASSERT_TRUE(repair.repairable) << planner;
    EXPECT_EQ(repair.moved, 2u) << planner;
  }
}

TEST(WaferElementDefects, of_the_paths_around_an_element_those_that_move_fewest_nodes_are_taken) {
  Checker all_plans(kSmall, 1);
  Checker::Maps maps;
  for (std::size_t element = 0; element < all_plans.elements().size(); element += 11) {
    maps.emplace_back(element, std::nullopt);
    maps.emplace_back(element, all_plans.wafer().grid().site({1 + static_cast<int>(element % 4), 2}));
  }
  const std::vector<int> fewest = all_plans.fewest_moves(maps, 2);
  std::size_t some = 0;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    if (fewest[i] == Checker::kNoPlan) continue;
    Defects defects;
    defects.elements.push_back(all_plans.elements()[maps[i].first]);
    if (maps[i].second) defects.sites.push_back(*maps[i].second);
    const Repair repair = all_plans.wafer().repair(defects, {.planner = "straight"});
    ASSERT_TRUE(repair.repairable) << defects.elements.front().name;
    EXPECT_LE(static_cast<int>(repair.moved), fewest[i]) << defects.elements.front().name << ", map " << i;
    some += fewest[i] > 1 ? 1 : 0;
  }
  EXPECT_GT(some, 10u);
}

TEST(WaferElementDefects, objective_moved_moves_no_more_nodes_around_elements_than_any_other_repair_that_is_found) {
  const Torus torus{3, 3, 1};
  const Wafer wafer(torus, {.tracks = 1, .wrap_pitches = {}});
  const Network network = make_network(torus);
  const auto elements = all_elements(wafer);
  unsigned fewer = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Defects defects{random_defects(wafer.grid().sites(), 6, seed)};
    for (const std::uint64_t i : {seed * 7919 + 11, seed * 104729 + 5})
      defects.elements.push_back(elements[i % elements.size()]);
    std::ranges::sort(defects.elements);
    const Repair any = wafer.repair(defects, {.explain = false});
    const Repair fewest = wafer.repair(defects, {.objective = "moved", .explain = false});
    ASSERT_EQ(fewest.repairable, any.repairable) << seed;
    if (!any.repairable) continue;
    EXPECT_LE(fewest.moved, any.moved) << seed;
    EXPECT_EQ(difference_around(wafer, network, defects, fewest), "") << seed;
    fewer += fewest.moved < any.moved ? 1 : 0;
  }
  EXPECT_GT(fewer, 0u);
}

/// Maps of dead PEs and defective elements on a larger wafer: every repair is extracted on the defective fabric.
TEST(WaferElementDefects, several_elements_and_dead_pes_are_repaired_together) {
  const Torus torus{3, 3, 1};
  const Wafer wafer(torus, {.tracks = 1, .wrap_pitches = {}});
  const Network network = make_network(torus);
  const auto elements = all_elements(wafer);
  std::size_t repaired = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Defects defects{random_defects(wafer.grid().sites(), 3, seed)};
    for (const std::uint64_t i : {seed * 7919 + 11, seed * 104729 + 5})
      defects.elements.push_back(elements[i % elements.size()]);
    std::ranges::sort(defects.elements);
    const Repair repair = wafer.repair(defects, {.explain = false});
    if (!repair.repairable) continue;
    ++repaired;
    EXPECT_EQ(difference_around(wafer, network, defects, repair), "") << seed;
    for (const SiteId dead : defects.sites) EXPECT_EQ(repair.placement.node_at[dead.value], kNoNode) << seed;
  }
  EXPECT_GT(repaired, 20u);
}

TEST(WaferElements, a_wrong_address_is_answered_with_what_is_valid) {
  const Wafer wafer(kSmall, {.tracks = 1, .wrap_pitches = {}});
  const auto message = [&](const std::string& key, const Parts& address) -> std::string {
    try {
      return element_of(wafer, key, address).name;
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
  };
  EXPECT_EQ(message("switch", {"H", 0, 0, 0}),
            "a track switch is [plane, gap, position, track, state]: it has 4 parts");
  EXPECT_EQ(message("switch", {"X", 0, 0, 0, "D1"}),
            "a track switch is [plane, gap, position, track, state]: the plane must be H or V");
  EXPECT_EQ(message("switch", {"H", 5, 0, 0, "D1"}),
            "a track switch is [plane, gap, position, track, state]: the gap must be 0 to 4");
  EXPECT_EQ(message("track", {"H", 0, 5, 0}),
            "a piece of a track is [plane, gap, position, track]: the position must be 0 to 4");
  EXPECT_EQ(message("bunch", {0, 0, "ew", 0, "cross"}),
            "a bunch switch is [row, column, axis, wire, mode]: the corners of a wafer have PEs only with "
            "fabric.corners: true");
  EXPECT_EQ(message("bunch", {1, 1, "ew", 0, "open"}),
            "a bunch switch is [row, column, axis, wire, mode]: the mode must be cross or connect");
  EXPECT_EQ(message("wire", {1, 0, "w", 1}),
            "a wire is [row, column, side, wire]: wire 1 of r1.c0 does not lead on to the west");
  EXPECT_EQ(message("wire", {1, 0, "w", 0}), "wire 0 cut west of r1.c0");
  EXPECT_EQ(message("fuse", {1}), "this fabric has no defects of kind 'fuse'");
}

std::vector<ElementDefect> every_track_switch_stuck(const Wafer& wafer, std::uint64_t seed, bool straight) {
  std::vector<ElementDefect> elements;
  for (std::uint32_t id = 0; id < wafer.tracks().switches(); ++id) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const unsigned state = straight ? unsigned{TrackSwitchType::kX} : static_cast<unsigned>(seed >> 62);
    const std::string name = wafer.fabric().switches[id].name + " stuck";
    elements.push_back({StuckSwitch{SwitchId{id}, static_cast<SwitchState>(state)}, name});
  }
  return elements;
}

TEST(WaferElementDefects, the_steps_of_a_plan_depend_on_the_elements_not_on_the_area) {
  for (const unsigned n : {3u, 6u}) {
    const Wafer wafer({n, n, 1}, {.tracks = 1, .wrap_pitches = {}});
    const int last = wafer.grid().last_row();
    const std::vector<ElementDefect> elements{
        element_of(wafer, "switch", {"H", 2, 3, 0, "D1"}), element_of(wafer, "track", {"V", 4, 5, 0}),
        element_of(wafer, "bunch", {6, 7, "ew", 1, "cross"}), element_of(wafer, "wire", {4, last - 1, "e", 2})};
    WaferElementDefects around(wafer, ConflictRule::kOneTrack, elements);
    EXPECT_TRUE(around.plan({wafer.grid().site({3, 4}), wafer.grid().site({5, 2})}));
    EXPECT_LT(around.steps(), elements.size() * 100 * static_cast<std::size_t>(last)) << "n is " << n;
  }
}

TEST(WaferElementDefects, so_many_elements_are_planned_in_few_steps_and_without_recursion) {
  const Wafer wafer({7, 7, 1}, {.tracks = 1, .wrap_pitches = {}});
  WaferElementDefects around(wafer, ConflictRule::kOneTrack, every_track_switch_stuck(wafer, 1, true));
  EXPECT_EQ(around.elements(), 33540u);
  const auto plan = around.plan({});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->given_up, 0u);
  EXPECT_LT(around.steps(), 10 * around.elements());
}

TEST(WaferElementDefects, a_search_that_takes_too_long_stops_and_says_so) {
  const Wafer wafer({5, 5, 1}, {.tracks = 1, .wrap_pitches = {}});
  const std::vector<Parts> apart{{"H", 9, 5, 0, "D1"}, {"H", 9, 17, 0, "D2"}, {"H", 21, 9, 0, "D1"}};
  WaferElementDefects around(wafer, ConflictRule::kOneTrack, with_stuck(wafer, {}, apart).elements);
  EXPECT_FALSE(around.plan({}, 3));
  EXPECT_TRUE(around.stopped());
  EXPECT_TRUE(around.plan({}));
  EXPECT_FALSE(around.stopped());
}

TEST(WaferElementDefects, one_element_without_a_plan_is_found_among_many) {
  const Wafer wafer(kSmall, {.tracks = 1, .wrap_pitches = {}});
  Defects defects = with_stuck(wafer, {}, {{"V", 0, 0, 0, "X"}, {"V", 2, 2, 0, "X"}, {"H", 0, 2, 0, "OPEN"}});
  WaferElementDefects around(wafer, ConflictRule::kOneTrack, defects.elements);
  const auto alone = around.irreparable_alone({SiteId{9}});
  ASSERT_TRUE(alone);
  EXPECT_TRUE(alone->minimal);
  EXPECT_TRUE(alone->defects.sites.empty());
  ASSERT_EQ(alone->defects.elements.size(), 1u);
  EXPECT_EQ(alone->defects.elements.front().name, "sh.g0.c2 stuck in OPEN");
  defects.elements.pop_back();
  EXPECT_FALSE(WaferElementDefects(wafer, ConflictRule::kOneTrack, defects.elements).irreparable_alone({}));
}

TEST(WaferElementDefects, slow_a_wafer_on_which_every_switch_is_stuck_gets_an_answer) {
  const Wafer wafer({6, 6, 1}, {.tracks = 1, .wrap_pitches = {}});
  Defects defects;
  defects.elements = every_track_switch_stuck(wafer, 1, false);
  const Repair repair = wafer.repair(defects, {});
  EXPECT_FALSE(repair.repairable);
  EXPECT_TRUE(!repair.reason.empty() || !repair.irreparable_subset.empty());
  EXPECT_LT(repair.reason.size(), 2000u);
}

TEST(WaferElementDefects, slow_a_search_that_stopped_is_the_reason_of_the_report) {
  const Wafer wafer({5, 5, 1}, {.tracks = 1, .wrap_pitches = {}});
  const std::vector<Parts> ten{{"H", 11, 19, 0, "D2"}, {"V", 14, 25, 0, "D1"}, {"V", 30, 8, 0, "D1"},
                               {"H", 5, 29, 0, "D2"},  {"H", 21, 6, 0, "D1"},  {"H", 10, 11, 0, "D2"},
                               {"V", 9, 4, 0, "D2"},   {"V", 29, 28, 0, "D1"}, {"V", 5, 14, 0, "D2"},
                               {"V", 7, 9, 0, "D2"}};
  EXPECT_TRUE(wafer.repair(with_stuck(wafer, {}, ten), {}).repairable);  // by rings
  const Repair repair = wafer.repair(with_stuck(wafer, {}, ten), {.planner = "straight"});
  EXPECT_FALSE(repair.repairable);
  EXPECT_TRUE(repair.irreparable_subset.empty());
  EXPECT_EQ(repair.reason, "no plan was found around 10 defective elements in 50000000 steps, and the search stopped");
}

}  // namespace
}  // namespace kintsugi::srt

/// Plans, states and streams of a wafer as another tool would make them: worked out here from the geometry, by no code
/// of the program. Which network states make is judged by the second extractor of the tests.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/wafer/wafer.hpp"
#include "tb/tests/unit/models/fabric/union_extractor.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  int below(int end) { return static_cast<int>(engine_() % static_cast<unsigned>(end)); }
  int from(int low, int high) { return low + below(high - low + 1); }
  bool one_in(int count) { return below(count) == 0; }
  template <class Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[static_cast<std::size_t>(engine_() % i)]);
  }
  template <class List>
  const auto& of(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::mt19937_64 engine_;
};

/// A wafer, and what the plans here need to know of it.
struct ForeignWafer {
  explicit ForeignWafer(const std::string& scenario) : text(scenario), input(load_text(scenario, "scenario")) {
    const auto& sides = network().grid().sides;
    columns = static_cast<int>(sides[0]);
    rows = static_cast<int>(sides[1]);
    tracks = fabric().switches.front().name.ends_with(".t0") ? 2 : 1;
    for (const Site& site : fabric().sites) sites.emplace(site.address, SiteId::from(&site - fabric().sites.data()));
  }
  const Network& network() const { return input.setup.network(); }
  const Fabric& fabric() const { return input.setup.fabric->fabric(); }
  int lines(int plane) const { return plane == 0 ? rows : columns; }
  int rings(int plane) const { return plane == 0 ? columns : rows; }
  std::optional<SiteId> site(int row, int column) const {
    const auto found = sites.find({row, column});
    return found == sites.end() ? std::nullopt : std::optional(found->second);
  }
  const Bundle& bundle() const { return dynamic_cast<const Wafer&>(*input.setup.fabric).bundle(); }
  unsigned wire_of(NodeId node) const { return bundle().wire_of(node); }
  unsigned wires() const { return bundle().wires(); }

  std::string text;
  Input input;
  int rows = 0, columns = 0, tracks = 1;
  std::map<std::vector<int>, SiteId> sites;
};

/// A ring for every column, plane 0, and every row, plane 1: in which two lines it has no node, and where it passes
/// them.
struct ForeignPlan {
  struct Ring {
    int low = 0, low_at = 0, high = 0, high_at = 0;
  };
  using Point = std::pair<int, int>;  // row, column

  explicit ForeignPlan(const ForeignWafer& on) : wafer(&on) {
    for (const int plane : {0, 1}) {
      for (int ring = 1; ring <= on.rings(plane); ++ring) {
        rings[plane].push_back({0, ring, on.lines(plane) + 1, ring});
      }
    }
  }

  Ring& ring(int plane, int number) {
    return rings[static_cast<std::size_t>(plane)][static_cast<std::size_t>(number - 1)];
  }
  const Ring& ring(int plane, int number) const {
    return rings[static_cast<std::size_t>(plane)][static_cast<std::size_t>(number - 1)];
  }
  int shift(int plane, int number, int line) const {
    return line <= ring(plane, number).low ? -1 : line >= ring(plane, number).high ? 1 : 0;
  }
  Point now(int row, int column) const { return {row + shift(0, column, row), column + shift(1, row, column)}; }
  /// Returns where a ring passes a line.
  int position(int plane, int number, int line) const {
    const Ring& own = ring(plane, number);
    if (line == own.low) return own.low_at;
    if (line == own.high) return own.high_at;
    const int home = line + (line < own.low ? 1 : line > own.high ? -1 : 0);
    return plane == 0 ? now(home, number).second : now(number, home).first;
  }
  bool is_straight() const {
    for (int row = 1; row <= wafer->rows; ++row) {
      for (int column = 1; column <= wafer->columns; ++column) {
        if (shift(0, column, row) != 0 && shift(1, row, column) != 0) return false;
      }
    }
    for (const int plane : {0, 1}) {
      for (int number = 1; number <= wafer->rings(plane); ++number) {
        if (ring(plane, number).low_at != number || ring(plane, number).high_at != number) return false;
      }
    }
    return true;
  }
  bool is_valid() const {
    std::set<Point> taken;
    for (int row = 1; row <= wafer->rows; ++row) {
      for (int column = 1; column <= wafer->columns; ++column) {
        const Point at = now(row, column);
        if (!wafer->site(at.first, at.second) || !taken.insert(at).second) return false;
      }
    }
    for (const int plane : {0, 1}) {
      for (int line = 0; line <= wafer->lines(plane) + 1; ++line) {
        std::set<int> passed;
        for (int number = 1; number <= wafer->rings(plane); ++number) {
          const int at = position(plane, number, line);
          const Point point = plane == 0 ? Point{line, at} : Point{at, line};
          const bool passes = line == ring(plane, number).low || line == ring(plane, number).high;
          if (!wafer->site(point.first, point.second) || !passed.insert(at).second) return false;
          if (passes && taken.contains(point)) return false;
        }
      }
      for (int number = 1; number <= wafer->rings(plane); ++number) {
        if (position(plane, number, 0) != position(plane, number, wafer->lines(plane) + 1)) return false;
      }
    }
    return true;
  }

  const ForeignWafer* wafer;
  std::array<std::vector<Ring>, 2> rings;
};

inline std::string foreign_track_name(const ForeignWafer& wafer, int plane, int gap, int at, int track) {
  return std::string(plane == 0 ? "sh.g" : "sv.g") + std::to_string(gap) + (plane == 0 ? ".c" : ".r") +
         std::to_string(at) + (wafer.tracks == 2 ? ".t" + std::to_string(track) : "");
}

/// The states by the name of the field.
using ForeignStates = std::map<std::string, SwitchState>;

/// Returns the states of one track whose links lead from these positions to those; nullopt if two links need one piece.
inline std::optional<std::vector<SwitchState>> foreign_track(const std::vector<int>& from, const std::vector<int>& to,
                                                             int positions) {
  constexpr SwitchState kStraight = 1, kUp = 2, kDown = 3;
  std::vector<SwitchState> states(static_cast<std::size_t>(positions), kStraight);
  std::set<int> pieces;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] == to[i]) continue;
    for (int piece = std::min(from[i], to[i]); piece < std::max(from[i], to[i]); ++piece) {
      if (!pieces.insert(piece).second) return std::nullopt;
    }
    for (const int at : {from[i], to[i]}) states[static_cast<std::size_t>(at)] = from[i] < to[i] ? kUp : kDown;
  }
  return states;
}

/// Returns states that carry the plan, with nodes named as `placement` has them; nullopt if none were found.
inline std::optional<ForeignStates> foreign_states(const ForeignPlan& plan, const Placement& placement, Draw& draw) {
  const ForeignWafer& wafer = *plan.wafer;
  ForeignStates states;
  for (const int plane : {0, 1}) {
    const int positions = wafer.rings(plane) + 2;
    for (int gap = 0; gap <= wafer.lines(plane); ++gap) {
      std::vector<int> from, to;
      for (int number = 1; number <= wafer.rings(plane); ++number) {
        from.push_back(plan.position(plane, number, gap));
        to.push_back(plan.position(plane, number, gap + 1));
      }
      bool found = false;
      for (int attempt = 0; attempt < (wafer.tracks == 1 ? 1 : 12) && !found; ++attempt) {
        std::vector<int> between = wafer.tracks == 1 || attempt == 0 ? to : from;
        for (std::size_t i = 0; attempt > 1 && i < between.size(); ++i) {
          between[i] = draw.from(std::min(from[i], to[i]), std::max(from[i], to[i]));
        }
        if (std::set<int>(between.begin(), between.end()).size() != between.size()) continue;
        const auto first = foreign_track(from, between, positions);
        const auto second = foreign_track(between, to, positions);
        if (!first || !second) continue;
        found = true;
        for (int at = 0; at < positions; ++at) {
          states[foreign_track_name(wafer, plane, gap, at, 0)] = (*first)[static_cast<std::size_t>(at)];
          if (wafer.tracks == 2) {
            states[foreign_track_name(wafer, plane, gap, at, 1)] = (*second)[static_cast<std::size_t>(at)];
          }
        }
      }
      if (!found) return std::nullopt;
    }
  }
  for (const auto& [address, site] : wafer.sites) {
    const NodeId node = placement.node_at[site.value];
    const unsigned code = node == kNoNode ? 0 : 1 + wafer.wire_of(node);
    states["r" + std::to_string(address[0]) + ".c" + std::to_string(address[1])] = static_cast<SwitchState>(code);
  }
  return states;
}

/// Judges states by the second extractor.
class ForeignJudge {
 public:
  explicit ForeignJudge(const ForeignWafer& wafer) : wafer_(&wafer), extractor_(wafer.fabric()) {}

  SwitchStates switches(const ForeignStates& states) const {
    SwitchStates all;
    for (const FabricSwitch& each : wafer_->fabric().switches) {
      all.push_back(states.at(wafer_->fabric().fields[each.field].name));
    }
    return all;
  }
  /// Returns whether the states make the network, placed so, on PEs that are not dead.
  bool is_right(const SwitchStates& states, const Placement& placement) const {
    return is_right(extractor_.extract(states), placement);
  }
  /// Returns whether they make it with any placement.
  bool is_right(const SwitchStates& states) const {
    const ExtractedNetwork found = extractor_.extract(states);
    if (found.attached.size() != wafer_->network().nodes()) return false;
    for (const NodeId node : ids<NodeId>(wafer_->network().nodes())) {
      const auto placement = grown(found, node);
      if (placement && is_right(found, *placement)) return true;
    }
    return false;
  }

 private:
  SitePort at(PortRef port, const Placement& placement) const {
    const std::string& name = wafer_->network().ports(port.node)[port.port.value];
    const PortLayout& layout = wafer_->fabric().layout;
    return {placement.site_of[port.node.value], PortId::from(std::ranges::find(layout, name) - layout.begin())};
  }

  bool is_right(const ExtractedNetwork& found, const Placement& placement) const {
    std::vector<SiteId> placed = placement.site_of;
    std::ranges::sort(placed);
    if (found.attached != placed) return false;
    for (const SiteId dead : wafer_->input.setup.defects.sites) {
      if (std::ranges::binary_search(placed, dead)) return false;
    }
    std::set<std::pair<SitePort, SitePort>> wanted, joined;
    for (const Link& link : wafer_->network().links()) {
      wanted.insert(std::minmax({at(link.a, placement), at(link.b, placement)}));
    }
    for (const Join& join : found.joins) joined.insert(std::minmax({join.a, join.b}));
    return wanted == joined;
  }

  /// Follows the links of the network from the first attached PE, as the node.
  std::optional<Placement> grown(const ExtractedNetwork& found, NodeId first) const {
    std::map<SitePort, SitePort> far;
    for (const Join& join : found.joins) {
      far.emplace(join.a, join.b);
      far.emplace(join.b, join.a);
    }
    const Network& network = wafer_->network();
    Placement placement = nothing_placed(network.nodes(), wafer_->fabric());
    std::vector<NodeId> placed{first};
    placement.site_of[first.value] = found.attached.front();
    placement.node_at[found.attached.front().value] = first;
    for (std::size_t next = 0; next < placed.size(); ++next) {
      for (const PortId port : ids<PortId>(network.ports(placed[next]).size())) {
        const auto wanted = network.peer({placed[next], port});
        if (!wanted) continue;
        const auto leads = far.find(at({placed[next], port}, placement));
        if (leads == far.end()) return std::nullopt;
        NodeId& here = placement.node_at[leads->second.site.value];
        SiteId& there = placement.site_of[wanted->node.value];
        if (here == kNoNode && there == kNoSite) {
          here = wanted->node;
          there = leads->second.site;
          placed.push_back(wanted->node);
        } else if (here != wanted->node) {
          return std::nullopt;
        }
      }
    }
    if (placed.size() != network.nodes()) return std::nullopt;
    return placement;
  }

  const ForeignWafer* wafer_;
  UnionExtractor extractor_;
};

/// A right repair of another tool.
struct ForeignRepair {
  ForeignPlan plan;
  Placement placement;
  bool is_turned = false;  ///< the nodes are some rows and columns on
  ForeignStates states;
};

/// Returns whether the network is the same with all nodes so many rows and columns on.
inline bool turns_by(const ForeignWafer& wafer, int rows, int columns) {
  const Network& network = wafer.network();
  const auto on = [&](NodeId node) {
    const int row = (static_cast<int>(node.value) / wafer.columns + rows) % wafer.rows;
    return NodeId::from(row * wafer.columns + (static_cast<int>(node.value) + columns) % wafer.columns);
  };
  return std::ranges::all_of(network.links(), [&](const Link& link) {
    return network.peer({on(link.a.node), link.a.port}) == PortRef{on(link.b.node), link.b.port};
  });
}

inline Placement foreign_placement(const ForeignPlan& plan, int by_rows, int by_columns) {
  const ForeignWafer& wafer = *plan.wafer;
  Placement placement = nothing_placed(wafer.network().nodes(), wafer.fabric());
  for (int row = 1; row <= wafer.rows; ++row) {
    for (int column = 1; column <= wafer.columns; ++column) {
      const auto at = plan.now(row, column);
      const NodeId node =
          NodeId::from((row - 1 + by_rows) % wafer.rows * wafer.columns + (column - 1 + by_columns) % wafer.columns);
      placement.site_of[node.value] = *wafer.site(at.first, at.second);
      placement.node_at[placement.site_of[node.value].value] = node;
    }
  }
  return placement;
}

/// Draws a plan with up to `moves` rings out of their default lines. `straight`: by paths alone.
inline ForeignPlan draw_plan(const ForeignWafer& wafer, int moves, bool straight, Draw& draw) {
  ForeignPlan plan(wafer);
  for (int i = 0; i < moves; ++i) {
    ForeignPlan changed = plan;
    const int plane = draw.below(2);
    const int number = draw.from(1, wafer.rings(plane));
    auto& ring = changed.ring(plane, number);
    const int at = straight ? number : number + (draw.one_in(2) ? 0 : draw.from(-1, 1));
    if (draw.one_in(2)) {
      ring.low = draw.from(1, wafer.lines(plane));
      ring.low_at = at;
    } else {
      ring.high = draw.from(1, wafer.lines(plane));
      ring.high_at = at;
    }
    if (ring.low < ring.high && changed.is_valid() && (!straight || changed.is_straight())) plan = changed;
  }
  return plan;
}

inline ForeignRepair draw_repair(ForeignWafer& wafer, bool straight, Draw& draw) {
  wafer.input.setup.defects = {};
  const ForeignJudge judge(wafer);
  while (true) {
    ForeignRepair repair{draw_plan(wafer, draw.below(7), straight, draw), {}, false, {}};
    int rows = draw.below(wafer.rows), columns = draw.below(wafer.columns);
    if (draw.one_in(2) || !turns_by(wafer, rows, columns)) rows = columns = 0;
    repair.is_turned = rows + columns > 0;
    repair.placement = foreign_placement(repair.plan, rows, columns);
    auto states = foreign_states(repair.plan, repair.placement, draw);
    if (!states || !judge.is_right(judge.switches(*states), repair.placement)) continue;
    repair.states = std::move(*states);
    Defects dead;
    for (const SiteId site : ids<SiteId>(wafer.fabric().sites.size())) {
      if (repair.placement.node_at[site.value] == kNoNode && draw.one_in(3)) dead.add(site);
    }
    wafer.input.setup.defects = dead;
    return repair;
  }
}

/// The wafers of the tests: with one track and two, square and not, closed and open, of one wire and several.
inline std::vector<ForeignWafer>& foreign_wafers() {
  static std::vector<ForeignWafer> wafers = [] {
    std::vector<ForeignWafer> all;
    for (const std::string network :
         {"kind: torus, sides: [4, 4]", "kind: torus, sides: [5, 3]", "kind: torus, sides: [2, 4]",
          "kind: mesh, sides: [3, 4]", "kind: mesh, sides: [4, 2]", "kind: srt2d, n: 2",
          "kind: srt2d, n: 2, variant: long, shift: uniform"}) {
      for (const std::string tracks : {"1", "2"}) {
        all.emplace_back("{network: {" + network + "}, fabric: {tracks: " + tracks + "}}");
      }
    }
    for (const std::string fabric : {"{corners: true}", "{corners: true, tracks: 2}", "{isolate: true}"}) {
      all.emplace_back("{network: {kind: torus, sides: [4, 3]}, fabric: " + fabric + "}");
    }
    return all;
  }();
  return wafers;
}

}  // namespace kintsugi::test

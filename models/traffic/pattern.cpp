#include "models/traffic/pattern.hpp"

#include <algorithm>
#include <set>

#include "models/network/limits.hpp"
#include "models/traffic/permutation.hpp"

namespace kintsugi {

namespace {

class Uniform final : public TrafficPattern {
 public:
  Uniform(std::uint32_t nodes, bool self) : nodes_(nodes), self_(self) {}
  bool sends(NodeId) const override { return self_ || nodes_ > 1; }
  NodeId destination(NodeId source, RandomStream& random) const override {
    if (self_) return NodeId{static_cast<std::uint32_t>(random.below(nodes_))};
    const auto other = static_cast<std::uint32_t>(random.below(nodes_ - 1));
    return NodeId{other + (other >= source.value ? 1 : 0)};
  }

 private:
  std::uint32_t nodes_;
  bool self_;
};

class Hotspot final : public TrafficPattern {
 public:
  Hotspot(std::uint32_t nodes, const PatternOptions& options)
      : rest_(nodes, options.self), hot_{options.node}, self_(options.self), chance_(options.share) {}
  bool sends(NodeId source) const override { return rest_.sends(source); }
  NodeId destination(NodeId source, RandomStream& random) const override {
    if ((self_ || source != hot_) && chance_.happens(random)) return hot_;
    return rest_.destination(source, random);
  }

 private:
  Uniform rest_;
  NodeId hot_;
  bool self_;
  Chance chance_;
};

/// Takes one number for each packet, and one more where that draws no hot node, or the source itself.
class Hotspots final : public TrafficPattern {
 public:
  Hotspots(std::uint32_t nodes, const PatternOptions& options) : rest_(nodes, options.self), self_(options.self) {
    double so_far = 0;
    for (const HotNode& hot : options.hot) {
      so_far += hot.share;
      const double below = so_far * Chance::kOne;
      spots_.push_back({below < Chance::kOne ? static_cast<std::uint64_t>(below) : ~std::uint64_t{0}, hot.node});
    }
  }
  bool sends(NodeId source) const override { return rest_.sends(source); }
  NodeId destination(NodeId source, RandomStream& random) const override {
    const auto hot = std::ranges::upper_bound(spots_, random.next(), {}, &Spot::below);
    if (hot != spots_.end() && (self_ || source.value != hot->node)) return NodeId{hot->node};
    return rest_.destination(source, random);
  }

 private:
  struct Spot {
    std::uint64_t below;  // the first spot is drawn whose `below` exceeds the number
    std::uint32_t node;
  };
  Uniform rest_;
  std::vector<Spot> spots_;
  bool self_;
};

/// The coordinates around a source in one dimension: `count` of them from `first` on; the source is number `own`.
struct Stretch {
  unsigned first;
  unsigned count;
  unsigned own;
};

class Area final : public TrafficPattern {
 public:
  Area(const Grid& grid, const PatternOptions& options)
      : width_(grid.sides[0]), height_(grid.sides[1]), wraps_(grid.wraps), k_(options.k), self_(options.self) {}

  bool sends(NodeId source) const override { return self_ || around_x(source).count * around_y(source).count > 1; }
  NodeId destination(NodeId source, RandomStream& random) const override {
    const Stretch x = around_x(source);
    const Stretch y = around_y(source);
    const unsigned own = y.own * x.count + x.own;
    auto place = static_cast<unsigned>(random.below(x.count * y.count - (self_ ? 0 : 1)));
    if (!self_ && place >= own) ++place;
    return NodeId{(y.first + place / x.count) % height_ * width_ + (x.first + place % x.count) % width_};
  }

 private:
  Stretch around_x(NodeId node) const { return around(node.value % width_, width_); }
  Stretch around_y(NodeId node) const { return around(node.value / width_, height_); }
  Stretch around(unsigned at, unsigned side) const {
    const unsigned below = (k_ - 1) / 2;
    if (wraps_) return {(at + side - below) % side, k_, below};
    const unsigned first = at - std::min(at, below);
    const unsigned last = std::min(at + k_ / 2, side - 1);
    return {first, last - first + 1, at - first};
  }

  unsigned width_;
  unsigned height_;
  bool wraps_;
  unsigned k_;
  bool self_;
};

std::uint32_t nodes_of(const Network& network) {
  return static_cast<std::uint32_t>(network.nodes());
}

std::unique_ptr<const TrafficPattern> make_uniform(const Network& network, const PatternOptions& options) {
  return std::make_unique<Uniform>(nodes_of(network), options.self);
}

void check_hot_node(const Network& network, const HotNode& hot, const std::string& node, const std::string& share) {
  if (hot.node >= network.nodes()) {
    throw PatternError(node, "node is " + std::to_string(hot.node) + "; valid is " +
                                 to_text(IntegerRange{0, static_cast<std::int64_t>(network.nodes()) - 1}));
  }
  if (!(hot.share >= 0 && hot.share <= 1)) throw PatternError(share, "a share lies between 0 and 1");
}

std::unique_ptr<const TrafficPattern> make_hotspots(const Network& network, const PatternOptions& options) {
  double all = 0;
  std::set<std::uint32_t> seen;
  for (const HotNode& hot : options.hot) {
    check_hot_node(network, hot, "hotspots", "hotspots");
    if (!seen.insert(hot.node).second) {
      throw PatternError("hotspots", "node " + std::to_string(hot.node) + " comes twice");
    }
    all += hot.share;
  }
  if (all > kOneWithRounding) throw PatternError("hotspots", "the shares add up to more than 1");
  return std::make_unique<Hotspots>(nodes_of(network), options);
}

std::unique_ptr<const TrafficPattern> make_hotspot(const Network& network, const PatternOptions& options) {
  if (options.hot.size() > 1) return make_hotspots(network, options);
  PatternOptions one = options;  // a list of one is that node
  if (!options.hot.empty()) {
    one.node = options.hot.front().node;
    one.share = options.hot.front().share;
  }
  check_hot_node(network, {one.node, one.share}, "node", "share");
  return std::make_unique<Hotspot>(nodes_of(network), one);
}

/// Returns the grid on which `area` is measured: the network's own, or its nodes in rows of `columns`.
Grid area_grid(const Network& network, unsigned columns) {
  const std::uint32_t nodes = nodes_of(network);
  if (columns != 0 && (nodes % columns != 0 || columns >= nodes)) {
    throw PatternError("columns", "columns is " + std::to_string(columns) + ", which does not divide the " +
                                      std::to_string(nodes) + " nodes into rows");
  }
  if (columns != 0) return {{columns, nodes / columns}, true};
  const std::vector<unsigned>& sides = network.grid().sides;
  if (sides.size() == 2) return network.grid();
  const std::string found = sides.empty() ? "is not on a grid" : "has " + std::to_string(sides.size());
  throw PatternError("pattern", "area needs a grid of two dimensions, or columns; this network " + found);
}

std::unique_ptr<const TrafficPattern> make_area(const Network& network, const PatternOptions& options) {
  const Grid grid = area_grid(network, options.columns);
  const std::vector<unsigned>& sides = grid.sides;
  const unsigned most = std::min(sides[0], sides[1]);
  if (options.k < 2 || options.k > most) {
    throw PatternError("k", "k must be " + to_text(IntegerRange{2, most}) + " on a grid whose shortest side is " +
                                std::to_string(most) + ", not " + std::to_string(options.k));
  }
  return std::make_unique<Area>(grid, options);
}

}  // namespace

std::span<const PatternInfo> patterns() {
  static const std::vector<PatternInfo> kPatterns = {
      {"uniform", "every other node with the same probability", {}, make_uniform},
      {"transpose",
       "(x, y) to (y, x) on a square grid, else the halves of the node number swapped",
       {},
       make_transpose},
      {"bit_complement", "every bit of the node number inverted; 2^m nodes", {}, make_bit_complement},
      {"bit_reverse", "the bits of the node number in reverse; 2^m nodes", {}, make_bit_reverse},
      {"shuffle", "the bits of the node number rotated left by one; 2^m nodes", {}, make_shuffle},
      {"tornado", "half the ring less one further in every dimension of a grid", {}, make_tornado},
      {"neighbour", "one further in x on a grid", {}, make_neighbour},
      {"hotspot",
       "one node or several, each with a probability of its own, else uniform",
       {{"node", "the hot node, by its name or its number; default: the first"},
        {"share", "probability of a packet to go there, 0 to 1; default 0.1"},
        {"hotspots", "several hot nodes instead, each with its share: [{node: 3, share: 0.1}, {node: 9, share: 0.2}]"}},
       make_hotspot},
      {"area",
       "uniform over the k x k nodes around the source on a grid of two dimensions",
       {{"k", "2 to the shortest side; default 3"},
        {"columns",
         "arranges the nodes by number in rows of this length, with wrapping; default: the grid of the network"}},
       make_area},
  };
  return kPatterns;
}

const PatternInfo* find_pattern(std::string_view name) {
  const auto all = patterns();
  const auto found = std::ranges::find(all, name, &PatternInfo::name);
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> patterns_for(const Network& network) {
  std::vector<std::string> names;
  for (const PatternInfo& pattern : patterns()) {
    try {
      pattern.make(network, {});
    } catch (const PatternError& error) {
      if (error.parameter() == "pattern") continue;
    }
    names.push_back(pattern.name);
  }
  return names;
}

}  // namespace kintsugi

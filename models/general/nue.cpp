#include "models/general/nue.hpp"

#include <algorithm>
#include <optional>
#include <queue>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace kintsugi::general {

namespace {

/// A tree of shortest ways of a part to a root. Of parallel links it takes the one that is used least so far.
class Tree {
 public:
  Tree(const LiveGraph& graph, NodeId root, const std::vector<std::uint64_t>& use)
      : graph_(&graph), up_(graph.nodes(), kNoArc) {
    using Reached = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // distance, order of discovery, node
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    const std::vector<std::uint32_t> distance = graph.distances(root);
    std::uint32_t found = 0;
    open.emplace(0, found++, root.value);
    while (!open.empty()) {
      const std::uint32_t node = std::get<2>(open.top());
      open.pop();
      for (ArcId arc = graph.first_leaving(node); arc < graph.first_leaving(node + 1); ++arc) {
        const NodeId far = graph.arc(arc).to;
        const ArcId down = graph.reverse(arc);
        if (distance[node] + graph.weight(down) != distance[far.value]) continue;
        ArcId& up = up_[far.value];
        if (up == kNoArc) open.emplace(distance[far.value], found++, far.value);
        if (up == kNoArc || (graph.arc(up).to.value == node && use[down] < use[up])) up = down;
      }
    }
  }
  /// Returns by node the arc by which the way along the tree to a destination leaves it.
  std::vector<ArcId> towards(NodeId destination) const {
    std::vector<ArcId> next = up_;
    for (NodeId node = destination; up_[node.value] != kNoArc; node = graph_->arc(up_[node.value]).to) {
      next[graph_->arc(up_[node.value]).to.value] = graph_->reverse(up_[node.value]);
    }
    next[destination.value] = kNoArc;
    return next;
  }

 private:
  const LiveGraph* graph_;
  std::vector<ArcId> up_;  // by node; kNoArc: the root
};

/// Finds the routes of one part of the graph in one layer.
class LayerRoutes {
 public:
  LayerRoutes(const LiveGraph& graph, const Tree& tree, std::uint32_t part, ArcOrder& order, NueTable& table)
      : graph_(&graph),
        tree_(&tree),
        part_(part),
        order_(&order),
        table_(&table),
        next_(graph.nodes()),
        cost_(graph.nodes()) {}

  void open_tree(NodeId destination) {
    const std::vector<ArcId> along = tree_->towards(destination);
    for (const std::uint32_t node : graph_->members(part_)) {
      if (node == destination.value) continue;
      const ArcId after = along[graph_->arc(along[node]).to.value];
      if (after != kNoArc) order_->add(along[node], after);
    }
  }
  void find_routes(NodeId destination) {
    along_ = tree_->towards(destination);
    bound_.clear();
    order_->mark();
    while (const auto left = grow(destination)) {
      order_->back();
      bind(*left, destination);
    }
    enter(destination);
  }

 private:
  struct Cost {
    std::uint32_t distance = 0;
    std::uint64_t use = 0;  // of all arcs of the route
    friend auto operator<=>(const Cost&, const Cost&) = default;
  };
  struct Offer {
    Cost cost;
    ArcId arc;
    friend auto operator<=>(const Offer&, const Offer&) = default;
  };
  using Offers = std::priority_queue<Offer, std::vector<Offer>, std::greater<>>;

  Cost cost_by(ArcId arc) const {
    const Cost& from_there = cost_[graph_->arc(arc).to.value];
    return {from_there.distance + graph_->weight(arc), from_there.use + table_->use[arc]};
  }
  /// Gives routes to as many nodes as possible. Returns a node that is left, or nullopt.
  std::optional<std::uint32_t> grow(NodeId destination);
  void settle(std::uint32_t node, ArcId arc, Cost cost, Offers& offers);
  std::optional<std::uint32_t> nearest_left(NodeId destination) const;
  void bind(std::uint32_t node, NodeId destination);
  void enter(NodeId destination);
  bool has_route(std::uint32_t node, NodeId destination) const {
    return node == destination.value || next_[node] != kNoArc;
  }

  const LiveGraph* graph_;
  const Tree* tree_;
  std::uint32_t part_;
  ArcOrder* order_;
  NueTable* table_;
  std::vector<ArcId> along_;          // the tree, by node
  std::vector<std::uint32_t> bound_;  // nodes bound to the tree; each after the next one on its way
  std::vector<ArcId> next_;           // by node; kNoArc: no route yet
  std::vector<Cost> cost_;            // by node with a route
};

std::optional<std::uint32_t> LayerRoutes::grow(NodeId destination) {
  Offers offers;
  std::size_t routes = 0;
  for (const std::uint32_t node : graph_->members(part_)) next_[node] = kNoArc;
  settle(destination.value, kNoArc, {}, offers);
  for (const std::uint32_t node : bound_) {
    settle(node, along_[node], cost_by(along_[node]), offers);
    ++routes;
  }
  while (!offers.empty()) {
    const auto [cost, arc] = offers.top();
    offers.pop();
    const auto [from, port, to] = graph_->arc(arc);
    if (has_route(from.value, destination)) continue;
    if (to != destination && !order_->add(arc, next_[to.value])) continue;
    settle(from.value, arc, cost, offers);
    ++routes;
  }
  if (routes + 1 == graph_->members(part_).size()) return std::nullopt;
  return nearest_left(destination);
}

void LayerRoutes::settle(std::uint32_t node, ArcId arc, Cost cost, Offers& offers) {
  next_[node] = arc;
  cost_[node] = cost;
  for (ArcId out = graph_->first_leaving(node); out < graph_->first_leaving(node + 1); ++out) {
    const ArcId in = graph_->reverse(out);
    offers.push({cost_by(in), in});
  }
}

std::optional<std::uint32_t> LayerRoutes::nearest_left(NodeId destination) const {
  std::optional<std::uint32_t> nearest;
  std::uint32_t smallest = kUnreachable;
  for (const std::uint32_t node : graph_->members(part_)) {
    if (has_route(node, destination)) continue;
    std::uint32_t distance = 0;
    for (std::uint32_t at = node; at != destination.value; at = graph_->arc(along_[at]).to.value) {
      distance += graph_->weight(along_[at]);
    }
    if (distance >= smallest) continue;
    smallest = distance;
    nearest = node;
  }
  return nearest;
}

/// Binds a node and those after it on the tree that are not bound yet.
void LayerRoutes::bind(std::uint32_t node, NodeId destination) {
  const auto middle = static_cast<std::ptrdiff_t>(bound_.size());
  for (std::uint32_t at = node; at != destination.value; at = graph_->arc(along_[at]).to.value) {
    if (std::ranges::find(bound_, at) != bound_.end()) break;
    bound_.push_back(at);
  }
  std::reverse(bound_.begin() + middle, bound_.end());
}

/// Enters the routes into the table, and counts for each arc the nodes whose routes take it. Only nodes with a PE send
/// and receive.
void LayerRoutes::enter(NodeId destination) {
  std::vector<std::uint32_t> farthest_first;
  for (const std::uint32_t node : graph_->members(part_)) {
    if (node == destination.value) continue;
    table_->ports.set(NodeId{node}, destination, graph_->arc(next_[node]).port);
    farthest_first.push_back(node);
  }
  std::ranges::sort(farthest_first, std::greater<>(), [&](std::uint32_t node) { return cost_[node].distance; });
  table_->bound += bound_.size();
  const Network& network = graph_->network();
  if (!network.has_pe(destination)) return;
  std::vector<std::uint64_t> through(graph_->nodes());
  for (const std::uint32_t node : farthest_first) {
    through[node] += network.has_pe(NodeId{node});
    table_->use[next_[node]] += through[node];
    through[graph_->arc(next_[node]).to.value] += through[node];
  }
}

/// Returns the node of a part with the smallest sum of distances to the destinations; the lowest of several.
NodeId root_for(const LiveGraph& graph, std::uint32_t part, std::span<const std::uint32_t> destinations,
                const StepDone& step) {
  std::vector<std::uint64_t> sum(graph.nodes(), 0);
  for (const std::uint32_t destination : destinations) {
    const std::vector<std::uint32_t> distance = graph.distances(NodeId{destination});
    for (const std::uint32_t node : graph.members(part)) sum[node] += distance[node];
    count(step);
  }
  return NodeId{*std::ranges::min_element(graph.members(part), {}, [&](std::uint32_t node) { return sum[node]; })};
}

/// Returns one of so many blocks of equal size.
std::span<const std::uint32_t> block_of(std::span<const std::uint32_t> nodes, unsigned number, unsigned blocks) {
  const std::size_t first = nodes.size() * number / blocks;
  return nodes.subspan(first, nodes.size() * (number + 1) / blocks - first);
}

/// A number of layers, and what it makes of a part.
struct Layers {
  unsigned number;
  std::uint64_t load;  // the largest number of routes over one arc

  /// Returns the numerator and the denominator of the price if there are so many channels.
  std::pair<std::uint64_t, std::uint64_t> price(unsigned vcs) const {
    const std::uint64_t square = std::uint64_t{each(vcs)} * each(vcs);
    return {load * (5 * square + 2), 5 * square};
  }
  /// Returns the channels of a layer.
  unsigned each(unsigned vcs) const { return vcs / number; }
  unsigned idle(unsigned vcs) const { return vcs % number; }
};

/// Returns whether the price of one is less than so many twentieths of that of the other. Whole numbers, so that every
/// machine chooses the same.
bool is_cheaper(const Layers& one, const Layers& other, unsigned vcs, unsigned twentieths = 20) {
  const auto [price, of] = one.price(vcs);
  const auto [other_price, other_of] = other.price(vcs);
  return 20 * price * other_of < twentieths * other_price * of;
}

/// Returns whether another number of layers is worth a change. `least` is the smallest load that fewer channels have.
bool is_better(const Layers& other, const Layers& chosen, std::uint64_t least, unsigned vcs) {
  if (10 * other.load > 11 * least) return false;
  if (other.each(vcs) == 1 && chosen.each(vcs - 1) > 1 && 5 * other.load > 3 * chosen.load) return false;
  constexpr unsigned kTwentiethsOfAChange = 19;
  return is_cheaper(other, chosen, vcs, other.idle(vcs) < chosen.idle(vcs) ? 20 : kTwentiethsOfAChange);
}

}  // namespace

NueTable make_nue_table(const LiveGraph& graph, std::span<const unsigned> layers, const StepDone& step) {
  if (std::ranges::find(layers, 0u) != layers.end()) throw std::invalid_argument("nue needs at least one layer");
  const unsigned most = layers.empty() ? 0 : std::ranges::max(layers);
  NueTable table{PortTable(graph.nodes()), std::vector<std::uint8_t>(graph.nodes()),
                 std::vector<ArcOrder>(most, ArcOrder(graph)), std::vector<std::uint64_t>(graph.arcs())};
  for (std::uint32_t part = 0; part < graph.parts(); ++part) {
    // Packets go to nodes with a PE. A layer with more of the other nodes would have fewer packets.
    std::vector<std::uint32_t> members(graph.members(part).begin(), graph.members(part).end());
    const auto has_pe = [&](std::uint32_t node) { return graph.network().has_pe(NodeId{node}); };
    const auto alone = std::ranges::stable_partition(members, has_pe);
    const std::span with_pe(members.begin(), alone.begin());
    for (unsigned layer = 0; layer < layers[part]; ++layer) {
      const auto of_packets = block_of(with_pe, layer, layers[part]);
      const auto others = block_of(alone, layer, layers[part]);
      std::vector<std::uint32_t> destinations(of_packets.begin(), of_packets.end());
      destinations.insert(destinations.end(), others.begin(), others.end());
      const Tree tree(graph, root_for(graph, part, destinations, step), table.use);
      LayerRoutes routes(graph, tree, part, table.orders[layer], table);
      for (const std::uint32_t destination : destinations) {
        routes.open_tree(NodeId{destination});
        count(step);
      }
      for (const std::uint32_t destination : destinations) {
        table.layer[destination] = narrow<std::uint8_t>(layer);
        routes.find_routes(NodeId{destination});
        count(step);
      }
    }
  }
  return table;
}

NueTable make_nue_table(const LiveGraph& graph, unsigned layers, const StepDone& step) {
  return make_nue_table(graph, std::vector<unsigned>(graph.parts(), layers), step);
}

std::vector<std::uint64_t> largest_loads(const LiveGraph& graph, const NueTable& table) {
  std::vector<std::uint64_t> loads(graph.parts());
  const auto has_one_link = [&](NodeId node) {
    return graph.first_leaving(node.value + 1) - graph.first_leaving(node.value) == 1;
  };
  for (ArcId arc = 0; arc < graph.arcs(); ++arc) {
    if (has_one_link(graph.arc(arc).from) || has_one_link(graph.arc(arc).to)) continue;
    std::uint64_t& load = loads[graph.part(graph.arc(arc).from)];
    load = std::max(load, table.use[arc]);
  }
  return loads;
}

std::vector<unsigned> layers_to_try(unsigned vcs) {
  std::vector<unsigned> layers;
  for (const unsigned number : {1u, 2u, 3u, 4u, 6u, 8u, 12u, 16u, 24u, 32u}) {
    if (number <= vcs) layers.push_back(number);
  }
  return layers;
}

unsigned choose_layers(std::span<const std::uint64_t> loads, unsigned vcs) {
  const std::vector<unsigned> numbers = layers_to_try(vcs);
  Layers chosen{numbers.front(), loads.front()};
  std::uint64_t least = chosen.load;
  for (unsigned channels = 2; channels <= vcs; ++channels) {
    std::optional<Layers> best;
    for (std::size_t i = 0; i < numbers.size() && numbers[i] <= channels; ++i) {
      const Layers other{numbers[i], loads[i]};
      if (!is_better(other, chosen, least, channels)) continue;
      if (!best || is_cheaper(other, *best, channels)) best = other;
    }
    if (best) chosen = *best;
    least = std::min(least, chosen.load);
  }
  return chosen.number;
}

std::vector<unsigned> choose_layers(const LiveGraph& graph, unsigned vcs, const StepDone& step) {
  const std::vector<unsigned> numbers = layers_to_try(vcs);
  if (numbers.size() == 1) return std::vector<unsigned>(graph.parts(), numbers.front());
  std::vector<std::vector<std::uint64_t>> loads(graph.parts());  // by part, then by number of layers
  for (const unsigned number : numbers) {
    const std::vector<std::uint64_t> largest = largest_loads(graph, make_nue_table(graph, number, step));
    for (std::uint32_t part = 0; part < graph.parts(); ++part) loads[part].push_back(largest[part]);
  }
  std::vector<unsigned> chosen;
  for (const auto& of_part : loads) chosen.push_back(choose_layers(of_part, vcs));
  return chosen;
}

NueRoutes::NueRoutes(const LiveGraph& graph, unsigned vcs, const Progress& progress)
    : network_(&graph.network()), ports_(graph.nodes()), channels_(graph.nodes()), layers_(graph.nodes(), 1) {
  const std::size_t tried = layers_to_try(vcs).size();
  const StepDone step = steps_of(progress, kStepsOfNue * graph.nodes() * (tried == 1 ? 1 : tried + 1));
  const std::vector<unsigned> layers = choose_layers(graph, vcs, step);
  NueTable table = make_nue_table(graph, layers, step);
  ports_ = std::move(table.ports);
  most_layers_ = table.orders.size();
  for (std::uint32_t part = 0; part < graph.parts(); ++part) {
    const unsigned used = vcs - vcs % layers[part];
    for (const std::uint32_t node : graph.members(part)) {
      layers_[node] = narrow<std::uint8_t>(layers[part]);
      for (unsigned vc = table.layer[node]; vc < used; vc += layers[part]) channels_[node] |= vc_bit(vc);
    }
  }
}

void NueRoutes::route(const RouteQuery& query, Candidates& out) const {
  const PortId port = ports_.port(query.at, query.destination);
  if (port != kNoPort) out.push_back({port, channels_[query.destination.value], 0});
}

std::uint64_t NueRoutes::table_bits(NodeId node) const {
  const std::uint64_t destinations = network_->nodes() - 1;
  return destinations * (bits_of_entry(*network_, node) + bits_for(most_layers_));
}

}  // namespace kintsugi::general

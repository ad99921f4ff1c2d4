#include "models/rivals/spare_cores.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "models/general/live_graph.hpp"

namespace kintsugi::rivals {

namespace {

/// Returns the nodes that are not in an ascending list.
std::vector<NodeId> all_but(const std::vector<NodeId>& list, std::size_t nodes) {
  std::vector<NodeId> others;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (!std::ranges::binary_search(list, NodeId{node})) others.push_back(NodeId{node});
  }
  return others;
}

unsigned difference(unsigned a, unsigned b) {
  return a > b ? a - b : b - a;
}

/// A wanted node without a core, and a spare that could take its place.
using Pair = std::tuple<unsigned, std::size_t, std::uint32_t>;  // steps, logical node, spare

}  // namespace

std::vector<NodeId> largest_part(const Network& network, const Defects& dead) {
  const general::LiveGraph graph(network, dead);
  std::span<const std::uint32_t> largest;
  for (std::uint32_t part = 0; part < graph.parts(); ++part) {
    const auto members = graph.members(part);
    if (members.size() > largest.size()) largest = members;
  }
  std::vector<NodeId> nodes;
  for (const std::uint32_t node : largest) nodes.push_back(NodeId{node});
  return nodes;
}

SpareCores::SpareCores(GridSize wanted, GridSize array, const Network& network)
    : wanted_(wanted), array_(array), network_(&network) {}

const std::string& SpareCores::name() const {
  static const std::string kName = "spare cores";
  return kName;
}

const std::string& SpareCores::summary() const {
  static const std::string kSummary =
      "the nearest free core of a larger network takes the place of a dead one; repaired: all nodes, links are routes";
  return kSummary;
}

NodeId SpareCores::home(NodeId logical) const {
  const unsigned row = logical.value / wanted_.columns + (array_.rows - wanted_.rows) / 2;
  const unsigned column = logical.value % wanted_.columns + (array_.columns - wanted_.columns) / 2;
  return NodeId{row * array_.columns + column};
}

unsigned SpareCores::steps(NodeId a, NodeId b) const {
  return difference(a.value / array_.columns, b.value / array_.columns) +
         difference(a.value % array_.columns, b.value % array_.columns);
}

/// Returns the core of each wanted node; kNoNode if it has none.
std::vector<NodeId> SpareCores::place(const std::vector<NodeId>& live) const {
  std::vector<bool> free(array_.nodes());
  for (const NodeId node : live) free[node.value] = true;
  std::vector<NodeId> core(wanted_.nodes(), kNoNode);
  std::vector<std::size_t> homeless;
  for (std::uint32_t logical = 0; logical < core.size(); ++logical) {
    const NodeId at = home(NodeId{logical});
    if (free[at.value]) {
      core[logical] = at;
    } else {
      homeless.push_back(logical);
    }
    free[at.value] = false;
  }
  std::vector<Pair> pairs;
  for (const std::size_t logical : homeless) {
    const NodeId at = home(NodeId{static_cast<std::uint32_t>(logical)});
    for (std::uint32_t spare = 0; spare < free.size(); ++spare) {
      if (free[spare]) pairs.emplace_back(steps(at, NodeId{spare}), logical, spare);
    }
  }
  std::ranges::sort(pairs);
  for (const auto& [distance, logical, spare] : pairs) {
    if (core[logical] != kNoNode || !free[spare]) continue;
    core[logical] = NodeId{spare};
    free[spare] = false;
  }
  return core;
}

std::optional<Delivered> SpareCores::deliver(const Defects& defects) const {
  const std::vector<NodeId> live = largest_part(*network_, defects);
  std::vector<NodeId> users = place(live);
  const auto lost = static_cast<std::size_t>(std::erase(users, kNoNode));
  if (users.empty()) return std::nullopt;
  return Delivered{lost == 0, array_, all_but(live, array_.nodes()), std::move(users)};
}

Delivery SpareCores::delivery() const {
  return [this](const Defects& defects) { return deliver(defects); };
}

Holes::Holes(GridSize wanted, GridSize array, const Network& network)
    : wanted_(wanted), array_(array), network_(&network) {}

const std::string& Holes::name() const {
  static const std::string kName = "holes";
  return kName;
}

const std::string& Holes::summary() const {
  static const std::string kSummary =
      "all live cores of a larger network are used; repaired: as many as wanted, not the wanted network";
  return kSummary;
}

Delivery Holes::delivery() const {
  return [this](const Defects& defects) -> std::optional<Delivered> {
    std::vector<NodeId> users = largest_part(*network_, defects);
    if (users.empty()) return std::nullopt;
    std::vector<NodeId> dead = all_but(users, array_.nodes());
    return Delivered{users.size() >= wanted_.nodes(), array_, std::move(dead), std::move(users)};
  };
}

}  // namespace kintsugi::rivals

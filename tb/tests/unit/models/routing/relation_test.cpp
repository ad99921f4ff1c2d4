// What every relation promises: hops depend on the source only where uses_source() says so.
#include "models/routing/relation.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <vector>

#include "models/network/network.hpp"
#include "models/registry/families.hpp"
#include "tb/tests/unit/models/routing/function_relation.hpp"

namespace kintsugi {
namespace {

/// Follows packets to a destination from all nodes, whichever candidates and channels they get, and compares at every
/// place what packets of several sources may do.
class SourceComparison {
 public:
  SourceComparison(const Network& network, const RoutingRelation& relation)
      : network_(network), relation_(relation), sources_(some_nodes()) {}

  /// Returns the number of places at which packets of different sources may do different things.
  unsigned run() {
    for (const NodeId destination : some_nodes()) {
      seen_.clear();
      for (const NodeId node : ids<NodeId>(network_.nodes())) visit({node, kNoPort, Vc{}, kNoNode, destination, 0});
    }
    return different_;
  }
  /// Returns the number of places where they do the same but prefer another order.
  unsigned reordered() const { return reordered_; }

 private:
  using Hop = std::tuple<PortId, unsigned, RoutingState>;

  /// All nodes of a small network, sixteen of a large one.
  std::vector<NodeId> some_nodes() const {
    std::vector<NodeId> nodes;
    const std::size_t step = network_.nodes() / 16 + 1;
    for (std::size_t node = 0; node < network_.nodes(); node += step) nodes.push_back(NodeId::from(node));
    return nodes;
  }

  std::vector<Hop> hops(const RouteQuery& query) const {
    Candidates candidates;
    relation_.route(query, candidates);
    std::vector<Hop> found;
    for (const Candidate& each : candidates) {
      for (unsigned vc = 0; vc < relation_.vcs(); ++vc) {
        if ((each.vcs & vc_bit(vc)) != 0) found.emplace_back(each.port, vc, each.state);
      }
    }
    return found;
  }

  void visit(RouteQuery query) {
    const bool is_new = seen_.emplace(query.at, query.arrival_port, query.arrival_vc, query.state).second;
    if (query.at == query.destination || !is_new) return;
    const std::vector<Hop> expected = hops(query);
    compare(query, expected);
    for (const auto& [port, vc, state] : expected) {
      const auto far = network_.peer({query.at, port});
      if (!far) continue;
      const bool adaptive = relation_.is_adaptive();
      visit({far->node, adaptive ? kNoPort : far->port, adaptive ? Vc{} : Vc::from(vc), kNoNode, query.destination,
             state});
    }
  }

  void compare(RouteQuery query, const std::vector<Hop>& expected) {
    const std::set<Hop> wanted(expected.begin(), expected.end());
    for (const NodeId source : sources_) {
      query.source = source;
      const std::vector<Hop> found = hops(query);
      different_ += std::set<Hop>(found.begin(), found.end()) != wanted;
      reordered_ += found != expected;
    }
  }

  const Network& network_;
  const RoutingRelation& relation_;
  std::vector<NodeId> sources_;
  std::set<std::tuple<NodeId, PortId, Vc, RoutingState>> seen_;
  unsigned different_ = 0;
  unsigned reordered_ = 0;
};

std::vector<std::unique_ptr<Design>> small_designs() {
  using List = std::vector<std::int64_t>;
  std::vector<std::unique_ptr<Design>> all;
  const auto add = [&all](const char* kind, const Parameters& parameters) {
    all.push_back(find_family(kind)->build(parameters));
  };
  add("srt1d", {{"n", std::int64_t{3}}});
  add("srt2d", {{"n", std::int64_t{2}}});
  add("mesh", {{"sides", List{3, 4}}});
  add("torus", {{"sides", List{4, 5}}});
  add("hypercube", {{"n", std::int64_t{4}}});
  add("full", {{"nodes", std::int64_t{6}}});
  add("sse", {{"n", std::int64_t{3}}});
  add("mandala", {{"ports", std::int64_t{3}}, {"levels", std::int64_t{2}}});
  for (const char* assignment : {"perfect", "alpha", "beta"}) {
    add("rdt", {{"side", std::int64_t{16}}, {"assignment", std::string(assignment)}});
  }
  return all;
}

TEST(RoutingRelation, hops_depend_on_the_source_only_where_the_relation_says_so) {
  for (const auto& design : small_designs()) {
    for (const RoutingInfo& info : design->routings()) {
      const auto relation = design->routing(info.name, info.default_vcs);
      if (relation->uses_source()) continue;
      EXPECT_EQ(SourceComparison(design->network(), *relation).run(), 0u)
          << design->network().name() << ", " << info.name;
    }
  }
}

TEST(RoutingRelation, adaptive_srt_routing_orders_its_candidates_by_source_all_the_same) {
  const auto design = find_family("srt2d")->build({{"n", std::int64_t{2}}});
  const auto relation = design->routing("adaptive", 3);
  EXPECT_FALSE(relation->uses_source());
  SourceComparison comparison(design->network(), *relation);
  EXPECT_EQ(comparison.run(), 0u);
  EXPECT_GT(comparison.reordered(), 0u);
}

TEST(RoutingRelation, hops_that_depend_on_the_source_are_found) {
  const Network ring = make_plain_ring(4);
  const FunctionRelation relation(1, [](const RouteQuery& query, Candidates& out) {
    out.push_back({PortId::from(query.source == NodeId{3} ? 1 : 0), vc_bit(0u), 0});
  });
  EXPECT_GT(SourceComparison(ring, relation).run(), 0u);
}

}  // namespace
}  // namespace kintsugi

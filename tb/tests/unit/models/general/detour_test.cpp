#include "models/general/detour.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "models/general/routings.hpp"
#include "models/registry/families.hpp"
#include "models/registry/routings.hpp"
#include "models/routing/route.hpp"
#include "tb/tests/unit/models/general/holes.hpp"

namespace kintsugi::general::test {
namespace {

struct Meshed {
  explicit Meshed(std::vector<std::int64_t> sides, const std::string& kind = "mesh")
      : design(find_family(kind)->build({{"sides", std::move(sides)}})) {}
  const Network& network() const { return design->network(); }
  std::unique_ptr<Design> design;
};

Defects dead_of(std::initializer_list<std::uint32_t> numbers) {
  Defects dead;
  for (const std::uint32_t number : numbers) dead.add(SiteId{number});
  return dead;
}

/// Hand-made cases of the literature on fault rings, in an 8 x 8 mesh: node (x, y) has number x + 8 y. The methods with
/// rings need convex blocks that do not touch; here any set is allowed.
struct FaultRing {
  std::string name;
  Defects dead;
};
const FaultRing kFaultRings[] = {
    {"BlockInTheMiddle", dead_of({27, 28, 35, 36})},
    {"RingAtTheBorder", dead_of({3, 4, 11, 12})},
    {"BlockInTheCorner", dead_of({0, 1, 8, 9})},
    {"OverlappingRings", dead_of({18, 19, 26, 27, 29, 30, 37, 38})},
    {"RingsThatShareALink", dead_of({18, 34, 21, 37})},
    {"ConcaveBlock", dead_of({18, 26, 34, 42, 43, 44, 20, 28, 36})},
    {"CrossOfNodes", dead_of({27, 19, 35, 26, 28})},
    {"WallWithOneGap", dead_of({24, 25, 26, 27, 29, 30, 31})},
    {"LinksAndNodes", Defects({SiteId{9}, SiteId{54}}, {{SiteId{27}, SiteId{28}}, {SiteId{35}, SiteId{43}}})},
};
class FaultRings : public testing::TestWithParam<FaultRing> {};

TEST_P(FaultRings, every_live_pair_is_delivered_and_no_live_node_is_given_up) {
  for (const char* kind : {"mesh", "torus"}) {
    const Meshed mesh({8, 8}, kind);
    const auto relation = make_routing_around_faults(*mesh.design, "dimension-order", 4);
    dynamic_cast<FaultAware&>(*relation).know(GetParam().dead);
    const std::uint64_t live = 64 - GetParam().dead.sites.size();
    EXPECT_EQ(complaint(mesh.network(), *relation, GetParam().dead), "");
    EXPECT_EQ(connected_pairs(mesh.network(), GetParam().dead), live * (live - 1)) << "all live nodes are connected";
  }
}
INSTANTIATE_TEST_SUITE_P(Literature, FaultRings, testing::ValuesIn(kFaultRings),
                         [](const auto& test) { return test.param.name; });

/// Follows the own route over every choice, hop by hop, without memory.
bool own_route_is_live(const LiveGraph& graph, const RoutingRelation& own, NodeId from, NodeId to) {
  const std::function<bool(const RouteQuery&)> live = [&](const RouteQuery& query) {
    if (query.at == to) return true;
    Candidates candidates;
    own.route(query, candidates);
    if (candidates.empty()) return false;
    for (const Candidate& candidate : candidates) {
      if (graph.at({query.at, candidate.port}) == kNoArc) return false;
      const PortRef far = *graph.network().peer({query.at, candidate.port});
      for (unsigned vc = 0; vc < own.vcs(); ++vc) {
        if ((candidate.vcs & vc_bit(vc)) == 0) continue;
        if (!live({far.node, far.port, Vc::from(vc), from, to, candidate.state})) return false;
      }
    }
    return true;
  };
  return live({from, kNoPort, {}, from, to, 0});
}

TEST(Detour, a_route_is_whole_exactly_if_every_choice_on_it_is_live) {
  struct Own {
    const char* kind;
    Parameters parameters;
    const char* routing;
    unsigned vcs;
  };
  const Own owns[] = {{"torus", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", 2},
                      {"srt2d", {{"n", std::int64_t{2}}}, "recursive", 2},
                      {"srt2d", {{"n", std::int64_t{2}}}, "monotone", 2},
                      {"mandala", {{"ports", std::int64_t{4}}, {"levels", std::int64_t{2}}}, "redirect", 4}};
  for (const auto& [kind, parameters, routing, vcs] : owns) {
    const auto design = find_family(kind)->build(parameters);
    const Network& network = design->network();
    const auto own = design->routing(routing, vcs);
    for (unsigned seed = 0; seed < 5; ++seed) {
      const Defects dead = random_holes(network, 0.05, seed);
      const LiveGraph graph(network, dead);
      const DetourRoutes routes(graph, *own);
      std::uint64_t broken = 0;
      for (const std::uint32_t from : graph.members(0)) {
        for (const std::uint32_t to : graph.members(0)) {
          if (from == to) continue;
          const bool whole = own_route_is_live(graph, *own, NodeId{from}, NodeId{to});
          EXPECT_EQ(routes.is_whole(NodeId{from}, NodeId{to}), whole) << network.name() << ' ' << from << ' ' << to;
          broken += whole ? 0 : 1;
        }
      }
      EXPECT_TRUE(graph.parts() > 1 || routes.broken() == broken);
    }
  }
}

TEST(Detour, whole_routes_are_those_of_the_routing_itself) {
  const Meshed mesh({8, 8});
  const auto own = mesh.design->routing("dimension-order", 2);
  const auto relation = make_routing_around_faults(*mesh.design, "dimension-order", 3);
  const Defects dead = dead_of({27});
  dynamic_cast<FaultAware&>(*relation).know(dead);
  const LiveGraph graph(mesh.network(), dead);
  const DetourRoutes routes(graph, *own);
  for (const std::uint32_t from : graph.members(0)) {
    for (const std::uint32_t to : graph.members(0)) {
      if (from == to) continue;
      const auto hops = route_hops(mesh.network(), *relation, NodeId{from}, NodeId{to});
      if (routes.is_whole(NodeId{from}, NodeId{to})) {
        EXPECT_EQ(hops, route_hops(mesh.network(), *own, NodeId{from}, NodeId{to}));
        continue;
      }
      EXPECT_EQ(hops.front().vc.value, 2) << "it begins on the channel of the detour";
      const auto back = std::ranges::find_if(hops, [](const RouteHop& hop) { return hop.vc.value != 2; });
      EXPECT_TRUE(std::all_of(back, hops.end(), [](const RouteHop& hop) { return hop.vc.value != 2; }));
    }
  }
}

TEST(Detour, adaptive_routings_and_routings_with_all_channels_have_none) {
  const auto srt = find_family("srt2d")->build({{"n", std::int64_t{2}}});
  EXPECT_THROW(make_routing_around_faults(*srt, "minimal-adaptive", 4), std::invalid_argument);
  EXPECT_THROW(with_detours(srt->network(), srt->routing("monotone", 32)), std::invalid_argument);
}

/// Goes back to the detour from own channels, where the first half of the route is whole.
class BackAndForth final : public RoutingRelation {
 public:
  BackAndForth(const LiveGraph& graph, const RoutingRelation& own, const RoutingRelation& detours)
      : graph_(&graph), own_(&own), detours_(&detours) {}
  const std::string& name() const override { return own_->name(); }
  unsigned vcs() const override { return detours_->vcs(); }
  bool uses_source() const override { return false; }
  void route(const RouteQuery& query, Candidates& out) const override {
    RouteQuery fresh = query;
    fresh.arrival_port = kNoPort;
    own_->route(fresh, out);
    const bool live = !out.empty() && graph_->at({query.at, out.front().port}) != kNoArc;
    if (live) return;
    out.clear();
    detours_->route(fresh, out);
  }

 private:
  const LiveGraph* graph_;
  const RoutingRelation* own_;
  const RoutingRelation* detours_;
};

TEST(Detour, the_proof_refuses_packets_that_go_back_to_the_detour) {
  const Meshed mesh({8, 8});
  const auto own = mesh.design->routing("dimension-order", 1);
  const auto relation = make_routing_around_faults(*mesh.design, "dimension-order", 2);
  const Defects dead = kFaultRings[5].dead;
  dynamic_cast<FaultAware&>(*relation).know(dead);
  const LiveGraph graph(mesh.network(), dead);
  EXPECT_NE(complaint(mesh.network(), BackAndForth(graph, *own, *relation), dead), "");
}

}  // namespace
}  // namespace kintsugi::general::test

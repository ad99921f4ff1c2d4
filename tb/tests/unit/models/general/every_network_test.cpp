// Every kind of network and random graphs with dead nodes and links: the routings that know no family deliver every
// connected pair, free of deadlock, with any number of channels; and what is not a right table is refused.
#include <gtest/gtest.h>

#include <functional>

#include "models/general/routings.hpp"
#include "tb/tests/unit/models/general/holes.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::general::test {
namespace {

using Integers = std::vector<std::int64_t>;

struct HoledNetwork {
  std::string name;
  std::function<Network()> make;
};

HoledNetwork of_family(const std::string& kind, const Parameters& parameters) {
  return {kind, [=] { return family_network(kind, parameters); }};
}

std::vector<HoledNetwork> cases() {
  std::vector<HoledNetwork> all{
      of_family("srt1d", {{"n", std::int64_t{6}}}),
      of_family("srt2d", {{"n", std::int64_t{3}}}),
      of_family("srt3d", {{"n", std::int64_t{2}}}),
      of_family("mesh", {{"sides", Integers{8, 8}}}),
      of_family("torus", {{"sides", Integers{4, 4, 4}}}),
      of_family("hypercube", {{"n", std::int64_t{6}}}),
      of_family("full", {{"nodes", std::int64_t{64}}}),
      of_family("rdt",
                {{"side", std::int64_t{9}}, {"cardinal", std::int64_t{3}}, {"assignment", std::string("perfect")}}),
      of_family("sse", {{"n", std::int64_t{6}}}),
      of_family("mandala", {{"ports", std::int64_t{4}}, {"levels", std::int64_t{3}}}),
  };
  for (unsigned seed = 1; seed <= 10; ++seed) {
    all.push_back({"graph" + std::to_string(seed), [seed] { return random_graph(64, 72 + 16 * seed, seed); }});
  }
  return all;
}

class EveryNetworkSlow : public testing::TestWithParam<HoledNetwork> {};

TEST(EveryNetwork, every_kind_is_among_the_cases) {
  for (const Family* family : families()) {
    const auto is_it = [&](const HoledNetwork& each) { return each.name == family->kind(); };
    EXPECT_TRUE(family->kind() == "graph" || std::ranges::any_of(cases(), is_it)) << family->kind();
  }
}

unsigned sets() {
  return kintsugi::test::part_of(10u, 100u);
}

TEST_P(EveryNetworkSlow, with_holes_every_connected_pair_is_delivered_free_of_deadlock) {
  const Network network = GetParam().make();
  for (unsigned set = 0; set < sets(); ++set) {
    const Defects dead = random_holes(network, 0.01 + 0.09 * set / (sets() - 1), set);
    for (const RoutingInfo& info : routings()) {
      for (const unsigned vcs : {1u, 2u, 3u, 4u}) {
        const auto relation = make_routing(network, info.name, vcs);
        relation->know(dead);
        ASSERT_EQ(complaint(network, *relation, dead), "") << "set " << set << ", " << vcs << " channels";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryNetworkSlow, testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

/// A routing with one entry of its tables changed.
class Sabotaged final : public RoutingRelation {
 public:
  using Change = std::function<void(const RouteQuery&, Candidates&)>;
  Sabotaged(const RoutingRelation& inner, Change change) : inner_(&inner), change_(std::move(change)) {}
  const std::string& name() const override { return inner_->name(); }
  unsigned vcs() const override { return inner_->vcs(); }
  bool uses_source() const override { return inner_->uses_source(); }
  void route(const RouteQuery& query, Candidates& out) const override {
    inner_->route(query, out);
    change_(query, out);
  }

 private:
  const RoutingRelation* inner_;
  Change change_;
};

/// A network with holes, a routing of it, and two neighbours of which the first sends to `to` by the second.
struct Target {
  explicit Target(unsigned seed) : network(random_graph(24, 40, seed)), dead(random_holes(network, 0.05, seed)) {
    relation = make_routing(network, seed % 2 == 0 ? "nue" : "updown", 1 + seed % 3);
    relation->know(dead);
    const LiveGraph graph(network, dead);
    for (const std::uint32_t node : graph.members(graph.part(NodeId{graph.arc(0).from}))) {
      Candidates candidates;
      to = graph.arc(0).from;
      if (NodeId{node} == to) continue;
      relation->route({NodeId{node}, kNoPort, {}, NodeId{node}, to, 0}, candidates);
      first = NodeId{node};
      out = candidates.front().port;
      second = network.peer({first, out})->node;
      if (second != to) break;
    }
  }
  bool is_there(const RouteQuery& query, NodeId node) const { return query.at == node && query.destination == to; }

  Network network;
  Defects dead;
  std::unique_ptr<ReroutingRelation> relation;
  NodeId first;
  NodeId second;
  PortId out;
  NodeId to;
};

TEST(EveryNetwork, twenty_sabotaged_tables_are_refused) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Target target(seed);
    ASSERT_EQ(complaint(target.network, *target.relation, target.dead), "");
    ASSERT_NE(target.second, target.to);
    const Sabotaged::Change changes[] = {
        [&](const RouteQuery& query, Candidates& out) {  // an entry is missing
          if (target.is_there(query, target.first)) out.clear();
        },
        [&](const RouteQuery& query, Candidates& out) {  // the next node sends back
          if (target.is_there(query, target.second))
            out.front().port = target.network.peer({target.first, target.out})->port;
        },
        [&](const RouteQuery& query, Candidates& out) {  // a port that is not there
          if (target.is_there(query, target.first)) out.front().port = PortId{40};
        },
        [&](const RouteQuery& query, Candidates& out) {  // a channel that the links do not have
          if (target.is_there(query, target.first)) out.front().vcs = vc_bit(target.relation->vcs());
        },
    };
    for (const auto& change : changes) {
      EXPECT_NE(complaint(target.network, Sabotaged(*target.relation, change), target.dead), "") << seed;
    }
  }
}

/// All pairs arrive on shortest ways, but in a ring of one channel they wait for each other.
TEST(EveryNetwork, shortest_ways_of_a_ring_on_one_channel_are_refused) {
  const Network ring = family_network("torus", {{"sides", Integers{8}}});
  const auto nue = make_routing(ring, "nue", 1);
  const LiveGraph graph(ring);
  const Sabotaged shortest(*nue, [&](const RouteQuery& query, Candidates& out) {
    const auto hops = graph.distances(query.destination);
    for (ArcId arc = graph.first_leaving(query.at.value); arc < graph.first_leaving(query.at.value + 1); ++arc) {
      if (hops[graph.arc(arc).to.value] < hops[query.at.value]) out.front().port = graph.arc(arc).port;
    }
  });
  const ProofResult proof = prove(ring, shortest);
  EXPECT_EQ(proof.delivered_pairs, proof.pairs);
  EXPECT_FALSE(proof.acyclic);
}

}  // namespace
}  // namespace kintsugi::general::test

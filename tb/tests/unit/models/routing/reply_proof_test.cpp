// Requests and responses: what the proof confirms and refuses, against a recursion that follows every packet by itself.
#include "models/routing/reply_proof.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "models/registry/families.hpp"
#include "models/routing/message_classes.hpp"
#include "tb/tests/unit/models/routing/function_relation.hpp"

namespace kintsugi {
namespace {

constexpr PortId kEast{0};
constexpr PortId kWest{1};
constexpr RoutingState kRequest = 0;
constexpr RoutingState kResponse = 1;

// ---- By hand -------------------------------------------------------------------------------------------------------

/// Routes along the line of a ring on a channel that depends on the state and on whether the packet is just injected.
FunctionRelation on_a_line(unsigned request, unsigned first_of_response, unsigned then_of_response) {
  return FunctionRelation(3, [=](const RouteQuery& query, Candidates& out) {
    const unsigned response = query.arrival_port == kNoPort ? first_of_response : then_of_response;
    const unsigned vc = query.state == kRequest ? request : response;
    out.push_back({query.destination > query.at ? kEast : kWest, vc_bit(vc), query.state});
  });
}

ProofResult prove_on_a_line(std::uint32_t nodes, const FunctionRelation& relation) {
  return prove_replies(make_plain_ring(nodes), relation, kRequest, kResponse);
}

TEST(ReplyProof, counts_pairs_of_both_and_joins_arrivals_with_first_channels) {
  const ProofResult result = prove_on_a_line(3, on_a_line(0, 1, 1));
  EXPECT_TRUE(result.holds());
  EXPECT_EQ(result.pairs, 12u);
  EXPECT_EQ(result.delivered_pairs, 12u);
  EXPECT_EQ(result.channels, 18u);
  // Requests and responses: one eastwards and one westwards each. Requests reach the ends on one channel, and their
  // responses have one to start with; they reach the middle on two, and its responses have two.
  EXPECT_EQ(result.dependencies, 2u + 2u + 1u + 1u + 2u * 2u);
}

TEST(ReplyProof, finds_the_cycle_of_shared_channels_between_two_nodes) {
  const Network ring = make_plain_ring(2);
  const ProofResult result = prove_replies(ring, on_a_line(0, 0, 0), kRequest, kResponse);
  EXPECT_EQ(result.delivered_pairs, result.pairs);
  EXPECT_FALSE(result.holds());
  ASSERT_EQ(result.cycle.size(), 2u);
  EXPECT_EQ(describe(ring, result.cycle[0]), "n0.e vc 0");
  EXPECT_EQ(describe(ring, result.cycle[1]), "n1.w vc 0");
}

/// Of four nodes in a row the third neither sends nor receives, and forwards: the others share its channels.
TEST(ReplyProof, leaves_out_the_messages_of_nodes_out_of_use_and_no_others) {
  const Network ring = make_plain_ring(4);
  const std::vector<NodeId> dead{NodeId{2}};
  const ProofResult shared = prove_replies(ring, on_a_line(0, 0, 0), kRequest, kResponse, {}, dead);
  EXPECT_EQ(shared.pairs, 12u);
  EXPECT_EQ(shared.delivered_pairs, 12u);
  EXPECT_FALSE(shared.acyclic);
  EXPECT_TRUE(prove_replies(ring, on_a_line(0, 1, 1), kRequest, kResponse, {}, dead).holds());
  const std::vector<NodeId> all_but_one{NodeId{0}, NodeId{2}, NodeId{3}};
  const ProofResult alone = prove_replies(ring, on_a_line(0, 0, 0), kRequest, kResponse, {}, all_but_one);
  EXPECT_EQ(alone.pairs, 0u);
  EXPECT_TRUE(alone.acyclic) << "one node has nothing to send";
  const std::vector<NodeId> ends_alone{NodeId{1}, NodeId{2}};
  EXPECT_EQ(prove_replies(ring, on_a_line(0, 0, 0), kRequest, kResponse, {}, ends_alone).pairs, 4u);
}

TEST(ReplyProof, finds_responses_that_begin_on_a_channel_of_requests) {
  const ProofResult result = prove_on_a_line(3, on_a_line(0, 0, 1));
  EXPECT_FALSE(result.acyclic);
  for (const Channel& channel : result.cycle) EXPECT_EQ(channel.vc, Vc{0});
}

TEST(ReplyProof, finds_responses_that_end_on_a_channel_of_requests) {
  EXPECT_TRUE(prove_on_a_line(2, on_a_line(0, 1, 0)).holds()) << "one hop is the first";
  const ProofResult result = prove_on_a_line(3, on_a_line(0, 1, 0));
  EXPECT_FALSE(result.acyclic);
  EXPECT_GE(result.cycle.size(), 4u) << "over two responses";
}

TEST(ReplyProof, says_which_message_is_not_delivered) {
  const auto stuck = [](RoutingState state) {
    return FunctionRelation(1, [state](const RouteQuery& query, Candidates& out) {
      if (query.at.value != 2 || query.state != state) out.push_back({kEast, 1, query.state});
    });
  };
  const ProofResult request = prove_on_a_line(4, stuck(kRequest));
  EXPECT_EQ(request.pairs, 24u);
  EXPECT_EQ(request.delivered_pairs, 24u - 6u);
  EXPECT_EQ(request.first_undelivered, "request n1 to n0: at n2, there is no candidate");
  const ProofResult response = prove_on_a_line(4, stuck(kResponse));
  EXPECT_EQ(response.delivered_pairs, 24u - 6u);
  EXPECT_EQ(response.first_undelivered, "response n1 to n0: at n2, there is no candidate");
  EXPECT_FALSE(response.holds());
}

TEST(ReplyProof, refuses_a_relation_without_channels) {
  const FunctionRelation none(0, [](const RouteQuery&, Candidates&) {});
  EXPECT_THROW(prove_on_a_line(3, none), std::invalid_argument);
}

// ---- By brute force ------------------------------------------------------------------------------------------------

/// A channel {0, node, port, vc}, or a state {1, state, 0, 0}.
using Vertex = std::tuple<unsigned, std::uint32_t, unsigned, unsigned>;
using Edges = std::set<std::pair<Vertex, Vertex>>;

/// Removes vertices that no edge enters until there are none; a cycle remains.
bool has_cycle(const Edges& edges) {
  std::map<Vertex, std::set<Vertex>> follow;
  std::map<Vertex, std::size_t> enter;
  for (const auto& [from, to] : edges) {
    follow[from].insert(to);
    enter[from];
    ++enter[to];
  }
  std::size_t left = enter.size();
  for (bool found = true; found;) {
    found = false;
    for (auto each = enter.begin(); each != enter.end();) {
      if (each->second != 0) {
        ++each;
        continue;
      }
      for (const Vertex& to : follow[each->first]) --enter[to];
      each = enter.erase(each);
      --left;
      found = true;
    }
  }
  return left != 0;
}

/// Follows every request and every response by recursion.
class Messages {
 public:
  Messages(const Network& network, const RoutingRelation& relation, RoutingState request, RoutingState response)
      : network_(network), relation_(relation) {
    follow_all(request, true);
    follow_all(response, false);
    for (const auto& [node, held] : arrivals_) {
      for (const Vertex& first : first_[node]) taken.insert({held, first});
    }
    for (const RoutingState state : arrival_states_) {
      if (state != response) order.insert({vertex(state), vertex(response)});
    }
  }

  /// The channels, or the escape channels, that one message after the other takes.
  Edges taken;
  /// With adaptive routing: what escape channels and states lead to.
  Edges order;

 private:
  struct Place {
    NodeId at;
    PortId port = kNoPort;
    Vc vc{};
    RoutingState state = 0;
    std::optional<Vertex> held = {};  // the last channel, or the last escape channel
  };

  static Vertex vertex(RoutingState state) { return {1, state, 0, 0}; }

  void follow_all(RoutingState start, bool are_requests) {
    requests_ = are_requests;
    for (source_ = NodeId{0}; source_.value < network_.nodes(); ++source_.value) {
      for (destination_ = NodeId{0}; destination_.value < network_.nodes(); ++destination_.value) {
        seen_.clear();
        if (source_ != destination_) follow({source_, kNoPort, Vc{}, start});
      }
    }
  }

  void follow(const Place& place) {
    if (!seen_.insert({place.at, place.port, place.vc, place.state, place.held}).second) return;
    if (place.at == destination_) return arrive(place);
    RouteQuery query{place.at, place.port, place.vc, source_, destination_, place.state};
    if (relation_.is_adaptive()) query.arrival_port = kNoPort;
    Candidates candidates;
    relation_.route(query, candidates);
    for (const Candidate& candidate : candidates) {
      for (unsigned vc = 0; vc < relation_.vcs(); ++vc) {
        if ((candidate.vcs >> vc & 1) != 0) hop(place, candidate, vc);
      }
    }
  }

  void hop(const Place& place, const Candidate& candidate, unsigned vc) {
    const PortRef far = *network_.peer({place.at, candidate.port});
    Place next{far.node, far.port, Vc::from(vc), candidate.state, place.held};
    const bool escape = (relation_.adaptive_vcs(place.at, candidate.port) >> vc & 1) == 0;
    if (escape) {
      next.held = Vertex{0, place.at.value, candidate.port.value, vc};
      if (place.held) taken.insert({*place.held, *next.held});
      if (!place.held && !requests_) first_[source_].insert(*next.held);
      order.insert({vertex(place.state), *next.held});
      order.insert({*next.held, vertex(candidate.state)});
    } else if (place.state != candidate.state) {
      order.insert({vertex(place.state), vertex(candidate.state)});
    }
    follow(next);
  }

  void arrive(const Place& place) {
    if (!requests_) return;
    arrival_states_.insert(place.state);
    if (place.held) arrivals_.insert({place.at, *place.held});
  }

  const Network& network_;
  const RoutingRelation& relation_;
  bool requests_ = true;
  NodeId source_, destination_;
  std::set<std::tuple<NodeId, PortId, Vc, RoutingState, std::optional<Vertex>>> seen_;  // of this pair
  std::set<std::pair<NodeId, Vertex>> arrivals_;
  std::set<RoutingState> arrival_states_;
  std::map<NodeId, std::set<Vertex>> first_;  // of responses
};

/// Compares the proof with the recursion; returns the proof.
ProofResult compared(const Network& network, const RoutingRelation& relation, RoutingState request,
                     RoutingState response) {
  const ProofResult result = prove_replies(network, relation, request, response);
  const Messages truth(network, relation, request, response);
  const Edges& edges = relation.is_adaptive() ? truth.order : truth.taken;
  EXPECT_EQ(result.dependencies, edges.size());
  EXPECT_EQ(result.acyclic, !has_cycle(edges));
  EXPECT_TRUE(!has_cycle(truth.taken) || !result.acyclic) << "the order of the states hides a cycle";
  return result;
}

/// Each channel of the cycle leads to the node that the next one leaves.
void expect_a_cycle(const Network& network, const ProofResult& result) {
  ASSERT_FALSE(result.cycle.empty());
  for (std::size_t i = 0; i < result.cycle.size(); ++i) {
    const Channel& next = result.cycle[(i + 1) % result.cycle.size()];
    EXPECT_EQ(network.peer(result.cycle[i].from)->node, next.from.node) << describe(network, result.cycle[i]);
  }
}

const std::vector<std::pair<std::string, Parameters>>& small_networks() {
  static const std::vector<std::pair<std::string, Parameters>> networks = {
      {"mesh", {{"sides", std::vector<std::int64_t>{3, 4}}}},
      {"torus", {{"sides", std::vector<std::int64_t>{4, 3}}}},
      {"torus", {{"sides", std::vector<std::int64_t>{5}}}},
      {"hypercube", {{"n", std::int64_t{3}}}},
      {"full", {{"nodes", std::int64_t{5}}}},
      {"sse", {{"n", std::int64_t{3}}}},
      {"mandala", {{"ports", std::int64_t{3}}, {"levels", std::int64_t{2}}}},
      {"srt1d", {{"n", std::int64_t{4}}}},
      {"srt2d", {{"n", std::int64_t{2}}}}};
  return networks;
}

TEST(ReplyProof, two_classes_hold_and_shared_channels_do_not_on_every_kind_of_network) {
  for (const auto& [kind, parameters] : small_networks()) {
    const auto design = find_family(kind)->build(parameters);
    const Network& network = design->network();
    for (const RoutingInfo& info : design->routings()) {
      SCOPED_TRACE(network.name() + ' ' + info.name);
      const auto inner = design->routing(info.name, info.default_vcs);
      const MessageClasses classes(*inner, 2);
      const ProofResult own = compared(network, classes, classes.initial_state(0), classes.initial_state(1));
      EXPECT_TRUE(own.holds()) << own.first_undelivered;
      EXPECT_EQ(own.pairs, 2 * network.nodes() * (network.nodes() - 1));
      const ProofResult shared = compared(network, *inner, 0, 0);
      EXPECT_EQ(shared.delivered_pairs, shared.pairs);
      EXPECT_FALSE(shared.acyclic);
      if (!inner->is_adaptive()) expect_a_cycle(network, shared);
      EXPECT_FALSE(shared.cycle.empty());
      const ProofResult same_class = compared(network, classes, classes.initial_state(1), classes.initial_state(1));
      EXPECT_FALSE(same_class.acyclic);
      RecordProperty(network.name() + ' ' + info.name, std::to_string(own.dependencies) +
                                                           ", shared: " + std::to_string(shared.dependencies) +
                                                           ", cycle of " + std::to_string(shared.cycle.size()));
    }
  }
}

/// Returns the ports on shortest paths.
std::function<std::vector<PortId>(NodeId, NodeId)> shortest_ports(const Network& network) {
  std::vector<std::vector<unsigned>> distance;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    std::vector<unsigned>& from = distance.emplace_back(network.nodes(), 99);
    std::vector<NodeId> reached{node};
    from[node.index()] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const PortRef peer : network.peers(reached[i])) {
        if (peer.node == kNoNode || from[peer.node.index()] != 99) continue;
        from[peer.node.index()] = from[reached[i].index()] + 1;
        reached.push_back(peer.node);
      }
    }
  }
  return [distance, &network](NodeId at, NodeId destination) {
    std::vector<PortId> ports;
    const auto peers = network.peers(at);
    for (const PortId port : ids<PortId>(peers.size())) {
      const NodeId next = peers[port.index()].node;
      if (next == kNoNode) continue;
      if (distance[next.index()][destination.index()] < distance[at.index()][destination.index()])
        ports.push_back(port);
    }
    return ports;
  };
}

std::mt19937 random_for(const RouteQuery& query, unsigned seed, bool uses_source) {
  return std::mt19937(seed + 7 * query.at.value + 31 * query.destination.value + 101 * query.state +
                      (uses_source ? 1009 * query.source.value : 0));
}

/// Some shortest paths, on a channel that rises with the state, now and then. States are 0 to 5.
FunctionRelation random_relation(const Network& network, unsigned seed, bool uses_source) {
  const auto shortest = shortest_ports(network);
  return FunctionRelation(
      3,
      [=](const RouteQuery& query, Candidates& out) {
        std::mt19937 random = random_for(query, seed, uses_source);
        for (const PortId port : shortest(query.at, query.destination)) {
          if (!out.empty() && random() % 3 != 0) continue;
          out.push_back({port, vc_bit(query.state / 2), query.state});
          if (random() % 8 == 0 && query.state < 4) out.back().state += 2;
        }
      },
      uses_source);
}

/// Any shortest path on an adaptive channel, and as an escape on the channel of the state, which rises with each hop
/// unless a random mistake happens.
FunctionRelation random_adaptive_relation(const Network& network, unsigned seed, bool mistakes) {
  const auto shortest = shortest_ports(network);
  const VcSet adaptive = vc_bit(16) | vc_bit(17);
  return FunctionRelation(
      18,
      [=](const RouteQuery& query, Candidates& out) {
        std::mt19937 random = random_for(query, seed, false);
        for (const PortId port : shortest(query.at, query.destination)) {
          out.push_back({port, adaptive, query.state});
          out.push_back({port, vc_bit(query.state), query.state + (mistakes && random() % 200 == 0 ? 0 : 1)});
        }
      },
      false, adaptive);
}

TEST(ReplyProof, agrees_with_the_recursion_on_random_relations) {
  unsigned holds = 0, fails = 0;
  for (const auto& [kind, parameters] : small_networks()) {
    const auto design = find_family(kind)->build(parameters);
    for (unsigned seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(kind + " seed " + std::to_string(seed));
      const FunctionRelation relation = random_relation(design->network(), 1000 * seed, seed % 2 == 0);
      const ProofResult result = compared(design->network(), relation, seed % 3 == 0 ? 0 : 3, 4);
      EXPECT_EQ(result.delivered_pairs, result.pairs);
      ++(result.holds() ? holds : fails);
    }
  }
  EXPECT_GT(holds, 5u);
  EXPECT_GT(fails, 5u);
}

TEST(ReplyProof, agrees_with_the_recursion_on_random_adaptive_relations) {
  unsigned with_mistakes = 0;
  for (const auto& [kind, parameters] : small_networks()) {
    const auto design = find_family(kind)->build(parameters);
    const Network& network = design->network();
    if (network.nodes() > 12) continue;
    SCOPED_TRACE(kind);
    const FunctionRelation right = random_adaptive_relation(network, 0, false);
    EXPECT_TRUE(compared(network, right, 0, 8).holds());
    EXPECT_TRUE(compared(network, right, 8, 0).holds()) << "the channels of requests may be the higher ones";
    EXPECT_FALSE(compared(network, right, 0, 0).acyclic);
    for (unsigned seed = 1; seed < 6; ++seed) {
      const FunctionRelation wrong = random_adaptive_relation(network, 1000 * seed, true);
      if (!compared(network, wrong, 0, 8).acyclic) ++with_mistakes;
    }
  }
  EXPECT_GT(with_mistakes, 3u);
}

}  // namespace
}  // namespace kintsugi

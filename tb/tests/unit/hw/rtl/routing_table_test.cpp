// Routings as tables: every query that packets can cause has the answer of the relation, under a short key.
#include "hw/rtl/routing_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/registry/families.hpp"

namespace kintsugi::rtl {
namespace {

using List = std::vector<std::int64_t>;

struct Routed {
  Routed(const char* kind, const Parameters& parameters, const char* routing, unsigned vcs)
      : design(find_family(kind)->build(parameters)), relation(design->routing(routing, vcs)) {}
  RoutingTable table() const { return make_routing_table(design->network(), *relation); }
  std::unique_ptr<Design> design;
  std::unique_ptr<RoutingRelation> relation;
};

/// Returns the answer of a table, or nullptr if it has no such row.
const std::vector<Candidate>* answer(const RoutingTable& table, RouteKey key) {
  if (!table.fields.source) key.source = NodeId{0};
  if (!table.fields.arrival) key.arrival = PortId{0};
  if (!table.fields.vc) key.vc = Vc{0};
  if (!table.fields.state) key.state = 0;
  const auto row = std::ranges::lower_bound(table.rows, key, {}, &RoutingTable::Row::key);
  if (row == table.rows.end() || row->key != key) return nullptr;
  return &table.answers[row->answer];
}

bool equal(const Candidate& a, const Candidate& b) {
  return a.port == b.port && a.vcs == b.vcs && a.state == b.state;
}

/// Follows packets of all pairs once more, by the relation and whichever channel they get, and asks the table at every
/// step.
class Follower {
 public:
  Follower(const Routed& routed, const RoutingTable& table) : routed_(routed), table_(table) {}

  /// Returns the number of different queries.
  std::size_t run() {
    for (const NodeId source : ids<NodeId>(table_.nodes)) {
      for (const NodeId destination : ids<NodeId>(table_.nodes)) {
        source_ = source;
        visit({source, destination, table_.has_source ? source : NodeId{0}, PortId::from(table_.ports), Vc{0}, 0});
      }
    }
    return seen_.size();
  }

 private:
  void visit(const RouteKey& key) {
    if (key.at == key.destination || !seen_.insert(key).second) return;
    RouteQuery query{
        key.at, key.arrival.value == table_.ports ? kNoPort : key.arrival, key.vc, source_, key.destination, key.state};
    Candidates candidates;
    routed_.relation->route(query, candidates);
    const std::vector<Candidate>* const found = answer(table_, key);
    ASSERT_NE(found, nullptr);
    ASSERT_TRUE(std::ranges::equal(*found, candidates, equal));
    for (const Candidate& candidate : candidates) {
      const PortRef far = *routed_.design->network().peer({key.at, candidate.port});
      for (unsigned vc = 0; vc < table_.vcs; ++vc) {
        if ((candidate.vcs & vc_bit(vc)) == 0) continue;
        visit({far.node, key.destination, key.source, far.port, Vc::from(vc), candidate.state});
      }
    }
  }

  const Routed& routed_;
  const RoutingTable& table_;
  NodeId source_;
  std::set<RouteKey> seen_;
};

struct Case {
  const char* kind;
  Parameters parameters;
  const char* routing;
  unsigned vcs;
};

TEST(RoutingTable, holds_the_answer_to_every_query_of_every_kind_of_routing) {
  const std::vector<Case> cases = {
      {"mesh", {{"sides", List{3, 4}}}, "dimension-order", 2},
      {"torus", {{"sides", List{4, 3}}}, "dimension-order", 3},
      {"hypercube", {{"n", std::int64_t{4}}}, "e-cube", 1},
      {"srt2d", {{"n", std::int64_t{2}}}, "monotone", 2},
      {"srt2d", {{"n", std::int64_t{2}}}, "recursive", 2},
      {"srt2d", {{"n", std::int64_t{2}}}, "adaptive", 3},
      {"srt2d", {{"n", std::int64_t{2}}}, "minimal-adaptive", 3},
      {"srt3d", {{"n", std::int64_t{2}}}, "monotone", 2},
      {"srt3d", {{"n", std::int64_t{2}}}, "minimal-adaptive", 3},
  };
  for (const Case& each : cases) {
    const Routed routed(each.kind, each.parameters, each.routing, each.vcs);
    const RoutingTable table = routed.table();
    EXPECT_GT(Follower(routed, table).run(), std::size_t{table.nodes} * (table.nodes - 1)) << each.routing;
  }
}

TEST(RoutingTable, a_key_has_only_the_fields_that_answers_depend_on) {
  const auto fields = [](const char* kind, const Parameters& parameters, const char* routing, unsigned vcs) {
    return Routed(kind, parameters, routing, vcs).table().fields;
  };
  EXPECT_EQ(fields("mesh", {{"sides", List{4, 4}}}, "dimension-order", 2), (KeyFields{false, false, false, false}));
  EXPECT_EQ(fields("torus", {{"sides", List{4, 4}}}, "dimension-order", 2), (KeyFields{false, true, false, false}));
  EXPECT_EQ(fields("torus", {{"sides", List{8}}}, "dimension-order", 2), (KeyFields{false, true, true, false}));
  EXPECT_EQ(fields("srt2d", {{"n", std::int64_t{2}}}, "minimal-adaptive", 2), (KeyFields{false, false, false, true}));
}

TEST(RoutingTable, the_header_has_the_source_only_where_answers_depend_on_it) {
  const auto header = [](const char* kind, std::int64_t n, const char* routing) {
    return Routed(kind, {{"n", n}}, routing, 2).table().header_bits();
  };
  EXPECT_EQ(header("srt2d", 2, "monotone"), 4u + 1u);
  EXPECT_EQ(header("srt2d", 2, "minimal-adaptive"), 4u + 3u);
}

/// Along a row of nodes. A packet of an odd source prefers channel 1, one of an even source channel 0.
class BySource final : public RoutingRelation {
 public:
  explicit BySource(bool says_so) : says_so_(says_so) {}
  const std::string& name() const override { return name_; }
  unsigned vcs() const override { return 2; }
  bool uses_source() const override { return says_so_; }
  void route(const RouteQuery& query, Candidates& out) const override {
    const PortId port = PortId::from(query.destination > query.at ? 0 : 1);
    const bool odd = query.source.value % 2 != 0;
    out.push_back({port, vc_bit(odd ? 1u : 0u), 0});
    out.push_back({port, vc_bit(odd ? 0u : 1u), 0});
  }

 private:
  bool says_so_;
  std::string name_ = "by-source";
};

TEST(RoutingTable, follows_the_source_if_the_order_of_candidates_depends_on_it_whatever_the_relation_says) {
  const auto row = find_family("mesh")->build({{"sides", List{4}}});
  for (const bool says_so : {true, false}) {
    const RoutingTable table = make_routing_table(row->network(), BySource(says_so));
    EXPECT_EQ(table.fields, (KeyFields{true, false, false, false})) << says_so;
    EXPECT_EQ(table.header_bits(), 2u + 1u + 2u);
    EXPECT_EQ(table.rows.size(), 20u) << "every pair, at every node of its route but the last";
    const std::vector<Candidate>* const odd =
        answer(table, {NodeId{1}, NodeId{2}, NodeId{1}, PortId::from(table.ports), Vc{0}, 0});
    ASSERT_NE(odd, nullptr);
    EXPECT_EQ(odd->front().vcs, 2u);
  }
}

std::string refusal(const Routed& routed, std::uint64_t most_rows) {
  try {
    make_routing_table(routed.design->network(), *routed.relation, most_rows);
  } catch (const std::length_error& error) {
    return error.what();
  }
  return "";
}

TEST(RoutingTable, refuses_more_rows_than_allowed_and_says_how_many) {
  const Routed mesh("mesh", {{"sides", List{4, 4}}}, "dimension-order", 1);
  EXPECT_EQ(refusal(mesh, 240), "");
  EXPECT_EQ(
      refusal(mesh, 239),
      "the routing dimension-order of mesh 4x4 needs a table of at least 240 rows (node, destination), more than 239; "
      "take a smaller network");
  const Routed torus("torus", {{"sides", List{4, 4}}}, "dimension-order", 2);
  EXPECT_EQ(refusal(torus, 416), "");
  EXPECT_EQ(
      refusal(torus, 415),
      "the routing dimension-order of torus 4x4 needs a table of 416 rows (node, destination, port of arrival), more "
      "than 415; take a smaller network or a routing that depends on less");
  const Routed wide("mesh", {{"sides", List{8}}}, "dimension-order", 32);
  EXPECT_EQ(
      refusal(wide, 60),
      "the routing dimension-order of mesh 8 makes more than 480 different queries, too many for a table of 60 rows; "
      "take a smaller network or a routing that depends on less");
}

TEST(RouteModule, a_row_is_a_label_of_its_answer) {
  const Routed ring("mesh", {{"sides", List{2}}}, "dimension-order", 2);
  const RoutingTable table = ring.table();
  const std::string route = route_module(table).text;
  // Node 0 sends by port 0 to node 1, and node 1 by port 1 to node 0; the key is {node, destination}.
  EXPECT_NE(route.find("      2'h1: answer_o = 2'd"), std::string::npos) << route;
  EXPECT_NE(route.find("      2'h2: answer_o = 2'd"), std::string::npos) << route;
  EXPECT_NE(route.find("default: answer_o = '0;"), std::string::npos);
  const std::string candidates = candidates_module(table).text;
  EXPECT_NE(candidates.find(": candidate_0 = 5'h03;"), std::string::npos) << candidates;
  EXPECT_NE(candidates.find(": candidate_0 = 5'h0c;"), std::string::npos) << candidates;
  EXPECT_NE(adaptive_module(table).text.find("assign adaptive_o  = '0;"), std::string::npos);
}

TEST(RouteModule, adaptive_channels_are_listed_by_node) {
  const Routed srt("srt2d", {{"n", std::int64_t{2}}}, "minimal-adaptive", 2);
  const RoutingTable table = srt.table();
  ASSERT_EQ(table.adaptive.size(), 16u);
  const std::string text = adaptive_module(table).text;
  for (const char* node : {"4'd0", "4'd7", "4'd15"}) EXPECT_NE(text.find(node), std::string::npos) << text;
}

}  // namespace
}  // namespace kintsugi::rtl

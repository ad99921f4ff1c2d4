// Routings as tables: every query that packets can cause has the answer of the relation, under a short key.
#include "hw/rtl/routing_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "hw/rtl/verilog_text.hpp"
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

TEST(RoutingTable, follows_the_source_if_only_the_order_of_candidates_depends_on_it) {
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

std::string refusal(const Routed& routed, const TableLimits& limits) {
  try {
    make_routing_table(routed.design->network(), *routed.relation, limits);
  } catch (const std::length_error& error) {
    return error.what();
  }
  return "";
}

TEST(RoutingTable, refuses_more_pairs_rows_or_queries_than_allowed_and_says_how_many) {
  const Routed torus("torus", {{"sides", List{4, 4}}}, "dimension-order", 2);
  EXPECT_EQ(refusal(torus, {.pairs = 256, .rows = 20}), "");
  EXPECT_EQ(refusal(torus, {.pairs = 255}),
            "the routing dimension-order of torus 4x4 needs a table of 256 pairs (node, destination), more than 255; "
            "take a smaller network");
  EXPECT_EQ(refusal(torus, {.rows = 19}),
            "the routing dimension-order of torus 4x4 needs a table of 20 rows (kind of node and destination, port of "
            "arrival), more than 19; take a smaller network or a routing that depends on less");
  EXPECT_EQ(
      refusal(torus, {.queries = 400}),
      "the routing dimension-order of torus 4x4 makes more than 400 different queries, too many for a table; take "
      "a smaller network or a routing that depends on less");
}

/// A packet may take any of these channels, and a query has the channel of arrival. Of two channels on a torus a packet
/// has no choice, and fewer would not serve; nor would they where candidates do not depend on the channel of arrival.
TEST(RoutingTable, names_fewer_channels_as_a_remedy_where_they_make_fewer_queries) {
  const auto refusal_of_queries = [](const char* kind, Parameters parameters, const char* routing, unsigned vcs) {
    return refusal(Routed(kind, std::move(parameters), routing, vcs), {.queries = 40});
  };
  const std::string with = "; take fewer virtual channels, a smaller network or a routing that depends on less";
  const std::string without = "; take a smaller network or a routing that depends on less";
  const auto ends = [](const std::string& text, const std::string& end) { return text.ends_with(end); };
  EXPECT_PRED2(ends, refusal_of_queries("rdt", {{"side", std::int64_t{16}}}, "scheme-h", 8), with);
  EXPECT_PRED2(ends, refusal_of_queries("torus", {{"sides", List{4, 4}}}, "dimension-order", 4), with);
  EXPECT_PRED2(ends, refusal_of_queries("torus", {{"sides", List{4, 4}}}, "dimension-order", 2), without);
  EXPECT_PRED2(ends, refusal_of_queries("srt2d", {{"n", std::int64_t{3}}}, "minimal-adaptive", 8), without);
}

/// Looks a query up as kt_route does: the kind of the pair, then the row of the kind.
const std::vector<Candidate>* answer_by_kind(const RoutingTable& table, const RouteKey& key) {
  const std::uint32_t kind = table.kinds.of_pair[std::size_t{key.at.value} * table.nodes + key.destination.value];
  if (table.kinds.rows.empty()) return kind == 0 ? nullptr : &table.answers[kind - 1];
  RouteKey rest = key;
  rest.at = rest.destination = NodeId{0};
  for (const PairKinds::Row& row : table.kinds.rows) {
    if (row.kind == kind && row.key == rest) return &table.answers[row.answer];
  }
  return nullptr;
}

TEST(PairKinds, have_the_answer_of_every_row) {
  const std::vector<Case> cases = {
      {"mesh", {{"sides", List{3, 4}}}, "dimension-order", 2},
      {"torus", {{"sides", List{8}}}, "dimension-order", 2},
      {"srt2d", {{"n", std::int64_t{2}}}, "adaptive", 3},
      {"srt2d", {{"n", std::int64_t{2}}}, "minimal-adaptive", 3},
  };
  for (const Case& each : cases) {
    const RoutingTable table = Routed(each.kind, each.parameters, each.routing, each.vcs).table();
    for (const RoutingTable::Row& row : table.rows) {
      ASSERT_EQ(answer_by_kind(table, row.key), &table.answers[row.answer]) << each.routing;
    }
    for (std::size_t node = 0; node < table.nodes; ++node) EXPECT_EQ(table.kinds.of_pair[node * (table.nodes + 1)], 0u);
  }
}

TEST(PairKinds, are_few_in_a_regular_network) {
  const PairKinds mesh = Routed("mesh", {{"sides", List{8, 8}}}, "dimension-order", 2).table().kinds;
  EXPECT_EQ(mesh.count, 4u);
  EXPECT_TRUE(mesh.rows.empty()) << "a kind has one answer";
  const PairKinds torus = Routed("torus", {{"sides", List{4, 4}}}, "dimension-order", 2).table().kinds;
  EXPECT_EQ(torus.count, 8u);
  EXPECT_EQ(torus.rows.size(), 20u) << "instead of 416";
}

TEST(PairKindsSlow, make_a_short_table_of_the_rdt_of_256_nodes) {
  const Parameters smallest{{"side", std::int64_t{16}}, {"assignment", std::string("perfect")}};
  const RoutingTable table = Routed("rdt", smallest, "scheme-h", 2).table();
  EXPECT_EQ(table.rows.size(), 131'584u);
  EXPECT_EQ(table.kinds.count, 192u);
  EXPECT_EQ(table.kinds.rows.size(), 762u);
}

TEST(KindsModule, a_node_is_a_label_of_the_kinds_of_its_destinations) {
  const Routed row("mesh", {{"sides", List{4}}}, "dimension-order", 2);
  const std::string text = kinds_module(row.table()).text;
  // Two bits for each destination, 0 in the lowest: node 1 has node 0 on the one side, 2 and 3 on the other.
  EXPECT_NE(text.find("2'd0: kinds_o = 8'ha8;"), std::string::npos) << text;
  EXPECT_NE(text.find("2'd1: kinds_o = 8'ha1;"), std::string::npos) << text;
  EXPECT_NE(text.find("2'd3: kinds_o = 8'h15;"), std::string::npos) << text;
}

TEST(KindsModule, a_long_row_is_cut_into_lines) {
  const std::string text = kinds_module(Routed("mesh", {{"sides", List{10, 10}}}, "dimension-order", 2).table()).text;
  EXPECT_NE(text.find(": kinds_o = {\n        128'h"), std::string::npos) << text;
  EXPECT_NE(text.find(",\n        384'h"), std::string::npos) << text;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 120u) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(RouteModule, a_row_is_a_label_of_its_answer) {
  const RoutingTable table = Routed("torus", {{"sides", List{4, 4}}}, "dimension-order", 2).table();
  const std::string text = route_module(table).text;
  EXPECT_NE(text.find("assign kind = kinds_i[{destination_i, 2'd0}+:4];"), std::string::npos) << text;
  EXPECT_NE(text.find("assign key = {injected_i ? 3'd4 : {1'b0, port_i}, kind};"), std::string::npos) << text;
  for (const PairKinds::Row& row : table.kinds.rows) {
    const std::string label = "7'h" + hex_word(row.key.arrival.value << 4 | row.kind).substr(6);
    EXPECT_NE(text.find(label), std::string::npos) << label;
  }
  EXPECT_NE(text.find("default: answer_o = '0;"), std::string::npos);
}

TEST(RouteModule, the_kind_is_the_answer_if_answers_depend_on_node_and_destination_alone) {
  const RoutingTable table = Routed("mesh", {{"sides", List{2}}}, "dimension-order", 2).table();
  EXPECT_NE(route_module(table).text.find("assign answer_o = kind;"), std::string::npos) << route_module(table).text;
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

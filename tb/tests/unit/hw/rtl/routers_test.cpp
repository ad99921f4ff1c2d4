// The texts of routers and of their netlist: names as in the model, errors for what cannot be written.
#include "hw/rtl/routers.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "hw/rtl/router_project.hpp"
#include "models/registry/families.hpp"
#include "tb/tests/unit/hw/rtl/star.hpp"

namespace kintsugi::rtl {
namespace {

struct Mesh {
  std::unique_ptr<Design> design = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{2, 3}}});
  std::unique_ptr<RoutingRelation> relation = design->routing("dimension-order", 2);
  const Network& network = design->network();
  RoutingTable table = make_routing_table(network, *relation);
  std::vector<LinkLatency> cycles = std::vector<LinkLatency>(network.links().size(), 1);
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <class Function>
std::string message_of(const Function& function) {
  try {
    function();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(RouterModules, have_the_parameters_of_the_network_and_the_names_of_its_probes) {
  const Mesh mesh;
  const std::vector<RtlFile> files = router_modules(mesh.network, mesh.table, {3, 2, 0});
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].name, "kt_node_router_0.sv");
  EXPECT_EQ(router_module_name(mesh.network, NodeId{5}), "kt_node_router_0");
  for (const char* part : {".Ports(4)", ".Vcs(2)", ".Depth(3)", ".Latency(2)", ".NodeW(3)", ".PayloadW(36)",
                           "begin : in_local", "begin : out_e", "begin : vc1", "occupancy", "granted", "packet"}) {
    EXPECT_TRUE(contains(files[0].text, part)) << part;
  }
}

TEST(RouterModules, one_for_each_port_layout) {
  const Network network = test::star();
  EXPECT_EQ(router_module_name(network, NodeId{0}), "kt_node_router_0");
  EXPECT_EQ(router_module_name(network, NodeId{2}), "kt_node_router_1");
}

TEST(RouterNetlist, instances_have_the_names_of_the_model) {
  const Mesh mesh;
  const std::string text = router_netlist(mesh.network, mesh.table, {}, mesh.cycles).text;
  const std::size_t net = text.find("if (1) begin : net\n");
  const std::size_t x1 = text.find("    if (1) begin : x1\n");
  const std::size_t y2 = text.find("      if (1) begin : y2\n", x1);
  EXPECT_LT(net, x1);
  EXPECT_LT(x1, y2);
  EXPECT_TRUE(contains(text, "kt_node_router_0 router ("));
  EXPECT_EQ(text.find("    if (1) begin : x1\n", x1 + 1), std::string::npos) << "a scope is opened once";
}

TEST(RouterNetlist, a_link_delays_by_its_latency_less_the_output_register) {
  Mesh mesh;
  mesh.cycles[1] = 4;
  mesh.cycles[2] = {2, 8};
  const std::string text = router_netlist(mesh.network, mesh.table, {}, mesh.cycles).text;
  EXPECT_TRUE(contains(text, ".Stages(3)\n  ) link_1_a ("));
  EXPECT_TRUE(contains(text, ".Stages(3)\n  ) link_1_b_credit ("));
  EXPECT_TRUE(contains(text, ".Stages(0)\n  ) link_0_a ("));
  EXPECT_TRUE(contains(text, ".Stages(1)\n  ) link_2_a ("));
  EXPECT_TRUE(contains(text, ".Stages(7)\n  ) link_2_a_credit (")) << "credits return on the way back";
  EXPECT_TRUE(contains(text, ".Stages(7)\n  ) link_2_b ("));
  EXPECT_TRUE(contains(text, ".Stages(1)\n  ) link_2_b_credit ("));
}

TEST(RouterRtlErrors, flits_that_do_not_hold_the_header) {
  const Mesh mesh;
  EXPECT_EQ(payload_bits(mesh.table, {4, 1, 7}), 4u);
  const std::string said = message_of([&] { EXPECT_EQ(payload_bits(mesh.table, {4, 1, 6}), 0u); });
  EXPECT_EQ(
      said,
      "flits of 6 bits are too short for mesh 2x3 with the routing dimension-order: head, tail, channel and header "
      "take 7 bits");
}

TEST(RouterRtlErrors, latencies_that_are_not_those_of_the_links) {
  Mesh mesh;
  mesh.cycles[2] = {1, 0};
  EXPECT_EQ(message_of([&] { router_netlist(mesh.network, mesh.table, {}, mesh.cycles); }),
            "link 2 has a latency of 0 cycles: a link takes at least one");
  mesh.cycles.pop_back();
  EXPECT_EQ(message_of([&] { router_netlist(mesh.network, mesh.table, {}, mesh.cycles); }),
            "latencies of 6 links for mesh 2x3, which has 7 links");
}

/// A relation with two channels, of which the PEs of one node use one.
class OneInjectsLess final : public RoutingRelation {
 public:
  OneInjectsLess(const RoutingRelation& inner, NodeId less) : inner_(inner), less_(less) {}
  const std::string& name() const override { return inner_.name(); }
  unsigned vcs() const override { return inner_.vcs(); }
  bool uses_source() const override { return inner_.uses_source(); }
  void route(const RouteQuery& query, Candidates& out) const override { inner_.route(query, out); }
  unsigned injection_vcs(NodeId node) const override { return node == less_ ? 1 : 2; }

 private:
  const RoutingRelation& inner_;
  NodeId less_;
};

TEST(RouterProject, has_a_bench_whose_pes_inject_on_the_channels_that_the_relation_wants_used) {
  const Mesh mesh;
  const auto bench_of = [&](const RoutingRelation& relation) {
    std::string text;
    for (const RtlFile& file : router_project(mesh.network, relation, {4, 1, 32}, mesh.cycles)) {
      if (file.name == "kt_bench.sv") text = file.text;
    }
    return text;
  };
  const std::string all = "    case (node)\n      default: injection_vcs = 2;\n    endcase\n";
  const std::string less = "    case (node)\n      3: injection_vcs = 1;\n      default: injection_vcs = 2;\n";
  EXPECT_TRUE(contains(bench_of(*mesh.relation), all));
  EXPECT_TRUE(contains(bench_of(OneInjectsLess(*mesh.relation, NodeId{3})), less));
}

TEST(RouterProject, refuses_flits_that_are_too_short_before_it_makes_the_table) {
  const Mesh mesh;
  std::size_t steps = 0;
  const auto count = [&steps](std::size_t, std::size_t) { ++steps; };
  try {
    router_project(mesh.network, *mesh.relation, {4, 1, 5}, mesh.cycles, count);
    FAIL() << "it was not refused";
  } catch (const FlitTooShort& error) {
    EXPECT_EQ(error.needed(), 7u);
  }
  EXPECT_EQ(steps, 0u);
  router_project(mesh.network, *mesh.relation, {4, 1, 32}, mesh.cycles, count);
  EXPECT_EQ(steps, 6u) << "a destination each";
}

}  // namespace
}  // namespace kintsugi::rtl

// What an export adds for a SystemC chip: the header of the routers, and how they are built.
#include "hw/rtl/systemc_routers.hpp"

#include <gtest/gtest.h>

#include "hw/rtl/router_project.hpp"
#include "models/registry/families.hpp"
#include "tb/tests/unit/hw/rtl/star.hpp"

namespace kintsugi::rtl {
namespace {

std::string text_of_file(const std::vector<RtlFile>& files, const std::string& name) {
  for (const RtlFile& file : files) {
    if (file.name == name) return file.text;
  }
  return "";
}

void expect_words(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words) EXPECT_NE(text.find(word), std::string::npos) << word << "\nin\n" << text;
}

std::vector<RtlFile> project_of(const std::string& kind, const Parameters& parameters, const std::string& routing,
                                const RouterForm& form) {
  const auto design = find_family(kind)->build(parameters);
  const auto relation = design->routing(routing, 2);
  return router_project(design->network(), *relation, form,
                        std::vector<LinkLatency>(design->network().links().size(), 1));
}

const Parameters kSides{{"sides", std::vector<std::int64_t>{4, 4}}};

TEST(SystemcRouters, the_header_has_what_the_routers_were_exported_with) {
  const auto files = project_of("mesh", kSides, "dimension-order", {6, 2, 0, true});
  expect_words(
      text_of_file(files, "kt_routers.hpp"),
      {"#include \"Vkt_node_router_0.h\"", "form.network = \"mesh 4x4\";", "form.routing = \"dimension-order\";",
       "form.flit = {4, 1, false, 37, 1};", "form.vcs = 2;", "form.buffer = 6;", "form.latency = 2;",
       "VerilatedRouter<Vkt_node_router_0>", "kintsugi::only_at({\"x0.y0\"}"});
  expect_words(text_of_file(files, "CMakeLists.txt"),
               {"add_library(kt_routers STATIC)", "verilate(kt_routers SYSTEMC PREFIX Vkt_node_router_0",
                "kt_router.sv", "kt_kinds.sv"});
  expect_words(text_of_file(files, "kt_routers.mk"), {"libkt_routers.a", "--top-module kt_node_router_0"});
}

TEST(SystemcRouters, every_port_layout_has_a_class_and_ports_by_name) {
  const Network network = test::star();
  const auto design = find_family("mesh")->build(kSides);
  const auto relation = design->routing("dimension-order", 1);
  const RouterForm form{4, 1, 0, true};
  const RoutingTable table = routing_table_for(form, design->network(), *relation, {});
  const auto files = systemc_routers(network, table, form, {{"kt_router.sv", ""}});
  expect_words(text_of_file(files, "kt_routers.hpp"),
               {"#include \"Vkt_node_router_0.h\"\n#include \"Vkt_node_router_1.h\"\n",
                "if (site.layout == kintsugi::PortLayout{\"a\", \"b\"}) {\n      return "
                "std::make_unique<kintsugi::VerilatedRouter<Vkt_node_router_0>>",
                "kintsugi::PortLayout{\"in\"}", "throw kintsugi::no_rtl_router(site, router_form());"});
  expect_words(text_of_file(files, "CMakeLists.txt"), {"TOP_MODULE kt_node_router_0", "TOP_MODULE kt_node_router_1"});
}

TEST(SystemcRouters, are_written_only_if_they_are_asked_for) {
  const auto files = project_of("mesh", kSides, "dimension-order", {4, 1, 0, false});
  EXPECT_EQ(text_of_file(files, "kt_routers.hpp") + text_of_file(files, "CMakeLists.txt"), "");
}

TEST(SystemcRouters, a_flit_that_does_not_hold_the_number_of_a_packet_is_refused_with_the_bits_that_it_needs) {
  try {
    project_of("mesh", kSides, "dimension-order", {4, 1, 32, true});
    FAIL();
  } catch (const FlitTooShort& error) {
    EXPECT_EQ(error.needed(), 40u);
    EXPECT_STREQ(error.what(),
                 "flits of 32 bits are too short for a SystemC chip that carries mesh 4x4 with the routing "
                 "dimension-order: head, tail, channel, header and the number of a packet take 40 bits");
  }
}

TEST(SystemcRouters, any_name_is_a_literal) {
  EXPECT_EQ(cpp_literal("mesh 4x4"), "\"mesh 4x4\"");
  EXPECT_EQ(cpp_literal("a \"b\" \\c\n?"), "\"a \\\"b\\\" \\\\c\\012\\077\"");
}

}  // namespace
}  // namespace kintsugi::rtl

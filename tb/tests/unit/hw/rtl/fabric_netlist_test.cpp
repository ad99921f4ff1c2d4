// Names, tables and layouts that the writers of SystemVerilog make; and what they refuse.
#include "hw/rtl/fabric_netlist.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/connections.hpp"
#include "hw/rtl/scope_writer.hpp"
#include "hw/rtl/switch_kinds.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "tb/tests/unit/models/fabric/small_fabric.hpp"

namespace kintsugi::rtl {
namespace {

using kintsugi::test::SmallFabric;

std::string refusal(const Fabric& fabric) {
  try {
    fabric_netlist(fabric, SwitchKinds(fabric), ConfigurationLayout(fabric, 8));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(VerilogText, splits_and_joins_hierarchical_names) {
  EXPECT_EQ(scopes_of("r3.c4.bunch_ew"), (std::vector<std::string>{"r3", "c4", "bunch_ew"}));
  EXPECT_EQ(flat("r3.c4"), "r3_c4");
  EXPECT_EQ(upper_snake("track switch_D1"), "TRACK_SWITCH_D1");
}

TEST(VerilogText, refuses_what_is_no_identifier) {
  for (const std::string name : {"", "3r", "a..b", "a.", "a b", "a-b"}) {
    try {
      scopes_of(name);
      FAIL() << name;
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(error.what(), "'" + name +
                                  "' cannot be a name in SystemVerilog: between its dots it must have identifiers, of "
                                  "letters, digits and '_', that begin with no digit");
    }
  }
}

/// All keywords of IEEE 1800-2017, annex B.
const std::string kKeywords = R"(
accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before begin bind bins
binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class clocking cmos config const
constraint context continue cover covergroup coverpoint cross deassign default defparam design disable dist do edge
else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup endinterface endmodule
endpackage endprimitive endprogram endproperty endsequence endspecify endtable endtask enum event eventually expect
export extends extern final first_match for force foreach forever fork forkjoin function generate genvar global
highz0 highz1 if iff ifnone ignore_bins illegal_bins implements implies import incdir include initial inout input
inside instance int integer interconnect interface intersect join join_any join_none large let liblist library local
localparam logic longint macromodule matches medium modport module nand negedge nettype new nexttime nmos nor
noshowcancelled not notif0 notif1 null or output package packed parameter pmos posedge primitive priority program
property protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase
randsequence rcmos real realtime ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1
s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled signed small
soft solve specify specparam static string strong strong0 strong1 struct super supply0 supply1 sync_accept_on
sync_reject_on table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1
triand trior trireg type typedef union unique unique0 unsigned until until_with untyped use uwire var vectored
virtual void wait wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor
)";

TEST(VerilogText, mends_every_keyword) {
  std::istringstream words(kKeywords);
  int keywords = 0;
  for (std::string word; words >> word; ++keywords) EXPECT_TRUE(mended(word).starts_with("kt_n_")) << word;
  EXPECT_EQ(keywords, 248);
  for (const char* word : {"bool", "wone", "wreal"}) EXPECT_TRUE(mended(word).starts_with("kt_n_")) << word;
}

TEST(VerilogText, mends_names_of_users) {
  EXPECT_EQ(mended("r3.c4.bunch_ew"), "r3.c4.bunch_ew");
  EXPECT_EQ(mended("7"), "kt_n_7");
  EXPECT_EQ(mended("a-b.x_y z"), "kt_n_a_2db.kt_n_x__y_20z");
  EXPECT_EQ(mended("module"), "kt_n_module");
  EXPECT_EQ(mended("clk_i"), "kt_n_clk__i");
  EXPECT_EQ(mended("kt_n_7"), "kt_n_kt__n__7");
  EXPECT_EQ(mended("a..b"), "a.kt_n_.b");
  std::set<std::string> all;
  const std::string letters = "a_1-2d.";
  for (std::size_t number = 0; number < 7 * 7 * 7 * 7; ++number) {
    std::string name;
    for (std::size_t rest = number, i = 0; i < 4; ++i, rest /= 7) name += letters[rest % 7];
    all.insert(mended(name));
    EXPECT_NO_THROW(scopes_of(mended(name))) << name;
  }
  EXPECT_EQ(all.size(), 7u * 7 * 7 * 7) << "different names stay different";
}

TEST(VerilogText, writes_bits_as_memories_read_them) {
  EXPECT_EQ(hex_digits({true, false, true, true, true}), "1d");
  EXPECT_EQ(hex_digits({}), "0");
  EXPECT_EQ(hex_word(0xdeadbeef), "deadbeef");
  EXPECT_EQ(bits_for(0), 1u);
  EXPECT_EQ(bits_for(8), 4u);
}

TEST(ScopeWriter, opens_each_block_once_in_the_order_of_first_use) {
  ScopeWriter writer;
  writer.add("a.b", {"one;"});
  writer.add("c", {"two;"});
  writer.add("a.d", {"three;", "`endif"});
  EXPECT_EQ(
      writer.text(0),
      "if (1) begin : a\n  if (1) begin : b\n    one;\n  end\n  if (1) begin : d\n    three;\n`endif\n  end\nend\n"
      "if (1) begin : c\n  two;\nend\n");
}

TEST(SwitchKinds, types_of_one_name_with_different_tables_are_numbered) {
  const SelectorType two(2), again(2), three(3);
  Fabric fabric;
  fabric.name = "small";
  fabric.switches = {{&two, "a", 0}, {&three, "b", 1}, {&again, "c", 2}};
  fabric.fields = {{2, 3, "a"}, {2, 4, "b"}, {2, 3, "c"}};
  const SwitchKinds kinds(fabric);
  ASSERT_EQ(kinds.all().size(), 2u);
  EXPECT_EQ(kinds.of(SwitchId{0}).name, "selector_1");
  EXPECT_EQ(kinds.of(SwitchId{1}).name, "selector_2");
  EXPECT_EQ(kinds.of(SwitchId{2}).name, "selector_1") << "the same table";
}

TEST(SwitchKinds, the_module_has_the_joins_of_the_table) {
  const SmallFabric small;
  const std::vector<RtlFile> modules = SwitchKinds(small.fabric).modules();
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_EQ(modules[0].name, "kt_track_switch.sv");
  EXPECT_NE(modules[0].text.find("  assign n_1_o = ({FlitBits{is_d1}} & e_1_i) |\n      ({FlitBits{is_x}} & s_1_i) |\n"
                                 "      ({FlitBits{is_d2}} & w_1_i);\n"),
            std::string::npos)
      << modules[0].text;
  EXPECT_NE(modules[1].text.find("({FlitBits{is_connect_0 | is_connect_0_1}} & tap_a_0_i)"), std::string::npos)
      << modules[1].text;
}

TEST(ConfigurationLayout, a_value_that_is_no_state_leaves_the_shadow) {
  const SmallFabric small;
  const ConfigurationLayout layout(small.fabric, 4);
  EXPECT_EQ(layout.field_bits(), 6u);
  EXPECT_EQ(layout.stream_words(), 10u);
  const std::vector<std::uint8_t> stream{0b00'11'01'10};
  EXPECT_EQ(layout.shifted(stream, {0, 2, 2}), (Configuration{2, 1, 2}));
  EXPECT_EQ(layout.shifted({}, {0, 2, 2}), (Configuration{0, 2, 2})) << "nothing has arrived";
  EXPECT_EQ(layout.words_text(std::vector<std::uint8_t>{0xa5}), "5\na\n");
  EXPECT_EQ(layout.last_bits(1), 4u);
  EXPECT_EQ(ConfigurationLayout(small.fabric, 7).last_bits(2), 2u);
}

TEST(FabricNetlist, an_open_end_is_tied_and_an_unused_port_named) {
  SmallFabric small;
  small.fabric.taps.pop_back();
  const std::string text =
      fabric_netlist(small.fabric, SwitchKinds(small.fabric), ConfigurationLayout(small.fabric, 8)).text;
  EXPECT_NE(text.find(".n_0_i({FlitBits{1'b0}}), .n_0_o(n_0_unused)"), std::string::npos) << text;
  EXPECT_NE(text.find("assign b_bypass_w_unused = ^b_bypass_w_i;"), std::string::npos) << text;
}

TEST(FabricNetlist, links_without_a_switch_join_two_ports) {
  SmallFabric small;
  small.fabric.taps.erase(small.fabric.taps.begin() + 2, small.fabric.taps.begin() + 4);
  small.fabric.links.push_back({{SiteId{0}, PortId{2}}, {SiteId{0}, PortId{3}}, 0});
  const std::string text =
      fabric_netlist(small.fabric, SwitchKinds(small.fabric), ConfigurationLayout(small.fabric, 8)).text;
  EXPECT_NE(text.find("assign a_bypass_e_o = a_bypass_w_i;\n  assign a_bypass_w_o = a_bypass_e_i;"), std::string::npos);
}

TEST(FabricNetlist, refuses_two_ports_of_one_name) {
  SmallFabric small;
  small.fabric.sites[1].name = "a_bypass";
  EXPECT_EQ(refusal(small.fabric),
            "two ports of sites of 'small' are named 'a_bypass_e' in SystemVerilog, where '_' stands for the dots of a "
            "name");
}

TEST(FabricNetlist, refuses_a_field_that_sets_no_switch) {
  SmallFabric small;
  small.fabric.fields.push_back({2, 3, "c"});
  EXPECT_EQ(refusal(small.fabric), "field 'c' of 'small' sets no switch: every field of a netlist must set one");
}

TEST(Connections, name_the_far_end_of_every_port) {
  const SmallFabric small;
  const Connections connections(small.fabric, NetworkExtractor(small.fabric), {TrackSwitchType::kX, 1, 1});
  EXPECT_EQ(connections.text(),
            "0 a.e b.w 3\n1 a.w -\n2 a.bypass_e -\n3 a.bypass_w -\n4 b.e -\n5 b.w a.e 3\n6 b.bypass_e -\n"
            "7 b.bypass_w -\n");
  EXPECT_EQ(connections.memory().substr(0, 18), "80000005\n80ffffff\n");
}

}  // namespace
}  // namespace kintsugi::rtl

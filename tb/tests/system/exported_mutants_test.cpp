// Mistakes in the text that `kintsugi export` writes, one at a time: the bench that it writes beside finds each of
// them, as a user runs it. A mistake that no bench can find is in the tables with the reason.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

struct ExportedMutant {
  std::string what;
  std::string file;
  std::string text;  ///< occurs once in the file
  std::string by;
  /// Why the bench passes all the same; empty: it must not.
  std::string passes_because = {};
};

/// An export in a folder of its own.
class MutatedExport {
 public:
  MutatedExport(const std::string& scenario, const std::vector<std::string>& options) {
    const std::string out = directory_.path().string();
    const ToolResult result = run_tool(with({"export", scenario, "--out", out}, options));
    EXPECT_EQ(result.status, 0) << result.err;
    // for flits that never come
    write("kt_bench.sv",
          std::regex_replace(directory_.read("kt_bench.sv"), std::regex("Patience = [0-9]+"), "Patience = 100"));
    std::smatch top;
    const std::string makefile = directory_.read("Makefile");
    EXPECT_TRUE(std::regex_search(makefile, top, std::regex("TOP := ([a-z_]+)\n")));
    top_ = top[1];
  }

  /// Returns what the bench says with these options.
  std::string says(const std::string& options = "+first") const {
    return run_program({"sh", "-c",
                        "cd '" + directory_.path().string() + "' && iverilog -g2012 -s kt_bench -s " + top_ +
                            " -c bench.f -o mutant.vvp 2>&1 && timeout 100 vvp -n mutant.vvp " + options + " 2>&1"})
        .out;
  }

  /// Returns what the bench says of a mistake.
  std::string says_of(const ExportedMutant& mutant, const std::string& options = "+first") const {
    const std::string right = directory_.read(mutant.file);
    const std::size_t at = right.find(mutant.text);
    EXPECT_NE(at, std::string::npos) << mutant.what << ": not in " << mutant.file;
    if (at == std::string::npos) return "";
    EXPECT_EQ(right.find(mutant.text, at + 1), std::string::npos) << mutant.what << ": twice in " << mutant.file;
    std::string wrong = right;
    write(mutant.file, wrong.replace(at, mutant.text.size(), mutant.by));
    const std::string said = says(options);
    write(mutant.file, right);
    return said;
  }

 private:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_.path() / name, std::ios::binary) << text;
  }

  TemporaryDirectory directory_;
  std::string top_;
};

bool says_line(const std::string& text, const std::string& line) {
  return ('\n' + text).find('\n' + line + '\n') != std::string::npos;
}

/// Expects that the bench passes without a mistake, and with none but those that it cannot find.
void expect_all_found(const std::string& scenario, const std::vector<std::string>& options,
                      const std::vector<ExportedMutant>& mutants) {
  const MutatedExport exported(scenario, options);
  const std::string right = exported.says();
  ASSERT_TRUE(says_line(right, "PASS")) << right;
  for (const ExportedMutant& mutant : mutants) {
    const std::string said = exported.says_of(mutant);
    const bool passes = !mutant.passes_because.empty();
    EXPECT_EQ(says_line(said, "PASS"), passes) << mutant.what << '\n' << said;
    EXPECT_EQ(says_line(said, "FAIL"), !passes) << mutant.what << '\n' << said;
  }
}

const std::string kAbove = "assign above   = request_i & ~(last_i | (last_i - 1));";
const std::string kPairs = "request_i[i] & ~|(request_i & ahead)";
const std::string kFixed = "request_i[i] & ~|(request_i & ((N'(1) << i) - N'(1)))";
const std::string kRichest = "u < v ? others >= mine : others > mine";
const std::string kFree = "(free_q & ~given_i) | ended_vc";
const std::string kFirst = "channels_of(~settled, usable)";
const std::string kPayloadOut = "payload[PayloadW-1:NodeW+StateW], state_out";

TEST(ExportedMutantsSlow, pointers_and_routes_of_routers) {
  expect_all_found(
      "{network: {kind: mesh, sides: [3, 3]}, router: {vcs: 2, buffer: 3}}", {},
      {{"the pointer of channels after reset", "kt_allocator_serial.sv",
        "last_channel_q <= InputChannels'(1) << (InputChannels - 1);", "last_channel_q <= InputChannels'(1);"},
       {"the pointer of channels stays", "kt_allocator_serial.sv",
        "assign last   = |winner ? winner : gen_turn[i-1].last;", "assign last   = gen_turn[i-1].last;"},
       {"fixed priorities of channels", "kt_arbiter.sv", kAbove, "assign above = '0 & last_i;"},
       {"the one served last is served again", "kt_arbiter.sv", kAbove, "assign above = request_i & ~(last_i - 1);"},
       {"of equal channels the highest", "kt_output_port.sv", kRichest, "u < v ? others > mine : others >= mine"},
       {"all requests at once", "kt_arbiter.sv", "lowest = set & ~below;", "lowest = set;"},
       {"the pointer of an input moves without a flit", "kt_router.sv", "if (|taken_by) last_vc_q <= offer;",
        "last_vc_q <= offer;"},
       {"a row of the table: y before x", "kt_kinds.sv", "4'd4: kinds_o = 64'h0000000341301321;",
        "4'd4: kinds_o = 64'h0000000343301321;"},
       {"a row of the table: another port", "kt_kinds.sv", "4'd4: kinds_o = 64'h0000000341301321;",
        "4'd4: kinds_o = 64'h0000000141301321;"},
       {"a candidate with a channel less", "kt_candidates.sv", "3'd3: candidate_0 = 9'h003;",
        "3'd3: candidate_0 = 9'h001;"},
       {"every candidate that has a channel", "kt_input_channel.sv", kFirst, "channels_of('1, usable)",
        "dimension order has one candidate"}});
}

TEST(ExportedMutantsSlow, arbiters_credits_buffers_flits_and_latency_of_routers) {
  expect_all_found(
      "{network: {kind: mesh, sides: [2, 2]}, router: {vcs: 2, buffer: 3}}", {},
      {{"fixed priorities at the switch", "kt_arbiter.sv", kPairs, kFixed},
       {"the channel with fewest credits", "kt_output_port.sv", kRichest, "u < v ? others <= mine : others < mine"},
       {"the pointer of ports after reset", "kt_output_port.sv", "last_port_q  <= InputPorts'(1) << (InputPorts - 1);",
        "last_port_q  <= InputPorts'(1);"},
       {"the pointer of ports stays", "kt_output_port.sv", "if (|taken_o) last_port_q <= taken_o;", ""},
       {"a credit too few", "kt_output_port.sv", "credits_q <= CreditW'(Depth);", "credits_q <= CreditW'(Depth - 1);"},
       {"a channel free again after each flit", "kt_output_port.sv", kFree, "(free_q & ~given_i) | sent_vc"},
       {"one channel given in a cycle", "kt_allocator_serial.sv", "assign given_o = gen_turn[Vcs].given;",
        "assign given_o = gen_turn[1].given;"},
       {"a deeper buffer", "kt_node_router_0.sv", ".Depth(3)", ".Depth(4)"},
       {"no request but above the one served last", "kt_arbiter.sv", "|above ? lowest(above) : lowest(request_i)",
        "lowest(above)"},
       {"all requests of the switch at once", "kt_arbiter.sv", kPairs, "request_i[i]"},
       {"a credit too many", "kt_output_port.sv", "credits_q <= CreditW'(Depth);", "credits_q <= CreditW'(Depth + 1);"},
       {"a credit for every channel", "kt_output_port.sv", "credit_valid_i && credit_vc_i == v ? credits_q + 1",
        "credit_valid_i ? credits_q + 1"},
       {"a credit that is lost when a flit leaves", "kt_output_port.sv", "sent_vc[v] ? credits_now - 1",
        "sent_vc[v] ? credits_q - 1"},
       {"a channel that is never free again", "kt_output_port.sv", kFree, "free_q & ~given_i"},
       {"a channel that is given twice", "kt_allocator_serial.sv", "gen_turn[i-1].left & ~chosen",
        "gen_turn[i-1].left"},
       {"a payload bit that is 0", "kt_output_port.sv", "flit_q <= flit;",
        "flit_q <= flit & ~(FlitW'(1) << (PayloadW - 1));"},
       {"a payload bit that is 1", "kt_output_port.sv", "flit_q <= flit;",
        "flit_q <= flit | (FlitW'(1) << (PayloadW - 3));"},
       {"two payload bits exchanged", "kt_input_channel.sv", kPayloadOut,
        "{payload[PayloadW-2], payload[PayloadW-1], payload[PayloadW-3:NodeW+StateW]}, state_out"},
       {"a bit of the number of packets", "kt_input_channel.sv", kPayloadOut,
        "payload[PayloadW-1:NodeW+StateW] | 1'b1, state_out"},
       {"a credit of the wrong channel", "kt_router.sv", "credit_vc_q <= number_of(offer);", "credit_vc_q <= '0;"},
       {"a flit in every channel", "kt_router.sv", "flit_vc == v", "flit_vc == 0"},
       {"a flit that leaves by one port only", "kt_router.sv", "{Vcs{|taken_by}}", "{Vcs{taken_by[0]}}"},
       {"a cycle slower", "kt_node_router_0.sv", ".Latency(1)", ".Latency(2)"},
       {"a cycle faster", "kt_node_router_0.sv", ".Latency(1)", ".Latency(0)"},
       {"a packet that gives its channel back after a flit", "kt_input_channel.sv",
        "end else if (sent_i && tail) begin", "end else if (sent_i) begin"},
       {"a pointer that does not wrap", "kt_fifo.sv", "pointer == PointerW'(Depth - 1) ? '0 : pointer + 1",
        "pointer + 1"},
       {"an empty buffer that delays a flit", "kt_fifo.sv", "assign valid_o = write_i | ~empty;",
        "assign valid_o = ~empty;"},
       {"an empty buffer that gives an old flit", "kt_fifo.sv", "empty ? data_i : slots", "slots"},
       {"a count of flits that grows", "kt_fifo.sv", "if (write_i && !read_i) count_q", "if (write_i) count_q"},
       {"no two flits in a row", "kt_delay.sv", "else valid_q <= valid[i];",
        "else valid_q <= valid_q ? 1'b0 : valid[i];"},
       {"a router with the node of another", "kt_routers.sv", ".node_i(2'd2)", ".node_i(2'd3)"},
       {"a packet that should arrive a cycle earlier", "expected.memh", "never\n0000000", "never\n0000001"}});
}

const std::string kFull = "(~adaptive_i[v] | credits_now == CreditW'(Depth))";

TEST(ExportedMutantsSlow, candidates_and_adaptive_channels_of_routers) {
  expect_all_found("{network: {kind: hypercube, n: 2}, router: {routing: around, buffer: 2, vcs: 2}}", {},
                   {{"the second candidate before the first", "kt_input_channel.sv", kFirst,
                     "channels_of(Candidates > 1 && able[Candidates > 1 ? 1 : 0] ? Candidates'(2) : ~settled, usable)"},
                    {"an adaptive channel with a credit", "kt_output_port.sv", kFull, "1'b1"}});
  expect_all_found(
      "{network: {kind: srt1d, n: 2}, router: {routing: adaptive, buffer: 2}}", {},
      {{"an escape channel that waits for all credits", "kt_output_port.sv", kFull, "credits_now == CreditW'(Depth)"}});
}

TEST(ExportedMutantsSlow, allocator_in_two_steps) {
  const std::string separable = "kt_allocator_separable.sv";
  expect_all_found(
      "{network: {kind: mesh, sides: [3, 3]}, router: {vcs: 2, buffer: 3, allocator: separable}}", {},
      {{"the pointer of channels after reset", separable, "last_asker_q <= Vcs'(1) << (Vcs - 1);",
        "last_asker_q <= Vcs'(1);"},
       {"the pointer of channels stays", separable, "else if (got_o[p]) last_asker_q <= asker;", ""},
       {"the pointer of channels moves without a channel", separable, "if (got_o[p]) last_asker_q",
        "if (|asking) last_asker_q"},
       {"the pointer of ports stays", separable, "if (|rivals[o*All+:All]) last_port_q", "if (1'b0) last_port_q"},
       {"a head that gets a channel is always offered", "kt_router.sv", "|(offer_if_got & asks)",
        "|(offer_if_got | asks)"},
       {"a head that gets a channel waits a cycle", "kt_router.sv", "ready[v] | (asks[v] & |",
        "ready[v] | (1'b0 & |"}});
}

/// It is seen where two channels of a port wait before it has sent a flit: long links make that happen.
TEST(ExportedMutantsSlow, the_pointer_of_an_input_after_reset) {
  expect_all_found(
      "{network: {kind: hypercube, n: 3}, router: {vcs: 2, buffer: 2}, link: {latency: 3}}", {},
      {{"channel 1 first", "kt_router.sv", "last_vc_q      <= Vcs'(1) << (Vcs - 1);", "last_vc_q <= Vcs'(1);"}});
}

TEST(ExportedMutantsSlow, lanes_links_and_routers_of_a_chip) {
  const std::string alone =
      "in the states of a repair no port of a site in use meets one of a site that is not, at either end";
  expect_all_found(
      "{network: {kind: mesh, sides: [2, 2]}, fabric: {}, defects: {pe: [[1, 1]]}, link: {reach: 1}, router: {vcs: 2}}",
      {"--part", "chip"},
      {{"fixed priorities", "kt_arbiter.sv", kPairs, kFixed},
       {"a cycle slower", "kt_node_router_0.sv", ".Latency(1)", ".Latency(2)"},
       {"links of one cycle", "kt_site_lanes.sv", "extra == ExtraW'(i)", "i == 0"},
       {"credits of channel 0", "kt_site_lanes.sv", "{VcW{credit_valid}} & credit_vc_i[p*VcW+:VcW]", "{VcW{1'b0}}"},
       {"a bit of a lane", "kt_site_lanes.sv", "{FlitW{flit_valid}} & flit_i[p*FlitW+:FlitW]",
        "{FlitW{flit_valid}} & {flit_i[(p+1)*FlitW-1:p*FlitW+1], 1'b0}"},
       {"D1 and D2 exchanged", "kt_wafer_pkg.sv", "TRACK_SWITCH_D1 = 2'd2,\n    TRACK_SWITCH_D2 = 2'd3",
        "TRACK_SWITCH_D1 = 2'd3,\n    TRACK_SWITCH_D2 = 2'd2"},
       {"a site that is not in use sends", "kt_site_lanes.sv", "assign flit_valid   = active_i & flit_valid_i[p];",
        "assign flit_valid   = flit_valid_i[p];", alone},
       {"a site that is not in use receives", "kt_site_lanes.sv", "assign arriving = {LaneW{active_i}} & lane_i",
        "assign arriving = lane_i", alone}});
}

const std::string kBegins = "assign begins = load_i & (phase_q != Check);";
const std::string kTake = "valid_i & (phase_q == Shift) & !load_i;";
const std::string kWrongValue = "wrong_q    <= wrong_q | invalid_i | (|filler);";
const std::string kFieldReset = "state_q  <= '0;\n      shadow_q <= '0;";

TEST(ExportedMutantsSlow, switches_chain_and_fields_of_a_wafer_without_defects) {
  expect_all_found(
      "{network: {kind: srt2d, n: 2}, fabric: {}}", {"--flit-bits", "8"},
      {{"D1 and D2 exchanged", "kt_wafer_pkg.sv", "TRACK_SWITCH_D1 = 2'd2,\n    TRACK_SWITCH_D2 = 2'd3",
        "TRACK_SWITCH_D1 = 2'd3,\n    TRACK_SWITCH_D2 = 2'd2"},
       {"a lane of D2", "kt_track_switch.sv", "      ({FlitBits{is_d2}} & w_1_i);",
        "      ({FlitBits{is_d2}} & w_0_i);"},
       {"a way left out of D2", "kt_track_switch.sv", "({FlitBits{is_d2}} & n_1_i) |\n      ", ""},
       {"a tap on the wrong side", "kt_bunch_switch.sv",
        "assign tap_a_1_o = ({FlitBits{is_connect_0_1}} & line_a_1_i);",
        "assign tap_a_1_o = ({FlitBits{is_connect_0_1}} & line_b_1_i);"},
       {"a wire open in connect_0", "kt_bunch_switch.sv", "({FlitBits{is_cross | is_connect_0}} & line_a_1_i)",
        "({FlitBits{is_cross}} & line_a_1_i)"},
       {"a wire left out", "wafer.sv", ".w_0_i(w1_sh_g0_c0_e_0_ab), .w_0_o(w1_sh_g0_c0_e_0_ba)",
        ".w_0_i({FlitBits{1'b0}}), .w_0_o(w1_sh_g0_c0_e_0_ba)"},
       {"a coefficient of the checksum", "kt_config_chain.sv", "32'hedb8_8320", "32'hedb8_8321"},
       {"the length is not checked", "kt_config_chain.sv", "length_q & !wrong_q", "!wrong_q"},
       {"values are not checked", "kt_config_chain.sv", "length_q & !wrong_q", "length_q"},
       {"the checksum is not checked", "kt_config_chain.sv", " & (received_q == ~crc_q)", ""},
       {"the bits of the last word are not checked", "kt_config_chain.sv", " & bits_i == LastBits[6:0]", ""},
       {"a wrong value in the last word only", "kt_config_chain.sv", kWrongValue, "wrong_q <= invalid_i | (|filler);"},
       {"bits after the last field", "kt_config_chain.sv", kWrongValue, "wrong_q <= wrong_q | invalid_i;",
        "the 184 bits of this fabric fill whole bytes"},
       {"no restart", "kt_config_chain.sv", kBegins, "assign begins = load_i & phase_q != Check & phase_q != Shift;"},
       {"a restart in phase check", "kt_config_chain.sv", kBegins, "assign begins = load_i;"},
       {"no load after one that is refused", "kt_config_chain.sv", kBegins,
        "assign begins = load_i & phase_q != Check & phase_q != Refused;"},
       {"a word together with load_i", "kt_config_chain.sv", kTake, "valid_i & (phase_q == Shift);"},
       {"a word outside phase shift", "kt_config_chain.sv", kTake, "valid_i & !load_i;"},
       {"a gap taken for a word", "kt_config_chain.sv", kTake, "(phase_q == Shift) & !load_i;"},
       {"a refused stream in phase active", "kt_config_chain.sv", "phase_q <= accept ? Active : Refused;",
        "phase_q <= Active;"},
       {"the number of the word wraps", "kt_config_chain.sv",
        "if (index_q != Words[IndexBits-1:0]) index_q <= index_q + 1'b1;", "index_q <= index_q + 1'b1;"},
       {"the number of the word goes on", "kt_config_chain.sv", "phase_q    <= Shift;\n      index_q    <= '0;",
        "phase_q    <= Shift;"},
       {"the phase after a reset", "kt_config_chain.sv", "phase_q    <= Idle;", "phase_q    <= phase_q;"},
       {"shadows that stay", "kt_field.sv", "if (discard_i) shadow_q <= state_q;\n      else if", "if"},
       {"a refused stream in force", "kt_field.sv", "if (commit_i) state_q", "if (commit_i | discard_i) state_q"},
       {"a state that no reset changes", "kt_field.sv", kFieldReset, "state_q <= state_q;\n      shadow_q <= '0;"},
       {"a shadow that no reset changes", "kt_field.sv", kFieldReset, "state_q <= '0;\n      shadow_q <= shadow_q;"},
       {"a reset that waits for the clock", "kt_field.sv", "posedge clk_i or negedge rst_ni", "posedge clk_i"},
       {"a value that is no state", "kt_field.sv", "value_i} >= End", "value_i} > End"}});
}

TEST(ExportedMutantsSlow, selectors_and_fields_of_an_array_without_defects) {
  expect_all_found(
      "{network: {kind: sse, n: 4, scheme: exp2}}", {"--flit-bits", "8"},
      {{"the code of link 3", "kt_array_pkg.sv", "SELECTOR_4_LINK_3 = 3'd3", "SELECTOR_4_LINK_3 = 3'd5"},
       {"a link that is never driven", "kt_selector_4.sv", "assign link_4_0_o = ({FlitBits{is_link_4}} & port_0_i);",
        "assign link_4_0_o = {FlitBits{1'b0}};"},
       {"a link that is never received", "kt_selector_3.sv", "({FlitBits{is_link_3}} & link_3_0_i)",
        "({FlitBits{is_link_3}} & link_2_0_i)"},
       {"bits after the last field", "kt_config_chain.sv", kWrongValue, "wrong_q <= wrong_q | invalid_i;"},
       {"a value that is no state", "kt_field.sv", "value_i} >= End", "value_i} > End"}});
}

TEST(ExportedMutants, a_packet_that_comes_in_another_cycle_is_named_unless_no_cycle_counts) {
  const MutatedExport exported("{network: {kind: mesh, sides: [2, 2]}}", {});
  EXPECT_TRUE(says_line(exported.says(), "PASS"));
  const ExportedMutant slower{"a cycle slower", "kt_node_router_0.sv", ".Latency(1)", ".Latency(2)"};
  const std::string said = exported.says_of(slower);
  EXPECT_TRUE(std::regex_search(said, std::regex("packet [0-9]+ from net.x[01].y[01].router to net.x[01].y[01].router "
                                                 "arrives in cycle [0-9]+; in the model in cycle [0-9]+\n")))
      << said;
  EXPECT_TRUE(says_line(said, "FAIL")) << said;
  EXPECT_TRUE(says_line(exported.says_of(slower, "+any_cycle"), "PASS"));
  const std::string short_file = exported.says_of({"no cycle", "expected.memh", "never\n", "never\nxxxxxxxx\n"});
  EXPECT_NE(short_file.find("expected.memh: packet 0 has no cycle: xxxxxxxx\n"), std::string::npos) << short_file;
  EXPECT_TRUE(says_line(short_file, "FAIL")) << short_file;
}

/// Bunch switches that stay as they were, a way left out of track switches: what is wrong has a name.
TEST(ExportedMutants, a_wrong_field_is_named_with_its_switches_and_a_wrong_port_with_the_load) {
  const MutatedExport exported("{network: {kind: mesh, sides: [2, 2]}, fabric: {}}", {"--flit-bits", "8"});
  const std::string field = exported.says_of(
      {"bunches stay", "kt_field.sv", "if (commit_i) state_q", "if (commit_i && States != 2) state_q"});
  EXPECT_TRUE(std::regex_search(field, std::regex("\n  the *state of field r[0-9].c[0-9] \\(r[0-9].c[0-9].bunch_ew, "
                                                  "r[0-9].c[0-9].bunch_ns\\) is wrong; wrong bits of all: [0-9]+\n")))
      << field;
  const std::string port =
      exported.says_of({"left out", "kt_track_switch.sv", "({FlitBits{is_d2}} & n_0_i) |\n      ", ""});
  EXPECT_TRUE(std::regex_search(port, std::regex("load [0-9]+, [a-z, 0-9]+:\nport r[0-9]_c[0-9]_[a-z] receives ")))
      << port;
}

}  // namespace
}  // namespace kintsugi::test

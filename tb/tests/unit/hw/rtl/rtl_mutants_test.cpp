// Mistakes in the exported text, one at a time: the exported bench finds each of them.
#include <gtest/gtest.h>

#include "hw/rtl/lane_nets.hpp"
#include "models/network/types.hpp"
#include "tb/tests/unit/hw/rtl/fabric_cases.hpp"
#include "tb/tests/unit/hw/rtl/rtl_project.hpp"

namespace kintsugi::test {
namespace {

class RtlMutants : public testing::Test {
 protected:
  /// Returns what the bench says when a text that occurs once in a file is replaced.
  std::string bench_says(const std::string& name, const std::string& text, const std::string& by) const {
    std::vector<RtlFile> files = rtl::fabric_rtl(request_);
    for (RtlFile& file : files) {
      if (file.name != name) continue;
      const std::size_t at = file.text.find(text);
      EXPECT_NE(at, std::string::npos) << "not in " << name << ": " << text;
      EXPECT_EQ(file.text.find(text, at + 1), std::string::npos) << "more than once in " << name << ": " << text;
      if (at != std::string::npos) file.text.replace(at, text.size(), by);
    }
    const RtlProject project(files);
    EXPECT_EQ(project.run("iverilog -g2012 -c bench.f -o bench.vvp"), "");
    return project.run("timeout 100 vvp -n bench.vvp");
  }
  void expect_found(const std::string& name, const std::string& text, const std::string& by) const {
    const std::string said = bench_says(name, text, by);
    EXPECT_NE(said.find("\nFAIL\n"), std::string::npos) << said;
    EXPECT_EQ(said.find("PASS"), std::string::npos) << said;
  }

  RepairedFabric fabric_{wafer_case(2, "standard", "1-shift", 1, 32)};
  rtl::FabricRtl request_ = fabric_.request(8);
};

TEST_F(RtlMutants, nothing_is_found_where_nothing_is_wrong) {
  EXPECT_EQ(bench_says("kt_field.sv", "module kt_field", "module kt_field"),
            std::to_string(request_.loads.size()) + " loads\nPASS\n");
}

TEST_F(RtlMutants, D1_and_D2_exchanged) {
  expect_found("kt_wafer_pkg.sv", "TRACK_SWITCH_D1 = 2'd2,\n    TRACK_SWITCH_D2 = 2'd3",
               "TRACK_SWITCH_D1 = 2'd3,\n    TRACK_SWITCH_D2 = 2'd2");
}

TEST_F(RtlMutants, a_wrap_left_out) {
  const std::vector<Wire>& wires = fabric_.fabric().wires;
  std::size_t wrap = 0;  // the longest wire
  for (std::size_t i = 0; i < wires.size(); ++i) {
    if (wires[i].pitches >= wires[wrap].pitches) wrap = i;
  }
  expect_found("wafer.sv", "_i(" + rtl::wire_name(fabric_.fabric(), wrap) + "_0_ab)", "_i({FlitBits{1'b0}})");
}

TEST_F(RtlMutants, commit_a_cycle_late) {
  expect_found("kt_config_chain.sv", "assign commit_o  = (phase_q == Check) & accept;",
               "logic late_q;\n  always_ff @(posedge clk_i) late_q <= (phase_q == Check) & accept;\n"
               "  assign commit_o = late_q;");
}

TEST_F(RtlMutants, a_coefficient_of_the_checksum) {
  expect_found("kt_config_chain.sv", "32'hedb8_8320", "32'hedb8_8321");
}

TEST_F(RtlMutants, another_fabric_number) {
  expect_found("kt_config_chain.sv",
               "crc_q      <= CrcStart;\n      received_q <= '0;\n      length_q   <= 1'b0;\n      "
               "wrong_q    <= 1'b0;\n    end else if (take)",
               "crc_q <= ~CrcStart;\n      received_q <= '0;\n      length_q   <= 1'b0;\n      "
               "wrong_q    <= 1'b0;\n    end else if (take)");
}

TEST_F(RtlMutants, a_length_that_is_not_checked) {
  expect_found("kt_config_chain.sv", "length_q & !wrong_q", "!wrong_q");
}

TEST_F(RtlMutants, values_and_filler_that_are_not_checked) {
  expect_found("kt_config_chain.sv", "length_q & !wrong_q", "length_q");
}

TEST_F(RtlMutants, another_reason_for_a_refusal) {
  const std::string said = bench_says("kt_config_chain.sv", "!length_q ? WrongLength : received_q", "received_q");
  EXPECT_NE(said.find("  the reason of a refusal is checksum, not length\n"), std::string::npos) << said;
  EXPECT_NE(said.find("\nFAIL\n"), std::string::npos) << said;
}

TEST_F(RtlMutants, a_reason_that_stays_when_the_next_load_begins) {
  expect_found("kt_config_chain.sv",
               "phase_q    <= Shift;\n      index_q    <= '0;\n      history_q  <= '0;\n      value_q    <= 1'b0;\n"
               "      refused_q  <= '0;",
               "phase_q    <= Shift;\n      index_q    <= '0;\n      history_q  <= '0;\n      value_q    <= 1'b0;");
}

TEST_F(RtlMutants, a_readback_of_the_shadows_in_the_place_of_the_states) {
  expect_found("kt_config_reader.sv", "reading_q & shadows_q ? field_shadow_i : field_state_i", "field_shadow_i");
}

TEST_F(RtlMutants, a_readback_that_a_load_does_not_end) {
  expect_found("kt_config_reader.sv", "reading_q ? discard_i | (ready_i & last)", "reading_q ? (ready_i & last)");
}

TEST_F(RtlMutants, an_upset_that_is_not_noticed) {
  const std::string said = bench_says("kt_config_reader.sv", "compares && crc_q != reference_q", "1'b0");
  EXPECT_NE(said.find("  an upset of field "), std::string::npos) << said;
  EXPECT_NE(said.find("\nFAIL\n"), std::string::npos) << said;
}

TEST_F(RtlMutants, an_upset_that_a_load_does_not_heal) {
  expect_found("kt_config_reader.sv", "reference_q <= checksum_i;\n        upset_q     <= 1'b0;",
               "reference_q <= checksum_i;");
}

TEST_F(RtlMutants, a_scrub_with_another_checksum_at_power_up) {
  expect_found("kt_config_reader.sv", "reference_q <= CrcPowerUp;", "reference_q <= CrcStart;");
}

TEST_F(RtlMutants, a_shadow_that_is_not_discarded) {
  expect_found("kt_field.sv", "if (discard_i)", "if (1'b0)");
}

TEST_F(RtlMutants, a_gap_that_is_taken_for_a_word) {
  expect_found("kt_config_chain.sv", "assign take   = valid_i &", "assign take   =");
}

/// Gaps after each word find it as the others do.
TEST_F(RtlMutants, a_gap_after_each_word_that_is_taken_for_one) {
  request_.loads = {request_.loads.front(), request_.loads.front()};
  request_.loads.back().gap = 2;
  expect_found("kt_config_chain.sv", "assign take   = valid_i &", "assign take   =");
}

TEST_F(RtlMutants, a_damaged_stream_that_is_taken) {
  rtl::StreamLoad damaged = request_.loads.at(1);
  damaged.stream.front() ^= 1U;
  request_.loads = {request_.loads.front(), rtl::load_of(fabric_.fabric(), "damaged", damaged.stream, 1)};
  expect_found("kt_config_chain.sv", "& (received_q == ~crc_q)", "");
}

/// A bench that expects the damaged stream to be taken fails, too.
TEST_F(RtlMutants, an_expectation_that_is_wrong) {
  request_.loads = {request_.loads.front(), request_.loads.at(1)};
  request_.loads.back().stream.front() ^= 1U;
  expect_found("kt_field.sv", "module kt_field", "module kt_field");
}

}  // namespace
}  // namespace kintsugi::test

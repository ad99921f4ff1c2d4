/// The fabrics that are compared with RTL in a SystemC chip, and mutants: mistakes in the SystemVerilog of the first
/// one, which a plusarg chooses, so that one class of Verilator holds them all. CMakeLists.txt lists the fabrics again.
#pragma once

#include <string>
#include <vector>

#include "hw/rtl/systemc_fabric.hpp"
#include "models/family/parameters.hpp"
#include "models/network/types.hpp"

namespace kintsugi::test {

struct CosimulatedFabric {
  std::string name;
  std::string kind;
  Parameters parameters;
  std::string routing;
  unsigned vcs;
  unsigned chain_bits;
  unsigned most_extra;  ///< of a link, in cycles
  bool has_mutants = false;
};

struct FabricMutant {
  unsigned number;  ///< of +kt_mutant=
  std::string file;
  std::string text;
  std::string mistake;  ///< replaces the text; IS is whether the mutant is chosen
};

inline const std::vector<CosimulatedFabric>& cosimulated_fabrics() {
  using List = std::vector<std::int64_t>;
  static const std::vector<CosimulatedFabric> kFabrics = {
      {"torus_fabric", "torus", {{"sides", List{4, 4}}}, "dimension-order", 2, 32, 3, true},
      {"srt_fabric", "srt2d", {{"n", std::int64_t{2}}}, "monotone", 2, 24, 0},
      {"mesh_fabric", "mesh", {{"sides", List{2, 3}}}, "dimension-order", 1, 7, 0},
  };
  return kFabrics;
}

inline const std::vector<FabricMutant>& fabric_mutants() {
  static const std::vector<FabricMutant> kMutants = {
      // a selector takes the other line
      {1, "kt_bunch_switch.sv", "{FlitBits{is_connect_0}} & line_a_0_i",
       "{FlitBits{is_connect_0}} & (IS ? line_b_0_i : line_a_0_i)"},
      // D1 and D2 are taken for each other
      {2, "kt_track_switch.sv", "is_d1 = state_i == kt_wafer_pkg::TRACK_SWITCH_D1",
       "is_d1 = state_i == (IS ? kt_wafer_pkg::TRACK_SWITCH_D2 : kt_wafer_pkg::TRACK_SWITCH_D1)"},
      // a load does not begin anew: the words are counted on
      {3, "kt_config_chain.sv", "end else if (begins) begin\n      phase_q    <= Shift;\n      index_q    <= '0;",
       "end else if (begins) begin\n      phase_q    <= Shift;\n      index_q    <= IS ? index_q : '0;"},
      // a bit of each word is lost
      {4, "kt_config_chain.sv", "assign window_o = {word_i & arrived_o, history_q};",
       "assign window_o = {word_i & arrived_o & ~(IS ? Width'(32) : Width'(0)), history_q};"},
      // a bit of the lanes is always 0
      {5, "kt_site_lanes.sv", "{FlitW{flit_valid}} & flit_i[p*FlitW+:FlitW]",
       "{FlitW{flit_valid}} & flit_i[p*FlitW+:FlitW] & ~(IS ? FlitW'(1) << 33 : FlitW'(0))"},
      // all credits are of channel 0
      {6, "kt_site_lanes.sv", "{VcW{credit_valid}} & credit_vc_i[p*VcW+:VcW]",
       "{VcW{credit_valid & !(IS)}} & credit_vc_i[p*VcW+:VcW]"},
      // long links are a cycle shorter
      {7, "kt_site_lanes.sv", "extra == ExtraW'(i)", "extra == ExtraW'(i + ((IS) && i > 0 ? 1 : 0))"},
      // switches change from their state at power-up only
      {8, "kt_field.sv", "if (commit_i) state_q", "if (commit_i && !((IS) && state_q != '0)) state_q"},
  };
  return kMutants;
}

}  // namespace kintsugi::test

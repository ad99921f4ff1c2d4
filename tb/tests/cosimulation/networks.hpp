/// The networks whose routers are compared with RTL, beside a chip or in it, each with parameters of the router of its
/// own, and mutants: the same with one mistake in a SystemVerilog file. CMakeLists.txt lists the names again, for
/// Verilator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw/rtl/routers.hpp"
#include "models/family/parameters.hpp"
#include "models/network/link_latency.hpp"
#include "models/network/types.hpp"

namespace kintsugi::test {

struct CosimulatedNetwork {
  std::string name;
  std::string kind;
  Parameters parameters;
  std::string routing;
  unsigned vcs;
  rtl::RouterForm form;
  LinkLatency link_cycles;
  double near_saturation;  ///< flits per node and cycle
  Cycle cycles = 100'000;  ///< that the tests compare at each load
};

struct Mutant {
  std::string name;
  std::string network;
  std::string file;
  std::string text;
  std::string mistake;  ///< replaces the text
};

inline const std::vector<CosimulatedNetwork>& cosimulated_networks() {
  using List = std::vector<std::int64_t>;
  static const std::vector<CosimulatedNetwork> kNetworks = {
      {"mesh", "mesh", {{"sides", List{4, 4}}}, "dimension-order", 2, {4, 1, 0}, 1, 0.5},
      {"torus", "torus", {{"sides", List{4, 4}}}, "dimension-order", 3, {3, 0, 0}, {2, 5}, 0.5},
      {"srt", "srt2d", {{"n", std::int64_t{2}}}, "monotone", 2, {4, 1, 0}, 1, 0.5},
      {"adaptive", "srt2d", {{"n", std::int64_t{2}}}, "minimal-adaptive", 3, {5, 1, 0}, {3, 1}, 0.6},
      {"separable",
       "srt2d",
       {{"n", std::int64_t{2}}},
       "minimal-adaptive",
       3,
       {5, 1, 0, false, AllocatorRule::kSeparable},
       {3, 1},
       0.6},
      {"hypercube", "hypercube", {{"n", std::int64_t{4}}}, "e-cube", 1, {1, 2, 0}, 3, 0.1},
      {"rdt",
       "rdt",
       {{"side", std::int64_t{16}}, {"assignment", std::string("perfect")}},
       "scheme-h",
       2,
       {2, 0, 0},
       1,
       0.3,
       4'000},
  };
  return kNetworks;
}

/// The network whose routers stand in a chip as modules of SystemC (rtl_in_chip_test.cpp), with and without a fabric.
inline const CosimulatedNetwork& network_in_chip() {
  static const CosimulatedNetwork kNetwork{
      "in_chip", "torus", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", 2, {4, 1, 0, true}, 1, 0.6};
  return kNetwork;
}

inline const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> kMutants = {
      {"mutant_start", "mesh", "kt_allocator_serial.sv", "last_channel_q <= InputChannels'(1) << (InputChannels - 1)",
       "last_channel_q <= InputChannels'(1)"},
      {"mutant_credits", "mesh", "kt_output_port.sv", "u < v ? others >= mine : others > mine", "u < v"},
      {"mutant_table", "mesh", "kt_kinds.sv", "4'd5: kinds_o = 64'h3", "4'd5: kinds_o = 64'h1"},
      {"in_chip_mutant", "in_chip", "kt_output_port.sv", "credits_q <= CreditW'(Depth)",
       "credits_q <= CreditW'(Depth - 1)"},
  };
  return kMutants;
}

template <class Named>
const Named* find_named(const std::vector<Named>& list, std::string_view name) {
  for (const Named& each : list) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

}  // namespace kintsugi::test

/// Reads the traffic flows of a network on chip as VPR, of Verilog-to-Routing 9, takes them (--noc_flows_file).
///
///   <traffic_flows>
///     <single_flow src=".*dma.*" dst=".*ddr.*" bandwidth="4.8e9" latency_cons="40e-9" priority="2"/>
///   </traffic_flows>
///
/// Nodes      src and dst name the modules of two routers. VPR takes them as regular expressions: ".*" at an end is
///            left out and "\." becomes ".", and a note says so; what then still is an expression is a mistake
/// Bandwidth  bits/s, or bytes/s with `bytes`: the flow has bandwidth / (flit_bits * clock_hz) flits/cycle, at most 1
/// Ignored    latency_cons and priority, with a note: no flow of ours has them
/// Errors     are returned as a list, each with its line and column: what VPR refuses too (another element or
///            attribute, a missing one, a flow of a router to itself), entities, no flow, more flows than
///            ForeignFlows::kMost
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/traffic/foreign_flows.hpp"

namespace kintsugi {

struct VtrOptions {
  unsigned flit_bits = 128;  ///< at least 1
  double clock_hz = 1e9;     ///< of the network, above 0
  bool bytes = false;        ///< a bandwidth is in bytes/s
};

std::variant<ForeignFlows, std::vector<FileMistake>> read_vtr_flows(std::string_view text, const VtrOptions& options);

}  // namespace kintsugi

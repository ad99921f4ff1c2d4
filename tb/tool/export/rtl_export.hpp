/// What `kintsugi export` writes: the hand-over of a scenario to RTL (hw/rtl), for a repair that was checked.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "hw/rtl/bench_packet.hpp"
#include "hw/rtl/rtl_file.hpp"
#include "models/network/limits.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

inline constexpr IntegerRange kFlitBitsRange{1, 1024};

struct RtlExport {
  /// Of a lane, in each direction. Routers that need more take it, and it is more then, unless they are fixed.
  unsigned flit_bits = 32;
  bool flit_bits_fixed = false;
  bool preconfigured = false;                ///< the states are wired in: there is no configuration chain
  bool systemc = false;                      ///< with what a SystemC chip needs that has this part of it in RTL
  Progress progress = {};                    ///< of the routing as a table
  rtl::DeliveryCycles delivery_cycles = {};  ///< of the model, for benches that send packets; empty: not compared
  bool packed = false;                       ///< ports of a fabric by site and port too, as arrays
  std::string prefix = {};                   ///< of the names that an export has in common with a design; "": none
};

/// Throws InputError if the scenario has a key that a SystemC chip with this part in RTL refuses: multicasts; with the
/// fabric in RTL (`fabric_in_rtl`) sites that set their own switches; with the routers in RTL detection, and a routing
/// that routes around faults. The functions below refuse the rest.
void refuse_in_systemc_chip(const Scenario& scenario, const Setup& setup, bool fabric_in_rtl);

/// The origin of an export, for the heads of its files.
struct ExportOrigin {
  std::string version;  ///< of the program
  std::string command;  ///< in a single line, the same on every machine
};

/// Returns why a text cannot be a prefix; "" if it can.
std::string export_prefix_problem(const std::string& prefix);

/// Returns the files of an export as a user gets them: with manifests, the prefix of the request and heads; none if
/// there are none.
std::vector<RtlFile> finished_export(std::vector<RtlFile> files, const Setup& setup, const RtlExport& request,
                                     const ExportOrigin& origin);

/// Returns the files for the fabric of a scenario, which must have one, in the states of this verified repair. The
/// netlist is that of the fabric as designed, without stuck switches and cut wires. After the repair the bench loads
/// the streams of `reconfigurations`, then the states for no defects, or those at power-up if there are none.
/// `link_cycles`: the latency of the link at each port of each site. For a SystemC chip links may be as long as any of
/// the network; where their lengths count, twice as long as the longest of this repair, as a later one may have longer
/// ones. Throws InputError as arriving_streams() does, and if links are too long for a SystemC chip.
std::vector<RtlFile> export_fabric(const Scenario& scenario, const Setup& setup, const CheckedRepair& repair,
                                   const RtlExport& request, const std::vector<unsigned>& link_cycles);

/// Returns the files for the chip of a scenario, which must have a fabric, in the states of this verified repair.
/// `link_cycles`: the latency of the link at each port of each site. Throws InputError if the routing is too large for
/// a table, or flits are too short.
std::vector<RtlFile> export_chip(const Scenario& scenario, const Setup& setup, const CheckedRepair& repair,
                                 RtlExport& request, const std::vector<unsigned>& link_cycles);

/// Returns the files for the routers of a scenario. `link_cycles`: the latency of each link. Throws InputError if the
/// network is on a fabric, the routing is too large for a table, or flits are too short.
std::vector<RtlFile> export_routers(const Scenario& scenario, const Setup& setup, RtlExport& request,
                                    std::span<const LinkLatency> link_cycles);

/// Returns what `write` returns, called again with as many bits of a flit as it needs if the request leaves them open.
/// Throws InputError for what it refuses, and for heads with patience.
std::vector<RtlFile> routers_or_errors(const Scenario& scenario, const Setup& setup, RtlExport& request,
                                       const std::function<std::vector<RtlFile>()>& write);

/// Returns the names of nodes and ports that SystemVerilog does not take, with those of the netlist; empty if it takes
/// all.
nlohmann::ordered_json mended_names_json(const Network& network);
/// Returns a line about them; "" if there are none.
std::string mended_names_text(const Network& network);

/// Returns the name and the bytes of each file.
nlohmann::ordered_json file_list(const std::vector<RtlFile>& files);
/// Returns the keys flit_bits, chain_bits (null if preconfigured), and files, each with name and bytes.
nlohmann::ordered_json to_json(const RtlExport& request, const Scenario& scenario, const std::vector<RtlFile>& files);
/// Returns a line for each file.
std::string to_text(const std::vector<RtlFile>& files);

}  // namespace kintsugi

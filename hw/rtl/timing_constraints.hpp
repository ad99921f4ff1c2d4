/// Timing constraints (SDC) for a fabric, or a chip on it, in given states: which values the states have, so that
/// static timing finds neither paths that no flit takes nor the loops that switches could close.
///
/// Forms   <fabric>.sdc       for a netlist whose hierarchy is kept: the values stand at the pins of the switches,
///                            `r3.c4.bunch_ew.sw/state_i[0]`
///         <fabric>_flat.sdc  for a flat netlist: at the pins of the nets of the fields, `state_17[0]`. Not for states
///                            that are wired in
/// States  one set_case_analysis for every bit of every switch (or field): OpenSTA knows no arcs of hierarchical cells,
///         so that set_disable_timing at a switch has no meaning there
/// Clock   the variables kt_period, kt_input_delay and kt_output_delay can be set before the file is read; they are in
///         the unit of time of the library. Without a chain the clock is virtual, for the delays of the ports alone
/// Static  what tells a site or a router its node changes while nothing is under way: a false path
/// Rings   lanes that the states close to a ring (models/fabric/closed_rings.hpp) stay loops: the file names them. A
///         fabric whose bypassed bunches are isolated has none
/// One file holds for one configuration only.
#pragma once

#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

class SwitchKinds;

/// What of a netlist is constrained beside its states.
struct TimedNetlist {
  bool has_chain = true;   ///< or its states are wired in
  bool has_sites = false;  ///< a router at every site: the ports are those of PEs
  bool has_extra = false;  ///< ... and sites are told the cycles of their links
};

std::vector<RtlFile> timing_constraints(const Fabric& fabric, const SwitchKinds& kinds,
                                        const Configuration& configuration, const TimedNetlist& netlist);

/// Returns kt_router.sdc, for each of the routers of a network.
RtlFile router_constraints();

}  // namespace kintsugi::rtl

/// Timing constraints (SDC) for a fabric in given states: the ways through switches that these states do not open are
/// disabled, so that static timing finds neither paths that no flit takes nor the loops that switches could close.
///
/// Cells   the switches themselves, `r3.c4.bunch_ew.sw`: synthesis must keep their hierarchy
/// Arcs    from an input of a switch to an output, with all bits of the flit
/// Rings   lanes that the states close to a ring (models/fabric/closed_rings.hpp) are opened at one switch, in both
///         directions; after that no loop is left
/// One file holds for one configuration only.
#pragma once

#include "hw/rtl/rtl_file.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

class SwitchKinds;

RtlFile timing_constraints(const Fabric& fabric, const SwitchKinds& kinds, const Configuration& configuration);

}  // namespace kintsugi::rtl

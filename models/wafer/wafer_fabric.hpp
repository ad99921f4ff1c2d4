/// The wafer's fabric as data: sites, switches, wires and fields of a core with its ring of spares, or of a row.
///
/// Sites     as in WaferGrid: "r3.c4", address [row, column], in a row the column alone. Router ports of the network
/// Switches  in this order: track switches as in TrackGrid, then for every site "r3.c4.bunch_ew" (line_a and tap_a
///           west, line_b and tap_b east) and, but in a row, "r3.c4.bunch_ns" (a north, b south). A bunch that is set
///           wire by wire is a chain of two-mode switches, "r3.c4.bunch_ew.w0" first, at its west or north end
/// Places    bunch switches south (ew) and east (ns) of the middle of their site, track switches in the gaps, in line
///           with the links they are on
/// Wires     all lanes between neighbours, and along the tracks; the wrap of a core line joins its two spares, for the
///           lanes that have a wrap, if any
/// Pitches   a straight link between neighbours 1, a step along a track 1, a wrap as given, or the wafer's side
/// Fields    one per track switch, 2 bits; then one per site for both of its bunch switches: 0 bypasses the PE, 1 + w
///           attaches a node whose wire is w. With bunch switches that can be isolated, W + 1 isolates that of the
///           east-west axis and W + 2 the other one, W the wires of the bundle. A bunch that is set wire by wire has a
///           field of one bit for each of its switches, 0 cross, 1 connect: 2 W for a site, or W in a row
/// Source    Inoguchi and Horiguchi 1996, sections 5.1 and 5.2
#pragma once

#include <optional>
#include <span>

#include "models/fabric/fabric.hpp"
#include "models/wafer/bundle.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi {

struct WaferSwitches {
  const TrackSwitchType& track;
  const BunchSwitchType& bunch_ew;
  const BunchSwitchType& bunch_ns;             ///< has the same states
  std::span<const TwoModeSwitchType> by_wire;  ///< empty: bunches are set by a code
};

/// Returns the fabric for routers with these ports; the switch types must outlive it.
Fabric wafer_fabric(const TrackGrid& tracks, const Bundle& bundle, const PortLayout& ports,
                    std::optional<unsigned> wrap_pitches, const WaferSwitches& types);

}  // namespace kintsugi

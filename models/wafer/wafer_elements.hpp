/// Defects of a wafer beside its PEs: what an address means in the fabric, and which sites it concerns.
/// wafer_info.hpp specifies the keys and the parts of their addresses.
///
/// switch  [plane, g, k, t, state]    a track switch stuck in OPEN, X, D1 or D2
/// track   [plane, g, k, t]           the piece of a track between positions k and k + 1 of a gap: all its wires
/// bunch   [r, c, axis, wire, mode]   the two-mode switch of one wire of a PE stuck in cross or connect
/// wire    [r, c, side, wire]         one wire from a PE to that side, cut: it leads to a track switch or, if it wraps,
///                                    to the far end of the line
///
/// plane H or V, g, k and t as in TrackGrid; axis ew or ns; side n, e, s or w. On the outside of the spares only the
/// wires that wrap can be named. In a row r and the axis are left out, and there are no track switches.
/// Errors: throws std::invalid_argument with what is valid.
#pragma once

#include <span>
#include <string_view>

#include "models/fabric/element_defect.hpp"
#include "models/family/fabric_info.hpp"
#include "models/wafer/bundle.hpp"
#include "models/wafer/element_planner.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi {

/// Numbers the bunch switches of a wafer. They come after the track switches: for each site first those on its
/// horizontal links, plane V, then the others, which a row does not have. A bunch is one switch, or one for each of its
/// wires.
class BunchSwitches {
 public:
  /// `wires` is the number of switches of a bunch: 1 if it is set by one code.
  BunchSwitches(const TrackGrid& tracks, unsigned wires)
      : first_(tracks.switches()), of_a_site_(tracks.wafer().planes().size() * wires), wires_(wires) {}
  unsigned wires() const { return wires_; }
  /// Returns the switch of a bunch for one of its wires.
  SwitchId at(SiteId site, Plane plane, unsigned wire = 0) const {
    return SwitchId::from(first_ + of_a_site_ * site.value + (plane == Plane::kH ? wires_ : 0) + wire);
  }
  SwitchId last(SiteId site, Plane plane) const { return at(site, plane, wires_ - 1); }
  SiteId site(SwitchId id) const { return SiteId::from((id.value - first_) / of_a_site_); }
  Plane plane(SwitchId id) const { return (id.value - first_) % of_a_site_ < wires_ ? Plane::kV : Plane::kH; }
  unsigned wire(SwitchId id) const { return static_cast<unsigned>((id.value - first_) % wires_); }

 private:
  std::size_t first_;
  std::size_t of_a_site_;
  unsigned wires_;
};

/// Returns what the key and the numbers stand for on the wafer of this info. The address has been checked against
/// wafer_elements(): a name is its place among the choices.
ElementDefect wafer_element(const FabricInfo& info, const TrackGrid& tracks, const Bundle& bundle,
                            const BunchSwitches& bunches, std::string_view key, std::span<const int> address);

/// Returns the sites whose nodes decide what the element has to do.
Surroundings surroundings(const TrackGrid& tracks, const BunchSwitches& bunches, const ElementDefect& element);

}  // namespace kintsugi

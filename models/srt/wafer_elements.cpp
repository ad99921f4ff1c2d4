#include "models/srt/wafer_elements.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "models/srt/wafer_info.hpp"

namespace kintsugi::srt {

namespace {

using Track = TrackSwitchType;
using Bunch = BunchSwitchType;

/// The parts of the addresses, in the order of wafer_info().
enum SwitchPart { kPlane, kGap, kPosition, kTrack, kState };
enum WirePart { kRow, kColumn, kAxisOrSide, kWire, kMode };

/// The name of a part that is chosen by its name.
const std::string& chosen(std::string_view key, std::size_t part, std::span<const int> address) {
  const std::vector<ElementSpec>& all = wafer_info().elements;
  const auto spec = std::ranges::find(all, key, &ElementSpec::key);
  return spec->parts[part].choices[static_cast<std::size_t>(address[part])];
}

GridPoint read_site(const WaferGrid& grid, std::span<const int> address) {
  const GridPoint at{address[kRow], address[kColumn]};
  if (!grid.populated(at)) throw std::invalid_argument(wafer_info().empty_place);
  return at;
}

TrackPlace read_place(std::span<const int> address) {
  return {address[kPlane] == 0 ? Plane::kH : Plane::kV, address[kGap], address[kPosition], address[kTrack]};
}

SwitchId track_switch(const TrackGrid& tracks, const TrackPlace& at) {
  return SwitchId{static_cast<std::uint32_t>(tracks.index(at))};
}

std::string name(const TrackGrid& tracks, const TrackPlace& at) {
  return tracks.name(at.plane, at.gap, at.position, at.track);
}

ElementDefect stuck_track_switch(const TrackGrid& tracks, std::span<const int> address) {
  const TrackPlace at = read_place(address);
  return {StuckSwitch{track_switch(tracks, at), static_cast<SwitchState>(address[kState])},
          name(tracks, at) + " stuck in " + chosen("switch", kState, address)};
}

ElementDefect cut_track(const TrackGrid& tracks, std::span<const int> address) {
  const TrackPlace at = read_place(address);
  const TrackPlace next{at.plane, at.gap, at.position + 1, at.track};
  return {CutWire{track_switch(tracks, at), at.plane == Plane::kH ? Track::kEast : Track::kSouth},
          "track cut between " + name(tracks, at) + " and " + name(tracks, next)};
}

ElementDefect stuck_bunch_switch(const TrackGrid& tracks, std::span<const int> address) {
  const GridPoint at = read_site(tracks.wafer(), address);
  const int wire = address[kWire];
  const SwitchState state = address[kMode] == 0 ? Bunch::kBypassAll : Bunch::connect(static_cast<unsigned>(wire));
  const Plane plane = address[kAxisOrSide] == 0 ? Plane::kV : Plane::kH;
  return {StuckLane{bunch_switch(tracks, tracks.wafer().site(at), plane), Bunch::kLineA, Bunch::kLineB,
                    static_cast<Lane>(wire), state},
          WaferGrid::name(at) + ".bunch_" + chosen("bunch", kAxisOrSide, address) + " wire " + std::to_string(wire) +
              " stuck in " + chosen("bunch", kMode, address)};
}

/// Returns whether this side of a site is the outside of a spare, where only wires with a wrap continue.
bool is_outside(const WaferGrid& grid, GridPoint at, std::size_t side) {
  return std::array{at.row == 0, at.column == grid.last(), at.row == grid.last(), at.column == 0}[side];
}

ElementDefect cut_wire(const TrackGrid& tracks, const Bundle& bundle, std::span<const int> address) {
  const GridPoint at = read_site(tracks.wafer(), address);
  const auto side = static_cast<std::size_t>(address[kAxisOrSide]);
  const int wire = address[kWire];
  const bool core_line = side % 2 == 1 ? at.row >= 1 && at.row <= tracks.wafer().core()
                                       : at.column >= 1 && at.column <= tracks.wafer().core();
  if (is_outside(tracks.wafer(), at, side) && (!core_line || wire >= static_cast<int>(bundle.wrapped()))) {
    throw std::invalid_argument("wire " + std::to_string(wire) + " of " + WaferGrid::name(at) +
                                " does not lead on to the " + name(kDirections[side]));
  }
  const SwitchId id = bunch_switch(tracks, tracks.wafer().site(at), side % 2 == 1 ? Plane::kV : Plane::kH);
  const auto line = side == 0 || side == 3 ? Bunch::kLineA : Bunch::kLineB;
  return {CutWire{id, line, static_cast<Lane>(wire)},
          "wire " + std::to_string(wire) + " cut " + name(kDirections[side]) + " of " + WaferGrid::name(at)};
}

}  // namespace

SwitchId bunch_switch(const TrackGrid& tracks, SiteId site, Plane plane) {
  const std::size_t number = tracks.switches() + 2 * site.value + (plane == Plane::kH ? 1 : 0);
  return SwitchId{static_cast<std::uint32_t>(number)};
}

SiteId site_of_bunch_switch(const TrackGrid& tracks, SwitchId id) {
  return SiteId{static_cast<std::uint32_t>((id.value - tracks.switches()) / 2)};
}

ElementDefect wafer_element(const TrackGrid& tracks, const Bundle& bundle, std::string_view key,
                            std::span<const int> address) {
  if (key == "switch") return stuck_track_switch(tracks, address);
  if (key == "track") return cut_track(tracks, address);
  if (key == "bunch") return stuck_bunch_switch(tracks, address);
  if (key == "wire") return cut_wire(tracks, bundle, address);
  throw std::invalid_argument("a wafer has no such element");
}

/// A track switch depends on the nodes of the two lines beside its gap that can be displaced to or from its position;
/// they are displaced along these lines. Bunch switches and wires depend on the nodes at their sites, displaced along
/// either axis.
Surroundings surroundings(const TrackGrid& tracks, const ElementDefect& element) {
  const std::size_t id = element.switch_id().value;
  if (id < tracks.switches()) {
    const TrackPlace at = tracks.place(id);
    return {point(at.plane, at.gap, at.position - 1), point(at.plane, at.gap + 1, at.position + 2),
            at.plane == Plane::kH, at.plane == Plane::kV};
  }
  const GridPoint at = tracks.wafer().point(site_of_bunch_switch(tracks, element.switch_id()));
  return {{at.row - 1, at.column - 1}, {at.row + 1, at.column + 1}};
}

}  // namespace kintsugi::srt

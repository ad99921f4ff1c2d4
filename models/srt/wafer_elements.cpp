#include "models/srt/wafer_elements.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace kintsugi::srt {

namespace {

using Track = TrackSwitchType;
using Bunch = BunchSwitchType;

/// Reads the parts of an address one after the other.
class AddressReader {
 public:
  AddressReader(std::string form, std::span<const ElementPart> parts, std::size_t wanted)
      : form_(std::move(form)), parts_(parts) {
    if (parts.size() != wanted) fail("it has " + std::to_string(parts.size()) + " parts");
  }

  int number(const std::string& what, int low, int high) {
    const int* found = std::get_if<int>(&parts_[next_++]);
    if (found == nullptr || *found < low || *found > high) {
      fail(what + " must be " + std::to_string(low) + " to " + std::to_string(high));
    }
    return *found;
  }

  /// The place in the list of the name that was given.
  std::size_t name(const std::string& what, std::span<const std::string_view> valid) {
    const std::string* found = std::get_if<std::string>(&parts_[next_++]);
    const auto place = found != nullptr ? std::ranges::find(valid, *found) : valid.end();
    if (place == valid.end()) fail(what + " must be " + list(valid));
    return static_cast<std::size_t>(place - valid.begin());
  }

  [[noreturn]] void fail(const std::string& why) const { throw std::invalid_argument(form_ + ": " + why); }

 private:
  static std::string list(std::span<const std::string_view> names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
      text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + std::string(names[i]);
    }
    return text;
  }

  std::string form_;
  std::span<const ElementPart> parts_;
  std::size_t next_ = 0;
};

constexpr std::array<std::string_view, 2> kPlanes{"H", "V"};
constexpr std::array<std::string_view, 4> kTrackStates{"OPEN", "X", "D1", "D2"};
constexpr std::array<std::string_view, 2> kAxes{"ew", "ns"};
constexpr std::array<std::string_view, 2> kModes{"cross", "connect"};
constexpr std::array<std::string_view, 4> kSides{"n", "e", "s", "w"};

GridPoint read_site(const WaferGrid& grid, AddressReader& address) {
  const int row = address.number("the row", 0, grid.last());
  const int column = address.number("the column", 0, grid.last());
  if (!grid.populated({row, column})) address.fail("the corners of a wafer have no PE");
  return {row, column};
}

struct TrackPlace {
  Plane plane;
  int gap;
  int position;
  int track;
};

TrackPlace read_place(const TrackGrid& tracks, AddressReader& address, int last_position) {
  const auto plane = address.name("the plane", kPlanes) == 0 ? Plane::kH : Plane::kV;
  const int gap = address.number("the gap", 0, tracks.wafer().core());
  const int position = address.number("the position", 0, last_position);
  return {plane, gap, position, address.number("the track", 0, tracks.tracks() - 1)};
}

SwitchId track_switch(const TrackGrid& tracks, const TrackPlace& at) {
  return SwitchId{static_cast<std::uint32_t>(tracks.index(at.plane, at.gap, at.position, at.track))};
}

std::string name(const TrackGrid& tracks, const TrackPlace& at) {
  return tracks.name(at.plane, at.gap, at.position, at.track);
}

ElementDefect stuck_track_switch(const TrackGrid& tracks, AddressReader address) {
  const TrackPlace at = read_place(tracks, address, tracks.wafer().last());
  const std::size_t state = address.name("the state", kTrackStates);
  return {StuckSwitch{track_switch(tracks, at), static_cast<SwitchState>(state)},
          name(tracks, at) + " stuck in " + std::string(kTrackStates[state])};
}

ElementDefect broken_track(const TrackGrid& tracks, AddressReader address) {
  const TrackPlace at = read_place(tracks, address, tracks.wafer().core());
  const TrackPlace next{at.plane, at.gap, at.position + 1, at.track};
  return {CutWire{track_switch(tracks, at), at.plane == Plane::kH ? Track::kEast : Track::kSouth},
          "track broken between " + name(tracks, at) + " and " + name(tracks, next)};
}

ElementDefect stuck_bunch_switch(const TrackGrid& tracks, const Bundle& bundle, AddressReader address) {
  const GridPoint at = read_site(tracks.wafer(), address);
  const std::size_t axis = address.name("the axis", kAxes);
  const int wire = address.number("the wire", 0, static_cast<int>(bundle.wires()) - 1);
  const std::size_t mode = address.name("the mode", kModes);
  const SwitchState state = mode == 0 ? Bunch::kBypassAll : Bunch::connect(static_cast<unsigned>(wire));
  const SwitchId id = bunch_switch(tracks, tracks.wafer().site(at), axis == 0 ? Plane::kV : Plane::kH);
  return {StuckLane{id, Bunch::kLineA, Bunch::kLineB, static_cast<Lane>(wire), state},
          WaferGrid::name(at) + ".bunch_" + std::string(kAxes[axis]) + " wire " + std::to_string(wire) + " stuck in " +
              std::string(kModes[mode])};
}

/// Returns whether this side of a site is the outside of a spare, where only wires with a wrap continue.
bool is_outside(const WaferGrid& grid, GridPoint at, std::size_t side) {
  return std::array{at.row == 0, at.column == grid.last(), at.row == grid.last(), at.column == 0}[side];
}

ElementDefect broken_wire(const TrackGrid& tracks, const Bundle& bundle, AddressReader address) {
  const GridPoint at = read_site(tracks.wafer(), address);
  const std::size_t side = address.name("the side", kSides);
  const int wire = address.number("the wire", 0, static_cast<int>(bundle.wires()) - 1);
  const bool core_line = side % 2 == 1 ? at.row >= 1 && at.row <= tracks.wafer().core()
                                       : at.column >= 1 && at.column <= tracks.wafer().core();
  if (is_outside(tracks.wafer(), at, side) && (!core_line || wire >= static_cast<int>(bundle.wrapped()))) {
    address.fail("wire " + std::to_string(wire) + " of " + WaferGrid::name(at) + " does not lead on to the " +
                 name(kDirections[side]));
  }
  const SwitchId id = bunch_switch(tracks, tracks.wafer().site(at), side % 2 == 1 ? Plane::kV : Plane::kH);
  const auto line = side == 0 || side == 3 ? Bunch::kLineA : Bunch::kLineB;
  return {CutWire{id, line, static_cast<Lane>(wire)},
          "wire " + std::to_string(wire) + " broken " + name(kDirections[side]) + " of " + WaferGrid::name(at)};
}

constexpr GridPoint point(Plane plane, int line, int position) {
  return plane == Plane::kH ? GridPoint{line, position} : GridPoint{position, line};
}

}  // namespace

SwitchId bunch_switch(const TrackGrid& tracks, SiteId site, Plane plane) {
  const std::size_t number = tracks.switches() + 2 * site.value + (plane == Plane::kH ? 1 : 0);
  return SwitchId{static_cast<std::uint32_t>(number)};
}

ElementDefect wafer_element(const TrackGrid& tracks, const Bundle& bundle, ElementKind kind,
                            std::span<const ElementPart> address) {
  switch (kind) {
    case ElementKind::kSwitch:
      return stuck_track_switch(tracks, {"a track switch is [plane, gap, position, track, state]", address, 5});
    case ElementKind::kTrack:
      return broken_track(tracks, {"a piece of a track is [plane, gap, position, track]", address, 4});
    case ElementKind::kBunch:
      return stuck_bunch_switch(tracks, bundle, {"a bunch switch is [row, column, axis, wire, mode]", address, 5});
    case ElementKind::kWire:
      return broken_wire(tracks, bundle, {"a wire is [row, column, side, wire]", address, 4});
  }
  throw std::invalid_argument("a wafer has no such element");
}

/// A track switch depends on the nodes of the two lines beside its gap that can be displaced to or from its position;
/// they are displaced along these lines. Bunch switches and wires depend on the nodes at their sites, displaced along
/// either axis.
Surroundings surroundings(const TrackGrid& tracks, const ElementDefect& element) {
  const std::size_t id = element.switch_id().value;
  if (id < tracks.switches()) {
    const std::size_t positions = static_cast<std::size_t>(tracks.wafer().core()) + 2;
    const auto track = static_cast<std::size_t>(tracks.tracks());
    const std::size_t in_plane = id % (tracks.switches() / 2);
    const Plane plane = id < tracks.switches() / 2 ? Plane::kH : Plane::kV;
    const int position = static_cast<int>(in_plane / track % positions);
    const int gap = static_cast<int>(in_plane / track / positions);
    return {point(plane, gap, position - 1), point(plane, gap + 1, position + 2), plane == Plane::kH,
            plane == Plane::kV};
  }
  const auto site = static_cast<std::uint32_t>((id - tracks.switches()) / 2);
  const GridPoint at = tracks.wafer().point(SiteId{site});
  return {{at.row - 1, at.column - 1}, {at.row + 1, at.column + 1}};
}

}  // namespace kintsugi::srt

#include "models/wafer/wafer_elements.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "models/network/limits.hpp"

namespace kintsugi {

namespace {

using Track = TrackSwitchType;
using Bunch = BunchSwitchType;

/// An address with its specification: its parts by name.
class ElementParts {
 public:
  ElementParts(const FabricInfo& info, std::string_view key, std::span<const int> address)
      : spec_(spec_of(info, key)), address_(address) {}
  int number(std::string_view part) const { return address_[place(part)]; }
  /// Returns the name that was chosen.
  const std::string& chosen(std::string_view part) const {
    const std::size_t at = place(part);
    return spec_.parts[at].choices[static_cast<std::size_t>(address_[at])];
  }
  bool has(std::string_view part) const { return place(part) < spec_.parts.size(); }

 private:
  static const ElementSpec& spec_of(const FabricInfo& info, std::string_view key) {
    const auto found = std::ranges::find(info.elements, key, &ElementSpec::key);
    if (found == info.elements.end())
      throw std::invalid_argument("this wafer has no element '" + std::string(key) + "'");
    return *found;
  }
  std::size_t place(std::string_view part) const {
    return static_cast<std::size_t>(std::ranges::find(spec_.parts, part, &ParameterSpec::name) - spec_.parts.begin());
  }

  const ElementSpec& spec_;
  std::span<const int> address_;
};

/// The place of an element, for the checks and the names below.
struct ElementSite {
  const FabricInfo& info;
  const TrackGrid& tracks;
  const Bundle& bundle;
  const BunchSwitches& bunches;
  const WaferGrid& grid() const { return tracks.wafer(); }
};

GridPoint read_site(const ElementSite& wafer, const ElementParts& parts) {
  const GridPoint at{parts.has("row") ? parts.number("row") : 1, parts.number("column")};
  if (!wafer.grid().populated(at)) throw std::invalid_argument(wafer.info.empty_place);
  return at;
}

Direction read_side(const ElementParts& parts) {
  const std::string& side = parts.chosen("side");
  return *std::ranges::find_if(kDirections, [&](Direction d) { return name(d).starts_with(side); });
}

/// On a wafer that is not square the two planes have other numbers of gaps and positions.
void require_up_to(std::string_view what, Plane plane, int highest, int number) {
  if (number <= highest) return;
  throw std::invalid_argument("in plane " + std::string(plane == Plane::kH ? "H" : "V") + " the " + std::string(what) +
                              " must be " + to_text(IntegerRange{0, highest}));
}

/// `beyond` is the number of positions after the last one of the core that the element can have.
TrackPlace read_place(const ElementSite& wafer, const ElementParts& parts, int beyond) {
  const Plane plane = parts.chosen("plane") == "H" ? Plane::kH : Plane::kV;
  const TrackPlace at{plane, parts.number("gap"), parts.number("position"), parts.number("track")};
  require_up_to("gap", plane, wafer.grid().lines(plane), at.gap);
  require_up_to("position", plane, wafer.grid().positions(plane) + beyond, at.position);
  return at;
}

SwitchId track_switch(const TrackGrid& tracks, const TrackPlace& at) {
  return SwitchId{static_cast<std::uint32_t>(tracks.index(at))};
}

std::string track_switch_name(const TrackGrid& tracks, const TrackPlace& at) {
  return tracks.name(at.plane, at.gap, at.position, at.track);
}

ElementDefect stuck_track_switch(const ElementSite& wafer, const ElementParts& parts) {
  const TrackPlace at = read_place(wafer, parts, 1);
  return {StuckSwitch{track_switch(wafer.tracks, at), static_cast<SwitchState>(parts.number("state"))},
          track_switch_name(wafer.tracks, at) + " stuck in " + parts.chosen("state")};
}

ElementDefect cut_track(const ElementSite& wafer, const ElementParts& parts) {
  const TrackPlace at = read_place(wafer, parts, 0);
  const TrackPlace next{at.plane, at.gap, at.position + 1, at.track};
  return {CutWire{track_switch(wafer.tracks, at), at.plane == Plane::kH ? Track::kEast : Track::kSouth},
          "track cut between " + track_switch_name(wafer.tracks, at) + " and " + track_switch_name(wafer.tracks, next)};
}

ElementDefect stuck_bunch_switch(const ElementSite& wafer, const ElementParts& parts) {
  const GridPoint at = read_site(wafer, parts);
  const int wire = parts.number("wire");
  const std::string& mode = parts.chosen("mode");
  const std::string axis = parts.has("axis") ? parts.chosen("axis") : "ew";
  const Plane plane = axis == "ew" ? Plane::kV : Plane::kH;
  const SiteId site = wafer.grid().site(at);
  const std::string name =
      WaferGrid::name(at) + ".bunch_" + axis + " wire " + std::to_string(wire) + " stuck in " + mode;
  if (wafer.bunches.wires() > 1) {
    const SwitchState state = mode == "cross" ? TwoModeSwitchType::kCross : TwoModeSwitchType::kConnect;
    return {StuckSwitch{wafer.bunches.at(site, plane, static_cast<unsigned>(wire)), state}, name};
  }
  const SwitchState state = mode == "cross" ? Bunch::kBypassAll : Bunch::connect(static_cast<unsigned>(wire));
  return {StuckLane{wafer.bunches.at(site, plane), Bunch::kLineA, Bunch::kLineB, static_cast<Lane>(wire), state}, name};
}

/// Returns whether this wire continues at that side of a site: on the outside only one with a wrap, which only the core
/// lines have unless the corners are populated.
bool leads_on(const ElementSite& wafer, GridPoint at, Direction side, unsigned wire) {
  const WaferGrid& grid = wafer.grid();
  const std::array outside{at.row == grid.first_row(), at.column == grid.last_column(), at.row == grid.last_row(),
                           at.column == 0};
  if (!outside[static_cast<std::size_t>(side)]) return true;
  const bool horizontal = is_horizontal(side);
  const GridPoint middle = horizontal ? GridPoint{at.row, 1} : GridPoint{1, at.column};
  return (grid.in_core(middle) || grid.has_corners()) &&
         wire < wafer.bundle.wrapped(horizontal ? Plane::kV : Plane::kH);
}

ElementDefect cut_wire(const ElementSite& wafer, const ElementParts& parts) {
  const GridPoint at = read_site(wafer, parts);
  const Direction side = read_side(parts);
  const int wire = parts.number("wire");
  if (!leads_on(wafer, at, side, static_cast<unsigned>(wire))) {
    throw std::invalid_argument("wire " + std::to_string(wire) + " of " + WaferGrid::name(at) +
                                " does not lead on to the " + name(side));
  }
  const SiteId site = wafer.grid().site(at);
  const Plane plane = is_horizontal(side) ? Plane::kV : Plane::kH;
  const bool a = side == Direction::kNorth || side == Direction::kWest;
  const SwitchId id = a ? wafer.bunches.at(site, plane) : wafer.bunches.last(site, plane);
  return {CutWire{id, a ? Bunch::kLineA : Bunch::kLineB, static_cast<Lane>(wire)},
          "wire " + std::to_string(wire) + " cut " + name(side) + " of " + WaferGrid::name(at)};
}

}  // namespace

ElementDefect wafer_element(const FabricInfo& info, const TrackGrid& tracks, const Bundle& bundle,
                            const BunchSwitches& bunches, std::string_view key, std::span<const int> address) {
  const ElementSite wafer{info, tracks, bundle, bunches};
  const ElementParts parts(info, key, address);
  if (key == "switch") return stuck_track_switch(wafer, parts);
  if (key == "track") return cut_track(wafer, parts);
  if (key == "bunch") return stuck_bunch_switch(wafer, parts);
  if (key == "wire") return cut_wire(wafer, parts);
  throw std::invalid_argument("a wafer has no such element");
}

/// A track switch depends on the nodes of the two lines beside its gap that can be displaced to or from its position;
/// they are displaced along these lines. Bunch switches and wires depend on the nodes at their sites, displaced along
/// either axis.
Surroundings surroundings(const TrackGrid& tracks, const BunchSwitches& bunches, const ElementDefect& element) {
  const std::size_t id = element.switch_id().value;
  if (id < tracks.switches()) {
    const TrackPlace at = tracks.place(id);
    return {point(at.plane, at.gap, at.position - 1), point(at.plane, at.gap + 1, at.position + 2),
            at.plane == Plane::kH, at.plane == Plane::kV};
  }
  const GridPoint at = tracks.wafer().point(bunches.site(element.switch_id()));
  return {{at.row - 1, at.column - 1}, {at.row + 1, at.column + 1}};
}

}  // namespace kintsugi

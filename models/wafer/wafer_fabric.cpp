#include "models/wafer/wafer_fabric.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "models/wafer/wafer_elements.hpp"

namespace kintsugi {

namespace {

using Track = TrackSwitchType;
using Bunch = BunchSwitchType;

/// The terminals by which the links of a plane pass a track switch, and those by which its tracks do.
struct PlaneTerminals {
  Track::Terminal link_in, link_out, track_in, track_out;
};
constexpr PlaneTerminals terminals(Plane plane) {
  if (plane == Plane::kH) return {Track::kNorth, Track::kSouth, Track::kWest, Track::kEast};
  return {Track::kWest, Track::kEast, Track::kNorth, Track::kSouth};
}

/// In pictures links run south and east of the middle of their sites, where the bunch switches are; tracks run close
/// together in the middle of a gap.
constexpr double kLinkLine = 0.28;
constexpr double kBunchMiddle = -0.08;
constexpr double kTrackSpacing = 0.17;

constexpr Position place(Plane plane, double line, double position) {
  return plane == Plane::kH ? Position{position, line} : Position{line, position};
}

constexpr Position kNorthward{0, -1};
constexpr Position kEastward{1, 0};
constexpr Position kSouthward{0, 1};
constexpr Position kWestward{-1, 0};
/// The sides of the switches, in the order of the terminals.
constexpr std::array kTrackSides{kNorthward, kEastward, kSouthward, kWestward};
constexpr std::array kBunchSidesEw{kWestward, kEastward, kNorthward, kNorthward};
constexpr std::array kBunchSidesNs{kNorthward, kSouthward, kWestward, kWestward};
constexpr std::array kChainSidesEw{kWestward, kEastward, kNorthward, kNorthward, kNorthward, kNorthward};
constexpr std::array kChainSidesNs{kNorthward, kSouthward, kWestward, kWestward, kWestward, kWestward};
/// The two-mode switches of a bunch share the place of a bunch switch.
constexpr double kChainLength = 0.7;

const char* bunch_name(Plane plane) {
  return plane == Plane::kV ? ".bunch_ew" : ".bunch_ns";
}

std::span<const Position> bunch_sides(Plane plane) {
  return plane == Plane::kV ? kBunchSidesEw : kBunchSidesNs;
}

std::span<const Position> chain_sides(Plane plane, const SwitchType& type) {
  return std::span<const Position>(plane == Plane::kV ? kChainSidesEw : kChainSidesNs).first(type.terminals().size());
}

/// `middle` is the place along the links.
constexpr Position bunch_place(Plane plane, GridPoint p, double middle) {
  return plane == Plane::kV ? Position{p.column + middle, p.row + kLinkLine}
                            : Position{p.column + kLinkLine, p.row + middle};
}

class Builder {
 public:
  Builder(const TrackGrid& tracks, const Bundle& bundle, const PortLayout& ports, unsigned wires_in_a_bunch,
          std::optional<unsigned> wrap_pitches)
      : tracks_(tracks),
        grid_(tracks.wafer()),
        bundle_(bundle),
        bunches_(tracks, wires_in_a_bunch),
        wrap_pitches_(wrap_pitches) {
    fabric_.name = "wafer";
    fabric_.layout = ports;
  }

  Fabric build(const WaferSwitches& types) {
    for (const Plane plane : grid_.planes()) add_track_switches(plane, types.track);
    for (std::uint32_t site = 0; site < grid_.sites(); ++site) add_site(SiteId{site}, types);
    for (const Plane plane : grid_.planes()) {
      for (int gap = 0; gap <= grid_.lines(plane); ++gap) wire_gap(plane, gap);
      for (int position = 0; position <= grid_.positions(plane) + 1; ++position) {
        if (grid_.populated(point(plane, 0, position))) wire_wrap(plane, position);
      }
    }
    return std::move(fabric_);
  }

 private:
  void add_track_switches(Plane plane, const Track& type) {
    for (int gap = 0; gap <= grid_.lines(plane); ++gap) {
      for (int position = 0; position <= grid_.positions(plane) + 1; ++position) {
        for (int track = 0; track < tracks_.tracks(); ++track) {
          const std::string name = tracks_.name(plane, gap, position, track);
          const double line = gap + 0.5 + (track - (tracks_.tracks() - 1) / 2.0) * kTrackSpacing;
          fabric_.switches.push_back(
              {&type, name, fabric_.fields.size(), place(plane, line, position + kLinkLine), kTrackSides});
          fabric_.fields.push_back({2, type.states(), name});
        }
      }
    }
  }

  void add_site(SiteId site, const WaferSwitches& types) {
    const GridPoint p = grid_.point(site);
    const std::string name = WaferGrid::name(p);
    const std::vector<int> address = grid_.has_spare_rows() ? std::vector{p.row, p.column} : std::vector{p.column};
    fabric_.sites.push_back({name, address, {double(p.column), double(p.row)}});
    if (types.by_wire.empty()) {
      add_coded(p, name, types);
    } else {
      for (const Plane plane : {Plane::kV, Plane::kH}) add_by_wire(site, plane, types.by_wire);
    }
    for (const Direction side : {Direction::kWest, Direction::kEast, Direction::kNorth, Direction::kSouth}) {
      add_taps(site, side);
    }
  }

  void add_coded(GridPoint p, const std::string& name, const WaferSwitches& types) {
    for (const Plane plane : {Plane::kV, Plane::kH}) {
      if (plane == Plane::kH && !grid_.has_spare_rows()) continue;
      fabric_.switches.push_back({plane == Plane::kV ? &types.bunch_ew : &types.bunch_ns, name + bunch_name(plane),
                                  fabric_.fields.size(), bunch_place(plane, p, kBunchMiddle), bunch_sides(plane)});
    }
    const unsigned states = types.bunch_ew.states();
    fabric_.fields.push_back({static_cast<unsigned>(std::bit_width(states - 1)), states, name});
  }

  /// Adds the chain of the switches of a bunch, with the wires between them.
  void add_by_wire(SiteId site, Plane plane, std::span<const TwoModeSwitchType> types) {
    using TwoMode = TwoModeSwitchType;
    if (plane == Plane::kH && !grid_.has_spare_rows()) return;
    const GridPoint p = grid_.point(site);
    for (unsigned wire = 0; wire < types.size(); ++wire) {
      const std::string name = WaferGrid::name(p) + bunch_name(plane) + ".w" + std::to_string(wire);
      const double middle = kBunchMiddle + (wire - (types.size() - 1) / 2.0) * kChainLength / types.size();
      fabric_.switches.push_back(
          {&types[wire], name, fabric_.fields.size(), bunch_place(plane, p, middle), chain_sides(plane, types[wire])});
      fabric_.fields.push_back({1, 2, name});
      if (wire == 0) continue;
      const SwitchId before = bunches_.at(site, plane, wire - 1);
      const SwitchId after = bunches_.at(site, plane, wire);
      fabric_.wires.push_back({{before, TwoMode::kLineB}, {after, TwoMode::kLineA}, bundle_.wires(), 0});
      fabric_.wires.push_back({{before, TwoMode::kNextA}, {after, TwoMode::kTapA}, 1, 0});
      fabric_.wires.push_back({{before, TwoMode::kNextB}, {after, TwoMode::kTapB}, 1, 0});
    }
  }

  void add_taps(SiteId site, Direction side) {
    if (!is_horizontal(side) && !grid_.has_spare_rows()) return;
    const Bunch::Terminal terminal =
        side == Direction::kWest || side == Direction::kNorth ? Bunch::kTapA : Bunch::kTapB;
    const TerminalRef at{bunches_.at(site, is_horizontal(side) ? Plane::kV : Plane::kH), terminal};
    fabric_.taps.push_back({site, bundle_.port(side, false), at, Bunch::kBase});
    if (bundle_.wires() > 1) fabric_.taps.push_back({site, bundle_.port(side, true), at, Bunch::kBypass});
  }

  TerminalRef bunch_line(Plane plane, GridPoint p, Bunch::Terminal line) const {
    const SiteId site = grid_.site(p);
    return {line == Bunch::kLineA ? bunches_.at(site, plane) : bunches_.last(site, plane), line};
  }
  TerminalRef track(Plane plane, int gap, int position, int number, Track::Terminal terminal) const {
    return {SwitchId{static_cast<std::uint32_t>(tracks_.index(plane, gap, position, number))}, terminal};
  }
  void wire(TerminalRef a, TerminalRef b, unsigned pitches) {
    fabric_.wires.push_back({a, b, bundle_.wires(), pitches});
  }

  void wire_gap(Plane plane, int gap) {
    const PlaneTerminals t = terminals(plane);
    const int last = grid_.positions(plane) + 1;
    for (int position = 0; position <= last; ++position) {
      wire_link(plane, gap, position);
      if (position == last) continue;
      for (int number = 0; number < tracks_.tracks(); ++number) {
        wire(track(plane, gap, position, number, t.track_out), track(plane, gap, position + 1, number, t.track_in), 1);
      }
    }
  }

  /// Wires a link from the PE of one line through all tracks of the gap to the PE of the next; beside a corner one end
  /// is missing. The first piece has the whole pitch: even a displaced link leaves one PE and enters another.
  void wire_link(Plane plane, int gap, int position) {
    const PlaneTerminals t = terminals(plane);
    std::optional<TerminalRef> from;
    unsigned pitches = 1;
    const auto lead_to = [&](TerminalRef to) {
      if (from) wire(*from, to, pitches);
    };
    const GridPoint near = point(plane, gap, position);
    const GridPoint far = point(plane, gap + 1, position);
    if (grid_.populated(near)) from = bunch_line(plane, near, Bunch::kLineB);
    for (int number = 0; number < tracks_.tracks(); ++number) {
      lead_to(track(plane, gap, position, number, t.link_in));
      from = track(plane, gap, position, number, t.link_out);
      pitches = 0;
    }
    if (grid_.populated(far)) lead_to(bunch_line(plane, far, Bunch::kLineA));
  }

  void wire_wrap(Plane plane, int position) {
    if (bundle_.wrapped(plane) == 0) return;
    const int last = grid_.lines(plane) + 1;
    fabric_.wires.push_back({bunch_line(plane, point(plane, last, position), Bunch::kLineB),
                             bunch_line(plane, point(plane, 0, position), Bunch::kLineA), bundle_.wrapped(plane),
                             wrap_pitches_.value_or(static_cast<unsigned>(last + 1))});
  }

  const TrackGrid& tracks_;
  const WaferGrid& grid_;
  const Bundle& bundle_;
  BunchSwitches bunches_;
  std::optional<unsigned> wrap_pitches_;
  Fabric fabric_;
};

}  // namespace

Fabric wafer_fabric(const TrackGrid& tracks, const Bundle& bundle, const PortLayout& ports,
                    std::optional<unsigned> wrap_pitches, const WaferSwitches& types) {
  const auto wires_in_a_bunch = static_cast<unsigned>(std::max<std::size_t>(types.by_wire.size(), 1));
  return Builder(tracks, bundle, ports, wires_in_a_bunch, wrap_pitches).build(types);
}

}  // namespace kintsugi

#include "models/wafer/wafer_fabric.hpp"

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

class Builder {
 public:
  Builder(const TrackGrid& tracks, const Bundle& bundle, const PortLayout& ports, std::optional<unsigned> wrap_pitches)
      : tracks_(tracks), grid_(tracks.wafer()), bundle_(bundle), wrap_pitches_(wrap_pitches) {
    fabric_.name = "wafer";
    fabric_.layout = ports;
  }

  Fabric build(const WaferSwitches& types) {
    for (const Plane plane : grid_.planes()) add_track_switches(plane, types.track);
    for (std::uint32_t site = 0; site < grid_.sites(); ++site) add_site(SiteId{site}, types);
    for (const Plane plane : grid_.planes()) {
      for (int gap = 0; gap <= grid_.lines(plane); ++gap) wire_gap(plane, gap);
      for (int position = 1; position <= grid_.positions(plane); ++position) wire_wrap(plane, position);
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
    fabric_.switches.push_back({&types.bunch_ew,
                                name + ".bunch_ew",
                                fabric_.fields.size(),
                                {p.column + kBunchMiddle, p.row + kLinkLine},
                                kBunchSidesEw});
    if (grid_.has_spare_rows()) {
      fabric_.switches.push_back({&types.bunch_ns,
                                  name + ".bunch_ns",
                                  fabric_.fields.size(),
                                  {p.column + kLinkLine, p.row + kBunchMiddle},
                                  kBunchSidesNs});
    }
    const unsigned states = types.bunch_ew.states();
    fabric_.fields.push_back({static_cast<unsigned>(std::bit_width(states - 1)), states, name});
    for (const Direction side : {Direction::kWest, Direction::kEast, Direction::kNorth, Direction::kSouth}) {
      add_taps(site, side);
    }
  }

  void add_taps(SiteId site, Direction side) {
    if (!is_horizontal(side) && !grid_.has_spare_rows()) return;
    const Bunch::Terminal terminal =
        side == Direction::kWest || side == Direction::kNorth ? Bunch::kTapA : Bunch::kTapB;
    const TerminalRef at{bunch(site, is_horizontal(side) ? Plane::kV : Plane::kH), terminal};
    fabric_.taps.push_back({site, bundle_.port(side, false), at, Bunch::kBase});
    if (bundle_.wires() > 1) fabric_.taps.push_back({site, bundle_.port(side, true), at, Bunch::kBypass});
  }

  SwitchId bunch(SiteId site, Plane plane) const { return bunch_switch(tracks_, site, plane); }
  TerminalRef bunch_line(Plane plane, GridPoint p, Bunch::Terminal line) const {
    return {bunch(grid_.site(p), plane), line};
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
  std::optional<unsigned> wrap_pitches_;
  Fabric fabric_;
};

}  // namespace

Fabric wafer_fabric(const TrackGrid& tracks, const Bundle& bundle, const PortLayout& ports,
                    std::optional<unsigned> wrap_pitches, const WaferSwitches& types) {
  return Builder(tracks, bundle, ports, wrap_pitches).build(types);
}

}  // namespace kintsugi

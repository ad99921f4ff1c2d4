#include "models/srt/wafer_fabric.hpp"

#include <array>
#include <bit>

#include "models/srt/wafer_elements.hpp"

namespace kintsugi::srt {

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
  Builder(const TrackGrid& tracks, const Bundle& bundle, unsigned wrap_pitches)
      : tracks_(tracks), grid_(tracks.wafer()), bundle_(bundle), wrap_pitches_(wrap_pitches) {
    fabric_.name = "wafer";
    fabric_.layout = {"e", "w", "n", "s", "bypass_e", "bypass_w", "bypass_n", "bypass_s"};
  }

  Fabric build(const WaferSwitches& types) {
    for (const Plane plane : {Plane::kH, Plane::kV}) add_track_switches(plane, types.track);
    for (std::uint32_t site = 0; site < grid_.sites(); ++site) add_site(SiteId{site}, types);
    for (const Plane plane : {Plane::kH, Plane::kV}) {
      for (int gap = 0; gap <= grid_.core(); ++gap) wire_gap(plane, gap);
      for (int position = 1; position <= grid_.core(); ++position) wire_wrap(plane, position);
    }
    return std::move(fabric_);
  }

 private:
  void add_track_switches(Plane plane, const Track& type) {
    for (int gap = 0; gap <= grid_.core(); ++gap) {
      for (int position = 0; position <= grid_.last(); ++position) {
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
    using namespace torus_port;
    const GridPoint p = grid_.point(site);
    const std::string name = WaferGrid::name(p);
    fabric_.sites.push_back({name, {p.row, p.column}, {double(p.column), double(p.row)}});
    fabric_.switches.push_back({&types.bunch_ew,
                                name + ".bunch_ew",
                                fabric_.fields.size(),
                                {p.column + kBunchMiddle, p.row + kLinkLine},
                                kBunchSidesEw});
    fabric_.switches.push_back({&types.bunch_ns,
                                name + ".bunch_ns",
                                fabric_.fields.size(),
                                {p.column + kLinkLine, p.row + kBunchMiddle},
                                kBunchSidesNs});
    const unsigned states = types.bunch_ew.states();
    fabric_.fields.push_back({static_cast<unsigned>(std::bit_width(states - 1)), states, name});
    add_taps(site, Plane::kV, Bunch::kTapA, kWest, kBypassWest);
    add_taps(site, Plane::kV, Bunch::kTapB, kEast, kBypassEast);
    add_taps(site, Plane::kH, Bunch::kTapA, kNorth, kBypassNorth);
    add_taps(site, Plane::kH, Bunch::kTapB, kSouth, kBypassSouth);
  }

  void add_taps(SiteId site, Plane plane, Bunch::Terminal terminal, PortId base, PortId bypass) {
    fabric_.taps.push_back({site, base, {bunch(site, plane), terminal}, Bunch::kBase});
    fabric_.taps.push_back({site, bypass, {bunch(site, plane), terminal}, Bunch::kBypass});
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
    for (int position = 0; position <= grid_.last(); ++position) {
      wire_link(plane, gap, position);
      if (position == grid_.last()) continue;
      const PlaneTerminals t = terminals(plane);
      for (int number = 0; number < tracks_.tracks(); ++number) {
        wire(track(plane, gap, position, number, t.track_out), track(plane, gap, position + 1, number, t.track_in), 1);
      }
    }
  }

  /// Wires a link from the PE of one line through all tracks of the gap to the PE of the next; beside a corner one end
  /// is missing. The first piece has the whole pitch: even a displaced link leaves one PE and enters another.
  void wire_link(Plane plane, int gap, int position) {
    const PlaneTerminals t = terminals(plane);
    const GridPoint near = point(plane, gap, position);
    const GridPoint far = point(plane, gap + 1, position);
    const int last = tracks_.tracks() - 1;
    if (grid_.populated(near)) {
      wire(bunch_line(plane, near, Bunch::kLineB), track(plane, gap, position, 0, t.link_in), 1);
    }
    for (int number = 0; number < last; ++number) {
      wire(track(plane, gap, position, number, t.link_out), track(plane, gap, position, number + 1, t.link_in), 0);
    }
    if (grid_.populated(far)) {
      wire(track(plane, gap, position, last, t.link_out), bunch_line(plane, far, Bunch::kLineA), 0);
    }
  }

  void wire_wrap(Plane plane, int position) {
    const GridPoint first = point(plane, 0, position);
    const GridPoint last = point(plane, grid_.last(), position);
    fabric_.wires.push_back({bunch_line(plane, last, Bunch::kLineB), bunch_line(plane, first, Bunch::kLineA),
                             bundle_.wrapped(), wrap_pitches_});
  }

  const TrackGrid& tracks_;
  const WaferGrid& grid_;
  const Bundle& bundle_;
  unsigned wrap_pitches_;
  Fabric fabric_;
};

}  // namespace

Fabric wafer_fabric(const TrackGrid& tracks, const Bundle& bundle, unsigned wrap_pitches, const WaferSwitches& types) {
  return Builder(tracks, bundle, wrap_pitches).build(types);
}

}  // namespace kintsugi::srt

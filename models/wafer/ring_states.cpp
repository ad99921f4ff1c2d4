#include "models/wafer/ring_states.hpp"

#include <algorithm>
#include <array>

namespace kintsugi {

namespace {

/// The number of the ring whose link is on a terminal or on a piece of a track; 0 if none is.
using RingNumber = int;

/// Returns the state that joins the terminals with the same ring. Terminals in the order of the plane: towards the line
/// before, along the track upwards, towards the line behind, along the track downwards. In plane V "north" is the line
/// before too: the switch joins N-S and W-E in state X, N-E and S-W in D1, whichever of them links and tracks are on.
SwitchState joining(RingNumber link_in, RingNumber track_out, RingNumber link_out, RingNumber track_in) {
  if ((link_in != 0 && link_in == track_out) || (link_out != 0 && link_out == track_in)) return TrackSwitchType::kD1;
  if ((link_in != 0 && link_in == track_in) || (link_out != 0 && link_out == track_out)) return TrackSwitchType::kD2;
  return TrackSwitchType::kX;
}

/// Returns whether a state joins two and two terminals with the same ring, or with none. Terminals as above.
bool carries(SwitchState state, RingNumber link_in, RingNumber track_out, RingNumber link_out, RingNumber track_in) {
  switch (state) {
    case TrackSwitchType::kX:
      return link_in == link_out && track_in == track_out;
    case TrackSwitchType::kD1:
      return link_in == track_out && link_out == track_in;
    case TrackSwitchType::kD2:
      return link_in == track_in && link_out == track_out;
    default:
      return link_in == 0 && track_out == 0 && link_out == 0 && track_in == 0;
  }
}

/// The links of one gap.
class Gap {
 public:
  Gap(const TrackGrid& tracks, const TrackDefects& defects, const RingPlan& plan, Plane plane, int gap)
      : tracks_(tracks), defects_(defects), plane_(plane), gap_(gap), rings_(tracks.wafer().positions(plane)) {
    for (auto* line : {&near_, &far_}) line->assign(positions(), 0);
    idle_.assign(static_cast<std::size_t>(rings_) + 1, true);
    for (int ring = 1; ring <= rings_; ++ring) {
      near_[static_cast<std::size_t>(plan.position(plane, ring, gap))] = ring;
      far_[static_cast<std::size_t>(plan.position(plane, ring, gap + 1))] = ring;
      const int last = tracks.wafer().lines(plane) + 1;
      const bool has_nodes = has_node(plan, ring, 0, gap) && has_node(plan, ring, gap + 1, last);
      idle_[static_cast<std::size_t>(ring)] = !defects.wrapped[static_cast<std::size_t>(plane)] && !has_nodes;
    }
    find_crossing();
  }

  /// Returns false if no states carry the links.
  bool set(std::vector<SwitchState>& states) {
    if (most_crossing() > static_cast<std::size_t>(tracks_.tracks())) return false;
    const bool is_sound = defects_.stuck.empty() && defects_.cut.empty();
    if (tracks_.tracks() == 1 || (is_sound && most_crossing() <= 1)) {
      set_one_track(states);
      return true;
    }
    if (!find_pieces()) return false;
    set_two_tracks(states);
    return true;
  }

 private:
  /// The rings on the pieces of both tracks behind a position.
  using Pieces = std::array<RingNumber, 2>;
  struct Cost {
    int loops = 0;  ///< of pieces that no link uses
    int pieces = 0;
    friend constexpr auto operator<=>(Cost, Cost) = default;
  };
  struct Choice {
    Pieces pieces;
    bool joined = false;  ///< whether both pieces have the same ring, or none, and are joined before this position
    std::optional<Cost> cost = {};  ///< from here to the last position; empty if no states carry the rest
    std::size_t next = 0;           ///< the choice behind the next position
  };
  /// The switches at a position, between the pieces before and behind it.
  struct Column {
    SwitchState track_0;
    SwitchState track_1;
    bool closes_loop = false;
    bool joined = false;  ///< the idle pieces behind it
  };

  std::size_t positions() const { return static_cast<std::size_t>(rings_) + 2; }

  /// Returns whether the ring has a node in one of these lines.
  bool has_node(const RingPlan& plan, int ring, int first, int last) const {
    const Ring& at = plan.ring(plane_, ring);
    const auto without = [&](int line) { return first <= line && line <= last ? 1 : 0; };
    return last - first + 1 > without(at.low.line) + without(at.high.line);
  }

  /// The state that joins these terminals; nullopt if the switch is stuck in another one.
  std::optional<SwitchState> state(std::size_t position, int track, RingNumber link_in, RingNumber track_out,
                                   RingNumber link_out, RingNumber track_in) const {
    const auto stuck = defects_.stuck.find(index(position, track));
    if (stuck == defects_.stuck.end()) return joining(link_in, track_out, link_out, track_in);
    if (!carries(stuck->second, link_in, track_out, link_out, track_in)) return std::nullopt;
    return stuck->second;
  }

  /// Returns whether a link needs a piece behind a position that is cut.
  bool needs_cut(std::size_t position, const Pieces& pieces) const {
    for (int track = 0; track < 2; ++track) {
      const bool is_idle = idle_[static_cast<std::size_t>(pieces[static_cast<std::size_t>(track)])];
      if (!is_idle && defects_.cut.contains(index(position, track))) return true;
    }
    return false;
  }

  /// Finds for the pieces behind each position the rings with one end before them and one behind.
  void find_crossing() {
    crossing_.assign(positions(), {});
    std::vector<RingNumber> open;
    for (std::size_t position = 0; position < positions(); ++position) {
      for (const RingNumber ring : {near_[position], far_[position]}) {
        if (ring == 0) continue;
        const auto found = std::ranges::find(open, ring);
        if (found == open.end()) {
          open.push_back(ring);
        } else {
          open.erase(found);
        }
      }
      std::ranges::sort(open);
      crossing_[position] = open;
    }
  }

  std::size_t most_crossing() const {
    std::size_t most = 0;
    for (const auto& rings : crossing_) most = std::max(most, rings.size());
    return most;
  }

  std::size_t index(std::size_t position, int track) const {
    return tracks_.index(plane_, gap_, static_cast<int>(position), track);
  }
  SwitchState& at(std::vector<SwitchState>& states, std::size_t position, int track) const {
    return states[index(position, track)];
  }

  void set_one_track(std::vector<SwitchState>& states) const {
    RingNumber before = 0;
    for (std::size_t position = 0; position < positions(); ++position) {
      const RingNumber behind = crossing_[position].empty() ? 0 : crossing_[position].front();
      at(states, position, 0) = joining(near_[position], behind, far_[position], before);
      before = behind;
    }
  }

  /// Lists what can be on the pieces behind a position: a ring that crosses them uses one, any other none or both.
  std::vector<Choice> choices(std::size_t position) const {
    const std::vector<RingNumber>& crossing = crossing_[position];
    if (position + 1 == positions()) return {{{0, 0}}};
    if (crossing.size() == 2) return {{{crossing[0], crossing[1]}}, {{crossing[1], crossing[0]}}};
    if (crossing.size() == 1) return {{{crossing[0], 0}}, {{0, crossing[0]}}};
    std::vector<Choice> choices;
    for (RingNumber ring = 0; ring <= rings_; ++ring) {
      choices.push_back({{ring, ring}});
      choices.push_back({{ring, ring}, true});
    }
    return choices;
  }

  /// Returns the ring that passes from track 0 to track 1 at a position with these pieces before and behind it, 0 if
  /// none does; nullopt if the switches there cannot join them.
  std::optional<RingNumber> between(std::size_t position, const Pieces& before, const Pieces& behind) const {
    const auto odd_one = [](RingNumber a, RingNumber b, RingNumber c) -> std::optional<RingNumber> {
      if (a != 0 && a == b && b == c) return std::nullopt;
      if (a == b) return c;
      if (b == c) return a;
      if (a == c) return b;
      return std::nullopt;
    };
    const auto from_near = odd_one(near_[position], before[0], behind[0]);
    const auto from_far = odd_one(far_[position], before[1], behind[1]);
    return from_near == from_far ? from_near : std::nullopt;
  }

  /// D2 and D1 of the two switches join the pieces behind the position to each other, D1 and D2 those before it.
  std::optional<Column> column(std::size_t position, const Choice& before, const Choice& behind) const {
    const auto ring = between(position, before.pieces, behind.pieces);
    if (!ring) return std::nullopt;
    const auto track_0 = state(position, 0, near_[position], behind.pieces[0], *ring, before.pieces[0]);
    const auto track_1 = state(position, 1, *ring, behind.pieces[1], far_[position], before.pieces[1]);
    if (!track_0 || !track_1) return std::nullopt;
    Column column{*track_0, *track_1};
    using enum TrackSwitchType::State;
    const auto states = [&](SwitchState a, SwitchState b) { return column.track_0 == a && column.track_1 == b; };
    column.closes_loop = before.joined && states(kD1, kD2);
    if (column.closes_loop && before.pieces[0] != 0) return std::nullopt;  // a ring without its nodes
    const bool is_same = behind.pieces[0] == behind.pieces[1] && position + 1 < positions();
    column.joined = is_same && ((*ring == behind.pieces[0] && states(kD2, kD1)) || (before.joined && states(kX, kX)));
    return column;
  }

  /// Finds for each choice, from the last position back, the least cost of the rest.
  bool find_pieces() {
    choices_.assign(positions(), {});
    choices_.back() = choices(positions() - 1);
    choices_.back().front().cost = Cost{};
    for (std::size_t position = positions() - 1; position > 0; --position) {
      choices_[position - 1] = choices(position - 1);
      for (Choice& choice : choices_[position - 1]) find_next(choice, position);
    }
    find_next(first_, 0);
    return first_.cost.has_value();
  }

  void find_next(Choice& choice, std::size_t position) const {
    if (position > 0 && needs_cut(position - 1, choice.pieces)) return;
    const std::vector<Choice>& after = choices_[position];
    const int own = (choice.pieces[0] != 0 ? 1 : 0) + (choice.pieces[1] != 0 ? 1 : 0);
    for (std::size_t next = 0; next < after.size(); ++next) {
      if (!after[next].cost) continue;
      const auto column = this->column(position, choice, after[next]);
      if (!column || column->joined != after[next].joined) continue;
      const Cost cost{after[next].cost->loops + (column->closes_loop ? 1 : 0), after[next].cost->pieces + own};
      if (choice.cost && *choice.cost <= cost) continue;
      choice.cost = cost;
      choice.next = next;
    }
  }

  void set_two_tracks(std::vector<SwitchState>& states) const {
    const Choice* before = &first_;
    for (std::size_t position = 0; position < positions(); ++position) {
      const Choice& behind = choices_[position][before->next];
      const Column column = *this->column(position, *before, behind);
      at(states, position, 0) = column.track_0;
      at(states, position, 1) = column.track_1;
      before = &behind;
    }
  }

  const TrackGrid& tracks_;
  const TrackDefects& defects_;
  Plane plane_;
  int gap_;
  int rings_;
  std::vector<RingNumber> near_;  // by position: the ring that comes from the line before
  std::vector<RingNumber> far_;
  std::vector<bool> idle_;                         // by ring: the link of the gap; of no ring too
  std::vector<std::vector<RingNumber>> crossing_;  // by position
  std::vector<std::vector<Choice>> choices_;       // by position
  Choice first_{{0, 0}};
};

}  // namespace

std::optional<std::vector<SwitchState>> track_states(const TrackGrid& tracks, const RingPlan& plan,
                                                     const TrackDefects& defects) {
  std::vector<SwitchState> states(tracks.switches(), TrackSwitchType::kX);
  for (const Plane plane : kPlanes) {
    for (int gap = 0; gap <= tracks.wafer().lines(plane); ++gap) {
      if (!Gap(tracks, defects, plan, plane, gap).set(states)) return std::nullopt;
    }
  }
  return states;
}

// --- Passes ---------------------------------------------------------------------------------------------------------

RingPasses::RingPasses(const WaferGrid& grid)
    : grid_(grid), passed_(grid.sites(), Passed::kNeither), idle_of_neither_(grid.sites(), Plane::kH) {}

RingPasses::RingPasses(const RingPlan& plan) : RingPasses(plan.grid()) {
  for (const Plane plane : kPlanes) {
    for (int number = 1; number <= grid_.positions(plane); ++number) {
      const Ring& ring = plan.ring(plane, number);
      for (const RingPass& pass : {ring.low, ring.high}) add(plane, grid_.site(point(plane, pass.line, pass.position)));
    }
  }
  choose(place(plan));
}

RingPasses::RingPasses(const PassPlan& plan) : RingPasses(plan.grid()) {
  for (const Plane plane : kPlanes) {
    for (int number = 1; number <= grid_.positions(plane); ++number) {
      for (const SiteId site : plan.passed_without_node(plane, number)) add(plane, site);
    }
  }
  choose(place(plan));
}

void RingPasses::add(Plane plane, SiteId site) {
  Passed& passed = passed_[site.value];
  const Passed own = plane == Plane::kH ? Passed::kByH : Passed::kByV;
  passed = passed == Passed::kNeither ? own : Passed::kByBoth;
}

/// Opens one bunch of every site that no ring passes, and isolates the other. A line has two such sites at most. So
/// from any of them a walk leads from site to site, along a row and along a column in turn, and ends, or comes back to
/// where it began; each site is opened on the line by which the walk has come to it. Then the walk in the other
/// direction: there each site is opened on the line by which it goes on.
void RingPasses::choose(const Placement& nodes) {
  std::vector<bool> undecided(grid_.sites());
  for (std::size_t site = 0; site < grid_.sites(); ++site) {
    undecided[site] = passed_[site] == Passed::kNeither && nodes.node_at[site] == kNoNode;
  }
  const auto other = [](Plane plane) { return plane == Plane::kH ? Plane::kV : Plane::kH; };
  const auto open = [&](SiteId site, Plane plane) {
    undecided[site.value] = false;
    idle_of_neither_[site.value] = other(plane);
  };
  const auto next_on_line = [&](SiteId site, Plane plane) -> std::optional<SiteId> {
    const GridPoint at = grid_.point(site);
    const int beside = grid_.has_corners() ? 1 : 0;  // corners are on the outer lines
    for (int position = 1 - beside; position <= grid_.positions(plane) + beside; ++position) {
      const SiteId next = grid_.site(point(plane, plane == Plane::kH ? at.row : at.column, position));
      if (undecided[next.value]) return next;
    }
    return std::nullopt;
  };
  for (const SiteId first : ids<SiteId>(grid_.sites())) {
    if (!undecided[first.value]) continue;
    open(first, Plane::kH);
    Plane plane = Plane::kV;
    for (auto at = next_on_line(first, plane); at; at = next_on_line(*at, plane)) {
      open(*at, plane);
      plane = other(plane);
    }
    plane = Plane::kH;
    for (auto at = next_on_line(first, plane); at; at = next_on_line(*at, plane)) {
      plane = other(plane);
      open(*at, plane);
    }
  }
}

std::optional<Plane> RingPasses::idle(SiteId site) const {
  switch (passed_[site.value]) {
    case Passed::kByH:
      return Plane::kV;
    case Passed::kByV:
      return Plane::kH;
    case Passed::kByBoth:
      return std::nullopt;
    case Passed::kNeither:
      break;
  }
  return idle_of_neither_[site.value];
}

}  // namespace kintsugi

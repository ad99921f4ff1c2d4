#include "models/wafer/pass_plan.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

namespace kintsugi {

namespace {

/// Calls `visit` with the default place of every node, row by row.
template <class Visit>
void for_every_home(const WaferGrid& grid, Visit visit) {
  for (int row = 1; row <= grid.rows(); ++row) {
    for (int column = 1; column <= grid.columns(); ++column) visit(GridPoint{row, column});
  }
}

/// The track between two levels, and which link is on each of its pieces and ends. Links have numbers from 1 on.
class TrackOfLevel {
 public:
  TrackOfLevel(const PassPlan& plan, Plane plane, int level)
      : positions_(static_cast<std::size_t>(plan.grid().positions(plane)) + 2),
        above_(positions_, 0),
        below_(positions_, 0),
        pieces_(positions_, 0) {
    for (int ring = 1; ring <= plan.grid().positions(plane); ++ring) {
      const LevelPass& above = plan.pass(plane, ring, level - 1);
      const LevelPass& below = plan.pass(plane, ring, level);
      if (plan.has_three_links(plane, ring, level)) {
        add({above_, above.first}, {below_, below.first});
        add({above_, above.back}, {below_, below.back});
        add({above_, above.last}, {below_, below.last});
        continue;
      }
      add({above_, above.last}, {below_, below.first});
      if (above.is_triple()) add({above_, above.first}, {above_, above.back});
      if (below.is_triple()) add({below_, below.back}, {below_, below.last});
    }
  }

  bool is_shared() const { return is_shared_; }

  /// Terminals in the order of the plane: towards the level before, along the track upwards, towards the level behind,
  /// along the track downwards.
  SwitchState state(std::size_t position) const {
    const int track_in = position == 0 ? 0 : pieces_[position - 1];
    const int track_out = pieces_[position];
    const int above = above_[position];
    const int below = below_[position];
    if ((above != 0 && above == track_out) || (below != 0 && below == track_in)) return TrackSwitchType::kD1;
    if ((above != 0 && above == track_in) || (below != 0 && below == track_out)) return TrackSwitchType::kD2;
    return TrackSwitchType::kX;
  }

 private:
  struct End {
    std::vector<int>& side;
    int position;
  };

  void add(End from, End to) {
    ++links_;
    put(from.side[static_cast<std::size_t>(from.position)]);
    put(to.side[static_cast<std::size_t>(to.position)]);
    const auto [first, end] = std::minmax(from.position, to.position);
    for (int piece = first; piece < end; ++piece) put(pieces_[static_cast<std::size_t>(piece)]);
  }
  void put(int& where) {
    is_shared_ = is_shared_ || where != 0;
    where = links_;
  }

  std::size_t positions_;
  std::vector<int> above_;  // by position: the link that ends at the level before
  std::vector<int> below_;
  std::vector<int> pieces_;  // from a position to the next
  int links_ = 0;
  bool is_shared_ = false;
};

std::string name_of(Plane plane, int ring) {
  return (plane == Plane::kH ? "column " : "row ") + std::to_string(ring);
}

/// Returns what is wrong with the passes of a ring through a level, or an empty text. `passed` has the positions that
/// other rings pass there, and gets those of this one.
std::string mistake_of_pass(const PassPlan& plan, Plane plane, int ring, int level, std::set<int>& passed) {
  const WaferGrid& grid = plan.grid();
  const bool is_spare = level == 0 || level == plan.levels(plane) - 1;
  const std::string name = name_of(plane, ring);
  const LevelPass& pass = plan.pass(plane, ring, level);
  std::vector<int> positions{pass.first};
  if (pass.is_triple()) positions.insert(positions.end(), {pass.back, pass.last});
  if (!pass.is_triple() && pass.last != pass.first) return name + " passes a level twice";
  if (pass.is_triple() && is_spare) return name + " passes a line of spares three times";
  const int ends = is_spare && !grid.has_corners() ? 0 : 1;
  for (const int position : positions) {
    const bool is_there = position >= 1 - ends && position <= grid.positions(plane) + ends;
    if (!is_there) return name + " passes a position that level " + std::to_string(level) + " does not have";
    if (!passed.insert(position).second) return "two passes of level " + std::to_string(level) + " are at one place";
  }
  return "";
}

}  // namespace

PassPlan::PassPlan(const TrackGrid& tracks) : tracks_(tracks) {
  if (!grid().has_spare_rows()) throw std::invalid_argument("a row has no plans of passes");
  for (const Plane plane : kPlanes) {
    for (int ring = 1; ring <= grid().positions(plane); ++ring) {
      passes_[slot(plane)].insert(passes_[slot(plane)].end(), static_cast<std::size_t>(levels(plane)),
                                  {.first = ring, .last = ring});
    }
    three_links_[slot(plane)].assign(passes_[slot(plane)].size(), false);
  }
  for_every_home(grid(), [&](GridPoint home) { now_.push_back(home); });
}

std::size_t PassPlan::moved() const {
  std::size_t moved = 0;
  for_every_home(grid(), [&](GridPoint home) { moved += now(home) != home ? 1 : 0; });
  return moved;
}

std::vector<SiteId> PassPlan::passed_without_node(Plane plane, int ring) const {
  std::set<GridPoint> nodes;
  for (int line = 1; line <= grid().lines(plane); ++line) nodes.insert(now(point(plane, line, ring)));
  std::vector<SiteId> passed;
  for (int line = 0; line <= grid().lines(plane) + 1; ++line) {
    const LevelPass& pass = this->pass(plane, ring, level(line));
    const auto add = [&](int position) {
      const GridPoint at = point(plane, line, position);
      if (!nodes.contains(at)) passed.push_back(grid().site(at));
    };
    add(pass.first);
    if (!pass.is_triple()) continue;
    add(pass.back);
    add(pass.last);
  }
  return passed;
}

// --- Mistakes -------------------------------------------------------------------------------------------------------

std::string PassPlan::mistake() const {
  if (std::string found = mistake_of_nodes(); !found.empty()) return found;
  for (const Plane plane : kPlanes) {
    for (int level = 0; level < levels(plane); ++level) {
      if (std::string found = mistake_of_level(plane, level); !found.empty()) return found;
    }
  }
  return "";
}

std::string PassPlan::mistake_of_nodes() const {
  std::set<GridPoint> taken;
  std::string found;
  for_every_home(grid(), [&](GridPoint home) {
    if (!found.empty()) return;
    const GridPoint at = now(home);
    const std::string node = "the node of " + WaferGrid::name(home);
    if (!grid().populated(at) || std::abs(at.row - home.row) > 1 || std::abs(at.column - home.column) > 1) {
      found = node + " is too far from it";
      return;
    }
    if (!taken.insert(at).second) {
      found = "two nodes are at " + WaferGrid::name(at);
      return;
    }
    const LevelPass& column = pass(Plane::kH, home.column, level(at.row));
    const LevelPass& row = pass(Plane::kV, home.row, level(at.column));
    const bool is_passed =
        (at.column == column.first || at.column == column.last) && (at.row == row.first || at.row == row.last);
    if (!is_passed) found = node + " is on no pass of its rings";
  });
  return found;
}

std::string PassPlan::mistake_of_level(Plane plane, int level) const {
  const int last_level = levels(plane) - 1;
  std::set<int> passed;
  for (int ring = 1; ring <= grid().positions(plane); ++ring) {
    if (std::string found = mistake_of_pass(*this, plane, ring, level, passed); !found.empty()) return found;
    const std::string name = name_of(plane, ring);
    const LevelPass& pass = this->pass(plane, ring, level);
    if (level == last_level && pass.first != this->pass(plane, ring, 0).first)
      return "the wrap of " + name + " is split";
    if (level == 0 || !has_three_links(plane, ring, level)) continue;
    if (!pass.is_triple() || !this->pass(plane, ring, level - 1).is_triple()) {
      return name + " has three links between levels that it passes once";
    }
  }
  if (level > 0 && TrackOfLevel(*this, plane, level).is_shared()) {
    return "two links share a piece of the track before level " + std::to_string(level);
  }
  return "";
}

// --- Placement and states -------------------------------------------------------------------------------------------

Placement place(const PassPlan& plan) {
  const WaferGrid& grid = plan.grid();
  Placement placement;
  placement.node_at.assign(grid.sites(), kNoNode);
  for_every_home(grid, [&](GridPoint home) {
    const SiteId site = grid.site(plan.now(home));
    placement.site_of.push_back(site);
    placement.node_at[site.value] = grid.node(home);
  });
  return placement;
}

std::vector<SwitchState> track_states(const PassPlan& plan) {
  const TrackGrid& tracks = plan.tracks();
  std::vector<SwitchState> states(tracks.switches(), TrackSwitchType::kX);
  for (const Plane plane : kPlanes) {
    for (int level = 1; level < plan.levels(plane); ++level) {
      const TrackOfLevel track(plan, plane, level);
      const int gap = (level - 1) / tracks.tracks();
      for (int position = 0; position <= plan.grid().positions(plane) + 1; ++position) {
        states[tracks.index(plane, gap, position, (level - 1) % tracks.tracks())] =
            track.state(static_cast<std::size_t>(position));
      }
    }
  }
  return states;
}

}  // namespace kintsugi

/// A second planner of all that the fabric can do, for tests only: it tries all placements in which a node is at most
/// one row and one column away from its default place, and for each all states X, D1 and D2 of all switches. It goes
/// from switch to switch, and keeps what the wires that are cut there can be joined to. It knows no rings, no levels
/// and no number of passes. It counts the pitches of each wire if it is to find short links. It shares only the
/// numbering of sites with models/wafer. For cores of up to 4 x 4.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi::test {

/// What a wire that is cut leads to, on the side that has been gone through.
struct WireEnd {
  enum class Kind : std::uint8_t {
    kOpen,     ///< to the end of a track or a corner
    kWrap,     ///< to the wrap of a position
    kFrom,     ///< to the port of a node from which the link to the next node of its ring leaves
    kTo,       ///< to the port at which the link from the node before it arrives
    kOtherEnd  ///< to another wire that is cut
  };
  Kind kind = Kind::kOpen;
  std::uint8_t a = 0;        ///< position, ring, or wire
  std::uint8_t b = 0;        ///< node of the ring
  std::uint8_t pitches = 0;  ///< of the wire so far
  friend constexpr auto operator<=>(WireEnd, WireEnd) = default;
};

/// The ends of all wires that are cut, and which ring uses which wrap.
class CutWires {
 public:
  using enum WireEnd::Kind;
  static constexpr std::uint8_t kTrack = 6;  ///< the wire along the track; the others are those across it

  WireEnd& operator[](std::size_t wire) { return ends_[wire]; }
  std::uint8_t wrap(std::size_t position) const { return wraps_[position]; }

  /// Joins a wire to what this end stands for; returns false if that makes a wrong link.
  bool join(std::uint8_t wire, WireEnd end, int last_node) {
    const WireEnd own = std::exchange(ends_[wire], {});
    if (own.kind != kOtherEnd) return match(own, end, last_node);
    ends_[own.a] = longer(end, own.pitches);
    return true;
  }
  bool join(std::uint8_t wire, std::uint8_t other, int last_node) {
    const WireEnd end = std::exchange(ends_[other], {});
    if (end.kind != kOtherEnd) return join(wire, end, last_node);
    if (end.a == wire) {  // a ring of idle wires
      ends_[wire] = {};
      return true;
    }
    const WireEnd own = longer(std::exchange(ends_[wire], {}), end.pitches);
    ends_[end.a] = own;
    if (own.kind == kOtherEnd) ends_[own.a] = {kOtherEnd, end.a, 0, own.pitches};
    return true;
  }
  /// Begins a wire of which both ends are cut.
  void begin(std::uint8_t wire, std::uint8_t other) {
    ends_[wire] = {kOtherEnd, other, 0};
    ends_[other] = {kOtherEnd, wire, 0};
  }
  void exchange_ends(std::uint8_t wire, std::uint8_t other) {
    if (ends_[wire].kind == kOtherEnd && ends_[wire].a == other) return;
    std::swap(ends_[wire], ends_[other]);
    for (const std::uint8_t each : {wire, other}) {
      if (ends_[each].kind == kOtherEnd) ends_[ends_[each].a].a = each;
    }
  }
  void lengthen(std::uint8_t wire) {
    ends_[wire] = longer(ends_[wire], 1);
    if (ends_[wire].kind == kOtherEnd) ends_[ends_[wire].a].pitches = ends_[wire].pitches;
  }
  /// From here on a link may have so many pitches at most.
  void limit(int longest) { longest_ = static_cast<std::uint8_t>(longest); }
  // of bytes alone, so that they can be sorted fast: a search sorts millions
  friend auto operator<=>(const CutWires& a, const CutWires& b) { return std::memcmp(&a, &b, sizeof a) <=> 0; }
  friend bool operator==(const CutWires& a, const CutWires& b) { return (a <=> b) == 0; }

 private:
  /// The pitches of wires that become no base link do not count.
  WireEnd longer(WireEnd end, int pitches) const {
    const bool counts = longest_ != 0 && (end.kind == kFrom || end.kind == kTo || end.kind == kOtherEnd);
    if (counts) end.pitches = static_cast<std::uint8_t>(std::min(end.pitches + pitches, longest_ + 1));
    return end;
  }
  bool match(WireEnd a, WireEnd b, int last_node) {
    if (b < a) std::swap(a, b);
    if (a.kind == kOpen) return b.kind == kOpen;
    if (a.kind == kFrom) {
      return b.kind == kTo && a.a == b.a && a.b + 1 == b.b && (longest_ == 0 || a.pitches + b.pitches <= longest_);
    }
    if (a.kind != kWrap || b.kind != kTo || b.b != 1 || last_node < 1) return false;
    wraps_[a.a] = b.a;
    return true;
  }

  std::array<WireEnd, 7> ends_{};
  std::array<std::uint8_t, 6> wraps_{};
  std::uint8_t longest_ = 0;  // 0: of any length
};

static_assert(std::has_unique_object_representations_v<CutWires>);

/// All that the wires cut behind a row of switches or PEs of one plane can be joined to.
class PlaneCut {
 public:
  using enum WireEnd::Kind;
  PlaneCut(int rings, int nodes, int longest) : rings_(rings), nodes_(nodes) {
    CutWires first;
    first.limit(longest);
    for (std::uint8_t k = 1; k <= rings; ++k) first[k] = {kWrap, k, 0};
    all_ = {first};
  }
  bool is_empty() const { return all_.empty(); }

  void pass_node(std::uint8_t position, int ring, int node) {
    const auto x = static_cast<std::uint8_t>(ring);
    const auto y = static_cast<std::uint8_t>(node);
    change([&](CutWires cut, std::vector<CutWires>& next) {
      if (!cut.join(position, {kTo, x, y}, nodes_)) return;
      cut[position] = {kFrom, x, y};
      next.push_back(cut);
    });
  }
  void end(std::uint8_t wire) {
    change([&](CutWires cut, std::vector<CutWires>& next) {
      if (cut.join(wire, WireEnd{}, nodes_)) next.push_back(cut);
    });
  }
  /// The pitch of a gap lies before its first track.
  void pass_track(bool is_first) {
    for (std::uint8_t k = 0; is_first && k <= rings_ + 1; ++k) lengthen(k);
    for (std::uint8_t k = 0; k <= rings_ + 1; ++k) {
      pass_switch(k);
      if (k <= rings_) lengthen(CutWires::kTrack);
    }
    end(CutWires::kTrack);
  }
  /// Returns whether every wrap can carry the link from the last node of a ring to its first one.
  bool can_close() const {
    return std::ranges::any_of(all_, [&](CutWires cut) {
      for (std::size_t k = 1; k <= static_cast<std::size_t>(rings_); ++k) {
        const bool is_from_last = cut[k].kind == kFrom && cut[k].a == cut.wrap(k) && cut[k].b == nodes_;
        if (cut.wrap(k) == 0 || !is_from_last) return false;
      }
      return true;
    });
  }

 private:
  template <class Change>
  void change(Change change) {
    std::vector<CutWires> next;
    for (const CutWires& cut : all_) change(cut, next);
    std::ranges::sort(next);
    next.erase(std::unique(next.begin(), next.end()), next.end());
    all_ = std::move(next);
  }
  void lengthen(std::uint8_t wire) {
    for (CutWires& cut : all_) cut.lengthen(wire);
  }
  void pass_switch(std::uint8_t position) {
    change([&](CutWires cut, std::vector<CutWires>& next) {
      next.push_back(cut);  // X
      CutWires turned = cut;
      turned.exchange_ends(position, CutWires::kTrack);  // D1
      next.push_back(turned);
      if (!cut.join(position, CutWires::kTrack, nodes_)) return;
      cut.begin(position, CutWires::kTrack);  // D2
      next.push_back(cut);
    });
  }

  int rings_;
  int nodes_;
  std::vector<CutWires> all_;
};

class FabricBruteForce {
 public:
  FabricBruteForce(const WaferGrid& grid, int tracks) : grid_(grid), tracks_(tracks) {}

  /// Base links have at most so many pitches.
  bool repairable_by_links(std::span<const SiteId> defects, int longest) {
    longest_ = longest;
    const bool found = repairable(defects);
    longest_ = 0;
    return found;
  }
  /// Nodes that are not at their default places are at most `most_moved`.
  bool repairable(std::span<const SiteId> defects, int most_moved = std::numeric_limits<int>::max()) {
    moves_left_ = most_moved;
    dead_.assign(grid_.sites(), false);
    for (const SiteId site : defects) dead_[site.value] = true;
    left_over_ = static_cast<int>(grid_.sites() - defects.size()) - static_cast<int>(grid_.nodes());
    home_at_.assign(grid_.sites(), kNone);
    placed_.assign(grid_.nodes(), false);
    return go_on({0, 0}, PlaneCut(grid_.columns(), grid_.rows(), longest_));
  }

 private:
  static constexpr GridPoint kNone{0, 0};

  /// Goes through the columns' plane row by row, and puts nodes where they can be.
  bool go_on(GridPoint at, PlaneCut cut) {
    if (cut.is_empty() || left_over_ < 0 || has_missed_a_node(at)) return false;
    if (at.column > grid_.columns() + 1) return end_row(at.row, std::move(cut));
    const auto position = static_cast<std::uint8_t>(at.column);
    const GridPoint next{at.row, at.column + 1};
    if (!grid_.populated(at)) {
      cut.end(position);
      return go_on(next, std::move(cut));
    }
    if (dead_[grid_.site(at).value]) return go_on(next, std::move(cut));
    for (const GridPoint home : homes_near(at)) {
      if (put(home, at, next, position, cut)) return true;
    }
    --left_over_;
    const bool found = go_on(next, std::move(cut));
    ++left_over_;
    return found;
  }

  /// Returns whether a node has not been placed, and cannot be from here on.
  bool has_missed_a_node(GridPoint at) const {
    const GridPoint home{at.row - 1, at.column - 2};
    return grid_.in_core(home) && !placed_[grid_.node(home).index()];
  }

  bool put(GridPoint home, GridPoint at, GridPoint next, std::uint8_t position, PlaneCut cut) {
    const int moves = home == at ? 0 : 1;
    if (moves > moves_left_) return false;
    moves_left_ -= moves;
    cut.pass_node(position, home.column, home.row);
    placed_[grid_.node(home).index()] = true;
    home_at_[grid_.site(at).value] = home;
    const bool found = go_on(next, std::move(cut));
    placed_[grid_.node(home).index()] = false;
    home_at_[grid_.site(at).value] = kNone;
    moves_left_ += moves;
    return found;
  }

  std::vector<GridPoint> homes_near(GridPoint at) const {
    std::vector<GridPoint> homes;
    for (const int down : {0, -1, 1}) {
      for (const int right : {0, -1, 1}) {
        const GridPoint home{at.row + down, at.column + right};
        if (grid_.in_core(home) && !placed_[grid_.node(home).index()]) homes.push_back(home);
      }
    }
    return homes;
  }

  bool end_row(int row, PlaneCut cut) {
    if (row == grid_.rows() + 1) return cut.can_close() && can_close_rows();
    for (int track = 0; track < tracks_; ++track) cut.pass_track(track == 0);
    return go_on({row + 1, 0}, std::move(cut));
  }

  /// Goes through the rows' plane, with the nodes where they are.
  bool can_close_rows() const {
    PlaneCut cut(grid_.rows(), grid_.columns(), longest_);
    for (int column = 0; column <= grid_.columns() + 1; ++column) {
      for (int row = 0; row <= grid_.rows() + 1; ++row) {
        const auto position = static_cast<std::uint8_t>(row);
        if (!grid_.populated({row, column})) {
          cut.end(position);
        } else if (const GridPoint home = home_at_[grid_.site({row, column}).value]; home != kNone) {
          cut.pass_node(position, home.row, home.column);
        }
        if (cut.is_empty()) return false;
      }
      for (int track = 0; column <= grid_.columns() && track < tracks_; ++track) cut.pass_track(track == 0);
    }
    return cut.can_close();
  }

  WaferGrid grid_;
  int tracks_;
  int left_over_ = 0;  // live sites that can be left without a node
  int moves_left_ = 0;
  int longest_ = 0;                 // 0: any
  std::vector<bool> dead_;          // by site
  std::vector<GridPoint> home_at_;  // by site: the default place of its node
  std::vector<bool> placed_;        // by node
};

}  // namespace kintsugi::test

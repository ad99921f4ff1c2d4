#include "models/wafer/ring_formula.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

#include "models/search/count.hpp"

namespace kintsugi {

namespace {

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

}  // namespace

RingFormula::RingFormula(const WaferGrid& grid, int tracks, const RingLimits& limits, ExactSearch search)
    : grid_(grid), tracks_(tracks), limits_(limits), search_(std::move(search)), yes_(search_.always()) {
  for (const Plane plane : kPlanes) add_skips(plane);
  for (const Plane plane : kPlanes) add_places(plane);
  for (const Plane plane : kPlanes) {
    place_nodes(plane);
    add_levels(plane);
    add_limits(of(plane));
  }
  add_dead();
  if (search_.is_recorded()) comment();
}

/// Says what the variables mean that a plan follows from.
void RingFormula::comment() {
  search_.comment("plans of rings of a wafer with a core of " + std::to_string(grid_.rows()) + " rows and " +
                  std::to_string(grid_.columns()) + " columns; tracks: " + std::to_string(tracks_));
  for (const Plane plane : kPlanes) {
    const PlaneLiterals& own = of(plane);
    const std::string ring = plane == Plane::kH ? "column " : "row ";
    const std::string line = plane == Plane::kH ? "row " : "column ";
    for (int number = 1; number <= own.rings; ++number) {
      for (int node = 1; node <= own.nodes; ++node) {
        const std::string where = ring + std::to_string(number) + " moves its node of " + line + std::to_string(node);
        name(own.low[at(number)][at(node)], where + " towards " + line + "0");
        name(own.high[at(number)][at(node)], where + " away from " + line + "0");
      }
    }
  }
  for (std::uint32_t site = 0; site < grid_.sites(); ++site) {
    const GridPoint point = grid_.point(SiteId{site});
    name(dead_[site], "r" + std::to_string(point.row) + ".c" + std::to_string(point.column) + " is dead");
  }
}

void RingFormula::name(Literal variable, const std::string& meaning) {
  if (search_.is_recorded()) search_.comment(std::to_string(variable.code()) + ": " + meaning);
}

/// Leaves out a clause that holds always, and literals that never hold.
void RingFormula::add(std::span<const Literal> clause) {
  clause_.clear();
  for (const Literal literal : clause) {
    if (literal == yes_) return;
    if (literal != ~yes_) clause_.push_back(literal);
  }
  search_.add(clause_);
}

/// With more than a few literals a chain of variables says whether one of those so far is true.
void RingFormula::at_most_one(const Literals& literals) {
  kintsugi::at_most_one(
      literals, [this] { return search_.variable(); },
      [this](Literal a, Literal b) {
        add({a, b});
      });
}

// --- Skips ----------------------------------------------------------------------------------------------------------

void RingFormula::add_skips(Plane plane) {
  PlaneLiterals& own = of(plane);
  own.rings = grid_.positions(plane);
  own.nodes = grid_.lines(plane);
  own.low.assign(at(own.rings) + 1, Literals(at(own.nodes) + 2));
  own.high = own.low;
  for (int ring = 1; ring <= own.rings; ++ring) {
    Literals& low = own.low[at(ring)];
    Literals& high = own.high[at(ring)];
    for (int line = 1; line <= own.nodes; ++line) {
      low[at(line)] = search_.variable();
      high[at(line)] = search_.variable();
    }
    low.front() = high.back() = yes_;
    low.back() = high.front() = ~yes_;
    for (int line = 1; line <= own.nodes; ++line) {
      add({~low[at(line)], ~high[at(line)]});
      add({~low[at(line) + 1], low[at(line)]});
      add({~high[at(line)], high[at(line) + 1]});
    }
  }
}

Literal RingFormula::low_moves_at_most(Plane plane, int ring, int nodes) const {
  return ~of(plane).low[at(ring)][at(nodes + 1)];
}

Literal RingFormula::high_moves_at_most(Plane plane, int ring, int nodes) const {
  return ~of(plane).high[at(ring)][at(grid_.lines(plane) - nodes)];
}

// --- Places ---------------------------------------------------------------------------------------------------------

void RingFormula::add_places(Plane plane) {
  PlaneLiterals& own = of(plane);
  own.places.assign(at(own.rings) + 1, Table(at(levels(own)), Literals(at(own.rings) + 1)));
  for (int ring = 1; ring <= own.rings; ++ring) {
    for (int level = 0; level < levels(own); ++level) {
      for (int position = 0; position <= own.rings; ++position) {
        own.places[at(ring)][at(level)][at(position)] = new_place(own, ring, level, position);
      }
      for (int position = 0; position < own.rings; ++position) {
        add({~up_to(own, ring, level, position), up_to(own, ring, level, position + 1)});
      }
    }
  }
}

/// Without PEs in the corners a spare line has no first and last position. The wrap joins both lines. A variable is
/// false at the default position, since the search tries that first.
Literal RingFormula::new_place(PlaneLiterals& plane, int ring, int level, int position) {
  if (position < ring - limits_.reach) return ~yes_;
  if (limits_.reach != LinkLimits::kAny && position >= ring + limits_.reach) return yes_;
  if (is_spare_line(plane, level)) {
    if (position == 0 && !grid_.has_corners()) return ~yes_;
    if (position == plane.rings && !grid_.has_corners()) return yes_;
    if (level > 0) return plane.places[at(ring)][0][at(position)];
  }
  const Literal variable = search_.variable();
  return position < ring ? variable : ~variable;
}

Literal RingFormula::up_to(const PlaneLiterals& plane, int ring, int level, int position) const {
  if (position < 0) return ~yes_;
  if (position > plane.rings) return yes_;
  return plane.places[at(ring)][at(level)][at(position)];
}

Literal RingFormula::passes_up_to(Plane plane, int ring, int line, int position) const {
  return up_to(of(plane), ring, level(line), position);
}

Literal RingFormula::enters_up_to(const TrackPlace& at, int ring) const {
  return up_to(of(at.plane), ring, level(at.gap) + at.track, at.position);
}

Literal RingFormula::leaves_up_to(const TrackPlace& at, int ring) const {
  return up_to(of(at.plane), ring, level(at.gap) + at.track + 1, at.position);
}

/// Where a ring has a node, it is at the position to which the other ring of the node moves it.
void RingFormula::place_nodes(Plane plane) {
  const PlaneLiterals& own = of(plane);
  for (int ring = 1; ring <= own.rings; ++ring) {
    for (int home = 1; home <= own.nodes; ++home) {
      const Literal low = own.low[at(ring)][at(home)];
      const Literal high = own.high[at(ring)][at(home)];
      const Literal back = across(plane).low[at(home)][at(ring)];
      const Literal ahead = across(plane).high[at(home)][at(ring)];
      const auto at_line = [&](int line, Literal unless, Literal or_unless) {
        const auto place = [&](int position) { return up_to(own, ring, level(line), position); };
        add({unless, or_unless, ~place(ring - 2)});
        add({unless, or_unless, ~back, place(ring - 1)});
        add({unless, or_unless, back, ~place(ring - 1)});
        add({unless, or_unless, ~ahead, ~place(ring)});
        add({unless, or_unless, ahead, place(ring)});
        add({unless, or_unless, place(ring + 1)});
      };
      at_line(home - 1, ~low, ~yes_);
      at_line(home, low, high);
      at_line(home + 1, ~high, ~yes_);
    }
  }
}

// --- Levels and tracks ----------------------------------------------------------------------------------------------

void RingFormula::add_levels(Plane plane) {
  const PlaneLiterals& own = of(plane);
  std::vector<Holes> before;
  for (int level = 0; level < levels(own); ++level) {
    std::vector<Holes> holes = add_holes(own, level);
    if (level > 0) add_tracks(own, level, before, holes);
    before = std::move(holes);
  }
}

/// Returns a literal for each ring that can pass the position: whether it does.
RingFormula::Literals RingFormula::passers(const PlaneLiterals& plane, int level, int position) {
  Literals passers;
  for (int ring = 1; ring <= plane.rings; ++ring) {
    const Literal here = up_to(plane, ring, level, position);
    const Literal before = up_to(plane, ring, level, position - 1);
    if (here == ~yes_ || before == yes_) continue;
    const Literal passes = search_.variable();
    add({~passes, here});
    add({~passes, ~before});
    add({passes, ~here, before});
    passers.push_back(passes);
  }
  return passers;
}

/// One ring at most passes a position. A level has two positions more than rings, so two holes.
std::vector<RingFormula::Holes> RingFormula::add_holes(const PlaneLiterals& plane, int level) {
  std::vector<Holes> holes;
  Holes before{~yes_, ~yes_};
  for (int position = 0; position <= plane.rings + 1; ++position) {
    Literals passers = this->passers(plane, level, position);
    at_most_one(passers);
    const Literal hole = passers.empty() ? yes_ : search_.variable();
    for (const Literal passes : passers) add({~passes, ~hole});
    passers.push_back(hole);
    add(passers);
    const bool is_last = position == plane.rings + 1;
    const Holes now{is_last ? yes_ : search_.variable(), is_last ? yes_ : search_.variable()};
    add({~before.one, now.one});
    add({~hole, now.one});
    add({~now.one, before.one, hole});
    add({~before.two, now.two});
    add({~before.one, ~hole, now.two});
    add({~now.two, before.two, before.one});
    add({~now.two, before.two, hole});
    add({~before.two, ~hole});
    holes.push_back(now);
    before = now;
  }
  return holes;
}

/// The rings that cross to the other side of a piece use it. Their number is odd if the holes on one side differ by
/// one. So it is none if the holes are as many, and they cannot differ by two.
void RingFormula::add_tracks(const PlaneLiterals& plane, int level, const std::vector<Holes>& before,
                             const std::vector<Holes>& after) {
  for (int piece = 0; piece <= plane.rings; ++piece) {
    Literals users;
    for (int ring = 1; ring <= plane.rings; ++ring) {
      const Literal a = up_to(plane, ring, level - 1, piece);
      const Literal b = up_to(plane, ring, level, piece);
      if (a == b) continue;
      const Literal uses = search_.variable();
      add({~a, b, uses});
      add({a, ~b, uses});
      add({~uses, a, b});
      add({~uses, ~a, ~b});
      users.push_back(uses);
    }
    at_most_one(users);
    const Holes a = before[at(piece)];
    const Holes b = after[at(piece)];
    add({~a.two, b.one});
    add({~b.two, a.one});
    for (const Literal uses : users) {
      add({a.one, b.one, ~uses});
      add({~a.two, ~b.two, ~uses});
      add({~a.one, a.two, ~b.one, b.two, ~uses});
    }
  }
}

// --- Limits ---------------------------------------------------------------------------------------------------------

void RingFormula::add_limits(const PlaneLiterals& plane) {
  for (int ring = 1; ring <= plane.rings; ++ring) {
    for (int gap = 0; limits_.links.one_piece && tracks_ == 1 && gap <= plane.nodes; ++gap) {
      limit_link(plane, ring, gap, 1, ~yes_);
    }
    if (limits_.links.longest != LinkLimits::kAny) limit_lengths(plane, ring);
  }
}

/// A base link crosses one gap, or two or three around lines without a node of its ring. What lies before the first
/// node and behind the last one is the return wire.
void RingFormula::limit_lengths(const PlaneLiterals& plane, int ring) {
  const Literals& low = plane.low[at(ring)];
  const Literals& high = plane.high[at(ring)];
  const int last = plane.nodes + 1;
  Literals is_low(at(last) + 1, ~yes_);  // by line: it is the lower one without a node of the ring
  Literals is_high(at(last) + 1, ~yes_);
  for (int line = 0; line < last; ++line) {
    is_low[at(line)] = both(low[at(line)], ~low[at(line) + 1]);
    is_high[at(line) + 1] = both(high[at(line) + 1], ~high[at(line)]);
  }
  const std::vector<Literals> at_most = add_lengths(plane, ring);
  const auto uses = [&](int gap, int pieces) {
    if (pieces < 0) return ~yes_;
    return pieces > plane.rings ? yes_ : at_most[at(gap)][at(pieces)];
  };
  const auto has_no_node = [&](Literals& clause, int line) {
    clause.push_back(is_low[at(line)]);
    clause.push_back(is_high[at(line)]);
  };
  for (int first = 0; first < last; ++first) {
    Literals one;
    has_no_node(one, first);
    has_no_node(one, first + 1);
    one.push_back(uses(first, limits_.links.longest - 1));
    add(one);
    if (first + 2 > last) continue;
    const int two_gaps = limits_.links.longest - 2;
    for (const Literal skipped : {is_low[at(first) + 1], is_high[at(first) + 1]}) {
      for (int pieces = 0; pieces <= two_gaps + 1; ++pieces) {
        Literals two{~skipped};
        has_no_node(two, first);
        has_no_node(two, first + 2);
        two.push_back(uses(first, pieces - 1));
        two.push_back(uses(first + 1, two_gaps - pieces));
        add(two);
      }
    }
    if (first + 3 > last) continue;
    const int three_gaps = limits_.links.longest - 3;
    for (int before = 0; before <= three_gaps + 1; ++before) {
      for (int between = 0; before + between <= three_gaps + 1; ++between) {
        add({~is_low[at(first) + 1], ~is_high[at(first) + 2], uses(first, before - 1), uses(first + 1, between - 1),
             uses(first + 2, three_gaps - before - between)});
      }
    }
  }
}

/// Returns by gap and number a literal: if it is true, the link of the ring uses at most so many pieces.
std::vector<RingFormula::Literals> RingFormula::add_lengths(const PlaneLiterals& plane, int ring) {
  std::vector<Literals> at_most(at(plane.nodes) + 1, Literals(at(std::min(limits_.links.longest, plane.rings + 1))));
  for (int gap = 0; gap <= plane.nodes; ++gap) {
    int pieces = 0;
    for (Literal& each : at_most[at(gap)]) {
      each = search_.variable();
      limit_link(plane, ring, gap, pieces++, ~each);
    }
  }
  return at_most;
}

/// Returns a literal that is true if, and only if, both are.
Literal RingFormula::both(Literal a, Literal b) {
  const Literal both = search_.variable();
  add({~a, ~b, both});
  add({~both, a});
  add({~both, b});
  return both;
}

/// In the gap a link of the ring uses at most so many pieces, unless the literal is true.
void RingFormula::limit_link(const PlaneLiterals& plane, int ring, int gap, int pieces, Literal unless) {
  for (int position = 0; position <= plane.rings + 1; ++position) {
    for (const bool down : {false, true}) {
      const int from = level(down ? gap : gap + 1);
      const int to = level(down ? gap + 1 : gap);
      add({unless, ~up_to(plane, ring, from, position), up_to(plane, ring, to, position + pieces)});
    }
  }
}

// --- Dead PEs -------------------------------------------------------------------------------------------------------

void RingFormula::add_dead() {
  for (std::uint32_t site = 0; site < grid_.sites(); ++site) {
    dead_.push_back(search_.variable());
    search_.keep(dead_.back());
    add_dead(SiteId{site});
  }
}

Decision RingFormula::refute(std::span<const SiteId> dead) {
  for (const SiteId site : dead) search_.add({dead_[site.value]});
  const Decision decision = search_.solve();
  if (decision == Decision::kNo) search_.write_refutation();
  return decision;
}

/// None of the nodes that can be moved here is.
void RingFormula::add_dead(SiteId site) {
  const GridPoint here = grid_.point(site);
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      const GridPoint home{here.row - down, here.column - right};
      if (!grid_.in_core(home)) continue;
      Literals clause{~dead_[site.value]};
      std::ranges::copy(is_elsewhere(home, site), std::back_inserter(clause));
      add(clause);
    }
  }
}

RingFormula::Literals RingFormula::is_elsewhere(GridPoint home, SiteId site) const {
  Literals elsewhere;
  const auto not_by = [&](Literal low, Literal high, int by) {
    if (by <= 0) elsewhere.push_back(by < 0 ? ~low : low);
    if (by >= 0) elsewhere.push_back(by > 0 ? ~high : high);
  };
  const GridPoint here = grid_.point(site);
  const PlaneLiterals& column = of(Plane::kH);
  const PlaneLiterals& row = of(Plane::kV);
  not_by(column.low[at(home.column)][at(home.row)], column.high[at(home.column)][at(home.row)], here.row - home.row);
  not_by(row.low[at(home.row)][at(home.column)], row.high[at(home.row)][at(home.column)], here.column - home.column);
  return elsewhere;
}

Literal RingFormula::variable() {
  const Literal variable = search_.variable();
  search_.keep(variable);
  return variable;
}

// --- Moves ----------------------------------------------------------------------------------------------------------

void RingFormula::count_moves() {
  Literals moved;
  for (int row = 1; row <= grid_.rows(); ++row) {
    for (int column = 1; column <= grid_.columns(); ++column) {
      const Literal node = search_.variable();
      for (const auto& [plane, ring, line] : {std::tuple{Plane::kH, column, row}, {Plane::kV, row, column}}) {
        add({~of(plane).low[at(ring)][at(line)], node});
        add({~of(plane).high[at(ring)][at(line)], node});
      }
      moved.push_back(node);
    }
  }
  moved_ = count(search_, moved);
}

Literal RingFormula::moves_at_most(int nodes) {
  if (moved_.empty()) count_moves();
  return at(nodes) < moved_.size() ? ~moved_[at(nodes)] : yes_;
}

// --- Solving --------------------------------------------------------------------------------------------------------

Decision RingFormula::solve(std::span<const SiteId> dead, std::span<const Literal> assumptions,
                            std::optional<std::uint32_t> conflicts) {
  assumptions_.clear();
  for (const SiteId site : dead) assumptions_.push_back(dead_[site.value]);
  assumptions_.insert(assumptions_.end(), assumed_.begin(), assumed_.end());
  assumptions_.insert(assumptions_.end(), assumptions.begin(), assumptions.end());
  return search_.solve(assumptions_, conflicts);
}

RingPlan RingFormula::plan() const {
  RingPlan plan(grid_);
  for (const Plane plane : kPlanes) {
    const PlaneLiterals& own = of(plane);
    for (int number = 1; number <= own.rings; ++number) {
      Ring& ring = plan.ring(plane, number);
      const auto is_true = [&](Literal literal) { return search_.value(literal); };
      const auto position = [&](int line) {
        int k = 0;
        while (!is_true(up_to(own, number, level(line), k))) ++k;
        return k;
      };
      ring.low.line = static_cast<int>(std::ranges::count_if(own.low[at(number)], is_true)) - 1;
      ring.high.line = own.nodes + 2 - static_cast<int>(std::ranges::count_if(own.high[at(number)], is_true));
      ring.low.position = position(ring.low.line);
      ring.high.position = position(ring.high.line);
    }
  }
  return plan;
}

DefectMap RingFormula::failed(std::span<const SiteId> dead) const {
  DefectMap failed;
  std::ranges::copy_if(dead, std::back_inserter(failed),
                       [&](SiteId site) { return search_.failed(dead_[site.value]); });
  return failed;
}

}  // namespace kintsugi

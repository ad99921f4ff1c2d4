#include "models/wafer/fabric_formula.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "models/search/count.hpp"

namespace kintsugi {

FabricFormula::FabricFormula(const TrackGrid& tracks, const LinkLimits& limits)
    : tracks_(tracks), grid_(tracks.wafer()) {
  yes_ = variable();
  literals_ = {yes_, Literal{}};
  clauses_ = 1;
  for (const Plane plane : kPlanes) add_moves(plane);
  for (const Plane plane : kPlanes) add_levels(plane);
  for (const Plane plane : kPlanes) place_nodes(plane);
  add_limits(limits);
  add_dead();
}

void FabricFormula::add_to(ExactSearch& search) const {
  while (search.variables() < variables_) search.variable();
  auto begin = literals_.begin();
  while (begin != literals_.end()) {
    const auto end = std::find(begin, literals_.end(), Literal{});
    search.add(std::span(begin, end));
    begin = end + 1;
  }
}

void FabricFormula::comment(ExactSearch& search) const {
  const auto say = [&](Literal variable, const std::string& meaning) {
    search.comment(std::to_string(variable.code()) + ": " + meaning);
  };
  for (const Plane plane : kPlanes) {
    const std::string ring = plane == Plane::kH ? "column " : "row ";
    const std::string line = plane == Plane::kH ? "row " : "column ";
    for (int number = 1; number <= of(plane).rings; ++number) {
      for (int node = 1; node <= of(plane).nodes; ++node) {
        const std::string where = ring + std::to_string(number) + ", the node of " + line + std::to_string(node);
        say(of(plane).stays[slot_of(number)][slot_of(node)],
            where + " stays in its " + line.substr(0, line.size() - 1));
        say(of(plane).low[slot_of(number)][slot_of(node)], where + " moves towards " + line + "0");
        say(of(plane).high[slot_of(number)][slot_of(node)], where + " moves away from " + line + "0");
      }
    }
  }
  for (std::uint32_t site = 0; site < grid_.sites(); ++site) {
    say(dead_[site], WaferGrid::name(grid_.point(SiteId{site})) + " is dead");
  }
}

/// Leaves out a clause that holds always, and literals that never hold.
void FabricFormula::add(std::span<const Literal> clause) {
  if (std::ranges::find(clause, yes_) != clause.end()) return;
  for (const Literal literal : clause) {
    if (literal != ~yes_) literals_.push_back(literal);
  }
  literals_.emplace_back();
  ++clauses_;
}

void FabricFormula::add(Literals clause, std::initializer_list<Literal> more) {
  clause.insert(clause.end(), more);
  add(clause);
}

/// With more than a few literals a chain of variables says whether one of those so far is true.
void FabricFormula::at_most_one(const Literals& literals) {
  kintsugi::at_most_one(
      literals, [this] { return variable(); },
      [this](Literal a, Literal b) {
        add({a, b});
      });
}

// --- Moves ----------------------------------------------------------------------------------------------------------

void FabricFormula::add_moves(Plane plane) {
  PlaneLiterals& own = of(plane);
  own.rings = grid_.positions(plane);
  own.nodes = grid_.lines(plane);
  for (Table* table : {&own.stays, &own.low, &own.high, &own.third}) {
    table->assign(slot_of(own.rings) + 1, Literals(slot_of(own.nodes) + 1));
  }
  for (int ring = 1; ring <= own.rings; ++ring) {
    for (int line = 1; line <= own.nodes; ++line) {
      for (Table* table : {&own.stays, &own.low, &own.high, &own.third})
        (*table)[slot_of(ring)][slot_of(line)] = variable();
      const Literal stays = own.stays[slot_of(ring)][slot_of(line)];
      const Literal low = own.low[slot_of(ring)][slot_of(line)];
      const Literal high = own.high[slot_of(ring)][slot_of(line)];
      add({stays, low, high});
      add({~stays, ~low});
      add({~stays, ~high});
      add({~low, ~high});
    }
  }
}

/// Returns literals of which one is true if the node of that line is not moved by that many lines.
FabricFormula::Literals FabricFormula::not_moved(const PlaneLiterals& plane, int ring, int line, int by) {
  const Table& table = by < 0 ? plane.low : by > 0 ? plane.high : plane.stays;
  return {~table[slot_of(ring)][slot_of(line)]};
}

// --- Levels ---------------------------------------------------------------------------------------------------------

void FabricFormula::add_levels(Plane plane) {
  PlaneLiterals& own = of(plane);
  const int levels = (own.nodes + 1) * tracks_.tracks() + 1;
  for (int number = 0; number < levels; ++number) {
    Level& level = own.levels.emplace_back();
    level.is_spare = number == 0 || number + 1 == levels;
    if (number > 0 && level.is_spare) {
      level = own.levels.front();  // the wraps join the two
    } else {
      add_level(own, level);
    }
    if (number == 0) continue;
    Level& before = own.levels[slot_of(number - 1)];
    add_links(own, before, level);
    const bool ends_gap = number % tracks_.tracks() == 0;
    if (tracks_.tracks() == 2 && ends_gap) forbid_loops(own.levels[slot_of(number - 2)], before, level);
  }
}

/// A variable is false at the default position.
FabricFormula::Literals FabricFormula::new_position(int rings, int likely) {
  Literals position;
  for (int k = 0; k <= rings; ++k) {
    const Literal literal = variable();
    position.push_back(k < likely ? literal : ~literal);
    if (k > 0) add({~position[slot_of(k - 1)], position[slot_of(k)]});
  }
  return position;
}

Literal FabricFormula::up_to(const Literals& position, int k) const {
  if (k < 0) return ~yes();
  return slot_of(k) < position.size() ? position[slot_of(k)] : yes();
}

/// Returns a literal that is true if the pass exists and is at k.
Literal FabricFormula::new_at(const Literals& position, int k, Literal exists) {
  const Literal here = up_to(position, k);
  const Literal before = up_to(position, k - 1);
  if (here == ~yes() || before == yes()) return ~yes();
  const Literal passes = variable();
  add({~passes, exists});
  add({~passes, here});
  add({~passes, ~before});
  add({passes, ~exists, ~here, before});
  return passes;
}

/// Without PEs in the corners a line of spares has neither a first nor a last position.
void FabricFormula::add_level(PlaneLiterals& plane, Level& level) {
  level.first.resize(slot_of(plane.rings) + 1);
  for (int ring = 1; ring <= plane.rings; ++ring) {
    Literals& first = level.first[slot_of(ring)];
    first = new_position(plane.rings, ring);
    if (!level.is_spare || grid_.has_corners()) continue;
    add({~first.front()});
    add({first.back()});
  }
  level.last = level.first;
  level.triple.assign(slot_of(plane.rings) + 1, ~yes());
  level.any = level.three = ~yes();
  if (!level.is_spare) add_triple(plane, level);
  add_passes(plane, level);
}

void FabricFormula::same_if(Literal condition, const Literals& a, const Literals& b) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    add({~condition, ~a[k], b[k]});
    add({~condition, a[k], ~b[k]});
  }
}

void FabricFormula::add_triple(const PlaneLiterals& plane, Level& level) {
  level.any = variable();
  level.triple_first = new_position(plane.rings, 0);
  level.back = new_position(plane.rings, 0);
  level.triple_last = new_position(plane.rings, 0);
  for (const Literals* position : {&level.triple_first, &level.back, &level.triple_last}) {
    add({level.any, position->front()});
  }
  Literals rings{~level.any};
  for (int ring = 1; ring <= plane.rings; ++ring) {
    const Literal triple = level.triple[slot_of(ring)] = variable();
    add({~triple, level.any});
    rings.push_back(triple);
    level.last[slot_of(ring)] = new_position(plane.rings, ring);
    for (std::size_t k = 0; k < level.last[slot_of(ring)].size(); ++k) {
      add({triple, ~level.first[slot_of(ring)][k], level.last[slot_of(ring)][k]});
      add({triple, level.first[slot_of(ring)][k], ~level.last[slot_of(ring)][k]});
    }
    same_if(triple, level.first[slot_of(ring)], level.triple_first);
    same_if(triple, level.last[slot_of(ring)], level.triple_last);
  }
  add(rings);
  at_most_one(Literals(rings.begin() + 1, rings.end()));
}

void FabricFormula::add_passes(const PlaneLiterals& plane, Level& level) {
  level.at_first.resize(slot_of(plane.rings) + 1);
  std::vector<Literal> holes;
  for (int k = 0; k <= plane.rings + 1; ++k) {
    Literals passes;
    for (int ring = 1; ring <= plane.rings; ++ring) {
      const Literal passes_here = new_at(level.first[slot_of(ring)], k, yes());
      level.at_first[slot_of(ring)].push_back(passes_here);
      passes.push_back(passes_here);
    }
    if (!level.is_spare) {
      level.at_back.push_back(new_at(level.back, k, level.any));
      level.at_last.push_back(new_at(level.triple_last, k, level.any));
      passes.insert(passes.end(), {level.at_back.back(), level.at_last.back()});
    }
    at_most_one(passes);
    const Literal hole = variable();
    for (const Literal each : passes) add({~each, ~hole});
    passes.push_back(hole);
    add(passes);
    holes.push_back(hole);
  }
  count_holes(level, holes);
}

/// Two holes, none if a ring passes three times.
void FabricFormula::count_holes(Level& level, const std::vector<Literal>& holes) {
  Holes before{~yes(), ~yes()};
  for (const Literal hole : holes) {
    const Holes now{variable(), variable()};
    add({~before.one, now.one});
    add({~hole, now.one});
    add({~now.one, before.one, hole});
    add({~before.two, now.two});
    add({~before.one, ~hole, now.two});
    add({~now.two, before.two, before.one});
    add({~now.two, before.two, hole});
    add({~now.two, now.one});
    add({~before.two, ~hole});
    add({~level.any, ~hole});
    level.holes.push_back(now);
    before = now;
  }
  add({level.any, before.two});
}

// --- Links ----------------------------------------------------------------------------------------------------------

/// Between two levels: the link from the last pass of a ring to the first one of the next level or, if there are three
/// links, to the last one. Besides, two links of the rings that pass one of the levels three times.
void FabricFormula::add_links(const PlaneLiterals& plane, const Level& before, Level& after) {
  if (!before.is_spare && !after.is_spare) {
    after.three = variable();
    add({~after.three, before.any});
    add({~after.three, after.any});
    for (int ring = 1; ring <= plane.rings; ++ring) {
      add({~after.three, ~before.triple[slot_of(ring)], after.triple[slot_of(ring)]});
      add({~after.three, before.triple[slot_of(ring)], ~after.triple[slot_of(ring)]});
    }
  }
  const std::vector<Link> links = links_between(plane, before, after);
  for (int piece = 0; piece <= plane.rings; ++piece) {
    Literals users;
    for (const Link& link : links) {
      users.push_back(add_link(piece, link, before, after));
      if (link.ring == 0) add({~users.back(), link.triple});
    }
    count_links(users, before, after, piece);
  }
}

std::vector<FabricFormula::Link> FabricFormula::links_between(const PlaneLiterals& plane, const Level& before,
                                                              const Level& after) const {
  using enum Pass;
  constexpr auto above = [](Pass pass) { return LinkEnd{true, pass}; };
  constexpr auto below = [](Pass pass) { return LinkEnd{false, pass}; };
  const Literal three = after.three;
  std::vector<Link> links;
  for (int ring = 1; ring <= plane.rings; ++ring) {
    links.push_back({ring, {}, {Way{{~three}, above(kLast), below(kFirst)}, Way{{three}, above(kLast), below(kLast)}}});
  }
  if (before.any != ~yes()) {
    const Way turn{{before.any, ~three}, above(kFirst), above(kBack)};
    links.push_back({0, before.any, {turn, Way{{three}, above(kFirst), below(kFirst)}}});
  }
  if (after.any != ~yes()) {
    const Way turn{{after.any, ~three}, below(kBack), below(kLast)};
    links.push_back({0, after.any, {turn, Way{{three}, below(kBack), above(kBack)}}});
  }
  return links;
}

const FabricFormula::Literals& FabricFormula::position(const Link& link, LinkEnd end, const Level& before,
                                                       const Level& after) {
  const Level& level = end.is_before ? before : after;
  if (end.pass == Pass::kBack) return level.back;
  if (link.ring == 0) return end.pass == Pass::kFirst ? level.triple_first : level.triple_last;
  return (end.pass == Pass::kFirst ? level.first : level.last)[slot_of(link.ring)];
}

/// Returns a literal that is true if the link uses the piece: one of its ends is before it, the other one behind it.
Literal FabricFormula::add_link(int piece, const Link& link, const Level& before, const Level& after) {
  const Literal uses = variable();
  for (const Way& way : link.ways) {
    Literals unless;
    for (const Literal condition : way.if_all) unless.push_back(~condition);
    if (std::ranges::find(unless, yes()) != unless.end()) continue;
    const Literal a = up_to(position(link, way.from, before, after), piece);
    const Literal b = up_to(position(link, way.to, before, after), piece);
    add(unless, {~a, b, uses});
    add(unless, {a, ~b, uses});
    add(unless, {~uses, a, b});
    add(unless, {~uses, ~a, ~b});
  }
  return uses;
}

/// One link at most uses the piece, and exactly if the holes of both levels on one side are odd. Without a ring that
/// passes three times as many links cross the piece as the holes differ by, so that is not two.
void FabricFormula::count_links(const Literals& users, const Level& before, const Level& after, int piece) {
  at_most_one(users);
  const Literal used = variable();
  for (const Literal each : users) add({~each, used});
  add(users, {~used});
  const Holes a = before.holes[slot_of(piece)];
  const Holes b = after.holes[slot_of(piece)];
  add({~a.two, b.one, after.any});
  add({~b.two, a.one, before.any});
  // even
  add({a.one, b.one, ~used});
  add({a.one, ~b.two, ~used});
  add({~a.two, b.one, ~used});
  add({~a.two, ~b.two, ~used});
  add({~a.one, a.two, ~b.one, b.two, ~used});
  // odd
  add({~a.one, a.two, b.one, used});
  add({~a.one, a.two, ~b.two, used});
  add({a.one, ~b.one, b.two, used});
  add({~a.two, ~b.one, b.two, used});
}

// --- Loops ----------------------------------------------------------------------------------------------------------

/// Idle pieces of two tracks close a ring through both holes of the level between them if the links of the levels on
/// both sides turn away there: the first hole of either level is before that of the level between, and the second one
/// behind it.
void FabricFormula::forbid_loops(const Level& before, const Level& between, const Level& after) {
  add({~begins_before(before, between), ~ends_behind(before, between), ~begins_before(after, between),
       ~ends_behind(after, between)});
}

/// Returns a literal that is true if the first hole of one level is before that of the other.
Literal FabricFormula::begins_before(const Level& one, const Level& other) {
  const Literal before = variable();
  for (std::size_t k = 0; k < one.holes.size(); ++k) add({~one.holes[k].one, other.holes[k].one, before});
  return before;
}

Literal FabricFormula::ends_behind(const Level& one, const Level& other) {
  const Literal behind = variable();
  for (std::size_t k = 0; k < one.holes.size(); ++k) add({~other.holes[k].two, one.holes[k].two, behind});
  return behind;
}

// --- Nodes ----------------------------------------------------------------------------------------------------------

void FabricFormula::place_nodes(Plane plane) {
  const PlaneLiterals& own = of(plane);
  for (int ring = 1; ring <= own.rings; ++ring) {
    for (int home = 1; home <= own.nodes; ++home) {
      const Literal back = across(plane).low[slot_of(home)][slot_of(ring)];
      const Literal ahead = across(plane).high[slot_of(home)][slot_of(ring)];
      for (const int by : {-1, 0, 1}) place_node(own, ring, home, by, back, ahead);
      if (home == own.nodes) continue;
      for (const int by : {-1, 0, 1}) {
        for (const int next_by : {-1, 0, 1}) order_nodes(own, ring, home, by, next_by);
      }
    }
  }
}

/// A node that is moved by that many lines is on the first pass there, or on the last one. Its other ring moves it back
/// or ahead along the line.
void FabricFormula::place_node(const PlaneLiterals& own, int ring, int home, int by, Literal back, Literal ahead) {
  const Level& level = own.levels[slot_of(this->level(home + by))];
  const Literal third = own.third[slot_of(ring)][slot_of(home)];
  const Literals unless = not_moved(own, ring, home, by);
  add(unless, {~third, level.triple[slot_of(ring)]});
  for (const bool is_last : {false, true}) {
    Literals not_here = unless;
    not_here.push_back(is_last ? ~third : third);
    const Literals& position = (is_last ? level.last : level.first)[slot_of(ring)];
    add(not_here, {~up_to(position, ring - 2)});
    add(not_here, {~back, up_to(position, ring - 1)});
    add(not_here, {back, ~up_to(position, ring - 1)});
    add(not_here, {~ahead, ~up_to(position, ring)});
    add(not_here, {ahead, up_to(position, ring)});
    add(not_here, {up_to(position, ring + 1)});
  }
}

/// The node of a line comes before that of the next line. If three links lie between these lines, all first
/// passes come before the last ones.
void FabricFormula::order_nodes(const PlaneLiterals& plane, int ring, int line, int by, int next_by) {
  const int here = line + by;
  const int there = line + 1 + next_by;
  Literals unless = not_moved(plane, ring, line, by);
  unless.push_back(not_moved(plane, ring, line + 1, next_by).front());
  const Literal third = plane.third[slot_of(ring)][slot_of(line)];
  const Literal next_third = plane.third[slot_of(ring)][slot_of(line + 1)];
  if (here < there) {
    unless.insert(unless.end(), {~third, next_third});
    for (int k = level(here) + 1; k <= level(there); ++k) unless.push_back(~plane.levels[slot_of(k)].three);
    add(unless);
    return;
  }
  add(unless, {~third});
  add(unless, {next_third});
  for (int k = level(there) + 1; k <= level(here); ++k) add(unless, {plane.levels[slot_of(k)].three});
}

// --- Dead PEs -------------------------------------------------------------------------------------------------------

void FabricFormula::add_dead() {
  for (std::uint32_t site = 0; site < grid_.sites(); ++site) {
    dead_.push_back(variable());
    add_dead(SiteId{site});
  }
}

/// None of the nodes that can be moved here is.
void FabricFormula::add_dead(SiteId site) {
  const GridPoint here = grid_.point(site);
  for (const int down : {-1, 0, 1}) {
    for (const int right : {-1, 0, 1}) {
      const GridPoint home{here.row - down, here.column - right};
      if (!grid_.in_core(home)) continue;
      Literals clause = not_moved(of(Plane::kH), home.column, home.row, down);
      clause.push_back(not_moved(of(Plane::kV), home.row, home.column, right).front());
      add(clause, {~dead_[site.value]});
    }
  }
}

// --- Plans ----------------------------------------------------------------------------------------------------------

PassPlan FabricFormula::plan(const ExactSearch& search) const {
  PassPlan plan(tracks_);
  for (int row = 1; row <= grid_.rows(); ++row) {
    for (int column = 1; column <= grid_.columns(); ++column) {
      const auto shift = [&](Plane plane, int ring, int line) {
        return search.value(of(plane).low[slot_of(ring)][slot_of(line)])    ? -1
               : search.value(of(plane).high[slot_of(ring)][slot_of(line)]) ? 1
                                                                            : 0;
      };
      plan.move({row, column}, {row + shift(Plane::kH, column, row), column + shift(Plane::kV, row, column)});
    }
  }
  const auto position = [&](const Literals& up_to) {
    int k = 0;
    while (slot_of(k) < up_to.size() && !search.value(up_to[slot_of(k)])) ++k;
    return k;
  };
  for (const Plane plane : kPlanes) {
    for (int number = 0; number < plan.levels(plane); ++number) {
      const Level& level = of(plane).levels[slot_of(number)];
      for (int ring = 1; ring <= of(plane).rings; ++ring) {
        LevelPass& pass = plan.pass(plane, ring, number);
        pass = {.first = position(level.first[slot_of(ring)]), .last = position(level.last[slot_of(ring)])};
        if (!search.value(level.triple[slot_of(ring)])) continue;
        pass.back = position(level.back);
        plan.set_three_links(plane, ring, number, search.value(level.three));
      }
    }
  }
  return plan;
}

FabricFormula::Literals FabricFormula::moves(Plane plane, GridPoint home) const {
  const std::size_t ring = slot_of(plane == Plane::kH ? home.column : home.row);
  const std::size_t line = slot_of(plane == Plane::kH ? home.row : home.column);
  return {of(plane).stays[ring][line], of(plane).low[ring][line], of(plane).high[ring][line]};
}

FabricFormula::Literals FabricFormula::triples(Plane plane, int level) const {
  const Level& own = of(plane).levels[slot_of(level)];
  Literals choice{~own.any};
  choice.insert(choice.end(), own.triple.begin() + 1, own.triple.end());
  return choice;
}

FabricFormula::Literals FabricFormula::links(Plane plane, int level) const {
  const Literal three = of(plane).levels[slot_of(level)].three;
  return {~three, three};
}

FabricFormula::Literals FabricFormula::nearest_first(const Literals& at_position, int ring) const {
  Literals choice;
  for (int distance = 0; distance <= static_cast<int>(at_position.size()); ++distance) {
    for (const int k : {ring - distance, ring + distance}) {
      if (k < 0 || slot_of(k) >= at_position.size() || (distance == 0 && !choice.empty())) continue;
      choice.push_back(at_position[slot_of(k)]);
    }
  }
  return choice;
}

FabricFormula::Literals FabricFormula::first_positions(Plane plane, int ring, int level) const {
  return nearest_first(of(plane).levels[slot_of(level)].at_first[slot_of(ring)], ring);
}

FabricFormula::Literals FabricFormula::back_positions(Plane plane, int ring, int level) const {
  return nearest_first(of(plane).levels[slot_of(level)].at_back, ring);
}

FabricFormula::Literals FabricFormula::last_positions(Plane plane, int ring, int level) const {
  return nearest_first(of(plane).levels[slot_of(level)].at_last, ring);
}

}  // namespace kintsugi

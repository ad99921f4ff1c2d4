// The limits of the links in a formula of plans of passes.
#include <algorithm>

#include "models/wafer/fabric_formula.hpp"

namespace kintsugi {

void FabricFormula::add_limits(const LinkLimits& limits) {
  for (const Plane plane : kPlanes) {
    if (limits.one_piece && tracks_.tracks() == 1) limit_pieces(of(plane));
    if (limits.longest != LinkLimits::kAny) limit_lengths(of(plane), limits.longest);
  }
}

/// Every link uses one piece at most.
void FabricFormula::limit_pieces(const PlaneLiterals& plane) {
  for (std::size_t number = 1; number < plane.levels.size(); ++number) {
    const Level& before = plane.levels[number - 1];
    const Level& after = plane.levels[number];
    for (const Link& link : links_between(plane, before, after)) add_pieces(plane, link, before, after, 2, ~yes());
  }
}

/// If the link, in one of its ways, uses so many pieces at least, the literal is true.
void FabricFormula::add_pieces(const PlaneLiterals& plane, const Link& link, const Level& before, const Level& after,
                               int pieces, Literal uses) {
  for (const Way& way : link.ways) {
    Literals clause{uses};
    for (const Literal condition : way.if_all) clause.push_back(~condition);
    const Literals& from = position(link, way.from, before, after);
    const Literals& to = position(link, way.to, before, after);
    for (int k = 0; k <= plane.rings + 1; ++k) {
      add(clause, {~up_to(from, k), up_to(to, k + pieces - 1)});
      add(clause, {~up_to(to, k), up_to(from, k + pieces - 1)});
    }
  }
}

/// The pitches of the base links of a plane. Follows each ring from pass to pass.
class FabricFormula::Lengths {
 public:
  Lengths(FabricFormula& formula, const PlaneLiterals& plane, int longest)
      : formula_(formula), plane_(plane), too_many_(longest + 1) {}

  void limit() {
    for (std::size_t number = 0; number < plane_.levels.size(); ++number) measure(number);
    for (int ring = 1; ring <= plane_.rings; ++ring) limit(ring);
  }

 private:
  /// Literal number n is true if a node comes before, and so many pitches at least lie between it and the pass.
  struct Pitches {
    Literals at;
    Literals behind;  ///< if the pass has a node, that is the node before
  };
  struct Measured {
    Link link;
    Literals uses;  ///< number n, from 1 on: so many pieces at least
  };

  const Level& level(std::size_t number) const { return plane_.levels[number]; }
  bool is_line(std::size_t number) const { return number % slot_of(formula_.tracks_.tracks()) == 0; }

  /// Adds literals for the pieces of the links to the level before.
  void measure(std::size_t number) {
    std::vector<Measured>& measured = links_.emplace_back();
    if (number == 0) return;
    for (Link& link : formula_.links_between(plane_, level(number - 1), level(number))) {
      Literals uses{formula_.yes()};
      while (uses.size() <= slot_of(std::min(too_many_, plane_.rings + 1))) {
        const auto pieces = static_cast<int>(uses.size());
        uses.push_back(formula_.variable());
        formula_.add_pieces(plane_, link, level(number - 1), level(number), pieces, uses.back());
      }
      measured.push_back({std::move(link), std::move(uses)});
    }
  }

  void limit(int ring) {
    passes_.clear();
    for (std::size_t number = 0; number < plane_.levels.size(); ++number) add_passes(ring, number);
    for (std::size_t number = 1; number < plane_.levels.size(); ++number) {
      for (const Measured& each : links_[number]) {
        if (each.link.ring == 0 || each.link.ring == ring) follow(ring, number, each);
      }
    }
  }

  /// A line of spares is passed once. If the ring passes another level once, the last pass is the first one: what comes
  /// to the one has come to the other.
  void add_passes(int ring, std::size_t number) {
    std::vector<Pitches>& passes = passes_.emplace_back();
    passes.push_back(new_pass(ring, number, false));
    if (level(number).is_spare) return;
    passes.push_back(new_pitches());  // back, where no node can be
    passes.push_back(new_pass(ring, number, true));
    const Literal triple = level(number).triple[slot_of(ring)];
    for (std::size_t n = 0; n < passes[0].behind.size(); ++n) {
      formula_.add({triple, ~passes[2].at[n], passes[0].at[n]});
      formula_.add({triple, ~passes[0].behind[n], passes[2].behind[n]});
    }
  }

  const Pitches& pass(std::size_t number, Pass pass) const {
    const std::vector<Pitches>& passes = passes_[number];
    return passes[passes.size() == 1 ? 0 : slot_of(static_cast<int>(pass))];
  }

  Literals new_numbers() {
    Literals numbers;
    for (int n = 0; n <= too_many_; ++n) {
      numbers.push_back(formula_.variable());
      if (n > 0) formula_.add({~numbers[slot_of(n)], numbers[slot_of(n - 1)]});
    }
    return numbers;
  }

  Pitches new_pitches() {
    const Literals at = new_numbers();
    return {at, at};
  }

  Pitches new_pass(int ring, std::size_t number, bool is_last) {
    const Pitches pitches{new_numbers(), new_numbers()};
    const Literal is_pass = is_last ? level(number).triple[slot_of(ring)] : formula_.yes();
    Literals has_node{~formula_.variable()};
    const int line = static_cast<int>(number) / formula_.tracks_.tracks();
    for (const int by : {-1, 0, 1}) {
      const int home = line - by;
      if (!is_line(number) || home < 1 || home > plane_.nodes) continue;
      const Literal not_moved = FabricFormula::not_moved(plane_, ring, home, by).front();
      const Literal third = plane_.third[slot_of(ring)][slot_of(home)];
      const Literal elsewhere = is_last ? ~third : third;
      formula_.add({not_moved, elsewhere, ~pitches.at.back()});
      formula_.add({not_moved, elsewhere, pitches.behind.front()});
      has_node.push_back(formula_.variable());
      formula_.add({~has_node.back(), ~not_moved});
      formula_.add({~has_node.back(), ~elsewhere});
    }
    formula_.add(has_node);
    for (std::size_t n = 0; n < pitches.at.size(); ++n) {
      formula_.add({~is_pass, ~has_node.front(), ~pitches.at[n], pitches.behind[n]});
    }
    return pitches;
  }

  /// A link begins and ends with a pitch at the line of PEs before a gap.
  void follow(int ring, std::size_t number, const Measured& measured) {
    const Level& before = level(number - 1);
    const Level& after = level(number);
    for (const Way& way : measured.link.ways) {
      Literals unless;
      for (const Literal condition : way.if_all) unless.push_back(~condition);
      if (measured.link.ring == 0) {
        const Level& triple = measured.link.triple == before.any ? before : after;
        unless.push_back(~triple.triple[slot_of(ring)]);
      }
      const auto is_pitch = [&](LinkEnd end) { return end.is_before && is_line(number - 1) ? 1 : 0; };
      const auto at = [&](LinkEnd end) -> const Pitches& {
        return pass(end.is_before ? number - 1 : number, end.pass);
      };
      add_up(unless, at(way.from).behind, measured.uses, is_pitch(way.from) + is_pitch(way.to), at(way.to).at);
    }
  }

  void add_up(const Literals& unless, const Literals& behind, const Literals& uses, int pitches, const Literals& at) {
    for (int n = 0; n <= too_many_; ++n) {
      for (int pieces = 0; slot_of(pieces) < uses.size(); ++pieces) {
        const int sum = n + pieces + pitches;
        formula_.add(unless, {~behind[slot_of(n)], ~uses[slot_of(pieces)], at[slot_of(std::min(sum, too_many_))]});
        if (sum >= too_many_) break;
      }
    }
  }

  FabricFormula& formula_;
  const PlaneLiterals& plane_;
  int too_many_;
  std::vector<std::vector<Measured>> links_;  // by level
  std::vector<std::vector<Pitches>> passes_;  // of a ring, by level
};

void FabricFormula::limit_lengths(const PlaneLiterals& plane, int longest) {
  Lengths(*this, plane, longest).limit();
}

}  // namespace kintsugi

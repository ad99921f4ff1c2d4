#include "models/general/arc_order.hpp"

#include <algorithm>
#include <numeric>

namespace kintsugi::general {

ArcOrder::ArcOrder(const LiveGraph& graph) : graph_(&graph), place_(graph.arcs()), seen_(graph.arcs(), false) {
  std::size_t slots = 0;
  for (ArcId arc = 0; arc < graph.arcs(); ++arc) {
    const std::uint32_t to = graph.arc(arc).to.value;
    first_.push_back(slots);
    slots += graph.first_leaving(to + 1) - graph.first_leaving(to);
  }
  states_.resize(slots, State::kUnknown);
  std::iota(place_.begin(), place_.end(), 0u);
}

bool ArcOrder::add(ArcId from, ArcId to) {
  State& state = states_[slot(from, to)];
  if (state == State::kUnknown) {
    const bool fits = to != graph_->reverse(from) && (place_[from] < place_[to] || make_room(from, to));
    state = fits ? State::kThere : State::kRefused;
    journal_.push_back(slot(from, to));
  }
  return state == State::kThere;
}

void ArcOrder::back() {
  for (const std::size_t changed : journal_) states_[changed] = State::kUnknown;
  journal_.clear();
}

/// Moves arcs so that `from` comes before `to`. Returns false, and moves none, if `from` depends on `to` already.
bool ArcOrder::make_room(ArcId from, ArcId to) {
  after_.clear();
  before_.clear();
  const bool closes_a_cycle = !collect_after(to, place_[from]);
  if (!closes_a_cycle) collect_before(from, place_[to]);
  for (const ArcId arc : after_) seen_[arc] = false;
  for (const ArcId arc : before_) seen_[arc] = false;
  if (!closes_a_cycle) reorder();
  return !closes_a_cycle;
}

/// Collects the arcs up to a place that depend on `start`, with it. Returns false if one of them is at that place.
bool ArcOrder::collect_after(ArcId start, std::uint32_t highest) {
  after_.push_back(start);
  seen_[start] = true;
  for (std::size_t next = 0; next < after_.size(); ++next) {
    const ArcId arc = after_[next];
    const std::uint32_t node = graph_->arc(arc).to.value;
    for (ArcId to = graph_->first_leaving(node); to < graph_->first_leaving(node + 1); ++to) {
      if (states_[slot(arc, to)] != State::kThere || seen_[to] || place_[to] > highest) continue;
      if (place_[to] == highest) return false;
      seen_[to] = true;
      after_.push_back(to);
    }
  }
  return true;
}

/// Collects the arcs from a place on that `start` depends on, with it.
void ArcOrder::collect_before(ArcId start, std::uint32_t lowest) {
  before_.push_back(start);
  seen_[start] = true;
  for (std::size_t next = 0; next < before_.size(); ++next) {
    const ArcId arc = before_[next];
    const std::uint32_t node = graph_->arc(arc).from.value;
    for (ArcId out = graph_->first_leaving(node); out < graph_->first_leaving(node + 1); ++out) {
      const ArcId from = graph_->reverse(out);
      if (states_[slot(from, arc)] != State::kThere || seen_[from] || place_[from] < lowest) continue;
      seen_[from] = true;
      before_.push_back(from);
    }
  }
}

/// Gives the places of the arcs that were collected to those before, then to those after; each group keeps its order.
void ArcOrder::reorder() {
  const auto by_place = [&](ArcId a, ArcId b) { return place_[a] < place_[b]; };
  std::ranges::sort(before_, by_place);
  std::ranges::sort(after_, by_place);
  before_.insert(before_.end(), after_.begin(), after_.end());
  std::vector<std::uint32_t> places;
  for (const ArcId arc : before_) places.push_back(place_[arc]);
  std::ranges::sort(places);
  for (std::size_t i = 0; i < places.size(); ++i) place_[before_[i]] = places[i];
}

std::vector<std::uint32_t> ArcOrder::levels() const {
  std::vector<ArcId> arcs(graph_->arcs());
  for (ArcId arc = 0; arc < arcs.size(); ++arc) arcs[place_[arc]] = arc;
  std::vector<std::uint32_t> level(arcs.size(), 1);
  for (const ArcId arc : arcs) {
    const std::uint32_t node = graph_->arc(arc).to.value;
    for (ArcId to = graph_->first_leaving(node); to < graph_->first_leaving(node + 1); ++to) {
      if (states_[slot(arc, to)] == State::kThere) level[to] = std::max(level[to], level[arc] + 1);
    }
  }
  return level;
}

}  // namespace kintsugi::general

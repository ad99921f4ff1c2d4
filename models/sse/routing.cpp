#include "models/sse/routing.hpp"

#include <stdexcept>

#include "models/sse/topology.hpp"

namespace kintsugi::sse {

namespace {

constexpr RoutingState kRounds = 31;
constexpr RoutingState kExchangeDue = 1u << 5;
constexpr RoutingState kWasDown = 1u << 6;
constexpr unsigned kClassShift = 7;

NodeId after(const Sse& sse, NodeId at, Hop hop) {
  switch (hop) {
    case Hop::kShuffle:
      return sse.shuffle(at);
    case Hop::kUnshuffle:
      return sse.unshuffle(at);
    case Hop::kExchange:
      return Sse::exchange(at);
  }
  return at;
}

PortId port_of(Hop hop) {
  if (hop == Hop::kExchange) return kExchange;
  return hop == Hop::kShuffle ? kShuffleOut : kShuffleIn;
}

}  // namespace

SseRelation::SseRelation(std::string name, const Sse& sse, unsigned classes, unsigned vcs, UpDown updown)
    : name_(std::move(name)), sse_(sse), classes_(classes), vcs_(vcs), updown_(updown) {
  validate(sse);
  const unsigned fewest = updown == UpDown::kChange ? classes : 1;
  if (vcs >= fewest && vcs <= kMaxVcs) return;
  throw std::invalid_argument("routing " + name_ + " needs " + std::to_string(fewest) + " to " +
                              std::to_string(kMaxVcs) + " virtual channels, not " + std::to_string(vcs));
}

VcSet SseRelation::channels(unsigned updown_class) const {
  if (updown_ == UpDown::kIgnore) return all_vcs(vcs_);
  return updown_class < classes_ ? class_vcs(updown_class, classes_, vcs_) : 0;
}

Candidate SseRelation::candidate(NodeId at, Hop hop, RoutingState state) const {
  const bool is_up = after(sse_, at, hop) > at;
  if (is_up && (state & kWasDown) != 0) state += 1u << kClassShift;
  state = is_up ? state & ~kWasDown : state | kWasDown;
  return {port_of(hop), channels(state >> kClassShift), state};
}

TagRelation::TagRelation(const Sse& sse, unsigned vcs, UpDown updown)
    : SseRelation("destination-tag", sse, updown_classes(sse), vcs, updown) {}

void TagRelation::route(const RouteQuery& query, Candidates& out) const {
  RoutingState state = query.state;
  while ((state & kRounds) < sse().n) {
    if ((state & kExchangeDue) == 0) {
      state |= kExchangeDue;
      if (sse().shuffle(query.at) != query.at) return out.push_back(candidate(query.at, Hop::kShuffle, state));
    }
    const std::uint32_t wanted = query.destination.value >> (sse().n - 1 - (state & kRounds)) & 1u;
    state = (state & ~kExchangeDue) + 1;
    if ((query.at.value & 1u) != wanted) return out.push_back(candidate(query.at, Hop::kExchange, state));
  }
}

ShortestRelation::ShortestRelation(const Sse& sse, Directions directions, unsigned vcs, UpDown updown)
    : SseRelation(directions == Directions::kForward ? "shortest-forward" : "shortest", sse,
                  updown_classes(sse, directions), vcs, updown),
      directions_(directions) {}

void ShortestRelation::route(const RouteQuery& query, Candidates& out) const {
  const Hop hop = shortest_way(sse(), query.at, query.destination, directions_).first;
  out.push_back(candidate(query.at, hop, query.state));
}

}  // namespace kintsugi::sse

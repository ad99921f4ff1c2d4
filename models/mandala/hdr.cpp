#include "models/mandala/hdr.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi::mandala {

HdrRelation::HdrRelation(AliveMaps maps, unsigned classes, unsigned vcs, Classes kind)
    : MandalaRelation("hdr", maps.mandala(), classes, vcs, kind), maps_(std::move(maps)) {
  if (kind == Classes::kHighestDigit) throw std::invalid_argument("routing hdr has classes by port changes");
}

void HdrRelation::route(const RouteQuery& query, Candidates& out) const {
  const auto port = hdr_port(maps_, mandala().number_of(query.at), mandala().number_of(query.destination));
  if (port) offer(*port, 1, query.state, out);
}

namespace {

FaultMessage word_of(const Crossing& crossing, unsigned changes) {
  return FaultMessage{changes} << 48 | FaultMessage{crossing.cluster} << 16 | FaultMessage{crossing.level} << 8 |
         FaultMessage{crossing.b} << 4 | crossing.a;
}

unsigned changes_in(FaultMessage word) {
  return static_cast<unsigned>(word >> 48);
}

Crossing crossing_of(FaultMessage word) {
  return {static_cast<unsigned>(word >> 8 & 0xff), static_cast<std::uint32_t>(word >> 16 & 0xffff'ffff),
          static_cast<unsigned>(word & 15), static_cast<unsigned>(word >> 4 & 15)};
}

/// Returns the crossings that a fault takes away.
std::vector<Crossing> taken_away(const Mandala& mandala, const Fault& fault) {
  const auto number_at = [&mandala](SiteId site) { return mandala.number_of(NodeId{site.value}); };
  const SiteId* dead = std::get_if<SiteId>(&fault);
  const NodeId node = number_at(dead != nullptr ? *dead : std::get<LinkDefect>(fault).a);
  std::vector<Crossing> crossings;
  for (unsigned port = 0; port < mandala.ports; ++port) {
    const auto far = mandala.far(node, port);
    if (!far || (dead == nullptr && far->node != number_at(std::get<LinkDefect>(fault).b))) continue;
    crossings.push_back(crossing_at(mandala, node, port).value());
  }
  return crossings;
}

}  // namespace

/// Makes a node find that the crossings of the fault are alive or dead. A node does not record crossings of other
/// clusters.
std::vector<FaultMessage> HdrRelation::change(NodeId at, const Fault& fault, bool alive) {
  constexpr unsigned kMostChanges = 0xffff;
  const NodeId number = mandala().number_of(at);
  std::vector<FaultMessage> messages;
  for (const Crossing& crossing : taken_away(mandala(), fault)) {
    if (!concerns(mandala(), crossing, number)) continue;
    const unsigned known = changes(number, crossing);
    if ((known % 2 == 0) == alive) continue;
    if (known == kMostChanges) throw std::length_error("a link has changed too often for the fault messages of hdr");
    record(number, crossing, known + 1);
    messages.push_back(word_of(crossing, known + 1));
  }
  return messages;
}

std::vector<FaultMessage> HdrRelation::notice(NodeId at, const Fault& fault) {
  return change(at, fault, false);
}

std::vector<FaultMessage> HdrRelation::notice_end(NodeId at, LinkDefect link) {
  return change(at, link, true);
}

bool HdrRelation::learn(NodeId at, FaultMessage message) {
  const NodeId number = mandala().number_of(at);
  const Crossing crossing = crossing_of(message);
  return concerns(mandala(), crossing, number) && record(number, crossing, changes_in(message));
}

std::vector<FaultMessage> HdrRelation::all_known(NodeId at) const {
  const NodeId number = mandala().number_of(at);
  std::vector<FaultMessage> messages;
  for (unsigned level = 1; level <= mandala().levels; ++level) {
    for (unsigned b = 1; b < mandala().ports; ++b) {
      for (unsigned a = 0; a < b; ++a) {
        const Crossing crossing{level, number.value / mandala().power(level), a, b};
        if (const unsigned known = changes(number, crossing)) messages.push_back(word_of(crossing, known));
      }
    }
  }
  return messages;
}

unsigned HdrRelation::changes(NodeId number, const Crossing& crossing) const {
  const auto found = changes_.find({number, crossing});
  if (found != changes_.end()) return found->second;
  return maps_.of(number).is_alive(crossing.level, crossing.a, crossing.b) ? 0 : 1;
}

/// Returns whether the node did not know of as many changes.
bool HdrRelation::record(NodeId number, const Crossing& crossing, unsigned changes) {
  if (changes <= this->changes(number, crossing)) return false;
  maps_.set(number, crossing, changes % 2 == 0);
  if (changes > 1) changes_[{number, crossing}] = changes;
  return true;
}

void HdrRelation::know(const Defects& faults) {
  const auto know_one = [this](const Fault& fault) {
    for (const Crossing& crossing : taken_away(mandala(), fault)) {
      const std::uint32_t size = mandala().power(crossing.level);
      const std::uint32_t end = std::min((crossing.cluster + 1) * size, mandala().end());
      for (NodeId node{crossing.cluster * size}; node.value < end; ++node.value) maps_.learn(node, crossing);
    }
  };
  for (const SiteId site : faults.sites) know_one(site);
  for (const LinkDefect link : faults.links) know_one(link);
}

std::optional<unsigned> hdr_port(const AliveMaps& maps, NodeId at, NodeId destination) {
  const Mandala& mandala = maps.mandala();
  const AliveMap map = maps.of(at);
  const Digits own = mandala.digits(at);
  const Digits to = mandala.digits(destination);
  const unsigned highest = mandala.highest_difference(own, to);
  unsigned wanted = to[highest];
  for (unsigned level = highest; level >= 1; --level) {
    if (own[level] == wanted) continue;
    const std::optional<unsigned> next = map.next(level, own[level], wanted);
    if (!next) return std::nullopt;
    wanted = *next;
  }
  return wanted;
}

namespace {

/// The routes of all nodes to one destination; each hop is followed once.
class Routes {
 public:
  Routes(const AliveMaps& maps, const FaultyNetwork& network)
      : maps_(maps), network_(network), outcomes_(network.mandala().end()) {}

  void add(NodeId destination, HdrReach& reach) {
    std::ranges::fill(outcomes_, Outcome{});
    outcomes_[destination.value].end = End::kArrives;
    for (NodeId source{0}; source.value < outcomes_.size(); ++source.value) {
      if (source == destination || !network_.is_alive(source)) continue;
      const Outcome& outcome = follow(source, destination);
      ++reach.pairs;
      if (outcome.end == End::kUndeliverable) ++reach.undeliverable_pairs;
      if (outcome.end == End::kLost) ++reach.lost_pairs;
      if (outcome.end != End::kArrives) continue;
      ++reach.delivered_pairs;
      reach.classes_needed = std::max(reach.classes_needed, outcome.runs);
      reach.most_hops = std::max(reach.most_hops, outcome.hops);
    }
  }

 private:
  enum class End { kNotFollowed, kArrives, kUndeliverable, kLost };
  struct Outcome {
    End end = End::kNotFollowed;
    unsigned port = 0;
    unsigned runs = 0;  ///< runs of hops by the same port number
    unsigned hops = 0;
  };

  /// Follows the route up to a node whose outcome is known, then sets the outcomes backwards. A route that is being
  /// followed counts as lost, so a route that returns to itself is lost.
  const Outcome& follow(NodeId from, NodeId destination) {
    path_.clear();
    NodeId at = from;
    while (outcomes_[at.value].end == End::kNotFollowed) {
      Outcome& outcome = outcomes_[at.value];
      const std::optional<unsigned> port = hdr_port(maps_, at, destination);
      outcome.end = port ? End::kLost : End::kUndeliverable;
      const std::optional<NodeId> next = port ? network_.neighbour(at, *port) : std::nullopt;
      if (!next) break;
      outcome.port = *port;
      path_.push_back(at);
      at = *next;
    }
    for (; !path_.empty(); path_.pop_back()) {
      settle(outcomes_[path_.back().value], outcomes_[at.value], at == destination);
      at = path_.back();
    }
    return outcomes_[from.value];
  }

  static void settle(Outcome& outcome, const Outcome& next, bool next_is_last) {
    outcome.end = next.end;
    outcome.hops = next.hops + 1;
    outcome.runs = next.runs + (next_is_last || outcome.port != next.port ? 1 : 0);
  }

  const AliveMaps& maps_;
  const FaultyNetwork& network_;
  std::vector<Outcome> outcomes_;
  std::vector<NodeId> path_;
};

}  // namespace

HdrReach hdr_reach(const AliveMaps& maps, const FaultyNetwork& network) {
  HdrReach reach;
  Routes routes(maps, network);
  for (NodeId destination{0}; destination.value < network.mandala().end(); ++destination.value) {
    if (network.is_alive(destination)) routes.add(destination, reach);
  }
  return reach;
}

}  // namespace kintsugi::mandala

#include "models/general/side_by_side.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace kintsugi::general {

namespace {

/// Candidates of one set: both together fit into a list.
constexpr std::size_t kMostOfSet = Candidates::static_capacity / 2;

unsigned set_of(RoutingState state) {
  return (state - 1) & 1u;
}

RoutingState with_set(RoutingState inner, unsigned set) {
  if (inner > (std::numeric_limits<RoutingState>::max() - 2) / 2) {
    throw std::logic_error("a routing state has no room for the set of routes");
  }
  return 1 + 2 * inner + set;
}

unsigned half_of(unsigned vcs) {
  if (vcs % 2 == 0) return vcs / 2;
  throw std::invalid_argument("two sets of routes need an even number of channels, not " + std::to_string(vcs));
}

}  // namespace

SideBySide::SideBySide(std::size_t nodes, unsigned vcs,
                       const std::function<std::unique_ptr<ReroutingRelation>(unsigned vcs)>& make)
    : sets_{make(half_of(vcs)), make(half_of(vcs))}, came_back_(nodes), union_(*this) {
  set_network(sets_[0]->network());
  union_.set_network(network());
  sets_[in_use_]->hold();
}

VcSet SideBySide::adaptive_vcs(NodeId node, PortId port) const {
  const VcSet inner = sets_[0]->adaptive_vcs(node, port);
  return inner | inner << inner_vcs();
}

std::uint64_t SideBySide::table_bits(NodeId node) const {
  return sets_[0]->table_bits(node) + sets_[1]->table_bits(node);
}

void SideBySide::route(const RouteQuery& query, Candidates& out) const {
  route_in(query.state == 0 ? in_use_ : set_of(query.state), query, out);
}

void SideBySide::route_in(unsigned set, const RouteQuery& query, Candidates& out) const {
  const unsigned shift = set * inner_vcs();
  RouteQuery inner = query;
  inner.state = query.state == 0 ? 0 : (query.state - 1) >> 1;
  if (query.arrival_port != kNoPort) inner.arrival_vc = Vc::from(query.arrival_vc.value - shift);
  Candidates found;
  sets_[set]->route(inner, found);
  const std::size_t first = out.size();
  for (const Candidate& candidate : found) {
    const bool fits = out.size() - first + 1 < kMostOfSet;
    if (!fits && &candidate != &found.back()) continue;  // the escape is the last
    out.push_back({candidate.port, candidate.vcs << shift, with_set(candidate.state, set), candidate.deferred});
  }
}

std::vector<FaultMessage> SideBySide::notice(NodeId at, const Fault& fault) {
  const auto* const dead = std::get_if<SiteId>(&fault);
  if (dead != nullptr && dead->value == at.value) came_back_[at.value] = 1;  // only then a node notices its own fault
  sets_[1]->notice(at, fault);
  return sets_[0]->notice(at, fault);
}

std::vector<FaultMessage> SideBySide::notice_end(NodeId at, LinkDefect link) {
  sets_[1]->notice_end(at, link);
  return sets_[0]->notice_end(at, link);
}

bool SideBySide::learn(NodeId at, FaultMessage message) {
  sets_[1]->learn(at, message);
  return sets_[0]->learn(at, message);
}

void SideBySide::know(const Defects& faults) {
  for (const auto& set : sets_) set->know(faults);
  sets_[in_use_]->release();
  sets_[in_use_]->hold();
}

VcSet SideBySide::adopt() {
  if (old_is_left_) throw std::logic_error("packets of the old set of routes may be left");
  const unsigned old = in_use_;
  in_use_ = 1 - in_use_;
  sets_[in_use_]->hold();
  old_is_left_ = true;
  return all_vcs(inner_vcs()) << (old * inner_vcs());
}

void SideBySide::finish() {
  sets_[1 - in_use_]->release();
  old_is_left_ = false;
  std::ranges::fill(came_back_, std::uint8_t{0});
}

void SideBySide::Union::route(const RouteQuery& query, Candidates& out) const {
  if (query.state != 0) return both_->route(query, out);
  const unsigned old = both_->old_is_left_ ? 1 - both_->in_use_ : both_->in_use_;
  for (const unsigned set : {0u, 1u}) {
    if (set != old || both_->came_back_[query.at.value] == 0) both_->route_in(set, query, out);
  }
}

}  // namespace kintsugi::general

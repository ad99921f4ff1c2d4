#include "models/sse/array_diagnosis.hpp"

#include <algorithm>

#include "models/fabric/switch_type.hpp"
#include "models/sse/reconfigure.hpp"
#include "models/sse/role.hpp"

namespace kintsugi::sse {

namespace {

std::vector<LinkDefect> tested_links(const Array& array) {
  std::vector<LinkDefect> links;
  for (std::uint32_t number = 0; number < array.pes(); ++number) {
    const SiteId pe{number};
    for (const SiteId to : array.shuffle_outs(pe)) links.push_back({pe, to});
    for (const SiteId to : array.exchanges(pe)) {
      if (pe < to && !array.has_shuffle(pe, to) && !array.has_shuffle(to, pe)) links.push_back({pe, to});
    }
  }
  return links;
}

std::vector<SiteId> observers_of(const Sse& sse) {
  const std::uint32_t units = sse.pes() / sse.unit_pes();
  const std::uint32_t spares = units - sse.nodes() / sse.unit_pes();
  std::vector<SiteId> observers;
  for (std::uint32_t i = 0; i < std::min(units, spares + 1); ++i) {
    observers.push_back(SiteId{(units / 2 + i) % units * sse.unit_pes()});
  }
  return observers;
}

}  // namespace

/// The neighbours of one PE and the numbers that came from them.
class ArrayDiagnosis::Neighbours {
 public:
  Neighbours(const ArrayDiagnosis& diagnosis, SiteId pe, std::span<const NodeId> received)
      : array_(diagnosis.array_),
        links_(diagnosis.graph_.links()),
        ports_(diagnosis.graph_.ports(pe)),
        pe_(pe),
        received_(received) {}

  SwitchState shuffle_out_to(NodeId wanted) const {
    return select(array_.shuffle_outs(pe_), wanted, [this](LinkDefect link) {
      return link.a == pe_ && array_.has_shuffle(link.a, link.b) ? link.b : kNoSite;
    });
  }
  SwitchState shuffle_in_from(NodeId wanted) const {
    return select(array_.shuffle_ins(pe_), wanted, [this](LinkDefect link) {
      return link.b == pe_ && array_.has_shuffle(link.a, link.b) ? link.a : kNoSite;
    });
  }
  SwitchState exchange_with(NodeId wanted) const {
    return select(array_.exchanges(pe_), wanted, [this](LinkDefect link) {
      const SiteId far = link.a == pe_ ? link.b : link.a;
      return array_.has_exchange(pe_, far) ? far : kNoSite;
    });
  }

 private:
  /// `far_over` returns the PE at the far end of a link if the port can use it, else kNoSite.
  template <class FarOver>
  SwitchState select(std::span<const SiteId> candidates, NodeId wanted, FarOver far_over) const {
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      if (received_[i] != wanted) continue;
      const SiteId far = far_over(links_[ports_[i].link]);
      if (far == kNoSite) continue;
      const auto found = std::ranges::lower_bound(candidates, far);
      return SelectorType::choose(static_cast<unsigned>(found - candidates.begin()));
    }
    return SelectorType::kOpen;
  }

  const Array& array_;
  std::span<const LinkDefect> links_;
  std::span<const TestGraph::Port> ports_;
  SiteId pe_;
  std::span<const NodeId> received_;
};

ArrayDiagnosis::ArrayDiagnosis(const Array& array)
    : array_(array), graph_(array.pes(), tested_links(array)), observers_(observers_of(array.sse())) {}

NodeId ArrayDiagnosis::number_of(SiteId site, const Defects& diagnosed) const {
  std::vector<Unit> units;
  for (const FaultyUnit& faulty : faulty_units(array_, diagnosed)) units.push_back(faulty.unit);
  const auto isolation = isolate(array_.sse(), units);
  if (!isolation) return kNoNode;
  return role_of(array_.sse(), repair_message(array_.sse(), *isolation), site).logical;
}

LocalRule::Setting ArrayDiagnosis::setting_among(SiteId site, NodeId number, std::span<const NodeId> received) const {
  const Sse& sse = array_.sse();
  const bool has_select_exchange = sse.unit_pes() == 1;
  const std::size_t switches = has_select_exchange ? 3 : 2;
  if (number == kNoNode) return {kNoNode, std::vector<SwitchState>(switches, SelectorType::kOpen)};
  const Neighbours neighbours(*this, site, received);
  LocalRule::Setting setting{
      number, {neighbours.shuffle_out_to(sse.shuffle(number)), neighbours.shuffle_in_from(sse.unshuffle(number))}};
  if (has_select_exchange) setting.states.push_back(neighbours.exchange_with(Sse::exchange(number)));
  return setting;
}

}  // namespace kintsugi::sse

#include "hw/chip/faults.hpp"

#include <algorithm>
#include <stdexcept>

#include "hw/chip/diagnosis.hpp"
#include "hw/chip/link_ends.hpp"

namespace kintsugi {

ReconfigurationController& ChipFaults::controller() const {
  if (!modules_.controller) throw std::logic_error("this chip has no reconfiguration controller");
  return *modules_.controller;
}

/// Returns the ports of live nodes that the fault disables, one for each link.
std::vector<PortRef> ChipFaults::ends_of(const Fault& fault) const {
  std::vector<PortRef> ends;
  const Network& network = *plan_.network;
  const auto add_between = [&](NodeId near, std::optional<NodeId> other) {
    for (const PortRef far : network.peers(near)) {
      if (far.node != kNoNode && (!other || far.node == *other)) ends.push_back(far);
    }
  };
  if (const SiteId* dead = std::get_if<SiteId>(&fault)) {
    add_between(NodeId{dead->value}, std::nullopt);
  } else {
    const auto [a, b] = std::get<LinkDefect>(fault);
    add_between(NodeId{a.value}, NodeId{b.value});
    add_between(NodeId{b.value}, NodeId{a.value});
  }
  return ends;
}

const LinkTransmitter& ChipFaults::transmitter(PortRef from) const {
  return modules_.routers[from.node.value]->link(from.port);
}

void ChipFaults::corrupt(LinkDefect link, Cycle from, double rate) {
  if (!modules_.link_faults) throw std::logic_error("only a chip with detection can have links that corrupt flits");
  const std::vector<PortRef> directions = directions_of(*plan_.network, link);
  if (directions.empty()) throw std::invalid_argument("there is no link between these nodes");
  for (const PortRef each : directions) {
    // A number of its own for each port of the network.
    const std::uint64_t number = std::uint64_t{each.node.value} * kMaxPorts + each.port.value;
    modules_.link_faults->corrupt(transmitter(each), number, from, rate);
  }
}

void ChipFaults::kill(const Fault& fault) {
  end_work_of(fault);
  heartbeats_.silence(fault);
  const LinkDefect* link = std::get_if<LinkDefect>(&fault);
  if (link == nullptr || !modules_.link_faults) return;
  for (const PortRef from : directions_of(*plan_.network, *link)) modules_.link_faults->erase(transmitter(from));
}

void ChipFaults::end_work_of(const Fault& fault) {
  if (!modules_.diagnosis.empty()) silence(modules_, plan_.self_diagnosis->graph(), fault);
  const SiteId* dead = std::get_if<SiteId>(&fault);
  if (dead == nullptr) return;
  Pe& pe = *modules_.pes[dead->value];
  pe.die();
  ++deaths_;
  if (plan_.fabric == nullptr) pe.retire();
}

void ChipFaults::apply_defects(const Defects& defects) {
  const auto apply_defect = [this](const Fault& fault) {
    end_work_of(fault);
    heartbeats_.silence(fault);
    disable_links(fault);
  };
  for (const SiteId site : defects.sites) apply_defect(site);
  for (const LinkDefect link : defects.links) apply_defect(link);
  heartbeats_.begin(defects);
}

void ChipFaults::disable_links(const Fault& fault) {
  if (modules_.flooding.empty()) throw std::logic_error("only a chip with fault-aware routing can do without a link");
  if (const SiteId* dead = std::get_if<SiteId>(&fault)) modules_.flooding[dead->value]->die();
  for (const PortRef end : ends_of(fault)) modules_.flooding[end.node.value]->close(end.port);
}

void ChipFaults::spread(const Fault& fault) {
  disable_links(fault);
  for (const PortRef end : ends_of(fault)) modules_.flooding[end.node.value]->notice(fault);
}

ReconfigurationStep ChipFaults::spread_step(std::vector<Fault> faults) {
  auto begin = [this, faults = std::move(faults)] {
    for (const Fault& fault : faults) spread(fault);
  };
  auto over = [this](Cycle) {
    return std::none_of(modules_.flooding.begin(), modules_.flooding.end(),
                        [](const auto& node) { return node->expects_something(); });
  };
  return {ReconfigurationPhase::kSpread, std::move(begin), std::move(over), {}};
}

void ChipFaults::stop() {
  for (const auto& pe : modules_.pes) pe->stop();
}

void ChipFaults::resume() {
  for (const auto& pe : modules_.pes) pe->resume();
}

bool ChipFaults::is_quiescent() const {
  if (sum_of(threads_).in_network() != 0) return false;
  if (!std::ranges::all_of(modules_.pes, [](const auto& pe) { return pe->is_quiescent(); })) return false;
  return std::ranges::all_of(modules_.routers, [](const auto& router) { return router->is_idle(); });
}

}  // namespace kintsugi

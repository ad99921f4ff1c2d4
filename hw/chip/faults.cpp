#include "hw/chip/faults.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/chip/diagnosis.hpp"
#include "hw/chip/heartbeats.hpp"
#include "hw/chip/link_ends.hpp"
#include "hw/chip/modules.hpp"
#include "hw/chip/nodes.hpp"
#include "hw/chip/plan.hpp"
#include "hw/link/thread_state.hpp"

namespace kintsugi {

ReconfigurationController& ChipFaults::controller() const {
  if (!modules_.controller) throw std::logic_error("this chip has no reconfiguration controller");
  return *modules_.controller;
}

namespace {

/// Returns whether a link and the nodes at its ends are alive.
bool works(const Link& link, const Defects& defects) {
  const SiteId a{link.a.node.value};
  const SiteId b{link.b.node.value};
  const auto is_dead = [&](const Fault& fault) { return defects.contains(fault); };
  return !(is_dead(a) || is_dead(b) || is_dead(LinkDefect{a, b}) || is_dead(LinkDefect{b, a}));
}

}  // namespace

/// Returns the ports at the ends of the links that the fault disables; of those of a dead node, their other ends.
std::vector<PortRef> ChipFaults::ends_of(const Fault& fault) const {
  const Network& network = *plan_.network;
  if (const SiteId* dead = std::get_if<SiteId>(&fault)) return ports_towards(network, NodeId{dead->value});
  return directions_of(network, std::get<LinkDefect>(fault));
}

bool ChipFaults::has_retired(NodeId node) const {
  return plan_.fabric == nullptr && modules_.pes[node.value]->dead();
}

bool ChipFaults::has_failed() const {
  return modules_.controller && modules_.controller->phase() == ReconfigurationPhase::kFailed;
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

/// Names a fault: "PE r1.c0", "the link from r1.c0 to r1.c1", "sh.g2.c5 stuck in D1".
std::string ChipFaults::name_of(const Fault& fault) const {
  if (const auto* element = std::get_if<ElementDefect>(&fault)) return element->name;
  if (const auto* site = std::get_if<SiteId>(&fault)) return "PE " + plan_.site_name(*site);
  const auto [a, b] = std::get<LinkDefect>(fault);
  return "the link from " + plan_.site_name(a) + " to " + plan_.site_name(b);
}

void ChipFaults::report(const Fault& fault, const char* what) const {
  const Module& own = *modules_.routers.front();  // any module: the chip has one clock
  report_event(kFaultReport, modules_.controller ? modules_.controller->name() : own.module_clock().name(),
               own.module_clock().now(), [&] { return what + name_of(fault); });
}

void ChipFaults::kill(const Fault& fault) {
  report(fault, "fault: ");
  end_work_of(fault);
  heartbeats_.silence(fault);
  const LinkDefect* link = std::get_if<LinkDefect>(&fault);
  if (link == nullptr || !modules_.link_faults) return;
  for (const PortRef from : directions_of(*plan_.network, *link)) modules_.link_faults->erase(transmitter(from));
}

void ChipFaults::end_work_of(const Fault& fault) {
  if (!modules_.diagnosis.empty()) silence(modules_, plan_.self_diagnosis->graph(), fault);
  const SiteId* dead = std::get_if<SiteId>(&fault);
  if (dead == nullptr || modules_.pes[dead->value]->dead()) return;
  Pe& pe = *modules_.pes[dead->value];
  pe.die();
  ++deaths_;
  if (plan_.fabric == nullptr) pe.retire();
}

/// On a fabric the traffic comes with the node that is placed there next.
void ChipFaults::revive(const Fault& fault) {
  report(fault, "end of the fault: ");
  if (const auto* link = std::get_if<LinkDefect>(&fault)) {
    if (!modules_.link_faults) return;
    for (const PortRef from : directions_of(*plan_.network, *link)) modules_.link_faults->restore(transmitter(from));
    return;
  }
  const SiteId* back = std::get_if<SiteId>(&fault);
  if (back == nullptr) return;
  modules_.pes[back->value]->revive();
  if (plan_.fabric == nullptr) nodes_.restart_traffic(NodeId{back->value});
}

void ChipFaults::apply_defects(const Defects& defects) {
  const auto end = [this](const Fault& fault) {
    end_work_of(fault);
    heartbeats_.silence(fault);
  };
  for (const SiteId site : defects.sites) end(site);
  for (const LinkDefect link : defects.links) end(link);
  apply_to_flooding(defects);
  heartbeats_.begin(defects);
}

/// Closes what is dead to fault messages, and opens the rest.
void ChipFaults::apply_to_flooding(const Defects& defects) {
  if (modules_.flooding.empty()) throw std::logic_error("only a chip with fault-aware routing can do without a link");
  for (std::uint32_t node = 0; node < modules_.flooding.size(); ++node) {
    modules_.flooding[node]->set_alive(!defects.contains(SiteId{node}));
  }
  for (const Link& link : plan_.network->links()) {
    const bool open = works(link, defects);
    for (const PortRef end : {link.a, link.b}) modules_.flooding[end.node.value]->set_open(end.port, open);
  }
}

/// A node that works again notices its own fault first: so it knows that its links were dead.
void ChipFaults::spread(const Defects& before, const Defects& now) {
  apply_to_flooding(now);
  for (const SiteId site : before.sites) {
    if (!now.contains(site)) modules_.flooding[site.value]->notice(site);
  }
  for (const Fault& fault : new_faults(before, now)) {
    for (const PortRef end : ends_of(fault)) modules_.flooding[end.node.value]->notice(fault);
  }
  for (const Link& link : plan_.network->links()) {
    if (works(link, before) || !works(link, now)) continue;
    const LinkDefect name{SiteId{link.a.node.value}, SiteId{link.b.node.value}};
    for (const PortRef end : {link.a, link.b}) modules_.flooding[end.node.value]->notice_end(end.port, name);
  }
}

ReconfigurationStep ChipFaults::spread_step(Defects before, Defects now) {
  // Without a drain, a packet that a dead PE has begun to send may not have entered its router yet: it would take new
  // routes, which the dead node does not know.
  auto begin = [this, before = std::move(before), now = std::move(now)] { spread(before, now); };
  auto over = [this](Cycle) {
    return std::ranges::none_of(modules_.flooding, [](const auto& node) { return node->expects_something(); }) &&
           std::ranges::all_of(modules_.pes, [](const auto& pe) { return !pe->dead() || pe->is_quiescent(); });
  };
  return {ReconfigurationPhase::kSpread, std::move(begin), std::move(over), {}};
}

ReconfigurationStep ChipFaults::settle_step() {
  auto begin = [this] {
    old_channels_ = plan_.fault_aware->adopt();
    nodes_.choose_injection_channels();
  };
  auto over = [this](Cycle spent) {
    // A head that asks in the cycle of the change has the old candidates at its end.
    if (spent == 0) return false;
    const auto uses_old = [this](const auto& router) { return router->uses(old_channels_); };
    return std::ranges::none_of(modules_.routers, uses_old);
  };
  auto finish = [this] {
    plan_.fault_aware->finish();
    return std::string();
  };
  return {ReconfigurationPhase::kSettle, std::move(begin), std::move(over), {}, std::move(finish)};
}

void ChipFaults::stop() {
  for (const auto& pe : modules_.pes) pe->stop();
}

void ChipFaults::resume() {
  if (plan_.fault_aware != nullptr) nodes_.choose_injection_channels();
  for (const auto& pe : modules_.pes) pe->resume();
}

bool ChipFaults::is_quiescent() const {
  if (sum_of(threads_).in_network() != 0) return false;
  if (!std::ranges::all_of(modules_.pes, [](const auto& pe) { return pe->is_quiescent(); })) return false;
  return std::ranges::all_of(modules_.routers, [](const auto& router) { return router->is_idle(); });
}

}  // namespace kintsugi

#include "hw/router/linked_router.hpp"

#include <stdexcept>

#include "hw/clock/bit_set.hpp"
#include "hw/link/conservation_check.hpp"
#include "hw/link/link_probes.hpp"
#include "hw/link/thread_state.hpp"

namespace kintsugi {

LinkedRouter::LinkedRouter(sc_core::sc_module_name name, const RouterSite& site, unsigned delay)
    : SiteRouter(name, *site.chip.clock),
      chip_(site.chip),
      layout_(&site.layout),
      parameters_(site.parameters),
      network_ports_(narrow<unsigned>(site.layout.size())),
      delay_(delay),
      receiver_(network_ports_ + 1, site.parameters.vcs, network_ports_, site.chip.memory),
      credits_(std::size_t{network_ports_ + 1} * site.parameters.vcs) {
  for (const PortId port : ports()) {
    const char* const label = port == local_port() ? "local" : site.layout[port.index()].c_str();
    joints_.push_back({PathPort(label, chip_.shown_ports), {}, {}});
  }
}

Endpoint LinkedRouter::endpoint(PortId port) {
  check(port);
  return {&receiver_, index_, port, narrow<std::uint16_t>(delay_)};
}

void LinkedRouter::end_of_elaboration() {
  time_wheel_resized();
}

void LinkedRouter::thread_changed() {
  chip_.join_thread_of(index_);
}

void LinkedRouter::time_wheel_resized() {
  thread_changed();
  receiver_.require_delay(chip_.clock->slots() - 1);
  set_hot_state(receiver_.records(), receiver_.slots(), receiver_.record_bytes(), joints_.data());
  for (Joint& joint : joints_) {
    if (!joint.link.open()) joint.link.take_pointers(joint.far, *chip_.clock);
  }
}

void LinkedRouter::connect(PortId port, const Endpoint& far, unsigned latency) {
  check(port);
  Joint& own = joints_[port.index()];
  if (!own.link.open() && own.far == far && own.link.latency() == latency) return;
  disconnect(port);
  own.far = far;
  own.link.connect(far, latency, *chip_.clock);
  for (const Vc vc : vcs()) credits_[index_of(port, vc)] = parameters_.buffer;
  connected(port);
}

void LinkedRouter::disconnect(PortId port) {
  check(port);
  if (!is_idle(port)) fail(port_name(port) + " has another path while a packet is on it; drain the network first");
  joints_[port.index()].link.disconnect();
  disconnected(port);
}

bool LinkedRouter::is_idle(PortId port) const {
  if (link(port).open()) return true;
  for (const Vc vc : vcs()) {
    if (credits(port, vc) != parameters_.buffer || is_held(port, vc) || occupancy(port, vc) != 0) return false;
  }
  return true;
}

bool LinkedRouter::is_idle() const {
  for (const PortId port : ports()) {
    if (!is_idle(port)) return false;
  }
  return true;
}

bool LinkedRouter::uses(VcSet channels) const {
  for (const PortId port : ids<PortId>(network_ports_)) {
    for (const Vc vc : set_bits<Vc>(channels)) {
      const bool is_out = is_held(port, vc) || credits(port, vc) != parameters_.buffer;
      if (occupancy(port, vc) != 0 || (!link(port).open() && is_out)) return true;
    }
  }
  return false;
}

LinkReceiver::Arrivals LinkedRouter::take_credits(Cycle now) {
  const LinkReceiver::Arrivals arrivals = receiver_.arrivals_in(registers_of(now));
  for (const PortId port : ids<PortId>(network_ports_)) {
    for (const Vc vc : vcs()) {
      if (arrivals.credits[index_of(port, vc)] != 0) ++credits_[index_of(port, vc)];
    }
  }
  return arrivals;
}

void LinkedRouter::count_arrival() {
  --chip_.own->counters.on_wires;
  ++chip_.own->counters.buffered;
}

void LinkedRouter::count_departure() {
  FlitCounters& counters = chip_.own->counters;
  --counters.buffered;
  ++counters.on_wires;
  ++counters.moves;
}

void LinkedRouter::list_probes(wave::ModuleProbes& probes) const {
  for (const PortId port : ports()) {
    for (const Vc vc : vcs()) {
      const auto occupied = [](const LinkedRouter& router, std::uint64_t channel) {
        const unsigned vcs = router.parameters_.vcs;
        return std::uint64_t{router.occupancy(PortId::from(channel / vcs), Vc::from(channel % vcs))};
      };
      probes.add("in_" + port_name(port) + ".vc" + std::to_string(vc.value) + ".occupancy",
                 bits_for(parameters_.buffer), wave::reader<occupied>(*this, index_of(port, vc)));
    }
    add_link_probes(probes, "out_" + port_name(port), *this, port);
  }
}

void LinkedRouter::add_to(ConservationCheck& check) const {
  for (const PortId port : ports()) {
    for (const Vc vc : vcs()) {
      check.add_buffer(*this, receiver_, port, vc, occupancy(port, vc));
      if (port == local_port() || link(port).open()) continue;
      check.add_credits(receiver_, port, far(port), vc, credits(port, vc), parameters_.buffer);
    }
  }
}

void LinkedRouter::check(PortId port) const {
  if (port > local_port()) throw std::out_of_range(std::string(name()) + " has no such port");
}

void LinkedRouter::fail(const std::string& what) const {
  throw std::logic_error(std::string(name()) + ": " + what);
}

}  // namespace kintsugi

#include "hw/control/heartbeat.hpp"

#include <algorithm>

namespace kintsugi {

Heartbeat::Heartbeat(sc_core::sc_module_name name, ClockDomain& clock, const PortLayout& layout, Cycle interval,
                     unsigned misses)
    : Module(name, clock),
      clock_(&clock),
      index_(clock.add(*this)),
      interval_(interval),
      misses_(misses),
      ports_(layout.size()) {
  for (const std::string& port : layout) to_.push_back(std::make_unique<Port>(("to_" + port).c_str()));
  clock.set_alarm(index_, 0);
}

void Heartbeat::bind(PortId port, Heartbeat& neighbour, PortId far_port) {
  to_[port.index()]->bind(neighbour);
  ports_[port.index()].far = far_port;
}

void Heartbeat::evaluate(Cycle now) {
  if (now % interval_ != 0) return;
  const auto round = static_cast<unsigned>(now / interval_ & 1);
  if (now != 0) count(round ^ 1U);
  if (!dead_) send(round);
  clock_->set_alarm(index_, now + interval_);
}

/// Counts the beats of the round before: the neighbours write those of this round in this cycle.
void Heartbeat::count(unsigned round) {
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (to_[port]->size() == 0) continue;
    PortState& state = ports_[port];
    state.missed = state.came[round] ? 0 : std::min(state.missed + 1, misses_);
    state.came[round] = false;
  }
}

void Heartbeat::send(unsigned round) {
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (to_[port]->size() != 0 && !ports_[port].cut) (*to_[port])->beat(ports_[port].far, round);
  }
}

std::uint64_t Heartbeat::silent_ports() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(ports_, [this](const PortState& port) { return port.missed >= misses_; }));
}

void Heartbeat::list_probes(wave::ModuleProbes& probes) const {
  probes.add("silent", 8,
             wave::reader<[](const Heartbeat& node, std::uint64_t) { return node.silent_ports(); }>(*this));
}

}  // namespace kintsugi

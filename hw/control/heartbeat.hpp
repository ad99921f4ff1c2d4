/// The heartbeats of one node: a beat to every neighbour at regular intervals, and a counter for each port of the beats
/// that have stayed out (tb/tests/oracles/heartbeat.hpp has the rule).
///
/// Ports    to[p]   to the neighbour at network port p, on a wire beside the link that dies with it; unbound where the
///          port is open
/// Timing   sends in cycles 0, h, 2h, ...; a beat arrives in the next cycle, whatever the latency of the link. Counts
///          in the cycles h, 2h, ...
/// Dead     a dead node sends no beat; over a dead link none arrives
/// Sleep    evaluated once in each interval
/// Not modelled: a beat that comes late or twice
#pragma once

#include <array>
#include <memory>
#include <systemc>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "hw/link/module.hpp"
#include "models/network/network.hpp"

namespace kintsugi {

class HeartbeatIf : public virtual sc_core::sc_interface {
 public:
  /// Delivers the beat of a round at a port: `round` is the number of the interval, modulo 2.
  virtual void beat(PortId port, unsigned round) = 0;
};

class Heartbeat final : public Module, public Clocked, public HeartbeatIf {
 public:
  Heartbeat(sc_core::sc_module_name name, ClockDomain& clock, const PortLayout& layout, Cycle interval,
            unsigned misses);
  void bind(PortId port, Heartbeat& neighbour, PortId far_port);

  /// @name For the chip to call between two cycles
  /// @{
  void die() { dead_ = true; }
  /// Lets no beat leave through a port any more: its link is dead.
  void cut(PortId port) { ports_[port.index()].cut = true; }
  /// @}

  bool dead() const { return dead_; }
  /// Returns whether so many beats have stayed out at a port that its link counts as dead.
  bool silent(PortId port) const { return ports_[port.index()].missed >= misses_; }
  /// Returns the ports that are silent.
  std::uint64_t silent_ports() const;

  void beat(PortId port, unsigned round) override { ports_[port.index()].came[round] = true; }
  static constexpr const char* kKind = "kintsugi_heartbeat";
  const char* kind() const override { return kKind; }
  void evaluate(Cycle now) override;
  void list_probes(wave::ModuleProbes& probes) const override;

 private:
  struct PortState {
    PortId far;
    bool cut = false;
    std::array<bool, 2> came = {};  // by round
    unsigned missed = 0;            // beats in a row
  };
  using Port = sc_core::sc_port<HeartbeatIf, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
  void count(unsigned round);
  void send(unsigned round);

  ClockDomain* clock_;
  ModuleIndex index_;
  Cycle interval_;
  unsigned misses_;
  std::vector<std::unique_ptr<Port>> to_;
  std::vector<PortState> ports_;
  bool dead_ = false;
};

}  // namespace kintsugi

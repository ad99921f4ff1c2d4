/// One node's part in spreading the message of faults: what it has learnt it tells its neighbours, once.
///
/// Ports    to[p]   to the neighbour at the network port p, a word at a time beside the link; unbound where it is open
/// State    none of its own: what the node knows is in the routing relation, which it asks and tells for this node only
/// Timing   what it notices or hears in cycle t its neighbours hear in t + 1, whatever the latency of the link; several
///          words may come in one cycle
/// Dead     a dead node neither hears nor tells; a port whose link or neighbour is dead is closed
/// Sleep    evaluated only in cycles in which something is heard
/// Not modelled: the width of a word, words waiting for each other on a wire
#pragma once

#include <array>
#include <memory>
#include <systemc>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "models/network/network.hpp"
#include "models/routing/fault_aware.hpp"

namespace kintsugi {

class FaultMessageIf : public virtual sc_core::sc_interface {
 public:
  /// A word that arrives in cycle `at`, which is the next one.
  virtual void receive(FaultMessage message, Cycle at) = 0;
};

class FaultFlooding final : public sc_core::sc_module, public Clocked, public FaultMessageIf {
 public:
  FaultFlooding(sc_core::sc_module_name name, ClockDomain& clock, const PortLayout& layout, NodeId node,
                FaultAware& relation);
  void bind(PortId port, FaultFlooding& neighbour) { to_[port.value]->bind(neighbour); }

  /// @name At the end of a cycle
  /// @{
  void die() { dead_ = true; }
  void close(PortId port) { closed_[port.value] = true; }
  /// It is to notice a fault beside it in the next cycle.
  void notice(const Fault& fault);
  /// Whether there is something that it will hear or notice in the next cycle.
  bool expects_something() const { return !faults_.empty() || !coming_[clock_->next() & 1].empty(); }
  /// @}

  void receive(FaultMessage message, Cycle at) override;
  void evaluate(Cycle now) override;
  /// Words it has learnt, and passed on, so far.
  std::uint64_t messages() const { return messages_; }

 private:
  using Port = sc_core::sc_port<FaultMessageIf, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
  void forward(FaultMessage message, Cycle now);

  ClockDomain* clock_;
  FaultAware* relation_;
  NodeId node_;
  ModuleIndex index_;
  std::vector<std::unique_ptr<Port>> to_;
  std::vector<bool> closed_;
  std::array<std::vector<FaultMessage>, 2> coming_;  // by the parity of the cycle in which they are heard
  std::vector<Fault> faults_;                        // to be noticed
  std::uint64_t messages_ = 0;
  bool dead_ = false;
};

}  // namespace kintsugi

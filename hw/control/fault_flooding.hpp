/// Fault flooding at one node: receives fault messages and forwards each that is new to the node to all neighbours.
///
/// Ports    to[p]   to the neighbour at network port p, on wires beside the link; unbound where the port is open
/// State    the messages and faults of the next cycle only. The routing relation stores which faults each node knows;
///          this module queries and updates it for its own node only
/// Timing   a message that the node receives in cycle t, or derives in cycle t from a fault beside it, reaches the
///          neighbours in t + 1, whatever the latency of the link; several messages may arrive in one cycle
/// Dead     a dead node ignores what arrives and forwards no message; a port whose link or neighbour is dead is closed:
///          no message leaves through it
/// End      a node that detects that a link works again forwards this as any other message, and sends all that it knows
///          over the link, a cycle later than it detects it
/// Sleep    evaluated only in cycles in which a message arrives or the node detects a fault
/// Not modelled: the width of a message, contention of messages for a wire
#pragma once

#include <array>
#include <memory>
#include <systemc>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "hw/link/module.hpp"
#include "models/network/network.hpp"
#include "models/routing/fault_aware.hpp"

namespace kintsugi {

class FaultMessageIf : public virtual sc_core::sc_interface {
 public:
  /// Delivers a message that arrives in cycle `at`, the one after the cycle of the call.
  virtual void receive(FaultMessage message, Cycle at) = 0;
};

class FaultFlooding final : public Module, public Clocked, public FaultMessageIf {
 public:
  FaultFlooding(sc_core::sc_module_name name, ClockDomain& clock, const PortLayout& layout, NodeId node,
                FaultAware& relation);
  void bind(PortId port, FaultFlooding& neighbour) { to_[port.value]->bind(neighbour); }

  /// @name For the chip to call between two cycles
  /// @{
  /// Marks the node as dead or alive.
  void set_alive(bool alive) { dead_ = !alive; }
  /// Opens or closes a port: closed if its link or the neighbour is dead.
  void set_open(PortId port, bool open) { closed_[port.value] = !open; }
  /// Makes the node detect a fault beside it, or its own, in the next cycle.
  void notice(const Fault& fault);
  /// Makes the node detect in the next cycle that the link at a port works again, after the faults of that cycle.
  void notice_end(PortId port, LinkDefect link);
  /// Returns whether a message arrives or the node detects a fault in the next cycle.
  bool expects_something() const { return !faults_.empty() || !ends_.empty() || !coming_[clock_->next() & 1].empty(); }
  /// @}

  void receive(FaultMessage message, Cycle at) override;
  static constexpr const char* kKind = "kintsugi_fault_flooding";
  const char* kind() const override { return kKind; }
  void evaluate(Cycle now) override;
  void list_probes(wave::ModuleProbes& probes) const override;
  /// Returns the number of messages forwarded so far; a message to several neighbours counts once.
  std::uint64_t messages() const { return messages_; }

 private:
  using Port = sc_core::sc_port<FaultMessageIf, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
  struct WorkingLink {
    PortId port;
    LinkDefect link;
  };
  void detect(Cycle now);
  void forward(FaultMessage message, Cycle now);
  void send(FaultMessage message, PortId port, Cycle now);

  ClockDomain* clock_;
  FaultAware* relation_;
  NodeId node_;
  ModuleIndex index_;
  std::vector<std::unique_ptr<Port>> to_;
  std::vector<bool> closed_;
  std::array<std::vector<FaultMessage>, 2> coming_;  // by the parity of the cycle in which they arrive
  std::vector<Fault> faults_;                        // to be detected in the next cycle
  std::vector<WorkingLink> ends_;                    // the same: links that work again
  std::uint64_t messages_ = 0;
  bool dead_ = false;
};

}  // namespace kintsugi

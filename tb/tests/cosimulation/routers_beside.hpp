/// Routers in RTL beside the routers of a chip: the same traffic, compared in every cycle.
///
/// The RTL routers form a network of their own: flits and credits pass from one to the other over the links of the
/// network. Only what a PE sends is taken from the model. In each cycle every router of the model and its counterpart
/// must send the same flits and credits, hold the same output channels and have as many flits in each buffer.
///
/// Timing   evaluated as a module of the chip: one clock edge of every RTL router in every cycle, from cycle 0 on. The
///          comparison follows when all modules have been evaluated
/// Payload  destination, routing state and, where the routing needs it, source, as kt_router asks for; above them the
///          number of the packet, modulo 2^32, as the probes count it
/// Errors   std::invalid_argument if there is no RTL of this name
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/rtl/routers.hpp"
#include "tb/tests/cosimulation/compiled_router.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"

namespace kintsugi::test {

class RoutersBeside final : public sc_core::sc_module, public Clocked {
 public:
  RoutersBeside(sc_core::sc_module_name name, std::string_view rtl, Bench& bench, const rtl::RouterForm& form,
                LinkLatency link_cycles);

  void evaluate(Cycle now) override;

  /// Returns where RTL and model differ first; empty if they do not.
  const std::string& first_difference() const { return first_difference_; }
  double nodes() const { return static_cast<double>(routers_.size()); }
  Cycle cycles() const { return cycles_; }
  std::uint64_t flits() const { return flits_; }  ///< flits compared, one for each hop
  std::uint64_t credits() const { return credits_; }
  std::uint64_t grants() const { return grants_; }  ///< channels held, one for each cycle

 private:
  /// What a port has sent.
  struct Sent {
    std::optional<RtlFlit> flit;
    std::optional<unsigned> credit;
  };
  struct Port {
    std::optional<PortRef> far;
    std::vector<Sent> sent;  // in the last cycles, by cycle modulo the latency of the link from here
    Sent from_pe;
  };

  void connect(Bench& bench);
  Port& port(NodeId node, unsigned port) { return ports_[node.index()][port]; }
  static Sent& sent_in(Cycle now, Port& port) { return port.sent[now % port.sent.size()]; }
  void put_inputs(Cycle now, NodeId node);
  void take_outputs(Cycle now, NodeId node);
  void compare(Cycle now);
  void compare_port(Cycle now, NodeId node, PortId port);
  void compare_channels(Cycle now, NodeId node);
  std::optional<RtlFlit> expected(const std::optional<Flit>& flit) const;
  std::optional<unsigned> expected_credit(Cycle now, NodeId node, PortId port) const;
  void differ(Cycle now, NodeId node, const std::string& where, const std::string& model, const std::string& rtl);

  Bench* bench_;
  rtl::RoutingTable table_;
  RtlWidths widths_;
  LinkLatency link_cycles_;
  std::vector<std::unique_ptr<CompiledRouter>> routers_;  // by node
  std::vector<std::vector<Port>> ports_;                  // by node, that of the PE last
  ModuleIndex index_ = 0;
  std::string first_difference_;
  Cycle cycles_ = 0;
  std::uint64_t flits_ = 0;
  std::uint64_t credits_ = 0;
  std::uint64_t grants_ = 0;
};

}  // namespace kintsugi::test

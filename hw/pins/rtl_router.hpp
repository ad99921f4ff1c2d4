/// A router in RTL at a site of a chip: an exported kt_node_router_<i> (hw/rtl/routers.hpp), made a module of SystemC
/// by Verilator (--sc), in the place of a router of the project. ChipPlan::make_router makes it; the header that
/// `kintsugi export --systemc` writes has the factory (kt_systemc.hpp).
///
/// Timing     that of the project's router: the clock of the RTL rises with every cycle of the chip, the first one is
///            its reset. At the falling edge the flits and credits that the RTL has sent are taken from its pins and go
///            to their receivers; a quarter of a period later, what arrives in the next cycle is put on its pins. So a
///            chip has the same flits in the same cycles as with routers of the project
/// Comparison with an RtlComparison a router of the project stands beside, `<router>.model`: it gets the same flits and
///            credits in the same cycles, and in each cycle what it sends is compared with what the RTL sends: for each
///            port whether a flit leaves, head, tail, channel, packet, destination, source and, of a head, the routing
///            state; whether a credit leaves, and its channel
/// Faults     dead PEs, repairs and new placements, as a router of the project: a node that moves is told by node_i
/// Sleep      none: RTL has a clock edge in every cycle, and the chip evaluates every cycle for it
/// Packets    the packet table has them; a flit carries the number of its packet. The routing state of a head is that
///            in its bits
/// Checks     a flit without a credit, out of order, on a channel that does not exist or of no packet, and a credit for
///            no flit, are reports of type kMistakeReport, severity SC_ERROR: a comparison finds them before
/// Probes     in_<port>.vc<v>.occupancy and out_<port> as those of Router; out_<port> a cycle later. `<router>.model`
///            has those of a Router
/// Not here   as in OpenRouter: logs of hops, counters of flits by port. Loads without a drain see a flit that has left
///            in this cycle as still in the router
/// Errors     std::invalid_argument for a chip that the RTL was not exported for: other channels, buffers, latency,
///            allocator, network or routing; patience, priority classes, multicasts, detection, a routing that routes
///            around faults; std::logic_error for a path or node that changes while it is in use, and for a module in a
///            link that leaves the RTL no time (LinkPins at a port of the router)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <systemc>
#include <vector>

#include "hw/pins/flit_bits.hpp"
#include "hw/pins/pin_bits.hpp"
#include "hw/pins/rtl_comparison.hpp"
#include "hw/router/linked_router.hpp"
#include "hw/router/router.hpp"

namespace kintsugi {

/// What an export says of the routers that it writes.
struct RtlRouterForm {
  std::string network;  ///< its name
  std::string routing;
  FlitBits flit;
  unsigned vcs = 1;
  unsigned buffer = 4;               ///< flits of each channel
  unsigned latency = 1;              ///< cycles of the router beyond its wire
  std::string allocator = "serial";  ///< of output channels: a name of allocator_rules()
};

/// The router in RTL; a class derived from it knows the types of the pins.
class RtlRouter : public LinkedRouter {
 public:
  static constexpr bool kCanMove = true;  ///< any thread may evaluate it

  void become(NodeId node, const RoutingRelation* relation) final;
  /// Returns the flit that left by a port: at the end of a cycle, in the cycle before; between two sc_start(), in the
  /// cycle evaluated last.
  std::optional<Flit> sent(PortId port) const final { return pins_[port.index()].sent; }

  void evaluate(Cycle now) final;
  void time_wheel_resized() final;
  /// Returns the flits in the RTL that have come in by a channel.
  unsigned occupancy(PortId port, Vc vc) const final { return at(port, vc).buffered; }
  /// Returns the router of the project that it is compared with; nullptr without a comparison.
  const Router* model() const { return model_ != nullptr ? &model_->router : nullptr; }

 protected:
  /// `comparison`: nullptr: the RTL is compared with nothing. It outlives the router.
  RtlRouter(sc_core::sc_module_name name, const RouterSite& site, const RtlRouterForm& form, RtlComparison* comparison);

  /// The values at the pins of kt_router, by their names.
  struct Inputs {
    PinBits node, flit_valid, flit, credit_valid, credit_vc;
  };
  struct Outputs {
    PinBits flit_valid, flit, credit_valid, credit_vc;
  };
  const Inputs& inputs() const { return in_; }
  Outputs& outputs() { return out_; }

  virtual void write_clock(bool value) = 0;
  virtual void write_reset(bool value) = 0;
  virtual void write_inputs() = 0;  ///< inputs() to the pins
  virtual void read_outputs() = 0;  ///< the pins to outputs()

 private:
  struct Channel {
    unsigned buffered = 0;          // as an input: flits in the RTL
    std::uint16_t next_out = 0;     // as an output: position in its packet of the flit that leaves next; 0: a head
    PacketId modelled = kNoPacket;  // as an input: the packet of the model that comes in
  };
  struct PortOfPins {
    std::optional<Flit> sent;
    bool has_flit = false;  // on the input pins
  };
  /// The router of the project beside the RTL, with a packet table of its own.
  struct Model {
    Model(const ChipContext& chip, const PortLayout& layout, const RouterParameters& parameters);
    PacketTable packets;
    std::vector<ThreadState> threads;
    ChipContext chip;
    Router router;
    LinkReceiver receiver;               // of what it sends
    std::vector<LinkTransmitter> feeds;  // to its ports
    std::vector<Endpoint> ends;          // of the feeds
  };
  /// What a port has sent in a cycle.
  struct Sent {
    bool has_flit = false;
    bool has_credit = false;
    unsigned credit_vc = 0;
  };

  Channel& at(PortId port, Vc vc) { return channels_[index_of(port, vc)]; }
  const Channel& at(PortId port, Vc vc) const { return channels_[index_of(port, vc)]; }
  bool is_held(PortId port, Vc vc) const final { return at(port, vc).next_out != 0; }
  void connected(PortId port) final;
  void disconnected(PortId port) final;

  void check_chip(const RtlRouterForm& form, const RoutingRelation* relation) const;
  void make_model();
  void rise(Cycle now);
  void fall();
  void drive();
  void put_flit(PortId port, const Flit& flit);
  void encode(const Flit& flit, const Packet& packet, PacketId number, PinBits& bits, unsigned at) const;
  void feed_flit(PortId port, Flit flit);
  void compare();
  void compare_flit(PortId port, const std::optional<Flit>& model);
  void compare_credit(PortId port, std::optional<Vc> model);
  void differ(PortId port, const char* field, const std::string& model, const std::string& rtl);
  void take(PortId port);
  void take_flit(PortId port);
  void take_credit(PortId port);

  FlitBits bits_;
  std::vector<PortOfPins> pins_;   // by port
  std::vector<Channel> channels_;  // port-major
  Inputs in_;
  Outputs out_;
  Cycle cycle_ = 0;  // of the clock edge before
  bool has_stopped_ = false;
  sc_core::sc_event falls_;
  sc_core::sc_event drives_;
  RtlComparison* comparison_;
  std::unique_ptr<Model> model_;  // nullptr without a comparison
  bool is_compared_ = false;
  PinBits expected_;  // bits of a flit
};

/// Returns what a factory of an export throws at a site whose ports no exported router has.
std::invalid_argument no_rtl_router(const RouterSite& site, const RtlRouterForm& form);

/// Returns a factory that makes the routers of these sites by `make`, and none of others: "r3.c4" on a fabric, the name
/// of the node in a directly wired network. A chip without one of them is refused when its last router is made, by
/// std::invalid_argument with the nearest name.
RouterFactory only_at(std::vector<std::string> sites, RouterFactory make);

}  // namespace kintsugi

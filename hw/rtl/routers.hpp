/// The routers of a network as SystemVerilog: kt_router with the parameters of this network, and the netlist of a
/// directly wired network.
///
/// Modules   kt_node_router_<i>  the router of the nodes with the i-th port layout, in the order in which the nodes
///                               name them. Beside its ports it has the signals of the model's probes, by the same
///                               names: in_<port>.vc<v>.occupancy and .granted (one-hot, channel port * V + vc),
///                               out_<port>.valid, .packet, .kind, .vc
///           kt_routers          all routers, joined by delay lines of the latency of each link. An instance is named
///                               as in the model: net.<node>.router. The PEs are outside: flits and credits each way
/// Payload   of a head flit, from bit 0: destination, routing state, source where the routing needs it; what is left
///           is carried along, and shown as the number of the packet
/// Needs     kt_router and the modules below it (rtl_library()), kt_kinds, kt_route, kt_candidates and
///           kt_adaptive (routing_table.hpp)
/// Errors    FlitTooShort when a flit does not hold the header; std::invalid_argument when the number of latencies is
///           not that of the links
/// Knows     no family: everything comes from the network and the table
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/rtl/routing_table.hpp"
#include "hw/rtl/rtl_file.hpp"
#include "models/allocation/channel_allocator.hpp"
#include "models/network/network.hpp"

namespace kintsugi::rtl {

struct RouterForm {
  unsigned buffer = 4;     ///< flits of each virtual channel
  unsigned latency = 1;    ///< cycles that a flit spends in the router beyond its wire
  unsigned flit_bits = 0;  ///< head, tail, channel and payload; 0: the header and kPacketBits are the payload
  bool systemc = false;    ///< for a SystemC chip (systemc_routers.hpp): a flit holds kPacketBits beside the header
  AllocatorRule allocator = AllocatorRule::kSerial;  ///< of output channels
};

/// A flit does not hold what it must; it would with needed() bits.
class FlitTooShort : public std::invalid_argument {
 public:
  FlitTooShort(const std::string& message, unsigned bits) : std::invalid_argument(message), needed_(bits) {}
  unsigned needed() const { return needed_; }

 private:
  unsigned needed_;
};

/// The bits for the number of a packet, if those of a flit are not given or it is for a SystemC chip.
inline constexpr unsigned kPacketBits = 32;

/// Returns the bits of the payload. Throws FlitTooShort if a flit does not hold the header, and for a SystemC chip the
/// number of a packet.
unsigned payload_bits(const RoutingTable& table, const RouterForm& form);

/// Makes the table of a routing for routers of this form. Flits that are too short for any header are refused first.
RoutingTable routing_table_for(const RouterForm& form, const Network& network, const RoutingRelation& relation,
                               const Progress& progress);

/// The bits of what passes the ports of a router.
struct RouterWidths {
  RouterWidths(const RoutingTable& table, const RouterForm& form);
  /// Returns the bits of held_o and count_o for a router with so many network ports.
  std::size_t held(std::size_t ports) const { return (ports + 1) * vcs * (ports + 1) * vcs; }
  std::size_t counts(std::size_t ports) const { return (ports + 1) * vcs * count; }
  unsigned node;     ///< of the number of a node
  unsigned vcs;      ///< channels of a port
  unsigned vc;       ///< of the number of a channel
  unsigned payload;  ///< of a flit
  unsigned flit;     ///< in all
  unsigned count;    ///< of the number of flits in a buffer
};

/// The nets to which the ports of a router are connected, those of network ports before that of its PE.
struct RouterNets {
  std::string node;
  std::string flit_valid_i, flit_i, credit_valid_i, credit_vc_i;
  std::string flit_valid_o, flit_o, credit_valid_o, credit_vc_o;
};

/// Returns the lines of an instance `router` with so many network ports of this module. What only probes show is left
/// open.
std::vector<std::string> router_instance(const std::string& module, std::size_t ports, const RouterWidths& widths,
                                         const RouterNets& nets);

/// Returns all modules of the routers of a network: those of the library, kt_node_router_<i>, and the routing.
std::vector<RtlFile> router_sources(const Network& network, const RoutingTable& table, const RouterForm& form);

/// A port layout that nodes have, and the module of their router.
struct RouterLayout {
  std::string module;
  const PortLayout* layout;
};
/// Returns those of a network, in the order in which the nodes name them first.
std::vector<RouterLayout> router_layouts(const Network& network);

/// Returns the name of the module for the router of a node.
std::string router_module_name(const Network& network, NodeId node);

/// Returns kt_node_router_<i>.sv for every port layout.
std::vector<RtlFile> router_modules(const Network& network, const RoutingTable& table, const RouterForm& form);

/// Returns kt_routers.sv: all routers and the links between them. `link_cycles`: the latency of each link, at least 1
/// each way.
RtlFile router_netlist(const Network& network, const RoutingTable& table, const RouterForm& form,
                       std::span<const LinkLatency> link_cycles);

}  // namespace kintsugi::rtl

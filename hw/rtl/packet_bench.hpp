/// A bench for Icarus Verilog in which the PEs of routers send packets to each other. It ends in PASS or FAIL.
///
/// PEs      by the rules of the model's (hw/README.md, Timing, Injection): one packet at a time, in the order of their
///          cycles; a packet takes the first channel with a credit, in turn; one flit in a cycle. They take every flit
///          at once. So routers and model run the same packets in the same cycles
/// Start    after the reset. With a chain the bench first loads bitstream.memh; in the cycle in which the states are in
///          force it tells every site its node, from placement.memh, and whether it is in use. Cycles of packets count
///          from the next cycle on. The PEs of sites without a node send noise all the time
/// Checks   placement.memh has every node once, and no other words but ffffffff; the chain accepts the stream; every
///          flit reaches the PE of its destination, in order, with each bit that was sent; the last flit of a packet in
///          the cycle in which it does in the model; all flits of all packets; all credits return to the PEs; no router
///          sends to a PE without a node. After kPatience cycles without an arrival, for each cycle of the longest link
///          or of a router, packets count as lost
/// Payload  of a head: destination, routing state 0, source where the routing needs it. Of every flit: the number of
///          the packet as the model counts it. The other bits are a hash of the numbers of packet and flit
/// Files    kt_bench.sv; packets.memh, sources.memh, expected.memh; it reads placement.memh, and bitstream.memh,
///          links.memh where there are such
/// Options  of vvp: +trace writes trace.txt, +vcd writes <top>.vcd, +first ends with the first mistake, +any_cycle
///          compares no cycles, for packets of one's own. A line of the trace is "cycle place port head tail channel
///          packet" for a flit that leaves a router, and "cycle place arrives packet" for one that its PE takes
/// Errors   std::invalid_argument when a flit does not hold the number of a packet, there is no packet, or the cycles
///          are not as many as the packets
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/rtl/bench_packet.hpp"
#include "hw/rtl/routers.hpp"
#include "hw/rtl/rtl_file.hpp"
#include "models/network/network.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi::rtl {

/// After so many cycles without an arrival the bench gives up, if links and routers take one cycle.
inline constexpr unsigned kPatience = 1000;

/// After so many cycles the bench says that it is under way: a second or many, by the size of the network.
inline constexpr unsigned kProgress = 100;

struct PacketBench {
  std::string top;
  std::vector<std::string> routers;  ///< instances below the top, by place
  std::vector<std::size_t> ports;    ///< network ports of each
  unsigned chain_bits = 0;           ///< 0: no chain
  std::size_t stream_words = 0;      ///< and the bits of the last one
  std::size_t last_bits = 0;
  bool told = false;                ///< the top has node_i and active_i
  std::size_t link_extra_bits = 0;  ///< of link_extra_i for all ports; 0: the top has none
  unsigned extra_bits = 1;          ///< for each port
  unsigned longest_link = 1;        ///< cycles
  std::vector<BenchPacket> packets;
  DeliveryCycles delivery_cycles = {};  ///< of the model; empty: the bench compares no cycles
};

/// Returns packets of one to eight flits, of one to four in networks of more than 16 nodes, all created in cycle 0: one
/// for every pair of nodes with a PE that has a route. Beside dead nodes and links some pairs have none, and a router
/// would keep their packets for ever. The first packets of 16 nodes in a row go to the first of these.
std::vector<BenchPacket> all_to_all(const Network& network, const RoutingRelation& relation);

/// Returns what the page of a project says of the bench, behind the names of its files.
std::string expected_text(const DeliveryCycles& delivery_cycles);

std::vector<RtlFile> packet_bench(const PacketBench& bench, const RoutingTable& table, const RouterForm& form);

}  // namespace kintsugi::rtl

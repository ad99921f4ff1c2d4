/// Input-buffered wormhole router with virtual channels and credits. It knows no network: the routing relation gives
/// the candidates of each packet.
///
/// Ports    0 .. network_ports - 1 as in the port layout; local_port() = network_ports is the PE's. One path port and
///          one path target each; open ports stay unused
/// Units    latency r and link latencies in cycles, buffers in flits per virtual channel
/// Cycle    take credits, take flits, route computation for heads, channel allocation, switch allocation, traversal:
///          all in the cycle in which a flit leaves. A flit that arrives in cycle a is eligible from a + r; so one that
///          leaves router A in cycle t leaves router B in t + k + r at the earliest, k being the link's latency
/// Channels An output channel belongs to one packet from its head's allocation until its tail has left. Among the
///          free ones that a candidate allows: the one with most credits, then the lowest. One flit per input port and
///          one per output port and cycle; all arbiters are round-robin and advance only after a grant. An adaptive
///          channel counts as free only when the buffer it leads to is empty
/// Credits  leave with the flit, travel as long as the wire they return on, are usable in the cycle they arrive.
///          Towards the PE credits are unlimited
/// Copies   of a multicast leave by one or several ports, as the multicast relation says (hw/router/fork.hpp)
/// Sleep    a router without activity is not evaluated until a flit or a credit arrives. Waiting heads request again
///          only when a channel has been released, or the buffer of an adaptive channel may have become empty
/// Memory   the data of most cycles, in the order of access: the first cache lines of members, the record of the cycle
///          in the receiver, credits, input channels, half a line per port, output channels, sets of channels, buffers
/// Layout   the names of the network ports; must outlive the router
/// Errors   std::logic_error for a full buffer, a body flit without a head, a path or relation removed while in use by
///          a flit: mistakes of the model, never of its user
/// Not modelled: bit errors, clock skew, arbitration delay beyond r
/// Source   Dally and Towles, "Principles and Practices of Interconnection Networks", 2004, chapters 16 and 19
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <systemc>
#include <vector>

#include "hw/link/chip_context.hpp"
#include "hw/link/link_receiver.hpp"
#include "hw/link/link_transmitter.hpp"
#include "hw/link/path_port.hpp"
#include "hw/router/fork.hpp"
#include "models/network/network.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

class Router final : public sc_core::sc_module, public Clocked {
 public:
  static constexpr std::size_t kArrayLines = 3;

  Router(sc_core::sc_module_name name, const ChipContext& chip, const PortLayout& layout,
         const RouterParameters& parameters);

  /// @name Wiring
  /// @{
  unsigned network_ports() const { return local_.value; }
  PortId local_port() const { return port_of(local_); }
  /// All ports, the local one last.
  IdRange<PortId> ports() const { return ids<PortId>(network_ports() + 1); }
  /// The channels of every port.
  IdRange<Vc> vcs() const { return ids<Vc>(vcs_); }
  PathPort& path_port(PortId port) { return *path_ports_.at(port.index()); }
  PathEnd& path_end(PortId port) { return *path_ends_.at(port.index()); }
  void end_of_elaboration() override;
  /// Connects the port to the far end of its path. The old path must be empty.
  void connect(PortId port, const Endpoint& far, unsigned latency);
  void disconnect(PortId port);
  /// @}

  /// Sets the logical node and its relation; kNoNode for an idle router. Call it only while the router has no flit.
  void become(NodeId node, const RoutingRelation* relation);
  NodeId node() const { return node_; }

  void evaluate(Cycle now) override;
  void time_wheel_resized() override;

  /// @name Observation, for probes and the conservation check
  /// @{
  const RouterParameters& parameters() const { return parameters_; }
  const PortLayout& layout() const { return *layout_; }
  const PacketTable& packets() const { return *chip_.packets; }
  const LinkTransmitter& link(PortId port) const { return ports_[port.index()].link; }
  /// Returns the far end of a port's path. Call it only if the link is not open.
  const Endpoint& far(PortId port) const { return far_[port.index()]; }
  const LinkReceiver& receiver() const { return receiver_; }
  /// Returns the number of flits in the buffer of an input channel.
  unsigned occupancy(PortId port, Vc vc) const { return input(port, vc).count(); }
  /// Returns the packet at the front of that buffer, or kNoPacket.
  PacketId front_packet(PortId port, Vc vc) const;
  /// Returns the output port granted to that packet, or kNoPort.
  PortId granted(PortId port, Vc vc) const;
  Vc granted_vc(PortId port, Vc vc) const { return LinkReceiver::vc_of(input(port, vc).out_mark); }
  /// Returns the candidates of a head that waits for an output channel.
  std::span<const Candidate> candidates(PortId port, Vc vc) const {
    const CandidateList& candidates = candidates_[channel(port, vc)];
    return {candidates.data(), candidates.size()};
  }
  /// Returns the branches of the copy at the front of that buffer; none if it does not fork.
  std::span<const ForkBranch> branches(PortId port, Vc vc) const;
  unsigned credits(PortId port, Vc vc) const { return credits_[channel(port, vc)]; }
  /// Returns whether the port is open, or no packet holds a channel of it, all credits are back and its buffers are
  /// empty.
  bool is_idle(PortId port) const;
  bool output_free(PortId port, Vc vc) const { return (sets_[port.index()].free & vc_bit(vc)) != 0; }
  /// @}

 private:
  /// A port in one byte of hot state. Values from kMaxPorts on are no ports, but say why there is none.
  using PortByte = Strong<struct PortByteTag, std::uint8_t>;
  static constexpr PortByte byte_of(PortId port) { return PortByte::from(port.value); }
  static constexpr PortId port_of(PortByte byte) { return PortId{byte.value}; }
  static constexpr bool is_port(PortByte byte) { return byte.value < kMaxPorts; }

  static constexpr PortByte kNone{0xff};
  static constexpr PortByte kAsked{0xfe};   // none yet, but the candidates are known
  static constexpr PortByte kForked{0xfd};  // a copy of a multicast: one or several, which its branches hold

  // No member of a set is above these, so that the lowest one comes first.
  static constexpr PortByte kLastPort{63};
  static constexpr Vc kLastVc{63};

  /// Credits towards the PE, which are never spent.
  static constexpr std::uint8_t kUnlimited = 0xff;

  /// When the waiting heads request channels again.
  enum class Due : std::uint8_t {
    kNo,
    kOnArrival,  // when a credit arrives: an adaptive channel is free, but its buffer is not empty
    kNow,        // since the last requests a head has arrived, a channel was released, or a head lost arbitration
  };

  struct InputVc {
    std::uint8_t left = 0;  // flits that have left its buffer, and those that have entered it, modulo 256
    std::uint8_t entered = 0;
    std::uint16_t buffer = 0;       // where its ring begins in buffers_
    std::uint16_t out_channel = 0;  // index into outputs_
    PortByte out_port = kNone;      // the output channel held, or kNone, kAsked, kForked
    std::uint8_t out_mark = 0;      // LinkReceiver::mark() of that channel

    unsigned count() const { return static_cast<std::uint8_t>(entered - left); }
    bool empty() const { return entered == left; }
    bool has_output() const { return is_port(out_port); }
  };
  static_assert(sizeof(InputVc) == 8);
  struct OutputVc {
    PortByte owner_port = kNone;  // the input channel whose packet holds it, or kForked
    Vc owner_vc;
  };
  /// A head that requests a channel of one output port.
  struct Request {
    PortId in_port;
    Vc in_vc;
    const Candidate* candidate;
    ForkBranch* branch = nullptr;  // of a copy
  };

  /// Index of a channel, port-major.
  unsigned channel(PortId port, Vc vc) const { return port.value * vcs_ + vc.value; }
  InputVc& input(PortId port, Vc vc) { return inputs_[channel(port, vc)]; }
  const InputVc& input(PortId port, Vc vc) const { return inputs_[channel(port, vc)]; }
  /// Returns the place of the flit that entered the buffer of a channel as the `entered`th.
  Flit& buffered(const InputVc& in, std::uint8_t entered) const { return buffers_[in.buffer + (entered & ring_mask_)]; }

  /// Returns the flit at the front of a buffer that is not empty.
  const Flit& front(const InputVc& in) const { return buffered(in, in.left); }

  bool passes_straight(const LinkReceiver::Arrivals& arrivals, Cycle now);
  bool can_pass(const InputVc& in) const;
  void pass_straight(Cycle now, PortId port, Vc vc, Flit flit);
  void run_stages(const LinkReceiver::Arrivals& arrivals, Cycle now);
  void take_credits(std::uint8_t* arriving);
  void take_credits_of(unsigned first, std::uint8_t* arriving);
  void revive(const OutputVc& out);
  void take_flit(PortId port, Vc vc, Flit flit);
  void allocate_channels(Cycle now);
  void allocate_lone(PortId port, Vc vc);
  void route_heads();
  void keep_candidates(PortId port, Vc vc);
  void route_head(PortId port, Vc vc);
  void drop_unroutable(PacketId id);
  void collect_requests();
  void grant_channels(PortId port);
  std::size_t next_in_turn(const std::vector<Request>& requests, PortId port) const;
  void grant_channel(const Request& request);
  Vc take_channel(const Request& request);
  VcSet available(const Candidate& candidate);
  std::optional<Request> request_of(PortId in_port, Vc in_vc, std::span<const Candidate> candidates) const;
  std::span<const Candidate> first_available(std::span<const Candidate> candidates);
  std::uint64_t allocate_switch_and_traverse(Cycle now);
  Vc offered_channel(PortId in_port) const;
  /// The channels that input ports offer to the switch; entries of other ports are not set.
  using Offers = std::array<InputVc*, kMaxPorts>;
  PortSet settle_rivals(PortSet contested, const Offers& offers) const;
  void send(Cycle now, PortId in_port, Vc in_vc, InputVc& in);
  void send_front(Cycle now, PortId in_port, Vc in_vc);
  void pass_on(Cycle now, PortId in_port, Vc in_vc, const InputVc& in, Flit flit);
  void end_packet(PortId in_port, Vc in_vc);
  [[noreturn]] void fail(const char* what) const;

  // Copies of multicasts: fork.cpp.
  ForkingPacket& fork_at(PortId port, Vc vc) { return forks_[channel(port, vc)]; }
  void open_forks(Cycle now);
  void open_fork(PortId port, Vc vc, Cycle now);
  void add_branch(ForkingPacket& packet, const Packet& whole, const Copy& part, const Branch& branch, bool ends_here);
  void request_branches(PortId in_port, Vc in_vc);
  void grant_branch(const Request& request, Vc vc);
  bool is_ready(const ForkBranch& branch, const ForkingPacket& packet, const InputVc& in) const;
  PortSet ready_outputs(PortId port, Vc vc, std::uint16_t& position);
  VcSet ready_forks(PortId port);
  bool any_fork_ready();
  std::uint64_t traverse_with_forks(Cycle now);
  std::uint64_t send_copies(Cycle now, PortId in_port, Vc in_vc, PortSet outputs);
  void end_branch(const ForkBranch& branch);
  void end_fork(PortId in_port, Vc in_vc);

  void spend_credit(PortByte port, std::size_t channel) { credits_[channel] -= port != local_; }
  void set_sendable(PortId port, Vc vc) {
    sets_[port.index()].sendable |= vc_bit(vc);
    sendable_ports_ |= port_bit(port);
  }
  // Branch-free: whether a flit and a credit are left is unpredictable; a misprediction costs more than the arithmetic.
  void set_sendable_if_any(std::uint8_t credits, PortId port, Vc vc) {
    const std::uint64_t bit = (credits + 0xffu) >> 8;
    sets_[port.index()].sendable |= static_cast<VcSet>(bit) << vc.value;
    sendable_ports_ |= bit << port.value;
  }
  void clear_sendable_if(bool spent, PortId port, Vc vc) {
    const VcSet left = sets_[port.index()].sendable & ~(VcSet{spent} << vc.value);
    sets_[port.index()].sendable = left;
    sendable_ports_ &= ~(PortSet{left == 0} << port.value);
  }
  void set_waiting(PortId port, Vc vc) {
    allocation_due_ = Due::kNow;
    sets_[port.index()].waiting |= vc_bit(vc);
    waiting_ports_ |= port_bit(port);
  }
  void wake_next(Cycle now) { ClockDomain::mark_active(own_activity_, slot_of(now + 1)); }
  void clear_waiting(PortId port, Vc vc) {
    sets_[port.index()].waiting &= ~vc_bit(vc);
    if (sets_[port.index()].waiting == 0) waiting_ports_ &= ~port_bit(port);
  }

  /// The data of both directions of a port that every flit needs: half a cache line.
  struct alignas(32) Port {
    [[no_unique_address]] LinkTransmitter link;
    std::uint16_t last_channel = 0;  // as an output: the input channel that was granted one last
    Vc last_vc = kLastVc;            // as an input: the channel served last; the next above it comes first
    PortByte last_in = kLastPort;    // as an output: the input port served last
  };
  static_assert(sizeof(Port) == 32);
  /// Sets of the channels of one port.
  struct ChannelSets {
    VcSet sendable = 0;  // as an input: the front flit could leave now
    VcSet waiting = 0;   // as an input: the front is a head without an output channel, or a copy
    VcSet free = 0;      // as an output: no packet holds it
  };

  // Hot state, in the order in which a cycle touches it. The arrays are contiguous.
  PortSet sendable_ports_ = 0;       // input ports with a channel whose front flit could leave now
  PortSet waiting_ports_ = 0;        // input ports with a channel whose head has no output channel, or that forks
  PortSet forking_ports_ = 0;        // input ports with a channel whose front is a copy of a multicast
  std::uint8_t* credits_ = nullptr;  // per output channel, port-major
  InputVc* inputs_ = nullptr;        // port-major
  Port* ports_ = nullptr;
  OutputVc* outputs_ = nullptr;  // port-major
  ChannelSets* sets_ = nullptr;  // per port
  Flit* buffers_ = nullptr;      // a ring for each input channel
  std::uint8_t* own_activity_ = nullptr;
  FlitCounters* counters_;
  unsigned vcs_;
  unsigned ring_mask_;  // slots of a buffer less one: the depth rounded up to a power of two
  ModuleIndex index_;
  std::uint8_t depth_;
  PortByte local_;
  Due allocation_due_ = Due::kNo;
  bool adaptive_ = false;  // some output channels are adaptive: granted only when the buffer they lead to is empty
  LinkReceiver receiver_;  // its first members are hot too

  // Used for heads only.
  ChipContext chip_;
  NodeId node_ = kNoNode;
  const RoutingRelation* relation_ = nullptr;
  /// Mostly a head has one or two candidates. Memory for more is kept.
  using CandidateList = boost::container::small_vector<Candidate, 2>;
  std::vector<CandidateList> candidates_;       // per input channel, of a head that had to wait
  std::vector<std::vector<Request>> requests_;  // per output port
  PortSet requested_ports_ = 0;
  std::vector<ForkingPacket> forks_;  // per input channel, where there are multicasts
  std::vector<VcSet> forking_;        // per input port: channels whose front is a copy
  std::vector<VcSet> adaptive_vcs_;   // per output port, where there are such channels

  RouterParameters parameters_;
  const PortLayout* layout_;
  std::vector<Endpoint> far_;  // per port
  std::vector<std::unique_ptr<PathPort>> path_ports_;
  std::vector<std::unique_ptr<PathEnd>> path_ends_;
};

}  // namespace kintsugi

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
  unsigned network_ports() const { return local_; }
  PortId local_port() const { return PortId{static_cast<std::uint16_t>(local_)}; }
  PathPort& path_port(PortId port) { return *path_ports_.at(port.value); }
  PathEnd& path_end(PortId port) { return *path_ends_.at(port.value); }
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
  const LinkTransmitter& link(PortId port) const { return ports_[port.value].link; }
  /// Where the path of a port ends; only while its link is not open.
  const Endpoint& far(PortId port) const { return far_[port.value]; }
  const LinkReceiver& receiver() const { return receiver_; }
  /// Flits in the buffer of a channel of an input port.
  unsigned occupancy(PortId port, unsigned vc) const { return input(port.value, vc).count(); }
  /// The packet whose flit is at the front of that buffer, or kNoPacket.
  PacketId front_packet(PortId port, unsigned vc) const;
  /// The output port granted to that packet, or kNoPort.
  PortId granted(PortId port, unsigned vc) const;
  unsigned granted_vc(PortId port, unsigned vc) const { return LinkReceiver::vc_of(input(port.value, vc).out_mark); }
  /// What a head that holds no output channel asks for.
  std::span<const Candidate> candidates(PortId port, unsigned vc) const {
    const CandidateList& candidates = candidates_[port.value * vcs_ + vc];
    return {candidates.data(), candidates.size()};
  }
  /// The branches of the copy at the front of that buffer; none while it does not fork.
  std::span<const ForkBranch> branches(PortId port, unsigned vc) const;
  unsigned credits(PortId port, unsigned vc) const { return credits_[port.value * vcs_ + vc]; }
  /// No packet holds a channel of the port, all credits are back, and no flit is in its buffers; or it is open.
  bool is_idle(PortId port) const;
  bool output_free(PortId port, unsigned vc) const { return (sets_[port.value].free >> vc & 1) != 0; }
  /// @}

 private:
  static constexpr std::uint8_t kNone = 0xff;
  static constexpr std::uint8_t kAsked = 0xfe;   // nothing yet, but the relation has said what it may be
  static constexpr std::uint8_t kForked = 0xfd;  // several, or what is treated like that: a copy of a multicast

  static constexpr std::uint8_t kNobody = 63;  // nothing is above it, so the lowest comes first

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
    std::uint8_t out_port = kNone;  // the output channel held, or kNone, kAsked, kForked
    std::uint8_t out_mark = 0;      // LinkReceiver::mark() of that channel

    unsigned count() const { return static_cast<std::uint8_t>(entered - left); }
    bool empty() const { return entered == left; }
    bool has_output() const { return out_port < kMaxPorts; }
  };
  static_assert(sizeof(InputVc) == 8);
  struct OutputVc {
    std::uint8_t owner_port = kNone;  // the input channel whose packet holds it, or kForked
    std::uint8_t owner_vc = 0;
  };
  /// A head that requests a channel of one output port.
  struct Request {
    std::uint8_t in_port;
    std::uint8_t in_vc;
    const Candidate* candidate;
    ForkBranch* branch = nullptr;  // of a copy
  };

  InputVc& input(std::size_t port, std::size_t vc) { return inputs_[port * vcs_ + vc]; }
  const InputVc& input(std::size_t port, std::size_t vc) const { return inputs_[port * vcs_ + vc]; }
  /// Where the flit is that entered the buffer of a channel as the `entered`th.
  Flit& buffered(const InputVc& in, std::uint8_t entered) const { return buffers_[in.buffer + (entered & ring_mask_)]; }

  /// Returns the flit at the front of a buffer that is not empty.
  const Flit& front(const InputVc& in) const { return buffered(in, in.left); }

  bool passes_straight(const LinkReceiver::Arrivals& arrivals, Cycle now);
  bool can_pass(const InputVc& in) const;
  void pass_straight(Cycle now, unsigned port, std::size_t vc, Flit flit);
  void run_stages(const LinkReceiver::Arrivals& arrivals, Cycle now);
  void take_credits(std::uint8_t* arriving);
  void take_credits_of(unsigned first, std::uint8_t* arriving);
  void revive(const OutputVc& out);
  void take_flit(unsigned port, unsigned vc, Flit flit);
  void allocate_channels(Cycle now);
  void allocate_lone(unsigned port, unsigned vc);
  void route_heads();
  void keep_candidates(unsigned port, unsigned vc);
  void route_head(unsigned port, unsigned vc);
  void drop_unroutable(PacketId id);
  void collect_requests();
  void grant_channels(unsigned port);
  std::size_t next_in_turn(const std::vector<Request>& requests, unsigned port) const;
  void grant_channel(const Request& request);
  unsigned take_channel(const Request& request);
  VcSet available(const Candidate& candidate);
  std::optional<Request> request_of(unsigned in_port, unsigned in_vc, std::span<const Candidate> candidates) const;
  std::span<const Candidate> first_available(std::span<const Candidate> candidates);
  std::uint64_t allocate_switch_and_traverse(Cycle now);
  unsigned offered_channel(unsigned in_port) const;
  /// The channels that input ports offer to the switch; only those of the ports that do are set.
  using Offers = std::array<InputVc*, kMaxPorts>;
  std::uint64_t settle_rivals(std::uint64_t contested, const Offers& offers) const;
  void send(Cycle now, unsigned in_port, unsigned in_vc, InputVc& in);
  void send_front(Cycle now, unsigned in_port, unsigned in_vc);
  void pass_on(Cycle now, unsigned in_port, std::size_t in_vc, const InputVc& in, Flit flit);
  void end_packet(unsigned in_port, unsigned in_vc);
  [[noreturn]] void fail(const char* what) const;

  // Copies of multicasts: fork.cpp.
  ForkingPacket& fork_at(unsigned port, unsigned vc) { return forks_[port * vcs_ + vc]; }
  void open_forks(Cycle now);
  void open_fork(unsigned port, unsigned vc, Cycle now);
  void add_branch(ForkingPacket& packet, const Packet& whole, const Copy& part, const Branch& branch, bool ends_here);
  void request_branches(unsigned in_port, unsigned in_vc);
  void grant_branch(const Request& request, unsigned vc);
  bool is_ready(const ForkBranch& branch, const ForkingPacket& packet, const InputVc& in) const;
  std::uint64_t ready_outputs(unsigned port, unsigned vc, std::uint16_t& position);
  VcSet ready_forks(unsigned port);
  bool any_fork_ready();
  std::uint64_t traverse_with_forks(Cycle now);
  std::uint64_t send_copies(Cycle now, unsigned in_port, unsigned in_vc, std::uint64_t outputs);
  void end_branch(const ForkBranch& branch);
  void end_fork(unsigned in_port, unsigned in_vc);

  void spend_credit(std::uint8_t port, std::size_t channel) { credits_[channel] -= port != local_; }
  void set_sendable(unsigned port, unsigned vc) {
    sets_[port].sendable |= vc_bit(vc);
    sendable_ports_ |= std::uint64_t{1} << port;
  }
  // Without branches: whether a flit and a credit are left is anybody's guess, and a wrong guess costs more.
  void set_sendable_if_any(std::uint8_t credits, unsigned port, unsigned vc) {
    const std::uint64_t bit = (credits + 0xffu) >> 8;
    sets_[port].sendable |= static_cast<VcSet>(bit) << vc;
    sendable_ports_ |= bit << port;
  }
  void clear_sendable_if(bool spent, unsigned port, unsigned vc) {
    const VcSet left = sets_[port].sendable & ~(VcSet{spent} << vc);
    sets_[port].sendable = left;
    sendable_ports_ &= ~(std::uint64_t{left == 0} << port);
  }
  void set_waiting(unsigned port, unsigned vc) {
    allocation_due_ = Due::kNow;
    sets_[port].waiting |= vc_bit(vc);
    waiting_ports_ |= std::uint64_t{1} << port;
  }
  void wake_next(Cycle now) { ClockDomain::mark_active(own_activity_, slot_of(now + 1)); }
  void clear_waiting(unsigned port, unsigned vc) {
    sets_[port].waiting &= ~vc_bit(vc);
    if (sets_[port].waiting == 0) waiting_ports_ &= ~(std::uint64_t{1} << port);
  }

  /// The data of both directions of a port that every flit needs: half a cache line.
  struct alignas(32) Port {
    [[no_unique_address]] LinkTransmitter link;
    std::uint16_t last_channel = 0;  // as an output: the input channel that was given one last
    std::uint8_t last_vc = kNobody;  // as an input: the channel served last; those above it come first
    std::uint8_t last_in = kNobody;  // as an output: the input port served last
  };
  static_assert(sizeof(Port) == 32);
  /// Sets of the channels of one port.
  struct ChannelSets {
    VcSet sendable = 0;  // as an input: the front flit could leave now
    VcSet waiting = 0;   // as an input: the front is a head without an output channel, or a copy
    VcSet free = 0;      // as an output: no packet holds it
  };

  // Hot state, in the order in which a cycle touches it. The arrays lie one behind the other.
  std::uint64_t sendable_ports_ = 0;  // input ports with a channel whose front flit could leave now
  std::uint64_t waiting_ports_ = 0;   // input ports with a channel whose head has no output channel yet, or that forks
  std::uint64_t forking_ports_ = 0;   // the latter: input ports with a channel whose front is a copy of a multicast
  std::uint8_t* credits_ = nullptr;   // per output channel, port-major
  InputVc* inputs_ = nullptr;         // port-major
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
  std::uint8_t local_;
  Due allocation_due_ = Due::kNo;
  bool adaptive_ = false;  // some output channels are adaptive: granted only when the buffer they lead to is empty
  LinkReceiver receiver_;  // its first members

  // Used for heads only.
  ChipContext chip_;
  NodeId node_ = kNoNode;
  const RoutingRelation* relation_ = nullptr;
  /// Mostly a head has one or two candidates. Memory for more is kept.
  using CandidateList = boost::container::small_vector<Candidate, 2>;
  std::vector<CandidateList> candidates_;       // per input channel, of a head that had to wait
  std::vector<std::vector<Request>> requests_;  // per output port
  std::uint64_t requested_ports_ = 0;
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

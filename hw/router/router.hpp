/// Input-buffered wormhole router with virtual channels and credits. It knows no network: the routing relation gives
/// the candidates of each packet.
///
/// Ports    0 .. network_ports - 1 as in the port layout; local_port() = network_ports is the PE's. Every port
///          has one path port; all have one path target, a lane each (hw/link/path_port.hpp). A port without a far end
///          is open; the routing relation must not name it
/// Units    latency r and link latencies in cycles, buffers in flits per virtual channel
/// Cycle    in each cycle the router runs these stages in this order: take credits, take flits, route computation,
///          channel allocation, switch allocation, traversal. A flit that nothing delays passes all of them in one
///          cycle. A flit that arrives in cycle a is eligible from a + r; so one that leaves router A in cycle t leaves
///          router B in t + k + r at the earliest, k being the link's latency
/// Channels An output channel belongs to one packet from its head's allocation until its tail has left. Of the free
///          channels of a candidate the router takes the one with most credits, in a tie the lowest. Each input port
///          sends, and each output port takes, at most one flit per cycle; all arbiters are round-robin and advance
///          only after a grant. An adaptive channel counts as free only when the buffer it leads to is empty. A head
///          requests a deferred candidate only from `patience` cycles after its first request on
/// Allocator of channels: by default `serial`: at each output port requests are served one after another, in turn by
///          input channel, until no channel is left. Other rules are objects (models/allocation/channel_allocator.hpp)
/// Credits  when a flit leaves the buffer, the router returns a credit in the same cycle. The credit takes the latency
///          of the link by which the flit came, and is usable in the cycle in which it arrives. Towards the PE credits
///          are unlimited
/// Classes  where priority classes are strict, an input port offers a channel of the lowest class that has a flit, and
///          an output port takes a flit of the lowest class; each class has round-robin pointers of its own. So packets
///          of a class leave in the same cycles whatever those of higher numbers do. A packet takes the channels of its
///          class towards the PE
/// Copies   of a multicast leave by one or several ports, as the multicast relation says (hw/router/fork.hpp)
/// Ways     After it has taken credits, a router goes one of three ways. The first two have the result of the third:
///
///            evaluate -+- bypasses: no other work but heads whose candidates are all taken, and every
///                      |  arriving flit can leave in this cycle, each by another output port
///                      |   +- one head alone:        bypasses_as_lone_head
///                      |   +- other flits:           bypass_with_heads, or pass_on_held_channel for each
///                      +- else, all stages:          run_stages
///
/// Sleep    a router without activity is not evaluated until a flit or a credit arrives. Waiting heads request again
///          when a head has come to the front of a buffer, a head has lost an arbitration, a channel has been released,
///          a credit has arrived and an adaptive channel lacked only credits, or the patience of a head is over
/// Memory   most cycles touch only the following, in this order: the first cache lines of the members, the receiver's
///          record of the cycle (link_receiver.hpp), credits, input channels, 32 bytes of each port, output channels,
///          sets of channels, buffers
/// Layout   the `layout` given to the constructor names the network ports; it must outlive the router
/// Log      of hops (hw/link/hop_log.hpp), if the thread has one: heads and tails are entered when they leave
/// Count    of the flits that have left by each port, and of the packets that have come in by one port and left by a
///          channel of another, if the chip counts them. A copy of a multicast counts for each of its branches
/// Errors   throws std::logic_error if a flit arrives at a full buffer, a body flit arrives without its head, a
///          multicast does not fit a buffer or has no branch, or a path or node changes while it is in use, and
///          std::out_of_range for an unknown port: only a mistake in this program causes these. connect() throws
///          std::invalid_argument for a link that is too long
/// Not modelled: bit errors, clock skew, arbitration delay beyond r
/// Source   Dally and Towles, "Principles and Practices of Interconnection Networks", 2004, chapters 16 and 19
#pragma once

#include <boost/container/small_vector.hpp>
#include <boost/container/static_vector.hpp>
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
#include "hw/link/module.hpp"
#include "hw/link/multicast_table.hpp"
#include "hw/link/path_port.hpp"
#include "hw/link/thread_state.hpp"
#include "hw/router/fork.hpp"
#include "hw/router/site_router.hpp"
#include "models/allocation/channel_allocator.hpp"
#include "models/network/network.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

class Router final : public SiteRouter {
 public:
  static constexpr std::size_t kArrayLines = 3;
  static constexpr bool kCanMove = true;

  /// `chip` and `layout` must outlive the router.
  Router(sc_core::sc_module_name name, const ChipContext& chip, const PortLayout& layout,
         const RouterParameters& parameters);

  /// @name Wiring
  /// @{
  unsigned network_ports() const override { return local_.value; }
  PortId local_port() const { return port_of(local_); }
  /// Returns all ports, the local one last.
  IdRange<PortId> ports() const { return ids<PortId>(network_ports() + 1); }
  /// Returns the channels of every port.
  IdRange<Vc> vcs() const { return ids<Vc>(vcs_); }
  PathPort& path_port(PortId port) override { return path_ports_.at(port.index()); }
  PathTargetIf& path_target() override { return target_; }
  Endpoint endpoint(PortId port) override;
  void end_of_elaboration() override;
  void connect(PortId port, const Endpoint& far, unsigned latency) override;
  void disconnect(PortId port) override;
  /// @}

  void become(NodeId node, const RoutingRelation* relation) override;
  NodeId node() const override { return node_; }

  void evaluate(Cycle now) override;
  void time_wheel_resized() override;
  void thread_changed() override;
  void list_probes(wave::ModuleProbes& probes) const override;
  void add_to(ConservationCheck& check) const override;

  /// @name Observation, for probes and the conservation check
  /// @{
  const RouterParameters& parameters() const { return parameters_; }
  const PortLayout& layout() const override { return *layout_; }
  const ChipContext& chip() const { return *chip_.chip; }
  const PacketTable& packets() const { return *chip_.packets; }
  const LinkTransmitter& link(PortId port) const override { return ports_[port.index()].link; }
  /// Returns the flit that left by a port in the cycle evaluated last.
  std::optional<Flit> sent(PortId port) const override { return link(port).sent(chip_.clock->now()); }
  /// Returns the flits that have left by a port so far; the chip must count them (ChipContext::counts_flits).
  std::uint64_t flits_sent(PortId port) const { return flits_sent_[port.index()]; }
  /// Returns the packets, acknowledgements too, whose heads have come in by port `in` and left by this channel so far;
  /// the chip must count them (ChipContext::counts_passages).
  std::uint64_t packets_passed(PortId in, PortId out, Vc out_vc) const { return passages_[passage(in, out, out_vc)]; }
  const Endpoint& far(PortId port) const override { return far_[port.index()]; }
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
    const CandidateList* const candidates = candidates_[channel(port, vc)].get();
    if (candidates == nullptr) return {};
    return {candidates->data(), candidates->size()};
  }
  /// Returns the branches, one or several, of the copy at the front of that buffer; none if the front is not a copy of
  /// a multicast, or its fork has not been computed yet.
  std::span<const ForkBranch> branches(PortId port, Vc vc) const;
  unsigned credits(PortId port, Vc vc) const { return credits_[channel(port, vc)]; }
  bool is_idle(PortId port) const override;
  bool is_idle() const override;
  /// A head that has not asked for a channel yet waits for none.
  bool uses(VcSet channels) const override;
  bool output_free(PortId port, Vc vc) const { return (sets_[port.index()].free & vc_bit(vc)) != 0; }
  /// @}

  /// @name What the router has decided, for an explanation of a cycle (choices.cpp)
  /// @{
  struct Channel {
    PortId port;
    Vc vc;
    friend bool operator==(Channel, Channel) = default;
  };
  /// Returns its number among the modules of the clock: ChipModules::site_of has its site.
  ModuleIndex module_index() const { return index_; }
  /// Returns the flit at the front of the buffer of an input channel; nullopt if it is empty.
  std::optional<Flit> front_flit(PortId port, Vc vc) const;
  /// Returns whether the front is a head that has been routed and waits for an output channel. Only then are
  /// candidates() its own.
  bool waits_for_channel(PortId port, Vc vc) const { return input(port, vc).out_port == kAsked; }
  /// Adds what the relation answers for a packet whose head is, or was, in this input channel, with the state of its
  /// header before this router grants it a channel.
  void add_candidates(const Packet& packet, RoutingState state, PortId port, Vc vc, Candidates& into) const;
  /// Returns the input channel whose packet holds an output channel; nullopt if it is free, or a branch of a fork holds
  /// it.
  std::optional<Channel> holder(PortId port, Vc vc) const;
  /// Returns the input port that the output port served last; kNoPort: none yet.
  PortId last_in(PortId port) const;
  /// Returns the input channel that the input port served last. It has served one if last_in() of an output port that
  /// has sent a flit is this port.
  Vc last_vc(PortId port) const { return ports_[port.index()].last_vc; }
  /// Returns the input channel that the input port offers to the switch: the one that it offered in the cycle evaluated
  /// last, if it sent nothing then. nullopt: no flit could leave.
  std::optional<Vc> offered(PortId port) const;
  /// Returns whether an output channel is adaptive: free only with an empty buffer behind it.
  bool is_adaptive(PortId port, Vc vc) const;
  /// Returns the cycle from which deferred candidates are offered to the head that waits in an input channel.
  Cycle patience_end(PortId port, Vc vc) const { return waiting_since(port, vc) + parameters_.patience; }
  /// @}

 private:
  /// A port in one byte of hot state. A value of kMaxPorts or more is no port: kNone, kAsked and kForked.
  using PortByte = Strong<struct PortByteTag, std::uint8_t>;
  static constexpr PortByte byte_of(PortId port) { return PortByte::from(port.value); }
  static constexpr PortId port_of(PortByte byte) { return PortId{byte.value}; }
  static constexpr bool is_port(PortByte byte) { return byte.value < kMaxPorts; }

  static constexpr PortByte kNone{0xff};
  static constexpr PortByte kAsked{0xfe};   // no output channel yet; candidates_ holds the candidates
  static constexpr PortByte kForked{0xfd};  // a copy of a multicast: each of its branches has its own

  // Initial values of the round-robin pointers: no port or channel is above them, so the first search begins with the
  // lowest.
  static constexpr PortByte kLastPort{63};
  static constexpr Vc kLastVc{63};

  /// Credits towards the PE, which are never spent.
  static constexpr std::uint8_t kUnlimited = 0xff;

  /// When the waiting heads request channels again.
  enum class Due : std::uint8_t {
    kNo,
    kOnArrival,  // in the next cycle in which the router is evaluated: an adaptive channel lacks only credits, or a
                 // deferred candidate only time
    kNow,        // a head has come to the front of a buffer or has lost an arbitration, or a channel was released
  };

  /// Why a head may not request a candidate with a free channel.
  enum Restriction : std::uint8_t {
    kAdaptive = 1,  // some output channels are adaptive: granted only when the buffer they lead to is empty
    kPatient = 2,   // deferred candidates are requested only after some cycles
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
  /// The round-robin pointers of a class at a port, as those of the port.
  struct ClassTurn {
    std::uint16_t last_channel = 0;
    Vc last_vc = kLastVc;
    PortByte last_in = kLastPort;
  };
  using Request = ChannelRequest;
  /// The way out that an arriving head gets at once, without waiting in its buffer.
  struct Passage {
    Packet* packet = nullptr;  // nullptr: none
    RoutingState state = 0;    // in the header beyond this router
    PortId port;
    Vc vc;
  };

  bool is_patient() const { return (restrictions_ & kPatient) != 0; }
  /// Returns since when a head that had to wait does; 0 where heads need no patience: no candidate is kept back then.
  Cycle waiting_since(PortId port, Vc vc) const { return is_patient() ? waiting_since_[channel(port, vc)] : 0; }
  /// Returns the class whose channel it is.
  unsigned class_of(Vc vc) const { return vc.value / class_vcs_; }
  VcSet vcs_of_class(unsigned number) const { return all_vcs(class_vcs_) << (number * class_vcs_); }
  /// Returns the channels towards the PE that a packet on this channel may take.
  VcSet vcs_to_pe(Vc vc) const { return class_vcs_ == vcs_ ? all_vcs(vcs_) : vcs_of_class(class_of(vc)); }
  ClassTurn& turn_of(PortId port, unsigned number) const { return turns_[port.index() * parameters_.classes + number]; }
  /// Returns the index of a channel, port-major.
  unsigned channel(PortId port, Vc vc) const { return port.value * vcs_ + vc.value; }
  /// Returns the index of the passage from a port to a channel of another.
  std::size_t passage(PortId in, PortId out, Vc out_vc) const {
    return std::size_t{in.value} * (network_ports() + 1) * vcs_ + channel(out, out_vc);
  }
  InputVc& input(PortId port, Vc vc) { return inputs_[channel(port, vc)]; }
  const InputVc& input(PortId port, Vc vc) const { return inputs_[channel(port, vc)]; }
  /// Returns the slot of the flit with this number in the buffer of a channel. Flits are numbered from 0 in the order
  /// in which they enter, modulo 256.
  Flit& buffered(const InputVc& in, std::uint8_t entered) const { return buffers_[in.buffer + (entered & ring_mask_)]; }

  /// Returns the flit at the front of a buffer that is not empty.
  const Flit& front(const InputVc& in) const { return buffered(in, in.left); }

  bool bypasses(const LinkReceiver::Arrivals& arrivals, Cycle now);
  bool is_calm() const;
  bool can_pass(const InputVc& in) const;
  void pass_on_held_channel(Cycle now, PortId port, Vc vc, Flit flit);
  bool bypasses_as_lone_head(Cycle now, PortId port, Vc vc, Flit flit);
  bool bypass_with_heads(const LinkReceiver::Arrivals& arrivals, PortSet heads, PortSet taken, Cycle now);
  void pass_head(Cycle now, PortId port, Vc vc, Flit flit, const Passage& passage);
  void run_stages(const LinkReceiver::Arrivals& arrivals, Cycle now);
  void take_credits(std::uint8_t* arriving);
  void take_credits_of(unsigned first, std::uint8_t* arriving);
  void revive(const OutputVc& out);
  void take_flit(PortId port, Vc vc, Flit flit);
  void allocate_channels(Cycle now);
  void allocate_lone(PortId port, Vc vc, Cycle now);
  void route_heads(Cycle now);
  void keep_candidates(PortId port, Vc vc, Cycle now);
  void route_head(PortId port, Vc vc, Packet& packet);
  void drop_unroutable(Packet& packet, Vc vc);
  Passage passage_of(PortId port, Vc vc, PacketId id, Cycle now);
  void collect_requests(Cycle now);
  void grant_channels(PortId port);
  void grant_chosen();
  void keep_turn(PortId port, PortId in_port, Vc in_vc);
  std::size_t next_in_turn(const std::vector<Request>& requests, PortId port) const;
  std::size_t next_of_class(const std::vector<Request>& requests, PortId port) const;
  void grant_channel(const Request& request);
  Vc best_channel(PortId port, VcSet free) const;
  VcSet available(const Candidate& candidate);
  std::optional<Request> request_of(PortId in_port, Vc in_vc, std::span<const Candidate> candidates) const;
  std::span<const Candidate> first_offered(std::span<const Candidate> candidates, Cycle waiting_since, Cycle now);
  bool is_withheld(const Candidate& candidate, Cycle waiting_since, Cycle now);
  std::uint64_t allocate_switch_and_traverse(Cycle now);
  std::uint64_t allocate_switch_strictly(Cycle now);
  template <bool kStrict>
  [[gnu::always_inline]] std::uint64_t allocate_switch(Cycle now);
  template <bool kStrict>
  [[gnu::always_inline]] Vc offered_channel(PortId in_port) const;
  /// The channels that input ports offer to the switch; entries of other ports are not set.
  using Offers = std::array<InputVc*, kMaxPorts>;
  template <bool kStrict>
  PortSet settle_rivals(PortSet contested, const Offers& offers, const std::uint8_t* offered) const;
  PortId first_of_class(PortSet rivals, const std::uint8_t* offered, PortId out) const;
  void send(Cycle now, PortId in_port, Vc in_vc, InputVc& in);
  void send_front(Cycle now, PortId in_port, Vc in_vc);
  void send_on(Cycle now, PortId in_port, Vc in_vc, const InputVc& in, Flit flit);
  void end_packet(PortId in_port, Vc in_vc);
  /// Returns whether a flit that leaves must be observed; a log takes no body flits.
  bool observes(Flit flit) const { return is_observed_ && (flit.kind != 0 || observes_bodies_); }
  /// Counts and logs a flit that leaves.
  /// @{
  void observe(Cycle now, PortId in_port, Vc in_vc, const InputVc& held, Flit flit);
  void observe_branch(Cycle now, PortId in_port, Vc in_vc, const ForkBranch& branch, Flit flit);
  /// @}
  void log_hop(Cycle now, PortId in_port, Vc in_vc, const InputVc& held, Flit flit);
  void check(PortId port) const;
  [[noreturn]] void fail(const char* what) const;

  // Copies of multicasts: fork.cpp.
  ForkingPacket& fork_at(PortId port, Vc vc) { return forks_[channel(port, vc)]; }
  void open_forks(Cycle now);
  void open_fork(PortId port, Vc vc, Cycle now);
  void add_branch(ForkingPacket& packet, const Packet& whole, const Copy& part, const Branch& branch, bool ends_here);
  void request_branches(PortId in_port, Vc in_vc);
  bool is_ready(const ForkBranch& branch, const ForkingPacket& packet, const InputVc& in) const;
  PortSet ready_outputs(PortId port, Vc vc, std::uint16_t& position);
  VcSet ready_forks(PortId port);
  bool any_fork_ready();
  std::uint64_t traverse_with_forks(Cycle now);
  std::uint64_t send_copies(Cycle now, PortId in_port, Vc in_vc, PortSet outputs);
  void log_branch(Cycle now, PortId in_port, Vc in_vc, const ForkBranch& branch, Flit flit);
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
  /// Moves the round-robin pointer of an output port past an input channel, which is given one of its channels.
  void move_turn(PortId port, PortId in_port, Vc in_vc) {
    if (keeps_turns_) [[unlikely]]
      keep_turn(port, in_port, in_vc);
    ports_[port.index()].last_channel = narrow<std::uint16_t>(channel(in_port, in_vc));
  }
  void give_channel(InputVc& in, PortId port, Vc vc) const {
    in.out_port = byte_of(port);
    in.out_mark = LinkReceiver::mark(vc);
    in.out_channel = narrow<std::uint16_t>(channel(port, vc));
  }
  /// Notes who holds an output channel from now on.
  void hold_channel(PortId port, Vc vc, OutputVc owner) {
    sets_[port.index()].free &= ~vc_bit(vc);
    outputs_[channel(port, vc)] = owner;
  }
  /// Writes the header of a packet that leaves by a port.
  void write_header(Packet& packet, PortId port, RoutingState state) const {
    packet.state = state;
    packet.hops += port != local_port();
  }
  void wake_next(Cycle now) { ClockDomain::mark_active(own_activity_, slot_of(now + 1)); }
  void clear_waiting(PortId port, Vc vc) {
    sets_[port.index()].waiting &= ~vc_bit(vc);
    if (sets_[port.index()].waiting == 0) waiting_ports_ &= ~port_bit(port);
  }

  /// The data of both directions of a port that every flit needs: half a cache line.
  struct alignas(32) Port {
    [[no_unique_address]] LinkTransmitter link;
    std::uint16_t last_channel = 0;  // as an output: the input channel that was last granted a channel
    Vc last_vc = kLastVc;            // as an input: the channel served last; the next above it comes first
    PortByte last_in = kLastPort;    // as an output: the input port served last
  };
  static_assert(sizeof(Port) == 32);
  /// A wire enters the router on the lane with the number of its port.
  class PortTarget final : public PathTargetIf {
   public:
    explicit PortTarget(Router& router) : router_(&router) {}
    void enter(PathCursor& cursor, Lane lane) override { cursor.end = router_->endpoint(PortId{lane}); }

   private:
    Router* router_;
  };
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
  bool is_observed_ = false;      // by a log, counters, or turns of classes: one test for all
  bool observes_bodies_ = false;  // by counters or turns
  bool keeps_turns_ = false;      // of channels that are given: by classes or an allocator
  unsigned vcs_;
  unsigned class_vcs_;  // channels of a class
  unsigned ring_mask_;  // slots of a buffer, minus one; their number is the depth rounded up to a power of two
  ModuleIndex index_;
  std::uint8_t depth_;
  PortByte local_;
  Due allocation_due_ = Due::kNo;
  std::uint8_t restrictions_ = 0;  // kAdaptive, kPatient: a head may not request every candidate with a free channel
  LinkReceiver receiver_;          // its first members are hot too

  // Used for heads only.
  ModuleContext chip_;
  NodeId node_ = kNoNode;
  const RoutingRelation* relation_ = nullptr;
  /// Mostly a head has one or two candidates. A list is made for the first head that waits in its channel, and keeps
  /// its memory: in a large network most channels never have one.
  using CandidateList = boost::container::small_vector<Candidate, 2>;
  std::unique_ptr<std::unique_ptr<CandidateList>[]> candidates_;  // per input channel, of a head that had to wait
  PortSet requested_ports_ = 0;
  std::unique_ptr<ForkingPacket[]> forks_;  // per input channel, where there are multicasts
  VcSet* forking_ = nullptr;                // there, per input port: channels whose front is a copy
  VcSet* adaptive_vcs_ = nullptr;           // per output port, where there are such channels
  std::uint64_t* flits_sent_ = nullptr;     // per output port, where they are counted
  HopLog* hops_ = nullptr;                  // nullptr: no log
  LoggedHop** open_hops_ = nullptr;         // per output channel, in the log, where there is one; nullptr: not logged
  ClassTurn* turns_ = nullptr;              // per port and class, where classes are strict; nullptr: they are not
  Cycle* waiting_since_ = nullptr;          // per input channel, of a head that had to wait, where heads are patient
  Cycle alarm_ = 0;                         // when a head's patience is over, or past

  RouterParameters parameters_;
  const PortLayout* layout_;
  Endpoint* far_ = nullptr;  // per port
  std::vector<PathPort> path_ports_;
  PortTarget target_{*this};
  std::uint64_t* passages_ = nullptr;            // per input port and output channel, where packets are counted
  std::unique_ptr<ChannelAllocator> allocator_;  // nullptr: requests are served one after another
};

}  // namespace kintsugi

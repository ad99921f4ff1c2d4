/// A router's ports, with their links, credits and the receiver of arrivals. A derived class keeps the flits
/// (OpenRouter, RtlRouter); Router has ports of its own, laid out for speed.
///
/// Wiring    connect() and disconnect() need an idle port: no flit in its buffers, no packet on its output channels,
///           all credits back
/// Credits   one for each place of the buffer at the far end; those towards the PE are unlimited
/// Mistakes  std::logic_error for a path that changes while it is in use; std::out_of_range for a port that it lacks
/// Probes    in_<port>.vc<v>.occupancy and out_<port> as those of Router
#pragma once

#include <string>
#include <systemc>
#include <vector>

#include "hw/router/site_router.hpp"

namespace kintsugi {

class LinkedRouter : public SiteRouter {
 public:
  unsigned network_ports() const final { return network_ports_; }
  /// Returns all ports; the last one is the local port, to the PE.
  IdRange<PortId> ports() const { return ids<PortId>(network_ports_ + 1); }
  /// Returns the virtual channels of every port.
  IdRange<Vc> vcs() const { return ids<Vc>(parameters_.vcs); }
  const PortLayout& layout() const final { return *layout_; }
  PathPort& path_port(PortId port) final { return joints_.at(port.index()).path; }
  PathTargetIf& path_target() final { return target_; }
  Endpoint endpoint(PortId port) final;
  void connect(PortId port, const Endpoint& far, unsigned latency) final;
  void disconnect(PortId port) final;
  const LinkTransmitter& link(PortId port) const final { return joints_[port.index()].link; }
  const Endpoint& far(PortId port) const final { return joints_[port.index()].far; }
  /// Returns the logical node at this site; kNoNode if there is none.
  NodeId node() const final { return node_; }
  bool is_idle(PortId port) const final;
  bool is_idle() const final;
  bool uses(VcSet channels) const final;

  /// Makes room for flits on the longest link of the chip. An override must call it.
  void end_of_elaboration() override;
  void time_wheel_resized() override;
  void thread_changed() final;
  void list_probes(wave::ModuleProbes& probes) const override;
  void add_to(ConservationCheck& check) const final;

  /// Returns the clock, the packet table and the like of the chip.
  const ChipContext& chip() const { return chip_; }
  /// Returns the latency, buffers and channels of the routers of the chip.
  const RouterParameters& parameters() const { return parameters_; }
  /// Returns the flits in the buffer of an input channel.
  virtual unsigned occupancy(PortId port, Vc vc) const = 0;
  /// Returns the credits of an output channel; those towards the PE are unlimited: as many as the buffer has places.
  unsigned credits(PortId port, Vc vc) const {
    return port == local_port() ? parameters_.buffer : credits_[index_of(port, vc)];
  }

 protected:
  /// `delay`: cycles after which the router looks at what has arrived. The derived class joins the clock by join().
  LinkedRouter(sc_core::sc_module_name name, const RouterSite& site, unsigned delay);
  /// Tells the index that the clock has given it; to be called in the constructor.
  void join(ModuleIndex index) { index_ = index; }

  /// Returns whether a packet holds an output channel.
  virtual bool is_held(PortId port, Vc vc) const = 0;
  /// A port has got another link, or lost it.
  /// @{
  virtual void connected(PortId) {}
  virtual void disconnected(PortId) {}
  /// @}

  /// Takes the credits that arrive in a cycle, and returns the flits; the caller clears them.
  LinkReceiver::Arrivals take_credits(Cycle now);
  void use_credit(PortId port, Vc vc) {
    if (port != local_port()) --credits_[index_of(port, vc)];
  }
  /// Counts a flit that has arrived.
  void count_arrival();
  /// Counts a flit that leaves.
  void count_departure();
  void set_node(NodeId node) { node_ = node; }
  LinkTransmitter& transmitter(PortId port) { return joints_[port.index()].link; }
  LinkReceiver& receiver() { return receiver_; }
  ModuleIndex index() const { return index_; }
  /// Returns the place of a channel in vectors of all channels, port by port.
  std::size_t index_of(PortId port, Vc vc) const { return port.index() * parameters_.vcs + vc.index(); }
  void check(PortId port) const;
  [[noreturn]] void fail(const std::string& what) const;

 private:
  /// A port with the link that begins at it.
  struct Joint {
    PathPort path;
    LinkTransmitter link;
    Endpoint far;
  };
  class Target final : public PathTargetIf {
   public:
    explicit Target(LinkedRouter& router) : router_(&router) {}
    void enter(PathCursor& cursor, Lane lane) override { cursor.end = router_->endpoint(PortId{lane}); }

   private:
    LinkedRouter* router_;
  };

  ChipContext chip_;
  const PortLayout* layout_;
  RouterParameters parameters_;
  unsigned network_ports_;
  unsigned delay_;
  ModuleIndex index_{};
  LinkReceiver receiver_;
  std::vector<Joint> joints_;      // by port
  std::vector<unsigned> credits_;  // of output channels, port by port
  NodeId node_ = kNoNode;
  Target target_{*this};
};

}  // namespace kintsugi

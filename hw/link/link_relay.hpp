/// An interposer: a module in a link that passes flits and credits on. Derive from it and override on_flit() to look at
/// flits, to damage them or to delay them: an error injector, a checker of the protocol, a throttle. Without an
/// override it passes every flit on at once: then the chip does in every cycle what it would with links that take
/// delay() cycles more.
///
/// Flits     on_flit() is called when a flit arrives from a side; the flit leaves on the other side in this cycle, or
///           as many cycles later as the function returns. Flits of a side keep their order, and one leaves in a cycle,
///           so those behind a flit that waits wait too, on other channels as well. The flit is a number in the packet
///           table: packet_of() has its packet, which the function may read. While the module has the head, it may
///           write the state in the header
/// Credits   pass on at once, and count the buffer beyond: the credit of a flit that waits is out
/// Errors    corrupt() and erase() damage the flit that on_flit() is called for (hw/link/flit_damage.hpp). The links'
///           protocol survives: the packet goes on to its destination, which drops it. A flit cannot be taken away: a
///           router could not tell where its packet ends
/// Probes    to_far and to_router, each with .valid, .packet, .kind and .vc, as a router shows its ports; waiting: the
///           number of flits that wait in it
/// Mistakes  std::logic_error for corrupt() and erase() on a chip without detection, for more flits than credits allow,
///           and for a path that changes while a flit waits
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <systemc>

#include "hw/link/link_module.hpp"

namespace kintsugi {

class LinkRelay : public LinkModule {
 public:
  /// `delay`: cycles that it takes in each direction, 1 to kMostDelay.
  LinkRelay(sc_core::sc_module_name name, const LinkSite& site, unsigned delay = 1);
  ~LinkRelay() override;

  Endpoint endpoint(LinkSide side) final;
  void connect(const Endpoint& router, const Endpoint& far, unsigned latency) final;
  void disconnect() final;
  unsigned latency() const final { return link(LinkSide::kFar).open() ? 0 : link(LinkSide::kFar).latency(); }
  Endpoint beyond(PortId port) const final { return far_[1 - port.index()]; }
  Cycle last_passing() const final { return last_passing_; }

  void evaluate(Cycle now) final;
  /// Makes room for flits on the longest link of the chip. An override must call it.
  void end_of_elaboration() override;
  void time_wheel_resized() final;
  void thread_changed() final;
  void list_probes(wave::ModuleProbes& probes) const override;
  void add_to(ConservationCheck& check) const final;

  /// @name Observation
  /// @{
  const ChipContext& chip() const { return chip_; }
  const RouterParameters& parameters() const { return parameters_; }
  /// Returns the flit that left on a side (by number) in the cycle evaluated last.
  std::optional<Flit> sent(PortId side) const { return links_[side.index()].sent(chip_.clock->now()); }
  /// Returns the number of flits that wait.
  std::size_t waiting() const;
  /// @}

 protected:
  /// Called for each flit that arrives from a side. Returns for how many cycles more it waits.
  virtual Cycle on_flit(LinkSide /*from*/, const Flit& /*flit*/, Cycle /*now*/) { return 0; }
  /// Called for each credit that arrives from a side: for a flit that has left to that side on this channel before.
  virtual void on_credit(LinkSide /*from*/, Vc /*vc*/, Cycle /*now*/) {}

  /// Returns the packet of a flit, until the packet has been delivered.
  Packet& packet_of(const Flit& flit) const { return (*chip_.packets)[flit.packet]; }
  /// Turns bits of the flit over: `error` has them, of 64, at least one.
  void corrupt(const Flit& flit, std::uint64_t error) const;
  /// Lets nothing of the content of the flit through.
  void erase(const Flit& flit) const;

 private:
  struct Queues;

  static constexpr std::size_t index(LinkSide side) { return static_cast<std::size_t>(side); }
  static constexpr PortId port_at(LinkSide side) { return PortId::from(index(side)); }
  const LinkTransmitter& link(LinkSide side) const { return links_[index(side)]; }
  void take_credit(LinkSide from, Vc vc, Cycle now);
  void take_flit(LinkSide from, const Flit& flit, Cycle now);
  void release(LinkSide from, Cycle now);
  void send(LinkSide to, const Flit& flit, Cycle now);
  void check_detection() const;
  [[noreturn]] void fail(const std::string& what) const;

  ChipContext chip_;
  RouterParameters parameters_;
  ModuleIndex index_;
  LinkReceiver receiver_;  // a port for each side
  std::array<LinkTransmitter, 2> links_;
  std::array<Endpoint, 2> far_;
  std::unique_ptr<Queues> queues_;  // the flits that wait
  std::array<Cycle, 2> calls_{};    // by the side they come from: when the module is called for the first of them
  Cycle last_passing_ = 0;
};

}  // namespace kintsugi

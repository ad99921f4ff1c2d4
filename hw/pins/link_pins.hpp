/// The end of a link as signals, with the ports and the timing of an exported router (hw/rtl/kt_router.sv): hardware of
/// the user stands at its other end, or a wire to the pins at the end of another link. The chip plan makes it in the
/// place of a plain wire: ChipPlan::on_link. The router at whose port it is has no other link there.
///
/// Pins      flit_valid_o, flit_o, credit_valid_o, credit_vc_o  from the router
///           flit_valid_i, flit_i, credit_valid_i, credit_vc_i  to the router. Where a valid is low, the signal beside
///           it has no meaning. The bits of a flit: hw/pins/flit_bits.hpp
/// Timing    of registers at the clock edge. A flit that the router sends in cycle t is on the pins after that edge,
///           some delta cycles behind time t * period, until cycle t + 1. Cycle t + 1 takes the values that the inputs
///           have just before that edge: the router receives the flit in cycle t + 1. So a wire from pins to pins is a
///           link of latency 1, and every register in it adds a cycle. `signal` of the clock, or a clock of the same
///           period that rises at time 0, has these edges. Drive the inputs from processes: a value that is written
///           between two sc_start() may be taken by the next cycle or by the one behind it
/// Packets   the packet table has them as long as they are outside. The routing state of a head is taken from its bits,
///           the links that it passes outside are not counted
/// Checks    std::logic_error, a mistake of the simulation, for bits that name no packet or differ from it, a channel
///           out of range, a flit out of order or at a full buffer, and a credit that no flit has used
/// Conserved flits outside count as on a wire. The credits of links with pins are not compared, as nothing is known of
///           the buffers outside
/// Stalls    while flits are outside, and none moves in the chip, a watchdog counts: its limit must be longer than that
/// Sleep     without a valid input the chip is not evaluated for the pins
/// Fabric    the port is off the fabric, and the chip warns that the states make another network
/// Errors    std::invalid_argument if the flit has other bits than the pins
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <systemc>
#include <vector>

#include "hw/link/link_module.hpp"
#include "hw/pins/flit_bits.hpp"

namespace kintsugi {

/// The end of a link; a class derived from it knows the width of a flit.
class LinkPinsBase : public LinkModule {
 public:
  sc_core::sc_out<bool> flit_valid_o;          ///< flit_o of LinkPins has a flit
  sc_core::sc_out<bool> credit_valid_o;        ///< credit_vc_o has the channel of a credit
  sc_core::sc_out<std::uint32_t> credit_vc_o;  ///< channel, from 0, of a flit that has left the buffer of the router
  sc_core::sc_in<bool> flit_valid_i;           ///< flit_i of LinkPins has a flit
  sc_core::sc_in<bool> credit_valid_i;         ///< credit_vc_i has the channel of a credit
  sc_core::sc_in<std::uint32_t> credit_vc_i;   ///< channel, from 0, of a flit that has left the buffer outside

  Endpoint endpoint(LinkSide side) final;
  bool leaves_chip() const final { return true; }
  void connect(const Endpoint& router, const Endpoint& far, unsigned latency) final;
  void disconnect() final;
  unsigned latency() const final { return 0; }
  Endpoint beyond(PortId) const final { return {}; }

  void evaluate(Cycle now) final;
  /// Makes room for flits on the longest link of the chip. An override must call it.
  void end_of_elaboration() override;
  void time_wheel_resized() final;
  void list_probes(wave::ModuleProbes& probes) const override;
  void add_to(ConservationCheck& check) const final;

  /// Returns the flits that have left by these pins so far, and those that have come in.
  /// @{
  std::uint64_t flits_out() const { return flits_out_; }
  std::uint64_t flits_in() const { return flits_in_; }
  /// @}

 protected:
  /// `width`: bits of flit_o and flit_i; another one than that of `bits` is a std::invalid_argument.
  LinkPinsBase(sc_core::sc_module_name name, const LinkSite& site, const FlitBits& bits, unsigned width);

  /// Writes the bits of a flit to flit_o.
  virtual void write_flit(const sc_dt::sc_bv_base& bits) = 0;
  /// Returns the bits at flit_i.
  virtual const sc_dt::sc_bv_base& read_flit() const = 0;

 private:
  /// What is known of a channel.
  struct Channel {
    unsigned out = 0;           // flits sent without their credit being back
    std::uint16_t next_in = 0;  // position in its packet of the flit that comes in next; 0: a head
  };

  void sample(Cycle now);
  void take_flit(Cycle now);
  void take_credit(Cycle now);
  void drive();
  void write(const Flit& flit);
  Flit decoded(const sc_dt::sc_bv_base& bits);
  void check_channel(std::uint64_t vc) const;
  [[noreturn]] void fail(const std::string& what) const;

  ChipContext chip_;
  FlitBits bits_;
  ModuleIndex index_;
  LinkReceiver receiver_;  // what the router sends
  LinkTransmitter link_;   // to the router, in the cycle in which the pins are sampled
  Endpoint router_;
  std::vector<Channel> channels_;
  sc_dt::sc_bv_base flit_;  // to be written
  bool flit_is_out_ = false;
  bool credit_is_out_ = false;
  std::uint64_t flits_out_ = 0;
  std::uint64_t flits_in_ = 0;
};

/// `W`: bits of a flit, FlitBits::width().
template <int W>
class LinkPins final : public LinkPinsBase {
 public:
  sc_core::sc_out<sc_dt::sc_bv<W>> flit_o;  ///< the bits of a flit, if flit_valid_o
  sc_core::sc_in<sc_dt::sc_bv<W>> flit_i;   ///< the bits of a flit, if flit_valid_i

  /// Made by ChipPlan::on_link, which gives it name and site. Throws std::invalid_argument if `bits` has another width.
  LinkPins(sc_core::sc_module_name name, const LinkSite& site, const FlitBits& bits)
      : LinkPinsBase(name, site, bits, W), flit_o("flit_o"), flit_i("flit_i") {}

 private:
  void write_flit(const sc_dt::sc_bv_base& bits) override { flit_o.write(sc_dt::sc_bv<W>(bits)); }
  const sc_dt::sc_bv_base& read_flit() const override { return flit_i.read(); }
};

}  // namespace kintsugi

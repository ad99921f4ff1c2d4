/// The fabric of a chip in RTL: the exported switches, lanes and configuration chain (hw/rtl/systemc_fabric.hpp), made
/// a module of SystemC by Verilator (--sc), in the place of the wires and switches of the model. The header that
/// `kintsugi export --systemc` writes makes it.
///
///   kintsugi::RtlComparison comparison;
///   kt_rtl::Fabric fabric("fabric", comparison);  // of kt_fabric.hpp
///   plan.on_link = fabric.links();
///
/// Flits       what a router sends leaves by the pins of its site, passes the lanes and switches of the RTL, and
///             reaches the router at whose pins it comes out, in the same cycle as with the fabric of the model.
///             Credits take the same ways back. Where a link takes more cycles than one, the delay lines of the RTL
///             have them
/// Chain       every word that the chain of the chip takes, whoever gives it (ConfigurationDriver, a repair at run
///             time, ChainPins), goes into the chain of the RTL in the same cycle
/// Nodes       the sites of the RTL are told whether a node lives there, and how long their links are, in the cycle in
///             which the states come into force: neither is in the stream (hw/rtl/README.md)
/// Comparison  in each cycle that the chip evaluates: the phase of the chain, and why it refuses a stream; state and
///             shadow of every switch; at every port whether a flit and a credit arrive, the packet, place, channel,
///             head and tail of the flit, the channel of the credit, and that all is 0 where nothing arrives. The
///             model's side is the path that the chip has resolved through its own switches, and what the router at its
///             other end has sent
/// Differs     the first difference is reported (hw/pins/rtl_comparison.hpp); from then on the flits are those of the
///             model, and the RTL is compared no more
/// Timing      clk_i rises with every cycle that the chip evaluates. Half a period later the lanes get what the
///             routers have sent, and take it when clk_i falls, some delta cycles later; what comes out of the RTL then
///             is there for the next cycle. config_clk_i, of the chain alone, rises once more for a load that begins in
///             the cycle in which the stream before has ended
/// Lives       longer than the chip; make it before. It is of one chip
/// Sleep       as without it: nothing of it makes the chip evaluate a cycle, but flits and credits in its delay lines
/// Errors      std::invalid_argument for a chip that the RTL was not exported for: directly wired, another fabric or
///             network, other bits of the chain, more channels than the lanes hold, a period of less than four steps
///             of the kernel; for multicasts, and for sites that set their own switches (ChipPlan::self_diagnosis).
///             std::logic_error for a link that takes more cycles than the delay lines of the RTL, a path that changes
///             while a flit or a credit is on it, and two credits in one cycle by one port
/// Not here    stuck switches and cut wires: the RTL is the fabric as designed, so what they do to a link in use is a
///             difference. A stream that a site refuses (local rules) is taken by the RTL: a difference, too
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "hw/fabric/config_chain.hpp"
#include "hw/link/link_module.hpp"
#include "hw/pins/pin_bits.hpp"
#include "hw/pins/rtl_comparison.hpp"
#include "hw/rtl/configuration_layout.hpp"

namespace kintsugi {

class Chip;
class RtlFabric;

/// What an export says of the fabric that it writes (hw/rtl/systemc_fabric.hpp).
struct RtlFabricForm {
  std::uint32_t number = 0;  ///< Fabric::number
  unsigned sites = 0;
  unsigned ports = 0;       ///< of a site
  unsigned field_bits = 0;  ///< of all fields of the configuration
  unsigned chain_bits = 0;  ///< of a word
  unsigned vc_bits = 0;     ///< of a channel
  unsigned most_extra = 0;  ///< cycles that a link may take beyond its first
};

/// The end of a link at a port of a router, in front of the RTL; made by RtlFabric::links().
class RtlLane final : public LinkModule {
 public:
  RtlLane(sc_core::sc_module_name name, const LinkSite& site, RtlFabric& fabric);

  Endpoint endpoint(LinkSide side) override;
  void connect(const Endpoint& router, const Endpoint& far, unsigned latency) override;
  void disconnect() override;
  unsigned latency() const override { return is_connected() ? latency_ : 0; }
  Cycle last_passing() const override { return last_passing_; }
  Endpoint beyond(PortId port) const override { return port == kFromRouter ? far_ : router_; }

  void evaluate(Cycle now) override;
  void end_of_elaboration() override;
  void time_wheel_resized() override;
  void list_probes(wave::ModuleProbes& probes) const override;
  void add_to(ConservationCheck& check) const override;

  /// Returns the flits that have left the router by this port, and those that have come in.
  /// @{
  std::uint64_t flits_out() const { return flits_out_; }
  std::uint64_t flits_in() const { return flits_in_; }
  /// @}

 private:
  friend class RtlFabric;
  static constexpr PortId kFromRouter{0};
  static constexpr PortId kFromFar{1};

  /// What the router has sent in a cycle.
  struct Sent {
    Cycle cycle = ClockDomain::kNever;
    std::optional<Flit> flit = {};
    std::optional<Vc> credit = {};
  };

  bool is_connected() const { return !link_.open(); }
  bool is_under_way(Cycle now) const;
  /// Notes what the router has sent in the cycle evaluated last, and returns it.
  const Sent& take(Cycle now);
  /// Returns what it has sent in a cycle; nullptr for nothing.
  const Sent* sent_in(Cycle cycle) const;
  void deliver(Cycle now, const std::optional<Flit>& flit, const std::optional<Vc>& credit);
  [[noreturn]] void fail(const std::string& what) const;

  RtlFabric& fabric_;
  ChipContext context_;
  ModuleIndex index_;
  LinkReceiver receiver_;  // what the router sends; nothing enters from the far side
  LinkTransmitter link_;   // to the router
  Endpoint router_;
  Endpoint far_;
  unsigned latency_ = 0;    // of the link from here
  std::vector<Sent> sent_;  // in the last cycles, by cycle modulo their number
  Cycle last_passing_ = 0;
  std::uint64_t flits_out_ = 0;
  std::uint64_t flits_in_ = 0;
};

/// The fabric in RTL; a class derived from it knows the types of the pins.
class RtlFabric : public sc_core::sc_module {
 public:
  static constexpr const char* kKind = "kintsugi_rtl_fabric";
  const char* kind() const override { return kKind; }
  ~RtlFabric() override;

  /// Returns the factory for ChipPlan::on_link, which must not be called any more when the fabric is destroyed.
  LinkFactory links();

  const RtlFabricForm& form() const { return form_; }
  /// Returns whether a difference has been found: flits are those of the model then.
  bool has_differed() const { return has_differed_; }
  /// Returns the streams that have begun to be shifted into the RTL.
  std::uint64_t loads() const { return loads_; }

  void end_of_elaboration() override;

 protected:
  RtlFabric(sc_core::sc_module_name name, const RtlFabricForm& form, RtlComparison& comparison);

  /// What goes into the chain in a cycle.
  struct ChainInputs {
    bool load = false;
    bool valid = false;
    std::uint64_t word = 0;
    bool last = false;
    unsigned bits = 0;
  };
  /// The values at the pins of the lanes, by their names.
  struct LaneInputs {
    PinBits active, link_extra, flit_valid, flit, credit_valid, credit_vc;
  };
  struct Outputs {
    PinBits phase, refused, states, shadows, flit_valid, flit, credit_valid, credit_vc;
    friend bool operator==(const Outputs&, const Outputs&) = default;
  };
  const LaneInputs& lane_inputs() const { return in_; }
  Outputs& outputs() { return out_; }

  virtual void write_reset(bool value) = 0;
  virtual void write_clock(bool value) = 0;         ///< of the lanes
  virtual void write_config_clock(bool value) = 0;  ///< of the chain
  virtual void write_chain(const ChainInputs& inputs) = 0;
  virtual void write_lanes() = 0;   ///< lane_inputs() to the pins
  virtual void read_outputs() = 0;  ///< the pins to outputs()

 private:
  friend class RtlLane;
  /// The lane that ends at a port of a site.
  struct Port {
    RtlLane* lane = nullptr;        // nullptr: the port has no wire
    const RtlLane* from = nullptr;  // the one at the other end of its path; nullptr: none
    unsigned extra = 0;             // cycles of the link to it beyond the first
  };

  void join(const RtlLane& lane, const ChipContext& context);
  void check_chip() const;
  Port& port_of(SiteId site, PortId port) { return ports_[site.index() * form_.ports + port.index()]; }
  void rewire() { is_wired_ = false; }
  void wire();
  void rise();
  void plan_chain();
  void step_chain();
  void fall();
  void put_lanes();
  void expect_arrivals();
  void compare();
  void compare_chain();
  void compare_port(std::size_t port);
  void differ(std::string where, std::string model, std::string rtl);
  void deliver();
  unsigned flit_width() const;
  std::uint64_t encoded(const Flit& flit) const;
  Flit decoded(std::uint64_t bits) const;
  std::string name_of(std::size_t port) const;

  RtlFabricForm form_;
  RtlComparison& comparison_;
  Chip* chip_ = nullptr;  // whose links they are
  ClockDomain* clock_ = nullptr;
  std::unique_ptr<rtl::ConfigurationLayout> layout_;  // made when the chip is complete
  std::vector<Port> ports_;                           // by site, then port
  std::vector<RtlLane*> lane_of_;                     // by ModuleIndex
  bool is_wired_ = false;
  const RtlLane* first_ = nullptr;  // that was made

  LaneInputs in_;
  Outputs out_;
  Outputs expected_;
  bool has_differed_ = false;
  bool is_evaluated_ = false;              // whether the chip has evaluated a cycle since the clock rose
  bool is_used_ = false;                   // whether a flit or credit enters or leaves the RTL in this cycle
  Cycle cycle_ = ClockDomain::kNever;      // of the last clock edge
  Cycle delivered_ = ClockDomain::kNever;  // the last one whose arrivals have been delivered
  Cycle due_ = 0;                          // in which the last of the flits and credits comes out
  std::uint64_t flits_ = 0;                // compared in this cycle
  std::uint64_t credits_ = 0;

  std::array<ChainInputs, 3> edges_;  // of this cycle
  std::size_t edges_in_all_ = 0;
  std::size_t edge_ = 0;
  std::uint64_t loads_ = 0;
  std::uint64_t begun_ = 0;    // streams of the chip, by the cycle before
  std::uint64_t shifted_ = 0;  // bits of the last one, by then
  ConfigChain::Phase phase_ = ConfigChain::Phase::kIdle;

  unsigned settling_ = 0;  // delta cycles since the clock fell
  sc_core::sc_event next_edge_;
  sc_core::sc_event falls_;
  sc_core::sc_event resets_;
  unsigned reset_step_ = 0;
};

}  // namespace kintsugi

#include "hw/pins/rtl_fabric.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/chip/chip.hpp"
#include "hw/clock/spawn.hpp"
#include "hw/link/conservation_check.hpp"
#include "hw/rtl/systemc_fabric.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

using FabricPins = rtl::SystemcFabric;
constexpr unsigned kFabricNumberBits =
    FabricPins::kPacketBits + FabricPins::kPlaceBits;  // of a flit; above them channel, tail and head

/// Returns the chip that a module is made in.
Chip* chip_around(const sc_core::sc_object& module) {
  for (sc_core::sc_object* each = module.get_parent_object(); each != nullptr; each = each->get_parent_object()) {
    if (auto* const chip = dynamic_cast<Chip*>(each)) return chip;
  }
  return nullptr;
}

}  // namespace

RtlLane::RtlLane(sc_core::sc_module_name name, const LinkSite& site, RtlFabric& fabric)
    : LinkModule(name, site, 1),
      fabric_(fabric),
      context_(site.chip),
      index_(site.chip.clock->add(*this)),
      receiver_(2, site.router.vcs, 2, site.chip.memory),
      sent_(std::size_t{fabric.form().most_extra} + 2) {}

Endpoint RtlLane::endpoint(LinkSide side) {
  return {&receiver_, index_, side == LinkSide::kRouter ? kFromRouter : kFromFar, 0};
}

void RtlLane::end_of_elaboration() {
  time_wheel_resized();
}

void RtlLane::time_wheel_resized() {
  receiver_.require_delay(context_.clock->slots() - 1);
  set_hot_state(receiver_.records(), receiver_.slots(), receiver_.record_bytes(), sent_.data());
  if (is_connected()) link_.take_pointers(router_, *context_.clock);
}

/// The delay lines of the RTL take the cycles beyond the first, so the router has what comes out in the next cycle.
void RtlLane::connect(const Endpoint& router, const Endpoint& far, unsigned latency) {
  if (is_connected() && router_ == router && far_ == far && latency_ == latency) return;
  disconnect();
  if (latency > fabric_.form().most_extra + 1) {
    fail("its link takes " + counted(latency, "cycle") + ", and those of the RTL at most " +
         std::to_string(fabric_.form().most_extra + 1) + "; export the RTL from a scenario whose links are as long");
  }
  router_ = router;
  far_ = far;
  latency_ = latency;
  link_.connect(router, 1, *context_.clock);
  fabric_.rewire();
}

void RtlLane::disconnect() {
  if (!is_connected()) return;
  if (is_under_way(context_.clock->now())) {
    fail("its path changes while a flit or a credit is on it; drain the network first");
  }
  link_.disconnect();
  router_ = far_ = {};
  fabric_.rewire();
}

bool RtlLane::is_under_way(Cycle now) const {
  if (!receiver_.empty(now + 1)) return true;
  return std::ranges::any_of(sent_, [this](const Sent& each) {
    return each.cycle != ClockDomain::kNever && each.cycle + latency_ - 1 > fabric_.delivered_;
  });
}

/// The fabric has taken what arrives.
void RtlLane::evaluate(Cycle now) {
  receiver_.clear(receiver_.arrivals(now));
}

const RtlLane::Sent& RtlLane::take(Cycle now) {
  static const Sent kNothing;
  if (receiver_.empty(now + 1)) return kNothing;
  Sent& sent = sent_[now % sent_.size()];
  sent = {now, receiver_.flit_due(now + 1, kFromRouter), std::nullopt};
  for (const Vc vc : receiver_.vcs()) {
    if (!receiver_.credit_due(now + 1, kFromRouter, vc)) continue;
    if (sent.credit) fail("its router returns two credits in one cycle, and a lane has one");
    sent.credit = vc;
  }
  if (sent.flit) {
    ++flits_out_;
    last_passing_ = now + latency_ - 1;
  }
  return sent;
}

const RtlLane::Sent* RtlLane::sent_in(Cycle cycle) const {
  const Sent& sent = sent_[cycle % sent_.size()];
  return sent.cycle == cycle ? &sent : nullptr;
}

void RtlLane::deliver(Cycle now, const std::optional<Flit>& flit, const std::optional<Vc>& credit) {
  if (flit) {
    ++flits_in_;
    link_.send(now, *flit, LinkReceiver::mark(flit->vc));
  }
  if (credit) link_.return_credit(now, *credit);
}

void RtlLane::list_probes(wave::ModuleProbes& probes) const {
  using wave::reader;
  probes.add("flits_out", 48, reader<[](const RtlLane& p, std::uint64_t) { return p.flits_out(); }>(*this));
  probes.add("flits_in", 48, reader<[](const RtlLane& p, std::uint64_t) { return p.flits_in(); }>(*this));
}

/// What was sent in the cycle evaluated last is still in the receiver, which counts it.
void RtlLane::add_to(ConservationCheck& check) const {
  if (!is_connected()) return;
  const Cycle now = context_.clock->now();
  for (const Vc vc : receiver_.vcs()) {
    const std::optional<Flit> flit = receiver_.flit_due(now + 1, kFromRouter);
    int flits = flit && flit->vc == vc ? -1 : 0;
    int credits = receiver_.credit_due(now + 1, kFromRouter, vc) ? -1 : 0;
    for (const Sent& each : sent_) {
      if (each.cycle == ClockDomain::kNever || each.cycle + latency_ - 1 <= fabric_.delivered_) continue;
      if (each.flit && each.flit->vc == vc) ++flits;
      if (each.credit == vc) ++credits;
    }
    check.add_relay(receiver_, kFromRouter, kFromFar, far_, vc, flits);
    check.add_relay(receiver_, kFromFar, kFromRouter, router_, vc, 0, credits);
  }
}

void RtlLane::fail(const std::string& what) const {
  throw std::logic_error(std::string(name()) + ": " + what);
}

RtlFabric::RtlFabric(sc_core::sc_module_name name, const RtlFabricForm& form, RtlComparison& comparison)
    : sc_module(name),
      form_(form),
      comparison_(comparison),
      ports_(std::size_t{form.sites} * form.ports),
      in_{PinBits(form.sites),
          PinBits(form.sites * form.ports * FabricPins::kExtraBits),
          PinBits(form.sites * form.ports),
          PinBits(form.sites * form.ports * FabricPins::kSlotBits),
          PinBits(form.sites * form.ports),
          PinBits(form.sites * form.ports * form.vc_bits)},
      out_{PinBits(3),     PinBits(3), PinBits(form.field_bits), PinBits(form.field_bits),
           in_.flit_valid, in_.flit,   in_.credit_valid,         in_.credit_vc},
      expected_(out_),
      next_edge_("next_edge"),
      falls_("falls"),
      resets_("resets") {
  spawn_method(next_edge_, "chain", [this] { step_chain(); });
  spawn_method(falls_, "fall", [this] { fall(); });
  const auto reset = [this] {
    write_reset(reset_step_ != 0);
    if (reset_step_++ == 0) resets_.notify(sc_core::SC_ZERO_TIME);
  };
  spawn_method(resets_, "reset", reset, FirstCall::kAtStart);
  comparison_.add_part();
}

RtlFabric::~RtlFabric() = default;

LinkFactory RtlFabric::links() {
  return [this](const char* name, const LinkSite& site) -> std::unique_ptr<LinkModule> {
    auto lane = std::make_unique<RtlLane>(name, site, *this);
    join(*lane, site.chip);
    if (site.far || site.site.value >= form_.sites || site.port.value >= form_.ports) {
      throw std::invalid_argument(std::string(lane->name()) + ": " + this->name() + " is the RTL of a fabric of " +
                                  counted(form_.sites, "site") + " with " + counted(form_.ports, "port") + ", and " +
                                  (site.far ? "this link is a wire without a fabric" : "this port is not of it"));
    }
    port_of(site.site, site.port).lane = lane.get();
    if (lane_of_.size() <= lane->index_) lane_of_.resize(lane->index_ + 1);
    lane_of_[lane->index_] = lane.get();
    return lane;
  };
}

/// The first lane says which chip it is.
void RtlFabric::join(const RtlLane& lane, const ChipContext& context) {
  Chip* const chip = chip_around(lane);
  if (chip_ != nullptr && chip_ != chip) {
    throw std::logic_error(std::string(name()) + " is the fabric of " + chip_->name() + " already, not of " +
                           (chip != nullptr ? chip->name() : "another chip"));
  }
  if (clock_ != nullptr) return;
  if (chip == nullptr) throw std::logic_error(std::string(name()) + ": its lanes are made by a chip only");
  if (context.clock->period().value() < 4) {
    throw std::invalid_argument(std::string(name()) + ": the clock of RTL falls half a cycle after it has risen, and " +
                                "routers in RTL take their inputs a quarter later; take a period of 4 steps of the " +
                                "kernel or more");
  }
  chip_ = chip;
  clock_ = context.clock;
  first_ = &lane;
  clock_->before_each_cycle([this](Cycle) { is_evaluated_ = true; });
  clock_->after_each_cycle([this] { rise(); });
}

void RtlFabric::end_of_elaboration() {
  if (chip_ == nullptr) {
    throw std::logic_error(std::string(name()) + " has no chip; give links() to ChipPlan::on_link before it is made");
  }
  check_chip();
  layout_ = std::make_unique<rtl::ConfigurationLayout>(*chip_->plan().fabric, form_.chain_bits);
}

void RtlFabric::check_chip() const {
  const auto refuse = [this](const std::string& what) {
    throw std::invalid_argument(std::string(name()) + ": " + what);
  };
  const ChipPlan& plan = chip_->plan();
  const Fabric& fabric = *plan.fabric;
  if (fabric.number != form_.number || fabric.sites.size() != form_.sites || fabric.layout.size() != form_.ports ||
      rtl::ConfigurationLayout(fabric, 1).field_bits() != form_.field_bits) {
    refuse("the RTL was exported for another fabric or network than that of " + std::string(chip_->name()) +
           "; export it from the scenario of the chip");
  }
  const unsigned chain_bits = chip_->configuration().chain().bits_per_cycle();
  if (chain_bits != form_.chain_bits) {
    refuse("the chain of the RTL takes words of " + std::to_string(form_.chain_bits) + " bits, and that of " +
           chip_->name() + " of " + std::to_string(chain_bits) + "; export it with the same fabric.chain_bits");
  }
  const unsigned vcs = chip_->parameters().router.vcs;
  if (vcs > 1u << form_.vc_bits) {
    refuse("the lanes of the RTL hold " + std::to_string(1u << form_.vc_bits) + " channels, and the links have " +
           std::to_string(vcs) + "; export it with the same routing");
  }
  if (plan.self_diagnosis != nullptr) {
    refuse("the sites of " + std::string(chip_->name()) +
           " set their switches by themselves, without a stream; the RTL knows streams only");
  }
  if (plan.multicast != nullptr) refuse("a lane returns one credit in a cycle, and forks of multicasts return several");
}

/// Finds out where the paths lead, after some have changed.
void RtlFabric::wire() {
  for (Port& port : ports_) {
    port.from = nullptr;
    port.extra = 0;
  }
  in_.link_extra.clear();
  for (const Port& port : ports_) {
    if (port.lane == nullptr || !port.lane->is_connected()) continue;
    const ModuleIndex far = port.lane->far_.module;
    const RtlLane* const end = far < lane_of_.size() ? lane_of_[far] : nullptr;
    if (end == nullptr) port.lane->fail("its path ends at a port that is not of the RTL");
    Port& to = port_of(end->site(), end->port());
    to.from = port.lane;
    to.extra = port.lane->latency() - 1;
    const auto number = static_cast<unsigned>(&to - ports_.data());
    in_.link_extra.set_field(number * FabricPins::kExtraBits, FabricPins::kExtraBits, to.extra);
  }
  is_wired_ = true;
}

/// The clocks rise when the modules of the chip have been evaluated and its states are in force.
void RtlFabric::rise() {
  if (!std::exchange(is_evaluated_, false)) return;  // the simulation begins
  cycle_ = clock_->now();
  plan_chain();
  const auto& chip = *chip_;
  expected_.phase.set_field(0, 3, static_cast<std::uint64_t>(phase_));
  expected_.refused.set_field(0, 3, ConfigChain::code(chip.configuration().chain().refusal()));
  for (const auto& module : chip.modules().switches) {
    const std::size_t field = chip.plan().fabric->switches[module->id().value].field;
    const auto at = static_cast<unsigned>(layout_->first_bit(field));
    const unsigned bits = chip.plan().fabric->fields[field].bits;
    expected_.states.set_field(at, bits, module->state());
    expected_.shadows.set_field(at, bits, module->shadow());
  }
  write_clock(true);
  edge_ = 0;
  write_chain(edges_[0]);
  write_config_clock(true);
  if (edges_in_all_ > 1) next_edge_.notify(sc_core::SC_ZERO_TIME);
  settling_ = 0;
  falls_.notify(sc_core::sc_time::from_value(clock_->period().value() / 2));
}

/// Finds out what the chain of the chip has done in this cycle, by what it shows. It can have checked the stream before
/// and begun another, whose first word follows; or a stream has begun since the cycle before, and its first word is
/// there.
void RtlFabric::plan_chain() {
  const ConfigChain& chain = chip_->configuration().chain();
  edges_in_all_ = 0;
  const bool begins = chain.begun() != begun_;
  if (begins) {
    if (phase_ == ConfigChain::Phase::kCheck) edges_[edges_in_all_++] = {};
    edges_[edges_in_all_++] = {.load = true};
    loads_ += chain.begun() - begun_;
    begun_ = chain.begun();
    shifted_ = 0;
  }
  const bool ends = chain.phase() == ConfigChain::Phase::kCheck && (begins || phase_ != ConfigChain::Phase::kCheck);
  if (chain.bits() != shifted_ || ends) {
    edges_[edges_in_all_++] = {
        .valid = true, .word = chain.word(), .last = ends, .bits = static_cast<unsigned>(chain.bits() - shifted_)};
  }
  if (edges_in_all_ == 0) edges_[edges_in_all_++] = {};
  phase_ = chain.phase();
  shifted_ = chain.bits();
}

/// Makes the further edges of a cycle, each half of one in a delta cycle.
void RtlFabric::step_chain() {
  const bool falls = edge_ % 2 == 0;
  ++edge_;
  if (!falls) write_chain(edges_[edge_ / 2]);
  write_config_clock(!falls);
  if (edge_ / 2 + 1 < edges_in_all_) next_edge_.notify(sc_core::SC_ZERO_TIME);
}

/// Routers in RTL send when their clock falls; then the lanes get what all have sent, take it when their own clock
/// falls, and pass it on in the delta cycle after that.
void RtlFabric::fall() {
  switch (settling_++) {
    case 0:
      write_config_clock(false);
      break;
    case 1:
      put_lanes();
      break;
    case 2:
      write_clock(false);
      break;
    case 3:
      break;
    default:
      if (!has_differed_) compare();
      return deliver();
  }
  falls_.notify(sc_core::SC_ZERO_TIME);
}

void RtlFabric::put_lanes() {
  if (!is_wired_) wire();
  in_.active.clear();
  for (unsigned site = 0; site < form_.sites; ++site) {
    if (chip_->site_router(SiteId{site}).node() != kNoNode) in_.active.set_bit(site, true);
  }
  in_.flit_valid.clear();
  in_.flit.clear();
  in_.credit_valid.clear();
  in_.credit_vc.clear();
  is_used_ = false;
  for (unsigned number = 0; number < ports_.size(); ++number) {
    RtlLane* const lane = ports_[number].lane;
    if (lane == nullptr || !lane->is_connected()) continue;
    const RtlLane::Sent& sent = lane->take(cycle_);
    if (sent.flit) {
      in_.flit_valid.set_bit(number, true);
      in_.flit.set_field(number * FabricPins::kSlotBits, flit_width(), encoded(*sent.flit));
    }
    if (sent.credit) {
      in_.credit_valid.set_bit(number, true);
      in_.credit_vc.set_field(number * form_.vc_bits, form_.vc_bits, sent.credit->value);
    }
    if (!sent.flit && !sent.credit) continue;
    is_used_ = true;
    due_ = std::max(due_, cycle_ + lane->latency() - 1);
  }
  write_lanes();
  expect_arrivals();
}

/// What the router at the other end of each path has sent.
void RtlFabric::expect_arrivals() {
  expected_.flit_valid.clear();
  expected_.flit.clear();
  expected_.credit_valid.clear();
  expected_.credit_vc.clear();
  flits_ = credits_ = 0;
  for (unsigned number = 0; number < ports_.size(); ++number) {
    const Port& port = ports_[number];
    if (port.from == nullptr || port.extra > cycle_) continue;
    const RtlLane::Sent* const sent = port.from->sent_in(cycle_ - port.extra);
    if (sent == nullptr) continue;
    if (sent->flit) {
      ++flits_;
      expected_.flit_valid.set_bit(number, true);
      expected_.flit.set_field(number * FabricPins::kSlotBits, flit_width(), encoded(*sent->flit));
    }
    if (sent->credit) {
      ++credits_;
      expected_.credit_valid.set_bit(number, true);
      expected_.credit_vc.set_field(number * form_.vc_bits, form_.vc_bits, sent->credit->value);
    }
  }
}

unsigned RtlFabric::flit_width() const {
  return kFabricNumberBits + form_.vc_bits + 2;
}

std::uint64_t RtlFabric::encoded(const Flit& flit) const {
  return flit.packet | std::uint64_t{flit.sequence} << FabricPins::kPacketBits |
         std::uint64_t{flit.vc.value} << kFabricNumberBits |
         std::uint64_t{flit.tail()} << (kFabricNumberBits + form_.vc_bits) |
         std::uint64_t{flit.head()} << (kFabricNumberBits + form_.vc_bits + 1);
}

Flit RtlFabric::decoded(std::uint64_t bits) const {
  const auto field = [bits](unsigned at, unsigned width) { return bits >> at & ((std::uint64_t{1} << width) - 1); };
  Flit flit;
  flit.packet = static_cast<PacketId>(field(0, FabricPins::kPacketBits));
  flit.sequence = static_cast<std::uint16_t>(field(FabricPins::kPacketBits, FabricPins::kPlaceBits));
  flit.vc = Vc::from(field(kFabricNumberBits, form_.vc_bits));
  const std::uint64_t kind = field(kFabricNumberBits + form_.vc_bits, 2);
  flit.kind = static_cast<std::uint8_t>(((kind & 1) != 0 ? Flit::kTail : 0) | ((kind & 2) != 0 ? Flit::kHead : 0));
  return flit;
}

/// All pins at once; only if they differ one by one, to name the first.
void RtlFabric::compare() {
  read_outputs();
  if (!(out_ == expected_)) {
    compare_chain();
    for (unsigned number = 0; number < ports_.size() && !has_differed_; ++number) compare_port(number);
  }
  if (!has_differed_) comparison_.add(cycle_, flits_, credits_);
}

void RtlFabric::compare_chain() {
  const auto phase = [](const PinBits& bits) {
    const std::uint64_t number = bits.field(0, 3);
    return number < ConfigChain::kPhaseNames.size() ? ConfigChain::kPhaseNames[number] : "none of the phases";
  };
  if (!(out_.phase == expected_.phase)) {
    return differ("config_chain, phase", phase(expected_.phase), phase(out_.phase));
  }
  const auto refusal = [](const PinBits& bits) {
    const std::uint64_t number = bits.field(0, 3);
    if (number == 0) return "none";
    return number <= ConfigChain::kRefusalNames.size() ? ConfigChain::kRefusalNames[number - 1] : "no such reason";
  };
  if (!(out_.refused == expected_.refused)) {
    return differ("config_chain, why the stream is refused", refusal(expected_.refused), refusal(out_.refused));
  }
  const Fabric& fabric = *chip_->plan().fabric;
  for (const FabricSwitch& each : fabric.switches) {
    const auto at = static_cast<unsigned>(layout_->first_bit(each.field));
    const unsigned bits = fabric.fields[each.field].bits;
    const auto name = [&](const PinBits& all) {
      const auto state = static_cast<SwitchState>(all.field(at, bits));
      return state < each.type->states() ? each.type->state_name(state) : "number " + std::to_string(state);
    };
    if (out_.states.field(at, bits) != expected_.states.field(at, bits)) {
      return differ(each.name + ", state", name(expected_.states), name(out_.states));
    }
    if (out_.shadows.field(at, bits) != expected_.shadows.field(at, bits)) {
      return differ(each.name + ", shadow", name(expected_.shadows), name(out_.shadows));
    }
  }
}

void RtlFabric::compare_port(std::size_t port) {
  const auto at = static_cast<unsigned>(port);
  const std::string where = name_of(port);
  const bool has_flit = out_.flit_valid.bit(at), has_credit = out_.credit_valid.bit(at);
  if (has_flit != expected_.flit_valid.bit(at)) {
    return differ(where + ", flit", one_or_none(!has_flit), one_or_none(has_flit));
  }
  const Flit flit = decoded(out_.flit.field(at * FabricPins::kSlotBits, flit_width()));
  const Flit model = decoded(expected_.flit.field(at * FabricPins::kSlotBits, flit_width()));
  const std::array<std::pair<const char*, std::pair<std::uint64_t, std::uint64_t>>, 5> fields{{
      {"head", {model.head(), flit.head()}},
      {"tail", {model.tail(), flit.tail()}},
      {"channel", {model.vc.value, flit.vc.value}},
      {"packet", {model.packet, flit.packet}},
      {"place in the packet", {model.sequence, flit.sequence}},
  }};
  for (const auto& [field, values] : fields) {
    if (values.first == values.second) continue;
    return differ(where + ", " + field, std::to_string(values.first), std::to_string(values.second));
  }
  if (has_credit != expected_.credit_valid.bit(at)) {
    return differ(where + ", credit", one_or_none(!has_credit), one_or_none(has_credit));
  }
  const std::uint64_t vc = out_.credit_vc.field(at * form_.vc_bits, form_.vc_bits);
  const std::uint64_t of_model = expected_.credit_vc.field(at * form_.vc_bits, form_.vc_bits);
  if (vc != of_model) differ(where + ", channel of the credit", std::to_string(of_model), std::to_string(vc));
}

void RtlFabric::differ(std::string where, std::string model, std::string rtl) {
  has_differed_ = true;
  comparison_.differ({name(), cycle_, std::move(where), std::move(model), std::move(rtl)});
}

/// What has come out of the RTL is at the routers in the next cycle.
void RtlFabric::deliver() {
  const Outputs& out = has_differed_ ? expected_ : out_;
  for (unsigned number = 0; number < ports_.size(); ++number) {
    const bool has_flit = out.flit_valid.bit(number), has_credit = out.credit_valid.bit(number);
    if (!has_flit && !has_credit) continue;
    is_used_ = true;
    std::optional<Flit> flit;
    std::optional<Vc> credit;
    if (has_flit) flit = decoded(out.flit.field(number * FabricPins::kSlotBits, flit_width()));
    if (has_credit) credit = Vc::from(out.credit_vc.field(number * form_.vc_bits, form_.vc_bits));
    ports_[number].lane->deliver(cycle_, flit, credit);
  }
  delivered_ = cycle_;
  // What has been sent, or has arrived, or is in a delay line, makes the chip evaluate the next cycle.
  if (is_used_ || due_ > cycle_) clock_->set_alarm(first_->index_, cycle_ + 1);
}

std::string RtlFabric::name_of(std::size_t port) const {
  const Fabric& fabric = *chip_->plan().fabric;
  return fabric.sites[port / form_.ports].name + '.' + fabric.layout[port % form_.ports];
}

}  // namespace kintsugi

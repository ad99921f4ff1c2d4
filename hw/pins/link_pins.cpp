#include "hw/pins/link_pins.hpp"

#include "hw/link/conservation_check.hpp"

namespace kintsugi {

namespace {

constexpr PortId kFromRouter{0};

std::uint64_t pin_field(const sc_dt::sc_bv_base& bits, unsigned at, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i) {
    value |= std::uint64_t{bits[static_cast<int>(at + i)].to_bool()} << i;
  }
  return value;
}

void put_pin_field(sc_dt::sc_bv_base& bits, unsigned at, unsigned width, std::uint64_t value) {
  for (unsigned i = 0; i < width; ++i) bits[static_cast<int>(at + i)] = (value >> i & 1) != 0;
}

}  // namespace

LinkPinsBase::LinkPinsBase(sc_core::sc_module_name name, const LinkSite& site, const FlitBits& bits, unsigned width)
    : LinkModule(name, site, 1),
      flit_valid_o("flit_valid_o"),
      credit_valid_o("credit_valid_o"),
      credit_vc_o("credit_vc_o"),
      flit_valid_i("flit_valid_i"),
      credit_valid_i("credit_valid_i"),
      credit_vc_i("credit_vc_i"),
      chip_(site.chip),
      bits_(bits),
      index_(site.chip.clock->add(*this)),
      receiver_(1, site.router.vcs, 1, site.chip.memory),
      channels_(site.router.vcs),
      flit_(static_cast<int>(width)) {
  if (bits.width() != width || bits.payload < bits.header() + FlitBits::kNumber) {
    throw std::invalid_argument(std::string(this->name()) + ": a flit has " + std::to_string(bits.width()) + " bits, " +
                                std::to_string(bits.payload) + " of them payload with a header of " +
                                std::to_string(bits.header()) + " and a number of " +
                                std::to_string(FlitBits::kNumber) + ", and the pins " + std::to_string(width));
  }
  if ((std::uint64_t{1} << bits.vc) < site.router.vcs) {
    throw std::invalid_argument(std::string(this->name()) + ": " + std::to_string(bits.vc) + " bits do not hold " +
                                std::to_string(site.router.vcs) + " channels");
  }
  chip_.clock->before_each_cycle([this](Cycle now) { sample(now); });
  chip_.clock->after_each_cycle([this] { drive(); });
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.set_sensitivity(&flit_valid_i);
  options.set_sensitivity(&credit_valid_i);
  // A cycle takes what is valid when it begins, so it must be evaluated.
  sc_core::sc_spawn(
      [this] {
        if (flit_valid_i.read() || credit_valid_i.read()) chip_.clock->set_alarm(index_, chip_.clock->next());
      },
      "valid", &options);
}

/// Far ends have no path to the router: the pins are in between.
Endpoint LinkPinsBase::endpoint(LinkSide side) {
  return side == LinkSide::kRouter ? Endpoint{&receiver_, index_, kFromRouter, 0} : Endpoint{};
}

void LinkPinsBase::end_of_elaboration() {
  time_wheel_resized();
}

void LinkPinsBase::time_wheel_resized() {
  receiver_.require_delay(chip_.clock->slots() - 1);
  set_hot_state(receiver_.records(), receiver_.slots(), receiver_.record_bytes(), channels_.data());
  if (!link_.open()) link_.take_pointers(router_, *chip_.clock);
}

void LinkPinsBase::connect(const Endpoint& router, const Endpoint&, unsigned) {
  if (!link_.open() && router_ == router) return;
  router_ = router;
  link_.connect(router, 0, *chip_.clock);  // by sample(), before the router is evaluated
}

void LinkPinsBase::disconnect() {
  link_.disconnect();
}

/// What the router has sent is on the pins already.
void LinkPinsBase::evaluate(Cycle now) {
  receiver_.clear(receiver_.arrivals(now));
}

void LinkPinsBase::sample(Cycle now) {
  const bool has_flit = flit_valid_i.read();
  const bool has_credit = credit_valid_i.read();
  if (!has_flit && !has_credit) return;
  if (link_.open()) fail("the pins are valid before the chip has begun");
  if (has_flit) take_flit(now);
  if (has_credit) take_credit(now);
  chip_.clock->set_alarm(index_, now + 1);  // they may stay valid
}

void LinkPinsBase::take_flit(Cycle now) {
  const Flit flit = decoded(read_flit());
  ++flits_in_;
  link_.send(now, flit, LinkReceiver::mark(flit.vc));
}

void LinkPinsBase::take_credit(Cycle now) {
  const std::uint32_t vc = credit_vc_i.read();
  check_channel(vc);
  if (channels_[vc].out == 0) fail("a credit comes in on channel " + std::to_string(vc) + " that no flit has used");
  --channels_[vc].out;
  link_.return_credit(now, Vc::from(vc));
}

/// Returns the flit of these bits, and writes the routing state of a head.
Flit LinkPinsBase::decoded(const sc_dt::sc_bv_base& bits) {
  const std::uint64_t vc = pin_field(bits, bits_.payload, bits_.vc);
  check_channel(vc);
  std::uint16_t& next = channels_[vc].next_in;
  Flit flit;
  flit.packet = static_cast<PacketId>(pin_field(bits, bits_.header(), FlitBits::kNumber));
  flit.vc = Vc::from(vc);
  flit.kind = static_cast<std::uint8_t>((pin_field(bits, bits_.payload + bits_.vc + 1, 1) != 0 ? Flit::kHead : 0) |
                                        (pin_field(bits, bits_.payload + bits_.vc, 1) != 0 ? Flit::kTail : 0));
  flit.sequence = next;
  if (!chip_.packets->has(flit.packet)) fail("a flit comes in that names no packet: " + std::to_string(flit.packet));
  Packet& packet = (*chip_.packets)[flit.packet];
  if (flit.head() != (next == 0)) fail("a flit comes in out of order");
  if (flit.tail() != (next + 1u == packet.flits)) fail("a packet comes in with another length than it has");
  next = flit.tail() ? std::uint16_t{0} : static_cast<std::uint16_t>(next + 1);
  if (!flit.head()) return flit;
  const std::uint64_t destination = pin_field(bits, 0, bits_.node);
  if (packet.destination != kNoNode && packet.destination.value != destination) {
    fail("a head comes in for node " + std::to_string(destination) + ", and its packet is for " +
         std::to_string(packet.destination.value));
  }
  packet.state = static_cast<RoutingState>(pin_field(bits, bits_.node, bits_.state));
  return flit;
}

/// Shows what the router has sent in the cycle just evaluated.
void LinkPinsBase::drive() {
  const Cycle arrival = chip_.clock->now() + 1;
  const std::optional<Flit> flit = receiver_.flit_due(arrival, kFromRouter);
  if (flit) {
    write(*flit);
    ++flits_out_;
    ++channels_[flit->vc.index()].out;
  }
  if (flit.has_value() != flit_is_out_) flit_valid_o.write(flit_is_out_ = flit.has_value());
  std::optional<Vc> credit;
  for (const Vc vc : receiver_.vcs()) {
    if (receiver_.credit_due(arrival, kFromRouter, vc)) credit = vc;
  }
  if (credit) credit_vc_o.write(credit->value);
  if (credit.has_value() != credit_is_out_) credit_valid_o.write(credit_is_out_ = credit.has_value());
}

void LinkPinsBase::write(const Flit& flit) {
  const Packet& packet = (*chip_.packets)[flit.packet];
  put_pin_field(flit_, 0, bits_.node, packet.destination.value);
  put_pin_field(flit_, bits_.node, bits_.state, packet.state);
  if (bits_.has_source) put_pin_field(flit_, bits_.node + bits_.state, bits_.node, packet.source.value);
  put_pin_field(flit_, bits_.header(), FlitBits::kNumber, flit.packet);
  put_pin_field(flit_, bits_.payload, bits_.vc, flit.vc.value);
  put_pin_field(flit_, bits_.payload + bits_.vc, 1, flit.tail() ? 1 : 0);
  put_pin_field(flit_, bits_.payload + bits_.vc + 1, 1, flit.head() ? 1 : 0);
  write_flit(flit_);
}

void LinkPinsBase::list_probes(wave::ModuleProbes& probes) const {
  using wave::reader;
  probes.add("flits_out", 48, reader<[](const LinkPinsBase& p, std::uint64_t) { return p.flits_out(); }>(*this));
  probes.add("flits_in", 48, reader<[](const LinkPinsBase& p, std::uint64_t) { return p.flits_in(); }>(*this));
}

void LinkPinsBase::add_to(ConservationCheck& check) const {
  check.add_outside(flits_out_ - flits_in_);
  if (!link_.open()) check.add_entry(*router_.receiver, router_.port);
}

void LinkPinsBase::check_channel(std::uint64_t vc) const {
  if (vc < channels_.size()) return;
  fail("channel " + std::to_string(vc) + " on the pins, and the link has " + std::to_string(channels_.size()));
}

void LinkPinsBase::fail(const std::string& what) const {
  throw std::logic_error(std::string(name()) + ": " + what);
}

}  // namespace kintsugi

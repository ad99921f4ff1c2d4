#include "hw/pins/rtl_router.hpp"

#include <algorithm>
#include <utility>

#include "hw/clock/bit_set.hpp"
#include "hw/clock/spawn.hpp"
#include "hw/link/thread_state.hpp"
#include "models/allocation/channel_allocator.hpp"
#include "models/network/nearest.hpp"

namespace kintsugi {

namespace {

/// Throws unless each of the wanted sites is one of the chip.
void require_sites(const std::vector<std::string>& wanted, const std::vector<std::string>& of_chip) {
  for (const std::string& site : wanted) {
    if (std::ranges::find(of_chip, site) != of_chip.end()) continue;
    throw std::invalid_argument("no site " + shown_word(site) + " for a router" + suggestion(site, of_chip));
  }
}

}  // namespace

RtlRouter::Model::Model(const ChipContext& of, const PortLayout& layout, const RouterParameters& parameters)
    : threads(of.threads.size()),
      chip(of),
      router(
          "model",
          [&]() -> const ChipContext& {
            chip.packets = &packets;
            chip.threads = threads;
            chip.own = threads.data();
            chip.shown_ports = ShownPorts::kNone;
            chip.counts_flits = chip.counts_passages = false;
            chip.events = nullptr;
            chip.is_beside = true;
            return chip;
          }(),
          layout, parameters),
      receiver(narrow<unsigned>(layout.size()) + 1, parameters.vcs, narrow<unsigned>(layout.size()) + 1, of.memory) {}

RtlRouter::RtlRouter(sc_core::sc_module_name name, const RouterSite& site, const RtlRouterForm& form,
                     RtlComparison* comparison)
    : LinkedRouter(name, site, 0),  // the RTL has the delay of the router in itself
      bits_(form.flit),
      pins_(ports().size()),
      channels_(ports().size() * site.parameters.vcs),
      in_{PinBits(bits_.node), PinBits(network_ports() + 1), PinBits((network_ports() + 1) * bits_.width()),
          PinBits(network_ports()), PinBits(network_ports() * bits_.vc)},
      out_{PinBits(network_ports() + 1), PinBits((network_ports() + 1) * bits_.width()), PinBits(network_ports() + 1),
           PinBits((network_ports() + 1) * bits_.vc)},
      falls_("falls"),
      drives_("drives"),
      comparison_(comparison),
      expected_(bits_.width()) {
  check_chip(form, site.relation);
  join(chip().clock->add(*this));
  if (comparison != nullptr) make_model();
  chip().clock->set_alarm(index(), 0);
  chip().clock->before_each_cycle([this](Cycle now) { rise(now); });
  spawn_method(falls_, "fall", [this] { fall(); });
  spawn_method(drives_, "drive", [this] { drive(); });
}

/// Refuses a chip whose routers do what the RTL does not.
void RtlRouter::check_chip(const RtlRouterForm& form, const RoutingRelation* relation) const {
  const auto refuse = [this](const std::string& what) {
    throw std::invalid_argument(std::string(name()) + ": " + what);
  };
  const auto require_equal = [&](const char* key, unsigned rtl, unsigned wanted) {
    if (rtl == wanted) return;
    refuse("the RTL was exported with " + std::string(key) + " " + std::to_string(rtl) + ", and the chip has " +
           std::to_string(wanted) + "; export it again from the scenario of the chip");
  };
  require_equal("router.vcs", form.vcs, parameters().vcs);
  require_equal("router.buffer", form.buffer, parameters().buffer);
  require_equal("router.latency", form.latency, parameters().latency);
  if (const std::string_view wanted = name_of(parameters().allocator); wanted != form.allocator) {
    refuse("the RTL was exported with router.allocator " + form.allocator + ", and the chip has " +
           std::string(wanted) + "; export it again from the scenario of the chip");
  }
  if (chip().network != nullptr && chip().network->name() != form.network) {
    refuse("the RTL was exported for " + form.network + ", and the chip carries " + chip().network->name() +
           "; export it again from the scenario of the chip");
  }
  if (relation != nullptr && relation->name() != form.routing) {
    refuse("the RTL was exported with the routing " + form.routing + ", and the chip has " + relation->name() +
           "; export it again from the scenario of the chip");
  }
  if (bits_.payload < bits_.header() + FlitBits::kNumber) {
    refuse("a flit of the RTL has " + std::to_string(bits_.width()) +
           " bits, which do not hold the number of a "
           "packet; export it with --flit-bits " +
           std::to_string(bits_.width() + bits_.header() + FlitBits::kNumber - bits_.payload));
  }
  const char* const unknown = chip().multicasts != nullptr  ? "multicasts"
                              : chip().drops_unroutable     ? "a routing that routes around faults"
                              : chip().detection != nullptr ? "detection"
                              : parameters().classes != 1   ? "priority classes"
                              : parameters().patience != 0  ? "patience (router.patience)"
                                                            : nullptr;
  if (unknown != nullptr) refuse(std::string("exported routers do not know ") + unknown);
}

void RtlRouter::make_model() {
  model_ = std::make_unique<Model>(chip(), layout(), parameters());
  model_->feeds.resize(ports().size());
  for (const PortId port : ports()) model_->ends.push_back(model_->router.endpoint(port));
  comparison_->add_part();
  is_compared_ = true;
}

void RtlRouter::time_wheel_resized() {
  LinkedRouter::time_wheel_resized();
  if (model_ == nullptr) return;
  model_->receiver.require_delay(chip().clock->slots() - 1);
  for (const PortId port : ports()) {
    LinkTransmitter& feed = model_->feeds[port.index()];
    if (!feed.open()) feed.take_pointers(model_->ends[port.index()], *chip().clock);
  }
}

void RtlRouter::connected(PortId port) {
  if (!is_compared_) return;
  model_->router.connect(port, {&model_->receiver, index(), port, 0}, 1);
  model_->feeds[port.index()].connect(model_->ends[port.index()], 1, *chip().clock);
}

void RtlRouter::disconnected(PortId port) {
  if (is_compared_) model_->router.disconnect(port);
}

void RtlRouter::become(NodeId node, const RoutingRelation* relation) {
  for (const Channel& channel : channels_) {
    if (channel.buffered != 0) fail("its node changes while flits are in it; drain the network first");
  }
  set_node(node);
  in_.node.set_field(0, bits_.node, node == kNoNode ? 0 : node.value);
  if (is_compared_) model_->router.become(node, relation);
}

/// Takes what is on the pins already.
void RtlRouter::evaluate(Cycle now) {
  const LinkReceiver::Arrivals arrivals = take_credits(now);
  for (const PortId port : set_bits<PortId>(arrivals.flits)) {
    Channel& channel = at(port, arrivals.flit_vc(port));
    if (!pins_[port.index()].has_flit) {
      fail("a flit comes by " + port_name(port) +
           " in the cycle in which it is sent; RTL takes only flits of earlier cycles: no LinkPins at its ports");
    }
    if (channel.buffered == parameters().buffer) fail("a flit arrives at a full buffer");
    ++channel.buffered;
    count_arrival();
  }
  receiver().clear(arrivals);
  if (model_ != nullptr) model_->receiver.clear(model_->receiver.arrivals(now));
  chip().clock->wake(index(), now + 1);
}

/// The first edge is in reset: no flit can arrive in cycle 0.
void RtlRouter::rise(Cycle now) {
  cycle_ = now;
  if (now == 0) write_reset(false);
  write_clock(true);
  falls_.notify(sc_core::sc_time::from_value(chip().clock->period().value() / 2));
}

void RtlRouter::fall() {
  write_clock(false);
  drives_.notify(sc_core::sc_time::from_value(chip().clock->period().value() / 4));
  if (cycle_ == 0) return write_reset(true);
  if (has_stopped_) return;
  read_outputs();
  if (is_compared_) compare();
  for (const PortId port : ports()) take(port);
}

/// Puts what arrives in the next cycle on the pins; by now all routers in RTL have sent, and a fabric in RTL has passed
/// it on (hw/pins/rtl_fabric.hpp).
void RtlRouter::drive() {
  const Cycle next = cycle_ + 1;
  in_.flit_valid.clear();
  in_.credit_valid.clear();
  for (const PortId port : ports()) {
    const std::optional<Flit> flit = receiver().flit_due(next, port);
    pins_[port.index()].has_flit = flit.has_value();
    if (flit) put_flit(port, *flit);
    if (port == local_port()) continue;
    for (const Vc vc : vcs()) {
      if (!receiver().credit_due(next, port, vc)) continue;
      in_.credit_valid.set_bit(port.value, true);
      in_.credit_vc.set_field(port.value * bits_.vc, bits_.vc, vc.value);
      if (is_compared_) model_->feeds[port.index()].return_credit(cycle_, vc);
    }
  }
  write_inputs();
}

void RtlRouter::put_flit(PortId port, const Flit& flit) {
  in_.flit_valid.set_bit(port.value, true);
  encode(flit, (*chip().packets)[flit.packet], flit.packet, in_.flit, port.value * bits_.width());
  if (is_compared_) feed_flit(port, flit);
}

/// Only a head has a routing state: the header of a packet in the table is that of the router where its head is.
void RtlRouter::encode(const Flit& flit, const Packet& packet, PacketId number, PinBits& bits, unsigned at) const {
  for (unsigned first = 0; first < bits_.width(); first += 32) {
    bits.set_field(at + first, std::min(32u, bits_.width() - first), 0);
  }
  bits.set_field(at, bits_.node, packet.destination.value);
  bits.set_field(at + bits_.node, bits_.state, flit.head() ? packet.state : 0);
  if (bits_.has_source) bits.set_field(at + bits_.node + bits_.state, bits_.node, packet.source.value);
  bits.set_field(at + bits_.header(), FlitBits::kNumber, number);
  bits.set_field(at + bits_.payload, bits_.vc, flit.vc.value);
  bits.set_bit(at + bits_.payload + bits_.vc, flit.tail());
  bits.set_bit(at + bits_.payload + bits_.vc + 1, flit.head());
}

/// The packet of the model is a copy, which begins with the header that it has here; `record` is the number of the
/// packet.
void RtlRouter::feed_flit(PortId port, Flit flit) {
  PacketId& modelled = at(port, flit.vc).modelled;
  if (flit.head()) {
    modelled = model_->packets.create();
    Packet& copy = model_->packets[modelled];
    copy = (*chip().packets)[flit.packet];
    copy.record = flit.packet;
  }
  flit.packet = modelled;
  model_->feeds[port.index()].send(cycle_, flit, LinkReceiver::mark(flit.vc));
}

void RtlRouter::compare() {
  const Cycle arrival = cycle_ + 1;
  std::uint64_t flits = 0, credits = 0;
  for (const PortId port : ports()) {
    if (link(port).open()) continue;
    const std::optional<Flit> flit = model_->receiver.flit_due(arrival, port);
    std::optional<Vc> credit;
    for (const Vc vc : vcs()) {
      if (model_->receiver.credit_due(arrival, port, vc)) credit = vc;
    }
    compare_flit(port, flit);
    if (is_compared_) compare_credit(port, credit);
    if (!is_compared_) return;
    flits += flit ? 1 : 0;
    credits += credit ? 1 : 0;
    if (flit && flit->tail()) model_->packets.release(flit->packet);
  }
  comparison_->add(cycle_, flits, credits);
}

void RtlRouter::compare_flit(PortId port, const std::optional<Flit>& model) {
  const bool valid = out_.flit_valid.bit(port.value);
  if (valid != model.has_value()) return differ(port, "a flit", one_or_none(model.has_value()), one_or_none(valid));
  if (!model) return;
  const Packet& packet = model_->packets[model->packet];
  encode(*model, packet, packet.record, expected_, 0);
  const unsigned at = port.value * bits_.width();
  const auto compare = [&](const char* field, unsigned from, unsigned width) {
    for (unsigned first = 0; first < width && is_compared_; first += 64) {
      const unsigned part = std::min(64u, width - first);
      const std::uint64_t wanted = expected_.field(from + first, part);
      const std::uint64_t found = out_.flit.field(at + from + first, part);
      if (wanted != found) differ(port, field, std::to_string(wanted), std::to_string(found));
    }
  };
  compare("head", bits_.payload + bits_.vc + 1, 1);
  compare("tail", bits_.payload + bits_.vc, 1);
  compare("channel", bits_.payload, bits_.vc);
  compare("packet", bits_.header(), FlitBits::kNumber);
  compare("destination", 0, bits_.node);
  compare("routing state", bits_.node, bits_.state);
  if (bits_.has_source) compare("source", bits_.node + bits_.state, bits_.node);
  const unsigned used = bits_.header() + FlitBits::kNumber;
  compare("unused bits", used, bits_.payload - used);
}

void RtlRouter::compare_credit(PortId port, std::optional<Vc> model) {
  const bool valid = out_.credit_valid.bit(port.value);
  if (valid != model.has_value()) return differ(port, "a credit", one_or_none(model.has_value()), one_or_none(valid));
  if (!model) return;
  const std::uint64_t vc = out_.credit_vc.field(port.value * bits_.vc, bits_.vc);
  if (vc != model->value) differ(port, "channel of a credit", std::to_string(model->value), std::to_string(vc));
}

/// The first difference is the last: the model has other flits in it from now on.
void RtlRouter::differ(PortId port, const char* field, const std::string& model, const std::string& rtl) {
  is_compared_ = false;
  const bool is_credit = std::string_view(field).find("credit") != std::string_view::npos;
  comparison_->differ({name(), cycle_, (is_credit ? "in_" : "out_") + port_name(port) + ", " + field, model, rtl});
}

void RtlRouter::take(PortId port) {
  pins_[port.index()].sent.reset();
  if (out_.flit_valid.bit(port.value)) take_flit(port);
  if (out_.credit_valid.bit(port.value) && !has_stopped_) take_credit(port);
}

/// Sends a flit of the RTL on; what it says is not trusted.
void RtlRouter::take_flit(PortId port) {
  const auto mistake = [this, port](const std::string& what) {
    has_stopped_ = true;
    SC_REPORT_ERROR(kMistakeReport, (std::string(name()) + ": cycle " + std::to_string(cycle_) + ": the RTL sends by " +
                                     port_name(port) + " " + what)
                                        .c_str());
  };
  const unsigned at_bit = port.value * bits_.width();
  const std::uint64_t vc = out_.flit.field(at_bit + bits_.payload, bits_.vc);
  const auto number = static_cast<PacketId>(out_.flit.field(at_bit + bits_.header(), FlitBits::kNumber));
  if (link(port).open()) return mistake("a flit, and the port has no link");
  if (const unsigned vcs = parameters().vcs; vc >= vcs) {
    const std::string known = vcs == 1 ? "channel 0 only" : "channels 0 to " + std::to_string(vcs - 1);
    return mistake("a flit on channel " + std::to_string(vc) + "; the router has " + known);
  }
  Channel& channel = at(port, Vc::from(vc));
  if (!chip().packets->has(number)) return mistake("a flit that names no packet: " + std::to_string(number));
  Packet& packet = (*chip().packets)[number];
  Flit flit;
  flit.packet = number;
  flit.vc = Vc::from(vc);
  flit.sequence = channel.next_out;
  const bool is_tail = out_.flit.bit(at_bit + bits_.payload + bits_.vc);
  const bool is_head = out_.flit.bit(at_bit + bits_.payload + bits_.vc + 1);
  flit.kind = static_cast<std::uint8_t>((is_head ? Flit::kHead : 0) | (is_tail ? Flit::kTail : 0));
  if (is_head != (channel.next_out == 0)) return mistake("a flit out of order");
  if (is_tail != (channel.next_out + 1u == packet.flits)) return mistake("a packet with another length than it has");
  if (credits(port, flit.vc) == 0) return mistake("a flit without a credit");
  channel.next_out = is_tail ? std::uint16_t{0} : static_cast<std::uint16_t>(channel.next_out + 1);
  use_credit(port, flit.vc);
  if (is_head) {
    packet.state = static_cast<RoutingState>(out_.flit.field(at_bit + bits_.node, bits_.state));
    packet.hops += port != local_port();
  }
  pins_[port.index()].sent = flit;
  transmitter(port).send(cycle_, flit, LinkReceiver::mark(flit.vc));
  count_departure();
}

void RtlRouter::take_credit(PortId port) {
  const std::uint64_t vc = out_.credit_vc.field(port.value * bits_.vc, bits_.vc);
  if (vc >= parameters().vcs || link(port).open() || at(port, Vc::from(vc)).buffered == 0) {
    has_stopped_ = true;
    SC_REPORT_ERROR(kMistakeReport,
                    (std::string(name()) + ": cycle " + std::to_string(cycle_) + ": the RTL returns a credit by " +
                     port_name(port) + " for channel " + std::to_string(vc) + ", of which it has no flit")
                        .c_str());
    return;
  }
  --at(port, Vc::from(vc)).buffered;
  transmitter(port).return_credit(cycle_, Vc::from(vc));
}

std::invalid_argument no_rtl_router(const RouterSite& site, const RtlRouterForm& form) {
  return std::invalid_argument("the RTL that was exported for " + form.network + " has no router with the ports of " +
                               std::string(site.name) + "; export it again from the scenario of the chip");
}

RouterFactory only_at(std::vector<std::string> sites, RouterFactory make) {
  // The names of the sites so far; a chip asks for every site, so the last one completes them.
  auto names = std::make_shared<std::vector<std::string>>();
  return [sites = std::move(sites), make = std::move(make), names](const char* name, const RouterSite& site) {
    names->emplace_back(site.name);
    if (names->size() == site.sites) require_sites(sites, std::exchange(*names, {}));
    const bool is_one = std::ranges::find(sites, site.name) != sites.end();
    return is_one ? make(name, site) : nullptr;
  };
}

}  // namespace kintsugi

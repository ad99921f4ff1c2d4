#include "tb/tests/cosimulation/routers_beside.hpp"

#include <stdexcept>

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::test {

namespace {

std::string text(const std::optional<RtlFlit>& flit) {
  if (!flit) return "no flit";
  const std::string kind = flit->head ? (flit->tail ? "single" : "head") : flit->tail ? "tail" : "body";
  return kind + " flit on channel " + std::to_string(flit->vc) + " with payload " + std::to_string(flit->payload);
}

std::string text(const std::optional<unsigned>& number) {
  return number ? std::to_string(*number) : "none";
}

}  // namespace

RoutersBeside::RoutersBeside(sc_core::sc_module_name name, std::string_view rtl, Bench& bench,
                             const rtl::RouterForm& form, LinkLatency link_cycles)
    : sc_module(name),
      bench_(&bench),
      table_(rtl::make_routing_table(bench.network(), *bench.relation)),
      link_cycles_(link_cycles) {
  widths_ = {table_.ports, table_.vcs, rtl::bits_for(table_.vcs - 1), rtl::payload_bits(table_, form),
             rtl::bits_for(form.buffer)};
  for (const NodeId node : ids<NodeId>(bench.network().nodes())) {
    routers_.push_back(make_compiled_router(rtl, widths_, node.value));
    if (routers_.back() == nullptr) throw std::invalid_argument("there is no RTL of the name " + std::string(rtl));
  }
  connect(bench);
  index_ = bench.clock().add(*this, ThreadAffinity::kMain);
  bench.clock().set_alarm(index_, 0);
  bench.clock().after_each_cycle([this] {
    if (cycles_ != 0 && first_difference_.empty()) compare(bench_->clock().now());
  });
}

void RoutersBeside::connect(Bench& bench) {
  for (const NodeId node : ids<NodeId>(bench.network().nodes())) {
    std::vector<Port>& ports = ports_.emplace_back(widths_.ports + 1);
    for (Port& port : ports) port.sent.resize(1);
    for (const PortId port : ids<PortId>(widths_.ports)) {
      ports[port.index()].far = bench.network().peer({node, port});
      if (!ports[port.index()].far) continue;
      ports[port.index()].sent.resize(link_cycles_.of(bench.network().direction_at({node, port})->is_back));
    }
  }
}

void RoutersBeside::evaluate(Cycle now) {
  for (const NodeId node : ids<NodeId>(routers_.size())) put_inputs(now, node);
  for (const auto& router : routers_) router->edge();
  for (const NodeId node : ids<NodeId>(routers_.size())) take_outputs(now, node);
  ++cycles_;
  bench_->clock().wake(index_, now + 1);
}

/// What the far end sent as many cycles ago as the link takes.
void RoutersBeside::put_inputs(Cycle now, NodeId node) {
  CompiledRouter& router = *routers_[node.index()];
  for (unsigned i = 0; i < widths_.ports; ++i) {
    const std::optional<PortRef>& far = port(node, i).far;
    if (!far) continue;
    const Sent& sent = sent_in(now, port(far->node, far->port.value));
    router.put_flit(i, sent.flit);
    router.put_credit(i, sent.credit);
  }
  router.put_flit(widths_.ports, port(node, widths_.ports).from_pe.flit);
}

void RoutersBeside::take_outputs(Cycle now, NodeId node) {
  const CompiledRouter& router = *routers_[node.index()];
  for (unsigned i = 0; i <= widths_.ports; ++i) {
    sent_in(now, port(node, i)) = {router.flit(i), router.credit(i)};
  }
}

void RoutersBeside::compare(Cycle now) {
  for (const NodeId node : ids<NodeId>(routers_.size())) {
    for (const PortId each : ids<PortId>(widths_.ports + 1)) compare_port(now, node, each);
    compare_channels(now, node);
    const auto from_pe = bench_->pe(SiteId{node.value}).sent(PortId{0});
    port(node, widths_.ports).from_pe.flit = expected(from_pe);
  }
}

void RoutersBeside::compare_port(Cycle now, NodeId node, PortId each) {
  const Router& model = bench_->chip->router(SiteId{node.value});
  if (model.link(each).open()) return;
  const Sent& rtl = sent_in(now, port(node, each.value));
  std::optional<RtlFlit> flit = expected(model.sent(each));
  // The state in the header of a packet is that of the router where its head is: other flits do not show it.
  if (flit && rtl.flit && !flit->head) flit->payload = rtl.flit->payload;
  if (flit != rtl.flit) differ(now, node, "out_" + model.port_name(each), text(flit), text(rtl.flit));
  const std::optional<unsigned> credit = expected_credit(now, node, each);
  if (credit != rtl.credit) {
    differ(now, node, "the credit of in_" + model.port_name(each), text(credit), text(rtl.credit));
  }
  flits_ += flit.has_value();
  credits_ += credit.has_value();
}

void RoutersBeside::compare_channels(Cycle now, NodeId node) {
  const Router& model = bench_->chip->router(SiteId{node.value});
  for (const PortId in : model.ports()) {
    for (const Vc vc : model.vcs()) {
      const unsigned channel = in.value * widths_.vcs + vc.value;
      const std::string name = "in_" + model.port_name(in) + ".vc" + std::to_string(vc.value);
      std::optional<unsigned> held;
      if (model.granted(in, vc) != kNoPort) {
        held = model.granted(in, vc).value * widths_.vcs + model.granted_vc(in, vc).value;
      }
      const CompiledRouter& rtl = *routers_[node.index()];
      if (held != rtl.held(channel)) differ(now, node, name + ".granted", text(held), text(rtl.held(channel)));
      const unsigned count = model.occupancy(in, vc);
      if (count != rtl.count(channel)) {
        differ(now, node, name + ".occupancy", std::to_string(count), std::to_string(rtl.count(channel)));
      }
      grants_ += held.has_value();
    }
  }
}

std::optional<RtlFlit> RoutersBeside::expected(const std::optional<Flit>& flit) const {
  if (!flit) return std::nullopt;
  const Packet& packet = bench_->chip->packets()[flit->packet];
  RtlFlit wanted{flit->head(), flit->tail(), flit->vc.value, 0};
  const std::uint64_t number = std::uint64_t{packet.serial} * table_.nodes + packet.source.value;
  wanted.payload = packet.destination.value | std::uint64_t{packet.state} << table_.node_bits() |
                   (number & 0xffffffff) << table_.header_bits();
  if (table_.has_source) {
    wanted.payload |= std::uint64_t{packet.source.value} << (table_.node_bits() + table_.state_bits);
  }
  return wanted;
}

/// The credit that the router has sent in this cycle: it is on its way to the far end.
std::optional<unsigned> RoutersBeside::expected_credit(Cycle now, NodeId node, PortId each) const {
  const Router& model = bench_->chip->router(SiteId{node.value});
  const bool local = each == model.local_port();
  const LinkReceiver& receiver = local ? bench_->pe(SiteId{node.value}).receiver() : *model.far(each).receiver;
  const PortId at = local ? PortId{0} : model.far(each).port;
  for (const Vc vc : model.vcs()) {
    if (receiver.credit_due(now + model.link(each).latency(), at, vc)) return vc.value;
  }
  return std::nullopt;
}

void RoutersBeside::differ(Cycle now, NodeId node, const std::string& where, const std::string& model,
                           const std::string& rtl) {
  if (!first_difference_.empty()) return;
  first_difference_ = "cycle " + std::to_string(now) + ", " + bench_->network().node_name(node) + ".router." + where +
                      ": the model has " + model + ", RTL " + rtl;
}

}  // namespace kintsugi::test

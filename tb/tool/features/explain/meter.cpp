/// Observes a run up to the cycle that is to be explained.
#include <algorithm>
#include <optional>
#include <vector>

#include "tb/tool/features/explain/explanation.hpp"
#include "tb/tool/features/explain/moments.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/run_events.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace explain {

namespace {

/// Follows a packet through the routers of a chip, cycle by cycle, and keeps why it went where and what it waited for.
///
/// Copies    of a packet that its source sends again are followed each by itself. A multicast is not followed: its way
///           is a tree, which a packet log has
/// Choice    what the routing allowed in the cycle in which the head was given its output channel; the state of the
///           header is the one before that
/// Cost      a look at one router a copy and cycle
class PacketFollower final : public PacketWatcher {
 public:
  PacketFollower(const Chip& chip, PacketName name) : chip_(chip), name_(name) {
    moment_.packet.source = chip.plan().network->node_name(name.source);
    moment_.packet.number = name.serial;
    moment_.packet.text = "packet " + std::to_string(name.serial) + " of " + moment_.packet.source;
  }

  /// Call it at the end of every cycle.
  void after(Cycle cycle) {
    for (Copy& copy : copies_) advance(copy, cycle);
    std::erase_if(copies_, [](const Copy& copy) { return copy.at == nullptr; });
    if (moment_.created && !moment_.is_multicast) find_new_copy(cycle);
  }

  const PacketMoment& moment() const { return moment_; }

  /// Returns whether the packet has been created, and has ended: a source with detection may send it again.
  bool is_over() const {
    if (!moment_.created) return false;
    return moment_.is_multicast || moment_.delivered || (is_last_ && copies_.empty());
  }

  void created(const Packet& packet, Cycle now) override {
    if (!is_named(packet)) return;
    moment_.created = now;
    moment_.is_multicast = packet.kind == PacketKind::kCopy;
    if (moment_.is_multicast) {
      moment_.packet.text = "multicast " + std::to_string(name_.serial) + " of " + moment_.packet.source;
      return;
    }
    moment_.packet.destination = chip_.plan().network->node_name(packet.destination);
    moment_.packet.text += " to " + *moment_.packet.destination;
  }

  void injected(const Packet& packet, Cycle now) override {
    if (is_named(packet)) moment_.injected = now;
  }

  void delivered(const Packet& packet, Cycle now) override {
    if (is_named(packet) && !moment_.is_multicast) moment_.delivered = now;
  }

  void discarded(const Packet& packet, const Discard& discard) override {
    if (!is_named(packet) || moment_.is_multicast) return;
    moment_.dropped = {discard.cycle, reason_name(discard.reason)};
    if (!is_copy(packet)) is_last_ = true;
  }

  void given_up(const Packet& packet, Cycle now) override {
    if (!is_named(packet)) return;
    moment_.given_up = now;
    is_last_ = true;
  }

 private:
  /// A head on its way.
  struct Copy {
    PacketId id = kNoPacket;
    const Router* at = nullptr;  // where it is, or arrives next; nullptr: it has left the network
    PortId in;
    Vc in_vc;
    RoutingState state = 0;  // of the header, as it came to this router
    FreeChannels before;     // the free channels of the router at the end of the last cycle
    std::size_t way = 0;     // its index among the copies of the moment
  };

  bool is_named(const Packet& packet) const { return packet.source == name_.source && packet.serial == name_.serial; }

  Stop& stop_of(const Copy& copy) { return moment_.copies[copy.way].back(); }

  /// A head on the link between the PE of the source and its router is that of a copy, unless it is known.
  void find_new_copy(Cycle cycle) {
    const std::vector<SiteId>& sites = chip_.nodes().placement().site_of;
    if (name_.source.value >= sites.size() || sites[name_.source.value] == kNoSite) return;
    const Router& router = chip_.router(sites[name_.source.value]);
    for (Cycle due = cycle + 1; due < cycle + router.receiver().slots(); ++due) {
      const auto flit = router.receiver().flit_due(due, router.local_port());
      if (!flit || !flit->head() || !is_named(chip_.packets()[flit->packet])) continue;
      const bool is_known = std::ranges::find(copies_, flit->packet, &Copy::id) != copies_.end();
      if (!is_known) begin(flit->packet, router, flit->vc, due);
    }
  }

  void begin(PacketId id, const Router& router, Vc vc, Cycle eligible) {
    Copy copy;
    copy.id = id;
    copy.state = chip_.packets()[id].state;
    copy.way = moment_.copies.size();
    moment_.copies.emplace_back();
    arrive(copy, router, router.local_port(), vc, eligible);
    copies_.push_back(std::move(copy));
  }

  Stop& arrive(Copy& copy, const Router& router, PortId in, Vc vc, Cycle eligible) {
    copy.at = &router;
    copy.in = in;
    copy.in_vc = vc;
    copy.before = FreeChannels(router);
    Stop stop{.router = site_text(chip_, router),
              .node = node_text(chip_, router),
              .in = channel_text(router, in, vc),
              .eligible = eligible,
              .granted = {},
              .left = {},
              .out = {},
              .choices = {},
              .waits = {}};
    moment_.copies[copy.way].push_back(std::move(stop));
    return stop_of(copy);
  }

  void advance(Copy& copy, Cycle cycle) {
    if (cycle >= stop_of(copy).eligible) {
      if (leaves(copy, cycle)) return;
      wait(copy, cycle);
    }
    copy.before = FreeChannels(*copy.at);
  }

  void grant(Copy& copy, Cycle cycle, Router::Channel given) {
    Stop& stop = stop_of(copy);
    if (stop.granted) return;
    stop.granted = cycle;
    stop.out = channel_text(*copy.at, given.port, given.vc);
    stop.choices = choices_of(chip_, *copy.at, copy.id, copy.state, copy.in, copy.in_vc, copy.before, given);
  }

  /// Returns whether the head has left its router in this cycle; then the copy is on its way to the next one.
  bool leaves(Copy& copy, Cycle cycle) {
    const Router& router = *copy.at;
    for (const PortId out : router.ports()) {
      const auto flit = router.sent(out);
      if (!flit || !flit->head() || flit->packet != copy.id || router.last_in(out) != copy.in) continue;
      grant(copy, cycle, {out, flit->vc});
      stop_of(copy).left = cycle;
      copy.state = chip_.packets()[copy.id].state;
      if (out == router.local_port()) {
        copy.at = nullptr;
        return true;
      }
      const Endpoint far = router.far(out);
      arrive(copy, chip_.modules().router_at(far), far.port, flit->vc,
             cycle + router.link(out).latency() + far.pipeline);
      return true;
    }
    return false;
  }

  void wait(Copy& copy, Cycle cycle) {
    Stop& stop = stop_of(copy);
    Stop::Waiting waiting{cycle, cycle, Wait::kBehind, {}};
    const auto front = copy.at->front_flit(copy.in, copy.in_vc);
    if (!front) {  // what was on a link that is dead now
      copy.at = nullptr;
      return;
    }
    if (front->packet == copy.id) {
      const PortId out = copy.at->granted(copy.in, copy.in_vc);
      if (out != kNoPort) grant(copy, cycle, {out, copy.at->granted_vc(copy.in, copy.in_vc)});
      const InputMoment moment = input_moment(chip_, *copy.at, copy.in, copy.in_vc, copy.before);
      if (!stop.granted) stop.choices = moment.choices;
      waiting.wait = moment.wait;
      waiting.why = moment.why;
    } else {
      waiting.why = "is behind " + packet_text(chip_, front->packet).text;
    }
    const bool goes_on = !stop.waits.empty() && stop.waits.back().to + 1 == cycle &&
                         stop.waits.back().wait == waiting.wait && stop.waits.back().why == waiting.why;
    if (goes_on) {
      stop.waits.back().to = cycle;
    } else {
      stop.waits.push_back(std::move(waiting));
    }
  }

  const Chip& chip_;
  PacketName name_;
  PacketMoment moment_;
  std::vector<Copy> copies_;  // under way
  bool is_last_ = false;      // no further copy is sent
};

class Explainer final : public Instrument {
 public:
  explicit Explainer(const RunBegin& begin)
      : request_(*begin.wishes.options.find<Request>()), answer_(*request_.answer) {}

  void watch(Chip& chip) override {
    chip_ = &chip;
    if (request_.packet) follower_.emplace(chip, *request_.packet);
  }
  PacketObserver* packets(unsigned /*thread*/) override { return follower_ ? &*follower_ : nullptr; }

  void after(Cycle cycle, bool /*measured*/) override {
    if (answer_.found) return;
    const bool is_last = request_.cycle == cycle;
    if (follower_) follower_->after(cycle);
    if (request_.of_switch) note_state(cycle);
    if (request_.site || request_.node) look_at_router(cycle, is_last);
    if (!is_last && !(follower_ && !request_.cycle && follower_->is_over())) return;
    answer_.found = true;
    answer_.cycle = cycle;
    conclude_cycle();
  }
  bool ends_run() const override { return answer_.found; }

  void finish(const RunResult& result) override {
    answer_.simulated = true;
    answer_.cycles = result.cycles;
    if (answer_.found || request_.cycle || !follower_ || result.cycles == 0) return;
    answer_.cycle = result.cycles - 1;  // the packet has not ended by the end of the run
    answer_.found = true;
    conclude_cycle();
  }

 private:
  void note_state(Cycle cycle) {
    const SwitchState state = chip_->modules().switches.at(request_.of_switch->value)->state();
    if (state_ == state) return;
    since_ = cycle;
    state_ = state;
  }

  /// Returns the site that is asked for; kNoSite: the node is at none.
  SiteId site() const {
    if (request_.site) return *request_.site;
    const std::vector<SiteId>& sites = chip_->nodes().placement().site_of;
    return request_.node->value < sites.size() ? sites[request_.node->value] : kNoSite;
  }

  void look_at_router(Cycle cycle, bool is_last) {
    const SiteId now = site();
    if (now == kNoSite) return;
    const Router& router = chip_->router(now);
    if (is_last) {
      const bool knows_before = cycle == 0 || before_site_ == now;
      if (!knows_before) before_ = FreeChannels(router);  // its node has just moved: no flit was in it
      answer_.router = router_moment(*chip_, router, before_);
    } else if (cycle + 1 == request_.cycle) {
      before_ = FreeChannels(router);
      before_site_ = now;
    }
  }

  void conclude_cycle() {
    answer_.configuration = configuration_moment(*chip_);
    if (request_.of_switch) answer_.of_switch = switch_moment(*chip_, *request_.of_switch, since_);
    if (follower_) answer_.packet = follower_->moment();
  }

  const Request& request_;
  Explanation& answer_;
  const Chip* chip_ = nullptr;
  std::optional<PacketFollower> follower_;
  FreeChannels before_;  // of the router, at the end of the cycle before
  SiteId before_site_ = kNoSite;
  std::optional<SwitchState> state_;
  Cycle since_ = 0;
};

}  // namespace

}  // namespace explain

extern const InstrumentInfo kExplainer;
const InstrumentInfo kExplainer{
    .is_wanted = [](const Wishes& wishes) { return wishes.options.find<explain::Request>() != nullptr; },
    .make_first = make_instrument<explain::Explainer>,
    .for_one_thread = "an explanation needs",
    .needs_every_cycle = true,
};

}  // namespace kintsugi

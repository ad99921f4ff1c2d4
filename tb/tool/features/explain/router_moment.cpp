#include "tb/tool/features/explain/moments.hpp"

#include <algorithm>
#include <array>

#include "hw/chip/deadlock_report.hpp"
#include "models/network/text.hpp"

namespace kintsugi::explain {

namespace {

std::string in_words(const std::optional<PacketText>& packet) {
  return packet ? packet->text : "another packet";
}

/// Returns the packet whose next flit comes by an input channel: the one in front of its buffer, on its link, or
/// farther up on the channels that it has. kNoPacket if it is with its PE.
PacketId packet_behind(const Chip& chip, const Router& router, PortId in, Vc vc) {
  const Router* at = &router;
  while (true) {
    if (at->occupancy(in, vc) != 0) return at->front_packet(in, vc);
    const Cycle now = chip.clock().now();
    for (Cycle due = now + 1; due < now + at->receiver().slots(); ++due) {
      const auto flit = at->receiver().flit_due(due, in);
      if (flit && flit->vc == vc) return flit->packet;
    }
    if (in == at->local_port() || at->link(in).open()) return kNoPacket;
    const Endpoint far = at->far(in);
    at = &chip.modules().router_at(far);
    const auto holder = at->holder(far.port, vc);
    if (!holder) return kNoPacket;
    in = holder->port;
    vc = holder->vc;
  }
}

/// Explains one input channel.
class InputExplanation {
 public:
  InputExplanation(const Chip& chip, const Router& router, PortId port, Vc vc, const FreeChannels& before)
      : chip_(chip), router_(router), port_(port), vc_(vc), before_(before) {}

  InputMoment explain() {
    moment_.at = channel_text(router_, port_, vc_);
    moment_.flits = router_.occupancy(port_, vc_);
    const auto sent = sent_from(port_);
    if (sent && router_.last_vc(port_) == vc_) moment_.sent = packet_text(chip_, sent->packet);
    const auto front = router_.front_flit(port_, vc_);
    if (!front) return std::move(moment_);
    moment_.packet = packet_text(chip_, front->packet);
    moment_.flit = front->sequence;
    moment_.is_head = front->head();
    const PortId out = router_.granted(port_, vc_);
    if (!router_.branches(port_, vc_).empty()) {
      wait_for_branches();
    } else if (out == kNoPort) {
      wait_for_channel(front->packet);
    } else {
      moment_.output = channel_text(router_, out, router_.granted_vc(port_, vc_));
      wait_for_switch(out, router_.granted_vc(port_, vc_), sent);
    }
    return std::move(moment_);
  }

 private:
  void wait_for(Wait wait, std::string why) {
    moment_.wait = wait;
    moment_.why = std::move(why);
  }

  /// Returns the flit that an input port has sent in this cycle; of a fork by any of its branches.
  std::optional<Flit> sent_from(PortId in) const {
    for (const PortId out : router_.ports()) {
      if (router_.last_in(out) != in) continue;
      if (const auto flit = router_.sent(out)) return flit;
    }
    return std::nullopt;
  }

  void wait_for_branches() {
    std::string text;
    for (const ForkBranch& branch : router_.branches(port_, vc_)) {
      if (branch.granted && branch.sent > moment_.flit) continue;
      text += text.empty() ? "waits for " : " and for ";
      if (branch.granted) {
        text += in_words(channel_text(router_, branch.candidate.port, branch.vc)) +
                (branch.sent == 0 ? ", which must have room for all of it" : "");
      } else {
        text += "a channel of " + router_.port_name(branch.candidate.port);
      }
    }
    wait_for(Wait::kBranches, text.empty() ? "is leaving by all branches" : text);
  }

  void wait_for_channel(PacketId id) {
    const Packet& packet = chip_.packets()[id];
    if (packet.kind == PacketKind::kCopy) {
      return wait_for(Wait::kRouting, "has come to the front in this cycle; its branches are computed in the next one");
    }
    moment_.choices = choices_of(chip_, router_, id, packet.state, port_, vc_, before_, std::nullopt);
    if (!router_.waits_for_channel(port_, vc_)) {
      return wait_for(Wait::kRouting, "has come to the front in this cycle, and is routed in the next one");
    }
    if (moment_.choices.empty()) return wait_for(Wait::kNoWay, "the routing has no way for it from here");
    std::string text;
    for (const Choice& choice : moment_.choices) {
      text += (text.empty() ? "waits for " : ", or ") + in_words(choice.to) + " (" + words_of(choice) + ')';
    }
    wait_for(Wait::kChannel, text);
  }

  static std::string words_of(const Choice& choice) {
    switch (choice.state) {
      case Choice::State::kTaken:
        return "taken by " + in_words(choice.by);
      case Choice::State::kLost:
        return "lost in this cycle to " + in_words(choice.by);
      case Choice::State::kReleased:
        return "released in this cycle";
      case Choice::State::kNotEmpty:
        return "adaptive, and the buffer behind it is not empty";
      case Choice::State::kDeferred:
        return "for a head that has waited longer";
      case Choice::State::kOutOfTurn:
        return "free, but other heads were in turn";
      case Choice::State::kOpenEnd:
        return "leads nowhere";
      default:
        return "free";
    }
  }

  void wait_for_switch(PortId out, Vc out_vc, const std::optional<Flit>& sent) {
    if (moment_.sent) return wait_for(Wait::kTurn, "follows the flit that has left in this cycle");
    if (router_.link(out).open()) {
      return wait_for(Wait::kOpenEnd, "waits at " + in_words(*moment_.output) + ", which leads nowhere");
    }
    if (router_.credits(out, out_vc) == 0) return wait_for_credit(out, out_vc);
    if (sent) {
      return wait_for(Wait::kInput, "the input port has sent a flit of " +
                                        in_words(channel_text(router_, port_, router_.last_vc(port_))) + ", " +
                                        packet_text(chip_, sent->packet).text);
    }
    const auto offered = router_.offered(port_);
    if (offered && *offered != vc_) {
      return wait_for(Wait::kInput, "the input port has offered " + in_words(channel_text(router_, port_, *offered)) +
                                        " to the switch, " +
                                        packet_text(chip_, router_.front_packet(port_, *offered)).text);
    }
    if (const auto taken = router_.sent(out)) {
      const PortId winner = router_.last_in(out);
      return wait_for(Wait::kOutput, "the output port " + router_.port_name(out) + " has taken a flit of " +
                                         in_words(channel_text(router_, winner, router_.last_vc(winner))) + ", " +
                                         packet_text(chip_, taken->packet).text);
    }
    wait_for(Wait::kTurn, "can leave in the next cycle");
  }

  void wait_for_credit(PortId out, Vc out_vc) {
    const Endpoint& far = router_.far(out);
    const Router& there = chip_.modules().router_at(far);
    const unsigned flits = there.occupancy(far.port, out_vc);
    std::string text = "waits for a credit of " + in_words(*moment_.output) + ": " + site_text(chip_, there) + " has " +
                       counted(flits, "flit") + " in " + in_words(channel_text(there, far.port, out_vc));
    if (flits != 0) text += ", in front " + packet_text(chip_, there.front_packet(far.port, out_vc)).text;
    wait_for(Wait::kCredit, std::move(text));
  }

  const Chip& chip_;
  const Router& router_;
  PortId port_;
  Vc vc_;
  const FreeChannels& before_;
  InputMoment moment_;
};

Choice::State state_of(const Chip& chip, const Router& router, const Candidate& candidate, Vc vc, PortId in, Vc in_vc,
                       const FreeChannels& before) {
  const PortId out = candidate.port;
  if (router.link(out).open()) return Choice::State::kOpenEnd;
  if (!router.output_free(out, vc)) {
    return before.contains(out, vc) ? Choice::State::kLost : Choice::State::kTaken;
  }
  if (!before.contains(out, vc)) return Choice::State::kReleased;
  if (router.is_adaptive(out, vc) && router.credits(out, vc) < router.parameters().buffer) {
    return Choice::State::kNotEmpty;
  }
  const bool is_withheld = candidate.deferred && router.parameters().patience != 0 &&
                           router.waits_for_channel(in, in_vc) && chip.clock().now() < router.patience_end(in, in_vc);
  return is_withheld ? Choice::State::kDeferred : Choice::State::kFree;
}

void add_output(const Chip& chip, const Router& router, PortId port, const FreeChannels& before, RouterMoment& moment) {
  OutputMoment output{.port = router.port_name(port), .to = {}, .sent = {}, .rivals = {}, .channels = {}};
  if (port == router.local_port()) {
    output.to = "the PE";
  } else if (!router.link(port).open()) {
    const Endpoint& far = router.far(port);
    const Router& there = chip.modules().router_at(far);
    output.to = site_text(chip, there) + '.' + there.port_name(far.port);
  }
  if (const auto flit = router.sent(port)) {
    const PortId in = router.last_in(port);
    output.sent = {packet_text(chip, flit->packet), flit->sequence, flit->vc.value,
                   channel_text(router, in, router.last_vc(in))};
  }
  for (const InputMoment& input : moment.inputs) {
    if (input.wait == Wait::kOutput && input.output->port == output.port)
      output.rivals.push_back({input.at, *input.packet});
  }
  for (const Vc vc : router.vcs()) {
    OutputMoment::Channel channel{.channel = vc.value,
                                  .credits = {},
                                  .is_free = router.output_free(port, vc),
                                  .holder = holder_text(chip, router, port, vc)};
    if (port != router.local_port()) channel.credits = router.credits(port, vc);
    channel.is_new = !channel.is_free && before.contains(port, vc);
    output.channels.push_back(std::move(channel));
  }
  moment.outputs.push_back(std::move(output));
}

void add_arrivals(const Chip& chip, const Router& router, PortId port, RouterMoment& moment) {
  const Cycle now = chip.clock().now();
  for (Cycle due = now + 1; due < now + router.receiver().slots(); ++due) {
    const auto flit = router.receiver().flit_due(due, port);
    if (!flit) continue;
    moment.arrivals.push_back(
        {channel_text(router, port, flit->vc), packet_text(chip, flit->packet), flit->sequence, due});
  }
}

}  // namespace

std::string in_words(const ChannelText& channel) {
  return channel.port + " vc " + std::to_string(channel.channel);
}

const char* name_of(Wait wait) {
  static constexpr std::array kNames = {"none",    "turn",     "input",    "output", "credit", "channel",
                                        "routing", "branches", "open_end", "behind", "no_way"};
  return kNames.at(static_cast<std::size_t>(wait));
}

const char* name_of(Choice::State state) {
  static constexpr std::array kNames = {"free",     "taken",    "lost",  "released",   "not_empty",
                                        "deferred", "open_end", "given", "out_of_turn"};
  return kNames.at(static_cast<std::size_t>(state));
}

FreeChannels::FreeChannels(const Router& router) {
  for (const PortId port : router.ports()) {
    VcSet free = 0;
    for (const Vc vc : router.vcs()) {
      if (router.output_free(port, vc)) free |= vc_bit(vc);
    }
    free_.push_back(free);
  }
}

const std::string& site_text(const Chip& chip, const Router& router) {
  return chip.plan().site_name(chip.modules().site_of.at(router.module_index()));
}

ChannelText channel_text(const Router& router, PortId port, Vc vc) {
  return {router.port_name(port), vc.value};
}

PacketText packet_text(const Chip& chip, PacketId id) {
  const Packet& packet = chip.packets()[id];
  const Network& network = *chip.plan().network;
  PacketText text{name_of_packet(chip, id), network.node_name(packet.source), packet.serial & ~kFirstAcknowledgement,
                  std::nullopt};
  if (packet.kind != PacketKind::kCopy) text.destination = network.node_name(packet.destination);
  return text;
}

std::optional<std::string> node_text(const Chip& chip, const Router& router) {
  return router.node() == kNoNode ? std::nullopt : std::optional(chip.plan().network->node_name(router.node()));
}

std::optional<PacketText> holder_text(const Chip& chip, const Router& router, PortId port, Vc vc) {
  if (router.output_free(port, vc)) return std::nullopt;
  PacketId packet = kNoPacket;
  if (const auto holder = router.holder(port, vc)) {
    packet = packet_behind(chip, router, holder->port, holder->vc);
  } else {
    for (const PortId in : router.ports()) {
      for (const Vc in_vc : router.vcs()) {
        const auto holds = [&](const ForkBranch& branch) {
          return branch.granted && branch.candidate.port == port && branch.vc == vc;
        };
        if (std::ranges::any_of(router.branches(in, in_vc), holds)) packet = packet_behind(chip, router, in, in_vc);
      }
    }
  }
  return packet == kNoPacket ? std::nullopt : std::optional(packet_text(chip, packet));
}

InputMoment input_moment(const Chip& chip, const Router& router, PortId port, Vc vc, const FreeChannels& before) {
  return InputExplanation(chip, router, port, vc, before).explain();
}

std::vector<Choice> choices_of(const Chip& chip, const Router& router, PacketId id, RoutingState state, PortId port,
                               Vc vc, const FreeChannels& before, std::optional<Router::Channel> given) {
  Candidates candidates;
  router.add_candidates(chip.packets()[id], state, port, vc, candidates);
  std::vector<Choice> choices;
  // The serial rule leaves no channel free that a head requests.
  bool may_be_out_of_turn =
      router.parameters().allocator != AllocatorRule::kSerial && router.waits_for_channel(port, vc);
  for (const Candidate& candidate : candidates) {
    bool is_requested = false;
    for (const Vc out_vc : router.vcs()) {
      if ((candidate.vcs & vc_bit(out_vc)) == 0) continue;
      Choice choice{channel_text(router, candidate.port, out_vc),
                    state_of(chip, router, candidate, out_vc, port, vc, before), std::nullopt};
      if (given == Router::Channel{candidate.port, out_vc}) {
        choice.state = Choice::State::kGiven;
      } else {
        choice.by = holder_text(chip, router, candidate.port, out_vc);
      }
      if (may_be_out_of_turn && choice.state == Choice::State::kFree) {
        choice.state = Choice::State::kOutOfTurn;
        is_requested = true;
      }
      choices.push_back(std::move(choice));
    }
    may_be_out_of_turn = may_be_out_of_turn && !is_requested;
  }
  return choices;
}

RouterMoment router_moment(const Chip& chip, const Router& router, const FreeChannels& before) {
  RouterMoment moment{site_text(chip, router), node_text(chip, router), {}, {}, {}};
  for (const PortId port : router.ports()) {
    for (const Vc vc : router.vcs()) {
      InputMoment input = input_moment(chip, router, port, vc, before);
      if (input.flits != 0 || input.sent) moment.inputs.push_back(std::move(input));
    }
    add_arrivals(chip, router, port, moment);
  }
  for (const PortId port : router.ports()) add_output(chip, router, port, before, moment);
  return moment;
}

}  // namespace kintsugi::explain

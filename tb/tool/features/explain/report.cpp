
#include <algorithm>

#include "models/network/text.hpp"
#include "tb/tool/console/json_optional.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/features/explain/explanation.hpp"
#include "tb/tool/states/json.hpp"

namespace kintsugi::explain {

using nlohmann::ordered_json;

// nlohmann finds these by their arguments, in lists and optional values too.

static void to_json(ordered_json& json, const PacketText& packet) {
  json = {{"source", packet.source}, {"number", packet.number}, {"destination", packet.destination}};
}

static void to_json(ordered_json& json, const ChannelText& channel) {
  json = {{"port", channel.port}, {"channel", channel.channel}};
}

static void to_json(ordered_json& json, const Choice& choice) {
  json = choice.to;
  json.update({{"state", name_of(choice.state)}, {"by", choice.by}});
}

static void to_json(ordered_json& json, const InputMoment& input) {
  json = input.at;
  json.update({{"flits", input.flits},
               {"packet", input.packet},
               {"flit", input.packet ? std::optional(input.flit) : std::nullopt},
               {"sent", input.sent},
               {"output", input.output},
               {"choices", input.choices},
               {"waits", input.wait == Wait::kNone ? ordered_json() : ordered_json(name_of(input.wait))},
               {"why", text_or_null(input.why)}});
}

static void to_json(ordered_json& json, const Arrival& arrival) {
  json = arrival.at;
  json.update({{"packet", arrival.packet}, {"flit", arrival.flit}, {"eligible", arrival.eligible}});
}

static void to_json(ordered_json& json, const OutputMoment::Sent& sent) {
  json = {{"packet", sent.packet}, {"flit", sent.flit}, {"channel", sent.channel}, {"from", sent.from}};
}

static void to_json(ordered_json& json, const OutputMoment::Rival& rival) {
  json = {{"from", rival.from}, {"packet", rival.packet}};
}

static void to_json(ordered_json& json, const OutputMoment::Channel& channel) {
  json = {{"channel", channel.channel},
          {"credits", channel.credits},
          {"free", channel.is_free},
          {"holder", channel.holder},
          {"new", channel.is_new}};
}

static void to_json(ordered_json& json, const OutputMoment& output) {
  json = {{"port", output.port},
          {"to", text_or_null(output.to)},
          {"sent", output.sent},
          {"lost", output.rivals},
          {"channels", output.channels}};
}

static void to_json(ordered_json& json, const RouterMoment& router) {
  json = {{"router", router.router},
          {"node", router.node},
          {"inputs", router.inputs},
          {"arrivals", router.arrivals},
          {"outputs", router.outputs}};
}

static void to_json(ordered_json& json, const SwitchMoment::Join& join) {
  json = ordered_json::array({join.from, join.to});
}

static void to_json(ordered_json& json, const SwitchMoment::Path& path) {
  json = {{"from", path.from},
          {"from_node", path.from_node},
          {"to", text_or_null(path.to)},
          {"to_node", path.to_node},
          {"sent", path.carries}};
}

static void to_json(ordered_json& json, const SwitchMoment& moment) {
  json = {{"switch", moment.name}, {"type", moment.type},     {"value", moment.state}, {"state", moment.state_name},
          {"since", moment.since}, {"shadow", moment.shadow}, {"joins", moment.joins}, {"paths", moment.paths}};
}

static void to_json(ordered_json& json, const Stop::Waiting& waiting) {
  json = {{"from", waiting.from}, {"to", waiting.to}, {"waits", name_of(waiting.wait)}, {"why", waiting.why}};
}

static void to_json(ordered_json& json, const Stop& stop) {
  json = {{"router", stop.router},     {"node", stop.node},       {"in", stop.in},
          {"eligible", stop.eligible}, {"granted", stop.granted}, {"left", stop.left},
          {"out", stop.out},           {"choices", stop.choices}, {"waits", stop.waits}};
}

static void to_json(ordered_json& json, const PacketMoment& moment) {
  json = moment.packet;
  json.update({{"kind", moment.is_multicast ? "multicast" : "packet"},
               {"created", moment.created},
               {"injected", moment.injected},
               {"delivered", moment.delivered},
               {"dropped", nullptr},
               {"given_up", moment.given_up},
               {"copies", moment.copies}});
  if (moment.dropped) json["dropped"] = {{"cycle", moment.dropped->first}, {"reason", moment.dropped->second}};
}

namespace {

constexpr std::size_t kMostWaits = 6;  // of a router on the way of a packet, in the text

std::string with_node(const std::string& router, const std::optional<std::string>& node) {
  return router + (node && *node != router ? " (" + *node + ')' : "");
}

std::string flit_words(std::uint16_t flit) {
  return flit == 0 ? "the head" : "flit " + std::to_string(flit);
}

std::string input_words(const InputMoment& input) {
  if (!input.packet) return "empty: a flit of " + input.sent->text + " has left";
  std::string text =
      counted(input.flits, "flit") + ", in front " + flit_words(input.flit) + " of " + input.packet->text;
  if (input.output) text += ", which holds " + in_words(*input.output);
  return text + "; " + input.why;
}

std::string output_words(const OutputMoment& output) {
  if (!output.sent) return output.to.empty() ? "leads nowhere" : "sends nothing";
  const OutputMoment::Sent& sent = *output.sent;
  std::string text = flit_words(sent.flit) + " of " + sent.packet.text + " on vc " + std::to_string(sent.channel) +
                     ", from " + in_words(sent.from);
  for (std::size_t i = 0; i < output.rivals.size(); ++i) {
    text += (i == 0 ? "; not " : ", not ") + in_words(output.rivals[i].from) + ", " + output.rivals[i].packet.text;
  }
  return text;
}

std::string holder_words(const OutputMoment::Channel& channel) {
  std::string text = "taken by " + (channel.holder ? channel.holder->text : std::string("a packet with its PE"));
  if (channel.is_new) text += ", since this cycle";
  return text + (channel.credits ? ", " + counted(*channel.credits, "credit") : "");
}

void add_router(TextTable& table, const RouterMoment& router) {
  table.add({"router", with_node(router.router, router.node)});
  if (router.inputs.empty()) table.add({"inputs", "no flit"});
  for (const InputMoment& input : router.inputs) table.add({"in " + in_words(input.at), input_words(input)});
  for (const Arrival& arrival : router.arrivals) {
    table.add({"to " + in_words(arrival.at), flit_words(arrival.flit) + " of " + arrival.packet.text +
                                                 " is under way, and can leave from cycle " +
                                                 std::to_string(arrival.eligible) + " on"});
  }
  for (const OutputMoment& output : router.outputs) {
    table.add({"out " + output.port, output_words(output)});
    for (const OutputMoment::Channel& channel : output.channels) {
      if (!channel.is_free) table.add({"  vc " + std::to_string(channel.channel), holder_words(channel)});
    }
  }
}

void add_switch(TextTable& table, const SwitchMoment& moment) {
  table.add({"switch", moment.name + ", a " + moment.type});
  table.add(
      {"state", moment.state_name + " (" + std::to_string(moment.state) + "), " +
                    (moment.since == 0 ? "since cycle 0" : "since the end of cycle " + std::to_string(moment.since)) +
                    (moment.shadow == moment.state_name ? "" : "; next is " + moment.shadow)});
  const std::string joins = with_commas(moment.joins, [](const auto& each) { return each.from + " - " + each.to; });
  table.add({"joins", joins.empty() ? "nothing" : joins});
  if (moment.paths.empty()) table.add({"paths", "none"});
  for (const SwitchMoment::Path& path : moment.paths) {
    table.add({"path", with_node(path.from, path.from_node) + " to " +
                           (path.to.empty() ? "nowhere: it ends open" : with_node(path.to, path.to_node)) +
                           (path.carries ? ", with a flit in this cycle" : "")});
  }
}

std::string choice_words(const Choice& choice) {
  std::string state = name_of(choice.state);
  std::ranges::replace(state, '_', ' ');
  return in_words(choice.to) + ' ' + state +
         (choice.by ? (choice.state == Choice::State::kLost ? " to " : " by ") + choice.by->text : "");
}

void add_stop(TextTable& table, const Stop& stop) {
  std::string text = "in " + in_words(stop.in) + " from cycle " + std::to_string(stop.eligible) + " on";
  if (stop.left) text += ", out " + in_words(*stop.out) + " in cycle " + std::to_string(*stop.left);
  table.add({"at " + with_node(stop.router, stop.node), text});
  if (!stop.choices.empty()) table.add({"", "allowed: " + with_commas(stop.choices, choice_words)});
  for (std::size_t i = 0; i < stop.waits.size(); ++i) {
    if (i == kMostWaits) {
      table.add({"", "and " + counted(stop.waits.size() - i, "more reason") + " to wait; --json has all"});
      return;
    }
    const Stop::Waiting& each = stop.waits[i];
    const std::string to = each.to == each.from ? "" : " to " + std::to_string(each.to);
    table.add({"", "cycle " + std::to_string(each.from) + to + ": " + each.why});
  }
}

void add_packet(TextTable& table, const PacketMoment& moment) {
  table.add({moment.is_multicast ? "multicast" : "packet", moment.packet.text});
  if (!moment.created) table.add({"created", "not yet"});
  if (moment.created) table.add({"created", "cycle " + std::to_string(*moment.created)});
  if (moment.injected) table.add({"injected", "cycle " + std::to_string(*moment.injected)});
  if (moment.created && !moment.injected && !moment.dropped) table.add({"injected", "not yet: it is in its queue"});
  if (moment.is_multicast) {
    table.add({"way", "a tree; kintsugi run --packets FILE --route logs it, and --router explains each fork"});
  }
  for (std::size_t i = 0; i < moment.copies.size(); ++i) {
    if (moment.copies.size() > 1) table.add({"copy", std::to_string(i + 1)});
    for (const Stop& stop : moment.copies[i]) add_stop(table, stop);
  }
  if (moment.dropped) {
    const bool is_copy = moment.copies.size() > 1 || moment.delivered;
    table.add({is_copy ? "copy dropped" : "dropped",
               "cycle " + std::to_string(moment.dropped->first) + ": " + moment.dropped->second});
  }
  if (moment.given_up) table.add({"given up", "cycle " + std::to_string(*moment.given_up)});
  if (moment.delivered) table.add({"delivered", "cycle " + std::to_string(*moment.delivered)});
}

}  // namespace

ordered_json to_json(const Explanation& explanation) {
  ordered_json json = {{"cycle", explanation.cycle}};
  if (explanation.configuration) {
    json.update({{"chain", explanation.configuration->chain}, {"controller", explanation.configuration->controller}});
  }
  if (explanation.router) json.update(*explanation.router);
  if (explanation.of_switch) json.update(*explanation.of_switch);
  if (explanation.packet) json.update(*explanation.packet);
  return json;
}

std::string to_text(const Explanation& explanation) {
  TextTable table;
  table.add({"cycle", std::to_string(explanation.cycle)});
  if (explanation.configuration) {
    const auto& [chain, controller] = *explanation.configuration;
    table.add({"configuration", "chain " + chain + (controller ? ", controller " + *controller : "")});
  }
  if (explanation.router) add_router(table, *explanation.router);
  if (explanation.of_switch) add_switch(table, *explanation.of_switch);
  if (explanation.packet) add_packet(table, *explanation.packet);
  return table.text();
}

}  // namespace kintsugi::explain

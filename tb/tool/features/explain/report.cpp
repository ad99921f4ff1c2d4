#include "tb/tool/features/explain/report.hpp"

#include <algorithm>

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi::explain {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostWaits = 6;  // of a router on the way of a packet, in the text

template <class Item, class Make>
ordered_json array_of(const std::vector<Item>& items, Make make) {
  ordered_json array = ordered_json::array();
  for (const Item& item : items) array.push_back(make(item));
  return array;
}

template <class Value>
ordered_json value_or_null(const std::optional<Value>& value) {
  return value ? ordered_json(*value) : ordered_json();
}

ordered_json packet_json(const PacketText& packet) {
  return {{"source", packet.source}, {"number", packet.number}, {"destination", value_or_null(packet.destination)}};
}

ordered_json packet_json(const std::optional<PacketText>& packet) {
  return packet ? packet_json(*packet) : ordered_json();
}

ordered_json channel_json(const ChannelText& channel) {
  return {{"port", channel.port}, {"channel", channel.channel}};
}

ordered_json channel_json(const std::optional<ChannelText>& channel) {
  return channel ? channel_json(*channel) : ordered_json();
}

ordered_json choices_json(const std::vector<Choice>& choices) {
  return array_of(choices, [](const Choice& choice) {
    return ordered_json{{"port", choice.to.port},
                        {"channel", choice.to.channel},
                        {"state", name_of(choice.state)},
                        {"by", packet_json(choice.by)}};
  });
}

ordered_json input_json(const InputMoment& input) {
  return {{"port", input.at.port},
          {"channel", input.at.channel},
          {"flits", input.flits},
          {"packet", packet_json(input.packet)},
          {"flit", input.packet ? ordered_json(input.flit) : ordered_json()},
          {"sent", packet_json(input.sent)},
          {"output", channel_json(input.output)},
          {"choices", choices_json(input.choices)},
          {"waits", input.wait == Wait::kNone ? ordered_json() : ordered_json(name_of(input.wait))},
          {"why", input.why.empty() ? ordered_json() : ordered_json(input.why)}};
}

ordered_json arrival_json(const Arrival& arrival) {
  return {{"port", arrival.at.port},
          {"channel", arrival.at.channel},
          {"packet", packet_json(arrival.packet)},
          {"flit", arrival.flit},
          {"eligible", arrival.eligible}};
}

ordered_json output_json(const OutputMoment& output) {
  ordered_json json = {{"port", output.port},
                       {"to", output.to.empty() ? ordered_json() : ordered_json(output.to)},
                       {"sent", nullptr},
                       {"lost", ordered_json::array()},
                       {"channels", ordered_json::array()}};
  if (output.sent) {
    json["sent"] = {{"packet", packet_json(output.sent->packet)},
                    {"flit", output.sent->flit},
                    {"channel", output.sent->channel},
                    {"from", channel_json(output.sent->from)}};
  }
  for (const OutputMoment::Rival& rival : output.rivals) {
    json["lost"].push_back({{"from", channel_json(rival.from)}, {"packet", packet_json(rival.packet)}});
  }
  for (const OutputMoment::Channel& channel : output.channels) {
    json["channels"].push_back({{"channel", channel.channel},
                                {"credits", value_or_null(channel.credits)},
                                {"free", channel.is_free},
                                {"holder", packet_json(channel.holder)},
                                {"new", channel.is_new}});
  }
  return json;
}

ordered_json router_json(const RouterMoment& router) {
  return {{"router", router.router},
          {"node", value_or_null(router.node)},
          {"inputs", array_of(router.inputs, input_json)},
          {"arrivals", array_of(router.arrivals, arrival_json)},
          {"outputs", array_of(router.outputs, output_json)}};
}

ordered_json switch_json(const SwitchMoment& moment) {
  const auto join = [](const SwitchMoment::Join& each) { return ordered_json{each.from, each.to}; };
  const auto path = [](const SwitchMoment::Path& each) {
    return ordered_json{{"from", each.from},
                        {"from_node", value_or_null(each.from_node)},
                        {"to", each.to.empty() ? ordered_json() : ordered_json(each.to)},
                        {"to_node", value_or_null(each.to_node)},
                        {"sent", each.carries}};
  };
  return {{"switch", moment.name},
          {"type", moment.type},
          {"value", moment.state},
          {"state", moment.state_name},
          {"since", moment.since},
          {"shadow", moment.shadow},
          {"joins", array_of(moment.joins, join)},
          {"paths", array_of(moment.paths, path)}};
}

ordered_json stop_json(const Stop& stop) {
  const auto waiting = [](const Stop::Waiting& each) {
    return ordered_json{{"from", each.from}, {"to", each.to}, {"waits", name_of(each.wait)}, {"why", each.why}};
  };
  return {{"router", stop.router},
          {"node", value_or_null(stop.node)},
          {"in", channel_json(stop.in)},
          {"eligible", stop.eligible},
          {"granted", value_or_null(stop.granted)},
          {"left", value_or_null(stop.left)},
          {"out", channel_json(stop.out)},
          {"choices", choices_json(stop.choices)},
          {"waits", array_of(stop.waits, waiting)}};
}

ordered_json moment_json(const PacketMoment& moment) {
  ordered_json json = packet_json(moment.packet);
  json["kind"] = moment.is_multicast ? "multicast" : "packet";
  json["created"] = value_or_null(moment.created);
  json["injected"] = value_or_null(moment.injected);
  json["delivered"] = value_or_null(moment.delivered);
  json["dropped"] = moment.dropped ? ordered_json{{"cycle", moment.dropped->first}, {"reason", moment.dropped->second}}
                                   : ordered_json();
  json["given_up"] = value_or_null(moment.given_up);
  json["copies"] = array_of(moment.copies, [](const CopyWay& copy) { return array_of(copy.stops, stop_json); });
  return json;
}

std::string words(const ChannelText& channel) {
  return channel.port + " vc " + std::to_string(channel.channel);
}

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
  if (input.output) text += ", which holds " + words(*input.output);
  return text + "; " + input.why;
}

std::string output_words(const OutputMoment& output) {
  if (!output.sent) return output.to.empty() ? "leads nowhere" : "sends nothing";
  const OutputMoment::Sent& sent = *output.sent;
  std::string text = flit_words(sent.flit) + " of " + sent.packet.text + " on vc " + std::to_string(sent.channel) +
                     ", from " + words(sent.from);
  for (std::size_t i = 0; i < output.rivals.size(); ++i) {
    text += (i == 0 ? "; not " : ", not ") + words(output.rivals[i].from) + ", " + output.rivals[i].packet.text;
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
  for (const InputMoment& input : router.inputs) table.add({"in " + words(input.at), input_words(input)});
  for (const Arrival& arrival : router.arrivals) {
    table.add({"to " + words(arrival.at), flit_words(arrival.flit) + " of " + arrival.packet.text +
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
  std::string joins;
  for (const SwitchMoment::Join& join : moment.joins)
    joins += (joins.empty() ? "" : ", ") + join.from + " - " + join.to;
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
  return words(choice.to) + ' ' + state +
         (choice.by ? (choice.state == Choice::State::kLost ? " to " : " by ") + choice.by->text : "");
}

void add_stop(TextTable& table, const Stop& stop) {
  std::string text = "in " + words(stop.in) + " from cycle " + std::to_string(stop.eligible) + " on";
  if (stop.left) text += ", out " + words(*stop.out) + " in cycle " + std::to_string(*stop.left);
  table.add({"at " + with_node(stop.router, stop.node), text});
  std::string choices;
  for (const Choice& choice : stop.choices) choices += (choices.empty() ? "" : ", ") + choice_words(choice);
  if (!choices.empty()) table.add({"", "allowed: " + choices});
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
    for (const Stop& stop : moment.copies[i].stops) add_stop(table, stop);
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
    json["chain"] = explanation.configuration->chain;
    json["controller"] = value_or_null(explanation.configuration->controller);
  }
  if (explanation.router) json.update(router_json(*explanation.router));
  if (explanation.of_switch) json.update(switch_json(*explanation.of_switch));
  if (explanation.packet) json.update(moment_json(*explanation.packet));
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

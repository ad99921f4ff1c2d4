#include "tb/tool/scenario/traffic_reader.hpp"

#include <algorithm>
#include <array>

#include "models/network/number_in.hpp"
#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

namespace {

constexpr IntegerRange kArea{2, 65536};
constexpr IntegerRange kLevel{0, 64};
constexpr RealRange kWeight{0, 10000};

bool has_parameter(const PatternInfo& pattern, std::string_view name) {
  return std::ranges::find(pattern.parameters, name, &PatternParameter::name) != pattern.parameters.end();
}

/// Refuses a parameter of another pattern, which would be ignored.
void refuse_foreign_parameters(MapReader& map, const PatternInfo& chosen) {
  for (const PatternInfo& pattern : patterns()) {
    for (const PatternParameter& parameter : pattern.parameters) {
      const Value* value = has_parameter(chosen, parameter.name) ? nullptr : map.find(parameter.name);
      if (value == nullptr) continue;
      map.refuse_whole(parameter.name, " belongs to pattern ", pattern.name, " and has no meaning with ", chosen.name);
    }
  }
}

void read_mix(MapReader& mix, PacketLengths& flits) {
  std::vector<PacketLengths::Part> parts;
  Diagnostics& errors = mix.context().errors;
  const std::size_t errors_before = errors.size();
  for (const Value::Entry& entry : mix.value().entries) {
    PacketLengths::Part part{number_in<std::uint16_t>(entry.key).value_or(0), 0};
    if (part.flits == 0)
      errors.add(entry.where, "traffic.flits: a length must be ", to_text(kFlitsRange), ", not '", entry.key, "'");
    if (mix.real(entry.key, kWeight, part.weight)) parts.push_back(part);
  }
  if (errors.size() != errors_before) return;
  if (std::ranges::none_of(parts, [](const auto& part) { return part.weight > 0; })) {
    return errors.add(mix.value().where, "traffic.flits: at least one length needs a weight above 0");
  }
  flits = PacketLengths(std::move(parts));
}

void read_flits(MapReader& map, PacketLengths& flits) {
  map.say("flits", {.help = "length of every packet; or a mapping from length to weight: {4: 0.5, 16: 0.5}",
                    .type = "integer or mapping"});
  const Value* value = map.find("flits");
  if (value != nullptr && value->type == Value::Type::kMap) {
    map.section("flits", [&](MapReader& mix) { read_mix(mix, flits); });
    return;
  }
  std::uint16_t fixed = flits.longest();
  if (map.integer("flits", kFlitsRange, fixed)) flits = PacketLengths(fixed);
}

/// Refuses keys beside another that says all that they could say.
void refuse_beside(MapReader& map, const char* other, const char* lists, std::span<const char* const> keys) {
  map.refuse_each(keys, " has no meaning with ", map.path_of(other), ", which lists every ", lists,
                  ": give one of them");
}

/// Reads a list of nodes, each with a number of its own.
void read_node_numbers(MapReader& map, const char* key, std::span<const char* const> keys, const std::string& name,
                       std::vector<WrittenNumber>& into) {
  const Value* value = map.find(key);
  map.explain(key, {.type = "list of {node, " + std::string(keys[1]) + "}"});
  if (value == nullptr) return;
  const std::string form = "{node: 3, " + std::string(keys[1]) + ": 0.1} or [3, 0.1]";
  if (value->type != Value::Type::kList) {
    return map.context().errors.add(value->where, map.path_of(key), " must be a list, of which each part is ", name,
                                    ", ", form, ", not ", describe(*value));
  }
  read_records(map, key, *value, {keys, 2, name, form}, [&](MapReader& record) {
    WrittenNumber read;
    for (const char* needed : keys) record.require(needed, ": " + name + " is " + form);
    const bool named = record.node("node", read.node);
    record.real(keys[1], {0, 1}, read.number);
    read.path = record.path();
    if (!named) return;  // else the node is judged, whatever its number is
    read.where = (record.has(keys[1]) ? *record.find(keys[1]) : record.value()).where;
    into.push_back(std::move(read));
  });
}

constexpr auto kHotNode = std::to_array<const char*>({"node", "share"});
constexpr auto kNodeRate = std::to_array<const char*>({"node", "rate"});

void read_hotspots(MapReader& map, TrafficSection& traffic) {
  map.say("hotspots", {.otherwise = "none", .example = "[{node: 0, share: 0.1}]"});
  read_node_numbers(map, "hotspots", kHotNode, "a hot node", traffic.hotspots);
  if (map.has("hotspots")) refuse_beside(map, "hotspots", "hot node", kHotNode);
  double shares = 0;
  for (const WrittenNumber& hot : traffic.hotspots) shares += hot.number;
  if (shares <= kOneWithRounding) return;
  map.complain("hotspots", ": the shares add up to ", rounded(shares), ", and all packets are 1; lower some of them");
  traffic.hotspots.clear();
}

void read_pattern(MapReader& map, TrafficSection& traffic) {
  const bool right = map.choice("pattern", traffic_patterns(), traffic.pattern,
                                {.help = "the pattern that gives the destinations of packets"}) ||
                     !map.has("pattern");
  map.node("node", traffic.node);
  map.real("share", {0, 1}, traffic.options.share);
  read_hotspots(map, traffic);
  map.integer("k", kArea, traffic.options.k);
  map.integer("columns", kArea, traffic.options.columns, {.otherwise = "the grid of the network", .example = "4"});
  map.flag("self", traffic.options.self, {.help = "whether random destinations include the source itself"});
  map.nodes("among", traffic.among,
            {.help = "the nodes that send and receive, by name or number; all routers forward",
             .otherwise = "all nodes",
             .example = "[0, 1]"});
  for (const PatternInfo& pattern : patterns()) {
    for (const PatternParameter& parameter : pattern.parameters) {
      map.explain(parameter.name,
                  {.help = parameter.help, .condition = "only with pattern " + pattern.name, .help_is_whole = true});
    }
  }
  if (right) refuse_foreign_parameters(map, *find_pattern(traffic.pattern));
}

constexpr auto kBesideTrace =
    std::to_array<const char*>({"pattern", "rate", "rates", "flits", "self", "node", "share", "hotspots", "k",
                                "columns", "among", "workload", "flows", "burst"});
constexpr auto kBesideFlows = std::to_array<const char*>(
    {"pattern", "rate", "rates", "self", "node", "share", "hotspots", "k", "columns", "among", "workload"});

constexpr auto kNeedsRate = std::to_array<const char*>(
    {"pattern", "flits", "self", "node", "share", "hotspots", "k", "columns", "among", "burst"});

/// Refuses a key that has a meaning only with another value of `to`.
void refuse_unless(MapReader& map, const MulticastSection& multicast, std::string_view key, bool fits,
                   const std::string& with) {
  if (fits || !map.has(key)) return;
  map.refuse_whole(key, " belongs to 'to: ", with, "' and has no meaning with '", multicast.to, "'");
}

void read_multicast(MapReader& map, MulticastSection& multicast) {
  map.text("to", multicast.to, {.help = "all, random, list, or a group of the network: subtree, cluster, own_cluster"});
  map.integer("level", kLevel, multicast.level, {.help = "level of the group"});
  map.integer("size", kNodeCount, multicast.size,
              {.help = "number of members, below the number of nodes", .condition = "only with to: random"});
  map.nodes("nodes", multicast.nodes,
            {.help = "the members, by name or number", .otherwise = "none", .condition = "only with to: list"});
  map.real("rate", {0, 1}, multicast.rate, {.help = "multicasts/node/cycle"});
  map.integer("flits", kFlitsRange, multicast.flits, {.help = "length of every multicast, at most router.buffer"});
  if (!map.knows("to")) {
    for (const char* key : {"size", "nodes"}) map.find(key);
    return;
  }
  const bool random = multicast.to == "random", list = multicast.to == "list";
  refuse_unless(map, multicast, "size", random, "random");
  refuse_unless(map, multicast, "nodes", list, "list");
  if (!list) return;
  map.require("nodes", ": the members, by name or number");
  const Value* nodes = map.find("nodes");
  if (nodes != nullptr && nodes->type == Value::Type::kList && nodes->items.empty()) {
    map.context().errors.add(nodes->where, map.path_of("nodes"), " is empty; a multicast needs at least one member");
  }
}

/// Reads which packets there are; read_classes() reads their classes.
void read_packets(MapReader& map, TrafficSection& traffic) {
  map.say("multicast", {.help = "multicasts beside the other packets", .otherwise = "none", .example = "{}"});
  map.section("multicast", [&traffic](MapReader& inner) { read_multicast(inner, traffic.multicast.emplace()); });
  map.say("trace", {.help = "a trace file with all packets",
                    .otherwise = "none",
                    .type = "path of a file",
                    .condition = "not together with other keys of traffic but multicast",
                    .example = "packets.trace"});
  read_replies(map, traffic.reply);
  if (map.has("trace")) {
    refuse_beside(map, "trace", "packet", kBesideTrace);
    map.file("trace", traffic.trace);
    return;
  }
  read_flows(map, traffic.flows);
  read_burst(map, traffic);
  if (traffic.flows) {
    refuse_beside(map, "flows", "flow", kBesideFlows);
    return read_flits(map, traffic.flits);
  }
  read_pattern(map, traffic);
  map.real("rate", kTrafficRates, traffic.rate, {.help = "flits/node/cycle that the nodes create"});
  map.say("rates", {.help = "nodes whose rate is another", .otherwise = "none", .example = "[{node: 0, rate: 0.1}]"});
  read_node_numbers(map, "rates", kNodeRate, "the rate of a node", traffic.rates);
  read_flits(map, traffic.flits);
  read_workload(map, traffic.workload);
  if (traffic.workload && !map.has("rate")) {
    traffic.rate = 0;
    if (!map.has("rates")) {
      map.refuse_each(kNeedsRate, " describes traffic beside ", map.path_of("workload"),
                      ", and there is none; give its ", map.path_of("rate"));
    }
  }
  check_peaks(map, traffic);
}

}  // namespace

void read_traffic(MapReader& map, TrafficSection& traffic) {
  read_packets(map, traffic);
  read_classes(map, traffic);
}

}  // namespace kintsugi

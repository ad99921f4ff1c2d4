#include "tb/tool/setup/setup.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "models/network/limits.hpp"
#include "models/network/nearest.hpp"
#include "models/network/node_names.hpp"
#include "models/network/text.hpp"
#include "models/traffic/flow_file.hpp"
#include "models/traffic/placed_pattern.hpp"
#include "tb/tool/scenario/mistakes_of_file.hpp"
#include "tb/tool/setup/foreign_format.hpp"
#include "tb/tool/setup/node_finder.hpp"

namespace kintsugi {

namespace {

/// Returns whether a node is among those of a list; adds an error if not.
bool is_among(const WrittenNode& written, NodeId node, std::span<const NodeId> list, const std::string& key,
              Diagnostics& errors) {
  if (std::ranges::find(list, node) != list.end()) return true;
  errors.add(written.where, key, ": '", written.word,
             "' is not among the nodes of traffic.among; name one of them, or add it there");
  return false;
}

/// The nodes of a pattern: all of the network, or those that the scenario lists.
struct Senders {
  const std::vector<NodeId>* among = nullptr;  ///< null: all

  /// Returns the place of a node, which is one of them.
  std::uint32_t place_of(NodeId node) const {
    if (among == nullptr) return node.value;
    return static_cast<std::uint32_t>(std::ranges::find(*among, node) - among->begin());
  }
};

/// Returns the nodes of a list of numbers, which must be different and senders, with their numbers; after an error
/// without those that are wrong.
std::vector<NodeRate> find_numbers(std::span<const WrittenNumber> list, const NodeFinder& nodes, const Senders& senders,
                                   Diagnostics& errors) {
  std::vector<NodeRate> found;
  std::set<NodeId> seen;
  for (const WrittenNumber& written : list) {
    const std::string key = written.path + ".node";
    const auto node = nodes.find_pe(written.node, key);
    if (!node || (senders.among != nullptr && !is_among(written.node, *node, *senders.among, key, errors))) continue;
    found.push_back({*node, written.number});
    if (!seen.insert(*node).second) {
      errors.add(written.node.where, key, ": ", written.node.word, " comes twice; leave one out");
    }
  }
  return found;
}

/// Puts the hot nodes into the options of a pattern. The first node, if none is named.
void find_hot_nodes(const TrafficSection& traffic, const NodeFinder& nodes, const Senders& senders,
                    PatternOptions& options, Diagnostics& errors) {
  for (const NodeRate& hot : find_numbers(traffic.hotspots, nodes, senders, errors)) {
    options.hot.push_back({senders.place_of(hot.node), hot.rate});
  }
  const auto node = traffic.node ? nodes.find_pe(*traffic.node, "traffic.node") : std::nullopt;
  if (!node || (senders.among != nullptr && !is_among(*traffic.node, *node, *senders.among, "traffic.node", errors)))
    return;
  options.node = senders.place_of(*node);
}

/// Refuses a rate of its own for a node that sends nothing.
void check_senders(const TrafficSection& traffic, std::span<const NodeRate> rates, const TrafficPattern& pattern,
                   Diagnostics& errors) {
  for (std::size_t i = 0; i < rates.size(); ++i) {
    if (rates[i].rate == 0 || pattern.sends(rates[i].node)) continue;
    const WrittenNumber& written = traffic.rates[i];
    errors.add(written.node.where, written.path, ".node: '", written.node.word, "' sends no packet with pattern ",
               traffic.pattern, "; leave its rate out");
  }
}

std::unique_ptr<BernoulliTraffic> make_pattern(const Scenario& scenario, const Network& network, Diagnostics& errors) {
  const TrafficSection& traffic = *scenario.traffic;
  const PatternInfo& info = *find_pattern(traffic.pattern);
  PatternOptions options = traffic.options;
  const std::size_t errors_before = errors.size();
  const NodeFinder nodes(network, errors);
  const bool names_senders = scenario.positions.contains("traffic.among");
  const std::vector<NodeId> list =
      names_senders ? nodes.find(traffic.among, "traffic.among", true) : network.nodes_with_pe();
  // What was refused of these has left its default, by which nothing is judged.
  if (errors.size() != errors_before || !scenario.knows({"traffic.pattern", "traffic.node", "traffic.among"})) {
    return nullptr;
  }
  const Senders senders{names_senders || !network.all_have_pes() ? &list : nullptr};
  find_hot_nodes(traffic, nodes, senders, options, errors);
  const std::vector<NodeRate> rates = find_numbers(traffic.rates, nodes, senders, errors);
  const bool is_whole =
      scenario.knows({"traffic.share", "traffic.hotspots", "traffic.k", "traffic.columns", "traffic.self",
                      "traffic.rate", "traffic.rates", "traffic.burst", "traffic.flits"});
  if (errors.size() != errors_before || !is_whole) return nullptr;
  auto pattern = senders.among != nullptr ? make_among(info, options, network, list) : info.make(network, options);
  check_senders(traffic, rates, *pattern, errors);
  return std::make_unique<BernoulliTraffic>(std::move(pattern), traffic.flits, traffic.rate, rates, traffic.burst);
}

std::unique_ptr<BernoulliTraffic> build_pattern(const Scenario& scenario, const Network& network, Diagnostics& errors) {
  try {
    return make_pattern(scenario, network, errors);
  } catch (const PatternError& error) {
    const std::string path = "traffic." + error.parameter();
    const bool unfit = error.parameter() == "pattern";
    scenario.complain(errors, path, ": ", error.what(),
                      (unfit ? "; valid here: " + with_commas(patterns_for(network)) : ""));
    return nullptr;
  }
}

/// Without a network no word is known to be the name of a node: only the rest of the lines is checked.
std::vector<TracePacket> read_trace(const Scenario& scenario, const Network* network, const BeginPart& progress,
                                    Diagnostics& errors) {
  const std::filesystem::path& path = *scenario.traffic->trace;
  std::optional<NodeNames> names;
  if (network != nullptr) names.emplace(*network);
  TraceParser parser = names ? TraceParser(*names) : TraceParser();
  const auto take = [&parser](std::string_view part) { parser.take(part); };
  const bool is_read = read_named_file({path, scenario.where("traffic.trace"), "the trace"}, kTraceLimit, take,
                                       progress, errors, "cannot read the trace ");
  if (!is_read) return {};
  TraceFile trace = parser.finish();
  add_mistakes(path.string(), trace.mistakes, errors, trace.more_mistakes);
  return std::move(trace.packets);
}

FlowFile read_flow_file(const Scenario& scenario, const Network& network, const BeginPart& progress,
                        Diagnostics& errors) {
  const std::filesystem::path& path = *scenario.traffic->flows->file;
  std::string text;
  const auto take = [&text](std::string_view part) { text += part; };
  const bool is_read = read_named_file({path, scenario.where("traffic.flows"), "the flows"}, kFlowLimit, take, progress,
                                       errors, "cannot read the flows ");
  if (!is_read) return {};
  auto read = read_flows(text, NodeNames(network));
  if (FlowFile* const file = std::get_if<FlowFile>(&read)) return std::move(*file);
  add_mistakes(path.string(), std::get<std::vector<FileMistake>>(std::move(read)), errors);
  return {};
}

std::vector<Flow> find_flows(const std::vector<WrittenFlow>& list, const Network& network, Diagnostics& errors) {
  const NodeFinder nodes(network, errors);
  std::vector<Flow> flows;
  for (const WrittenFlow& written : list) {
    const auto find = [&](const WrittenNode& node, const char* key) {
      return node.where == Where() ? std::nullopt : nodes.find_pe(node, written.path + key);
    };
    const auto source = find(written.source, ".source");
    const auto destination = find(written.destination, ".destination");
    if (!source || !destination) continue;
    flows.push_back(written.flow);
    flows.back().source = *source;
    flows.back().destination = *destination;
  }
  return flows;
}

/// Refuses a flow of a class that traffic.classes does not have. A list in the scenario has no lines.
void check_classes(const Scenario& scenario, const FlowFile& file, Diagnostics& errors) {
  const auto& classes = scenario.traffic->classes;
  if (!scenario.knows({"traffic.classes"})) return;
  const unsigned count = classes ? classes->count : 1;
  const auto is_wrong = [count](const Flow& flow) { return flow.priority_class >= count; };
  const auto wrong = std::ranges::find_if(file.flows, is_wrong);
  if (wrong == file.flows.end()) return;
  const auto index = static_cast<std::size_t>(wrong - file.flows.begin());
  const std::string needed = std::to_string(wrong->priority_class + 1);
  const std::string what = " has class " + std::to_string(wrong->priority_class) +
                           (classes ? joined(", and traffic.classes.count is ", count, ": give it at least ", needed)
                                    : ", and the scenario has no classes: give traffic.classes: {count: " +
                                          std::to_string(std::max(wrong->priority_class + 1, 2)) + "}");
  if (file.lines.empty()) {
    return scenario.complain(errors, "traffic.flows", ": flow ", index + 1, what);
  }
  errors.add({scenario.traffic->flows->file->string(), file.lines[index], 1}, "the flow", what);
}

std::unique_ptr<const FlowTraffic> build_flows(const Scenario& scenario, const Network& network,
                                               const BeginPart& progress, Diagnostics& errors) {
  const FlowsSection& section = *scenario.traffic->flows;
  const std::size_t errors_before = errors.size();
  FlowFile file = section.file ? read_flow_file(scenario, network, progress, errors)
                               : FlowFile{find_flows(section.list, network, errors), {}};
  if (errors.size() != errors_before || !scenario.knows({"traffic.flows", "traffic.scale", "traffic.flits"})) {
    return nullptr;
  }
  check_classes(scenario, file, errors);
  if (errors.size() != errors_before) return nullptr;
  std::vector<Flow>& flows = file.flows;
  for (Flow& flow : flows) flow.rate *= section.scale;
  const auto nodes = static_cast<std::uint32_t>(network.nodes());
  const Where where = scenario.where("traffic.flows");
  const auto& burst = scenario.traffic->burst;
  try {
    return std::make_unique<const FlowTraffic>(std::move(flows), scenario.traffic->flits, nodes, burst);
  } catch (const FlowTraffic::OverloadError& error) {
    const auto& [node, from, rate] = error.overload();
    const std::string in_bursts = burst ? ", in bursts (traffic.burst) " + rounded(rate * burst->factor()) + ',' : ",";
    errors.add(where, "traffic.flows: the flows of node ", network.node_name(node), " have together ", rounded(rate),
               " flits/cycle from cycle ", from, " on", in_bursts,
               " and a PE injects at most 1; lower their rates, or traffic.scale",
               (burst ? ", or give longer bursts or shorter pauses" : ""));
  } catch (const std::length_error& error) {
    errors.add(where, "traffic.flows: ", error.what(), "; let more of them share a cycle");
  }
  return nullptr;
}

/// Returns the name of the group around the source itself.
std::string own(const MulticastGroups& groups) {
  return "own_" + groups.name();
}

/// Returns the destinations that a multicast can have on this network.
std::vector<std::string> valid_addressees(const MulticastGroups* groups) {
  std::vector<std::string> names = {"all", "random", "list"};
  if (groups != nullptr) names.push_back(groups->name());
  if (groups != nullptr && groups->has_broadcast()) names.push_back(own(*groups));
  return names;
}

/// Refuses a level beside addressees that are no group; names the groups that this network has.
void refuse_level_without_group(const Scenario& scenario, const MulticastGroups* groups, Diagnostics& errors) {
  const std::string key = "traffic.multicast.level";
  const std::string& to = scenario.traffic->multicast->to;
  if (!scenario.positions.contains(key) || (to != "all" && to != "random" && to != "list")) return;
  std::string with = "groups of nodes, which this network does not have,";
  if (groups != nullptr) with = "'to: " + groups->name() + "'";
  if (groups != nullptr && groups->has_broadcast()) with += " and 'to: " + own(*groups) + "'";
  const Where where = scenario.where(key);
  errors.add_in_place_of({where}, where, key + " belongs to " + with + " and has no meaning with '" + to + "'");
}

Addressees build_addressees(const Scenario& scenario, const Design& design, Diagnostics& errors) {
  const MulticastSection& multicast = *scenario.traffic->multicast;
  const auto nodes = static_cast<std::uint32_t>(design.network().nodes());
  std::shared_ptr<const MulticastGroups> groups = design.multicast_groups();
  if (!scenario.knows({"traffic.multicast.to", "traffic.multicast.level", "traffic.multicast.size"})) return {};
  refuse_level_without_group(scenario, groups.get(), errors);
  if (multicast.to == "all") return address_all(nodes);
  if (multicast.to == "list") {
    return address_list(NodeFinder(design.network(), errors).find(multicast.nodes, "traffic.multicast.nodes"));
  }
  if (multicast.to == "random") {
    if (multicast.size >= 1 && multicast.size < nodes) return address_random(nodes, multicast.size);
    scenario.complain(errors, "traffic.multicast.size", " must be ", to_text(IntegerRange{1, nodes - 1}),
                      ", the other nodes, not '", multicast.size, "'");
    return {};
  }
  const bool to_own = goes_to_own_group(scenario, design);
  if (!to_own && (groups == nullptr || groups->name() != multicast.to)) {
    scenario.complain(errors, "traffic.multicast.to", ": unknown name '", multicast.to, "'",
                      suggestion(multicast.to, valid_addressees(groups.get())));
    return {};
  }
  const unsigned lowest = to_own ? 1 : 0;
  if (multicast.level < lowest || multicast.level > groups->highest_level()) {
    scenario.complain(errors, "traffic.multicast.level", " must be ",
                      to_text(IntegerRange{lowest, groups->highest_level()}), ", not '", multicast.level, "'");
    return {};
  }
  if (to_own) {
    return address_own([groups, level = multicast.level](NodeId source) { return groups->around(source, level); });
  }
  return address_groups(nodes, [groups, level = multicast.level](NodeId source, NodeId node) {
    return groups->members(source, node, level);
  });
}

std::unique_ptr<MulticastTraffic> build_multicasts(const Scenario& scenario, const Design& design,
                                                   Diagnostics& errors) {
  const MulticastSection& multicast = *scenario.traffic->multicast;
  if (!design.network().all_have_pes()) {
    scenario.complain(errors, "traffic.multicast",
                      ": every node sends multicasts, and this network has routers without a PE; leave it out, or give "
                      "every router a PE");
  }
  if (multicast.flits > scenario.router.buffer &&
      scenario.knows({"traffic.multicast.flits", "router.buffer", "router.preset"})) {
    scenario.complain(errors, "traffic.multicast.flits", ": ", multicast.flits, " flits do not fit into a buffer of ",
                      scenario.router.buffer,
                      " (router.buffer), and a copy is passed on only where all of it fits; send shorter packets, or "
                      "give the routers deeper buffers");
  }
  return std::make_unique<MulticastTraffic>(
      MulticastTraffic{build_addressees(scenario, design, errors), multicast.flits, GeometricGaps(multicast.rate)});
}

}  // namespace

bool goes_to_own_group(const Scenario& scenario, const Design& design) {
  const auto groups = design.multicast_groups();
  return groups != nullptr && groups->has_broadcast() && scenario.traffic->multicast->to == own(*groups);
}

TrafficSetup build_traffic(const Scenario& scenario, const Design* design, Diagnostics& errors,
                           const BeginPart& progress) {
  const Network* network = design != nullptr ? &design->network() : nullptr;
  TrafficSetup setup;
  if (scenario.traffic->multicast && design != nullptr) setup.multicasts = build_multicasts(scenario, *design, errors);
  if (scenario.traffic->trace) {
    setup.trace = read_trace(scenario, network, progress, errors);
  } else if (scenario.traffic->flows) {
    if (network != nullptr) setup.flows = build_flows(scenario, *network, progress, errors);
  } else if (network != nullptr && scenario.traffic->draws()) {
    setup.drawn = build_pattern(scenario, *network, errors);
  }
  if (const auto& classes = scenario.traffic->classes; classes && scenario.knows({"traffic.classes"})) {
    setup.classes = PriorityClasses{classes->count, classes->strict, std::nullopt};
    if (setup.drawn) {
      const std::vector<double> even(classes->count, 1);
      setup.classes->shares.emplace(classes->shares.empty() ? even : classes->shares);
    }
  }
  if (const auto& reply = scenario.traffic->reply) {
    setup.replies = ReplyTraffic{.flits = reply->flits, .service = reply->service, .window = reply->window};
    if (reply->own_channels) setup.replies->reply_state = 1;  // MessageClasses::initial_state(1)
  }
  return setup;
}

std::vector<std::unique_ptr<PacketSource>> TrafficSetup::sources(std::uint32_t nodes, std::uint64_t seed, Cycle begin,
                                                                 Cycle end) const {
  std::vector<std::unique_ptr<PacketSource>> all;
  if (is_trace()) all = replay(trace, nodes, begin, end);
  for (std::uint32_t node = 0; node < nodes && flows; ++node) {
    all.push_back(std::make_unique<FlowSource>(NodeId{node}, *flows, seed, begin, end));
  }
  for (std::uint32_t node = 0; node < nodes && drawn; ++node) {
    all.push_back(make_source(NodeId{node}, *drawn, seed, begin, end));
  }
  for (std::uint32_t node = 0; node < nodes && classes && classes->shares; ++node) {
    all[node] = std::make_unique<ClassedSource>(std::move(all[node]), NodeId{node}, *classes->shares, seed);
  }
  for (std::uint32_t node = 0; node < nodes && replies; ++node) {
    all[node] = std::make_unique<ReplyingSource>(std::move(all[node]), *replies, end);
  }
  for (std::uint32_t node = 0; node < nodes && multicasts; ++node) {
    auto own = std::make_unique<MulticastSource>(NodeId{node}, *multicasts, seed, begin, end);
    all[node] = std::make_unique<MergedSource>(std::move(all[node]), std::move(own));
  }
  return all;
}

Cycle TrafficSetup::end_of_trace() const {
  Cycle last = 0;
  for (const TracePacket& packet : trace) last = std::max(last, packet.cycle);
  return last + 1;
}

std::size_t TrafficSetup::too_late(Cycle begin, Cycle end) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(trace, [&](const TracePacket& packet) { return begin + packet.cycle >= end; }));
}

std::size_t TrafficSetup::packets_due(Cycle begin, Cycle end, std::span<const NodeId> dead) const {
  return static_cast<std::size_t>(std::ranges::count_if(trace, [&](const TracePacket& packet) {
    return begin + packet.cycle < end && std::ranges::find(dead, packet.source) == dead.end();
  }));
}

std::size_t TrafficSetup::packets_of(std::span<const NodeId> nodes) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      trace, [&](const TracePacket& packet) { return std::ranges::find(nodes, packet.source) != nodes.end(); }));
}

}  // namespace kintsugi

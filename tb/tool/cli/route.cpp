/// `kintsugi route`: the way of a packet through a network, hop by hop, or all ways that a routing allows.

#include "models/routing/route.hpp"
#include "models/network/node_names.hpp"
#include "models/network/text.hpp"
#include "models/registry/routings.hpp"
#include "models/routing/allowed_routes.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/picture/picture.hpp"
#include "tb/tool/run/network_notes.hpp"
#include "tb/tool/run/routing_tables.hpp"

namespace kintsugi::cli {

namespace {

using nlohmann::ordered_json;

constexpr IntegerRange kListedRange{1, 100'000};

struct RouteCommand {
  CommonOptions common;
  std::string from;
  std::string to;
  bool all = false;
  std::size_t most = 100;  ///< routes in the table of --all
  std::optional<std::filesystem::path> svg;
};

struct Ends {
  NodeId from;
  NodeId to;
};

/// What is asked for: a routing in a network, and two nodes.
struct Question {
  const Network* network;
  const RoutingRelation* relation;
  Ends ends;
};

/// Throws InputError with all words that are no nodes.
Ends find_ends(const Network& network, const RouteCommand& command) {
  const NodeNames names(network);
  Diagnostics errors;
  const auto find = [&](const std::string& word, const char* argument) {
    const auto node = names.find(word);
    if (!node) errors.add({argument, 0, 0}, names.refusal(word));
    return node.value_or(NodeId{0});
  };
  const Ends ends{find(command.from, "FROM"), find(command.to, "TO")};
  errors.raise();
  return ends;
}

ordered_json channel_list(VcSet vcs) {
  ordered_json list = ordered_json::array();
  for (unsigned vc = 0; vc < kMaxVcs; ++vc) {
    if ((vcs & vc_bit(vc)) != 0) list.push_back(vc);
  }
  return list;
}

/// "1, 2"
std::string channels(VcSet vcs) {
  return with_commas(channel_list(vcs), [](const ordered_json& vc) { return vc.dump(); });
}

ordered_json to_json(const Network& network, NodeId node) {
  return {{"node", node.value}, {"name", network.node_name(node)}};
}

std::string kind_of(const Network& network, PortRef port) {
  return network.kinds()[network.kind_at(port).index()];
}

std::string port_name(const Network& network, PortRef port) {
  return network.ports(port.node)[port.port.index()];
}

/// The keys that a hop of one route has in common with one of all routes.
ordered_json link_json(const Network& network, PortRef out, PortRef in) {
  return {{"at", network.node_name(out.node)},
          {"port", port_name(network, out)},
          {"link", kind_of(network, out)},
          {"to", network.node_name(in.node)},
          {"arrival_port", port_name(network, in)}};
}

/// "x1.y1 (node 9)"
std::string named(const Network& network, NodeId node) {
  return network.node_name(node) + " (node " + std::to_string(node.value) + ')';
}

Report begin(const Question& question, const Setup& setup) {
  const auto& [network, relation, ends] = question;
  Report report;
  add_network_name(setup, report);
  add_routing_name(*relation, relation->name(), setup, report);
  report.json["from"] = to_json(*network, ends.from);
  report.json["to"] = to_json(*network, ends.to);
  TextTable table;
  table.add({"network", network->name()});
  add_notes(setup.design->notes(), table);
  table.add({"routing", setup.described(relation->name()) + ", " + counted(relation->vcs(), "virtual channel")});
  table.add({"from", named(*network, ends.from)});
  table.add({"to", named(*network, ends.to)});
  report.text = table.text();
  return report;
}

/// Adds the route of an idle network. Returns whether it arrives.
bool add_route(const Question& question, const std::vector<RouteHop>& hops, Report& report) {
  const Network& network = *question.network;
  const bool arrives = hops.empty() ? question.ends.from == question.ends.to : hops.back().in.node == question.ends.to;
  report.json["delivered"] = arrives;
  report.json["hops"] = hops.size();
  report.json["route"] = ordered_json::array();
  TextTable table;
  if (!hops.empty()) table.add({"hop", "at", "port", "link", "channel", "state", "to", "arrives by"});
  for (std::size_t i = 0; i < hops.size(); ++i) {
    const RouteHop& hop = hops[i];
    ordered_json json = link_json(network, hop.out, hop.in);
    json["channel"] = hop.vc.value;
    json["state"] = hop.state;
    report.json["route"].push_back(std::move(json));
    table.add({std::to_string(i + 1), network.node_name(hop.out.node), port_name(network, hop.out),
               kind_of(network, hop.out), std::to_string(hop.vc.value), std::to_string(hop.state),
               network.node_name(hop.in.node), port_name(network, hop.in)});
  }
  report.text += "hops     " + std::to_string(hops.size()) + (arrives ? "\n" : ", and no way on\n");
  if (!hops.empty()) report.text += '\n' + table.text();
  return arrives;
}

std::string number_of(std::uint64_t count) {
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  return count == kMost ? "2^64 or more" : std::to_string(count);
}

/// "e s s": the ports of a route; channels are added where not all of them may be taken.
std::string ports_of(const Network& network, const AllowedRoute& route, VcSet all) {
  return with_between("  ", route.hops, [&](const AllowedHop& hop) {
    return port_name(network, hop.out) + (hop.vcs == all ? "" : " (" + channels(hop.vcs) + ')');
  });
}

ordered_json to_json(const Network& network, const AllowedRoute& route) {
  ordered_json json{{"hops", route.hops.size()}, {"delivered", route.delivered}, {"route", ordered_json::array()}};
  for (const AllowedHop& hop : route.hops) {
    ordered_json each = link_json(network, hop.out, hop.in);
    each["channels"] = channel_list(hop.vcs);
    json["route"].push_back(std::move(each));
  }
  return json;
}

AllowedRoutes find_routes(const Question& question, std::size_t most) {
  const auto& [network, relation, ends] = question;
  try {
    return allowed_routes(*network, *relation, ends.from, ends.to, most);
  } catch (const std::length_error& error) {
    refuse("--all", std::string(error.what()) + "; choose nodes that are nearer to each other");
  }
}

/// "3 to 9 hops", "14 hops"
std::string hops_of(const AllowedRoutes& routes) {
  const std::string longest = counted(routes.longest, "hop");
  return routes.shortest == routes.longest ? longest : std::to_string(routes.shortest) + " to " + longest;
}

/// Adds all routes. Returns whether every packet arrives.
bool add_routes(const Question& question, const AllowedRoutes& routes, Report& report) {
  const Network& network = *question.network;
  report.json["routes"] = {{"count", routes.count},        {"delivered", routes.delivered},
                           {"shortest", routes.shortest},  {"longest", routes.longest},
                           {"endless", routes.endless},    {"listed", routes.listed.size()},
                           {"list", ordered_json::array()}};
  if (routes.endless) {
    report.text += "\nroutes   without end: a packet can come to the same place again and again\n";
    return false;
  }
  TextTable table;
  table.add({"route", "hops", "ports (channels, where not all may be taken)"});
  for (std::size_t i = 0; i < routes.listed.size(); ++i) {
    const AllowedRoute& route = routes.listed[i];
    report.json["routes"]["list"].push_back(to_json(network, route));
    table.add({std::to_string(i + 1), std::to_string(route.hops.size()) + (route.delivered ? "" : ", no way on"),
               ports_of(network, route, all_vcs(question.relation->vcs()))});
  }
  report.text += "\nroutes   " + number_of(routes.count);
  if (routes.delivered != routes.count) report.text += ", of which " + number_of(routes.delivered) + " arrive";
  if (routes.delivered != 0) report.text += "; " + hops_of(routes);
  if (routes.listed.size() < routes.count) report.text += "; the first " + std::to_string(routes.listed.size()) + ':';
  report.text += "\n\n" + table.text();
  return routes.delivered == routes.count;
}

std::vector<PortRef> outs(const std::vector<RouteHop>& hops) {
  return each_of(hops, &RouteHop::out);
}

/// Returns the hops that the same routing would take if no node and no link were dead.
std::vector<PortRef> faultless_hops(const Setup& setup, Ends ends) {
  if (setup.table) return outs(route_hops(setup.network(), *setup.table, ends.from, ends.to));
  const RoutingInfo& routing = setup.routing;
  const auto relation = make_routing(*setup.design, routing.name, routing.default_vcs, setup.weights);
  return outs(route_hops(setup.network(), *relation, ends.from, ends.to));
}

/// Adds what is dead, and the way that the packet would take without that if it is another one.
void add_dead_parts(const Setup& setup, Ends ends, picture::RouteSubject& subject) {
  if (setup.fabric || setup.defects.empty()) return;
  subject.defects = setup.defects;
  const std::vector<PortRef> faultless = faultless_hops(setup, ends);
  if (faultless == subject.hops) {
    subject.facts.push_back("the dead nodes and links are not on its way");
    return;
  }
  subject.faultless = faultless;
  subject.facts.push_back("dashed: the way without dead nodes and links, " + counted(faultless.size(), "hop"));
}

void draw(const RouteCommand& command, const Setup& setup, const Question& question, const std::vector<RouteHop>& hops,
          const AllowedRoutes& routes, OutputDirectory& directory, Report& report) {
  if (!command.svg) return;
  const auto& [network, relation, ends] = question;
  picture::RouteSubject subject{{.network = network}, ends.from, ends.to};
  subject.title = network->name() + ": " + network->node_name(ends.from) + " to " + network->node_name(ends.to);
  subject.facts = {"routing " + relation->name() + ", " + counted(hops.size(), "hop")};
  subject.hops = outs(hops);
  for (const AllowedRoute& route : routes.listed) {
    for (const AllowedHop& hop : route.hops) subject.others.push_back(hop.out);
  }
  if (command.all) {
    subject.facts.front() +=
        "; thin: the hops of " + counted(routes.listed.size(), "allowed route") + " out of " + number_of(routes.count);
  }
  add_dead_parts(setup, ends, subject);
  directory.write_elsewhere(*command.svg, if_not_too_large("--svg", [&] { return picture::to_svg(subject); }));
  directory.commit();
  add_written(report, "svg", "\npicture  ", *command.svg);
}

int route_command(const RouteCommand& command) {
  const Input input = load_network(command.common);
  const auto& [scenario, setup] = input;
  OutputDirectory directory({}, files_of_options({{"--svg", command.svg, kPictureForm}}), files_of(scenario));
  const Question question{&setup.network(), setup.relation.get(), find_ends(setup.network(), command)};
  const auto& [network, relation, ends] = question;
  make_tables(*relation, progress_style(command.common), std::cerr);
  Report report = begin(question, setup);
  const std::vector<RouteHop> hops = route_hops(*network, *relation, ends.from, ends.to);
  bool arrives = add_route(question, hops, report);
  AllowedRoutes routes;
  if (command.all && ends.from != ends.to) {
    routes = find_routes(question, command.most);
    arrives = add_routes(question, routes, report) && arrives;
  }
  if (scenario.link.reach) add_longest_link_as_repaired(input, command.common, report);
  draw(command, setup, question, hops, routes, directory, report);
  return print(std::move(report), command.common, arrives);
}

}  // namespace

void add_route(CLI::App& app, Action& action) {
  auto [command, options] = add_command<RouteCommand>(
      app, action, "route", "show the way of a packet hop by hop, or all ways that are allowed", route_command);
  add_network(command, options.common);
  add_argument(command, "FROM", options.from, "the node that sends, by its number or its name");
  add_argument(command, "TO", options.to, "the node that receives, by its number or its name");
  add_routing(command, options.common, "use this routing, not that of the scenario");
  command.add_flag("--all", options.all,
                   "show all routes that a packet can be given too, not only the one that it takes in an idle network");
  add_integer(command, "--list", kListedRange, options.most, "list at most so many routes for --all");
  add_svg(command, "--svg", options.svg, "a picture",
          "draw the network with this route, its detour around dead nodes, and the hops of --all");
  add_report_options(command, options.common);
  describe_end(command,
               {.examples = {"kintsugi route '{kind: srt1d, n: 5}' 1 14 --svg out/route.svg",
                             "kintsugi route '{kind: srt2d, n: 3}' x1.y1 x6.y3 --routing minimal-adaptive --all"},
                .pages = "tb/tool/scenario/README.md has the keys of a network; kintsugi list prints the "
                         "networks with their parameters and routings",
                .failed_check = "a packet can come to a node where the routing has no way on, or never arrive"});
}

}  // namespace kintsugi::cli

/// `kintsugi topo`: the metrics of a network, the hop counts of a routing, the published tables, the graph.
#include <algorithm>

#include "models/network/metrics.hpp"
#include "models/network/nearest.hpp"
#include "models/network/text.hpp"
#include "models/random/sample.hpp"
#include "models/registry/families.hpp"
#include "models/routing/route.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/topo_parts.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/run/network_notes.hpp"
#include "tb/tool/run/routing_tables.hpp"

namespace kintsugi::cli {

namespace {

using nlohmann::ordered_json;

struct TopoOptions {
  CommonOptions common;
  std::string search;
  bool paper = false;
  std::optional<std::filesystem::path> plot;  ///< of the paper's figure
  bool names = false;                         ///< of the nodes
  bool layout = false;                        ///< in a straight line
  std::optional<std::filesystem::path> svg;   ///< of the network, or of the layout
  GraphOptions graphs;
};

void add_counts(const Design& design, const Metrics& metrics, ReportRows& rows, Report& report) {
  const Network& network = design.network();
  rows.add("network", network.name(), "network", name_with_legend(design));
  add_notes(design.notes(), report.json);
  add_notes(design.notes(), rows.table);
  rows.add("nodes", metrics.nodes);
  if (!network.all_have_pes()) rows.table.add({"  with a PE", std::to_string(network.nodes_with_pe().size())});
  rows.add("links", metrics.links);
  report.json["links_by_kind"] = ordered_json::object();
  for (const auto& [kind, links] : metrics.links_by_kind) {
    report.json["links_by_kind"][kind] = links;
    rows.table.add({"  " + kind, std::to_string(links)});
  }
  rows.add("degree_max", metrics.degree_max, "largest degree");
  report.json["neighbours_max"] = metrics.neighbours_max;
  if (metrics.neighbours_max != metrics.degree_max) {
    rows.table.add({"most neighbours",
                    std::to_string(metrics.neighbours_max) + "; some links are parallel, or lead back to their node"});
  }
  if (!network.all_have_pes()) report.json["nodes_with_pe"] = network.nodes_with_pe().size();
}

void add_distances(const Metrics& metrics, ReportRows& rows, Report& report) {
  const bool drawn = metrics.drawn_nodes != 0;
  report.json["connected"] = metrics.connected;
  if (!metrics.connected) rows.table.add({"connected", "no; distances are over the connected pairs"});
  rows.add("diameter", metrics.diameter, "diameter", (drawn ? "at least " : "") + std::to_string(metrics.diameter));
  rows.add("average_distance", metrics.average_distance, "average distance",
           (drawn ? "about " : "") + fixed(metrics.average_distance, 4));
  if (drawn) {
    rows.add("drawn_nodes", metrics.drawn_nodes, "distances",
             "from " + std::to_string(metrics.drawn_nodes) + " nodes, which were drawn");
  }
}

/// Reports the figures of the network. Where a graph is asked for, its distances, which can take long, are left out.
void add_figures(const Design& design, const TopoOptions& options, Report& report) {
  const bool with_distances = !options.graphs.any();
  ProgressLine progress(with_distances ? "distances" : "counting the links", "source", progress_style(options.common),
                        std::cerr);
  const Metrics metrics = with_distances ? measure(design.network(), progress.listener()) : count(design.network());
  ReportRows rows(report);
  add_counts(design, metrics, rows, report);
  if (with_distances) add_distances(metrics, rows, report);
  report.text += rows.table.text();
}

/// Reports what is built besides the network itself, if there is something to count.
void add_built_figures(const Design& design, Report& report) {
  ReportRows rows(report);
  for (const BuiltFigure& figure : design.built_figures()) rows.add(figure.key, figure.value, figure.label);
  const std::string text = rows.table.text();
  if (!text.empty()) report.text += '\n' + text;
}

/// Reports, for a part of a network, the links that it would have with the rest.
void add_absent_links(const Design& design, Report& report) {
  const std::vector<AbsentLink> absent = design.absent_links();
  if (absent.empty()) return;
  TextTable table;
  table.add({"missing links", std::to_string(absent.size())});
  for (const AbsentLink& link : absent) {
    const std::string from = design.network().describe(link.from);
    report.json["missing_links"].push_back({{"from", from}, {"to", link.to}, {"kind", link.kind}});
    table.add({"  " + from, link.to, link.kind});
  }
  report.text += '\n' + table.text();
}

/// Lists by what a node can be called, and how its file calls it if names were mended.
void add_node_names(const Design& design, Report& report) {
  const Network& network = design.network();
  const std::vector<std::string> originals = design.original_names();
  TextTable table;
  if (originals.empty()) {
    table.add({"number", "name"});
  } else {
    table.add({"number", "name", "in the file"});
    report.json["original_names"] = originals;
  }
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    report.json["names"].push_back(network.node_name(node));
    std::vector<std::string> row{std::to_string(node.value), network.node_name(node)};
    if (!originals.empty()) row.push_back(escaped(originals[node.value]));
    table.add(row);
  }
  report.text += '\n' + table.text();
}

constexpr std::uint64_t kMostRoutes = std::uint64_t{1} << 32U;  // of all pairs
constexpr std::uint64_t kDrawnRoutes = std::uint64_t{1} << 24U;

/// Returns the nodes that packets are routed from: all, or some that are drawn where all pairs are too many.
std::vector<NodeId> sources_of_routes(const Setup& setup) {
  const auto nodes = static_cast<std::uint32_t>(setup.network().nodes());
  const bool all = std::uint64_t{nodes} * nodes <= kMostRoutes;
  const auto drawn = sample(nodes, all ? nodes : static_cast<std::uint32_t>(kDrawnRoutes / nodes), 1);
  return each_of(drawn, [](std::uint32_t node) { return NodeId{node}; });
}

/// Returns the ordered pairs of one of the sources and another node, neither of which is dead.
std::uint64_t live_pairs(const std::vector<NodeId>& sources, const Setup& setup) {
  const std::vector<NodeId> dead = setup.dead_nodes();
  const auto is_live = [&](NodeId node) { return std::ranges::find(dead, node) == dead.end(); };
  const std::uint64_t live = setup.network().nodes() - dead.size();
  return live == 0 ? 0 : static_cast<std::uint64_t>(std::ranges::count_if(sources, is_live)) * (live - 1);
}

/// Routes every pair, or every pair of the nodes that are drawn; returns whether all of live nodes are delivered.
bool add_routing(const Setup& setup, const CommonOptions& options, Report& report) {
  const RoutingRelation& relation = setup.plain_relation();
  const std::string& name = options.routing;
  make_tables(relation, progress_style(options), std::cerr);
  ProgressLine progress("routes", "source", progress_style(options), std::cerr);
  const std::vector<NodeId> sources = sources_of_routes(setup);
  const RouteStatistics routes = route_from(sources, setup.network(), relation, progress.listener());
  const std::uint64_t pairs = live_pairs(sources, setup);
  const bool drawn = sources.size() != setup.network().nodes();
  ordered_json& json = report.json["routing"];
  ReportRows rows(json);
  rows.add("name", name, "routing", setup.described(name));
  rows.add("delivered_pairs", routes.delivered_pairs, "delivered",
           joined(routes.delivered_pairs, " of ", pairs, " pairs"));
  json["pairs"] = pairs;
  rows.add("average_hops", routes.average_hops, "average hops", fixed(routes.average_hops, 4));
  rows.add("max_hops", routes.max_hops, "most hops");
  if (drawn)
    rows.add("drawn_nodes", sources.size(), "routes", joined("from ", sources.size(), " nodes, which were drawn"));
  if (const std::string weight = setup.weight(name); !weight.empty()) json["weight"] = weight;
  report.text += '\n' + rows.table.text();
  return routes.delivered_pairs == pairs;
}

/// Draws the file of --plot before the rest of the work; it appears when all of the work is done.
void write_plot(const TopoOptions& options, const std::string& kind, const std::optional<PaperFigure>& figure,
                OutputDirectory& directory) {
  if (!options.plot) return;
  if (!figure) {
    refuse("--plot", "there is no published figure with curves of networks of kind " + kind);
  }
  directory.write_elsewhere(*options.plot, plot::to_svg(plot_of(*figure)));
}

void report_plot(const TopoOptions& options, Report& report) {
  report.json["plot"] = options.plot->string();
  if (!options.graphs.any()) report.text += "\nplot  " + options.plot->string() + '\n';
}

/// Pictures have paths of their own.
void refuse_out_without_files(const TopoOptions& options) {
  if (!options.common.out || options.graphs.any() || !options.search.empty()) return;
  refuse("--out", "nothing is written there: add --dot, --graphml or --search, or leave it out");
}

void refuse_two_pictures_in_one_file(const TopoOptions& options) {
  if (!options.svg || options.svg != options.plot) return;
  refuse("--svg", "--plot writes to " + options.svg->string() + " too; name another file");
}

/// What a search finds has the name of its parameter.
std::vector<OutputFile> files_to_write(const TopoOptions& options) {
  std::vector<NamedForm> names = graph_files(options.graphs);
  if (!options.search.empty()) names.push_back({options.search + ".txt", kAssignmentForm});
  std::vector<OutputFile> files = files_in_out(options.common, names);
  return files_of_options({{"--svg", options.svg, kPictureForm}, {"--plot", options.plot, kPlotForm}},
                          std::move(files));
}

/// Lays the network out if that is asked for, and draws its layout or else the network itself.
void add_wiring(const Setup& setup, const TopoOptions& options, OutputDirectory& directory, Report& report) {
  const Network& network = setup.network();
  std::optional<LineLayout> layout;
  if (options.layout) {
    layout = lay_out_on_line(network);
    add_layout(network, *layout, report);
  }
  if (!options.svg) return;
  directory.write_elsewhere(*options.svg, layout ? layout_svg(network, *layout) : network_svg(setup));
  add_written(report, "svg", "\npicture  ", *options.svg);
}

/// A fabric is wanted of networks, too, that are always on one and need no key for it.
Input load(const TopoOptions& options) {
  if (!options.graphs.fabric) return load_network(options.common, SetupFor::kTopology);
  Input input = load_network(options.common, SetupFor::kScenario);
  require_fabric(input, "draw");
  return input;
}

/// Returns what `make` returns, a published table or figure, with its progress.
template <class Make>
auto with_progress(const std::string& what, const CommonOptions& options, const Make& make) {
  ProgressLine progress(what, "step", progress_style(options), std::cerr);
  return make(progress.listener());
}

void refuse_an_unknown_search(const Family& family, const std::string& parameter) {
  const std::vector<std::string> names = family.searches();
  if (parameter.empty() || std::ranges::find(names, parameter) != names.end()) return;
  const std::string message = names.empty() ? "networks of kind " + family.kind() + " have no parameter to search for"
                                            : "unknown name '" + parameter + "'" + suggestion(parameter, names);
  refuse("--search", message);
}

SearchResult search(const Family& family, const Scenario& scenario, const TopoOptions& options) {
  ProgressLine progress("search", "step", progress_style(options.common), std::cerr);
  try {
    return family.search(options.search, scenario.network.parameters, progress.listener());
  } catch (const ParameterError& error) {
    const std::string path = "network." + error.parameter();
    throw InputError({{scenario.where(path), path + ": " + error.what()}});
  }
}

int topo_command(const TopoOptions& options) {
  check_graphs(options.graphs, options.common);
  refuse_out_without_files(options);
  refuse_two_pictures_in_one_file(options);
  const Input input = load(options);
  const auto& [scenario, setup] = input;
  OutputDirectory directory(options.common.out, files_to_write(options), files_of(scenario));
  const Family& family = *find_family(scenario.network.kind);
  refuse_an_unknown_search(family, options.search);
  if (options.svg) require_picture(setup.network());
  std::optional<PaperFigure> figure;
  if (options.paper || options.plot) {
    figure = with_progress("figure", options.common, [&](const Progress& p) { return family.paper_figure(p); });
  }
  write_plot(options, family.kind(), figure, directory);

  Report report;
  add_figures(*setup.design, options, report);
  add_built_figures(*setup.design, report);
  add_absent_links(*setup.design, report);
  if (!options.graphs.any()) add_longest_link_as_repaired(input, options.common, report);
  if (options.names) add_node_names(*setup.design, report);
  const bool delivered = options.common.routing.empty() || add_routing(setup, options.common, report);
  if (options.paper) {
    const auto make = [&](const Progress& progress) { return family.paper_tables(progress); };
    add_paper(with_progress("tables", options.common, make), figure, report);
  }
  if (!options.search.empty()) {
    const SearchResult result = search(family, scenario, options);
    add_search(result, options.common.out, report);
    if (options.common.out && result.file) directory.write(result.file->name, result.file->text);
  }
  add_wiring(setup, options, directory, report);
  const bool repaired = add_graphs(input, options.graphs, options.common, directory, report);
  directory.commit();
  if (options.plot) report_plot(options, report);
  return print(std::move(report), options.common, delivered && repaired);
}

}  // namespace

void add_topo(CLI::App& app, Action& action) {
  auto [command, options] = add_command<TopoOptions>(
      app, action, "topo", "report nodes, links, degree, diameter and average distance of a network", topo_command);
  add_network(command, options.common);
  add_routing(command, options.common,
              "route every pair and report delivered pairs and hops, above 65 536 nodes from nodes that are drawn; all "
              "pairs are practical up to about 16 000 nodes");
  add_text(command, "--search PARAMETER", options.search,
           "find the values of this parameter with the smallest diameter and average distance; the others stay "
           "as given; with --out the best is written as a file if the parameter can be one",
           "the name of the parameter", "name a parameter, or omit --search");
  command.add_flag("--paper", options.paper,
                   "print the published tables of this family beside the computed ones, and the curves of its figure");
  add_svg(command, "--plot", options.plot, "a plot", "draw the published figure with computed curves; needs gnuplot");
  command.add_flag("--names", options.names,
                   "list the number and the name of each node; options and keys take both, but a number that is the "
                   "name of a node means that node");
  command.add_flag("--layout", options.layout,
                   "wire the nodes in a straight line: tracks and lengths of the links of each kind");
  add_svg(command, "--svg", options.svg, "a picture",
          "draw the network with its dead nodes and links, all links and each kind alone; with --layout in a straight "
          "line, with the tracks");
  command.add_flag(
      "--dot", options.graphs.dot,
      "write the graph for Graphviz: to DIR/network.dot with --out, into the document with --json, else as the report");
  command.add_flag("--graphml", options.graphs.graphml,
                   "write the graph as GraphML, to DIR/network.graphml with --out");
  command.add_flag("--fabric", options.graphs.fabric,
                   "write the graph of the fabric instead, fabric.dot or fabric.graphml: sites, spares, switches with "
                   "their states after the repair, wires, defects; with --dot or --graphml");
  add_report_options(command, options.common);
  add_out(command, options.common, "write the graphs, and what --search finds if it can be a file, to this directory");
  describe_end(command,
               {.examples = {"kintsugi topo '{kind: srt2d, n: 4, variant: short, shift: uniform}' --routing recursive",
                             "kintsugi topo traces/hotspot.yaml --dot --out out/topo"},
                .pages = "tb/tool/scenario/README.md has the keys of a network; kintsugi list prints the "
                         "networks with their parameters and routings",
                .failed_check = "the routing of --routing does not deliver every pair, or the defects of the "
                                "fabric of --fabric cannot be repaired"});
}

}  // namespace kintsugi::cli

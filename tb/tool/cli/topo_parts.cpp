#include "tb/tool/cli/topo_parts.hpp"

#include <iostream>
#include <sstream>
#include <utility>

#include "models/fabric/export.hpp"
#include "models/network/export.hpp"
#include "models/network/text.hpp"
#include "tb/tool/cli/file_forms.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/picture/picture.hpp"
#include "tb/tool/run/repair_check.hpp"

namespace kintsugi::cli {

namespace {

/// A graph is written as a stream: the text of a large network is larger than the network.
struct Graph {
  std::string key;  ///< in the JSON document
  NamedForm file;   ///< in the directory of --out
  std::function<void(const TextSink& sink)> write;
};

using WriteGraph = std::function<void(GraphFormat format, const TextSink& sink)>;

std::vector<Graph> wanted_graphs(const GraphOptions& options, const std::string& name, const WriteGraph& write) {
  std::vector<Graph> graphs;
  const auto add = [&](const std::string& key, const FileForm& form, GraphFormat format) {
    graphs.push_back({key, {name + '.' + key, form}, [write, format](const TextSink& sink) { write(format, sink); }});
  };
  if (options.dot) add("dot", kDotForm, GraphFormat::kDot);
  if (options.graphml) add("graphml", kGraphmlForm, GraphFormat::kGraphml);
  return graphs;
}

std::vector<Graph> network_graphs(const Design& design, const GraphOptions& options, ProgressLine::Style style) {
  return wanted_graphs(options, "network", [&design, style](GraphFormat format, const TextSink& sink) {
    ProgressLine progress("graph", "line", style, std::cerr);
    write_graph(design.network(), format, design.node_properties(), design.link_latencies(), sink, progress.listener());
  });
}

/// A repair that makes another network than the wanted one is not drawn as one; then no site has a node and no switch a
/// state.
std::vector<Graph> fabric_graphs(const Setup& setup, const CheckedRepair& checked, const GraphOptions& options) {
  return wanted_graphs(
      options, "fabric",
      [&setup, drawn = checked.verified() ? checked.repair : Repair{}](GraphFormat format, const TextSink& sink) {
        const Fabric& fabric = setup.built_fabric();
        const SwitchStates states = drawn.repairable ? switch_states(fabric, drawn.configuration) : SwitchStates();
        const auto is_link = [&](LinkDefect link, const Join& join) { return setup.fabric->uses(link, join); };
        write_graph(fabric, format, setup.network(), setup.defects, drawn.placement, states, is_link, sink);
      });
}

/// The graph may be the whole of standard output, so this goes to standard error, where each line names its option.
void report_failed_repair(const CheckedRepair& checked, const Setup& setup, Report& report) {
  report.json["repair"] = to_json(checked, *setup.fabric);
  std::istringstream text("without a repair no site of the graph has a node and no switch a state\n" +
                          to_text(checked, setup.built_fabric()));
  for (std::string line; std::getline(text, line);) std::cerr << "--fabric: " << line << '\n';
}

}  // namespace

void check_graphs(const GraphOptions& options, const CommonOptions& common) {
  if (options.dot && options.graphml && !common.out && !common.json) {
    refuse("--dot --graphml", "two graphs need a directory: add --out DIR, or leave one out");
  }
  if (options.fabric && !options.any()) refuse("--fabric", "no graph is asked for: add --dot or --graphml");
}

std::vector<NamedForm> graph_files(const GraphOptions& options) {
  return each_of(wanted_graphs(options, options.fabric ? "fabric" : "network", {}), &Graph::file);
}

bool add_graphs(const Input& input, const GraphOptions& options, const CommonOptions& common,
                OutputDirectory& directory, Report& report) {
  if (!options.any()) return true;
  const Setup& setup = input.setup;
  std::vector<Graph> graphs;
  bool is_repaired = true;
  if (options.fabric) {
    const CheckedRepair checked = check_repair(input.scenario, setup, progress_style(common), std::cerr);
    graphs = fabric_graphs(setup, checked, options);
    is_repaired = checked.verified();
    if (!is_repaired) report_failed_repair(checked, setup, report);
  } else {
    graphs = network_graphs(*setup.design, options, progress_style(common));
  }
  for (Graph& graph : graphs) {
    if (common.out) {
      directory.write_parts(graph.file.name, graph.write);
    } else if (common.json) {
      report.json[graph.key] = whole_text(graph.write);
    } else {
      report.data = [write = std::move(graph.write)] { write([](std::string_view part) { std::cout << part; }); };
    }
  }
  return is_repaired;
}

namespace {

using nlohmann::ordered_json;

/// The wires of a kind of link.
struct WireRow {
  std::string kind;
  WireSums sums;
};

const Table<WireRow>& wire_table() {
  static const Table<WireRow> table = {
      {"kind", &WireRow::kind, {.heading = "links", .json = false}},
      {"links", [](const WireRow& row) { return row.sums.lengths.links; }, {.heading = "wires"}},
      {"tracks", [](const WireRow& row) { return row.sums.tracks; }},
      {"length", [](const WireRow& row) { return row.sums.lengths.pitches; }, {.text = false}},
      {"mean_length",
       [](const WireRow& row) { return row.sums.lengths.mean(); },
       {.digits = 2, .heading = "mean length"}},
      {"longest", [](const WireRow& row) { return row.sums.lengths.longest; }}};
  return table;
}

/// Returns a row for each kind that has links, and then one for all.
std::vector<WireRow> wire_rows(const Network& network, const LineLayout& layout) {
  const std::vector<WireSums> sums = sum_wires(network, layout);
  std::vector<WireRow> rows;
  for (std::size_t kind = 0; kind < network.kinds().size(); ++kind) {
    if (sums[kind].lengths.links != 0) rows.push_back({network.kinds()[kind], sums[kind]});
  }
  rows.push_back({"all", sums.back()});
  return rows;
}

std::string cut_text(const Network& network, const LineLayout& layout) {
  if (layout.largest_cut == 0) return "no wires";
  const NodeId next{layout.cut_after.value + 1};
  return counted(layout.largest_cut, "wire") + " between " + network.node_name(layout.cut_after) + " and " +
         network.node_name(next) + ": no layout in this order has fewer tracks";
}

/// Returns the number of links from a node to itself. They take no track, so no wire of the layout is theirs.
std::size_t loops(const Network& network, const LineLayout& layout) {
  return network.links().size() - layout.wires.size();
}

}  // namespace

void add_layout(const Network& network, const LineLayout& layout, Report& report) {
  const std::vector<WireRow> wires = wire_rows(network, layout);
  const std::size_t left_out = loops(network, layout);
  ordered_json& json = report.json["layout"];
  json = {{"tracks", layout.tracks},
          {"largest_cut", layout.largest_cut},
          {"cut_after", layout.cut_after.value},
          {"loops", left_out}};
  json.update(wire_table().object(wires.back()));
  for (const WireRow& row : std::span(wires).first(wires.size() - 1))
    json["kinds"][row.kind] = wire_table().object(row);
  TextTable head;
  head.add({"wiring width", counted(layout.tracks, "track") + ", with the nodes in a straight line"});
  head.add({"largest cut", cut_text(network, layout)});
  if (left_out != 0) head.add({"left out", counted(left_out, "link") + " from a node to itself, which takes no track"});
  report.text += '\n' + head.text() + wire_table().text(wires).text();
}

void require_picture(const Network& network) {
  if_not_too_large("--svg", [&] { picture::require_drawable(network); });
}

std::string network_svg(const Setup& setup) {
  const Network& network = setup.network();
  picture::NetworkSubject subject{.network = &network};
  subject.title = network.name();
  subject.facts = {counted(network.nodes(), "node") + ", " + counted(network.links().size(), "link")};
  if (!setup.fabric) subject.defects = setup.defects;
  return picture::to_svg(subject);
}

std::string layout_svg(const Network& network, const LineLayout& layout) {
  const std::size_t left_out = loops(network, layout);
  const std::string without = left_out == 0 ? "" : ", without " + counted(left_out, "link") + " from a node to itself";
  return picture::to_svg(
      picture::LayoutSubject{&network,
                             &layout,
                             network.name() + " in a straight line",
                             {counted(layout.tracks, "track") + " for " + counted(layout.wires.size(), "link") +
                              without + "; " + cut_text(network, layout)}});
}

}  // namespace kintsugi::cli

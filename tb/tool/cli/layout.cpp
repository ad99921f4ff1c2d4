#include "tb/tool/cli/topo_parts.hpp"

#include "models/network/text.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/picture/picture.hpp"

namespace kintsugi::cli {

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

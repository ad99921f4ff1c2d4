#include "tb/tool/cli/layout.hpp"

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/picture/picture.hpp"

namespace kintsugi::cli {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const WireSums& sums) {
  return {{"links", sums.lengths.links},
          {"tracks", sums.tracks},
          {"length", sums.lengths.pitches},
          {"mean_length", sums.lengths.mean()},
          {"longest", sums.lengths.longest}};
}

std::vector<std::string> cells_of(const std::string& name, const WireSums& sums) {
  return {name, std::to_string(sums.lengths.links), std::to_string(sums.tracks), fixed(sums.lengths.mean(), 2),
          std::to_string(sums.lengths.longest)};
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

std::string to_text(const Network& network, const LineLayout& layout, const std::vector<WireSums>& sums) {
  TextTable head;
  head.add({"wiring width", counted(layout.tracks, "track") + ", with the nodes in a straight line"});
  head.add({"largest cut", cut_text(network, layout)});
  if (const std::size_t left_out = loops(network, layout); left_out != 0) {
    head.add({"left out", counted(left_out, "link") + " from a node to itself, which takes no track"});
  }
  TextTable table;
  table.add({"links", "wires", "tracks", "mean length", "longest"});
  for (std::size_t kind = 0; kind < network.kinds().size(); ++kind) {
    if (sums[kind].lengths.links != 0) table.add(cells_of(network.kinds()[kind], sums[kind]));
  }
  table.add(cells_of("all", sums.back()));
  return '\n' + head.text() + table.text();
}

}  // namespace

void add_layout(const Network& network, const LineLayout& layout, Report& report) {
  const std::vector<WireSums> sums = sum_wires(network, layout);
  ordered_json& json = report.json["layout"];
  json = {{"tracks", layout.tracks}, {"largest_cut", layout.largest_cut}, {"cut_after", layout.cut_after.value}};
  json["loops"] = loops(network, layout);
  json.update(to_json(sums.back()));
  for (std::size_t kind = 0; kind < network.kinds().size(); ++kind) {
    if (sums[kind].lengths.links != 0) json["kinds"][network.kinds()[kind]] = to_json(sums[kind]);
  }
  report.text += to_text(network, layout, sums);
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

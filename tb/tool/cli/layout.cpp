#include "tb/tool/cli/layout.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "models/network/text.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/picture/layout_picture.hpp"

namespace kintsugi::cli {

namespace {

using nlohmann::ordered_json;

/// The wires of one kind of link, or of all.
struct WireFigures {
  std::string kind;
  std::size_t wires = 0;
  std::set<unsigned> tracks = {};
  std::uint64_t pitches = 0;
  unsigned longest = 0;

  void count(const LineWire& wire) {
    ++wires;
    tracks.insert(wire.track);
    pitches += wire.pitches();
    longest = std::max(longest, wire.pitches());
  }
  double mean() const { return wires == 0 ? 0 : static_cast<double>(pitches) / static_cast<double>(wires); }
};

/// Returns the figures of each kind that has wires, then those of all.
std::vector<WireFigures> figures_of(const Network& network, const LineLayout& layout) {
  std::vector<WireFigures> figures;
  for (const std::string& kind : network.kinds()) figures.push_back({kind});
  figures.push_back({"all"});
  for (const LineWire& wire : layout.wires) {
    figures[network.links()[wire.link].kind.index()].count(wire);
    figures.back().count(wire);
  }
  std::erase_if(figures, [](const WireFigures& each) { return each.wires == 0 && each.kind != "all"; });
  return figures;
}

ordered_json to_json(const WireFigures& figures) {
  return {{"links", figures.wires},
          {"tracks", figures.tracks.size()},
          {"length", figures.pitches},
          {"mean_length", figures.mean()},
          {"longest", figures.longest}};
}

std::string cut_text(const Network& network, const LineLayout& layout) {
  if (layout.largest_cut == 0) return "no wires";
  const NodeId next{layout.cut_after.value + 1};
  return counted(layout.largest_cut, "wire") + " between " + network.node_name(layout.cut_after) + " and " +
         network.node_name(next) + ": no layout has fewer tracks";
}

std::string to_text(const Network& network, const LineLayout& layout, const std::vector<WireFigures>& figures) {
  TextTable head;
  head.add({"wiring width", counted(layout.tracks, "track") + ", with the nodes in a straight line"});
  head.add({"largest cut", cut_text(network, layout)});
  TextTable table;
  table.add({"links", "wires", "tracks", "mean length", "longest"});
  for (const WireFigures& each : figures) {
    table.add({each.kind, std::to_string(each.wires), std::to_string(each.tracks.size()), fixed(each.mean(), 2),
               std::to_string(each.longest)});
  }
  return '\n' + head.text() + table.text();
}

}  // namespace

void add_layout(const Network& network, const LineLayout& layout, Report& report) {
  const std::vector<WireFigures> figures = figures_of(network, layout);
  ordered_json& json = report.json["layout"];
  json = {{"tracks", layout.tracks}, {"largest_cut", layout.largest_cut}, {"cut_after", layout.cut_after.value}};
  json.update(to_json(figures.back()));
  for (std::size_t i = 0; i + 1 < figures.size(); ++i) json["kinds"][figures[i].kind] = to_json(figures[i]);
  report.text += to_text(network, layout, figures);
}

std::string layout_svg(const Network& network, const LineLayout& layout) {
  try {
    return picture::to_svg(
        picture::LayoutSubject{&network,
                               &layout,
                               network.name() + " in a straight line",
                               {counted(layout.tracks, "track") + " for " + counted(layout.wires.size(), "link") +
                                "; " + cut_text(network, layout)}});
  } catch (const std::length_error& error) {
    throw InputError({{{"--svg", 0, 0}, error.what()}});
  }
}

}  // namespace kintsugi::cli

#include "tb/tool/cli/layout.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "models/network/text.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/picture/drawable.hpp"
#include "tb/tool/picture/layout_picture.hpp"

namespace kintsugi::cli {

namespace {

using nlohmann::ordered_json;

/// The wires of one kind of link, or of all.
struct WireNumbers {
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

/// Returns the numbers of each kind that has wires, then those of all.
std::vector<WireNumbers> numbers_of(const Network& network, const LineLayout& layout) {
  std::vector<WireNumbers> numbers;
  for (const std::string& kind : network.kinds()) numbers.push_back({kind});
  numbers.push_back({"all"});
  for (const LineWire& wire : layout.wires) {
    numbers[network.links()[wire.link].kind.index()].count(wire);
    numbers.back().count(wire);
  }
  std::erase_if(numbers, [](const WireNumbers& each) { return each.wires == 0 && each.kind != "all"; });
  return numbers;
}

ordered_json to_json(const WireNumbers& numbers) {
  return {{"links", numbers.wires},
          {"tracks", numbers.tracks.size()},
          {"length", numbers.pitches},
          {"mean_length", numbers.mean()},
          {"longest", numbers.longest}};
}

std::string cut_text(const Network& network, const LineLayout& layout) {
  if (layout.largest_cut == 0) return "no wires";
  const NodeId next{layout.cut_after.value + 1};
  return counted(layout.largest_cut, "wire") + " between " + network.node_name(layout.cut_after) + " and " +
         network.node_name(next) + ": no layout in this order has fewer tracks";
}

std::string to_text(const Network& network, const LineLayout& layout, const std::vector<WireNumbers>& numbers) {
  TextTable head;
  head.add({"wiring width", counted(layout.tracks, "track") + ", with the nodes in a straight line"});
  head.add({"largest cut", cut_text(network, layout)});
  TextTable table;
  table.add({"links", "wires", "tracks", "mean length", "longest"});
  for (const WireNumbers& each : numbers) {
    table.add({each.kind, std::to_string(each.wires), std::to_string(each.tracks.size()), fixed(each.mean(), 2),
               std::to_string(each.longest)});
  }
  return '\n' + head.text() + table.text();
}

}  // namespace

void add_layout(const Network& network, const LineLayout& layout, Report& report) {
  const std::vector<WireNumbers> numbers = numbers_of(network, layout);
  ordered_json& json = report.json["layout"];
  json = {{"tracks", layout.tracks}, {"largest_cut", layout.largest_cut}, {"cut_after", layout.cut_after.value}};
  json.update(to_json(numbers.back()));
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) json["kinds"][numbers[i].kind] = to_json(numbers[i]);
  report.text += to_text(network, layout, numbers);
}

void require_picture(const Network& network) {
  try {
    picture::require_drawable(network);
  } catch (const std::length_error& error) {
    throw InputError({{{"--svg", 0, 0}, error.what()}});
  }
}

std::string layout_svg(const Network& network, const LineLayout& layout) {
  return picture::to_svg(
      picture::LayoutSubject{&network,
                             &layout,
                             network.name() + " in a straight line",
                             {counted(layout.tracks, "track") + " for " + counted(layout.wires.size(), "link") + "; " +
                              cut_text(network, layout)}});
}

}  // namespace kintsugi::cli

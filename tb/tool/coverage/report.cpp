#include "tb/tool/coverage/report.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "models/network/text.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::coverage {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kListedElements = 5;  // of a group, in a text
constexpr std::size_t kListedPoints = 6;    // of an element

struct MissingPoints {
  const ChipName* chip;
  std::string element;
  std::vector<std::string> points;
};

std::vector<MissingPoints> missing_of(const Coverage& coverage, const char* group) {
  std::vector<MissingPoints> all;
  for (const auto& [name, chip] : coverage) {
    const auto found = chip.groups.find(group);
    if (found == chip.groups.end()) continue;
    for (const auto& [element, points] : found->second) {
      std::vector<std::string> missing = missing_of(points);
      if (!missing.empty()) all.push_back({&name, element, std::move(missing)});
    }
  }
  return all;
}

ordered_json missing_json(const Coverage& coverage) {
  ordered_json json = ordered_json::object();
  for (const GroupShare& each : shares_of(coverage)) {
    const std::vector<MissingPoints> missing = missing_of(coverage, each.group->name);
    if (missing.empty()) continue;
    ordered_json& list = json[each.group->name] = ordered_json::array();
    for (const MissingPoints& element : missing) {
      list.push_back({{"chip", element.chip->text()}, {"element", element.element}, {"points", element.points}});
    }
  }
  return json;
}

void add_missing(TextTable& table, const Coverage& coverage, const ReportOptions& options) {
  for (const GroupShare& each : shares_of(coverage)) {
    const std::vector<MissingPoints> missing = missing_of(coverage, each.group->name);
    std::string label = std::string("missing ") + each.group->name;
    std::size_t listed = 0;
    for (const MissingPoints& element : missing) {
      if (!options.all && listed == kListedElements) break;
      ++listed;
      const std::string of_chip = coverage.size() == 1 ? "" : element.chip->text() + ": ";
      const std::size_t most = options.all ? element.points.size() : kListedPoints;
      table.add({std::exchange(label, ""), of_chip + element.element + ": " + with_commas(element.points, {}, most)});
    }
    if (listed < missing.size()) {
      table.add({"", "and points of " + counted(missing.size() - listed, "more element") + "; --all names them"});
    }
  }
}

}  // namespace

std::vector<GroupShare> shares_of(const Coverage& coverage) {
  std::vector<GroupShare> shares;
  for (const GroupInfo& group : kGroups) {
    const Share share = share_of(coverage, group.name);
    if (share.goal != 0 || share.unreachable != 0) shares.push_back({&group, share});
  }
  return shares;
}

std::vector<std::string> groups_below(const Coverage& coverage, double percentage) {
  std::vector<std::string> names;
  for (const GroupShare& each : shares_of(coverage)) {
    if (!each.share.meets(percentage)) names.emplace_back(each.group->name);
  }
  return names;
}

ordered_json to_json(const Coverage& coverage, const ReportOptions& options) {
  ordered_json json = {{"chips", ordered_json::array()}, {"groups", ordered_json::object()}};
  for (const auto& [name, chip] : coverage) {
    json["chips"].push_back({{"network", name.network},
                             {"number", name.number},
                             {"routing", name.routing},
                             {"vcs", name.vcs},
                             {"runs", chip.runs}});
  }
  for (const GroupShare& each : shares_of(coverage)) {
    json["groups"][each.group->name] = {{"reached", each.share.reached},
                                        {"goal", each.share.goal},
                                        {"unreachable", each.share.unreachable},
                                        {"percent", each.share.percent()}};
  }
  json["missing"] = missing_json(coverage);
  if (options.need) {
    json["need"] = *options.need;
    json["below"] = groups_below(coverage, *options.need);
  }
  return json;
}

std::string to_text(const Coverage& coverage, const ReportOptions& options) {
  TextTable chips;
  std::string label = counted(coverage.size(), "chip");
  for (const auto& [name, chip] : coverage) {
    chips.add({std::exchange(label, ""), name.text() + ": " + counted(chip.runs, "run")});
  }
  TextTable groups;
  groups.add({"group", "reached", "goal", "percent", "unreachable"});
  for (const GroupShare& each : shares_of(coverage)) {
    groups.add({each.group->name, std::to_string(each.share.reached), std::to_string(each.share.goal),
                fixed(each.share.percent(), 1),
                each.share.unreachable == 0 ? "" : std::to_string(each.share.unreachable)});
  }
  TextTable missing;
  add_missing(missing, coverage, options);
  std::string text = chips.text() + '\n' + groups.text();
  if (!missing.rows().empty()) text += '\n' + missing.text();
  if (!options.need) return text;
  const std::vector<std::string> below = groups_below(coverage, *options.need);
  return text + "\nneeded " + fixed(*options.need, 1) +
         " percent of each group: " + (below.empty() ? "reached" : "not reached by " + with_commas(below)) + '\n';
}

namespace {

constexpr double kPixels = 96;  // of a pitch
constexpr std::size_t kNamedPoints = 12;

constexpr std::string_view kStyle =
    "body { font-family: sans-serif; margin: 2em; color: #222; background: #fff }\n"
    "table { border-collapse: collapse; margin: 1em 0 }\n"
    "th, td { border-bottom: 1px solid #ccc; padding: 0.2em 0.8em; text-align: right }\n"
    "th:first-child, td:first-child { text-align: left }\n"
    "svg rect, svg circle { stroke: #333; stroke-width: 1 }\n"
    "svg text { font-size: 11px; text-anchor: middle; pointer-events: none }\n"
    ".share { border: 1px solid #333; padding: 0.1em 0.7em }\n";

/// What a picture shows of an element.
struct ShownElement {
  Share share;
  std::string missing;
};

void add_shown(ShownElement& shown, const Groups& groups, const std::string& group, const std::string& element) {
  const Points* points = find_points(groups, group, element);
  if (points == nullptr) return;
  shown.share += share_of(*points);
  const std::vector<std::string> missing = missing_of(*points);
  if (!missing.empty()) shown.missing += "\nmissing " + group + ": " + with_commas(missing, {}, kNamedPoints);
}

std::string share_colour(const Share& share) {
  if (share.goal == 0) return "#bbb";
  constexpr double kGreen = 120;  // a hue, in degrees
  const double hue = kGreen * static_cast<double>(share.reached) / static_cast<double>(share.goal);
  return "hsl(" + std::to_string(std::lround(hue)) + " 70% 60%)";
}

std::string element_title(const std::string& element, const ShownElement& shown) {
  const std::string share = shown.share.goal == 0 ? "no points"
                                                  : std::to_string(shown.share.reached) + " of " +
                                                        std::to_string(shown.share.goal) + " reached";
  return "<title>" + escaped_xml(element + ": " + share + shown.missing) + "</title>";
}

/// A mark of the picture, in pitches.
struct CoverageMark {
  Position at;
  bool is_site;
  std::string element;
  ShownElement shown = {};
  std::string label = {};  ///< of a site
};

std::vector<CoverageMark> marks_on_fabric(const Fabric& fabric, const Groups& groups) {
  std::vector<CoverageMark> marks;
  for (const Site& site : fabric.sites) {
    const std::string element = fabric.name + '.' + site.name + ".router";
    marks.push_back({site.position, true, element, {}, site.name});
    add_shown(marks.back().shown, groups, "ports", element);
  }
  for (const FabricSwitch& each : fabric.switches) {
    const std::string element = fabric.name + '.' + each.name;
    marks.push_back({each.position, false, element});
    add_shown(marks.back().shown, groups, "states", element);
    add_shown(marks.back().shown, groups, "transitions", element);
  }
  return marks;
}

std::vector<CoverageMark> marks_of_wired(const Network& network, const Groups& groups) {
  std::vector<CoverageMark> marks;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    const std::string& name = network.node_name(node);
    marks.push_back({network.position(node), true, name, {}, name});
    add_shown(marks.back().shown, groups, "ports", "net." + name + ".router");
    add_shown(marks.back().shown, groups, "channels", name);
    add_shown(marks.back().shown, groups, "turns", name);
  }
  return marks;
}

std::string chip_picture(const std::vector<CoverageMark>& marks) {
  double left = 0, top = 0, right = 1, bottom = 1;
  for (const CoverageMark& mark : marks) {
    left = std::min(left, mark.at.x);
    top = std::min(top, mark.at.y);
    right = std::max(right, mark.at.x);
    bottom = std::max(bottom, mark.at.y);
  }
  const auto x = [&](double at) { return fixed((at - left + 1) * kPixels, 1); };
  const auto y = [&](double at) { return fixed((at - top + 1) * kPixels, 1); };
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + x(right + 1) + "\" height=\"" + y(bottom + 1) + "\">\n";
  for (const CoverageMark& mark : marks) {
    const std::string fill =
        "fill=\"" + share_colour(mark.shown.share) + "\">" + element_title(mark.element, mark.shown);
    if (mark.is_site) {
      constexpr double kHalf = 0.2;
      constexpr double kDrop = 0.04;  // from the middle of a text to its base
      svg += "<rect x=\"" + x(mark.at.x - kHalf) + "\" y=\"" + y(mark.at.y - kHalf) + "\" width=\"" +
             fixed(2 * kHalf * kPixels, 1) + "\" height=\"" + fixed(2 * kHalf * kPixels, 1) + "\" " + fill +
             "</rect><text x=\"" + x(mark.at.x) + "\" y=\"" + y(mark.at.y + kDrop) + "\">" + escaped_xml(mark.label) +
             "</text>\n";
    } else {
      svg += "<circle cx=\"" + x(mark.at.x) + "\" cy=\"" + y(mark.at.y) + "\" r=\"8\" " + fill + "</circle>\n";
    }
  }
  return svg + "</svg>\n";
}

std::optional<std::string> chip_picture(const ChipCoverage& chip) {
  try {
    const Input input = load_text(chip.scenario, "the scenario of the coverage");
    const Setup& setup = input.setup;
    return chip_picture(setup.fabric ? marks_on_fabric(setup.fabric->fabric(), chip.groups)
                                     : marks_of_wired(setup.network(), chip.groups));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// Says what the colours are, and where the rest is.
std::string legend() {
  std::string html = "<p>Of the points of a router (squares) and of a switch (circles) so many are reached:";
  for (const std::uint64_t reached : {0, 25, 50, 75, 100}) {
    html += " <span class=\"share\" style=\"background: " + share_colour({.reached = reached, .goal = 100}) + "\">" +
            std::to_string(reached) + " %</span>";
  }
  return html + "; grey: there are none. Rest the mouse on one to see what is missing.</p>\n";
}

std::string shares_table(const Coverage& coverage) {
  std::string html =
      "<table>\n<tr><th>group</th><th>reached</th><th>goal</th><th>percent</th><th>unreachable</th></tr>\n";
  for (const GroupShare& each : shares_of(coverage)) {
    html += "<tr><td title=\"" + escaped_xml(each.group->summary) + "\">" + each.group->name + "</td><td>" +
            std::to_string(each.share.reached) + "</td><td>" + std::to_string(each.share.goal) +
            "</td><td style=\"background: " + share_colour(each.share) + "\">" + fixed(each.share.percent(), 1) +
            "</td><td>" + std::to_string(each.share.unreachable) + "</td></tr>\n";
  }
  return html + "</table>\n";
}

}  // namespace

std::string to_page(const Coverage& coverage) {
  std::string html =
      "<!DOCTYPE html>\n<!-- Written by kintsugi -->\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<title>Coverage</title><style>\n";
  html += kStyle;
  html += "</style></head><body>\n<h1>Coverage</h1>\n" + shares_table(coverage);
  for (const auto& [name, chip] : coverage) {
    html += "<h2>" + escaped_xml(name.text()) + "</h2>\n<p>" + counted(chip.runs, "run") + "; <code>" +
            escaped_xml(chip.scenario) + "</code></p>\n";
    if (coverage.size() > 1) html += shares_table({{name, chip}});
    const std::optional<std::string> picture = chip_picture(chip);
    html +=
        picture ? legend() + *picture : "<p>The chip of this scenario cannot be built here, so it is not drawn.</p>\n";
  }
  return html + "</body></html>\n";
}

}  // namespace kintsugi::coverage

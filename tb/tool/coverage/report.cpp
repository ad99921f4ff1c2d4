#include "tb/tool/coverage/report.hpp"

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"

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
      table.add({std::exchange(label, ""), of_chip + element.element + ": " + listed_words(element.points, most)});
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

}  // namespace kintsugi::coverage

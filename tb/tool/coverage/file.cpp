#include "tb/tool/coverage/coverage.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "models/network/number_in.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/scenario/value.hpp"
#include "tb/tool/store/identity.hpp"

namespace kintsugi::coverage {

namespace {

constexpr unsigned kVersion = 1;
constexpr FileLimit kFileLimit{std::uint64_t{1} << 30U, "1 GiB, the most that a coverage may have"};
constexpr const char* kUnreachable = "unreachable";
constexpr const char* kRemedy = "; write the file again by kintsugi run --coverage, or kintsugi coverage --out";

// --- Writing ---------------------------------------------------------------------------------------------------------

void add_points(std::string& text, const Points& points) {
  const char* between = "{";
  for (const auto& [name, point] : points) {
    text +=
        between + to_line(name) + ": " + (point.is_unreachable ? to_line(kUnreachable) : std::to_string(point.count));
    between = ", ";
  }
  text += points.empty() ? "{}" : "}";
}

void add_elements(std::string& text, const Elements& elements) {
  const Share share = share_of(elements);
  text += "{\n          \"reached\": " + std::to_string(share.reached) + ", \"goal\": " + std::to_string(share.goal) +
          ",\n          \"points\": {";
  const char* between = "\n            ";
  for (const auto& [name, points] : elements) {
    text += between + to_line(name) + ": ";
    add_points(text, points);
    between = ",\n            ";
  }
  text += "\n          }\n        }";
}

void add_chip(std::string& text, const ChipName& name, const ChipCoverage& chip) {
  text += "    {\n      \"network\": " + to_line(name.network) + ", \"number\": " + to_line(name.number) +
          ", \"routing\": " + to_line(name.routing) + ", \"vcs\": " + std::to_string(name.vcs) +
          ",\n      \"runs\": " + std::to_string(chip.runs) + ",\n      \"scenario\": " + to_line(chip.scenario) +
          ",\n      \"groups\": {";
  const char* between = "\n        ";
  for (const GroupInfo& group : kGroups) {
    const auto found = chip.groups.find(group.name);
    if (found == chip.groups.end()) continue;
    text += between + to_line(group.name) + ": ";
    add_elements(text, found->second);
    between = ",\n        ";
  }
  text += "\n      }\n    }";
}

/// Returns the document up to its seal.
std::string unsealed(const Coverage& coverage) {
  std::string text = "{\n  \"coverage\": " + std::to_string(kVersion) + ",\n  \"chips\": [";
  const char* between = "\n";
  for (const auto& [name, chip] : coverage) {
    text += between;
    add_chip(text, name, chip);
    between = ",\n";
  }
  return text + "\n  ]";
}

// --- Reading ---------------------------------------------------------------------------------------------------------

[[noreturn]] void refuse_coverage(const Where& where, const std::string& message) {
  throw InputError({{where, message + kRemedy}});
}

/// Returns the entries of a mapping, each of another key.
const std::vector<Value::Entry>& entries_of(const Value& map, const std::string& what) {
  if (map.type != Value::Type::kMap) refuse_coverage(map.where, what + " must be an object, not " + describe(map));
  std::set<std::string_view> seen;
  for (const Value::Entry& entry : map.entries) {
    if (!seen.insert(entry.key).second) refuse_coverage(entry.where, what + " has '" + entry.key + "' twice");
  }
  return map.entries;
}

/// Refuses a mapping that has not exactly these keys.
void require_keys(const Value& map, const std::string& what, const std::set<std::string>& keys) {
  for (const Value::Entry& entry : entries_of(map, what)) {
    if (!keys.contains(entry.key)) refuse_coverage(entry.where, what + " has no key '" + entry.key + "'");
  }
  for (const std::string& key : keys) {
    if (map.find(key) == nullptr) refuse_coverage(map.where, what + " lacks the key '" + key + "'");
  }
}

const std::string& text_in(const Value& value) {
  if (value.type != Value::Type::kScalar || !value.quoted)
    refuse_coverage(value.where, "here must be a text in quotation marks");
  return value.text;
}

std::uint64_t count_in(const Value& value, const std::string& what) {
  const auto number = value.type == Value::Type::kScalar ? number_in<std::uint64_t>(value.text) : std::nullopt;
  if (!number || value.quoted) refuse_coverage(value.where, what + " must be a whole number, 0 or more");
  return *number;
}

Points points_of(const Value& map, const std::string& element) {
  Points points;
  for (const auto& [name, where, value] : entries_of(map, element)) {
    Point& point = points[name];
    point.is_unreachable = value.quoted;
    if (!value.quoted) point.count = count_in(value, "the count of " + name);
    if (value.quoted && value.text != kUnreachable) {
      refuse_coverage(value.where, "a point has a count, or \"" + std::string(kUnreachable) + "\"");
    }
  }
  return points;
}

Elements elements_of(const Value& group, const std::string& name) {
  const std::string what = "group " + name;
  require_keys(group, what, {"reached", "goal", "points"});
  Elements elements;
  for (const Value::Entry& element : entries_of(group.find("points")->value, "points")) {
    elements[element.key] = points_of(element.value, element.key);
  }
  const std::uint64_t reached = count_in(group.find("reached")->value, "reached");
  const std::uint64_t goal = count_in(group.find("goal")->value, "goal");
  const Share found = share_of(elements);
  if (found.reached == reached && found.goal == goal) return elements;
  refuse_coverage(group.where, joined(what, ": its points say ", found.reached, " of ", found.goal,
                                      " reached, and the file says ", reached, " of ", goal, ": it has been changed"));
}

void read_chip(const Value& chip, Coverage& coverage) {
  constexpr std::uint64_t kMostVcs = 1'000;
  require_keys(chip, "a chip", {"network", "number", "routing", "vcs", "runs", "scenario", "groups"});
  const auto value = [&chip](const char* key) -> const Value& { return chip.find(key)->value; };
  const std::uint64_t vcs = count_in(value("vcs"), "vcs");
  if (vcs == 0 || vcs > kMostVcs) refuse_coverage(value("vcs").where, "vcs must be the number of channels of a link");
  const ChipName name{text_in(value("network")), text_in(value("number")), text_in(value("routing")),
                      static_cast<unsigned>(vcs)};
  ChipCoverage covered{count_in(value("runs"), "runs"), text_in(value("scenario")), {}};
  for (const Value::Entry& group : entries_of(value("groups"), "groups")) {
    const bool is_known = std::ranges::any_of(kGroups, [&](const GroupInfo& each) { return each.name == group.key; });
    if (!is_known) refuse_coverage(group.where, "there is no group '" + group.key + "'");
    covered.groups.emplace(group.key, elements_of(group.value, group.key));
  }
  if (!coverage.emplace(name, std::move(covered)).second)
    refuse_coverage(chip.where, "the chip " + name.text() + " is here twice");
}

Coverage coverage_of(const Value& document) {
  if (const Value::Entry* version = document.find("coverage")) {
    const std::uint64_t number = count_in(version->value, "coverage");
    if (number != kVersion) {
      refuse_coverage(version->value.where,
                      joined("this file is of version ", number, "; this program reads version ", kVersion));
    }
  }
  require_keys(document, "the coverage", {"coverage", "chips", "seal"});
  const Value& chips = document.find("chips")->value;
  if (chips.type != Value::Type::kList) refuse_coverage(chips.where, "chips must be a list, not " + describe(chips));
  Coverage coverage;
  for (const Value& chip : chips.items) read_chip(chip, coverage);
  const Value& seal = document.find("seal")->value;
  if (text_in(seal) == store::hash_of_text(unsealed(coverage))) return coverage;
  refuse_coverage(seal.where, "the seal is not that of these chips: the file has been changed");
}

}  // namespace

std::string to_file(const Coverage& coverage) {
  const std::string text = unsealed(coverage);
  return text + ",\n  \"seal\": " + to_line(store::hash_of_text(text)) + "\n}\n";
}

Coverage from_file(const std::string& text, const std::string& source) {
  Diagnostics errors;
  const auto document = parse_document(text, source, errors, false);
  if (document) return coverage_of(*document);
  const Diagnostic mistake = errors.sorted().front();
  refuse_coverage(mistake.where, mistake.message);
}

Coverage read_coverage(const std::string& file) {
  return from_file(read_input(file, kFileLimit), input_name(file));
}

}  // namespace kintsugi::coverage

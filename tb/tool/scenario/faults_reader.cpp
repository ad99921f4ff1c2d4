#include "tb/tool/scenario/defects_reader.hpp"

#include <algorithm>
#include <utility>

namespace kintsugi {

namespace {

constexpr IntegerRange kCycles{0, kMaxCycles};

/// ", or switch, track or wire"; "" if the fabric has no elements that can be defective.
std::string or_an_element(const FabricInfo& fabric) {
  std::string text;
  for (std::size_t i = 0; i < fabric.elements.size(); ++i) {
    text += i == 0 ? ", or " : i + 1 == fabric.elements.size() ? " or " : ", ";
    text += fabric.elements[i].key;
  }
  return text;
}

/// Returns what dies; nullopt, and adds an error, if it cannot be read.
std::optional<WrittenAddress> read_what(MapReader& map, const FabricInfo& fabric) {
  const std::vector<std::string> keys = keys_of_defects(fabric);
  map.exclude_each_other(keys);
  map.say("link", {.help = "the link that fails, by what is at its ends; not on a wafer",
                   .type = "[a, b]",
                   .condition = "one address in an entry",
                   .example = "[0, 1]"});
  if (std::ranges::count_if(keys, [&map](const std::string& key) { return map.has(key); }) > 1) return std::nullopt;
  Diagnostics& errors = map.context().errors;
  if (const Value* value = map.find("link")) {
    if (auto link = read_link(*value)) return link;
    errors.add(value->where, map.path_of("link"), kNoLink, not_null(*value));
    return std::nullopt;
  }
  for (const ElementSpec& element : fabric.elements) {
    const Value* value = map.find(element.key);
    map.explain(element.key, {.type = element.form(), .help = element.help, .condition = "one address in an entry"});
    if (value == nullptr) continue;
    if (auto address = read_element(*value, element.key)) return WrittenAddress{std::move(*address), value->where};
    errors.add(value->where, map.path_of(element.key), no_element(element), not_null(*value));
    return std::nullopt;
  }
  map.say("pe", {.help = "the PE that fails; without a fabric, the node by name or number",
                 .otherwise = "one address is required",
                 .type = "[row, column], a number or a name",
                 .condition = "one address in an entry",
                 .example = "2"});
  map.require("pe", ": the address of the PE that fails; or give link: [a, b]" + or_an_element(fabric));
  const Value* value = map.find("pe");
  if (value == nullptr) return std::nullopt;
  if (auto pe = read_pe(*value)) return pe;
  errors.add(value->where, map.path_of("pe"), no_address(fabric), not_null(*value));
  return std::nullopt;
}

void read_until(MapReader& map, TimedFault& fault) {
  if (map.integer("until", kCycles, fault.until,
                  {.help = "the cycle at whose end the fault is over, and what failed works again",
                   .otherwise = "never",
                   .example = "2000"}))
    fault.until_where = map.find("until")->where;
}

/// Returns the rate of an item that has one; nullopt otherwise, and adds an error if it is wrong.
std::optional<double> read_rate(MapReader& map, const FabricInfo& fabric) {
  std::optional<double> rate;
  if (!map.real("corrupt", {0, 1}, rate,
                {.help = "probability with which the link, which stays, corrupts each flit; needs detection",
                 .otherwise = "the link fails",
                 .condition = "only with link",
                 .example = "0.01"}))
    return std::nullopt;
  if (map.has("until")) {
    map.complain("until", " is of what dies; a link that corrupts flits does so to the end");
    return std::nullopt;
  }
  for (const std::string& key : keys_of_defects(fabric)) {
    if (key == "link" || !map.has(key)) continue;
    map.complain("corrupt", " is of a link; give link: [a, b] instead of ", key);
    return std::nullopt;
  }
  return rate;
}

}  // namespace

void read_fault(MapReader& map, const FabricInfo& fabric, Scenario& scenario) {
  TimedFault fault;
  map.require("cycle", ": the cycle in which the PE or link fails");
  const bool timed = map.integer("cycle", kCycles, fault.cycle, {.help = "the cycle at whose end the fault begins"});
  fault.where = map.has("cycle") ? map.find("cycle")->where : map.value().where;
  read_until(map, fault);
  auto what = read_what(map, fabric);
  const auto rate = read_rate(map, fabric);
  if (!what) return;
  if (!timed || (map.has("corrupt") && !rate)) {
    scenario.unusable_faults.push_back(std::move(*what));
    return;
  }
  if (rate) {
    scenario.corruptions.push_back({fault.cycle, std::move(*what), *rate, fault.where});
  } else {
    fault.what = std::move(*what);
    scenario.faults.push_back(std::move(fault));
  }
}

}  // namespace kintsugi

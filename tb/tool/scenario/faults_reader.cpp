#include "tb/tool/scenario/faults_reader.hpp"

#include "tb/tool/scenario/defects_reader.hpp"

namespace kintsugi {

namespace {

constexpr IntegerRange kCycles{0, kMaxCycles};

/// Returns the PE or link that dies; nullopt, and adds an error, if it cannot be read.
std::optional<WrittenAddress> read_what(MapReader& map, const FabricInfo& fabric) {
  map.exclude_each_other(std::vector<std::string>{"pe", "link"});
  if (map.has("pe") && map.has("link")) return std::nullopt;
  if (const Value* value = map.find("link")) {
    if (auto link = read_link(*value)) return WrittenAddress{std::move(*link), value->where};
    map.context().errors.add(value->where, map.path_of("link") + kNoLink);
    return std::nullopt;
  }
  map.require("pe", ": the address of the PE that fails; or give link: [a, b]");
  const Value* value = map.find("pe");
  if (value == nullptr) return std::nullopt;
  if (auto address = read_address(*value)) return WrittenAddress{std::move(*address), value->where};
  map.context().errors.add(value->where, map.path_of("pe") + no_address(fabric));
  return std::nullopt;
}

/// Returns the rate of an item that has one; nullopt otherwise, and adds an error if it is wrong.
std::optional<double> read_rate(MapReader& map) {
  double rate = 0;
  if (!map.real("corrupt", {0, 1}, rate)) return std::nullopt;
  if (!map.has("pe")) return rate;
  map.context().errors.add(map.find("corrupt")->where,
                           map.path_of("corrupt") + " is of a link; give link: [a, b] instead of pe");
  return std::nullopt;
}

void read_fault(MapReader& map, const FabricInfo& fabric, Scenario& scenario) {
  TimedFault fault;
  map.require("cycle", ": the cycle in which the PE or link fails");
  const bool timed = map.integer("cycle", kCycles, fault.cycle);
  fault.where = map.has("cycle") ? map.find("cycle")->where : map.value().where;
  auto what = read_what(map, fabric);
  const auto rate = read_rate(map);
  if (!timed || !what || (map.has("corrupt") && !rate)) return;
  if (rate) {
    scenario.corruptions.push_back({fault.cycle, std::move(*what), *rate, fault.where});
  } else {
    fault.what = std::move(*what);
    scenario.faults.push_back(std::move(fault));
  }
}

}  // namespace

void read_faults(MapReader& map, const FabricInfo& fabric, Scenario& scenario) {
  map.sections("faults", [&](MapReader& item) { read_fault(item, fabric, scenario); });
}

}  // namespace kintsugi

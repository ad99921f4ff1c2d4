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

void read_fault(MapReader& map, const FabricInfo& fabric, std::vector<TimedFault>& faults) {
  TimedFault fault;
  map.require("cycle", ": the cycle in which the PE or link fails");
  const bool timed = map.integer("cycle", kCycles, fault.cycle);
  fault.where = map.has("cycle") ? map.find("cycle")->where : map.value().where;
  auto what = read_what(map, fabric);
  if (!timed || !what) return;
  fault.what = std::move(*what);
  faults.push_back(std::move(fault));
}

}  // namespace

void read_faults(MapReader& scenario, const FabricInfo& fabric, std::vector<TimedFault>& faults) {
  scenario.sections("faults", [&](MapReader& map) { read_fault(map, fabric, faults); });
}

}  // namespace kintsugi

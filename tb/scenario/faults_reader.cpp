#include "tb/scenario/faults_reader.hpp"

#include "tb/scenario/defects_reader.hpp"

namespace kintsugi {

namespace {

constexpr IntegerRange kCycles{0, 1'000'000'000'000};

void read_pe(MapReader& map, TimedFault& fault) {
  map.require("pe", ", the address of the PE that dies");
  const Value* value = map.find("pe");
  if (value == nullptr) return;
  auto address = read_address(*value);
  if (address) {
    fault.pe = {std::move(*address), value->where};
  } else {
    map.context().errors.add(value->where,
                             map.path_of("pe") + ": not an address: [row, column] or a number, none negative");
  }
}

/// A link that breaks while packets are on it would tear them apart.
void refuse_link(MapReader& map) {
  const Value* link = map.find("link");
  if (link == nullptr) return;
  map.context().errors.add(
      link->where, map.path_of("link") + ": only PEs die at run time, links do not; put the link under defects.link");
}

void read_fault(MapReader& map, std::vector<TimedFault>& faults) {
  TimedFault fault;
  map.require("cycle", ", in which the PE dies");
  const bool timed = map.integer("cycle", kCycles, fault.cycle);
  fault.where = map.has("cycle") ? map.find("cycle")->where : map.value().where;
  if (map.has("link")) return refuse_link(map);
  read_pe(map, fault);
  if (timed && !fault.pe.address.empty()) faults.push_back(std::move(fault));
}

}  // namespace

void read_faults(MapReader& scenario, std::vector<TimedFault>& faults) {
  scenario.sections("faults", [&](MapReader& map) { read_fault(map, faults); });
}

}  // namespace kintsugi

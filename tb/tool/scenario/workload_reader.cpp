#include "tb/tool/scenario/workload_reader.hpp"

#include <algorithm>
#include <limits>

#include "models/workload/collectives/catalogue.hpp"
#include "tb/tool/scenario/parameter_reader.hpp"

namespace kintsugi {

namespace {

constexpr IntegerRange kNodeRange{0, std::numeric_limits<std::uint32_t>::max()};
constexpr IntegerRange kFlitBytes{1, 65536};
constexpr IntegerRange kPacketBytes{1, std::int64_t{1} << 30};
constexpr RealRange kCyclesPerNs{0, 1'000'000};

std::vector<Term> workload_terms() {
  std::vector<Term> terms;
  for (const workload::WorkloadInfo& info : workload::workloads()) terms.push_back({info.name, info.summary});
  return terms;
}

/// Says what the parameters of all programs are; one that several have is said once.
void explain_parameters(MapReader& map) {
  std::vector<std::string> said;
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    for (const ParameterSpec& spec : info.parameters) {
      if (std::ranges::find(said, spec.name) != said.end()) continue;
      said.push_back(spec.name);
      map.find(spec.name);
      KeySpec key = key_spec(spec);
      key.condition = "only with names that have it: kintsugi workload lists them";
      key.required = false;
      map.specify(spec.name, key);
    }
  }
}

/// Returns the parameters as a scenario has them: the number of ranks is that of the nodes if it is left out.
std::vector<ParameterSpec> scenario_parameters(const workload::WorkloadInfo& info) {
  std::vector<ParameterSpec> specs = info.parameters;
  for (ParameterSpec& spec : specs) {
    if (spec.name == "ranks") spec.required = false;
  }
  return specs;
}

void read_named(MapReader& map, WorkloadSection& workload) {
  map.require("name");
  const bool right = map.choice("name", workload_terms(), workload.name);
  if (map.explains()) return explain_parameters(map);
  if (!right) {
    for (const Value::Entry& entry : map.value().entries) map.find(entry.key);
    return;
  }
  read_parameters(map, scenario_parameters(*workload::find_workload(workload.name)), workload.parameters);
}

void read_protocol(MapReader& map, workload::Protocol& protocol) {
  map.integer("flit_bytes", kFlitBytes, protocol.flit_bytes);
  map.integer("packet_bytes", kPacketBytes, protocol.packet_bytes);
  std::optional<std::uint64_t> eager_bytes;
  if (map.integer("eager_bytes", workload::kBytesRange, eager_bytes) && eager_bytes) protocol.eager_bytes = *eager_bytes;
  map.real("cycles_per_ns", kCyclesPerNs, protocol.cycles_per_ns);
  map.flag("hardware_multicast", protocol.multicasts);
  const std::int64_t flits = (std::int64_t{protocol.packet_bytes} - 1) / protocol.flit_bytes + 1;
  if (flits <= kFlitsRange.high) return;
  const Value* const value = map.has("packet_bytes") ? map.find("packet_bytes") : map.find("flit_bytes");
  if (value == nullptr) return;
  map.context().errors.add(value->where, "traffic.packet_bytes: a packet of " + std::to_string(protocol.packet_bytes) +
                                             " bytes has " + std::to_string(flits) + " flits of " +
                                             std::to_string(protocol.flit_bytes) + " bytes; valid is at most " +
                                             std::to_string(kFlitsRange.high));
}

void read_place(MapReader& map, WorkloadSection& workload) {
  using Place = WorkloadSection::Place;
  const Value* const value = map.find("place");
  map.explain("place", {.type = "name, list of nodes or path of a file", .otherwise = "identity"});
  if (value != nullptr && value->type == Value::Type::kList) {
    workload.place = Place::kList;
    map.integers("place", kNodeRange, workload.nodes);
  } else if (std::string name; value != nullptr && map.text("place", name) && name != "identity") {
    workload.place = name == "annealed" ? Place::kAnnealed : Place::kFile;
    if (workload.place == Place::kFile) map.file("place", workload.place_file);
  }
  map.integer("place_seed", kSeedRange, workload.place_seed);
  const Value* const seed = map.find("place_seed");
  if (seed == nullptr || workload.place == Place::kAnnealed) return;
  map.context().errors.add(seed->where, "traffic.place_seed has a meaning only with traffic.place: annealed");
}

void refuse_without_workload(MapReader& map) {
  for (const char* key : {"flit_bytes", "packet_bytes", "eager_bytes", "cycles_per_ns", "hardware_multicast", "place",
                          "place_seed"}) {
    const Value* value = map.find(key);
    if (value == nullptr) continue;
    map.context().errors.add(value->where, map.path_of(key) + " belongs to a program; give " + map.path_of("workload"));
  }
}

}  // namespace

void read_workload(MapReader& traffic, std::optional<WorkloadSection>& workload) {
  WorkloadSection read;
  const Value* const value = traffic.find("workload");
  if (value != nullptr && value->type == Value::Type::kMap) {
    traffic.section("workload", [&read](MapReader& map) { read_named(map, read); });
  } else {
    traffic.file("workload", read.file);
  }
  traffic.explain("workload", {.type = "path of a file or mapping"});
  read_protocol(traffic, read.protocol);
  read_place(traffic, read);
  if (value == nullptr) return refuse_without_workload(traffic);
  workload = std::move(read);
}

}  // namespace kintsugi

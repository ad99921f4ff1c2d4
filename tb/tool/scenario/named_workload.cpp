#include "tb/tool/scenario/named_workload.hpp"

#include <algorithm>

#include "tb/tool/scenario/nearest.hpp"
#include "tb/tool/scenario/parameter_reader.hpp"

namespace kintsugi {

namespace {

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

std::vector<ParameterSpec> parameters_of(const workload::WorkloadInfo& info, Ranks ranks) {
  std::vector<ParameterSpec> specs = info.parameters;
  for (ParameterSpec& spec : specs) {
    if (spec.name == "ranks" && ranks == Ranks::kOptional) spec.required = false;
  }
  return specs;
}

}  // namespace

bool read_named_workload(MapReader& map, NamedWorkload& into, Ranks ranks) {
  const std::size_t errors_before = map.context().errors.size();
  const std::vector<Term> names = workload_terms();
  std::string name;
  map.require("name", suggestion("", names_of(names)));
  const bool right = map.choice("name", names, name);
  if (map.explains()) {
    explain_parameters(map);
    return false;
  }
  if (!right) {
    for (const Value::Entry& entry : map.value().entries) map.find(entry.key);
    return false;
  }
  into.info = workload::find_workload(name);
  read_parameters(map, parameters_of(*into.info, ranks), into.parameters);
  return map.context().errors.size() == errors_before;
}

std::optional<workload::Program> make_program(const NamedWorkload& named, const MapReader& map,
                                              const Progress& progress) {
  try {
    return named.info->make(named.parameters, false, progress).program;
  } catch (const ParameterError& error) {
    const auto& positions = map.context().positions;
    const auto found = positions.find(map.path_of(error.parameter()));
    map.context().errors.add(found == positions.end() ? map.value().where : found->second, error.what());
    return std::nullopt;
  }
}

}  // namespace kintsugi

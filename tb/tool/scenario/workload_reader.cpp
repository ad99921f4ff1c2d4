#include "tb/tool/scenario/workload_reader.hpp"

#include "tb/tool/scenario/nearest.hpp"
#include "tb/tool/scenario/parameter_reader.hpp"

namespace kintsugi {

bool read_workload(MapReader& map, NamedWorkload& into) {
  const std::size_t errors_before = map.context().errors.size();
  std::vector<std::string> names;
  for (const workload::WorkloadInfo& info : workload::workloads()) names.push_back(info.name);
  std::string name;
  map.require("name", suggestion("", names));
  if (!map.choice("name", names, name)) {
    for (const Value::Entry& entry : map.value().entries) map.find(entry.key);
    return false;
  }
  into.info = workload::find_workload(name);
  read_parameters(map, into.info->parameters, into.parameters);
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

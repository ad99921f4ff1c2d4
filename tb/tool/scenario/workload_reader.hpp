/// Reads a workload of the catalogue: {name: allreduce, ranks: 16, bytes: 65536}.
#pragma once

#include "models/workload/collectives/catalogue.hpp"
#include "tb/tool/scenario/map_reader.hpp"

namespace kintsugi {

struct NamedWorkload {
  const workload::WorkloadInfo* info = nullptr;  ///< nullptr: the name is missing or wrong
  Parameters parameters;
};

/// Reads the name, and the parameters that it has. Returns whether the name and all required parameters are there and
/// all that is given is right; without a right name the other keys are not checked.
bool read_workload(MapReader& map, NamedWorkload& into);

/// Makes the program. Reports parameters that do not suit each other at the place of the one that is wrong, else at
/// that of the map; then there is no program.
std::optional<workload::Program> make_program(const NamedWorkload& named, const MapReader& map,
                                              const Progress& progress = {});

}  // namespace kintsugi

/// Reads the parameters of a network, a fabric or a workload from a mapping, by their specifications.
#pragma once

#include <span>

#include "models/family/parameters.hpp"
#include "models/workload/collectives/catalogue.hpp"
#include "tb/tool/scenario/map_reader.hpp"

namespace kintsugi {

/// Reads what the specifications name, and explains these keys. Returns whether the required ones are there and right.
bool read_parameters(MapReader& map, std::span<const ParameterSpec> specs, Parameters& parameters);

/// Whether the number of ranks must be given; without it another one is filled in later.
enum class Ranks { kRequired, kOptional };

/// A workload of the catalogue: {name: allreduce, ranks: 16, bytes: 65536}.
struct NamedWorkload {
  const workload::WorkloadInfo* info = nullptr;  ///< nullptr: the name is missing or wrong
  Parameters parameters;
};

/// Reads the name, and the parameters that it has. Returns whether the name and all required parameters are there and
/// all that is given is right; without a right name the other keys are not checked.
bool read_named_workload(MapReader& map, NamedWorkload& into, Ranks ranks = Ranks::kRequired);

}  // namespace kintsugi

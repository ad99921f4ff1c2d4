/// The programs that can be made by their names, with the parameters of each.
///
/// Errors  make() throws ParameterError if a parameter is missing, out of range, or does not suit the others. It
///         ignores parameters that it does not know; the specifications say which there are
/// Add     one more with a function and an entry in catalogue.cpp
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/workload/collectives/composer.hpp"

namespace kintsugi::workload {

struct WorkloadInfo {
  std::string name;
  std::string summary;
  std::vector<ParameterSpec> parameters;
  void (*check)(const Parameters& parameters);                        ///< of parameters that depend on each other
  std::uint32_t (*ranks)(const Parameters& parameters);               ///< of valid parameters
  void (*compose)(Composer& composer, const Parameters& parameters);  ///< into a composer of these ranks
  enum class Asked { kNothing, kBytes, kBytesOfEach };                ///< `bytes`, or as many for each rank
  Asked asked = Asked::kNothing;  ///< what its bandwidth is measured by (group_times.hpp); nothing: it has none

  Composed make(const Parameters& parameters, bool keeps_data = false, const Progress& progress = {}) const;
  /// Returns the bytes that a collective of so many ranks is asked for; nullopt if it has none.
  std::optional<std::uint64_t> asked_bytes(const Parameters& parameters, std::uint32_t ranks) const;
};

/// Returns all of them, in the order in which they are listed.
std::span<const WorkloadInfo> workloads();
/// Returns the one of that name, or nullptr.
const WorkloadInfo* find_workload(std::string_view name);

}  // namespace kintsugi::workload

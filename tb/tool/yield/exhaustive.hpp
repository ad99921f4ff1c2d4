/// The verification report of a fabric: every map of up to so many defective PEs is planned, set and traced.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/repair/repair_count.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::yield {

struct ExhaustiveRepair {
  std::vector<RepairCount> rows;  ///< by number of faults, from none on
  std::uint64_t maps() const;
  std::uint64_t wrong() const;
};

/// By the planner, rule and objective of the scenario, which must have a fabric. InputError when it names defects, when
/// the fabric does not know a name, for more faults than PEs, and for more maps than can be gone through.
ExhaustiveRepair verify_every_map(const Input& input, std::size_t most_faults, unsigned threads,
                                  const Progress& progress);

nlohmann::ordered_json to_json(const ExhaustiveRepair& report, const Input& input);
std::string to_text(const ExhaustiveRepair& report, const Input& input);
/// The wrong repair of the fewest faults as a command that shows it; empty when there is none.
std::string wrong_repair(const ExhaustiveRepair& report, const Input& input);

}  // namespace kintsugi::yield

/// The request of a yield run: which curves, which maps. Made from the options of the command and the network; all
/// mistakes are reported together.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/repair/reconfigurable.hpp"
#include "models/repair/scattered_defects.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::yield {

/// The options as given on the command line.
struct YieldOptions {
  std::string faults;  ///< "A:B" or "K"; empty: chosen for the fabric
  std::uint64_t maps = 20000;
  std::uint64_t seed = 1;
  bool exhaustive = false;
  /// Values of options of the fabric, by name: one curve for each, and for each combination of several options. What is
  /// not here is as the network's own fabric section says.
  std::map<std::string, std::vector<std::string>> fabric_options;
  std::vector<std::string> planners;  ///< empty: as its repair section says
  bool strict = false;
  bool compare = false;
  bool bounds = false;
  bool core_only = false;
  bool verify = false;
  std::vector<double> pe_defects;
  std::optional<double> chain_defect = {};  ///< probability that a segment of the chain is dead, in every map
  std::optional<double> cluster = {};       ///< alpha: maps are clustered, the numbers of defective PEs are means
  std::optional<FieldSize> field = {};      ///< only with `cluster`; nullopt: the whole chip
};

/// One result for every number of defective PEs: a planner on a fabric, or a bound of that fabric.
struct Curve {
  std::string name;  ///< "exact, strict"
  const ReconfigurableFabric* fabric = nullptr;
  Parameters fabric_options;         ///< of the fabric, as asked for in place of the scenario's
  RepairOptions options;             ///< when it is a planner
  std::optional<std::size_t> bound;  ///< index into the fabric's bounds
  std::string key;                   ///< of the bound
  /// Returns whether maps can be left undecided.
  bool is_limited() const;
};

struct YieldRequest {
  const Scenario* scenario = nullptr;
  const Design* design = nullptr;
  std::vector<std::unique_ptr<ReconfigurableFabric>> fabrics;
  std::vector<Curve> curves;       ///< the first is the one requested, the others are to compare with
  std::vector<SiteId> sites;       ///< that can be defective
  std::vector<unsigned> field_of;  ///< by site, with YieldOptions::field
  std::size_t first = 0;           ///< defective PEs; with YieldOptions::cluster, their mean number
  std::size_t last = 0;
  YieldOptions options;
};

/// Refers to `input`. Its network is looked at, and of a scenario the sections fabric and repair. InputError with every
/// mistake: no fabric, an option or a planner it does not have, no bounds, numbers out of order or more than PEs, more
/// maps than can be gone through.
YieldRequest make_request(const Input& input, const YieldOptions& options);

/// Returns the options of fabrics that can be set for a curve: those with few values, of all families, each name once.
/// --compare goes through the values of those that decide which defects can be repaired.
std::vector<ParameterSpec> compared_options(const FamilyList& list = families());

/// Throws InputError, with the option and the remedy, if `first` to `last` defective PEs have too many maps to test, or
/// if a map has more defective PEs than sites.
void require_countable(const char* option, std::size_t sites, std::size_t first, std::size_t last,
                       const std::string& remedy);

}  // namespace kintsugi::yield

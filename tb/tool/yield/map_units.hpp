/// The defect maps of a study in blocks, as units of work (tb/tool/store/store.hpp).
///
/// Block     consecutive maps of one set, a multiple of 512 or those at its end; so many that a study has at most 1024
///           blocks, and one more for each set. That depends on the study alone
/// Result    {counts: [{maps, repairable, wrong, not_decided, first_wrong}]}, by judge; not_decided unless it is 0;
///           first_wrong has the sites of the first wrong map, if there is one, first_wrong_chain its dead segments.
///           Status 1 if a repair is wrong
/// Identity  {program, inputs, judges, drawn, first, maps}: hashes of the files that the fabric is made from, what
///           judges, how the maps are drawn, and which of these maps
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/repair/repair_count.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/store/store.hpp"

namespace kintsugi::yield {

/// Sets of defect maps, those who judge them, and what their counts depend on.
struct JudgedMaps {
  std::vector<DefectMaps> sets;
  std::vector<JudgeMaker> judges;
  std::vector<std::string> judge_names;       ///< the fabric and planner of each judge, or its bound
  std::vector<nlohmann::ordered_json> drawn;  ///< how the maps of each set are drawn
};

/// Returns the number of maps, over all sets.
std::uint64_t size_of(const JudgedMaps& maps);

class MapUnits final : public store::UnitWork {
 public:
  /// `program`: store::identity_of_program(). `maps` and `scenario` must outlive the object. Throws InputError if the
  /// scenario makes its network from a file that can be read only once.
  MapUnits(const JudgedMaps& maps, const Scenario& scenario, std::string program);

  std::size_t units() const override { return blocks_.size(); }
  nlohmann::ordered_json identity(std::size_t unit) const override;
  std::string name(std::size_t unit) const override;
  store::StoreLayout layout() const override;
  bool compute(std::span<const std::size_t> units, const store::ComputeOptions& options,
               const store::UnitDone& done) override;

  /// Returns the number of maps of a block.
  std::uint64_t maps_in(std::size_t unit) const { return blocks_[unit].end - blocks_[unit].first; }

  /// Adds up the results of all units, in their order: by set, by judge, as count_repairs() does.
  std::vector<std::vector<RepairCount>> counts(std::span<const store::UnitResult> results) const;

 private:
  const JudgedMaps& maps_;
  std::string program_;
  nlohmann::ordered_json inputs_ = nlohmann::ordered_json::object();
  std::vector<MapBlock> blocks_;
};

/// Returns a complete scenario that reproduces a defect map with the tool, on one line: `{network: ..., fabric: ...,
/// repair: ..., defects: ...}`. The network and the fabric are those
/// of the scenario, with these options of the fabric in place of its own.
std::string reproducer(const Scenario& scenario, const Parameters& fabric_options, const RepairOptions& options,
                       const Fabric& fabric, const Defects& defects);

}  // namespace kintsugi::yield

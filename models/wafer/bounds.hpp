/// Conditions to compare planners of a wafer with. Every map that straight paths repair meets both, so they are upper
/// bounds for planners of straight paths. For plans of rings (ring_plan.hpp) they are none.
///
/// Free line   every defective core PE has at least one direction in which the rest of its line, spare included, is
///             healthy
/// Bent paths  there are paths from all defective core PEs through healthy neighbours to healthy spares, and no two
///             share a PE. So paths that may turn anywhere would repair these maps. A plan of rings moves nodes
///             diagonally, which such paths do not, and repairs maps that fail this condition
/// Source      the second is the maximum flow formulation of V. P. Roychowdhury, J. Bruck and T. Kailath, "Efficient
///             Algorithms for Reconfiguration in VLSI/WSI Arrays", 1990, with one vertex of capacity 1 for each PE
#pragma once

#include <memory>

#include "models/repair/reconfigurable.hpp"
#include "models/wafer/grid.hpp"
#include "models/wafer/path_choices.hpp"

namespace kintsugi {

class FreeLineBound final : public RepairTester {
 public:
  explicit FreeLineBound(const WaferGrid& grid) : choices_(grid, ConflictRule::kTwoTracks) {}
  bool repairable(const Defects& defects) override;

 private:
  PathChoices choices_;
};

class BentPathsBound final : public RepairTester {
 public:
  explicit BentPathsBound(const WaferGrid& grid);
  ~BentPathsBound() override;
  bool repairable(const Defects& defects) override;

 private:
  class FlowGrid;
  std::unique_ptr<FlowGrid> flow_;
};

}  // namespace kintsugi

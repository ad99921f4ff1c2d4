/// Upper bounds on what a repair of a wafer can achieve, to compare planners with: two conditions that every repairable
/// map meets.
///
/// Free line   every defective core PE has at least one direction in which the rest of its line, spare included, is
///             healthy
/// Bent paths  there are paths from all defective core PEs through healthy neighbours to healthy spares, and no two
///             share a PE. A fabric whose paths may turn anywhere could repair these maps. The switches of this wafer
///             cannot: a node moved south whose lower neighbour moved east would have to cross its own row
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

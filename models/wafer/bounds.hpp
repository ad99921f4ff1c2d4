/// Conditions to compare planners of a wafer with. Every map that straight paths repair meets all of them. Plans of
/// rings (ring_plan.hpp) and of passes (pass_plan.hpp) repair maps that meet the third only: it bounds them too.
///
/// Free line   every defective core PE has at least one direction in which the rest of its line, spare included, is
///             healthy
/// Bent paths  there are paths from all defective core PEs through healthy neighbours to healthy spares, and no two
///             share a PE. So paths that may turn anywhere would repair these maps. A plan of rings moves nodes
///             diagonally, which such paths do not, and repairs maps that fail this condition
/// Near PEs    every node can have a live PE of its own, one row and one column from its default place at most: that
///             far a node moves in all of these plans. Decided by a maximum matching of nodes and PEs
/// Source      the second is the maximum flow formulation of V. P. Roychowdhury, J. Bruck and T. Kailath, "Efficient
///             Algorithms for Reconfiguration in VLSI/WSI Arrays", 1990, with one vertex of capacity 1 for each PE
#pragma once

#include <memory>
#include <vector>

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

class NearPesBound final : public RepairTester {
 public:
  explicit NearPesBound(const WaferGrid& grid);
  bool repairable(const Defects& defects) override;

 private:
  void leave_all_at_home(const DefectMap& dead);
  bool find_pe(NodeId node);
  void move_along(SiteId last);

  WaferGrid grid_;
  std::vector<NodeId> node_at_;    // by site; kNoNode: free, or dead
  std::vector<bool> dead_;         // by site
  std::vector<NodeId> asked_for_;  // by site: the node for which the search reached it; kNoNode: not reached
  std::vector<SiteId> site_of_;    // by node
  std::vector<NodeId> queue_;
};

}  // namespace kintsugi

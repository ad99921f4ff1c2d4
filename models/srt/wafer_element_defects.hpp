/// The repair of a wafer with broken switches, tracks or wires beside its dead PEs.
///
/// Paths may also begin at healthy PEs, which are then given up: that moves nodes away from what is broken. What is
/// broken is harmless when the trace of the damaged fabric, set as the switch rule says, is that of the sound one,
/// lengths included: a detour that happens to join the right ports is not taken for a repair.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "models/fabric/extraction.hpp"
#include "models/srt/wafer.hpp"
#include "models/wafer/element_planner.hpp"

namespace kintsugi::srt {

/// Paths for the dead PEs, in the order of the defects, then those of healthy PEs that are given up.
struct PlanAround {
  std::vector<CompensationPath> paths;
  std::size_t given_up = 0;
};

class WaferElementDefects {
 public:
  /// The wafer must outlive this.
  WaferElementDefects(const Wafer& wafer, ConflictRule rule, std::vector<ElementDefect> elements);

  /// Nothing when no plan was found: see ElementPlanner for what is looked for.
  std::optional<PlanAround> plan(const DefectMap& defects);
  /// Whether the elements, by their place in the list, change nothing on a wafer with just these paths, which do not
  /// conflict. They are one or all of them.
  bool harmless(std::span<const CompensationPath> paths, std::span<const std::size_t> elements) const;

  /// An inclusion-minimal part of defects that have no plan, and has none itself.
  static Defects minimal_irreparable(const Wafer& wafer, ConflictRule rule, Defects defects);

 private:
  /// A fabric with an extractor of its own.
  struct Damaged {
    Damaged(const Fabric& sound, std::span<const ElementDefect> broken)
        : damaged(sound, broken), extractor(damaged.fabric()) {}
    DefectiveFabric damaged;
    NetworkExtractor extractor;
  };

  const Wafer& wafer_;
  std::vector<ElementDefect> elements_;
  NetworkExtractor sound_;
  std::deque<Damaged> one_;  // with one element each
  Damaged all_;
  ElementPlanner planner_;
};

}  // namespace kintsugi::srt

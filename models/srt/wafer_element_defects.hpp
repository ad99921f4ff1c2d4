/// The repair of a wafer with defects of switches, tracks or wires beside its dead PEs.
///
/// Paths may also begin at healthy PEs, which are then given up: that moves nodes away from a defect. A defect of an
/// element is harmless if, in the states that the switch rule gives, the same network is extracted from the defective
/// fabric as from the sound one, lengths included. So a detour that happens to join the right ports is not a repair.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/fabric/extraction.hpp"
#include "models/srt/wafer.hpp"
#include "models/wafer/element_planner.hpp"

namespace kintsugi::srt {

/// A plan: paths for the dead PEs, in the order of the defects, then those of healthy PEs that are given up.
struct PlanAround {
  std::vector<CompensationPath> paths;
  std::size_t given_up = 0;
};

class WaferElementDefects {
 public:
  /// The wafer must outlive this.
  WaferElementDefects(const Wafer& wafer, ConflictRule rule, std::vector<ElementDefect> elements,
                      Remaining remaining = {});

  /// Returns nullopt if it finds no plan; ElementPlanner says which plans it tries.
  std::optional<PlanAround> plan(const DefectMap& defects);
  /// Returns whether the elements, one or all of the list, by index, are harmless on a wafer with just these paths,
  /// which do not conflict.
  bool harmless(std::span<const CompensationPath> paths, std::span<const std::size_t> elements);

  /// Returns an inclusion-minimal subset of defects without plan that has no plan itself.
  static Defects minimal_irreparable(const Wafer& wafer, ConflictRule rule, Defects defects,
                                     const Remaining& remaining = {});

 private:
  /// A fabric with some defective elements, and an extractor of its own.
  struct Defective {
    Defective(const Fabric& sound, std::span<const ElementDefect> defects)
        : fabric(sound, defects), extractor(fabric.fabric()) {}
    DefectiveFabric fabric;
    NetworkExtractor extractor;
  };
  const NetworkExtractor& with_defective(std::span<const std::size_t> elements);

  const Wafer& wafer_;
  std::vector<ElementDefect> elements_;
  NetworkExtractor sound_;
  // Of the fabrics with one defective element only that of the latest is kept: one is as large as the wafer.
  std::size_t latest_ = 0;
  std::optional<Defective> one_;
  std::optional<Defective> all_;
  ElementPlanner planner_;
};

}  // namespace kintsugi::srt

/// A fabric with defects of its switches and wires (models/fabric/element_defect.hpp).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "models/fabric/element_defect.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi {

/// The types that the defective switches of a fabric have with their defects. The sound types must outlive it.
class DefectiveSwitches {
 public:
  struct Each {
    SwitchId switch_id;
    std::unique_ptr<const SwitchType> type;
  };
  DefectiveSwitches(const Fabric& sound, std::span<const ElementDefect> defects);
  /// Returns them by ascending number of the switch.
  std::span<const Each> all() const;

 private:
  std::vector<Each> all_;
};

/// A fabric with certain defects.
class DefectiveFabric {
 public:
  /// The sound fabric must outlive this one, which still uses its switch types.
  DefectiveFabric(const Fabric& sound, std::span<const ElementDefect> defects);
  DefectiveFabric(const DefectiveFabric&) = delete;  // the fabric points at the switch types
  DefectiveFabric& operator=(const DefectiveFabric&) = delete;

  const Fabric& fabric() const { return fabric_; }

 private:
  Fabric fabric_;
  DefectiveSwitches switches_;
};

/// A fabric whose elements die, and perhaps work again, one after the other: the fabric as it is now.
class ChangingFabric {
 public:
  /// The sound fabric must outlive this one.
  explicit ChangingFabric(const Fabric& sound, std::vector<ElementDefect> defects = {});
  const Fabric& now() const { return defective_ ? defective_->fabric() : *sound_; }
  /// Sets the defects, ascending. Returns whether they have changed. The fabric before the change, and its switch
  /// types, stay valid until the next change.
  bool change_to(const std::vector<ElementDefect>& defects);

 private:
  const Fabric* sound_;
  std::vector<ElementDefect> defects_;
  std::unique_ptr<const DefectiveFabric> defective_;  // nullptr: no defects
  std::unique_ptr<const DefectiveFabric> before_;
};

}  // namespace kintsugi

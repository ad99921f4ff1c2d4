/// Repair by shifting: a fabric with spares and switches, reconfigured around the defects.
///
/// Repaired  the wanted network, extracted from the states of the switches and compared
/// Else      nothing is delivered. A search with a limit can leave open whether the die is repaired
/// Errors    the delivery throws std::logic_error if a repair makes another network than the wanted one
#pragma once

#include <string>

#include "models/network/network.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/rivals/scheme.hpp"

namespace kintsugi::rivals {

class ShiftRepair final : public Scheme {
 public:
  /// `fabric`, whose PEs have addresses of a row and a column, and `wanted`, of that size, must outlive the scheme.
  ShiftRepair(std::string name, const ReconfigurableFabric& fabric, const Network& wanted, GridSize size,
              RepairOptions options);
  const std::string& name() const override { return name_; }
  const std::string& summary() const override;
  Silicon silicon() const override;
  bool can_be_undecided() const override { return fabric_->is_limited(options_); }
  std::vector<GridPlace> places() const override;
  Delivery delivery() const override;

 private:
  std::string name_;
  const ReconfigurableFabric* fabric_;
  const Network* wanted_;
  GridSize size_;
  RepairOptions options_;
};

}  // namespace kintsugi::rivals

/// Reports faults to a reconfiguration controller that is not told of them. The controller asks at the end of each
/// cycle, after all modules.
#pragma once

#include <string>

#include "models/fabric/defects.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

class FaultDetection {
 public:
  virtual ~FaultDetection() = default;
  /// Returns whether a fault has been noticed that no diagnosis() has reported.
  virtual bool noticed() = 0;
  /// Returns whether all reports of what was noticed first have been collected by one that is alive and can diagnose.
  virtual bool reported() = 0;
  /// Returns why reported() will never be true; empty if it may be.
  virtual std::string failure() = 0;
  /// Returns all faults so far. Call it when reported() is true.
  virtual Defects diagnosis() = 0;
  /// Returns whether a fault is part of the last diagnosis, or lies at a PE that is: a dead link of a dead PE.
  virtual bool covers(const Fault& fault) const = 0;
  /// Returns the most cycles from a fault until it is noticed.
  virtual Cycle longest_wait() const = 0;
};

}  // namespace kintsugi

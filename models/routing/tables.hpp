/// Tables of a routing that take seconds to make in a large network.
#pragma once

#include "models/network/progress.hpp"

namespace kintsugi {

/// Mixed into a RoutingRelation that makes tables when it is first asked for a route.
class HasTables {
 public:
  virtual ~HasTables() = default;
  /// Makes the tables now, unless they are there. Without this call the first route waits for them.
  virtual void make_tables(const Progress& progress) const = 0;
};

}  // namespace kintsugi

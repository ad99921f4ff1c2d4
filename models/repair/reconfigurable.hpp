/// A fabric that can be reconfigured around defects: what every fault-tolerant family offers to the tool and to the
/// hardware's reconfiguration controller.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// Defective sites, ascending and without duplicates.
using DefectMap = std::vector<SiteId>;

/// How to repair. Names are those of the scenario; a fabric refuses what it does not know (std::invalid_argument
/// with the valid names in its text).
struct RepairOptions {
  std::string planner = "exact";
  std::string rule = "exact";     ///< which conflicts count: exact | strict
  std::string objective = "any";  ///< which of the repairs: any
  bool explain = true;            ///< when there is no repair, look for an irreparable subset (a yield run need not)
};

/// One step of a repair plan in words a report can print: the defective site and what was done about it.
struct RepairPath {
  SiteId fault;
  std::string direction;  ///< "north", "east", "south", "west"
  unsigned moved = 0;     ///< logical nodes that change their site
};

struct Repair {
  bool repairable = false;
  /// An inclusion-minimal set of the defects that is irreparable by itself; empty when repairable or not asked for.
  DefectMap irreparable_subset;
  /// The rest is meaningful only when repairable.
  std::vector<RepairPath> paths;
  unsigned moved = 0;
  Placement placement;
  Configuration configuration;
};

class ReconfigurableFabric {
 public:
  virtual ~ReconfigurableFabric() = default;
  virtual const Fabric& fabric() const = 0;
  virtual Repair repair(const DefectMap& defects, const RepairOptions& options) const = 0;
};

}  // namespace kintsugi

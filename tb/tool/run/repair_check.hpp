/// The progress and the report of a checked repair (tb/tool/setup/checked_repair.hpp).
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

#include "models/fabric/fabric.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/console/progress.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"
#include "tb/tool/states/json.hpp"

namespace kintsugi {

/// Checks a repair, as check_repair() of the setup, or that of a file of the scenario, and shows on `out` what takes
/// more than two seconds.
CheckedRepair check_repair(const Scenario& scenario, const Setup& setup, ProgressLine::Style style, std::ostream& out);

/// A repair of which a report tells.
struct RepairView {
  const CheckedRepair& repair;
  const Fabric& fabric;
};

/// Returns the rows of its report, except for those of a repair that fails.
ReportRows<RepairView> repair_rows();

enum class Listing { kNone, kSites };
/// Returns the keys of the `repair` command: those of repair_rows(), irreparable_subset; irreparable_links,
/// irreparable_elements, blocked and reason unless they are empty. A PE is given as its address. Listing::kSites adds
/// for every site its logical node and the extracted far ends of the ports that the fabric lists.
nlohmann::ordered_json to_json(const CheckedRepair& repair, const ReconfigurableFabric& fabric,
                               Listing listing = Listing::kNone);
std::string to_text(const CheckedRepair& repair, const Fabric& fabric);

}  // namespace kintsugi

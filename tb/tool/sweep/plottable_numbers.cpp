#include "tb/tool/sweep/plottable_numbers.hpp"

#include <algorithm>

#include "models/network/nearest.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/setup/setup.hpp"
#include "tb/tool/setup/workload_setup.hpp"

namespace kintsugi::sweep {

namespace {

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto* rows : {&report_numbers(), &entry_numbers()}) {
    for (const ReportNumber& row : *rows) {
      if (!row.path.starts_with("timing.")) names.push_back(row.path);
    }
  }
  return names;
}

}  // namespace

const std::vector<std::string>& plottable_numbers() {
  static const std::vector<std::string> kNames = all_names();
  return kNames;
}

bool is_plottable(const std::string& path) {
  if (const auto collective = entry_path(path)) return collective->row() != nullptr;
  return std::ranges::find(plottable_numbers(), path) != plottable_numbers().end();
}

std::string why_not_plottable(const std::string& path, const Scenario& scenario, const Setup& setup) {
  const auto why = [&](const ReportNumber& row) {
    const bool if_a_check_fails = std::ranges::find(row.needs, Need{need::failure}) != row.needs.end();
    return if_a_check_fails ? std::string() : why_absent(row, scenario, setup);
  };
  if (const auto collective = entry_path(path)) {
    const ReportNumber* const row = collective->row();
    if (row == nullptr) return "";
    const std::string absent = why(*row);
    const WorkloadSetup* const program = setup.traffic ? setup.traffic->workload.get() : nullptr;
    return absent.empty() ? why_no_group(collective->group, program) : absent;
  }
  const auto found = std::ranges::find(report_numbers(), path, &ReportNumber::path);
  return found != report_numbers().end() ? why(*found) : "";
}

std::string plottable_like(const std::string& path) {
  const auto collective = entry_path(path);
  return suggestion(path, collective ? collective->paths() : plottable_numbers());
}

}  // namespace kintsugi::sweep

#include "tb/tool/sweep/plottable_numbers.hpp"

#include "tb/tool/run/report_numbers.hpp"

namespace kintsugi::sweep {

namespace {

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const ReportNumber& row : kintsugi::report_numbers()) {
    if (!row.path.starts_with("timing.")) names.push_back(row.path);
  }
  return names;
}

}  // namespace

const std::vector<std::string>& plottable_numbers() {
  static const std::vector<std::string> kNames = all_names();
  return kNames;
}

}  // namespace kintsugi::sweep

#include "tb/tool/cli/map_rate.hpp"

#include "tb/tool/console/text_table.hpp"

namespace kintsugi::cli {

void MapRate::add_to(Report& report, const CommonOptions& options, std::uint64_t maps) const {
  if (!options.timing) return;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
  const double rate = static_cast<double>(maps) / spent.count();
  report.json["maps_per_second"] = rate;
  report.text += "\nmaps per second  " + fixed(rate, 0) + '\n';
}

}  // namespace kintsugi::cli

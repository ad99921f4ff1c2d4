#include "tb/tool/features/expect/section_golden.hpp"

namespace kintsugi {

std::optional<GoldenRun> read_golden(MapReader& map) {
  GoldenRun golden;
  const bool is_right =
      map.file(kGoldenKey, golden.file,
               {.help = "a report (--json) or packet log (--packets) of an earlier run, to which this "
                        "one must be equal",
                .otherwise = "none",
                .example = "golden.json"});
  if (!is_right) return std::nullopt;
  const Value& value = *map.find(kGoldenKey);
  golden.where = value.where;
  if (value.text != "-") return golden;
  map.context().errors.add(value.where, map.path_of(kGoldenKey) + " must be the name of a file, not '-'");
  return std::nullopt;
}

const GoldenRun* golden_of(const Scenario& scenario) {
  const auto* const expect = scenario.features.find<ExpectSection>();
  return expect != nullptr && expect->golden ? &*expect->golden : nullptr;
}

}  // namespace kintsugi

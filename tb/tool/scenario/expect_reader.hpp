/// The `expect` section: names of numbers of the report with a value or a range, and facts of single packets.
///
/// A mapping is a range if it has a key of a range, else a section of the report. This room does not know the numbers
/// of a report: tb/tool/run/expectation_check.hpp checks the names.
#pragma once

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

void read_expect(MapReader& map, ExpectSection& expect);

}  // namespace kintsugi

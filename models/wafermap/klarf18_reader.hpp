/// Version 1.8 of KLARF: records in braces, with fields and lists. klarf_reader.hpp says what is read.
///
/// Record  NAME "id" { ... }: FileRecord, LotRecord, WaferRecord and others, inside one another
/// Field   NAME count { values }
/// List    NAME { Columns count { type name, ... } Data count { values; ... } }: SampleTestPlan..., DefectList
#pragma once

#include "models/wafermap/draft.hpp"

namespace kintsugi::wafermap {

void read_klarf18(std::string_view text, Corner origin, Draft& draft);

}  // namespace kintsugi::wafermap

/// Reads wafer maps in KLARF, the files of inspection tools, versions 1.1, 1.2 and 1.8: dies with and without defects.
///
/// Dies     those of the SampleTestPlan. A wafer of several inspection tests has the dies of all their plans; one
///          without a plan has that of the wafer before it, or of the lot
/// Bins     `clean` has passed, `defect` is a die of an entry of the DefectList, by its XINDEX and YINDEX
/// Names    LotID, WaferID, DeviceID; OrientationMarkLocation is the side of the notch
/// Origin   XINDEX grows to the right, YINDEX upwards, unless the user says where they begin
/// Lot      every wafer, WaferID or WaferRecord, is a map
/// Errors   a file that ends within a list or without EndOfFile: it is cut
#pragma once

#include "models/wafermap/draft.hpp"

namespace kintsugi::wafermap {

void read_klarf(std::string_view text, Corner origin, Draft& draft);

}  // namespace kintsugi::wafermap

/// Reads wafer maps in SINF, the Simplified INF of probers: a header of KEY:value lines, then the rows of codes.
///
/// Header   LOT, WAFER, DEVICE; ROWCT and COLCT, which must agree with the rows; FNLOC, degrees of the notch clockwise
///          from the top, so 180 is down; BCEQU, the codes that have passed: 1 is 01 too. A note says if it
///          names no code of a map. All other keys are left out, with a note
/// RowData  codes with blanks between them, a row in each line, from the top. Underscores are no die; @@, a die that
///          was not tested, is a bin like others
/// Lot      a header after the rows begins the next map; LOT and DEVICE hold until they are given anew
/// Errors   rows of another number or length than the header says: the file may be cut
#pragma once

#include "models/wafermap/draft.hpp"

namespace kintsugi::wafermap {

void read_sinf(std::string_view text, Corner origin, Draft& draft);

}  // namespace kintsugi::wafermap

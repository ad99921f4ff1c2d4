/// Reads wafer maps in XML as SEMI G85 has them: a <Map>, or several in <Maps>, each with a <Device>.
///
/// Device  LotId, ProductId, Rows, Columns; BinType says how wide a code is, NullBin which one is no die; Orientation,
///         degrees by which the notch is turned clockwise from below
/// Bin     BinCode with BinQuality, Pass or else, and BinDescription; a BinCount that is not that of the map is noted
/// Data    a <Row> for each row, from the top, each from the left. OriginLocation is of coordinates, and left out
#pragma once

#include "models/wafermap/draft.hpp"

namespace kintsugi::wafermap {

void read_g85(std::string_view text, Corner origin, Draft& draft);

}  // namespace kintsugi::wafermap

/// Reads wafer maps in XML as SEMI G85 has them: a <Map>, or several in <Maps>, each with a <Device>.
///
/// Device  LotId, ProductId, Rows, Columns; BinType says how wide a code is, NullBin which one is no die; Orientation,
///         degrees by which the notch is turned clockwise from below
/// Bin     BinCode with BinQuality, Pass or else, and BinDescription; a BinCount that is not that of the map is noted
/// Data    a <Row> for each row, from the top, each from the left. Its text and CDATA sections are joined.
///         OriginLocation is of coordinates, and left out
/// Codes   that are not Ascii are numbers: 1 is 001, 0a is 0A
/// Notes   name attributes and elements that have no meaning here
/// Errors  entities, an element within a row, a line break within a row in Ascii
#pragma once

#include "models/wafermap/draft.hpp"

namespace kintsugi::wafermap {

void read_g85(std::string_view text, Corner origin, Draft& draft);

}  // namespace kintsugi::wafermap

/// Reads wafer maps in XML as SEMI E142 has them: <MapData> with a <SubstrateMap> for each wafer.
///
/// SubstrateMap  SubstrateId; Orientation, degrees by which the notch is turned clockwise from below; AxisDirection,
///               or else OriginLocation, says at which corner rows begin: by the standard UpRight, the lower left
/// Overlay       the first one that has a <BinCodeMap> counts. MapType must be 2DArray; BinType says how wide a code
///               is, NullBin which one is no die; BinDefinition has BinCode, BinQuality, BinDescription and
///               BinCount, which is noted if it is not that of the map
/// BinCode       a row in each element, or all rows in one, a line each. Text and CDATA sections are joined
/// Codes         that are not Ascii are numbers: 1 is 01, 0a is 0A
/// Notes         name attributes and elements that have no meaning here
/// Errors        entities, an element within a row
/// Layouts       the Dimension of the layout that LayoutSpecifier ends with must agree with the rows
#pragma once

#include "models/wafermap/draft.hpp"

namespace kintsugi::wafermap {

/// `origin`: where the user says that rows begin; nullopt: as the file says.
void read_e142(std::string_view text, std::optional<Corner> origin, Draft& draft);

}  // namespace kintsugi::wafermap

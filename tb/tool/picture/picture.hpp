/// The picture of a repair as one self-contained SVG: the chip before and after the repair, side by side or, when it is
/// wide, one below the other, with a legend. A chip that cannot be repaired is one panel with the irreparable set.
///
/// Shown   every site with its name, its logical node and the kinds of links its router has; dead and given-up PEs;
///         every switch in its state; every wire, and whether it carries a link; moved nodes; defective elements
/// Bytes   the same for the same subject; no date
/// Errors  std::invalid_argument for a fabric whose positions are incomplete (tb/tool/picture/scene.hpp)
#pragma once

#include <string>

#include "tb/tool/picture/subject.hpp"

namespace kintsugi::picture {

std::string to_svg(const Subject& subject);

}  // namespace kintsugi::picture

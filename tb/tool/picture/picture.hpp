/// The picture of a repair as one SVG that needs nothing else: the chip before and after it, side by side or, when it
/// is wide, one below the other, with a legend; of a chip that cannot be repaired, one panel with the defects that are
/// to blame.
///
/// Shown   every site with its name, its logical node and the kinds of links its router has, dead and given-up PEs;
///         every switch in its state; every wire, and whether it carries a link; where nodes have moved; what is broken
/// Bytes   the same for the same subject; no date
/// Errors  std::invalid_argument for a fabric that says too little about its places to be drawn
#pragma once

#include <string>

#include "tb/tool/picture/subject.hpp"

namespace kintsugi::picture {

std::string to_svg(const Subject& subject);

}  // namespace kintsugi::picture

/// A page for a browser: each chip coloured by its coverage.
///
/// Sites     squares, by the ports of their routers that packets left by. In a directly wired network also by the turns
///           of their nodes
/// Switches  circles, by their states and transitions
/// Colour    from red, no point reached, over yellow to green, all points reached; grey: no point. The text beside the
///           pointer names what is missing
/// A chip whose scenario cannot be built any more, because a file of it has gone, has its table alone.
#pragma once

#include <string>

#include "tb/tool/coverage/coverage.hpp"

namespace kintsugi::coverage {

/// Returns the document: one file that needs no other.
std::string to_page(const Coverage& coverage);

}  // namespace kintsugi::coverage

/// The `defects` section: addresses of PEs and of links, a random map, or a file with either.
#pragma once

#include "tb/scenario/map_reader.hpp"
#include "tb/scenario/scenario.hpp"

namespace kintsugi {

/// Reads the keys pe, link, random and file. A file is looked for beside `source`, the file that names it; its mistakes
/// have places of their own.
void read_defects(MapReader& map, const std::string& source, DefectsSection& defects);

}  // namespace kintsugi

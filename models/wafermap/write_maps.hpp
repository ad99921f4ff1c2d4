/// Writes wafer maps in the formats csv, grid and sinf, as they are seen.
///
/// CSV   a row for each die: x from the left and y from the top, the code of its bin, 1 if it is good and 0 if not;
///       wafer and lot where the maps have them
/// Grid  the codes of the bins if each is one character that a grid can have, else a full stop, X and a minus
/// SINF  the codes of the bins; the good ones are named by BCEQU, the notch by FNLOC
/// Notes  say what a format has no place for. What is written is read back as the same dies
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "models/wafermap/format.hpp"
#include "models/wafermap/view.hpp"

namespace kintsugi::wafermap {

/// The formats that are written.
inline constexpr std::array<Format, 3> kWritable{Format::kCsv, Format::kGrid, Format::kSinf};

struct WrittenMaps {
  std::string text;
  std::vector<std::string> notes;
};

/// Returns why the maps cannot be written, and what to do, if they cannot. `format` must be writable.
std::variant<WrittenMaps, std::string> write_maps(Format format, std::span<const View> views);

}  // namespace kintsugi::wafermap

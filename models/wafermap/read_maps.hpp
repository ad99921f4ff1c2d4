/// Reads a file of wafer maps, in any of the formats.
///
/// Format  by the content, unless it is given
/// Notes   say what was mended and what was left out, one sentence each; one names the maps of which no die is good
///         as long as the user chooses no bins
/// Errors  are returned as a list, each with its line and column. A text that is not UTF-8 is not read further
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/wafermap/format.hpp"
#include "models/wafermap/wafer_map.hpp"

namespace kintsugi::wafermap {

struct ReadOptions {
  std::optional<Format> format = {};  ///< nullopt: by the content
  std::optional<Corner> origin = {};  ///< where columns and rows begin; nullopt: as the file says, or its format
  bool judges_bins = true;            ///< notes maps of which no die is good by what the file says
};

struct MapFile {
  Format format = Format::kCsv;
  std::vector<WaferMap> maps;  ///< at least one
  std::vector<std::string> notes;
};

std::variant<MapFile, std::vector<FileMistake>> read_maps(std::string_view text, const ReadOptions& options = {});

}  // namespace kintsugi::wafermap

#include "models/wafermap/read_maps.hpp"

#include <algorithm>

#include "models/network/cells.hpp"
#include "models/wafermap/csv_reader.hpp"
#include "models/wafermap/draft.hpp"
#include "models/wafermap/e142_reader.hpp"
#include "models/wafermap/g85_reader.hpp"
#include "models/wafermap/good_bins.hpp"
#include "models/wafermap/grid_reader.hpp"
#include "models/wafermap/klarf_reader.hpp"
#include "models/wafermap/sinf_reader.hpp"

namespace kintsugi::wafermap {

namespace {

void read(std::string_view text, std::optional<Corner> origin, Draft& draft) {
  const Corner upper_left = origin.value_or(Corner::kUpperLeft);
  switch (draft.format()) {
    case Format::kCsv:
      return read_csv(text, upper_left, draft);
    case Format::kGrid:
      return read_grid(text, upper_left, draft);
    case Format::kSinf:
      return read_sinf(text, upper_left, draft);
    case Format::kG85:
      return read_g85(text, upper_left, draft);
    case Format::kE142:
      return read_e142(text, origin, draft);
    case Format::kKlarf:
      return read_klarf(text, origin.value_or(Corner::kLowerLeft), draft);
  }
}

/// A bin whose code is written in another way than the reader expects is bad, and with it every die.
void note_maps_without_good_dies(Draft& draft) {
  MapsOfNote without;
  for (std::size_t i = 0; i < draft.maps().size(); ++i) {
    const WaferMap& map = draft.maps()[i];
    const std::vector<bool> good = good_bins(map, {});
    const auto is_die = [](BinIndex bin) { return bin != kNoDie; };
    const auto is_good = [&](BinIndex bin) { return bin != kNoDie && good[bin]; };
    const bool has_dies = std::ranges::any_of(map.dies, is_die);
    if (has_dies && std::ranges::none_of(map.dies, is_good)) without.add(name_of(map, i));
  }
  if (without.empty()) return;
  draft.note("no die of " + without.list() + " is good by what the file says; if that is wrong, name the good bins");
}

}  // namespace

std::variant<MapFile, std::vector<FileMistake>> read_maps(std::string_view text, const ReadOptions& options) {
  Mistakes mistakes;
  text = without_byte_order_mark(text);
  if (!in_text::check_encoding(text, mistakes)) return std::move(mistakes).sorted();
  const std::optional<Format> format = options.format ? options.format : format_of(text);
  if (!format) {
    mistakes.add({},
                 "this is no wafer map: neither a table with the columns x, y and bin, nor a grid of characters, SINF, "
                 "SEMI G85, SEMI E142 or KLARF; where the format is hard to tell, name it: csv, grid, sinf, g85, e142 "
                 "or klarf");
    return std::move(mistakes).sorted();
  }
  Draft draft(*format, mistakes);
  read(text, options.origin, draft);
  if (mistakes.empty() && draft.maps().empty()) mistakes.add({}, "the file has no map");
  if (!mistakes.empty()) return std::move(mistakes).sorted();
  if (options.judges_bins) note_maps_without_good_dies(draft);
  return MapFile{*format, std::move(draft.maps()), draft.notes()};
}

}  // namespace kintsugi::wafermap

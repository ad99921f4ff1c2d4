#include <algorithm>

#include "models/wafermap/write_maps.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"

namespace kintsugi::fuzz {

namespace {

using wafermap::Area;
using wafermap::BinIndex;
using wafermap::Corner;
using wafermap::DieCounts;
using wafermap::Format;
using wafermap::kNoDie;
using wafermap::View;
using wafermap::WaferMap;

void check_mistakes(const std::vector<FileMistake>& mistakes, std::string_view text) {
  const auto lines = std::ranges::count(text, '\n') + 1;
  require(!mistakes.empty(), "what is not read has a mistake");
  require(mistakes.size() <= wafermap::Mistakes::kMost, "mistakes are limited");
  for (const FileMistake& mistake : mistakes) {
    require(mistake.line >= 1 && mistake.line <= lines && mistake.column >= 1, "a mistake is in a line of the text");
    require(!mistake.message.empty(), "a mistake has a message");
  }
}

constexpr std::size_t kMostPlacesWritten = std::size_t{1}
                                           << 12U;  // places; of more, which take long, only the reading is tried

std::uint64_t dies_of(const View& view) {
  const DieCounts counts = count_dies(view);
  return counts.good + counts.bad;
}

void check_map(const WaferMap& map) {
  require(map.columns >= 1 && map.columns <= wafermap::kMostSide && map.rows >= 1 && map.rows <= wafermap::kMostSide,
          "sides have limits");
  require(map.dies.size() == std::size_t{map.columns} * map.rows, "each place has a bin or none");
  const auto is_known = [&](BinIndex bin) { return bin == kNoDie || bin < map.bins.size(); };
  require(std::ranges::all_of(map.dies, is_known), "each bin is known");
  if (map.dies.size() > kMostPlacesWritten) return;
  require(rotated(rotated(map, 90), 270) == map, "a map is turned back");
  const Area area = area_of_dies(map);
  require(area.column + area.columns <= map.columns && area.row + area.rows <= map.rows, "dies lie in the map");
}

/// What is written is read back as so many maps of so many dies.
void check_written(const std::vector<View>& views) {
  for (const Format format : wafermap::kWritable) {
    const auto made = write_maps(format, views);
    const auto* written = std::get_if<wafermap::WrittenMaps>(&made);
    if (written == nullptr) continue;
    const auto read = wafermap::read_maps(written->text);
    const auto* again = std::get_if<wafermap::MapFile>(&read);
    require(again != nullptr, "what is written is read back");
    require(again->format == format, "what is written has its format");
    const auto seen = views_of(*again, {});
    const auto& back = std::get<std::vector<View>>(seen);
    require(back.size() == views.size(), "what is written has as many maps");
    for (std::size_t i = 0; i < views.size(); ++i) {
      require(dies_of(back[i]) == dies_of(views[i]), "a map that is written has as many dies");
    }
  }
}

void check(std::string_view text, const wafermap::ReadOptions& options) {
  const auto read = wafermap::read_maps(text, options);
  if (const auto* mistakes = std::get_if<std::vector<FileMistake>>(&read)) return check_mistakes(*mistakes, text);
  const auto& file = std::get<wafermap::MapFile>(read);
  require(!file.maps.empty() && file.maps.size() <= wafermap::kMostMaps, "a file has maps");
  for (const WaferMap& map : file.maps) check_map(map);
  std::size_t places = 0;
  for (const WaferMap& map : file.maps) places += map.dies.size();
  if (places > kMostPlacesWritten) return;
  const auto seen = views_of(file, {});
  check_written(std::get<std::vector<View>>(seen));
}

}  // namespace

/// The length of the text chooses the format in which it is read although it may have another one.
void read_wafer_map(std::string_view text) {
  check(text, {});
  const std::size_t choice = text.size();
  check(text, {.format = static_cast<Format>(choice % wafermap::kFormats.size()),
               .origin = static_cast<Corner>(choice % wafermap::kCorners.size())});
}

}  // namespace kintsugi::fuzz

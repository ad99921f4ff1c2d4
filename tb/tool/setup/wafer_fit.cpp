#include "tb/tool/setup/wafer_fit.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

#include "models/network/text.hpp"
#include "models/wafermap/view.hpp"

namespace kintsugi {

namespace {

using wafermap::Area;
using wafermap::Die;
using wafermap::View;

constexpr unsigned kShownColumns = 40;
constexpr unsigned kShownRows = 4;
constexpr std::size_t kMostMapsNamed = 8;

/// Returns the PEs that the places of a map are of.
std::vector<SiteId> sites_on_map(const Places& places, bool has_spares) {
  if (has_spares) return all_sites(places.grid.size());
  return places.core ? places.core() : std::vector<SiteId>();
}

/// Returns the array of some PEs: from the first column and row on as many columns and rows as they take.
Area array_of(const Places& places, std::span<const SiteId> sites) {
  if (sites.empty()) return {};
  const auto [left, right] =
      std::ranges::minmax(sites, {}, [&](SiteId site) { return places.grid[site.index()].column; });
  const auto [top, bottom] = std::ranges::minmax(sites, {}, [&](SiteId site) { return places.grid[site.index()].row; });
  const GridPlace first{places.grid[top.index()].row, places.grid[left.index()].column};
  return {static_cast<unsigned>(first.column), static_cast<unsigned>(first.row),
          static_cast<unsigned>(places.grid[right.index()].column - first.column + 1),
          static_cast<unsigned>(places.grid[bottom.index()].row - first.row + 1)};
}

bool has_size(unsigned columns, unsigned rows, const Area& array) {
  return columns == array.columns && rows == array.rows;
}

/// Returns the first lines, one after the other: "..X.  X...  and 6 more".
std::string first_lines(const View& view) {
  const std::string end = view.map.columns > kShownColumns ? "..." : "";
  const std::string text = with_between("  ", picture_of(view, kShownColumns, kShownRows),
                                        [&end](const std::string& line) { return line + end; });
  return view.map.rows > kShownRows ? text + "  and " + std::to_string(view.map.rows - kShownRows) + " more" : text;
}

/// Returns what else to do with this map, if something is likely to help.
std::string likely_remedy(const View& view, const Area& dies, const Area& array, const Area& core) {
  if (has_size(view.map.columns, view.map.rows, core) || has_size(dies.columns, dies.rows, core)) {
    return "; without the spares it fits: spares off-map";
  }
  if (has_size(view.map.rows, view.map.columns, array) || has_size(dies.rows, dies.columns, array)) {
    return "; turned it fits: rotate 90 or 270";
  }
  const bool is_part = view.map.columns >= array.columns && view.map.rows >= array.rows;
  if (!is_part) return "";
  const unsigned column = std::min(dies.column, view.map.columns - array.columns);
  const unsigned row = std::min(dies.row, view.map.rows - array.rows);
  return "; or take a part of this one, such as window " + std::to_string(column) + ", " + std::to_string(row) + ", " +
         std::to_string(array.columns) + ", " + std::to_string(array.rows);
}

std::string misfit(const View& view, const Area& dies, const Area& array, const Places& places, bool has_spares) {
  const std::string& name = places.name;
  std::string text =
      view.name + " has " + wafermap::size_text(view.map.columns, view.map.rows) + " places, columns x rows";
  if (dies.columns != view.map.columns || dies.rows != view.map.rows) {
    text += ", " + wafermap::size_text(dies.columns, dies.rows) + " with dies";
  }
  text += ", but the PEs of this " + name +
          (!places.core ? ""
           : has_spares ? ", spares included,"
                        : ", without the spares,") +
          " are " + wafermap::size_text(array.columns, array.rows) + ". It was read as  " + first_lines(view) +
          "  (. good, X bad, - no die). A map that fits has " + counted(array.rows, "line") + " such as  " +
          std::string(std::min(array.columns, kShownColumns), wafermap::kGoodCharacter) +
          (array.columns > kShownColumns ? "..." : "");
  const Area core = has_spares ? array_of(places, sites_on_map(places, false)) : Area{};
  return text + likely_remedy(view, dies, array, core);
}

/// Returns the view in the size of the array.
View fitting(const View& view, const Area& array, const Places& places, bool has_spares,
             std::vector<std::string>& notes) {
  if (has_size(view.map.columns, view.map.rows, array)) return view;
  const Area dies = area_of_dies(view.map);
  if (!has_size(dies.columns, dies.rows, array))
    throw std::invalid_argument(misfit(view, dies, array, places, has_spares));
  notes.emplace_back("rows and columns without a die at the rim are left out");
  return part_of(view, dies);
}

}  // namespace

std::string FittedMap::text() const {
  std::string text = wafer + " in " + file + ", " + format + ": " + wafermap::size_text(columns, rows) + ", " +
                     std::to_string(good) + " PEs good, " + std::to_string(bad) + " bad";
  if (missing > 0) text += ", " + std::to_string(missing) + " without a die, taken as defective";
  return text + (notes.empty() ? "" : "; " + notes_text(notes));
}

const View& only_view(const WaferMaps& maps) {
  if (maps.views.size() == 1) return maps.views.front();
  throw std::invalid_argument("there are " + counted(maps.views.size(), "map") + " in " + maps.file + ": " +
                              with_commas(maps.views, &View::name, kMostMapsNamed) +
                              "; name one with defects.wafer, or judge all with kintsugi yield --map");
}

FittedMap fit(const View& view, const WaferMaps& of, const Places& places) {
  if (places.grid.empty() || places.grid.size() != places.addresses.size()) {
    throw std::invalid_argument("the PEs of this " + places.name +
                                " are not on a grid that a wafer map could lie on; list the defective ones instead");
  }
  if (!of.has_spares && !places.core) {
    throw std::invalid_argument("this " + places.name + " has no spares: leave defects.spares out");
  }
  const std::vector<SiteId> sites = sites_on_map(places, of.has_spares);
  const Area array = array_of(places, sites);
  FittedMap fitted{.defects = {},
                   .file = of.file,
                   .format = std::string(wafermap::kFormats[static_cast<std::size_t>(of.format)]),
                   .wafer = view.name,
                   .columns = array.columns,
                   .rows = array.rows,
                   .notes = of.notes};
  const View seen = fitting(view, array, places, of.has_spares, fitted.notes);
  for (const SiteId site : sites) {
    const GridPlace& place = places.grid[site.index()];
    const Die die =
        seen.at(static_cast<unsigned>(place.column) - array.column, static_cast<unsigned>(place.row) - array.row);
    ++(die == Die::kGood ? fitted.good : die == Die::kBad ? fitted.bad : fitted.missing);
    if (die != Die::kGood) fitted.defects.sites.push_back(site);
  }
  std::ranges::sort(fitted.defects.sites);
  if (!of.has_spares) {
    fitted.notes.push_back(counted(places.grid.size() - sites.size(), "spare") + " not on the map, taken as good");
  }
  const wafermap::DieCounts dies = count_dies(seen);
  const std::size_t without_pe = dies.good + dies.bad - fitted.good - fitted.bad;
  if (without_pe > 0) {
    fitted.notes.push_back(counted(without_pe, "die") + " where there is no PE " + (without_pe == 1 ? "is" : "are") +
                           " left out");
  }
  return fitted;
}

}  // namespace kintsugi

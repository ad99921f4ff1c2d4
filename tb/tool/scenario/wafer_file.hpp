/// Reads wafer maps of other tools (models/wafermap) for `kintsugi map` and for defects.file.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/wafermap/view.hpp"
#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

/// How a file is read and seen, as options and keys say it.
struct WaferMapOptions {
  std::string format = "auto";
  std::string origin = "auto";
  std::string rotate = "0";
  std::string wafer = {};
  std::vector<std::string> good = {};
  std::vector<std::string> bad = {};
  std::optional<wafermap::Area> window = {};
  std::string spares = "on-map";
};

/// The keys of these options beside defects.file.
inline constexpr std::array<std::string_view, 8> kMapKeys{"format", "wafer",  "good",   "bad",
                                                          "rotate", "origin", "window", "spares"};

/// The names that these options can have; the first is the default.
std::vector<std::string> names_of_map_formats();
std::vector<std::string> names_of_map_origins();
std::vector<std::string> names_of_map_turns();
std::vector<std::string> names_of_places_of_spares();

/// Returns the window that four numbers are: column, row, columns, rows. nullopt if they are no four such numbers.
std::optional<wafermap::Area> window_of(const std::vector<std::int64_t>& numbers);
inline constexpr const char* kWindowForm = "four integers: column, row, columns, rows; the first two from 0";

/// The maps that were read, as they are seen.
struct WaferMaps {
  std::string file;
  wafermap::Format format = wafermap::Format::kCsv;
  std::size_t in_file = 0;            ///< maps
  std::vector<wafermap::View> views;  ///< those that are wanted, at least one
  std::vector<std::string> notes;     ///< what was mended and left out
  bool has_spares = true;             ///< the places are those of all PEs, not only of those in use without defects
};

/// Returns where an option of that name was given: "wafer".
using OptionPlace = std::function<Where(const std::string& option)>;

/// Returns nullopt after an error: in the file, or in an option.
std::optional<WaferMaps> read_wafer_maps(std::string_view text, const std::string& file, const WaferMapOptions& options,
                                         const OptionPlace& place, Diagnostics& errors);

/// Returns "keys left out: REFPX; a full stop is no die"; "none" without notes.
std::string notes_text(const std::vector<std::string>& notes);

}  // namespace kintsugi

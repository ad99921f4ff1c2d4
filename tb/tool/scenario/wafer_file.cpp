#include "tb/tool/scenario/wafer_file.hpp"

#include <algorithm>

#include "models/network/text.hpp"
#include "tb/tool/scenario/mistakes_of_file.hpp"

namespace kintsugi {

namespace {

constexpr const char* kAuto = "auto";
constexpr const char* kNotchTurn = "notch";
constexpr const char* kOnMap = "on-map";

template <std::size_t Size>
std::vector<std::string> auto_or(const std::array<std::string_view, Size>& names) {
  std::vector<std::string> all = {kAuto};
  all.insert(all.end(), names.begin(), names.end());
  return all;
}

wafermap::ViewOptions view_options(const WaferMapOptions& options) {
  const bool notch = options.rotate == kNotchTurn;
  return {.wafer = options.wafer,
          .degrees = notch ? 0 : std::stoi(options.rotate),
          .notch_down = notch,
          .window = options.window,
          .bins = {options.good, options.bad}};
}

}  // namespace

std::vector<std::string> names_of_map_formats() {
  return auto_or(wafermap::kFormats);
}

std::vector<std::string> names_of_map_origins() {
  return auto_or(wafermap::kCorners);
}

std::vector<std::string> names_of_map_turns() {
  return {"0", "90", "180", "270", kNotchTurn};
}

std::vector<std::string> names_of_places_of_spares() {
  return {kOnMap, "off-map"};
}

std::optional<wafermap::Area> window_of(const std::vector<std::int64_t>& numbers) {
  const auto fits = [](std::int64_t number) {
    return number >= 0 && number <= static_cast<std::int64_t>(wafermap::kMostSide);
  };
  if (numbers.size() != 4 || !std::ranges::all_of(numbers, fits) || numbers[2] == 0 || numbers[3] == 0) {
    return std::nullopt;
  }
  const auto at = [&](std::size_t i) { return static_cast<unsigned>(numbers[i]); };
  return wafermap::Area{at(0), at(1), at(2), at(3)};
}

std::optional<WaferMaps> read_wafer_maps(std::string_view text, const std::string& file, const WaferMapOptions& options,
                                         const OptionPlace& place, Diagnostics& errors) {
  const wafermap::ReadOptions how{wafermap::format_named(options.format), wafermap::corner_named(options.origin),
                                  options.good.empty() && options.bad.empty()};
  auto read = wafermap::read_maps(text, how);
  if (auto* mistakes = std::get_if<std::vector<FileMistake>>(&read)) {
    add_mistakes(file, *mistakes, errors);
    return std::nullopt;
  }
  auto& maps = std::get<wafermap::MapFile>(read);
  auto seen = wafermap::views_of(maps, view_options(options));
  if (auto* mistakes = std::get_if<std::vector<wafermap::OptionMistake>>(&seen)) {
    for (wafermap::OptionMistake& mistake : *mistakes) errors.add(place(mistake.option), std::move(mistake.message));
    return std::nullopt;
  }
  return WaferMaps{file,
                   maps.format,
                   maps.maps.size(),
                   std::move(std::get<std::vector<wafermap::View>>(seen)),
                   std::move(maps.notes),
                   options.spares == kOnMap};
}

std::string notes_text(const std::vector<std::string>& notes) {
  return notes.empty() ? "none" : with_between("; ", notes);
}

}  // namespace kintsugi

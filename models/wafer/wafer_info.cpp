#include "models/wafer/wafer_info.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <span>

#include "models/repair/segmented_fabric.hpp"
#include "models/wafer/compensation.hpp"
#include "models/wafer/planner.hpp"

namespace kintsugi {

namespace {

using Type = ParameterSpec::Type;

/// The highest number of a part whose range depends on the wafer.
constexpr std::int64_t kAnyWafer = std::numeric_limits<int>::max();

ParameterSpec number(const char* name, const char* help, std::int64_t highest = kAnyWafer) {
  return {name, Type::kInteger, true, help, {}, {0, highest}};
}

ParameterSpec name(const char* name, std::vector<std::string> choices, const char* help) {
  return {name, Type::kName, true, help, std::move(choices)};
}

std::vector<ElementSpec> elements_of_plane() {
  const ParameterSpec plane = name("plane", {"H", "V"}, "tracks along rows or along columns");
  const ParameterSpec gap = number("gap", "between rows or columns, 0 to N");
  const ParameterSpec track = number("track", "0 to tracks - 1", kTracks.high - 1);
  const ParameterSpec row = number("row", "0 to N + 1");
  const ParameterSpec column = number("column", "0 to N + 1");
  const ParameterSpec wire = number("wire", "of the bundle, from 0 on");
  return {{"switch",
           "a track switch",
           {plane, gap, number("position", "along the gap, 0 to N + 1"), track,
            name("state", {"OPEN", "X", "D1", "D2"}, "what it joins whatever it is set to")},
           "the track switch is stuck in the state"},
          {"track",
           "a piece of a track",
           {plane, gap, number("position", "along the gap, 0 to N"), track},
           "the piece of the track up to the next position is cut"},
          {"bunch",
           "a bunch switch",
           {row, column, name("axis", {"ew", "ns"}, "of the links"), wire,
            name("mode", {"cross", "connect"}, "what it joins whatever it is set to")},
           "the two-mode switch of one wire of a PE is stuck in the mode"},
          {"wire",
           "a wire",
           {row, column, name("side", {"n", "e", "s", "w"}, "of the PE"), wire},
           "the wire between the PE and what is next to it on that side is cut"}};
}

/// The bunch switches and the wires of a row lie on one axis.
std::vector<ElementSpec> elements_of_row() {
  std::vector<ElementSpec> all = elements_of_plane();
  std::erase_if(all, [](const ElementSpec& each) { return each.key == "switch" || each.key == "track"; });
  for (ElementSpec& each : all) {
    std::erase_if(each.parts, [](const ParameterSpec& part) { return part.name == "row" || part.name == "axis"; });
    for (ParameterSpec& part : each.parts) {
      if (part.name == "side") part.choices = {"e", "w"};
    }
  }
  return all;
}

ParameterSpec tracks_option() {
  return {"tracks", Type::kInteger,  false,  "tracks in every gap of a wafer, " + valid_tracks() + "; default 1", {},
          kTracks,  std::int64_t{1}, "track"};
}

ParameterSpec wrap_option() {
  return {
      "wrap", Type::kInteger,
      false,  "length of a return wire in pitches, " + to_text(kWrapPitches) + "; default N + 2, the side of the wafer",
      {},     kWrapPitches};
}

ParameterSpec isolate_option() {
  return {.name = "isolate",
          .type = Type::kName,
          .required = false,
          .help = "whether bunches of idle PEs open, so that no closed rings remain: false or true; default false",
          .choices = {"false", "true"},
          .otherwise = "false",
          .decides_repair = false};
}

ParameterSpec bunch_option() {
  return {.name = "bunch",
          .type = Type::kName,
          .required = false,
          .help =
              "how the two-mode switches of a PE are set: coded, by one code, or per_wire, each by a bit; default "
              "coded",
          .choices = {"coded", "per_wire"},
          .otherwise = "coded",
          .decides_repair = false};
}

ParameterSpec corners_option() {
  return {.name = "corners",
          .type = Type::kName,
          .required = false,
          .help = "whether the four corners have PEs too, with their wraps, as spares: false or true; default false",
          .choices = {"false", "true"},
          .otherwise = "false"};
}

ParameterSpec chain_of_wafer() {
  return chain_option("each row of PEs, and each gap with its tracks; in a wafer of one row each PE,");
}

/// What all wafers have in common.
FabricInfo make_info(std::vector<ParameterSpec> options, std::span<const Direction> directions) {
  FabricInfo info;
  info.options = std::move(options);
  info.planners = {rings_planner()};
  std::ranges::copy(path_planners(), std::back_inserter(info.planners));
  info.planners.insert(info.planners.begin() + 2, fabric_planner());
  info.rules.assign(conflict_rules().begin(), conflict_rules().end());
  info.objectives.assign(plan_objectives().begin(), plan_objectives().end());
  for (const Direction direction : directions) info.directions.push_back(kintsugi::name(direction));
  return info;
}

FabricInfo make_info_of_plane(std::vector<ParameterSpec> options) {
  FabricInfo info = make_info(std::move(options), kDirections);
  info.pe = {"row", "column"};
  info.empty_place = "the corners of a wafer have PEs only with fabric.corners: true";
  info.elements = elements_of_plane();
  return info;
}

FabricInfo make_info_of_row() {
  FabricInfo info = make_info({wrap_option(), bunch_option(), chain_of_wafer()}, directions(WaferGrid::row(1)));
  info.pe = {"column"};
  info.elements = elements_of_row();
  return info;
}

}  // namespace

std::string valid_tracks() {
  static_assert(kTracks.high == kTracks.low + 1);
  return std::to_string(kTracks.low) + " or " + std::to_string(kTracks.high);
}

const FabricInfo& wafer_info() {
  static const FabricInfo info = make_info_of_plane(
      {tracks_option(), wrap_option(), isolate_option(), bunch_option(), corners_option(), chain_of_wafer()});
  return info;
}

const FabricInfo& mesh_wafer_info() {
  static const FabricInfo info =
      make_info_of_plane({tracks_option(), isolate_option(), bunch_option(), corners_option(), chain_of_wafer()});
  return info;
}

const FabricInfo& row_wafer_info() {
  static const FabricInfo info = make_info_of_row();
  return info;
}

WaferOptions read_wafer_options(const Parameters& given, const FabricInfo& info) {
  refuse_unknown_options(given, info.options);
  WaferOptions options;
  if (const auto tracks = given.find("tracks"); tracks != given.end()) {
    options.tracks = std::get<std::int64_t>(tracks->second);
  }
  if (const auto wrap = given.find("wrap"); wrap != given.end()) {
    options.wrap_pitches = std::get<std::int64_t>(wrap->second);
  }
  if (const auto isolate = given.find("isolate"); isolate != given.end()) {
    options.isolate = std::get<std::string>(isolate->second) == "true";
  }
  if (const auto corners = given.find("corners"); corners != given.end()) {
    options.corners = std::get<std::string>(corners->second) == "true";
  }
  if (const auto bunch = given.find("bunch"); bunch != given.end()) {
    options.per_wire = std::get<std::string>(bunch->second) == "per_wire";
  }
  return options;
}

/// A gap and a position of one plane can be more than those of the other: the element itself checks them.
std::vector<ElementSpec> wafer_elements(const FabricInfo& info, const TrackGrid& tracks, const Bundle& bundle) {
  const WaferGrid& grid = tracks.wafer();
  const std::map<std::string, std::int64_t, std::less<>> highest = {
      {"row", grid.last_row()},
      {"column", grid.last_column()},
      {"gap", std::max(grid.rows(), grid.columns())},
      {"position", std::max(grid.last_row(), grid.last_column())},
      {"track", tracks.tracks() - 1},
      {"wire", static_cast<std::int64_t>(bundle.wires()) - 1}};
  std::vector<ElementSpec> elements = info.elements;
  for (ElementSpec& each : elements) {
    for (ParameterSpec& part : each.parts) {
      if (part.type == Type::kInteger) part.range.high = highest.at(part.name);
    }
    // a piece of a track leads from a position to the next
    if (each.key == "track") each.parts[2].range.high = std::max(grid.rows(), grid.columns());
  }
  return elements;
}

}  // namespace kintsugi

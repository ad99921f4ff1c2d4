#include "models/srt/wafer_info.hpp"

#include <limits>

#include "models/wafer/compensation.hpp"
#include "models/wafer/planner.hpp"

namespace kintsugi::srt {

namespace {

using Type = ParameterSpec::Type;

/// The highest numbers of the parts of an address.
struct Highest {
  std::int64_t site = std::numeric_limits<int>::max();  ///< row, column, position of a switch
  std::int64_t gap = std::numeric_limits<int>::max();
  std::int64_t piece = std::numeric_limits<int>::max();  ///< position of a piece of a track
  std::int64_t track = 0;
  std::int64_t wire = std::numeric_limits<int>::max();
};

ParameterSpec number(const char* name, std::int64_t highest, const char* help) {
  return {name, Type::kInteger, true, help, {}, {0, highest}};
}

ParameterSpec name(const char* name, std::vector<std::string> choices, const char* help) {
  return {name, Type::kName, true, help, std::move(choices)};
}

std::vector<ElementSpec> elements(const Highest& highest) {
  const ParameterSpec plane = name("plane", {"H", "V"}, "tracks along rows or along columns");
  const ParameterSpec gap = number("gap", highest.gap, "between rows or columns, 0 to N");
  const ParameterSpec track = number("track", highest.track, "0 to tracks - 1");
  const ParameterSpec row = number("row", highest.site, "0 to N + 1");
  const ParameterSpec column = number("column", highest.site, "0 to N + 1");
  const ParameterSpec wire = number("wire", highest.wire, "of the bundle, from 0 on");
  return {{"switch",
           "a track switch",
           {plane, gap, number("position", highest.site, "along the gap, 0 to N + 1"), track,
            name("state", {"OPEN", "X", "D1", "D2"}, "what it joins whatever it is set to")},
           "the track switch is stuck in the state"},
          {"track",
           "a piece of a track",
           {plane, gap, number("position", highest.piece, "along the gap, 0 to N"), track},
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

FabricInfo make_info() {
  FabricInfo info;
  info.options = {
      {"tracks",
       Type::kInteger,
       false,
       "tracks in every gap of a wafer, " + valid_tracks() + "; default 1",
       {},
       kTracks,
       std::int64_t{1},
       "track"},
      {"wrap",
       Type::kInteger,
       false,
       "length of a return wire in pitches, " + to_text(kWrapPitches) + "; default N + 2, the side of the wafer",
       {},
       kWrapPitches},
      {.name = "isolate",
       .type = Type::kName,
       .required = false,
       .help = "whether bunches of idle PEs open, so that no closed rings remain: false or true; default false",
       .choices = {"false", "true"},
       .otherwise = "false",
       .decides_repair = false}};
  info.pe = {"row", "column"};
  info.empty_place = "the corners of a wafer have no PE";
  info.elements = elements({.track = kTracks.high - 1});
  info.planners.assign(path_planners().begin(), path_planners().end());
  info.rules.assign(conflict_rules().begin(), conflict_rules().end());
  info.objectives.assign(plan_objectives().begin(), plan_objectives().end());
  for (const Direction direction : kDirections) info.directions.push_back(::kintsugi::name(direction));
  return info;
}

}  // namespace

std::string valid_tracks() {
  static_assert(kTracks.high == kTracks.low + 1);
  return std::to_string(kTracks.low) + " or " + std::to_string(kTracks.high);
}

const FabricInfo& wafer_info() {
  static const FabricInfo info = make_info();
  return info;
}

WaferOptions read_wafer_options(const Parameters& given) {
  refuse_unknown_options(given, wafer_info().options);
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
  return options;
}

std::vector<ElementSpec> wafer_elements(const TrackGrid& tracks, const Bundle& bundle) {
  const WaferGrid& grid = tracks.wafer();
  return elements({.site = grid.last(),
                   .gap = grid.core(),
                   .piece = grid.core(),
                   .track = tracks.tracks() - 1,
                   .wire = static_cast<std::int64_t>(bundle.wires()) - 1});
}

}  // namespace kintsugi::srt

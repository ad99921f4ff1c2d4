#include "tb/tool/features/waves/section.hpp"

#include <algorithm>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

namespace {

/// Returns whether the file is below the directory of --out. A scenario of another user can write nowhere else.
bool is_below_out(const std::filesystem::path& file) {
  return file.is_relative() && std::ranges::find(file, std::filesystem::path("..")) == file.end();
}

/// Requires .vcd or .fst: another extension could be that of the save file beside the waveform.
void read_waves_file(MapReader& map, WavesSection& waves) {
  std::string file;
  map.require("file");
  if (!map.text("file", file,
                {.help = "the file of the waveform, which ends in .vcd or .fst; below the directory of --out"}))
    return;
  if (file.find('\0') != std::string::npos) {  // the system would take what stands in front of it for the name
    return map.complain("file", " contains the character \\x00; name a file without it");
  }
  waves.file = file;
  if (!is_below_out(waves.file)) {
    return map.complain("file", " must be a path without '..' below the directory of --out, not '", file, "'");
  }
  if (waves.file.extension() == ".vcd" || waves.file.extension() == ".fst") return;
  map.complain("file", " must end in .vcd or .fst, not '", file, "'");
}

/// Every signal of the chip is compared with every glob, so there is a limit on both their number and their length.
void read_waves_scope(MapReader& map, WavesSection& waves) {
  Diagnostics& errors = map.context().errors;
  std::vector<std::string> globs;
  if (!map.texts("scope", globs,
                 {.help = "globs on signal names, at most 256: * for any characters, ? for one",
                  .otherwise = "[\"*\"]",
                  .example = "[\"*\"]"}))
    return;
  const std::vector<Value>& items = map.find("scope")->items;
  if (globs.size() > kMostGlobs) {
    return errors.add(items[kMostGlobs].where, "waves.scope: ", globs.size(), " globs are too many; valid is at most ",
                      kMostGlobs);
  }
  for (std::size_t i = 0; i < globs.size(); ++i) {
    if (globs[i].size() <= kLongestGlob) continue;
    errors.add(items[i].where, "waves.scope: a glob of ", globs[i].size(), " bytes is too long; valid is at most ",
               kLongestGlob);
  }
  waves.scope = std::move(globs);
}

void read_waves(MapReader& map, Scenario& scenario) {
  auto& waves = scenario.features.emplace<WavesSection>();
  read_waves_file(map, waves);
  read_waves_scope(map, waves);
  map.flag("clock", waves.clock, {.help = "whether the clock of the chip is written too"});
  map.flag("transactions", waves.transactions,
           {.help = "whether signals name the packets on the chosen links in words"});
  read_time(map, "from",
            {.help = "the first cycle that is written; or an event: fault - 100, packet 7 of node 3 + 50",
             .type = "integer or event"},
            false, waves.from, waves.from_event);
  read_time(map, "to",
            {.help = "the last cycle that is written; or an event: fault 2 + 500, packet 17",
             .otherwise = "the last of the run",
             .type = "integer or event",
             .example = "500"},
            false, waves.to, waves.to_event);
}

/// Puts the cycles of faults in, and refuses a window that ends before it begins.
void complete_waves(Scenario& scenario, Diagnostics& errors) {
  auto* const waves = scenario.features.find<WavesSection>();
  if (waves == nullptr) return;
  const FaultCycles faults(scenario);
  faults.complete(waves->from_event, "waves.from", scenario.where("waves.from"), errors, waves->from);
  faults.complete(waves->to_event, "waves.to", scenario.where("waves.to"), errors, waves->to);
  if (!waves->from_event.packet && !waves->to_event.packet && waves->from > waves->to) {
    errors.add(scenario.where("waves.from"), "waves.from must not be after waves.to");
  }
}

void find_window_packets(const Scenario& scenario, const FindNode& node, FeatureValues& found) {
  const auto* const waves = scenario.features.find<WavesSection>();
  if (waves == nullptr) return;
  auto& packets = found.emplace<WindowPackets>();
  packets.from = find_packet(waves->from_event.packet, scenario.where("waves.from"), "waves.from", node);
  packets.to = find_packet(waves->to_event.packet, scenario.where("waves.to"), "waves.to", node);
}

}  // namespace

constinit const FeatureSection kWavesSection{.name = "waves",
                                             .summary = "what is written as a waveform",
                                             .read = read_waves,
                                             .complete = complete_waves,
                                             .find = find_window_packets,
                                             .writes = "waveform"};

}  // namespace kintsugi

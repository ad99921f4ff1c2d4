/// Sections of a scenario that features of the tool add to it. The readers know none of them; the room
/// tb/tool/features has them all, with a folder for each feature.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/network/types.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/written_node.hpp"

namespace kintsugi {

class FeatureValues;
class MapReader;
struct Scenario;

/// Returns the node that a key names; nullopt, and adds an error, if the network has no such node.
using FindNode = std::function<std::optional<NodeId>(const WrittenNode& node, const std::string& key)>;

struct FeatureSection {
  const char* name;     ///< the key of the section
  const char* summary;  ///< one line of `kintsugi help`
  /// Reads all keys, and puts the values into Scenario::features.
  void (*read)(MapReader& map, Scenario& scenario);
  /// Adds what contradicts other sections. Called if the scenario is that of a run and has no other mistake.
  /// nullptr: nothing does
  void (*check)(const Scenario& scenario, Diagnostics& errors) = nullptr;
  /// Completes the values once all sections have been read, `faults` too. nullptr: nothing is left
  void (*complete)(Scenario& scenario, Diagnostics& errors) = nullptr;
  /// Finds the nodes that the values name, and puts them into Setup::features. nullptr: they name none
  void (*find)(const Scenario& scenario, const FindNode& node, FeatureValues& found) = nullptr;
  /// What a run with the section writes below the directory of --out: "waveform". nullptr: nothing
  const char* writes = nullptr;
  bool is_list = false;    ///< the section is a list of mappings, and `read` is called for each
  bool run_reads = false;  ///< the files that its keys name are read by a run only, and may be written by others
};

/// Returns the sections, in the order in which they are read. A program may add its own before it reads a scenario.
std::vector<FeatureSection>& feature_sections();

/// Returns the sections of a scenario with which its run writes files below the directory of --out.
std::vector<FeatureSection> writing_sections(const Scenario& scenario);

}  // namespace kintsugi

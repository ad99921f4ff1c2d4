/// Sections of a scenario that features of the tool add to it. The readers know none of them; the room
/// tb/tool/features has them all, with a folder for each feature.
#pragma once

#include <vector>

#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

class MapReader;
struct Scenario;

struct FeatureSection {
  const char* name;     ///< the key of the section
  const char* summary;  ///< one line of `kintsugi help`
  /// Reads all keys, and puts the values into Scenario::features.
  void (*read)(MapReader& map, Scenario& scenario);
  /// Adds what contradicts other sections. Called if the scenario is that of a run and has no other mistake.
  /// nullptr: nothing does
  void (*check)(const Scenario& scenario, Diagnostics& errors) = nullptr;
};

/// Returns the sections, in the order in which they are read. A program may add its own before it reads a scenario.
std::vector<FeatureSection>& feature_sections();

}  // namespace kintsugi

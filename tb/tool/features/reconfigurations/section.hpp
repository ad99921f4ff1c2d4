/// The section `reconfigurations`: configurations that are loaded while the chip runs, one after the other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

struct ScheduledRepair {
  std::string path;  ///< "reconfigurations.0"
  Cycle cycle = 0;   ///< at its end the load begins, or later, when that of the entry before has ended
  GivenRepair given;
  std::vector<std::int64_t> damage;  ///< bits of the stream that arrive inverted, from 0
  bool drains = true;                ///< false: packets are sent meanwhile
  unsigned gap = 0;                  ///< cycles without a word after each word
  Where where;
};

struct ReconfigurationsSection {
  std::vector<ScheduledRepair> list;
};

/// Returns the entries of the section; none without it.
std::span<const ScheduledRepair> reconfigurations_of(const Scenario& scenario);

extern const FeatureSection kReconfigurationsSection;

}  // namespace kintsugi

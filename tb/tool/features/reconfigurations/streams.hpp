/// The streams of the section `reconfigurations`, as they arrive at the configuration chain.
#pragma once

#include <cstdint>
#include <vector>

#include "tb/tool/features/reconfigurations/section.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct ArrivingStream {
  const ScheduledRepair* scheduled = nullptr;  ///< an entry of the scenario, which must stay
  CheckedRepair repair;
  std::vector<std::uint8_t> stream;  ///< with its checksum, and with the bits of `damage` inverted
};

/// Reads the files of all entries. Throws InputError as states::given_repair() does, and for a bit of `damage` that the
/// stream does not have.
std::vector<ArrivingStream> arriving_streams(const Scenario& scenario, const Setup& setup);

}  // namespace kintsugi

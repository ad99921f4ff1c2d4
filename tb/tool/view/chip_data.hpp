/// What the page of a chip draws, as tb/tool/view/README.md says: where everything is, and what the chip is between two
/// changes.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "tb/tool/features/history/recorder.hpp"
#include "tb/tool/setup/setup.hpp"
#include "tb/tool/view/columns.hpp"

namespace kintsugi::view {

/// The chip between two changes.
struct ChipState : RunHistory::Epoch {
  std::string label;  ///< a few words
};

/// A fault at run time, or the end of one.
struct PageFault {
  std::uint64_t cycle = 0;
  std::string text;
  bool ends = false;
  Fault what;
};

/// Adds `geometry`, `nodes`, `directions`, `home`, `epochs` and `states`; numbers the names of ports. `directions`: the
/// network ports to show. `home`: the chip without defects; nullptr: the first state. Throws InputError if the network
/// is too large to draw, or the fabric has no positions.
void add_chip(nlohmann::ordered_json& data, const Setup& setup, std::span<const SitePort> directions,
              const ChipState* home, std::span<const ChipState> states, NumberedNames& ports);

/// Adds `faults`, with the sites and lines that they are.
void add_faults(nlohmann::ordered_json& data, const Setup& setup, const std::vector<PageFault>& faults);

/// Refuses what add_chip would: call it before a run. Throws InputError.
void require_page(const Setup& setup);

}  // namespace kintsugi::view

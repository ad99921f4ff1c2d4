/// The section `waves`: which signals are written as a waveform, and when.
#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tb/tool/features/times/section_time.hpp"
#include "tb/tool/scenario/feature_section.hpp"

namespace kintsugi {

inline constexpr std::size_t kMostGlobs = 256;    ///< of waves.scope
inline constexpr std::size_t kLongestGlob = 256;  ///< bytes

struct WavesSection {
  std::filesystem::path file;                    ///< relative to the directory of the results
  std::vector<std::string> scope = {"*"};        ///< globs on hierarchical names; a signal matches any of them
  Cycle from = 0;                                ///< first cycle that is written, unless a packet decides
  Cycle to = std::numeric_limits<Cycle>::max();  ///< last cycle that is written, unless a packet decides
  EventTime from_event = {};  ///< a fault, that gives `from` once all have been read; a packet whose creation opens it
  EventTime to_event = {};    ///< a fault, that gives `to`; a packet whose end closes the window
  bool clock = false;         ///< whether the chip's clock signal is written
  bool transactions = false;  ///< whether signals show the packets on the links as text
};

/// The packets that open and close the window, as the network knows them.
struct WindowPackets {
  std::optional<PacketTime> from;
  std::optional<PacketTime> to;
};

extern const FeatureSection kWavesSection;

}  // namespace kintsugi

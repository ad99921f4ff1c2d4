/// Finds the signals that two waveforms have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/tool/diff/difference.hpp"
#include "tb/tool/diff/vcd_reader.hpp"
#include "tb/tool/diff/waveforms.hpp"

namespace kintsugi::diff {

/// A signal of both dumps.
struct SignalPair {
  CodeNo a = 0;
  CodeNo b = 0;
  std::uint32_t signal = 0;  ///< its index in the first dump
  /// Which of the two is a text that the other one has as a number.
  enum class Text : std::uint8_t { kNone, kA, kB } text = Text::kNone;
};

/// Returns the pairs in the order of the first dump; adds notes about the other signals, or with `all` differences.
/// Throws InputError if there is no pair.
std::vector<SignalPair> common_signals(const VcdReader& a, const VcdReader& b, const WaveOptions& options,
                                       Differences& found);

/// Returns a name without a prefix and the dot behind it.
std::string_view without_prefix(std::string_view name, std::string_view prefix);

}  // namespace kintsugi::diff

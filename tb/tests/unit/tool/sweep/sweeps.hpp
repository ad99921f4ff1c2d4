/// Helpers for tests of sweeps.
#pragma once

#include <string>
#include <vector>

#include "tb/tool/sweep/points.hpp"
#include "tb/tool/sweep/reader.hpp"

namespace kintsugi::test {

using Lines = std::vector<std::string>;

/// Returns the messages for a sweep and its scenarios; empty if it is right.
inline Lines mistakes_in_sweep(const std::string& text, const Lines& overrides = {}) {
  try {
    sweep::points_of(sweep::load_sweep(text, overrides), {});
  } catch (const InputError& error) {
    Lines lines;
    for (const Diagnostic& diagnostic : error.diagnostics()) lines.push_back(describe(diagnostic));
    return lines;
  }
  return {};
}

inline sweep::Sweep sweep_of(const std::string& axes, const std::string& rest = "") {
  return sweep::load_sweep("{base: {network: {kind: srt1d, n: 3}}, axes: " + axes + rest + "}", {});
}

inline Lines labels_of(const sweep::Axis& axis) {
  Lines labels;
  for (const sweep::AxisValue& value : axis.values) labels.push_back(value.label);
  return labels;
}

}  // namespace kintsugi::test

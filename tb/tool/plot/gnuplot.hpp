/// Runs gnuplot, without a shell, the user's settings or a terminal.
///
/// Errors  std::runtime_error when gnuplot is not installed (with what to install), when it fails (with its first line
///         on standard error), or when its output is not a complete SVG
#pragma once

#include <string>
#include <string_view>

namespace kintsugi::plot {

/// Returns the SVG that `commands` draw on standard output: one plot.
std::string run_gnuplot(std::string_view commands);

}  // namespace kintsugi::plot

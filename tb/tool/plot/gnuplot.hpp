/// Runs gnuplot: commands in, what it draws out. No shell in between, no settings of the user, no terminal.
///
/// Errors  std::runtime_error when gnuplot is not installed (and what to install), when it fails (with its first words
///         on standard error), or when what it draws is not a complete SVG
#pragma once

#include <string>
#include <string_view>

namespace kintsugi::plot {

/// `commands` must draw one SVG on standard output.
std::string run_gnuplot(std::string_view commands);

}  // namespace kintsugi::plot

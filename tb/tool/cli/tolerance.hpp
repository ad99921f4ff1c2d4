/// The option --tolerance of searches for a saturation.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace kintsugi::cli {

/// Adds it. The text is a decimal number above 0 and at most 1; the default is what is in `into`.
CLI::Option* add_tolerance(CLI::App& command, std::string& into);

}  // namespace kintsugi::cli

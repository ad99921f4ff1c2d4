/// Options that say how a waveform is read.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "tb/tool/diff/wave_time.hpp"

namespace kintsugi::cli {

/// Adds an option that takes the name of a scope.
void add_wave_scope(CLI::App& command, const std::string& name, std::string& into, const std::string& help);

/// Adds an option that takes a time: a number with a unit, or a number of ticks of the file.
void add_wave_time(CLI::App& command, const std::string& name, std::optional<diff::WaveTime>& into,
                   const std::string& help);

}  // namespace kintsugi::cli

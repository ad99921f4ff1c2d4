/// Checks the words of the command line before CLI11 stores their values, so that all mistakes are reported together
/// and each names what is valid.
///
/// Order     kintsugi COMMAND, then options and the input in any order; `--` ends the options
/// Option    --name VALUE or --name=VALUE; a flag takes no value. A word that begins with -- is no VALUE of its own. An
///           option that takes several words, as --collect DIR..., takes all up to the next option or --
/// Repeat    the last value counts; --set and options that take several values add up; a flag again changes nothing
/// Help      -h or --help among the options: the rest of the line is not looked at
#pragma once

#include <CLI/App.hpp>
#include <span>
#include <string>
#include <vector>

#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi::cli {

using Words = std::span<const std::string>;

/// Returns the command of this name; nullptr if there is none.
CLI::App* find_command(CLI::App& program, const std::string& name);

/// Returns "unknown command 'tpo'; did you mean 'topo'?".
std::string unknown_command(const CLI::App& program, const std::string& name);

/// Returns the same about a topic of help, which can be a section of a scenario too.
std::string unknown_topic(const CLI::App& program, const std::string& name);

/// Returns the command of which help is wanted, or the program itself; nullptr if no help is wanted.
const CLI::App* topic_of_help(CLI::App& program, Words words);

/// Returns every mistake in the words, without the program's own name. Empty if CLI11 can store the values.
std::vector<Diagnostic> mistakes_in(CLI::App& program, Words words);

}  // namespace kintsugi::cli

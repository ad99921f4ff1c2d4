/// The text of --help: its columns, its width and how it ends.
///
/// Width   at most 100 characters in a line
/// Order   what the command does, its usage, its options, then by describe_end(): notes, two examples, the pages with
///         the keys, the exit statuses
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

namespace kintsugi::cli {

/// Returns the layout for the program and its commands. Set it before the commands are added: they inherit it.
std::shared_ptr<CLI::FormatterBase> help_layout();

/// What the help of a command says after its options.
struct HelpEnd {
  std::string notes;                  ///< lines that are printed as they are; "" if there is nothing to add
  std::vector<std::string> examples;  ///< as typed in a shell, from the top of the checkout
  std::string pages;                  ///< what is described where
  std::string failed_check;           ///< when the exit status is 1; "" if no check of this command can fail
};

void describe_end(CLI::App& command, const HelpEnd& end);

/// Prints the help of a command, or of the program if that is the topic.
void print_help(const CLI::App& program, const CLI::App& topic);

}  // namespace kintsugi::cli

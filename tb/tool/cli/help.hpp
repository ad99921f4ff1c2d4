/// The text of --help: its columns, its width and how it ends; and pages for man(1).
///
/// Width   at most 100 characters in a line
/// Order   what the command does, its usage, its options, then by describe_end(): notes, two examples, the pages with
///         the keys, the exit statuses
#pragma once

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace kintsugi::cli {

/// Returns the layout for the program and its commands. Set it before the commands are added: they inherit it.
std::shared_ptr<CLI::FormatterBase> help_layout();

/// What the help of a command says after its options.
struct HelpEnd {
  std::string notes = {};             ///< lines that are printed as they are; "" if there is nothing to add
  std::vector<std::string> examples;  ///< as typed in a shell, from the top of the checkout
  std::string pages;                  ///< what is described where
  std::string failed_check = {};      ///< when the exit status is 1; "" if no check of this command can fail
};

inline constexpr std::size_t kHelpWidth = 100;  ///< characters of a line

/// Breaks the text at blanks, so that each line has at most kHelpWidth characters and all but the first begin with the
/// indentation. The first line continues one that already has `used` characters.
std::string wrapped(const std::string& text, const std::string& indentation, std::size_t used);

/// Returns a row of a list: a name, and what it means in the column beside it.
std::string help_row(const std::string& name, const std::string& text, std::size_t column);

void describe_end(CLI::App& command, const HelpEnd& end);

/// Returns what is installed with a program, pages, scenarios, programs of users, the reference of the headers, and in
/// which folder, for the help; "" if there is none.
std::string installed_documentation(const std::filesystem::path& program = "/proc/self/exe");

/// Prints the help of a command, or of the program if that is the topic.
void print_help(const CLI::App& program, const CLI::App& topic);

/// A row of a list: an option, an argument, a command or an exit status, and what it means.
struct HelpRow {
  std::string name;
  std::string text;
};

/// A page for man(1): of the program or of one of its commands.
struct ManPage {
  std::string name;     ///< "kintsugi-run", without blanks
  std::string summary;  ///< a line without a full stop
  std::string usage;    ///< "kintsugi run [OPTIONS] SCENARIO"
  std::vector<HelpRow> arguments = {};
  std::vector<HelpRow> options = {};
  std::vector<HelpRow> commands = {};
  std::string notes = {};                  ///< lines that are printed as they are
  std::vector<std::string> examples = {};  ///< as typed in a shell
  std::string pages = {};                  ///< what is described where
  std::vector<HelpRow> statuses = {};
  std::string stopped = {};                ///< what is said of the status behind the rows
  std::vector<std::string> see_also = {};  ///< names of other pages of section 1
};

/// Returns the page as roff text, of section 1. It holds no date, so that each build makes the same; a list without
/// rows makes no section. Every character of the texts is printed as itself.
std::string to_roff(const ManPage& page);

}  // namespace kintsugi::cli

/// The commands that the pages show, for the tests that run them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kintsugi::test {

struct PageCommand {
  std::string page;   ///< its path below the top of the project
  std::string words;  ///< what follows the name of the program
  int status = 0;     ///< what the page says, in a comment: "# exit status 1"
};

/// Returns the pages of the project.
std::vector<std::filesystem::path> all_pages();

/// What a check of links has found.
struct PageLinks {
  std::vector<std::string> dead = {};  ///< "PAGE: LINK", of those that lead to no file, or to no heading of a page
  std::size_t headings = 0;            ///< links to headings
};
/// Checks all links in these pages that lead to other files of the project.
PageLinks links_of(const std::vector<std::filesystem::path>& pages);

/// Returns the commands in the fenced blocks of all pages, in their order.
std::vector<PageCommand> commands_of_pages();

/// Returns a command without --paper if another test computes the tables of that paper, which takes seconds: in
/// cli_topo_test.cpp, three_dimensions_test.cpp and those of the families, which compare their cells.
std::string without_tables_of_other_tests(const std::string& words);

}  // namespace kintsugi::test

/// A page for man(1), as roff text: of the program or of one of its commands.
#pragma once

#include <string>
#include <vector>

namespace kintsugi::cli {

/// A row of a list: an option, an argument, a command or an exit status, and what it means.
struct HelpRow {
  std::string name;
  std::string text;
};

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

/// Returns the page for man, section 1. It holds no date, so that each build makes the same; a list without rows makes
/// no section. Every character of the texts is printed as itself.
std::string to_roff(const ManPage& page);

}  // namespace kintsugi::cli

#include "tb/tests/system/page_commands.hpp"

#include <fstream>
#include <regex>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {

namespace {

namespace fs = std::filesystem;

const std::string kProgram = "build/release/kintsugi ";

int promised_status(const std::string& line) {
  std::smatch found;
  return std::regex_search(line, found, std::regex("# exit status ([0-9])")) ? std::stoi(found[1]) : 0;
}

void add_commands(const fs::path& page, std::vector<PageCommand>& commands) {
  std::ifstream file(page);
  bool fenced = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) fenced = !fenced;
    if (!fenced || !line.starts_with(kProgram)) continue;
    commands.push_back(
        {page.lexically_relative(source_directory()).string(), line.substr(kProgram.size()), promised_status(line)});
  }
}

}  // namespace

std::vector<fs::path> all_pages() {
  std::vector<fs::path> pages = {source_directory() / "README.md"};
  for (const std::string name : {"CONTRIBUTING.md", "CHANGELOG.md", "GALLERY.md", "COMPARED.md"}) {
    pages.push_back(source_directory() / ".github" / name);
  }
  for (const std::string folder : {"models", "hw", "tb", "traces"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_directory() / folder)) {
      if (entry.path().filename() == "README.md") pages.push_back(entry.path());
    }
  }
  return pages;
}

std::vector<PageCommand> commands_of_pages() {
  std::vector<PageCommand> commands;
  for (const auto& page : all_pages()) add_commands(page, commands);
  return commands;
}

std::string without_tables_of_other_tests(const std::string& words) {
  return std::regex_replace(words, std::regex("^(topo '\\{kind: (?:srt[123]d|rdt), .*) --paper"), "$1");
}

}  // namespace kintsugi::test

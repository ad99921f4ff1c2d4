#include "tb/tests/system/page_commands.hpp"

#include <cctype>
#include <fstream>
#include <regex>
#include <set>

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

/// The anchors of the headings of a page: "## The networks compared" has "the-networks-compared".
std::set<std::string> anchors_of(const std::string& text) {
  std::set<std::string> anchors;
  const std::regex heading("(^|\n)#+ ([^\n]*)");
  for (std::sregex_iterator each(text.begin(), text.end(), heading), end; each != end; ++each) {
    std::string anchor;
    for (const char c : (*each)[2].str()) {
      if (c == ' ') anchor += '-';
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_') {
        anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      }
    }
    anchors.insert(anchor);
  }
  return anchors;
}

/// Returns a page without its blocks of code: "](" has another meaning there.
std::string without_code(const std::string& page) {
  std::string text;
  bool in_code = false;
  for (const std::string& line : lines_of(page)) {
    const bool is_fence = line.starts_with("```");
    if (!in_code && !is_fence) text += line + '\n';
    in_code = in_code != is_fence;
  }
  return text;
}

}  // namespace

PageLinks links_of(const std::vector<fs::path>& pages) {
  PageLinks links;
  for (const auto& page : pages) {
    const std::string text = without_code(text_of(page));
    const std::regex link("\\]\\(([^)#:]*)(#([^)]*))?\\)");
    for (std::sregex_iterator each(text.begin(), text.end(), link), end; each != end; ++each) {
      const fs::path target = (*each)[1].length() == 0 ? page : page.parent_path() / (*each)[1].str();
      const bool to_heading = (*each)[3].matched;
      if (to_heading) ++links.headings;
      if (!fs::exists(target) || (to_heading && !anchors_of(text_of(target)).contains((*each)[3]))) {
        links.dead.push_back(page.string() + ": " + (*each)[0].str());
      }
    }
  }
  return links;
}

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

#include "tb/tool/cli/man.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

#include "models/network/text.hpp"
#include "models/version.hpp"

namespace kintsugi::cli {

namespace {

/// Returns a line that roff prints as it is: a point or an apostrophe at its beginning would be a request, and a bare
/// hyphen, accent or circumflex is another character in print.
std::string roff_line(const std::string& text) {
  std::string line = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  static const std::map<char, const char*> kRequests = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                                                        {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
  for (const char c : text) {
    const auto found = kRequests.find(c);
    line += found == kRequests.end() ? std::string(1, c) : found->second;
  }
  return line;
}

std::string roff_section(const std::string& title, const std::string& body) {
  return body.empty() ? "" : ".SH " + title + '\n' + body;
}

std::string roff_paragraph(const std::string& text) {
  return text.empty() ? "" : roff_line(text) + '\n';
}

std::string roff_rows(const std::vector<HelpRow>& rows) {
  std::string text;
  for (const HelpRow& row : rows) text += ".TP\n\\fB" + roff_line(row.name) + "\\fR\n" + roff_paragraph(row.text);
  return text;
}

/// Returns lines that are neither filled nor broken.
std::string roff_lines(const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string text = ".nf\n";
  for (const std::string& line : lines) text += roff_line(line) + '\n';
  return text + ".fi\n";
}

std::vector<std::string> roff_lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

}  // namespace

std::string to_roff(const ManPage& page) {
  const std::string statuses =
      roff_rows(page.statuses) + (page.stopped.empty() ? "" : ".PP\n" + roff_paragraph(page.stopped));
  std::string text = ".\\\" Written by kintsugi help --man\n";
  text += ".TH " + roff_line(in_capitals(page.name)) + " 1 \"\" \"kintsugi " + version() + "\" kintsugi\n";
  text += roff_section("NAME", roff_line(page.name) + " \\- " + roff_line(page.summary) + '\n');
  text += roff_section("SYNOPSIS", roff_paragraph(page.usage));
  text += roff_section("ARGUMENTS", roff_rows(page.arguments));
  text += roff_section("OPTIONS", roff_rows(page.options));
  text += roff_section("COMMANDS", roff_rows(page.commands));
  text += roff_section("NOTES", roff_lines(roff_lines_of(page.notes)));
  text += roff_section("EXAMPLES", roff_lines(page.examples));
  text += roff_section("EXIT STATUS", statuses);
  const auto reference = [](const std::string& name) { return "\\fB" + roff_line(name) + "\\fR(1)"; };
  const std::string others = with_commas(page.see_also, reference);
  text += roff_section("SEE ALSO", (others.empty() ? "" : others + "\n.PP\n") + roff_paragraph(page.pages));
  return text;
}

}  // namespace kintsugi::cli

/// `kintsugi help`, and the layout of every help text.
#include "tb/tool/cli/help.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <stdexcept>

#include "models/network/text.hpp"
#include "models/version.hpp"
#include "tb/tool/cli/command_line.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/key_help.hpp"

namespace kintsugi::cli {

namespace {

constexpr std::size_t kOptionColumn = 30;
constexpr std::size_t kCommandColumn = 13;

const char* const kStopped =
    "stopped by SIGINT (Ctrl-C), SIGTERM, SIGHUP: the report says so; the shell sees 130, 143, 129";

std::vector<HelpRow> exit_statuses(const std::string& failed_check) {
  const std::string mistake_of_model = "the model has made a mistake, which the message says";
  return {{"0", failed_check.empty() ? "done" : "done, and all checks held"},
          {"1", failed_check.empty() ? mistake_of_model : failed_check + "; or " + mistake_of_model},
          {"2", "the input or the command line is wrong, or the result cannot be written"}};
}

/// Lays out the help of the program and of its commands, and keeps what describe_end() says of each.
class HelpLayout final : public CLI::Formatter {
 public:
  static HelpLayout& of(const CLI::App& app) {
    auto* layout = dynamic_cast<HelpLayout*>(app.get_formatter().get());
    if (layout == nullptr) throw std::logic_error("set help_layout() before the commands are added");
    return *layout;
  }
  std::string make_description(const CLI::App* app) const override {
    const std::string name = app->get_parent() == nullptr ? "" : "kintsugi " + app->get_name() + ": ";
    return wrapped(name + app->get_description(), "", 0) + "\n\n";
  }
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const HelpRow row = row_of(*option, is_positional);
    return help_row(row.name, row.text, kOptionColumn);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return help_row(command->get_name(), command->get_description(), kCommandColumn);
  }

  /// Returns the page for man(1), from what the help is made from.
  ManPage man_page(const CLI::App& app) const {
    const bool is_command = app.get_parent() != nullptr;
    const std::string program = is_command ? app.get_parent()->get_name() : app.get_name();
    std::string description = app.get_description();
    if (description.ends_with('.')) description.pop_back();
    if (!is_command) description[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(description[0])));
    const std::string usage = make_usage(&app, is_command ? program + ' ' + app.get_name() : program);
    const HelpEnd& end = ends.at(&app);
    ManPage page{.name = is_command ? program + '-' + app.get_name() : program,
                 .summary = description,
                 .usage = usage.substr(usage.find(':') + 2, usage.find('\n', usage.find(':')) - usage.find(':') - 2),
                 .notes = end.notes,
                 .examples = end.examples,
                 .pages = end.pages + "; kintsugi --help names the folder in which they are installed",
                 .statuses = exit_statuses(end.failed_check),
                 .stopped = kStopped};
    for (const CLI::Option* option : app.get_options()) {
      (option->nonpositional() ? page.options : page.arguments).push_back(row_of(*option, !option->nonpositional()));
    }
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
      page.commands.push_back({command->get_name(), command->get_description()});
      page.see_also.push_back(program + '-' + command->get_name());
    }
    if (is_command) page.see_also.push_back(program);
    return page;
  }

  std::map<const CLI::App*, HelpEnd> ends;

 private:
  HelpRow row_of(const CLI::Option& option, bool is_positional) const {
    const std::string type = is_positional || option.get_type_name().empty() ? "" : ' ' + option.get_type_name();
    return {make_option_name(&option, is_positional) + type, option.get_description() + exclusions(option)};
  }
  static std::string exclusions(const CLI::Option& option) {
    const auto name = [](const CLI::Option* other) { return other->get_name(); };
    const std::string text = with_commas(option.get_excludes(), name);
    return text.empty() ? "" : "; not together with " + text;
  }
};

/// Returns the folder with the documentation of a program, found from the place of the program itself, so that an
/// installation can be moved; nullopt if there is none: in a build tree the pages are those of the sources.
std::optional<std::filesystem::path> documentation_of(const std::filesystem::path& program) {
  std::error_code error;  // a program that was removed while it runs has no folder
  const std::filesystem::path file = std::filesystem::canonical(program, error);
  if (error) return std::nullopt;
  // KINTSUGI_DOCUMENTATION is the way from the folder of programs to that of the documentation.
  const std::filesystem::path folder = (file.parent_path() / KINTSUGI_DOCUMENTATION).lexically_normal();
  if (!std::filesystem::exists(folder / "README.md", error)) return std::nullopt;
  return folder;
}

std::string section(const std::string& title, const std::string& text) {
  return title + "  " + wrapped(text, std::string(title.size() + 2, ' '), title.size() + 2) + '\n';
}

std::string statuses(const std::string& failed_check) {
  std::string text = "Exit status:\n";
  for (const HelpRow& row : exit_statuses(failed_check)) text += help_row(row.name, row.text, 8);
  return text + "  " + kStopped;
}

struct HelpRequest {
  CLI::App* program = nullptr;
  std::string topic;
  std::string kind;
  bool json = false;
  bool man = false;
};

int print_man(const HelpRequest& request) {
  const CLI::App* command = request.topic.empty() ? request.program : find_command(*request.program, request.topic);
  if (command == nullptr) {
    refuse("--man", "there are pages of the program and of its commands only; " +
                        unknown_command(*request.program, request.topic));
  }
  std::cout << to_roff(HelpLayout::of(*request.program).man_page(*command));
  return kDone;
}

/// A word can be both: `run` is a command and a section.
int help_command(const HelpRequest& request) {
  CLI::App& program = *request.program;
  if (!request.kind.empty() && request.topic != "network") {
    refuse("kintsugi", "help takes a KIND with the topic network only; leave out '" + request.kind + "'");
  }
  if (request.man) return print_man(request);
  const CLI::App* command = request.topic.empty() ? &program : find_command(program, request.topic);
  const std::optional<Report> keys = request.topic.empty() ? std::nullopt : key_help(request.topic, request.kind);
  if (request.json && !keys)
    refuse("kintsugi", "--json: only topics about the keys of a scenario have it; leave it out");
  if (request.json) {
    std::cout << dump(keys->json);
    return kDone;
  }
  if (command == nullptr && !keys) refuse("kintsugi", unknown_topic(program, request.topic));
  if (command != nullptr) print_help(program, *command);
  if (command != nullptr && keys) std::cout << '\n';
  if (keys) std::cout << keys->text;
  return kDone;
}

}  // namespace

std::string wrapped(const std::string& text, const std::string& indentation, std::size_t used) {
  std::istringstream words(text);
  std::string lines;
  bool is_first = true;
  for (std::string word; words >> word; is_first = false) {
    if (!is_first && used + 1 + word.size() > kHelpWidth) {
      lines += '\n' + indentation;
      used = indentation.size();
    } else if (!is_first) {
      lines += ' ';
      ++used;
    }
    lines += word;
    used += word.size();
  }
  return lines;
}

std::string help_row(const std::string& name, const std::string& text, std::size_t column) {
  std::string line = "  " + name;
  line += line.size() + 2 > column ? '\n' + std::string(column, ' ') : std::string(column - line.size(), ' ');
  return line + wrapped(text, std::string(column, ' '), column) + '\n';
}

std::shared_ptr<CLI::FormatterBase> help_layout() {
  auto layout = std::make_shared<HelpLayout>();
  layout->label("SUBCOMMAND", "COMMAND");
  layout->label("Positionals", "Argument");
  return layout;
}

void describe_end(CLI::App& command, const HelpEnd& end) {
  HelpLayout::of(command).ends[&command] = end;
  std::string text = end.notes.empty() ? "" : end.notes + "\n\n";
  text += "Examples:\n";
  for (const std::string& example : end.examples) text += "  " + example + '\n';
  text += '\n' + section("Pages:", end.pages) + '\n' + statuses(end.failed_check);
  command.footer(text);
}

void print_help(const CLI::App& program, const CLI::App& topic) {
  // App::help() would print the help of the command that was parsed, whichever the topic is.
  const std::string name = &topic == &program ? program.get_name() : program.get_name() + ' ' + topic.get_name();
  std::cout << topic.get_formatter()->make_help(&topic, name, CLI::AppFormatMode::Normal);
  if (const std::string installed = installed_documentation(); !installed.empty()) {
    std::cout << '\n' << section("Installed:", installed);
  }
}

std::string installed_documentation(const std::filesystem::path& program) {
  const std::optional<std::filesystem::path> folder = documentation_of(program);
  if (!folder) return "";
  std::error_code error;
  std::string text = "pages (begin with README.md), scenarios (traces), programs to begin with (tb/examples)";
  if (std::filesystem::exists(*folder / "reference/index.html", error)) {
    text += ", the reference of the headers (reference/index.html)";
  }
  return text + ", below " + folder->string();
}

void add_help(CLI::App& app, Action& action) {
  auto [command, request] = add_command<HelpRequest>(
      app, action, "help", "print the help of a command, or the keys of a scenario", help_command);
  request.program = &app;
  add_argument(command, "TOPIC", request.topic,
               "a command, a section of a scenario or a key in it; without it, the commands are listed", {}, false);
  add_argument(command, "KIND", request.kind, "with the topic network: the keys and routings of this kind", {}, false);
  auto* const json = command.add_flag("--json", request.json, "print the keys as one JSON document");
  command
      .add_flag("--man", request.man,
                "print the page for man(1) of a command, without a topic that of the program: kintsugi help --man run")
      ->excludes(json);
  describe_end(command,
               {.examples = {"kintsugi help router", "kintsugi help network srt2d"},
                .pages = "the options of a command are only here; tb/tool/cli/README.md says how they are read, "
                         "tb/tool/scenario/README.md explains the keys"});
}

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

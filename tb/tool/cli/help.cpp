/// `kintsugi help`, and the layout of every help text.
#include "tb/tool/cli/help.hpp"

#include <algorithm>
#include <sstream>

#include "models/network/text.hpp"
#include "tb/tool/cli/command_line.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/key_help.hpp"

namespace kintsugi::cli {

namespace {

constexpr std::size_t kOptionColumn = 30;
constexpr std::size_t kCommandColumn = 13;

class HelpLayout final : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override {
    const std::string name = app->get_parent() == nullptr ? "" : "kintsugi " + app->get_name() + ": ";
    return wrapped(name + app->get_description(), "", 0) + "\n\n";
  }
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const std::string type = is_positional || option->get_type_name().empty() ? "" : ' ' + option->get_type_name();
    return help_row(make_option_name(option, is_positional) + type, option->get_description() + exclusions(*option),
                    kOptionColumn);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return help_row(command->get_name(), command->get_description(), kCommandColumn);
  }

 private:
  static std::string exclusions(const CLI::Option& option) {
    const auto name = [](const CLI::Option* other) { return other->get_name(); };
    const std::string text = with_commas(option.get_excludes(), name);
    return text.empty() ? "" : "; not together with " + text;
  }
};

std::string section(const std::string& title, const std::string& text) {
  return title + "  " + wrapped(text, std::string(title.size() + 2, ' '), title.size() + 2) + '\n';
}

std::string statuses(const std::string& failed_check) {
  std::string text = "Exit status:\n" + help_row("0", failed_check.empty() ? "done" : "done, and all checks held", 8);
  const std::string mistake_of_model = "the model has made a mistake, which the message says";
  text += help_row("1", failed_check.empty() ? mistake_of_model : failed_check + "; or " + mistake_of_model, 8);
  text += help_row("2", "the input or the command line is wrong, or the result cannot be written", 8);
  return text + "  stopped by SIGINT (Ctrl-C), SIGTERM, SIGHUP: the report says so; the shell sees 130, 143, 129";
}

struct HelpRequest {
  CLI::App* program = nullptr;
  std::string topic;
  std::string kind;
  bool json = false;
};

/// A word can be both: `run` is a command and a section.
int help_command(const HelpRequest& request) {
  CLI::App& program = *request.program;
  if (!request.kind.empty() && request.topic != "network") {
    refuse("kintsugi", "help takes a KIND with the topic network only; leave out '" + request.kind + "'");
  }
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
}

void add_help(CLI::App& app, Action& action) {
  auto [command, request] = add_command<HelpRequest>(
      app, action, "help", "print the help of a command, or the keys of a scenario", help_command);
  request.program = &app;
  add_argument(command, "TOPIC", request.topic,
               "a command, a section of a scenario or a key in it; without it, the commands are listed", {}, false);
  add_argument(command, "KIND", request.kind, "with the topic network: the keys and routings of this kind", {}, false);
  command.add_flag("--json", request.json, "print the keys as one JSON document");
  describe_end(command,
               {.examples = {"kintsugi help router", "kintsugi help network srt2d"},
                .pages = "the options of a command are only here; tb/tool/cli/README.md says how they are read, "
                         "tb/tool/scenario/README.md explains the keys"});
}

}  // namespace kintsugi::cli

#include "tb/tool/cli/command_line.hpp"

#include <algorithm>
#include <utility>

#include "models/network/nearest.hpp"
#include "models/network/text.hpp"
#include "tb/tool/cli/key_help.hpp"
#include "tb/tool/cli/values.hpp"

namespace kintsugi::cli {

CLI::App* find_command(CLI::App& program, const std::string& name) {
  for (CLI::App* command : program.get_subcommands({})) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

namespace {

using Options = std::vector<CLI::Option*>;

const Where kProgram{"kintsugi", 0, 0};

Where where(const CLI::App& program) {
  return {program.get_name(), 0, 0};
}
const std::string kEndOfOptions = "--";
constexpr std::size_t kMostNamed = 4;  // commands or arguments in a message

bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && word != kEndOfOptions;
}

bool is_help(const std::string& word) {
  return word == "-h" || word == "--help";
}

/// Returns the name in "--name=value".
std::string name_in(const std::string& word) {
  return word.substr(0, word.find('='));
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

/// Whether all words that follow are values, up to the next option.
bool takes_several_words(const CLI::Option& option) {
  return option.get_items_expected_max() > 1 && option.get_allow_extra_args();
}

/// Returns "--threads N", "--json".
std::string usage_of(const CLI::Option& option) {
  const std::string name = option.get_name(false, false);
  return takes_value(option) ? name + ' ' + option.get_type_name() : name;
}

/// Returns what is wrong about "--name=value", if the option is a flag.
std::string no_value(const std::string& word, const std::string& name) {
  return name + " takes no value; leave out " + in_quotes(word.substr(name.size()));
}

Options named_options(CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

CLI::Option* find_option(CLI::App& app, const std::string& name) {
  if (is_help(name)) return app.get_help_ptr();
  return name.starts_with("--") ? app.get_option_no_throw(name) : nullptr;
}

std::vector<std::string> names_of_options(CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : named_options(app)) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> names_of_commands(const CLI::App& program) {
  return each_of(program.get_subcommands({}), &CLI::App::get_name);
}

std::vector<std::string> commands_with(CLI::App& program, const std::string& option) {
  std::vector<std::string> names;
  for (CLI::App* command : program.get_subcommands({})) {
    if (find_option(*command, option) != nullptr) names.push_back(command->get_name());
  }
  return names;
}

/// Returns what to do about an option that the command does not have.
std::string remedy_for(const std::string& name, CLI::App& program, CLI::App& command) {
  const std::vector<std::string> others = commands_with(program, name);
  if (others.size() > kMostNamed) return "; other commands have it";
  if (!others.empty()) return "; " + with_and(others) + (others.size() == 1 ? " has it" : " have it");
  if (find_option(program, name) != nullptr) return "; it stands without a command: kintsugi " + name;
  const std::vector<std::string> names = names_of_options(command);
  const bool takes_file = names.size() < command.get_options().size();
  const bool may_be_file = takes_file && !name.starts_with("--") && !nearest_name(name, names);
  return may_be_file ? "; a file of this name: ./" + name : suggestion(name, names);
}

/// Returns the values in the text of an option: several if it has a delimiter.
std::vector<std::string> values_in(const std::string& text, const CLI::Option& option) {
  if (option.get_delimiter() == '\0') return {text};
  std::vector<std::string> values(1);
  for (const char c : text) {
    if (c == option.get_delimiter()) {
      values.emplace_back();
    } else {
      values.back() += c;
    }
  }
  return values;
}

/// Returns the first complaint of the validators of an option, "" if there is none.
std::string complaint_about(std::string value, CLI::Option& option) {
  try {
    for (int index = 0;; ++index) {
      const CLI::Validator* check = option.get_validator(index);
      if (std::string message = (*check)(value); !message.empty()) return message;
    }
  } catch (const CLI::OptionNotFound&) {
    return "";  // there are no more
  }
}

/// Reads the words that follow the name of a command.
class CommandWords {
 public:
  CommandWords(CLI::App& program, CLI::App& command) : program_(program), command_(command) {}

  std::vector<Diagnostic> read(Words words) {
    for (words_ = words; !words_.empty();) {
      const std::string& word = take();
      if (word == kEndOfOptions) {
        arguments_.insert(arguments_.end(), words_.begin(), words_.end());
        break;
      }
      if (is_option(word)) {
        read_option(word);
      } else {
        arguments_.push_back(word);
      }
    }
    // A word after an unknown option can be its value.
    if (!has_unknown_) check_arguments();
    check_exclusions();
    return std::move(mistakes_);
  }

 private:
  const std::string& take() {
    const std::string& word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }

  void add(const std::string& message) { mistakes_.push_back({kProgram, message}); }

  void read_option(const std::string& word) {
    const std::string name = name_in(word);
    CLI::Option* option = find_option(command_, name);
    if (option == nullptr) {
      has_unknown_ = true;
      return add("unknown option " + in_quotes(name) + remedy_for(name.size() < 3 ? word : name, program_, command_));
    }
    if (std::ranges::find(given_, option) == given_.end()) given_.push_back(option);
    if (!takes_value(*option)) {
      if (word != name) add(no_value(word, name));
    } else if (word != name) {
      read_value(word.substr(name.size() + 1), *option);
      read_further_words(*option);
    } else if (words_.empty()) {
      add(name + " needs a value: " + usage_of(*option));
    } else if (words_.front().starts_with("--")) {
      add(name + " needs a value: " + usage_of(*option) + "; " + in_quotes(words_.front()) + " is an option");
    } else {
      read_value(take(), *option);
      read_further_words(*option);
    }
  }

  void read_further_words(CLI::Option& option) {
    if (!takes_several_words(option)) return;
    while (!words_.empty() && !is_option(words_.front()) && words_.front() != kEndOfOptions) {
      read_value(take(), option);
    }
  }

  void read_value(const std::string& text, CLI::Option& option) {
    for (const std::string& value : values_in(text, option)) {
      const std::string complaint = complaint_about(value, option);
      if (!complaint.empty()) return mistakes_.push_back({{option.get_name(), 0, 0}, complaint});
    }
  }

  void check_arguments() {
    const Options wanted = command_.get_options([](const CLI::Option* option) { return option->get_positional(); });
    const bool takes_any_number = !wanted.empty() && wanted.back()->get_items_expected_max() > 1;
    if (arguments_.size() > wanted.size() && !takes_any_number) return refuse_more_than(wanted);
    for (std::size_t i = arguments_.size(); i < wanted.size(); ++i) {
      if (!wanted[i]->get_required()) continue;
      add(wanted[i]->get_name(true) + " is missing: " + wanted[i]->get_description() + "; see kintsugi " +
          command_.get_name() + " --help");
    }
  }

  void refuse_more_than(const Options& wanted) {
    std::vector<std::string> surplus;
    const std::size_t named = std::min(arguments_.size(), wanted.size() + kMostNamed);
    for (std::size_t i = wanted.size(); i < named; ++i) surplus.push_back(in_quotes(arguments_[i]));
    if (named < arguments_.size()) surplus.push_back(std::to_string(arguments_.size() - named) + " more");
    const auto names = each_of(wanted, [](const CLI::Option* argument) { return argument->get_name(true); });
    const std::string takes = names.empty()       ? "no argument"
                              : names.size() == 1 ? "one " + names.front()
                                                  : with_and(names);
    const bool is_text = !arguments_.empty() && arguments_.front().starts_with('{');
    add(command_.get_name() + " takes " + takes + "; " + with_and(surplus) + (surplus.size() == 1 ? " is" : " are") +
        " too many" + (is_text ? ": put text that has blanks between quotes" : ""));
  }

  void check_exclusions() {
    for (auto option = given_.begin(); option != given_.end(); ++option) {
      for (auto other = std::next(option); other != given_.end(); ++other) {
        if (!(*option)->get_excludes().contains(*other)) continue;
        add((*option)->get_name() + " and " + (*other)->get_name() + " exclude each other; leave one out");
      }
    }
  }

  CLI::App& program_;
  CLI::App& command_;
  Words words_;
  std::vector<std::string> arguments_;
  Options given_;
  bool has_unknown_ = false;
  std::vector<Diagnostic> mistakes_;
};

/// Returns what is wrong about an option in front of the command; `command` is nullptr if there is none.
std::string misplaced(const std::string& name, CLI::App& program, CLI::App* command) {
  CLI::Option* option = command == nullptr ? nullptr : find_option(*command, name);
  if (option != nullptr) {
    return name + " goes after the command: kintsugi " + command->get_name() + ' ' + usage_of(*option) + " ...";
  }
  if (command != nullptr) return "unknown option " + in_quotes(name) + remedy_for(name, program, *command);
  if (!commands_with(program, name).empty()) return name + " goes after a command: kintsugi COMMAND " + name;
  return "unknown option " + in_quotes(name) + suggestion(name, names_of_options(program));
}

/// Returns what is wrong about an option, with its value if it has one, in front of the command.
std::string refused_before_command(const std::string& word, CLI::App& program, CLI::App* command) {
  const std::string name = name_in(word);
  const CLI::Option* option = find_option(program, name);
  const bool is_flag_with_value = option != nullptr && !takes_value(*option) && word != name;
  return is_flag_with_value ? no_value(word, name) : misplaced(name, program, command);
}

/// Checks the words from the first on, which is an option; the command, if there is one, follows.
std::vector<Diagnostic> mistakes_before_command(CLI::App& program, Words words) {
  const auto begin = std::ranges::find_if(words, [&](const std::string& word) { return find_command(program, word); });
  CLI::App* command = begin == words.end() ? nullptr : find_command(program, *begin);
  std::vector<Diagnostic> mistakes;
  for (const std::string& word : Words(words.begin(), begin)) {
    if (word == kEndOfOptions)
      mistakes.push_back({where(program), "-- goes after the command: " + program.get_name() + " COMMAND -- ..."});
    if (is_option(word)) mistakes.push_back({where(program), refused_before_command(word, program, command)});
  }
  if (command == nullptr) return mistakes;
  std::ranges::move(CommandWords(program, *command).read(Words(std::next(begin), words.end())),
                    std::back_inserter(mistakes));
  return mistakes;
}

}  // namespace

std::string unknown_command(const CLI::App& program, const std::string& name) {
  return "unknown command " + in_quotes(name) + suggestion(name, names_of_commands(program));
}

std::string unknown_topic(const CLI::App& program, const std::string& name) {
  std::vector<std::string> names;
  if (name.find('.') == std::string::npos) names = names_of_commands(program);
  for (const std::string& topic : topics_like(name)) {  // repair and run are commands and sections
    if (std::ranges::find(names, topic) == names.end()) names.push_back(topic);
  }
  return "unknown topic " + in_quotes(name) + suggestion(name, names);
}

const CLI::App* topic_of_help(CLI::App& program, Words words) {
  const auto options = Words(words.begin(), std::ranges::find(words, kEndOfOptions));
  if (std::ranges::none_of(options, is_help)) return nullptr;
  if (is_option(words.front())) return &program;
  return find_command(program, words.front());
}

std::vector<Diagnostic> mistakes_in(CLI::App& program, Words words) {
  if (words.empty()) {
    return {{where(program), "a command is missing; valid: " + with_and(names_of_commands(program)) + "; see " +
                                 program.get_name() + " --help"}};
  }
  const std::string& first = words.front();
  if (first == "--version") return {};
  if (is_option(first) || first == kEndOfOptions) return mistakes_before_command(program, words);
  CLI::App* command = find_command(program, first);
  if (command == nullptr) return {{where(program), unknown_command(program, first)}};
  return CommandWords(program, *command).read(words.subspan(1));
}

}  // namespace kintsugi::cli

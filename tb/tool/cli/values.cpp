#include "tb/tool/cli/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <thread>

#include "models/network/number_in.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/nearest.hpp"

namespace kintsugi::cli {

namespace {

constexpr IntegerRange kJobsRange{1, 1024};
constexpr std::size_t kLongestQuote = 64;
constexpr std::string_view kAuto = "auto";

template <class Number>
std::optional<Number> parse(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return number_in<Number>(text);
}

/// Returns the number in plain digits, without an exponent.
std::string digits_of(double number) {
  char text[400];  // the longest has 309 digits before the point
  return {text, std::to_chars(text, text + sizeof text, number, std::chars_format::fixed).ptr};
}

/// An unnamed validator adds nothing to the help: the description of the option has the range.
CLI::Validator validator(std::function<std::string(const std::string&)> check) {
  return CLI::Validator([check](std::string& text) { return check(text); }, "");
}

CLI::Validator integer_in(IntegerRange range) {
  return validator([range](const std::string& text) {
    const auto number = parse<std::int64_t>(text);
    return number && range.contains(*number) ? "" : refusal(text, "an integer from " + kintsugi::to_text(range));
  });
}

CLI::Validator real_in(RealRange range) {
  return validator([range](const std::string& text) {
    const auto number = parse<double>(text);
    const bool valid = number && std::isfinite(*number) && range.contains(*number);
    return valid ? "" : refusal(text, "a number from " + to_text(range));
  });
}

std::string with_range(const std::string& help, const std::string& range, const std::string& otherwise) {
  return help + " (" + range + (otherwise.empty() ? "" : "; default: " + otherwise) + ")";
}

/// Without this, CLI11 takes the following words as more values.
CLI::Option* one_word_each(CLI::Option* option) {
  return option->delimiter(',')->allow_extra_args(false);
}

}  // namespace

const Family& family_named(const std::string& kind) {
  if (const Family* family = find_family(kind)) return *family;
  std::vector<std::string> kinds;
  for (const Family* family : families()) kinds.push_back(family->kind());
  throw InputError({{{"kintsugi", 0, 0}, "unknown KIND '" + kind + "'" + suggestion(kind, kinds)}});
}

CLI::Option* add_integer(CLI::App& command, const std::string& name, IntegerRange range,
                         const std::function<void(std::int64_t)>& store, const std::string& help,
                         const std::string& otherwise) {
  const auto read = [store](const std::string& text) { store(*parse<std::int64_t>(text)); };
  return command.add_option_function<std::string>(name, read, with_range(help, kintsugi::to_text(range), otherwise))
      ->type_name("N")
      ->check(integer_in(range))
      ->take_last();
}

CLI::Option* add_integer_or_auto(CLI::App& command, const std::string& name, IntegerRange range,
                                 std::optional<unsigned>& into, const std::string& help) {
  const std::string valid = kintsugi::to_text(range);
  const auto read = [&into](const std::string& text) { into = parse<unsigned>(text); };
  const auto check = [range, valid](const std::string& text) {
    const auto number = parse<std::int64_t>(text);
    const bool is_valid = text == kAuto || (number && range.contains(*number));
    return is_valid ? "" : refusal(text, "an integer from " + valid + ", or auto");
  };
  return command.add_option_function<std::string>(name, read, with_range(help, valid, std::to_string(into.value())))
      ->type_name("N")
      ->check(validator(check))
      ->take_last();
}

void add_jobs(CLI::App& command, unsigned& jobs, const std::string& help, std::optional<unsigned> each_rank) {
  jobs = each_rank.value_or(std::max(1u, std::thread::hardware_concurrency()));
  add_integer(command, "--jobs", kJobsRange, jobs, help,
              each_rank ? std::to_string(jobs) + " on each rank but 0" : "the number of cores");
}

CLI::Option* add_real(CLI::App& command, const std::string& name, RealRange range, double& into,
                      const std::string& help) {
  const auto read = [&into](const std::string& text) { into = *parse<double>(text); };
  return command.add_option_function<std::string>(name, read, with_range(help, to_text(range), digits_of(into)))
      ->type_name("X")
      ->check(real_in(range))
      ->take_last();
}

CLI::Option* add_real(CLI::App& command, const std::string& name, RealRange range, std::optional<double>& into,
                      const std::string& help) {
  const auto read = [&into](const std::string& text) { into = *parse<double>(text); };
  return command.add_option_function<std::string>(name, read, with_range(help, to_text(range), ""))
      ->type_name("X")
      ->check(real_in(range))
      ->take_last();
}

CLI::Option* add_pair(CLI::App& command, const std::string& name, IntegerRange range,
                      const std::function<void(std::int64_t, std::int64_t)>& store, const std::string& help) {
  const auto parts = [](const std::string& text) {
    const std::size_t comma = text.find(',');
    const std::string second = comma == std::string::npos ? "" : text.substr(comma + 1);
    return std::pair{parse<std::int64_t>(text.substr(0, comma)), parse<std::int64_t>(second)};
  };
  const auto read = [store, parts](const std::string& text) {
    const auto [first, second] = parts(text);
    store(*first, *second);
  };
  const auto check = [range, parts](const std::string& text) {
    const auto [first, second] = parts(text);
    const bool valid = first && second && range.contains(*first) && range.contains(*second);
    return valid ? "" : refusal(text, "two integers A,B from " + kintsugi::to_text(range));
  };
  return command.add_option_function<std::string>(name, read, with_range(help, kintsugi::to_text(range) + " each", ""))
      ->type_name("A,B")
      ->check(validator(check))
      ->take_last();
}

CLI::Option* add_reals(CLI::App& command, const std::string& name, RealRange range, std::vector<double>& into,
                       const std::string& help) {
  const auto read = [&into](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) into.push_back(*parse<double>(text));
  };
  CLI::Option* option =
      command.add_option_function<std::vector<std::string>>(name, read, with_range(help, to_text(range), ""));
  return one_word_each(option)->type_name("X[,X]")->check(real_in(range));
}

CLI::Option* add_names(CLI::App& command, const std::string& name, std::vector<std::string>& into,
                       const std::string& help) {
  return one_word_each(command.add_option(name, into, help))
      ->type_name("NAME[,NAME]")
      ->check(not_empty("a name", "give a name, or leave the option out"));
}

CLI::Option* add_choice(CLI::App& command, const std::string& name, const std::vector<std::string>& names,
                        std::string& into, const std::string& help) {
  return command.add_option(name, into, with_range(help, CLI::detail::join(names, ", "), into))
      ->type_name("NAME")
      ->check(one_of(names))
      ->take_last();
}

std::string in_quotes(const std::string& text) {
  return "'" + text.substr(0, kLongestQuote) + (text.size() > kLongestQuote ? "...'" : "'");
}

std::string refusal(const std::string& text, const std::string& valid) {
  return text.empty() ? "the value is empty; valid: " + valid : in_quotes(text) + " is not " + valid;
}

CLI::Validator one_of(const std::vector<std::string>& names) {
  return validator([names](const std::string& text) {
    if (std::ranges::find(names, text) != names.end()) return std::string();
    return "unknown name " + in_quotes(text) + suggestion(text, names);
  });
}

CLI::Validator not_empty(const std::string& what, const std::string& remedy) {
  return validator([=](const std::string& text) { return text.empty() ? what + " is empty; " + remedy : ""; });
}

CLI::Option* add_svg(CLI::App& command, const std::string& name, std::optional<std::filesystem::path>& into,
                     const std::string& what, const std::string& help) {
  const auto check = [what](const std::string& text) -> std::string {
    if (text.empty()) return "the name of the file is empty; name a file that ends in .svg";
    if (std::filesystem::path(text).extension() == ".svg") return "";
    return what + " is an SVG: name a file that ends in .svg";
  };
  return command.add_option(name, into, help)->type_name("FILE.svg")->check(validator(check))->take_last();
}

CLI::Option* add_page(CLI::App& command, std::optional<std::filesystem::path>& into, const std::string& what) {
  return command
      .add_option("--page", into, "write a page for a browser: " + what + "; it is one file and needs no network")
      ->type_name("FILE")
      ->check(file_ending_in({".html"}))
      ->take_last();
}

CLI::Option* add_defects(CLI::App& command, std::optional<std::filesystem::path>& into) {
  return command
      .add_option("--defects", into,
                  "write the defects before power-up, drawn ones too, as a defect map, which defects.file of a "
                  "scenario reads")
      ->type_name("FILE")
      ->check(file_ending_in({".yaml", ".yml"}))
      ->take_last();
}

CLI::Option* add_map_file(CLI::App& command, std::string& into, const std::string& help) {
  return command.add_option("--map", into, help)
      ->type_name("FILE")
      ->check(not_empty("the name of the file", "name a map, or leave --map out"))
      ->take_last();
}

CLI::Validator file_ending_in(const std::vector<std::string>& endings) {
  return validator([endings](const std::string& text) -> std::string {
    std::string valid;
    for (const std::string& ending : endings) valid += (valid.empty() ? "" : " or ") + ending;
    if (text.empty()) return "the name of the file is empty; name a file that ends in " + valid;
    if (std::ranges::find(endings, std::filesystem::path(text).extension().string()) != endings.end()) return "";
    return in_quotes(text) + " has none of the forms that are written: name a file that ends in " + valid;
  });
}

}  // namespace kintsugi::cli

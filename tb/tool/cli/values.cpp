#include "tb/tool/cli/values.hpp"

#include <algorithm>
#include <charconv>
#include <thread>

#include "models/network/nearest.hpp"
#include "models/network/number_in.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/sweep/decimal.hpp"

namespace kintsugi::cli {

namespace {

constexpr IntegerRange kJobsRange{1, 1024};
constexpr std::size_t kLongestQuote = 64;
constexpr std::string_view kAuto = "auto";
const std::string kFileName = "the name of the file";

/// The parts of a usage: "--list N".
std::string name_of_usage(const std::string& usage) {
  return usage.substr(0, usage.find(' '));
}
std::string value_of_usage(const std::string& usage) {
  return usage.substr(usage.find(' ') + 1);
}
/// Returns a usage that says what stands for the value.
std::string with_value(const std::string& usage, const std::string& value) {
  return usage.find(' ') == std::string::npos ? usage + ' ' + value : usage;
}

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

/// Reads a number of the type, if it is in the range.
template <class Number, class Range>
auto number_of(Range range) {
  return [range](const std::string& text) {
    const auto number = parse<Number>(text);
    return number && range.contains(*number) ? number : std::nullopt;
  };
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
  const std::string kinds = suggestion(kind, each_of(families(), &Family::kind));
  throw InputError({{{"kintsugi", 0, 0}, "unknown KIND '" + kind + "'" + kinds}});
}

std::string in_quotes(const std::string& text) {
  return "'" + text.substr(0, kLongestQuote) + (text.size() > kLongestQuote ? "...'" : "'");
}

std::string refusal(const std::string& text, const std::string& valid) {
  return text.empty() ? "the value is empty; valid: " + valid : in_quotes(text) + " is not " + valid;
}

Check not_empty(const std::string& what, const std::string& remedy) {
  return [=](const std::string& text) { return text.empty() ? what + " is empty; " + remedy : ""; };
}

CLI::Option* add_value(CLI::App& command, const std::string& usage, const Check& check,
                       const std::function<void(const std::string& text)>& store, const std::string& help) {
  return command.add_option_function<std::string>(name_of_usage(usage), store, help)
      ->type_name(value_of_usage(usage))
      ->check(check)
      ->take_last();
}

CLI::Option* add_file(CLI::App& command, const std::string& usage, std::optional<std::filesystem::path>& into,
                      const Names& endings, const std::string& help) {
  const std::string file = with_value(usage, "FILE");
  if (endings.empty())
    return add_text(command, file, into, help, kFileName, "name a file, or omit " + name_of_usage(usage));
  const std::string remedy = "name a file that ends in " + CLI::detail::join(endings, " or ");
  const auto check = [endings, remedy](const std::string& text) -> std::string {
    if (text.empty()) return kFileName + " is empty; " + remedy;
    if (std::ranges::find(endings, std::filesystem::path(text).extension().string()) != endings.end()) return "";
    return in_quotes(text) + " has none of the forms that are written: " + remedy;
  };
  return add_value(command, file, check, stored_in(into), help);
}

CLI::Option* add_directory(CLI::App& command, const std::string& name, std::optional<std::filesystem::path>& into,
                           const std::string& help) {
  return add_text(command, name + " DIR", into, help, "the name of the directory", "name a directory, or omit " + name);
}

CLI::Option* add_integer(CLI::App& command, const std::string& usage, IntegerRange range,
                         const std::function<void(std::int64_t)>& store, const std::string& help,
                         const std::string& otherwise) {
  const std::string valid = kintsugi::to_text(range);
  return add_read(command, with_value(usage, "N"), number_of<std::int64_t>(range), store, "an integer from " + valid,
                  with_range(help, valid, otherwise));
}

CLI::Option* add_integer_or_auto(CLI::App& command, const std::string& name, IntegerRange range,
                                 std::optional<unsigned>& into, const std::string& help) {
  const std::string valid = kintsugi::to_text(range);
  struct NumberOrAuto {
    bool is_auto;
    unsigned number;
  };
  const auto read = [range](const std::string& text) -> std::optional<NumberOrAuto> {
    if (text == kAuto) return NumberOrAuto{true, 0};
    const auto number = number_of<std::int64_t>(range)(text);
    if (!number) return std::nullopt;
    return NumberOrAuto{false, static_cast<unsigned>(*number)};
  };
  const auto store = [&into](NumberOrAuto value) {
    into = value.is_auto ? std::nullopt : std::optional<unsigned>(value.number);
  };
  return add_read(command, name + " N", read, store, "an integer from " + valid + ", or auto",
                  with_range(help, valid, std::to_string(into.value())));
}

void add_jobs(CLI::App& command, unsigned& jobs, const std::string& help, std::optional<unsigned> each_rank) {
  jobs = each_rank.value_or(std::max(1u, std::thread::hardware_concurrency()));
  add_integer(command, "--jobs", kJobsRange, jobs, help,
              each_rank ? std::to_string(jobs) + " on each rank but 0" : "the number of cores");
}

CLI::Option* add_real(CLI::App& command, const std::string& usage, RealRange range, double& into,
                      const std::string& help) {
  return add_read(command, with_value(usage, "X"), number_of<double>(range), stored_in(into),
                  "a number from " + to_text(range), with_range(help, to_text(range), digits_of(into)));
}

CLI::Option* add_real(CLI::App& command, const std::string& usage, RealRange range, std::optional<double>& into,
                      const std::string& help) {
  return add_read(command, with_value(usage, "X"), number_of<double>(range), stored_in(into),
                  "a number from " + to_text(range), with_range(help, to_text(range), ""));
}

CLI::Option* add_pair(CLI::App& command, const std::string& name, IntegerRange range,
                      const std::function<void(std::int64_t, std::int64_t)>& store, const std::string& help) {
  const auto read = [range](const std::string& text) -> std::optional<std::pair<std::int64_t, std::int64_t>> {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto first = number_of<std::int64_t>(range)(text.substr(0, comma));
    const auto second = number_of<std::int64_t>(range)(text.substr(std::min(comma + 1, text.size())));
    return first && second ? std::optional(std::pair(*first, *second)) : std::nullopt;
  };
  const std::string valid = kintsugi::to_text(range);
  return add_read(
      command, name + " A,B", read, [store](const auto& pair) { store(pair.first, pair.second); },
      "two integers A,B from " + valid, with_range(help, valid + " each", ""));
}

CLI::Option* add_reals(CLI::App& command, const std::string& usage, RealRange range, std::vector<double>& into,
                       const std::string& help) {
  const auto store = [&into](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) into.push_back(*parse<double>(text));
  };
  const auto check = [range](const std::string& text) {
    return number_of<double>(range)(text) ? "" : refusal(text, "a number from " + to_text(range));
  };
  CLI::Option* option = command.add_option_function<std::vector<std::string>>(name_of_usage(usage), store,
                                                                              with_range(help, to_text(range), ""));
  return one_word_each(option)->type_name(value_of_usage(with_value(usage, "X[,X]")))->check(check);
}

CLI::Option* add_names(CLI::App& command, const std::string& usage, Names& into, const std::string& help) {
  return one_word_each(command.add_option(name_of_usage(usage), into, help))
      ->type_name(value_of_usage(with_value(usage, "NAME[,NAME]")))
      ->check(not_empty("a name", "give a name, or leave the option out"));
}

CLI::Option* add_name(CLI::App& command, const std::string& usage, const Names& names, std::string& into,
                      const std::string& help) {
  const auto check = [names](const std::string& text) {
    if (std::ranges::find(names, text) != names.end()) return std::string();
    return "unknown name " + in_quotes(text) + suggestion(text, names);
  };
  return add_value(command, usage, check, stored_in(into), help);
}

CLI::Option* add_choice(CLI::App& command, const std::string& name, const Names& names, std::string& into,
                        const std::string& help) {
  return add_name(command, name + " NAME", names, into, with_range(help, with_commas(names), into));
}

CLI::Option* add_svg(CLI::App& command, const std::string& name, std::optional<std::filesystem::path>& into,
                     const std::string& what, const std::string& help) {
  const auto check = [what](const std::string& text) -> std::string {
    if (text.empty()) return kFileName + " is empty; name a file that ends in .svg";
    if (std::filesystem::path(text).extension() == ".svg") return "";
    return what + " is an SVG: name a file that ends in .svg";
  };
  return add_value(command, name + " FILE.svg", check, stored_in(into), help);
}

CLI::Option* add_page(CLI::App& command, std::optional<std::filesystem::path>& into, const std::string& what) {
  return add_file(command, "--page", into, {".html"},
                  "write a page for a browser: " + what + "; it is one file and needs no network");
}

CLI::Option* add_defects(CLI::App& command, std::optional<std::filesystem::path>& into) {
  return add_file(command, "--defects", into, {".yaml", ".yml"},
                  "write the defects before power-up, drawn ones too, as a defect map, which defects.file of a "
                  "scenario reads");
}

CLI::Option* add_map_file(CLI::App& command, std::string& into, const std::string& help) {
  return add_text(command, "--map FILE", into, help, kFileName, "name a map, or leave --map out");
}

CLI::Option* add_tolerance(CLI::App& command, std::string& into) {
  const auto read = [](const std::string& text) -> std::optional<std::string> {
    const auto number = sweep::parse_decimal(text);
    const bool valid = number && sweep::DecimalRange{*number, {1, 0}, *number}.size() > 0;
    return valid ? std::optional(text) : std::nullopt;
  };
  return add_read(command, "--tolerance RATE", read, stored_in(into),
                  "a decimal number above 0 and at most 1, of at most 15 digits after the point",
                  "try multiples of this rate, in flits/node/cycle (above 0, up to 1; default: " + into + ")");
}

void add_wave_scope(CLI::App& command, const std::string& name, std::string& into, const std::string& help) {
  add_text(command, name + " SCOPE", into, help, "the name of the scope", "name one, or leave the option out");
}

void add_wave_time(CLI::App& command, const std::string& name, std::optional<diff::WaveTime>& into,
                   const std::string& help) {
  add_read(command, name + " TIME", diff::read_wave_time, stored_in(into),
           "a time such as 10ns or 3.5ns (fs, ps, ns, us, ms, s), or a number of ticks of the file", help);
}

void exclude(CLI::App& command, const std::string& option, const Names& others) {
  for (const std::string& other : others) command.get_option(option)->excludes(command.get_option(other));
}

}  // namespace kintsugi::cli

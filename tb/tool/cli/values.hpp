/// Options that take a number, a name, or the name of a file. Help and messages say what is valid.
///
/// Usage    the name of an option, and what stands for its value in the help: "--exhaustive K"; without that N, X, NAME
///          or FILE stands there
/// Number   decimal digits, with a point and an exponent if it is a real one: no hexadecimal, no octal, no inf, no nan
/// Repeat   if such an option is given more than once, the last value counts; each of them must be valid
/// Errors   a message without the name of the option: "'two' is not an integer from 1 to 64"
#pragma once

#include <CLI/App.hpp>
#include <concepts>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "models/network/limits.hpp"
#include "models/registry/families.hpp"
#include "tb/tool/diff/waveforms.hpp"

namespace kintsugi::cli {

/// Returns the family that the argument KIND names. Throws InputError with the nearest kind, or with all of them.
const Family& family_named(const std::string& kind);

using Names = std::vector<std::string>;
/// Returns what is wrong about a text, or "".
using Check = std::function<std::string(const std::string& text)>;

/// Returns the text between quotes; a long one is cut.
std::string in_quotes(const std::string& text);

/// Returns "'two' is not an integer from 1 to 64", for `valid` "an integer from 1 to 64".
std::string refusal(const std::string& text, const std::string& valid);

/// Refuses an empty text; `what` it names: "the name of the file".
Check not_empty(const std::string& what, const std::string& remedy);

/// Returns what stores a value of an option.
template <class Into>
auto stored_in(Into& into) {
  return [&into](const auto& value) { into = value; };
}

/// Adds an option that takes one word. `store` gets a text that `check` has accepted.
CLI::Option* add_value(CLI::App& command, const std::string& usage, const Check& check,
                       const std::function<void(const std::string& text)>& store, const std::string& help);

/// The same, of a text that `read` turns into a value; the message about nullopt says what is `valid`.
template <class Read, class Store>
CLI::Option* add_read(CLI::App& command, const std::string& usage, const Read& read, const Store& store,
                      const std::string& valid, const std::string& help) {
  const auto check = [read, valid](const std::string& text) { return read(text) ? "" : refusal(text, valid); };
  return add_value(
      command, usage, check, [read, store](const std::string& text) { store(*read(text)); }, help);
}

/// Adds an option that takes a text other than "". `what` it is, and what to do without it, are for the message.
template <class Text>
CLI::Option* add_text(CLI::App& command, const std::string& usage, Text& into, const std::string& help,
                      const std::string& what, const std::string& remedy = "") {
  const std::string otherwise = "name one, or leave " + usage.substr(0, usage.find(' ')) + " out";
  return add_value(command, usage, not_empty(what, remedy.empty() ? otherwise : remedy), stored_in(into), help);
}

/// Adds an option that takes the name of a file: of one with these endings (".json", ".csv"), or of any.
CLI::Option* add_file(CLI::App& command, const std::string& usage, std::optional<std::filesystem::path>& into,
                      const Names& endings, const std::string& help);

/// Adds an option that takes the name of a directory.
CLI::Option* add_directory(CLI::App& command, const std::string& name, std::optional<std::filesystem::path>& into,
                           const std::string& help);

/// Adds an argument. It must be there if it is `required`; `check` is asked about its text.
template <class Into>
void add_argument(CLI::App& command, const std::string& name, Into& into, const std::string& help,
                  const Check& check = {}, bool required = true) {
  CLI::Option* argument = command.add_option(name, into, help)->type_name("")->required(required);
  if (check) argument->check(check);
}

/// Adds an option that takes an integer in the range. `otherwise` describes the default; "" if there is none.
CLI::Option* add_integer(CLI::App& command, const std::string& usage, IntegerRange range,
                         const std::function<void(std::int64_t)>& store, const std::string& help,
                         const std::string& otherwise);

/// The default is the value that is in `into`, unless `otherwise` describes it.
template <std::integral T>
CLI::Option* add_integer(CLI::App& command, const std::string& usage, IntegerRange range, T& into,
                         const std::string& help, const std::string& otherwise = "") {
  const auto store = [&into](std::int64_t number) { into = static_cast<T>(number); };
  return add_integer(command, usage, range, store, help, otherwise.empty() ? std::to_string(into) : otherwise);
}

template <std::integral T>
CLI::Option* add_integer(CLI::App& command, const std::string& usage, IntegerRange range, std::optional<T>& into,
                         const std::string& help) {
  const auto store = [&into](std::int64_t number) { into = static_cast<T>(number); };
  return add_integer(command, usage, range, store, help, "");
}

/// Adds an option that takes an integer in the range, or the word "auto", which is stored as nullopt; the help says
/// what it means. The default is the number that is in `into`.
CLI::Option* add_integer_or_auto(CLI::App& command, const std::string& name, IntegerRange range,
                                 std::optional<unsigned>& into, const std::string& help);

/// Adds --jobs, by default the number of cores; with `each_rank`, a number for each rank of a job of a cluster.
void add_jobs(CLI::App& command, unsigned& jobs, const std::string& help, std::optional<unsigned> each_rank = {});

/// Adds an option that takes a real number in the range; the default is the value that is in `into`.
CLI::Option* add_real(CLI::App& command, const std::string& usage, RealRange range, double& into,
                      const std::string& help);

/// The same without a default.
CLI::Option* add_real(CLI::App& command, const std::string& usage, RealRange range, std::optional<double>& into,
                      const std::string& help);

/// Adds an option that takes real numbers in the range, separated by commas. Given more than once, it adds numbers.
CLI::Option* add_reals(CLI::App& command, const std::string& usage, RealRange range, std::vector<double>& into,
                       const std::string& help);

/// Adds an option that takes two integers in the range, "A,B".
CLI::Option* add_pair(CLI::App& command, const std::string& name, IntegerRange range,
                      const std::function<void(std::int64_t, std::int64_t)>& store, const std::string& help);

/// The same, for a pair or a struct of two integers.
template <class Pair>
CLI::Option* add_pair(CLI::App& command, const std::string& name, IntegerRange range, std::optional<Pair>& into,
                      const std::string& help) {
  const auto store = [&into](std::int64_t a, std::int64_t b) {
    auto& [first, second] = into.emplace();
    first = static_cast<std::remove_cvref_t<decltype(first)>>(a);
    second = static_cast<std::remove_cvref_t<decltype(second)>>(b);
  };
  return add_pair(command, name, range, store, help);
}

/// Adds an option that takes names, separated by commas. Given more than once, it adds names.
CLI::Option* add_names(CLI::App& command, const std::string& usage, Names& into, const std::string& help);

/// Adds an option that takes one of the names; the message about another has the nearest, or all of them.
CLI::Option* add_name(CLI::App& command, const std::string& usage, const Names& names, std::string& into,
                      const std::string& help);

/// The same, whose help has the names; the default is the name that is in `into`.
CLI::Option* add_choice(CLI::App& command, const std::string& name, const Names& names, std::string& into,
                        const std::string& help);

/// Adds an option that takes the name of a file that ends in .svg; `what` is drawn: "a plot".
CLI::Option* add_svg(CLI::App& command, const std::string& name, std::optional<std::filesystem::path>& into,
                     const std::string& what, const std::string& help);

/// Adds --page, which takes the name of a file that ends in .html; `what` the page shows.
CLI::Option* add_page(CLI::App& command, std::optional<std::filesystem::path>& into, const std::string& what);

/// Adds --defects, which takes the name of a file that ends in .yaml or .yml: the defect map is written there.
CLI::Option* add_defects(CLI::App& command, std::optional<std::filesystem::path>& into);

inline const std::string kMapFileHelp =
    "take the defects of this wafer map, or defect map, in place of those of the scenario; its keys defects.wafer, "
    "good, bad, rotate, origin and window say how it is seen";

/// Adds --map, which takes the name of a file: the wafer map, or defect map, that is in force.
CLI::Option* add_map_file(CLI::App& command, std::string& into, const std::string& help = kMapFileHelp);

/// Adds --tolerance of a search for a saturation: a decimal number above 0 and at most 1; the default is in `into`.
CLI::Option* add_tolerance(CLI::App& command, std::string& into);

/// Adds an option that takes the name of a scope of a waveform.
void add_wave_scope(CLI::App& command, const std::string& name, std::string& into, const std::string& help);

/// Adds an option that takes a time of a waveform: a number with a unit, or a number of ticks of the file.
void add_wave_time(CLI::App& command, const std::string& name, std::optional<diff::WaveTime>& into,
                   const std::string& help);

/// Lets an option exclude others, all of them added before.
void exclude(CLI::App& command, const std::string& option, const Names& others);

}  // namespace kintsugi::cli

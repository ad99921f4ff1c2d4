/// Options that take a number, one of several names, or the name of a file. Help and messages say what is valid.
///
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
#include <vector>

#include "models/network/limits.hpp"
#include "models/registry/families.hpp"

namespace kintsugi::cli {

/// Returns the family that the argument KIND names. Throws InputError with the nearest kind, or with all of them.
const Family& family_named(const std::string& kind);

/// Adds an option that takes an integer in the range. `otherwise` describes the default; "" if there is none.
CLI::Option* add_integer(CLI::App& command, const std::string& name, IntegerRange range,
                         const std::function<void(std::int64_t)>& store, const std::string& help,
                         const std::string& otherwise);

/// The default is the value that is in `into`, unless `otherwise` describes it.
template <std::integral T>
CLI::Option* add_integer(CLI::App& command, const std::string& name, IntegerRange range, T& into,
                         const std::string& help, const std::string& otherwise = "") {
  const auto store = [&into](std::int64_t number) { into = static_cast<T>(number); };
  return add_integer(command, name, range, store, help, otherwise.empty() ? std::to_string(into) : otherwise);
}

template <std::integral T>
CLI::Option* add_integer(CLI::App& command, const std::string& name, IntegerRange range, std::optional<T>& into,
                         const std::string& help) {
  const auto store = [&into](std::int64_t number) { into = static_cast<T>(number); };
  return add_integer(command, name, range, store, help, "");
}

/// Adds an option that takes an integer in the range, or the word "auto", which is stored as nullopt; the help says
/// what it means. The default is the number that is in `into`.
CLI::Option* add_integer_or_auto(CLI::App& command, const std::string& name, IntegerRange range,
                                 std::optional<unsigned>& into, const std::string& help);

/// Adds --jobs, by default the number of cores; with `each_rank`, a number for each rank of a job of a cluster.
void add_jobs(CLI::App& command, unsigned& jobs, const std::string& help, std::optional<unsigned> each_rank = {});

/// Adds an option that takes a real number in the range; the default is the value that is in `into`.
CLI::Option* add_real(CLI::App& command, const std::string& name, RealRange range, double& into,
                      const std::string& help);

/// The same without a default.
CLI::Option* add_real(CLI::App& command, const std::string& name, RealRange range, std::optional<double>& into,
                      const std::string& help);

/// Adds an option that takes real numbers in the range, separated by commas. Given more than once, it adds numbers.
CLI::Option* add_reals(CLI::App& command, const std::string& name, RealRange range, std::vector<double>& into,
                       const std::string& help);

/// Adds an option that takes two integers in the range, "A,B".
CLI::Option* add_pair(CLI::App& command, const std::string& name, IntegerRange range,
                      const std::function<void(std::int64_t, std::int64_t)>& store, const std::string& help);

/// Adds an option that takes names, separated by commas. Given more than once, it adds names.
CLI::Option* add_names(CLI::App& command, const std::string& name, std::vector<std::string>& into,
                       const std::string& help);

/// Adds an option that takes one of the names; the default is the name that is in `into`.
CLI::Option* add_choice(CLI::App& command, const std::string& name, const std::vector<std::string>& names,
                        std::string& into, const std::string& help);

/// Returns the text between quotes; a long one is cut.
std::string in_quotes(const std::string& text);

/// Returns "'two' is not an integer from 1 to 64", for `valid` "an integer from 1 to 64".
std::string refusal(const std::string& text, const std::string& valid);

/// Accepts only these names; the message about another has the nearest, or all of them.
CLI::Validator one_of(const std::vector<std::string>& names);

/// Refuses an empty text; `what` it names: "the name of the file".
CLI::Validator not_empty(const std::string& what, const std::string& remedy);

/// Adds an option that takes the name of a file that ends in .svg; `what` is drawn: "a plot".
CLI::Option* add_svg(CLI::App& command, const std::string& name, std::optional<std::filesystem::path>& into,
                     const std::string& what, const std::string& help);

/// Adds --page, which takes the name of a file that ends in .html; `what` the page shows.
CLI::Option* add_page(CLI::App& command, std::optional<std::filesystem::path>& into, const std::string& what);

/// Adds --defects, which takes the name of a file that ends in .yaml or .yml: the defect map is written there.
CLI::Option* add_defects(CLI::App& command, std::optional<std::filesystem::path>& into);

inline const std::string kMapFileHelp =
    "take the defects of this wafer map, or defect map, in place of those of the scenario; its keys defects.wafer, "
    "good, "
    "bad, rotate, origin and window say how it is seen";

/// Adds --map, which takes the name of a file: the wafer map, or defect map, that is in force.
CLI::Option* add_map_file(CLI::App& command, std::string& into, const std::string& help = kMapFileHelp);

/// Refuses a file whose name has none of these endings: ".json", ".csv".
CLI::Validator file_ending_in(const std::vector<std::string>& endings);

}  // namespace kintsugi::cli

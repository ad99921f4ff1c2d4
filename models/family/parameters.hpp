/// Parameters: named values that a scenario gives, and their specifications, by which any reader checks and lists them.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "models/network/file_mistake.hpp"
#include "models/network/limits.hpp"

namespace kintsugi {

/// A file that gives the value of a parameter.
struct ParameterFile {
  std::string path;  ///< as messages name it
  std::string text;
  friend auto operator<=>(const ParameterFile&, const ParameterFile&) = default;
};

/// Nodes, each by its name or its number. Which nodes they are, the network says (models/network/node_names.hpp).
using NodeWords = std::vector<std::string>;

/// An integer for a parameter: of any type but bool and characters.
template <class T>
concept ParameterInteger =
    std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
    !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

/// The value of a parameter. Integers of any type become std::int64_t, lists of them too, and texts std::string:
///   Parameters{{"n", 2}, {"variant", "long"}}   Parameters{{"sides", {8, 8}}}
/// Throws std::invalid_argument for an unsigned integer of 2^63 or more.
struct ParameterValue : std::variant<std::int64_t, std::string, std::vector<std::int64_t>, ParameterFile, NodeWords> {
  ParameterValue() = default;
  template <ParameterInteger T>
  ParameterValue(T number) : variant(as_integer(number)) {}
  ParameterValue(const char* name) : variant(std::string(name)) {}
  ParameterValue(std::string_view name) : variant(std::string(name)) {}
  ParameterValue(std::string name) : variant(std::move(name)) {}
  ParameterValue(std::vector<std::int64_t> numbers) : variant(std::move(numbers)) {}
  ParameterValue(std::initializer_list<std::int64_t> numbers) : variant(std::vector<std::int64_t>(numbers)) {}
  template <ParameterInteger T>
  ParameterValue(const std::vector<T>& numbers) : variant(as_integers(numbers)) {}
  ParameterValue(ParameterFile file) : variant(std::move(file)) {}
  ParameterValue(NodeWords nodes) : variant(std::move(nodes)) {}

 private:
  template <class T>
  static std::int64_t as_integer(T number) {
    if (std::in_range<std::int64_t>(number)) return static_cast<std::int64_t>(number);
    throw std::invalid_argument("the value of a parameter must be below 2^63, not " + std::to_string(number));
  }
  template <class T>
  static std::vector<std::int64_t> as_integers(const std::vector<T>& numbers) {
    std::vector<std::int64_t> list;
    for (const T number : numbers) list.push_back(as_integer(number));
    return list;
  }
};
using Parameters = std::map<std::string, ParameterValue, std::less<>>;

inline constexpr IntegerRange kAnyInteger{std::numeric_limits<std::int64_t>::min(),
                                          std::numeric_limits<std::int64_t>::max()};

struct ParameterSpec {
  enum class Type { kInteger, kName, kIntegerOrName, kIntegers, kNameOrFile, kFile, kNodes };
  std::string name;
  Type type = Type::kInteger;
  bool required = false;
  std::string help;                  ///< one line, with range and default
  std::vector<std::string> choices;  ///< valid names, for kName, kIntegerOrName and kNameOrFile
  /// Valid integers, for the types that are some. Without limits: the range depends on other parameters, and whoever
  /// builds with the parameters checks it.
  IntegerRange range = kAnyInteger;
  std::optional<ParameterValue> otherwise =
      {};                    ///< the value when it is left out; empty: it depends on other parameters
  std::string unit = {};     ///< what the integer counts, in the singular: "track"; empty: nothing
  std::string numbers = {};  ///< of kIntegerOrName: which integers are valid: "an odd number below 2^n"
  /// Of an option of a fabric: whether it decides which defects can be repaired. One that does not is not compared.
  bool decides_repair = true;
  std::optional<ParameterValue> example = {};  ///< of a required parameter: a value of a small network
};

/// A name that stands for something, and one line on what it stands for.
struct Term {
  std::string name;
  std::string summary;
  std::string formerly = {};  ///< an old name, which is accepted too and listed nowhere
};

std::vector<std::string> names_of(std::span<const Term> terms);
/// Returns the term with this name, or with this old name; nullptr if there is none.
const Term* find_term(std::span<const Term> terms, std::string_view name);

/// One value of a parameter that is chosen by its name.
struct ParameterChoice {
  std::string parameter;
  std::string value;
  /// "assignment: perfect"
  std::string text() const { return parameter + ": " + value; }
  friend bool operator==(const ParameterChoice&, const ParameterChoice&) = default;
};

/// A parameter that is unknown, or has a wrong type or value. `parameter()` says which, what() says why and what is
/// valid.
class ParameterError : public std::invalid_argument {
 public:
  ParameterError(std::string parameter, const std::string& message)
      : std::invalid_argument(message), parameter_(std::move(parameter)) {}
  const std::string& parameter() const { return parameter_; }

 private:
  std::string parameter_;
};

/// A parameter whose file has mistakes.
class ParameterFileError : public ParameterError {
 public:
  ParameterFileError(std::string parameter, const ParameterFile& file, std::vector<FileMistake> mistakes)
      : ParameterError(std::move(parameter), file.path + " has mistakes"),
        path_(file.path),
        mistakes_(std::move(mistakes)) {}
  const std::string& path() const { return path_; }
  const std::vector<FileMistake>& mistakes() const { return mistakes_; }

 private:
  std::string path_;
  std::vector<FileMistake> mistakes_;
};

/// The number of values up to which a parameter is worth comparing value by value.
inline constexpr std::int64_t kFewValues = 8;

/// Returns all values of a parameter that has at most kFewValues, in order: the integers in its range or its choices.
/// Returns an empty list for any other parameter.
std::vector<ParameterValue> few_values(const ParameterSpec& spec);

/// Returns the value as a scenario has it: "2", "uniform", "[8, 8]", "[n16, 17]", "{file: best.txt}".
std::string to_text(const ParameterValue& value);

/// Describes the type of a value: "the integer 4", "the text 'long'", "the list [8, 8]", "a file", "the nodes
/// [a]".
std::string type_in_words(const ParameterValue& value);
/// Returns what a value of a type must be: "an integer", "a text or a file".
const char* wanted_type(ParameterSpec::Type type);
/// Returns whether a value has a type. Says nothing of ranges and names.
bool has_type(ParameterSpec::Type type, const ParameterValue& value);
/// Throws ParameterError if a value has another type than its specification says: "n must be an integer, not the text
/// '2'". It checks neither ranges nor names.
void check_type(const ParameterSpec& spec, const ParameterValue& value);
/// Does so for all parameters, and throws ParameterError for one that has no specification, with the nearest name.
/// `owner`: whose parameters they are: "a network of kind mesh".
void check_types(const Parameters& given, std::span<const ParameterSpec> specs, const std::string& owner);

/// Returns the integer of that name, low to high; `otherwise` when it is left out. Throws ParameterError, with its
/// meaning, when it is out of range, or missing without an `otherwise`.
unsigned read_in_range(const Parameters& parameters, const std::string& name, unsigned low, unsigned high,
                       const std::string& meaning, std::optional<unsigned> otherwise = std::nullopt);

}  // namespace kintsugi

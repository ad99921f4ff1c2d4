#include "models/family/parameters.hpp"

#include <algorithm>

#include "models/network/nearest.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

std::vector<std::string> names_of(std::span<const Term> terms) {
  return each_of(terms, &Term::name);
}

const Term* find_term(std::span<const Term> terms, std::string_view name) {
  const auto is_named = [name](const Term& term) {
    return term.name == name || (!name.empty() && term.formerly == name);
  };
  const auto found = std::ranges::find_if(terms, is_named);
  return found == terms.end() ? nullptr : &*found;
}

std::vector<ParameterValue> few_values(const ParameterSpec& spec) {
  using Type = ParameterSpec::Type;
  std::vector<ParameterValue> values;
  const auto [low, high] = spec.range;
  if (spec.type == Type::kInteger && high < std::numeric_limits<std::int64_t>::max() && low > high - kFewValues) {
    for (std::int64_t value = low; value <= high; ++value) values.emplace_back(value);
  }
  if (spec.type == Type::kName && static_cast<std::int64_t>(spec.choices.size()) <= kFewValues) {
    values.assign(spec.choices.begin(), spec.choices.end());
  }
  return values;
}

namespace {

const std::string& text_of(const std::string& word) {
  return word;
}

std::string text_of(std::int64_t number) {
  return std::to_string(number);
}

template <class Item>
std::string bracketed(const std::vector<Item>& items) {
  std::string text;
  for (const Item& item : items) text += (text.empty() ? "" : ", ") + text_of(item);
  return '[' + text + ']';
}

}  // namespace

std::string to_text(const ParameterValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* name = std::get_if<std::string>(&value)) return *name;
  if (const auto* file = std::get_if<ParameterFile>(&value)) return "{file: " + file->path + '}';
  if (const auto* nodes = std::get_if<NodeWords>(&value)) return bracketed(*nodes);
  return bracketed(std::get<std::vector<std::int64_t>>(value));
}

const char* wanted_type(ParameterSpec::Type type) {
  switch (type) {
    case ParameterSpec::Type::kInteger:
      return "an integer";
    case ParameterSpec::Type::kName:
      return "a text";
    case ParameterSpec::Type::kIntegerOrName:
      return "an integer or a text";
    case ParameterSpec::Type::kIntegers:
      return "a list of integers";
    case ParameterSpec::Type::kNameOrFile:
      return "a text or a file";
    case ParameterSpec::Type::kFile:
      return "a file";
    case ParameterSpec::Type::kNodes:
      return "a list of nodes";
  }
  return "";
}

bool has_type(ParameterSpec::Type type, const ParameterValue& value) {
  const bool is_integer = std::holds_alternative<std::int64_t>(value);
  const bool is_text = std::holds_alternative<std::string>(value);
  const bool is_file = std::holds_alternative<ParameterFile>(value);
  switch (type) {
    case ParameterSpec::Type::kInteger:
      return is_integer;
    case ParameterSpec::Type::kName:
      return is_text;
    case ParameterSpec::Type::kIntegerOrName:
      return is_integer || is_text;
    case ParameterSpec::Type::kIntegers:
      return std::holds_alternative<std::vector<std::int64_t>>(value);
    case ParameterSpec::Type::kNameOrFile:
      return is_text || is_file;
    case ParameterSpec::Type::kFile:
      return is_file;
    case ParameterSpec::Type::kNodes:
      return std::holds_alternative<NodeWords>(value);
  }
  return false;
}

std::string type_in_words(const ParameterValue& value) {
  if (std::holds_alternative<std::int64_t>(value)) return "the integer " + to_text(value);
  if (const auto* text = std::get_if<std::string>(&value)) return "the text " + shown_word(*text);
  if (std::holds_alternative<ParameterFile>(value)) return "a file";
  return (std::holds_alternative<NodeWords>(value) ? "the nodes " : "the list ") + to_text(value);
}

void check_type(const ParameterSpec& spec, const ParameterValue& value) {
  if (has_type(spec.type, value)) return;
  throw ParameterError(spec.name, spec.name + " must be " + wanted_type(spec.type) + ", not " + type_in_words(value));
}

void check_types(const Parameters& given, std::span<const ParameterSpec> specs, const std::string& owner) {
  for (const auto& [name, value] : given) {
    const auto spec = std::ranges::find(specs, name, &ParameterSpec::name);
    if (spec != specs.end()) {
      check_type(*spec, value);
      continue;
    }
    std::vector<std::string> names;
    for (const ParameterSpec& each : specs) names.push_back(each.name);
    throw ParameterError(name, owner + " has no parameter '" + name + "'" + suggestion(name, names));
  }
}

unsigned read_in_range(const Parameters& parameters, const std::string& name, unsigned low, unsigned high,
                       const std::string& meaning, std::optional<unsigned> otherwise) {
  const auto found = parameters.find(name);
  if (found == parameters.end()) {
    if (otherwise) return *otherwise;
    throw ParameterError(name, name + " is missing: " + meaning);
  }
  check_type({.name = name, .help = {}, .choices = {}}, found->second);
  const std::int64_t value = std::get<std::int64_t>(found->second);
  if (value >= low && value <= high) return static_cast<unsigned>(value);
  throw ParameterError(name, name + " is " + std::to_string(value) + "; valid is " + to_text(IntegerRange{low, high}) +
                                 " (" + meaning + ")");
}

}  // namespace kintsugi

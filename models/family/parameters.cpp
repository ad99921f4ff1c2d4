#include "models/family/parameters.hpp"

#include <algorithm>

namespace kintsugi {

std::vector<std::string> names_of(std::span<const Term> terms) {
  std::vector<std::string> names;
  for (const Term& term : terms) names.push_back(term.name);
  return names;
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

unsigned read_in_range(const Parameters& parameters, const std::string& name, unsigned low, unsigned high,
                       const std::string& meaning, std::optional<unsigned> otherwise) {
  const auto found = parameters.find(name);
  if (found == parameters.end()) {
    if (otherwise) return *otherwise;
    throw ParameterError(name, name + " is missing: " + meaning);
  }
  const std::int64_t value = std::get<std::int64_t>(found->second);
  if (value >= low && value <= high) return static_cast<unsigned>(value);
  throw ParameterError(name, name + " is " + std::to_string(value) + "; valid is " + to_text(IntegerRange{low, high}) +
                                 " (" + meaning + ")");
}

}  // namespace kintsugi

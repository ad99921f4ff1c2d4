#include "tb/tool/scenario/key_spec.hpp"

#include <algorithm>

namespace kintsugi {

namespace {

template <class Text>
void take_over(std::string_view more, Text& known) {
  if (!more.empty()) known = more;
}

const char* type_text(ParameterSpec::Type type) {
  switch (type) {
    case ParameterSpec::Type::kInteger:
      return "integer";
    case ParameterSpec::Type::kName:
      return "name";
    case ParameterSpec::Type::kIntegerOrName:
      return "integer or name";
    case ParameterSpec::Type::kIntegers:
      return "list of integers";
    case ParameterSpec::Type::kNameOrFile:
      return "name or {file: PATH}";
    case ParameterSpec::Type::kFile:
      return "path of a file";
    case ParameterSpec::Type::kNodes:
      return "list of nodes";
  }
  return "";
}

}  // namespace

std::string without_numbers(std::string_view path) {
  std::string text;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    const bool is_number = !part.empty() && std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number) text.append(text.empty() ? "" : ".").append(part);
    begin = end + 1;
  }
  return text;
}

KeySpec& find_or_add(KeySpecs& specs, const std::string& path) {
  const std::string plain = without_numbers(path);
  const auto known = std::ranges::find(specs, plain, &KeySpec::path);
  if (known != specs.end()) return *known;
  specs.push_back({.path = plain});
  return specs.back();
}

void add(const KeySpec& more, KeySpec& known) {
  take_over(more.type, known.type);
  take_over(more.range, known.range);
  take_over(more.otherwise, known.otherwise);
  take_over(more.help, known.help);
  take_over(more.condition, known.condition);
  take_over(more.example, known.example);
  if (!more.choices.empty()) known.choices = more.choices;
  known.required = known.required || more.required;
  known.help_is_whole = known.help_is_whole || more.help_is_whole;
}

void add(const KeyText& more, KeyText& known) {
  take_over(more.help, known.help);
  take_over(more.otherwise, known.otherwise);
  take_over(more.type, known.type);
  take_over(more.condition, known.condition);
  take_over(more.example, known.example);
}

void take_what_is_said(KeySpecs& specs) {
  for (KeySpec& spec : specs) {
    take_over(spec.said.help, spec.help);
    take_over(spec.said.otherwise, spec.otherwise);
    if (!spec.said.otherwise.empty()) spec.otherwise_is_value = false;
    take_over(spec.said.type, spec.type);
    take_over(spec.said.condition, spec.condition);
    take_over(spec.said.example, spec.example);
  }
}

std::string range_text(IntegerRange range) {
  const bool is_limited = range.low != kAnyInteger.low || range.high != kAnyInteger.high;
  return is_limited ? to_text(range) : "";
}

KeySpec integer_spec(IntegerRange range, std::string otherwise) {
  return {.type = "integer", .range = range_text(range), .otherwise = std::move(otherwise)};
}

KeySpec key_spec(const ParameterSpec& parameter) {
  return {.type = type_text(parameter.type),
          .range = range_text(parameter.range),
          .otherwise = parameter.otherwise ? to_text(*parameter.otherwise) : "",
          .help = parameter.help,
          .choices = terms_of(parameter.choices),
          .example = parameter.example ? to_text(*parameter.example) : "",
          .required = parameter.required,
          .help_is_whole = true};
}

std::vector<Term> terms_of(std::span<const std::string> names) {
  std::vector<Term> terms;
  for (const std::string& name : names) terms.push_back({name, ""});
  return terms;
}

}  // namespace kintsugi

#include "tb/tool/scenario/key_spec.hpp"

#include <algorithm>
#include <array>

#include "models/network/text.hpp"

namespace kintsugi {

namespace {

template <class Text>
void take_over(std::string_view more, Text& known) {
  if (!more.empty()) known = more;
}

/// A text that both the call of a reader and its checks say of a key.
struct TextOfKey {
  std::string_view KeyText::*said;
  std::string KeySpec::*spec;
};
constexpr TextOfKey kTextsOfKey[] = {{&KeyText::help, &KeySpec::help},
                                     {&KeyText::otherwise, &KeySpec::otherwise},
                                     {&KeyText::type, &KeySpec::type},
                                     {&KeyText::condition, &KeySpec::condition},
                                     {&KeyText::example, &KeySpec::example}};

const char* type_text(ParameterSpec::Type type) {
  static constexpr std::array kTexts = {
      "integer",        "name",         "integer or name", "list of integers", "name or {file: PATH}",
      "path of a file", "list of nodes"};
  return kTexts.at(static_cast<std::size_t>(type));
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
  for (const TextOfKey& text : kTextsOfKey) take_over(more.*text.spec, known.*text.spec);
  take_over(more.range, known.range);
  if (!more.choices.empty()) known.choices = more.choices;
  known.required = known.required || more.required;
  known.help_is_whole = known.help_is_whole || more.help_is_whole;
}

void add(const KeyText& more, KeyText& known) {
  for (const TextOfKey& text : kTextsOfKey) take_over(more.*text.said, known.*text.said);
}

void add_new(const std::vector<Term>& more, std::vector<Term>& known) {
  for (const Term& term : more) {
    if (std::ranges::find(known, term.name, &Term::name) == known.end()) known.push_back(term);
  }
}

void take_what_is_said(KeySpecs& specs) {
  for (KeySpec& spec : specs) {
    for (const TextOfKey& text : kTextsOfKey) take_over(spec.said.*text.said, spec.*text.spec);
    if (!spec.said.otherwise.empty()) spec.otherwise_is_value = false;
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
  return each_of(names, [](const std::string& name) { return Term{name, ""}; });
}

}  // namespace kintsugi

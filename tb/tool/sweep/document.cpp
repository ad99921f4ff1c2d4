#include "tb/tool/sweep/document.hpp"

#include <cmath>

#include "models/network/number_in.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/scenario/map_reader.hpp"

namespace kintsugi::sweep {

namespace {

using nlohmann::ordered_json;

ordered_json scalar_json(const Value& value) {
  if (value.quoted) return value.text;
  if (const auto integer = as_integer(value)) return *integer;
  if (value.text == "true" || value.text == "false") return value.text == "true";
  if (const auto number = number_in<double>(value.text); number && std::isfinite(*number)) return *number;
  return value.text;
}

std::string joined(const std::string& list, const std::string& next) {
  return list.empty() ? next : list + ", " + next;
}

/// Returns a scalar as in JSON; a plain number as it is written.
std::string scalar_yaml(const Value& value) {
  const ordered_json json = scalar_json(value);
  return json.is_number() ? value.text : to_line(json);
}

void add_written_otherwise(const Value& value, std::vector<std::string>& words) {
  if (value.type == Value::Type::kScalar && scalar_yaml(value) != to_line(scalar_json(value))) {
    words.push_back(value.text);
  }
  for (const Value& item : value.items) add_written_otherwise(item, words);
  for (const Value::Entry& entry : value.entries) add_written_otherwise(entry.value, words);
}

/// Whether a text in a list or mapping is the same text without quotes.
bool is_plain_text(const std::string& text) {
  const Value plain{.type = Value::Type::kScalar, .text = text, .items = {}, .entries = {}, .where = {}};
  return text.find_first_of(",[]{}:#'\"\n\t") == std::string::npos && !text.empty() && text.front() != ' ' &&
         text.back() != ' ' && text != "null" && text != "~" && scalar_json(plain).is_string();
}

/// Returns the line of a value in a list or mapping.
std::string inner_flow(const Value& value) {
  if (value.type != Value::Type::kScalar || !value.quoted || is_plain_text(value.text)) return to_flow(value);
  std::string text = "'";
  for (const char c : value.text) text += c == '\'' ? "''" : std::string(1, c);
  return text + "'";
}

}  // namespace

ordered_json to_json(const Value& value) {
  ordered_json json;
  switch (value.type) {
    case Value::Type::kEmpty:
      return json;
    case Value::Type::kScalar:
      return scalar_json(value);
    case Value::Type::kList:
      json = ordered_json::array();
      for (const Value& item : value.items) json.push_back(to_json(item));
      return json;
    case Value::Type::kMap:
      json = ordered_json::object();
      for (const Value::Entry& entry : value.entries) {  // operator[] would look at all keys before this one
        json.get_ref<ordered_json::object_t&>().emplace_back(entry.key, to_json(entry.value));
      }
      return json;
  }
  return json;
}

std::string to_yaml(const Value& value) {
  std::string text;
  const auto add = [&text](const std::string& next) { text += (text.empty() ? "" : ",") + next; };
  switch (value.type) {
    case Value::Type::kEmpty:
      return "null";
    case Value::Type::kScalar:
      return scalar_yaml(value);
    case Value::Type::kList:
      for (const Value& item : value.items) add(to_yaml(item));
      return '[' + text + ']';
    case Value::Type::kMap:
      for (const Value::Entry& entry : value.entries) add(to_line(entry.key) + ": " + to_yaml(entry.value));
      return '{' + text + '}';
  }
  return text;
}

std::vector<std::string> written_otherwise(const Value& value) {
  std::vector<std::string> words;
  add_written_otherwise(value, words);
  return words;
}

std::string to_flow(const Value& value) {
  std::string text;
  switch (value.type) {
    case Value::Type::kEmpty:
      return "null";
    case Value::Type::kScalar:
      return value.text;
    case Value::Type::kList:
      for (const Value& item : value.items) text = joined(text, inner_flow(item));
      return "[" + text + "]";
    case Value::Type::kMap:
      for (const Value::Entry& entry : value.entries) text = joined(text, entry.key + ": " + inner_flow(entry.value));
      return "{" + text + "}";
  }
  return text;
}

}  // namespace kintsugi::sweep

#include "tb/tool/scenario/map_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

#include "models/family/parameters.hpp"
#include "tb/tool/scenario/nearest.hpp"

namespace kintsugi {

namespace {

template <class Number>
std::optional<Number> as_number(const Value& value) {
  if (value.type != Value::Type::kScalar || value.quoted) return std::nullopt;
  std::string_view text = value.text;
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string as_text(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// Returns whether the text has the form of a number: one that does not fit the type is out of range, not a wrong type.
bool looks_like_integer(const Value& value) {
  if (value.type != Value::Type::kScalar || value.quoted || value.text.empty()) return false;
  const std::string_view digits = std::string_view(value.text).substr(value.text[0] == '-' || value.text[0] == '+');
  return !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<std::int64_t> as_integer(const Value& value) {
  return as_number<std::int64_t>(value);
}

std::string expectation(IntegerRange range) {
  const bool open_below = range.low == std::numeric_limits<std::int64_t>::min();
  const bool open_above = range.high == std::numeric_limits<std::int64_t>::max();
  if (open_below && open_above) return "must be an integer";
  if (open_above) return "must be an integer of at least " + std::to_string(range.low);
  return "must be " + to_text(range);
}

MapReader::MapReader(ReadContext& context, const Value& value, std::string path)
    : context_(context), value_(value), path_(std::move(path)) {
  std::map<std::string_view, const Where*> first;
  for (const Value::Entry& entry : value_.entries) {
    const auto [earlier, is_new] = first.try_emplace(entry.key, &entry.where);
    if (is_new) continue;
    context_.errors.add(entry.where, "duplicate key '" + path_of(entry.key) + "'; the first is in line " +
                                         std::to_string(earlier->second->line));
  }
}

std::string MapReader::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + '.' + std::string(key);
}

const Value* MapReader::find(std::string_view key) {
  if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
  context_.keys.insert(path_of(key));
  const auto found = std::ranges::find(value_.entries, key, &Value::Entry::key);
  if (found == value_.entries.end()) return nullptr;
  context_.positions.try_emplace(path_of(key), found->value.where);
  return &found->value;
}

bool MapReader::wrong(const Value& value, std::string_view key, const std::string& expected) const {
  context_.errors.add(value.where, path_of(key) + ' ' + expected + ", not " + describe(value));
  return false;
}

bool MapReader::is_map(const Value& value, const std::string& path) const {
  if (value.type == Value::Type::kMap) return true;
  context_.errors.add(value.where, path + " must be a mapping ({key: value}), not " + describe(value));
  return false;
}

bool MapReader::is_list(const Value& value, const std::string& path) const {
  if (value.type == Value::Type::kList) return true;
  context_.errors.add(value.where, path + " must be a list of mappings ([{key: value}, ...]), not " + describe(value));
  return false;
}

bool MapReader::integer(std::string_view key, IntegerRange range, std::int64_t& into) {
  const Value* value = find(key);
  if (value == nullptr) return false;
  const auto number = as_integer(*value);
  if (!number && !looks_like_integer(*value)) return wrong(*value, key, "must be an integer");
  if (!number || !range.contains(*number)) return wrong(*value, key, expectation(range));
  into = *number;
  return true;
}

bool MapReader::integers(std::string_view key, IntegerRange range, std::vector<std::int64_t>& into) {
  const Value* value = find(key);
  if (value == nullptr) return false;
  const bool is_limited = expectation(range) != expectation(kAnyInteger);
  const std::string expected =
      "must be a list of integers" + (is_limited ? ", each of which " + expectation(range) : "");
  if (value->type != Value::Type::kList) return wrong(*value, key, expected);
  std::vector<std::int64_t> numbers;
  for (const Value& item : value->items) {
    const auto number = as_integer(item);
    if (number && range.contains(*number)) {
      numbers.push_back(*number);
    } else {
      wrong(item, key, expected);
    }
  }
  if (numbers.size() != value->items.size()) return false;
  into = std::move(numbers);
  return true;
}

bool MapReader::real(std::string_view key, RealRange range, double& into) {
  const Value* value = find(key);
  if (value == nullptr) return false;
  const auto number = as_number<double>(*value);
  if (!number || !std::isfinite(*number)) return wrong(*value, key, "must be a number");
  if (!range.contains(*number)) {
    return wrong(*value, key, "must be " + as_text(range.low) + " to " + as_text(range.high));
  }
  into = *number;
  return true;
}

bool MapReader::flag(std::string_view key, bool& into) {
  const Value* value = find(key);
  if (value == nullptr) return false;
  const bool plain = value->type == Value::Type::kScalar && !value->quoted;
  if (!plain || (value->text != "true" && value->text != "false")) return wrong(*value, key, "must be true or false");
  into = value->text == "true";
  return true;
}

bool MapReader::text(std::string_view key, std::string& into) {
  const Value* value = find(key);
  if (value == nullptr) return false;
  if (value->type != Value::Type::kScalar || value->text.empty()) return wrong(*value, key, "must be a text");
  into = value->text;
  return true;
}

bool MapReader::file(std::string_view key, std::filesystem::path& into) {
  std::string name;
  if (!text(key, name)) return false;
  into = context_.directory / name;
  context_.files.emplace(path_of(key), into);
  return true;
}

bool MapReader::texts(std::string_view key, std::vector<std::string>& into) {
  const Value* value = find(key);
  if (value == nullptr) return false;
  if (value->type != Value::Type::kList) return wrong(*value, key, "must be a list of texts");
  std::vector<std::string> found;
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    const Value& item = value->items[i];
    context_.positions.try_emplace(path_of(key) + '.' + std::to_string(i), item.where);
    if (item.type == Value::Type::kScalar && !item.text.empty()) {
      found.push_back(item.text);
    } else {
      wrong(item, key, "must be a list of texts");
    }
  }
  if (found.size() != value->items.size()) return false;
  into = std::move(found);
  return true;
}

bool MapReader::choice(std::string_view key, std::span<const std::string> choices, std::string& into) {
  const Value* value = find(key);
  if (value == nullptr) return false;
  if (value->type != Value::Type::kScalar) return wrong(*value, key, "must be a name");
  if (std::ranges::find(choices, value->text) == choices.end()) {
    context_.errors.add(value->where,
                        path_of(key) + ": unknown name '" + value->text + "'" + suggestion(value->text, choices));
    return false;
  }
  into = value->text;
  return true;
}

void MapReader::require(std::string_view key, const std::string& hint) {
  if (!has(key)) context_.errors.add(value_.where, path_of(key) + " is missing" + hint);
}

void MapReader::exclude_each_other(std::span<const std::string> keys) {
  std::string first;
  for (const std::string& key : keys) {
    const Value* value = find(key);
    if (value != nullptr && !first.empty()) {
      context_.errors.add(value->where, path_of(key) + " and " + first + " exclude each other: give one of them");
    }
    if (value != nullptr && first.empty()) first = path_of(key);
  }
}

void MapReader::report_unknown_keys() const {
  std::set<std::string_view> reported;  // a key given twice is reported as unknown once
  for (const Value::Entry& entry : value_.entries) {
    if (std::ranges::find(known_, entry.key) != known_.end() || !reported.insert(entry.key).second) continue;
    context_.errors.add(entry.where, "unknown key '" + path_of(entry.key) + "'" + suggestion(entry.key, known_));
  }
}

}  // namespace kintsugi

#include "tb/tool/scenario/map_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>

#include "models/family/parameters.hpp"
#include "models/network/number_in.hpp"
#include "tb/tool/scenario/nearest.hpp"

namespace kintsugi {

namespace {

template <class Number>
std::optional<Number> as_number(const Value& value) {
  if (value.type != Value::Type::kScalar || value.quoted) return std::nullopt;
  std::string_view text = value.text;
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return number_in<Number>(text);
}

/// Returns whether the text has the form of a number: one that does not fit the type is out of range, not a wrong type.
bool looks_like_integer(const Value& value) {
  if (value.type != Value::Type::kScalar || value.quoted || value.text.empty()) return false;
  const std::string_view digits = std::string_view(value.text).substr(value.text[0] == '-' || value.text[0] == '+');
  return !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_limited(IntegerRange range) {
  return range.low != kAnyInteger.low || range.high != kAnyInteger.high;
}

/// Returns what an integer must be that is out of range: "must be 1 to 32".
std::string in_range(IntegerRange range, const std::string& meaning) {
  if (is_limited(range)) return "must be " + to_text(range);
  return "must be an integer of at most 18 digits" + (meaning.empty() ? "" : " (" + meaning + ")");
}

/// Returns what a value must be that is no integer: "must be an integer, 1 to 32", or "must be an integer" if it is no
/// number at all.
std::string an_integer(const Value& value, IntegerRange range, const std::string& meaning) {
  if (!looks_like_number(value)) return "must be an integer";
  if (is_limited(range)) return "must be an integer, " + to_text(range);
  return "must be an integer" + (meaning.empty() ? "" : " (" + meaning + ")");
}

/// Adds the places of a value and of all in it, the first thousands of them.
void add_places(const Value& value, std::set<Where>& places) {
  constexpr std::size_t kMostPlaces = 4096;
  if (places.size() >= kMostPlaces) return;
  places.insert(value.where);
  for (const Value& item : value.items) add_places(item, places);
  for (const Value::Entry& entry : value.entries) {
    places.insert(entry.where);
    add_places(entry.value, places);
  }
}

/// Returns the number as a scenario can have it: "0.0001".
std::string in_digits(double number) {
  std::array<char, 400> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::fixed).ptr;
  return {digits.data(), end};
}

}  // namespace

bool looks_like_number(const Value& value) {
  if (value.type != Value::Type::kScalar || value.quoted) return false;
  std::string_view text = value.text;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('.') && text.size() == 4) text.remove_prefix(1);  // .nan and .inf, the forms of YAML
  double ignored = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ignored);
  return !text.empty() && error != std::errc::invalid_argument && end == text.data() + text.size();
}

std::optional<std::int64_t> as_integer(const Value& value) {
  return as_number<std::int64_t>(value);
}

MapReader::MapReader(ReadContext& context, const Value& value, std::string path)
    : context_(context), value_(value), path_(std::move(path)) {
  for (const Value::Entry& entry : value_.entries) {
    const auto [earlier, is_new] = entries_.try_emplace(entry.key, &entry);
    if (is_new) continue;
    context_.errors.add(entry.where, "duplicate key '" + path_of(entry.key) + "'; the first is in line " +
                                         std::to_string(earlier->second->where.line));
  }
}

std::string MapReader::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + '.' + std::string(key);
}

const Value* MapReader::find(std::string_view key) {
  if (known_set_.emplace(key).second) known_.emplace_back(key);
  context_.keys.insert(path_of(key));
  spec_of(key);
  const auto found = entries_.find(key);
  if (found == entries_.end()) return nullptr;
  context_.positions.try_emplace(path_of(key), found->second->value.where);
  return &found->second->value;
}

KeySpec* MapReader::spec_of(std::string_view key) {
  return context_.specs == nullptr ? nullptr : &find_or_add(*context_.specs, path_of(key));
}

void MapReader::say(std::string_view key, const KeyText& text) {
  KeySpec* known = spec_of(key);
  if (known != nullptr) add(text, known->said);
}

void MapReader::explain(std::string_view key, const KeySpec& spec) {
  if (KeySpec* known = spec_of(key)) add(spec, *known);
}

void MapReader::specify(std::string_view key, KeySpec spec) {
  KeySpec* known = spec_of(key);
  if (known == nullptr) return;
  spec.path = known->path;
  spec.said = known->said;
  *known = std::move(spec);
}

bool MapReader::wrong(const Value& value, std::string_view key, const std::string& expected) const {
  return refuse(value.where, path_of(key), path_of(key) + ' ' + expected + ", not " + describe(value));
}

bool MapReader::refuse(const Where& where, std::string_view path, const std::string& message) const {
  context_.refused.add(path);
  context_.errors.add(where, message);
  return false;
}

bool MapReader::no_name(const Value& value, std::string_view key, const std::string& expected) const {
  return refuse(value.where, path_of(key), path_of(key) + ' ' + expected + ", not " + describe_no_name(value));
}

bool MapReader::is_map(const Value& value, const std::string& path) const {
  if (value.type == Value::Type::kMap) return true;
  return refuse(value.where, path, path + " must be a mapping ({key: value}), not " + describe(value));
}

Value MapReader::empty_map(const Where& where) {
  return {.type = Value::Type::kMap, .text = "", .items = {}, .entries = {}, .where = where};
}

bool MapReader::is_list(const Value& value, const std::string& path) const {
  if (value.type == Value::Type::kList) return true;
  return refuse(value.where, path, path + " must be a list of mappings ([{key: value}, ...]), not " + describe(value));
}

bool MapReader::integer(std::string_view key, IntegerRange range, std::int64_t& into, const std::string& meaning) {
  const Value* value = find(key);
  if (explains()) explain(key, integer_spec(range, std::to_string(into)));
  if (value == nullptr) return false;
  const auto number = as_integer(*value);
  if (!number && !looks_like_integer(*value)) return wrong(*value, key, an_integer(*value, range, meaning));
  if (!number || !range.contains(*number)) return wrong(*value, key, in_range(range, meaning));
  into = *number;
  return true;
}

bool MapReader::integers(std::string_view key, IntegerRange range, std::vector<std::int64_t>& into,
                         const std::string& meaning) {
  const Value* value = find(key);
  if (explains()) explain(key, {.type = "list of integers", .range = range_text(range)});
  if (value == nullptr) return false;
  const std::string limits = is_limited(range) ? ", each of which must be " + to_text(range)
                             : meaning.empty() ? ""
                                               : " (" + meaning + ")";
  const std::string expected = "must be a list of integers" + limits;
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

bool MapReader::real(std::string_view key, RealRange range, double& into, const KeyText& text) {
  say(key, text);
  const Value* value = find(key);
  if (explains()) {
    explain(key, {.type = "number", .range = to_text(range), .otherwise = in_digits(into)});
  }
  if (value == nullptr) return false;
  const auto number = as_number<double>(*value);
  if (!number && !looks_like_number(*value)) return wrong(*value, key, "must be a number");
  // A comparison with nan is false.
  if (!number || !range.contains(*number)) return wrong(*value, key, "must be " + to_text(range));
  into = *number;
  return true;
}

bool MapReader::real(std::string_view key, RealRange range, std::optional<double>& into, const KeyText& text) {
  double number = 0;
  const bool right = real(key, range, number, text);
  if (right) into = number;
  if (KeySpec* spec = spec_of(key)) spec->otherwise.clear();
  return right;
}

bool MapReader::reals(std::string_view key, RealRange range, std::vector<double>& into, const KeyText& text) {
  say(key, text);
  const Value* value = find(key);
  if (explains()) explain(key, {.type = "list of numbers", .range = to_text(range)});
  if (value == nullptr) return false;
  const std::string expected = "must be a list of numbers, each of which must be " + to_text(range);
  if (value->type != Value::Type::kList) return wrong(*value, key, expected);
  std::vector<double> numbers;
  for (const Value& item : value->items) {
    const auto number = as_number<double>(item);
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

bool MapReader::flag(std::string_view key, bool& into, const KeyText& text) {
  say(key, text);
  const Value* value = find(key);
  if (explains()) explain(key, {.type = "true or false", .otherwise = into ? "true" : "false"});
  if (value == nullptr) return false;
  const bool plain = value->type == Value::Type::kScalar && !value->quoted;
  if (!plain || (value->text != "true" && value->text != "false")) return wrong(*value, key, "must be true or false");
  into = value->text == "true";
  return true;
}

bool MapReader::text(std::string_view key, std::optional<std::string>& into, const KeyText& meaning) {
  std::string read;
  const bool right = text(key, read, meaning);
  if (right) into = std::move(read);
  return right;
}

bool MapReader::text(std::string_view key, std::string& into, const KeyText& meaning) {
  say(key, meaning);
  const Value* value = find(key);
  if (explains()) explain(key, {.type = "text", .otherwise = into});
  if (value == nullptr) return false;
  if (value->type != Value::Type::kScalar) return wrong(*value, key, "must be a text");
  if (value->text.empty()) {
    return refuse(value->where, path_of(key), path_of(key) + " must not be empty");
  }
  into = value->text;
  return true;
}

bool MapReader::file(std::string_view key, std::filesystem::path& into, const KeyText& meaning) {
  std::string name;
  const bool right = text(key, name, meaning);
  if (explains()) explain(key, {.type = "path of a file"});
  if (!right) return false;
  into = find(key)->of_option ? std::filesystem::path(name) : context_.directory / name;
  context_.files.emplace(path_of(key), into);
  return true;
}

bool MapReader::texts(std::string_view key, std::vector<std::string>& into, const KeyText& text) {
  say(key, text);
  const Value* value = find(key);
  if (explains()) explain(key, {.type = "list of texts"});
  if (value == nullptr) return false;
  if (value->type != Value::Type::kList) return wrong(*value, key, "must be a list of texts");
  std::vector<std::string> found;
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    const Value& item = value->items[i];
    context_.positions.try_emplace(path_of(key) + '.' + std::to_string(i), item.where);
    if (item.type == Value::Type::kScalar && !item.text.empty()) {
      found.push_back(item.text);
    } else {
      wrong(item, key,
            "must be a list of texts" + std::string(item.type == Value::Type::kScalar ? ", none empty" : ""));
    }
  }
  if (found.size() != value->items.size()) return false;
  into = std::move(found);
  return true;
}

bool MapReader::node(std::string_view key, WrittenNode& into, const KeyText& text) {
  say(key, text);
  const Value* value = find(key);
  explain(key, {.type = "node"});
  if (value == nullptr) return false;
  if (value->type != Value::Type::kScalar) return no_name(*value, key, "must be the name or the number of a node");
  into = {value->text, value->where};
  return true;
}

bool MapReader::node(std::string_view key, std::optional<WrittenNode>& into, const KeyText& text) {
  WrittenNode read;
  const bool right = node(key, read, text);
  if (right) into = std::move(read);
  return right;
}

bool MapReader::nodes(std::string_view key, std::vector<WrittenNode>& into, const KeyText& text) {
  say(key, text);
  const Value* value = find(key);
  explain(key, {.type = "list of nodes"});
  if (value == nullptr) return false;
  const std::string expected = "must be a list of nodes, each by its name or its number";
  if (value->type != Value::Type::kList) return wrong(*value, key, expected);
  std::vector<WrittenNode> found;
  for (const Value& item : value->items) {
    if (item.type == Value::Type::kScalar) {
      found.push_back({item.text, item.where});
    } else {
      no_name(item, key, expected);
    }
  }
  if (found.size() != value->items.size()) return false;
  into = std::move(found);
  return true;
}

bool MapReader::choice(std::string_view key, std::span<const std::string> choices, std::string& into,
                       const std::string& or_else) {
  const Value* value = find(key);
  if (explains()) explain(key, {.type = "name", .otherwise = into, .choices = terms_of(choices)});
  if (value == nullptr) return false;
  if (value->type != Value::Type::kScalar) return wrong(*value, key, "must be a name");
  if (std::ranges::find(choices, value->text) == choices.end()) {
    const bool misspelt = nearest_name(value->text, choices).has_value();
    return refuse(value->where, path_of(key),
                  path_of(key) + ": unknown name '" + value->text + "'" + suggestion(value->text, choices) +
                      (misspelt || or_else.empty() ? "" : ", or " + or_else));
  }
  into = value->text;
  return true;
}

bool MapReader::choice(std::string_view key, std::span<const Term> choices, std::string& into, const KeyText& text) {
  say(key, text);
  const std::vector<std::string> names = names_of(choices);
  const Value* value = find(key);
  const Term* old = value != nullptr && value->type == Value::Type::kScalar ? find_term(choices, value->text) : nullptr;
  const bool is_old = old != nullptr && old->name != value->text;
  if (is_old) into = old->name;
  const bool right = is_old || choice(key, names, into);
  if (context_.specs != nullptr && !names.empty()) {
    explain(key, {.otherwise = into.empty() ? names.front() : into, .choices = {choices.begin(), choices.end()}});
  }
  return right;
}

void MapReader::require(std::string_view key, const std::string& hint) {
  if (KeySpec* spec = spec_of(key)) spec->required = true;
  if (has(key)) return;
  const std::string message = path_of(key) + " is missing" + hint;
  context_.errors.add(value_.where, message);
  missing_.emplace(key, message);
}

void MapReader::refuse_whole(std::string_view key, const std::string& message) {
  const Value& value = *find(key);
  std::set<Where> places;
  add_places(value, places);
  context_.refused.add(path_of(key));
  context_.errors.add_in_place_of(std::move(places), value.where, message);
}

void MapReader::exclude_each_other(std::span<const std::string> keys) {
  std::string first;
  for (const std::string& key : keys) {
    const Value* value = find(key);
    if (value != nullptr && !first.empty()) {
      refuse_whole(key, path_of(key) + " and " + first + " exclude each other: give one of them");
    }
    if (value != nullptr && first.empty()) first = path_of(key);
  }
}

/// A misspelt key needs no more than the right one; else the keys alone do not say what each of them is.
std::string MapReader::remedy_for(const std::string& key) const {
  const std::string text = suggestion(key, known_);
  if (context_.help.empty() || path_.empty() || nearest_name(key, known_)) return text;
  return text + "; see " + context_.help + ' ' + path_.substr(0, path_.find('.'));
}

void MapReader::report_unknown_keys() {
  std::set<std::string_view> reported;  // a key given twice is reported as unknown once
  for (const Value::Entry& entry : value_.entries) {
    if (known_set_.contains(entry.key) || !reported.insert(entry.key).second) continue;
    context_.errors.add(entry.where,
                        [&] { return "unknown key '" + path_of(entry.key) + "'" + remedy_for(entry.key); });
    if (missing_.empty()) continue;
    const auto meant = missing_.find(nearest_name(entry.key, known_).value_or(""));
    if (meant != missing_.end()) context_.errors.leave_out(value_.where, meant->second);
  }
}

}  // namespace kintsugi

#include "tb/tool/scenario/map_reader.hpp"

#include <array>
#include <charconv>

#include "models/family/parameters.hpp"
#include "models/network/nearest.hpp"
#include "models/network/number_in.hpp"

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
    context_.errors.add(entry.where, "duplicate key '", path_of(entry.key), "'; the first is in line ",
                        earlier->second->where.line);
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

bool MapReader::is_list(const Value& value, const std::string& path) const {
  if (value.type == Value::Type::kList) return true;
  return refuse(value.where, path, path + " must be a list of mappings ([{key: value}, ...]), not " + describe(value));
}

template <class Spec>
const Value* MapReader::ask(std::string_view key, const KeyText& text, Spec spec) {
  say(key, text);
  const Value* const value = find(key);
  if (explains()) explain(key, spec());
  return value;
}

bool MapReader::integer(std::string_view key, IntegerRange range, std::int64_t& into, const std::string& meaning) {
  const Value* value = ask(key, {}, [&] { return integer_spec(range, std::to_string(into)); });
  if (value == nullptr) return false;
  const auto number = as_integer(*value);
  if (!number && !looks_like_integer(*value)) return wrong(*value, key, an_integer(*value, range, meaning));
  if (!number || !range.contains(*number)) return wrong(*value, key, in_range(range, meaning));
  into = *number;
  return true;
}

template <class T, class Read>
bool MapReader::list(std::string_view key, const std::string& expected, std::vector<T>& into, Read read) {
  const Value* value = find(key);
  if (value == nullptr) return false;
  if (value->type != Value::Type::kList) return wrong(*value, key, expected);
  std::vector<T> found;
  for (const Value& item : value->items) {
    if (std::optional<T> each = read(item)) found.push_back(std::move(*each));
  }
  if (found.size() != value->items.size()) return false;
  into = std::move(found);
  return true;
}

template <class Number, class Range>
bool MapReader::numbers_in(std::string_view key, const std::string& expected, Range range, std::vector<Number>& into) {
  return list(key, expected, into, [&](const Value& item) {
    const auto number = as_number<Number>(item);
    if (number && range.contains(*number)) return number;
    wrong(item, key, expected);
    return std::optional<Number>();
  });
}

bool MapReader::integers(std::string_view key, IntegerRange range, std::vector<std::int64_t>& into,
                         const std::string& meaning) {
  ask(key, {}, [&] { return KeySpec{.type = "list of integers", .range = range_text(range)}; });
  const std::string limits = is_limited(range) ? ", each of which must be " + to_text(range)
                             : meaning.empty() ? ""
                                               : " (" + meaning + ")";
  return numbers_in(key, "must be a list of integers" + limits, range, into);
}

bool MapReader::real(std::string_view key, RealRange range, double& into, const KeyText& text) {
  const Value* value =
      ask(key, text, [&] { return KeySpec{.type = "number", .range = to_text(range), .otherwise = in_digits(into)}; });
  if (value == nullptr) return false;
  const auto number = as_number<double>(*value);
  if (!number && !looks_like_number(*value)) return wrong(*value, key, "must be a number");
  // A comparison with nan is false.
  if (!number || !range.contains(*number)) return wrong(*value, key, "must be " + to_text(range));
  into = *number;
  return true;
}

bool MapReader::reals(std::string_view key, RealRange range, std::vector<double>& into, const KeyText& text) {
  ask(key, text, [&] { return KeySpec{.type = "list of numbers", .range = to_text(range)}; });
  return numbers_in(key, "must be a list of numbers, each of which must be " + to_text(range), range, into);
}

bool MapReader::flag(std::string_view key, bool& into, const KeyText& text) {
  const Value* value =
      ask(key, text, [&] { return KeySpec{.type = "true or false", .otherwise = into ? "true" : "false"}; });
  if (value == nullptr) return false;
  const bool plain = value->type == Value::Type::kScalar && !value->quoted;
  if (!plain || (value->text != "true" && value->text != "false")) return wrong(*value, key, "must be true or false");
  into = value->text == "true";
  return true;
}

bool MapReader::text(std::string_view key, std::string& into, const KeyText& meaning) {
  const Value* value = ask(key, meaning, [&] { return KeySpec{.type = "text", .otherwise = into}; });
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
  ask(key, text, [&] { return KeySpec{.type = "list of texts"}; });
  const std::string expected = "must be a list of texts";
  std::size_t index = 0;
  return list(key, expected, into, [&](const Value& item) -> std::optional<std::string> {
    context_.positions.try_emplace(joined(path_of(key), '.', index++), item.where);
    if (item.type == Value::Type::kScalar && !item.text.empty()) return item.text;
    wrong(item, key, expected + (item.type == Value::Type::kScalar ? ", none empty" : ""));
    return std::nullopt;
  });
}

bool MapReader::node(std::string_view key, WrittenNode& into, const KeyText& text) {
  const Value* value = ask(key, text, [&] { return KeySpec{.type = "node"}; });
  if (value == nullptr) return false;
  if (value->type != Value::Type::kScalar) return no_name(*value, key, "must be the name or the number of a node");
  into = {value->text, value->where};
  return true;
}

bool MapReader::nodes(std::string_view key, std::vector<WrittenNode>& into, const KeyText& text) {
  ask(key, text, [&] { return KeySpec{.type = "list of nodes"}; });
  const std::string expected = "must be a list of nodes, each by its name or its number";
  return list(key, expected, into, [&](const Value& item) -> std::optional<WrittenNode> {
    if (item.type == Value::Type::kScalar) return WrittenNode{item.text, item.where};
    no_name(item, key, expected);
    return std::nullopt;
  });
}

bool MapReader::choice(std::string_view key, std::span<const std::string> choices, std::string& into,
                       const std::string& or_else) {
  const Value* value =
      ask(key, {}, [&] { return KeySpec{.type = "name", .otherwise = into, .choices = terms_of(choices)}; });
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

void MapReader::replace_mistakes(std::string_view key, const std::string& message) {
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
      refuse_whole(key, " and ", first, " exclude each other: give one of them");
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

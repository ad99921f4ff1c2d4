/// Reads and checks one mapping of a document key by key; a key that no reader requests is an unknown key.
///
/// Every reading method takes a key, marks it as known, and returns true if the key is present and its value is right;
/// the value is then in `into`. A wrong value is reported and leaves `into` unchanged, so that defaults stay. Messages
/// name the key by its path: "router.vcs must be 1 to 32, not 33".
///
/// What a reading method checks is also what the help says of its key: with ReadContext::specs each method adds the
/// type, the range and the default, which is what `into` has before; `text` says the rest: what the key means. Readers
/// that check values of their own say so by explain().
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/network/limits.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/key_spec.hpp"
#include "tb/tool/scenario/refused_keys.hpp"
#include "tb/tool/scenario/value.hpp"
#include "tb/tool/scenario/written_node.hpp"

namespace kintsugi {

/// How many nodes there are; whether the network has them is checked when the network is known.
inline constexpr IntegerRange kNodeCount{0, std::numeric_limits<std::uint32_t>::max()};

/// Files that a document names, by the path of the key: {"defects.file", "maps/near_miss.yaml"}.
using InputFiles = std::map<std::string, std::filesystem::path>;

/// The data that reading collects besides the values.
struct ReadContext {
  Diagnostics& errors;
  std::map<std::string, Where, std::less<>>& positions;  ///< where each known key's value stands, by path
  std::filesystem::path directory = {};  ///< of the document: the files that it names are relative to it
  std::set<std::string> keys = {};       ///< that readers have asked for, given or not, by path
  InputFiles files = {};                 ///< named by the keys read so far
  RefusedKeys refused = {};              ///< whose values are wrong
  KeySpecs* specs = nullptr;             ///< gets what the readers check; nullptr: it is not wanted
  std::string help =
      {};  ///< the command that describes the keys of a section, whose name follows; empty: there is none
};

class MapReader {
 public:
  /// `value` must be a map. Reports its duplicate keys.
  MapReader(ReadContext& context, const Value& value, std::string path);

  /// `meaning` takes the place of a range that is not known yet: "2^n nodes along each dimension, 2 to 10".
  bool integer(std::string_view key, IntegerRange range, std::int64_t& into, const std::string& meaning = "");
  template <std::integral T>
  bool integer(std::string_view key, IntegerRange range, T& into, const KeyText& text = {}) {
    say(key, text);
    auto number = static_cast<std::int64_t>(into);
    if (!integer(key, range, number)) return false;
    into = static_cast<T>(number);
    return true;
  }
  /// Reads a key that has no default.
  template <std::integral T>
  bool integer(std::string_view key, IntegerRange range, std::optional<T>& into, const KeyText& text = {}) {
    return without_default(key, into, [&](T& number) { return integer(key, range, number, text); });
  }
  bool integers(std::string_view key, IntegerRange range, std::vector<std::int64_t>& into,
                const std::string& meaning = "");
  bool real(std::string_view key, RealRange range, double& into, const KeyText& text = {});
  bool real(std::string_view key, RealRange range, std::optional<double>& into, const KeyText& text = {}) {
    return without_default(key, into, [&](double& number) { return real(key, range, number, text); });
  }
  bool reals(std::string_view key, RealRange range, std::vector<double>& into, const KeyText& text = {});
  bool flag(std::string_view key, bool& into, const KeyText& text = {});
  bool text(std::string_view key, std::string& into, const KeyText& meaning = {});
  bool text(std::string_view key, std::optional<std::string>& into, const KeyText& meaning = {}) {
    return without_default(key, into, [&](std::string& read) { return text(key, read, meaning); });
  }
  /// Reads the path of a file, relative to the directory of the document unless an option of its own names it; the
  /// context lists it.
  bool file(std::string_view key, std::filesystem::path& into, const KeyText& meaning = {});
  bool file(std::string_view key, std::optional<std::filesystem::path>& into, const KeyText& meaning = {}) {
    return without_default(key, into, [&](std::filesystem::path& path) { return file(key, path, meaning); });
  }
  /// Each text has a position of its own: "waves.scope.0".
  bool texts(std::string_view key, std::vector<std::string>& into, const KeyText& text = {});
  /// Reads the name or the number of a node; whether the network has it is checked when the network is known.
  bool node(std::string_view key, WrittenNode& into, const KeyText& text = {});
  bool node(std::string_view key, std::optional<WrittenNode>& into, const KeyText& text = {}) {
    return without_default(key, into, [&](WrittenNode& read) { return node(key, read, text); });
  }
  bool nodes(std::string_view key, std::vector<WrittenNode>& into, const KeyText& text = {});
  /// Reads one of `choices`; the message about a wrong one names the nearest, or all of them and `or_else`.
  bool choice(std::string_view key, std::span<const std::string> choices, std::string& into,
              const std::string& or_else = "");
  /// The same; if `into` is empty, the first name is the default.
  bool choice(std::string_view key, std::span<const Term> choices, std::string& into, const KeyText& text = {});
  /// The same of an enumeration whose values are in the order of the names, or of false and true.
  template <class T>
  bool choice(std::string_view key, std::span<const Term> choices, T& into, const KeyText& text = {}) {
    std::string name = choices[static_cast<std::size_t>(into)].name;
    if (!choice(key, choices, name, text)) return false;
    into = static_cast<T>(std::ranges::find(choices, name, &Term::name) - choices.begin());
    return true;
  }
  /// The same of names that stand at no other place.
  template <class T>
  bool choice(std::string_view key, std::initializer_list<Term> choices, T& into, const KeyText& text = {}) {
    return choice(key, std::span<const Term>(choices.begin(), choices.size()), into, text);
  }

  /// Reads a mapping inside this one: `read` gets its reader; keys that `read` does not request are reported. A key
  /// without a value, below which all keys are comments, is an empty mapping.
  template <class Read>
  bool section(std::string_view key, Read&& read) {
    const Value* value = find(key);
    explain(key, {.type = "mapping"});
    if (value == nullptr) return false;
    const Value empty{.type = Value::Type::kMap, .entries = {}, .where = value->where};
    const Value& section = value->type == Value::Type::kEmpty ? empty : *value;
    if (!is_map(section, path_of(key))) return false;
    MapReader inner(context_, section, path_of(key));
    read(inner);
    inner.report_unknown_keys();
    return true;
  }

  /// Reads a list of mappings, each with its own path: "faults.0". A key without a value is an empty list.
  template <class Read>
  bool sections(std::string_view key, Read&& read) {
    const Value* value = find(key);
    explain(key, {.type = "list of mappings"});
    if (value == nullptr) return false;
    if (value->type == Value::Type::kEmpty) return true;
    if (!is_list(*value, path_of(key))) return false;
    for (std::size_t i = 0; i < value->items.size(); ++i) {
      const std::string path = path_of(key) + '.' + std::to_string(i);
      if (!is_map(value->items[i], path)) continue;
      MapReader inner(context_, value->items[i], path);
      read(inner);
      inner.report_unknown_keys();
    }
    return true;
  }

  /// Returns whether null stands in the place of a list of mappings, and reports it: where an empty list would be no
  /// use, null is a mistake.
  bool refuse_null(std::string_view key) {
    const Value* value = find(key);
    return value != nullptr && value->type == Value::Type::kEmpty && !value->text.empty() &&
           !is_list(*value, path_of(key));
  }

  /// Returns the value of a key, or nullptr; for values that the methods above do not cover.
  const Value* find(std::string_view key);
  bool has(std::string_view key) { return find(key) != nullptr; }
  /// Returns whether no value of this key, or below it, has been refused: only then may others be judged by it.
  bool knows(std::string_view key) const { return context_.refused.knows(path_of(key)); }
  /// Reports a mistake at the value of a key, or at the mapping if it has none. The message begins with the path of the
  /// key; its other parts follow (models/network/text.hpp).
  template <class... Parts>
  void complain(std::string_view key, const Parts&... parts) {
    const Value* const value = find(key);
    context_.errors.add((value == nullptr ? value_ : *value).where, path_of(key), parts...);
  }
  /// Reports a mistake at the mapping itself. The message begins with its path.
  template <class... Parts>
  void complain_of_all(const Parts&... parts) {
    context_.errors.add(value_.where, path_, parts...);
  }
  /// Reports a key that has no meaning in this document, and leaves out all that is wrong with its value.
  template <class... Parts>
  void refuse_whole(std::string_view key, const Parts&... parts) {
    replace_mistakes(key, joined(path_of(key), parts...));
  }
  /// Does so with those of the keys that are there.
  template <class... Parts>
  void refuse_each(std::span<const char* const> keys, const Parts&... parts) {
    for (const char* key : keys) {
      if (has(key)) refuse_whole(key, parts...);
    }
  }
  /// Refuses a key that has a meaning only beside another one.
  void refuse_without(std::string_view key, std::string_view other) {
    if (has(key) && !has(other)) refuse_whole(key, " has no meaning without ", path_of(other));
  }
  /// Reports a missing key, unless an unknown one is reported that is probably meant.
  void require(std::string_view key, const std::string& hint = "");
  /// Reports if more than one of the keys is present.
  void exclude_each_other(std::span<const std::string> keys);
  void report_unknown_keys();
  /// Returns whether a list of what the keys are is made.
  bool explains() const { return context_.specs != nullptr; }
  /// Says of a key what no check of it can tell; the reading methods do so with their `text`. It takes the place of
  /// what they find out.
  void say(std::string_view key, const KeyText& text);
  /// Says what a key is, for the help alone; a text of `spec` that is empty leaves what is there.
  void explain(std::string_view key, const KeySpec& spec);
  /// Says what a key is that has a specification of its own, whatever the reading methods have said of it.
  void specify(std::string_view key, KeySpec spec);

  const Value& value() const { return value_; }
  std::string path_of(std::string_view key) const;
  /// Returns the path of the mapping itself.
  const std::string& path() const { return path_; }
  ReadContext& context() const { return context_; }

 private:
  /// Reads a key without a default, by what reads one with it.
  template <class T, class Read>
  bool without_default(std::string_view key, std::optional<T>& into, Read read) {
    T value{};
    const bool right = read(value);
    if (right) into = std::move(value);
    if (KeySpec* spec = spec_of(key)) spec->otherwise.clear();
    return right;
  }
  /// Returns the value of a key, or nullptr. Says what the key is, by its text and by what `spec` returns.
  template <class Spec>
  const Value* ask(std::string_view key, const KeyText& text, Spec spec);
  /// Reads a list of which `read` returns what an item is; nullopt, and adds an error, if it is wrong.
  template <class T, class Read>
  bool list(std::string_view key, const std::string& expected, std::vector<T>& into, Read read);
  template <class Number, class Range>
  bool numbers_in(std::string_view key, const std::string& expected, Range range, std::vector<Number>& into);
  bool is_map(const Value& value, const std::string& path) const;
  bool is_list(const Value& value, const std::string& path) const;
  bool wrong(const Value& value, std::string_view key, const std::string& expected) const;
  /// Adds the mistake, and notes that the value of the key is refused.
  bool refuse(const Where& where, std::string_view path, const std::string& message) const;
  /// Adds the mistake where a name is meant.
  bool no_name(const Value& value, std::string_view key, const std::string& expected) const;
  void replace_mistakes(std::string_view key, const std::string& message);
  std::string remedy_for(const std::string& key) const;
  /// Returns what is known of a key, or nullptr if it is not wanted.
  KeySpec* spec_of(std::string_view key);

  ReadContext& context_;
  const Value& value_;
  std::string path_;
  std::map<std::string_view, const Value::Entry*> entries_;  ///< of each key the first
  std::vector<std::string> known_;                           ///< in the order in which they were asked for
  std::set<std::string, std::less<>> known_set_;
  std::map<std::string, std::string> missing_;  ///< the messages about required keys
};

/// Returns whether a plain scalar has the form of a number, even of one that is not finite or that no double can hold.
bool looks_like_number(const Value& value);
/// Returns the integer in a plain scalar, or nullopt.
std::optional<std::int64_t> as_integer(const Value& value);

}  // namespace kintsugi

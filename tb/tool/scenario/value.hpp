/// A YAML document as a tree in which every value has its place; duplicate keys are kept.
///
/// Errors  collected in Diagnostics: what is no text or bad syntax (one message, at its place), anything after the
///         document, a key that is not a name, and a document beyond the limits
/// Limits  32 levels of lists and mappings, a million values, 64 MiB of text in them; they hold while the text is read.
///         An alias counts as much as what it stands for, and so does an anchor, which keeps a copy
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/network/limits.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/console/levels.hpp"

namespace kintsugi {

inline constexpr int kMostValues = 1'000'000;
inline constexpr std::size_t kMostText = kYamlLimit.bytes;  ///< of all scalars together; as much as of a file
inline const std::string kTooMany = "too many values: more than " + readable(std::int64_t{kMostValues});

struct Value {
  enum class Type { kEmpty, kScalar, kList, kMap };
  struct Entry;

  Type type = Type::kEmpty;
  std::string text = {};          ///< of a scalar; of an empty value the word that says so, such as "null"
  bool quoted = false;            ///< a quoted scalar is text, never a number
  std::vector<Value> items = {};  ///< of a list
  std::vector<Entry> entries;     ///< of a map, as written
  Where where = {};
  bool of_option = false;  ///< of an option of its own: a file that it names is relative to the working directory

  /// Returns the first entry of that key, or nullptr.
  Entry* find(std::string_view key);
  const Entry* find(std::string_view key) const;
};

struct Value::Entry {
  std::string key;
  Where where;
  Value value;
};

/// Describes the kind of a value for a message: "a list", "text 'on'", "nothing".
std::string describe(const Value& value);
/// The same where a name is meant: the word null without quotes is none.
std::string describe_no_name(const Value& value);

/// Returns the first mistake of the text: a byte that is not UTF-8, a control character other than tab and the ends of
/// lines, or brackets and separators far beyond what a document within the limits of value.hpp has. A text that begins
/// with the mark of UTF-16 or UTF-32 is not checked for its characters. `is_limited` as below.
std::optional<FileMistake> check_text(std::string_view text, bool is_limited = true);

/// Returns the document, or nullopt if there is an error. The places are line and column in `source`. `is_limited`:
/// whether the number of values and their text have the limits above; what a program has written can be larger.
std::optional<Value> parse_document(const std::string& text, const std::string& source, Diagnostics& errors,
                                    bool is_limited = true);

/// Returns the value of an override, or nullopt if there is an error. Every place in it is `where`.
std::optional<Value> parse_value(const std::string& text, const Where& where, Diagnostics& errors);

}  // namespace kintsugi

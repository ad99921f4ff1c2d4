#include "tb/tool/diff/comparisons.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "models/network/cells.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/levels.hpp"
#include "tb/tool/console/ordered_document.hpp"

namespace kintsugi::diff {

namespace {

using nlohmann::ordered_json;

Where place_in(std::string_view text, std::size_t byte, const std::string& source) {
  const std::string_view before = text.substr(0, byte);
  const auto line = std::ranges::count(before, '\n');
  const std::size_t begin = before.rfind('\n');
  const std::size_t column = begin == std::string_view::npos ? before.size() : before.size() - begin - 1;
  return {source, static_cast<int>(line) + 1, static_cast<int>(column) + 1};
}

const char* kind_of(const ordered_json& value) {
  if (value.is_number()) return "number";
  if (value.is_string()) return "text";
  if (value.is_boolean()) return "truth";
  if (value.is_array()) return "list";
  return value.is_object() ? "object" : "null";
}

class TreeComparison {
 public:
  TreeComparison(const ReportOptions& options, std::size_t most) : options_(options), found_(most) {}

  Comparison compare(const ordered_json& a, const ordered_json& b) {
    compare(a, b, "");
    return found_.finish("", counted(values_, "value"));
  }

 private:
  static std::string path_of(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + '.' + key;
  }

  bool is_ignored(const std::string& path, const std::string& key) const {
    const auto has = [&key](const std::vector<std::string>& keys) {
      return std::ranges::find(keys, key) != keys.end();
    };
    return has(options_.ignored) || (path.empty() && has(options_.left_out));
  }

  void compare(const ordered_json& a, const ordered_json& b, const std::string& path) {
    const std::string kind = kind_of(a);
    if (kind != kind_of(b)) return found_.add({"type", path, {}, {a, b}});
    if (a.is_object()) return compare_objects(a, b, path);
    if (a.is_array()) return compare_arrays(a, b, path);
    ++values_;
    const bool equal = a.is_number() ? are_equal(a, b) : a == b;
    if (!equal) found_.add({kind, path, {}, {a, b}});
  }

  bool are_equal(const ordered_json& a, const ordered_json& b) const {
    // the library compares a negative integer with a large one that has no sign by their bits
    const bool are_integers = a.is_number_integer() && b.is_number_integer();
    if (a == b) return !are_integers || a.is_number_unsigned() == b.is_number_unsigned();
    const double number_a = a.get<double>(), number_b = b.get<double>();
    const double larger = std::max(std::abs(number_a), std::abs(number_b));
    return options_.tolerance > 0 && std::abs(number_a - number_b) <= options_.tolerance * larger;
  }

  /// Searching an ordered object takes a time that grows with its keys, so the keys of `b` are sorted first.
  void compare_objects(const ordered_json& a, const ordered_json& b, const std::string& path) {
    std::vector<std::pair<std::string, const ordered_json*>> of_b;
    for (const auto& [key, value] : b.items()) of_b.emplace_back(key, &value);
    std::ranges::sort(of_b, {}, &std::pair<std::string, const ordered_json*>::first);
    const auto find = [&of_b](const std::string& key) {
      const auto found = std::ranges::lower_bound(of_b, key, {}, &std::pair<std::string, const ordered_json*>::first);
      return found != of_b.end() && found->first == key ? found : of_b.end();
    };
    for (const auto& [key, value] : a.items()) {
      if (is_ignored(path, key)) continue;
      const auto other = find(key);
      if (other == of_b.end()) {
        found_.add({kOnlyInA, path_of(path, key), {}, {value, nullptr}});
      } else {
        compare(value, *std::exchange(other->second, nullptr), path_of(path, key));
      }
    }
    for (const auto& [key, value] : b.items()) {
      if (is_ignored(path, key) || find(key)->second == nullptr) continue;
      found_.add({kOnlyInB, path_of(path, key), {}, {nullptr, value}});
    }
  }

  void compare_arrays(const ordered_json& a, const ordered_json& b, const std::string& path) {
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      const std::string name = path_of(path, std::to_string(i));
      if (i >= b.size()) {
        found_.add({kOnlyInA, name, {}, {a[i], nullptr}});
      } else if (i >= a.size()) {
        found_.add({kOnlyInB, name, {}, {nullptr, b[i]}});
      } else {
        compare(a[i], b[i], name);
      }
    }
  }

  const ReportOptions& options_;
  Differences found_;
  std::uint64_t values_ = 0;
};

}  // namespace

ordered_json read_report(const Source& source, Diagnostics& errors) {
  static const std::array<std::string, 4> kMistakes = {
      // by JsonMistake::Kind
      "the document is " + kTooDeep, "this is no JSON; a report is one JSON document",
      "a number is too large; a report is one JSON document", "an object has a key twice; a report has each key once"};
  const std::string_view text = without_byte_order_mark(source.text);
  std::optional<JsonMistake> mistake;
  ordered_json json = parse_ordered(text, &mistake);
  if (mistake) {
    errors.add(place_in(text, mistake->at, source.name), kMistakes[static_cast<std::size_t>(mistake->kind)]);
  } else if (json.is_null()) {
    errors.add(Where{source.name, 1, 1}, "this is null, and no report");
  }
  return json;
}

Comparison compare_reports(const Source& a, const Source& b, const ReportOptions& options, std::size_t most_listed,
                           Diagnostics& errors) {
  const ordered_json json_a = read_report(a, errors);
  const ordered_json json_b = read_report(b, errors);
  if (!errors.empty()) return {};
  return TreeComparison(options, most_listed).compare(json_a, json_b);
}

}  // namespace kintsugi::diff

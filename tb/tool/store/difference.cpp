#include "tb/tool/store/difference.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "tb/tool/store/identity.hpp"

namespace kintsugi::store {

namespace {

using nlohmann::ordered_json;
using Differences = std::vector<std::string>;

constexpr std::size_t kMostNamed = 3;
constexpr std::size_t kLongestValue = 60;

constexpr std::size_t kBefore = 15;  // letters before the first difference

/// Returns a part of a text that begins shortly before a place.
std::string short_text(const std::string& text, std::size_t place = 0) {
  if (text.size() <= kLongestValue) return text;
  const std::size_t begin = std::min(place - std::min(place, kBefore), text.size() - kLongestValue);
  return (begin == 0 ? "" : "...") + text.substr(begin, kLongestValue) +
         (begin + kLongestValue < text.size() ? "..." : "");
}

std::string short_text(const ordered_json& value) {
  return short_text(to_line(value));
}

/// Returns what two values are, both from shortly before their first difference on.
std::string both(const ordered_json& stored, const ordered_json& wanted) {
  const std::string is = to_line(stored);
  const std::string here = to_line(wanted);
  const auto place = static_cast<std::size_t>(std::ranges::mismatch(is, here).in1 - is.begin());
  return " is " + short_text(is, place) + ", here " + short_text(here, place);
}

std::string inner_path(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + '.' + key;
}

/// Adds what differs between a stored value and the one that is wanted.
void compare(const ordered_json& stored, const ordered_json& wanted, const std::string& path, Differences& found) {
  if (stored.is_object() && wanted.is_object()) {
    for (const auto& [key, value] : wanted.items()) {
      const std::string inner = inner_path(path, key);
      if (stored.contains(key)) {
        compare(stored[key], value, inner, found);
      } else {
        found.push_back(inner + " is not there, here " + short_text(value));
      }
    }
    for (const auto& [key, value] : stored.items()) {
      if (!wanted.contains(key))
        found.push_back(inner_path(path, key) + " is " + short_text(value) + ", here not given");
    }
  } else if (stored.is_array() && wanted.is_array() && stored.size() == wanted.size()) {
    for (std::size_t i = 0; i < stored.size(); ++i) {
      compare(stored[i], wanted[i], path + '[' + std::to_string(i) + ']', found);
    }
  } else if (to_line(stored) != to_line(wanted)) {
    found.push_back(path + both(stored, wanted));
  }
}

/// Returns the differences from an identity; a stored result has more keys than that.
Differences differences_from(const ordered_json& identity, const ordered_json& stored) {
  ordered_json part = ordered_json::object();
  for (const auto& [key, value] : identity.items()) {
    if (stored.contains(key)) part[key] = stored[key];
  }
  Differences found;
  compare(part, identity, "", found);
  return found;
}

}  // namespace

std::string difference(const ordered_json& stored, const UnitWork& work) {
  if (!stored.is_object()) return "it is no result";
  std::optional<Differences> fewest;
  for (std::size_t unit = 0; unit < work.units(); ++unit) {
    Differences found = differences_from(work.identity(unit), stored);
    if (!fewest || found.size() < fewest->size()) fewest = std::move(found);
  }
  if (!fewest) return "there is nothing to do here";
  std::string text;
  for (std::size_t i = 0; i < std::min(fewest->size(), kMostNamed); ++i) text += (i == 0 ? "" : "; ") + (*fewest)[i];
  return fewest->size() <= kMostNamed ? text : text + "; and " + std::to_string(fewest->size() - kMostNamed) + " more";
}

}  // namespace kintsugi::store

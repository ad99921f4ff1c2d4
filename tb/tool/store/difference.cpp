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

std::string short_text(const ordered_json& value) {
  const std::string text = to_line(value);
  return text.size() <= kLongestValue ? text : text.substr(0, kLongestValue) + "...";
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
  } else if (to_line(stored) != to_line(wanted)) {
    found.push_back(path + " is " + short_text(stored) + ", here " + short_text(wanted));
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

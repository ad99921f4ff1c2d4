#include "tb/tool/scenario/nearest.hpp"

#include <algorithm>
#include <vector>

#include "models/network/text.hpp"

namespace kintsugi {

namespace {

bool same(char a, char b) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return lower(a) == lower(b);
}

}  // namespace

unsigned edit_distance(std::string_view a, std::string_view b) {
  // distance[i][j]: between the first i characters of a and the first j of b.
  std::vector distance(a.size() + 1, std::vector<unsigned>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) distance[i][0] = static_cast<unsigned>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) distance[0][j] = static_cast<unsigned>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const unsigned replaced = distance[i - 1][j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      distance[i][j] = std::min({distance[i - 1][j] + 1, distance[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
        distance[i][j] = std::min(distance[i][j], distance[i - 2][j - 2] + 1);
      }
    }
  }
  return distance[a.size()][b.size()];
}

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> candidates) {
  if (name.size() > 64) return std::nullopt;
  auto distance_to = [&](const std::string& candidate) { return edit_distance(name, candidate); };
  const auto nearest = std::ranges::min_element(candidates, {}, distance_to);
  if (nearest == candidates.end()) return std::nullopt;
  const std::size_t slip = std::max<std::size_t>(1, std::max(name.size(), nearest->size()) / 3);
  if (distance_to(*nearest) > slip) return std::nullopt;
  return *nearest;
}

std::string suggestion(std::string_view name, std::span<const std::string> candidates) {
  if (const auto nearest = nearest_name(name, candidates)) return "; did you mean '" + *nearest + "'?";
  return candidates.empty() ? "" : "; valid: " + listed_words(candidates);
}

}  // namespace kintsugi

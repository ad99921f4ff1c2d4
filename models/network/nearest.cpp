#include "models/network/nearest.hpp"

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
  // row[j] of the last three rows: the distance between the first i characters of a and the first j of b.
  std::vector<unsigned> rows(3 * (b.size() + 1));
  const auto row = [&](std::size_t i) { return std::span(rows).subspan(i % 3 * (b.size() + 1), b.size() + 1); };
  for (std::size_t j = 0; j <= b.size(); ++j) row(0)[j] = static_cast<unsigned>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const auto now = row(i);
    const auto last = row(i - 1);
    now[0] = static_cast<unsigned>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const unsigned replaced = last[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
        now[j] = std::min(now[j], row(i - 2)[j - 2] + 1);
      }
    }
  }
  return row(a.size())[b.size()];
}

std::optional<std::size_t> nearest_of(std::string_view name, std::size_t count,
                                      const std::function<std::string_view(std::size_t)>& candidate) {
  constexpr std::size_t kLongest = 64;
  if (name.size() > kLongest) return std::nullopt;
  std::optional<std::size_t> nearest;
  std::size_t least = 0;
  std::size_t length = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view each = candidate(i);
    const std::size_t apart = std::max(each.size(), name.size()) - std::min(each.size(), name.size());
    if (nearest && apart >= least) continue;  // the lengths alone make as many slips
    const std::size_t distance = edit_distance(name, each);
    if (nearest && distance >= least) continue;
    nearest = i;
    least = distance;
    length = each.size();
    if (least == 0) break;
  }
  if (!nearest || least > std::max<std::size_t>(1, std::max(name.size(), length) / 3)) return std::nullopt;
  return nearest;
}

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> candidates) {
  const auto nearest =
      nearest_of(name, candidates.size(), [&](std::size_t i) -> std::string_view { return candidates[i]; });
  return nearest ? std::optional(candidates[*nearest]) : std::nullopt;
}

std::string suggestion(std::string_view name, std::span<const std::string> candidates) {
  return suggestion(name, candidates, candidates.empty() ? "" : "; valid: " + with_commas(candidates));
}

std::string suggestion(std::string_view name, std::span<const std::string> candidates, const std::string& otherwise) {
  const auto nearest = nearest_name(name, candidates);
  return nearest ? "; did you mean '" + *nearest + "'?" : otherwise;
}

std::string shown_word(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  const std::string shown(word.substr(0, kLongest));
  return '\'' + shown + (word.size() > kLongest ? "...'" : "'");
}

}  // namespace kintsugi

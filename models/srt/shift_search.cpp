#include "models/srt/shift_search.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "models/network/metrics.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {

namespace {

/// Returns all shifts that the three symmetries make of a shift.
std::vector<unsigned> class_of(const Torus& torus) {
  std::set<unsigned> found;
  std::vector<unsigned> to_do{torus.s};
  while (!to_do.empty()) {
    const Torus one{torus.n, torus.T, to_do.back()};
    to_do.pop_back();
    if (!found.insert(one.s).second) continue;
    const unsigned period = std::max(2u, one.ring().period());  // shifts are odd
    to_do.insert(to_do.end(), {one.wrap(one.s + period), one.wrap(0u - one.s), one.inverse_shift()});
  }
  return {found.begin(), found.end()};
}

std::string label_of(const std::vector<unsigned>& shifts, unsigned n, unsigned T, unsigned dimensions) {
  const unsigned uniform = uniform_shift(n, T, dimensions);
  std::string label;
  if (shifts.front() == 1) label = "1-shift";
  if (!std::ranges::binary_search(shifts, uniform)) return label;
  return label + (label.empty() ? "" : ", ") + "uniform (" + std::to_string(uniform) + ")";
}

}  // namespace

std::vector<std::vector<unsigned>> classes_of_shifts(unsigned n, unsigned T) {
  std::vector<std::vector<unsigned>> classes;
  std::set<unsigned> known;
  for (unsigned s = 1; s < 1u << n; s += 2) {
    if (known.contains(s)) continue;
    classes.push_back(class_of({n, T, s}));
    known.insert(classes.back().begin(), classes.back().end());
  }
  return classes;
}

SearchResult search_shift(unsigned n, unsigned T, unsigned dimensions, const Progress& progress) {
  SearchResult result{
      "shift", std::to_string(dimensions) + "D-SRT(" + std::to_string(n) + "," + std::to_string(T) + ",s)", {}};
  const std::vector<std::vector<unsigned>> classes = classes_of_shifts(n, T);
  for (const std::vector<unsigned>& shifts : classes) {
    const Metrics metrics = measure(make_network(Torus{n, T, shifts.front(), dimensions}));
    result.rows.push_back({std::int64_t{shifts.front()},
                           {shifts.begin(), shifts.end()},
                           label_of(shifts, n, T, dimensions),
                           metrics.diameter,
                           metrics.average_distance});
    if (progress) progress(result.rows.size(), classes.size());
  }
  result.tried = classes.size();
  std::ranges::sort(result.rows, {}, [](const SearchResult::Row& row) {
    return std::tuple(row.diameter, row.average_distance, row.value);
  });
  return result;
}

}  // namespace kintsugi::srt

/// How much of a long test runs. Some tests try one fact on so many cases that a part of them is enough for each
/// change. With KINTSUGI_WHOLE=1 in the environment they try all cases, as the hosted check does each week.
#pragma once

#include <cstdlib>

namespace kintsugi::test {

inline bool runs_whole_tests() {
  const char* const wanted = std::getenv("KINTSUGI_WHOLE");
  return wanted != nullptr && *wanted != '\0';
}

/// Returns the number of cases to try.
template <class T>
T part_of(T part, T whole) {
  return runs_whole_tests() ? whole : part;
}

}  // namespace kintsugi::test

/// How much of the long tests runs. Some try one fact on so many cases that a part of them is enough for each
/// change. With KINTSUGI_WHOLE=1 in the environment they try all cases, as the hosted check does each week. A
/// sanitizer runs a part of the quick tests, and then all; each of them has the same cases either way.
#pragma once

#include <cstdlib>

namespace kintsugi::test {

/// True if the libraries under test carry an address or a thread sanitizer, with which they take ten to twenty times as
/// long. Tests are compiled once for all builds, so it is a variable.
extern const bool kSanitized;

inline bool wants_whole() {
  const char* const wanted = std::getenv("KINTSUGI_WHOLE");
  return wanted != nullptr && *wanted != '\0';
}

inline bool runs_whole_tests() {
  return !kSanitized && wants_whole();
}

/// Returns the number of cases to try.
template <class T>
T part_of(T part, T whole) {
  return runs_whole_tests() ? whole : part;
}

}  // namespace kintsugi::test

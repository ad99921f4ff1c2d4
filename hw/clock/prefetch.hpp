/// Asking memory for what will be needed soon. A hint: results never depend on it.
#pragma once

#include <cstddef>
#include <utility>

namespace kintsugi {

inline constexpr std::size_t kCacheLine = 64;

/// So many cache lines from an address on; the address need not be valid. Always inlined: a call to a function that
/// only gives hints is one the compiler leaves out.
template <std::size_t lines>
[[gnu::always_inline]] inline void prefetch(const void* address) {
  const char* const first = static_cast<const char*>(address);
  [first]<std::size_t... line>(std::index_sequence<line...>) __attribute__((always_inline)) {
    (__builtin_prefetch(first + line * kCacheLine), ...);
  }
  (std::make_index_sequence<lines>());
}

}  // namespace kintsugi

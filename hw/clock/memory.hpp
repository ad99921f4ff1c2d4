/// Placement of module state in memory, and prefetching. Prefetching is a hint: results never depend on it.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <type_traits>
#include <utility>

namespace kintsugi {

inline constexpr std::size_t kCacheLine = 64;

/// Makes an array in memory that is released all at once.
template <class T>
T* place(std::pmr::memory_resource& memory, std::size_t count, std::size_t alignment = alignof(T)) {
  static_assert(std::is_trivially_destructible_v<T>);
  T* const array = static_cast<T*>(memory.allocate(count * sizeof(T), alignment));
  std::uninitialized_value_construct_n(array, count);
  return array;
}

/// Prefetches so many cache lines from an address on, which need not be valid. Always inlined: the compiler would drop
/// a call to a function that only gives hints.
template <std::size_t lines>
[[gnu::always_inline]] inline void prefetch(const void* address) {
  const char* const first = static_cast<const char*>(address);
  [first]<std::size_t... line>(std::index_sequence<line...>) __attribute__((always_inline)) {
    (__builtin_prefetch(first + line * kCacheLine), ...);
  }
  (std::make_index_sequence<lines>());
}

}  // namespace kintsugi

/// Marks: valid flags of one byte each. Bit 7 is set in a byte that is valid.
///
/// A sender sets a mark by a plain store: it reads no other mark, so it does not wait for the cache line of the
/// receiver, and two senders can set marks side by side. The receiver reads 16 marks at once, as a set of bits.
#pragma once

#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace kintsugi {

inline constexpr std::uint8_t kMark = 0x80;

/// Returns the marks among 16 bytes as a set; the first byte is bit 0.
inline std::uint32_t marked_of_16(const std::uint8_t* bytes) {
#ifdef __SSE2__
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes))));
#else
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 16; ++i) bits |= static_cast<std::uint32_t>(bytes[i] >> 7) << i;
  return bits;
#endif
}

}  // namespace kintsugi

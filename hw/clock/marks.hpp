/// Marks: bytes of which the highest bit says that something is there. A sender sets one by a plain store, so it
/// neither waits for the line to come nor minds who sets the mark beside it; the receiver reads them sixteen at a time,
/// as a set.
#pragma once

#include <cstdint>

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace kintsugi {

inline constexpr std::uint8_t kMark = 0x80;

/// The marks among 16 bytes, that of the first byte lowest.
inline std::uint32_t marked_of_16(const std::uint8_t* bytes) {
#ifdef __SSE2__
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes))));
#else
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 16; ++i) bits |= static_cast<std::uint32_t>(bytes[i] >> 7) << i;
  return bits;
#endif
}

/// Among 64 bytes.
inline std::uint64_t marked_of_64(const std::uint8_t* bytes) {
#ifdef __AVX2__
  const auto marked_of_32 = [](const std::uint8_t* half) {
    const __m256i marks = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(half));
    return std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(marks))};
  };
  return marked_of_32(bytes) | marked_of_32(bytes + 32) << 32;
#else
  std::uint64_t marked = 0;
  for (unsigned i = 0; i < 64; i += 16) marked |= std::uint64_t{marked_of_16(bytes + i)} << i;
  return marked;
#endif
}

}  // namespace kintsugi

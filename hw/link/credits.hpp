/// Credits of many channels, one byte each, added sixteen at a time. Branch-free.
#pragma once

#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace kintsugi {

/// The value of a credit register when a credit arrives, -1 modulo 256; else it is 0.
inline constexpr std::uint8_t kCredit = 0xff;
inline constexpr unsigned kCreditsAtATime = 16;

/// Adds the arriving credits of 16 channels and clears their registers. Returns the channels whose credits were 0 and
/// are not any more, the first channel's bit lowest. `credits` is aligned to 16 bytes.
inline unsigned add_credits(std::uint8_t* credits, std::uint8_t* arriving) {
#ifdef __SSE2__
  auto* const kept = reinterpret_cast<__m128i*>(credits);
  auto* const taken = reinterpret_cast<__m128i*>(arriving);
  const __m128i none = _mm_setzero_si128(), had = _mm_load_si128(kept), more = _mm_loadu_si128(taken);
  _mm_store_si128(kept, _mm_sub_epi8(had, more));
  _mm_storeu_si128(taken, none);
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_and_si128(_mm_cmpeq_epi8(had, none), more)));
#else
  unsigned revived = 0;
  for (unsigned i = 0; i < kCreditsAtATime; ++i) {
    revived |= static_cast<unsigned>(credits[i] == 0 && arriving[i] != 0) << i;
    credits[i] = static_cast<std::uint8_t>(credits[i] - arriving[i]);
    arriving[i] = 0;
  }
  return revived;
#endif
}

}  // namespace kintsugi

/// Credits of many channels, a byte each, added sixteen at a time: how many of them arrive, and for which channels, is
/// a matter of no branch.
#pragma once

#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace kintsugi {

/// What stands in a register for a credit that arrives; for none, 0. It is -1 modulo 256.
inline constexpr std::uint8_t kCredit = 0xff;
inline constexpr unsigned kCreditsAtATime = 16;

/// Takes the credits that arrive for 16 channels, so that there are none left, and adds them. Returns the channels that
/// had none and have got one, the first channel's bit lowest. `credits` is aligned to 16 bytes.
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

/// Credits of many channels, a byte each, added sixteen at a time: how many of them arrive, and for which channels, is
/// a matter of no branch.
#pragma once

#include <algorithm>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace kintsugi {

/// What stands in a register for a credit that arrives; for none, 0. It is -1 modulo 256.
inline constexpr std::uint8_t kCredit = 0xff;
/// Credits of a channel that never runs out of them.
inline constexpr std::uint8_t kUnlimitedCredits = 0xff;
inline constexpr unsigned kCreditsAtATime = 16;

/// Adds the credits that arrive for 16 channels; afterwards a channel has no fewer than its `least`, which is 0 or
/// kUnlimitedCredits. Returns the channels that had none and have got one, the first channel's bit lowest.
inline unsigned add_credits(std::uint8_t* credits, const std::uint8_t* arriving, const std::uint8_t* least) {
#ifdef __SSE2__
  const auto load = [](const std::uint8_t* bytes) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)); };
  const __m128i had = load(credits), more = load(arriving);
  const __m128i have = _mm_max_epu8(_mm_sub_epi8(had, more), load(least));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(credits), have);
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_and_si128(_mm_cmpeq_epi8(had, _mm_setzero_si128()), more)));
#else
  unsigned revived = 0;
  for (unsigned i = 0; i < kCreditsAtATime; ++i) {
    revived |= static_cast<unsigned>(credits[i] == 0 && arriving[i] != 0) << i;
    credits[i] = std::max(static_cast<std::uint8_t>(credits[i] - arriving[i]), least[i]);
  }
  return revived;
#endif
}

}  // namespace kintsugi

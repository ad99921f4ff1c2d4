/// Jumps of adaptive routing: a packet takes the bypass link of its node past its destination and comes back in the
/// opposite direction.
///
/// From    a node of level l >= 2, at x in ring coordinates, whose destination is s nodes ahead in the packet's heading
/// Legal   (a) 2^(l-1) < s < 2^l: the link passes the destination and ends nearer to it than x is
///         (b) 2x < N - 1 - 2^l going positive, 2x > N - 1 + 2^l going negative: the channels of the way back come
///             after that of the jump in channel order, x < N - 1 - (x + 2^l) or its mirror image. It follows that
///             neither the jump nor the way back passes the wrap.
/// Source  Kawai, Inoguchi and Horiguchi 2000, section 3.3, equation (3), theorem 2; section 3.4
#pragma once

#include "models/srt/ring_route.hpp"

namespace kintsugi::srt {

enum class Jumps {
  kNever,
  kInOrder,     ///< if (a) and (b) hold
  kEverywhere,  ///< if (a) holds: not free of deadlock; tests use it to show that the proof finds the cycle
};

/// Returns whether the bypass link at `at` in heading `way`, the heading towards the destination, is a legal jump.
constexpr bool may_jump(const Ring& ring, Jumps jumps, Heading way, unsigned at, unsigned destination) {
  if (jumps == Jumps::kNever) return false;
  const bool positive = way == Heading::kPositive;
  const unsigned span = positive ? ring.ahead(at, destination) : ring.ahead(destination, at);
  const unsigned level = ring.level(at);
  const unsigned length = 1u << level;
  if (level == 0 || span >= length || 2 * span <= length) return false;
  if (jumps == Jumps::kEverywhere) return true;
  return positive ? 2 * at + length < ring.size() - 1 : 2 * at > ring.size() - 1 + length;
}

}  // namespace kintsugi::srt

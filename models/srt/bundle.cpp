#include "models/srt/bundle.hpp"

#include <algorithm>
#include <bit>

namespace kintsugi::srt {

Bundle::Bundle(const Torus& torus) : torus_(torus), wires_(torus.T + 2 <= torus.n ? torus.T + 3 : torus.n) {
  const unsigned highest = torus.ring().highest_level();
  wrapped_ = torus.ring().is_half_turn(highest) ? highest : wires_;
}

unsigned Bundle::wire_of(NodeId node) const {
  const unsigned ring_coordinate = torus_.row_coordinate(node);
  if (torus_.ring().level(ring_coordinate) == 0) return 0;
  const unsigned zeros = ring_coordinate == 0 ? torus_.n : static_cast<unsigned>(std::countr_zero(ring_coordinate));
  return std::min(zeros + 1, wires_ - 1);
}

}  // namespace kintsugi::srt

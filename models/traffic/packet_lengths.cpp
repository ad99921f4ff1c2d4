#include "models/traffic/packet_lengths.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi {

PacketLengths::PacketLengths(std::vector<Part> mix) {
  std::erase_if(mix, [](const Part& part) { return part.weight == 0; });
  std::ranges::stable_sort(mix, {}, &Part::flits);
  double weights = 0;
  double flits = 0;
  for (const Part& part : mix) {
    if (part.flits == 0 || !(part.weight > 0))
      throw std::invalid_argument("a mix of lengths: flits and weight above 0");
    weights += part.weight;
    flits += part.weight * part.flits;
  }
  if (mix.empty()) throw std::invalid_argument("a mix of lengths needs at least one weight above 0");
  mean_ = flits / weights;
  double so_far = 0;
  for (const Part& part : mix) {
    so_far += part.weight;
    const bool last = &part == &mix.back();
    parts_.push_back({part.flits, last ? 0 : static_cast<std::uint64_t>(so_far / weights * Chance::kOne)});
  }
}

}  // namespace kintsugi

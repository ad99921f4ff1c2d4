/// How long packets are: all the same, or a mix of lengths with weights.
#pragma once

#include <cstdint>
#include <vector>

#include "models/random/random.hpp"

namespace kintsugi {

class PacketLengths {
 public:
  struct Part {
    std::uint16_t flits;  ///< at least 1
    double weight;        ///< not negative; the share is weight / sum of the weights
  };

  explicit PacketLengths(std::uint16_t flits) : PacketLengths(std::vector<Part>{{flits, 1}}) {}
  /// std::invalid_argument for a length of 0, a negative weight, or no weight above 0.
  explicit PacketLengths(std::vector<Part> mix);

  /// Flits of a packet on average: the rate in flits divided by this is the rate in packets.
  double mean() const { return mean_; }
  std::uint16_t longest() const { return parts_.back().flits; }
  /// One number of the stream, or none when all packets have the same length.
  std::uint16_t draw(RandomStream& random) const {
    if (parts_.size() == 1) return parts_.front().flits;
    const std::uint64_t number = random.next();
    std::size_t part = 0;
    while (part + 1 < parts_.size() && number >= parts_[part].below) ++part;
    return parts_[part].flits;
  }

 private:
  struct Drawn {
    std::uint16_t flits;
    std::uint64_t below;  ///< numbers below it, and not below that of a shorter length; nothing in the last
  };
  std::vector<Drawn> parts_;  // by length, ascending
  double mean_ = 0;
};

}  // namespace kintsugi

/// The lengths of packets in flits: one length for all packets, or a mix of lengths with weights.
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
  /// Throws std::invalid_argument if a length is 0, a weight is negative, or no weight is above 0.
  explicit PacketLengths(std::vector<Part> mix);

  /// Returns the mean length of a packet: a rate in flits divided by this mean is the rate in packets.
  double mean() const { return mean_; }
  /// Returns the longest length with a weight above 0.
  std::uint16_t longest() const { return parts_.back().flits; }
  /// Draws a length. Takes one number from `random`, or none if all packets have the same length.
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
    std::uint64_t below;  ///< draw() takes the first part whose `below` exceeds its number; the last part ignores it
  };
  std::vector<Drawn> parts_;  // by length, ascending; no part of weight 0
  double mean_ = 0;
};

}  // namespace kintsugi

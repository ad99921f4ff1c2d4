/// The patterns in which every node has one destination.
#pragma once

#include <functional>

#include "models/traffic/pattern.hpp"

namespace kintsugi {

/// Sends to a function of the source. Fixed points send no packets.
class Permutation final : public TrafficPattern {
 public:
  using Image = std::function<std::uint32_t(std::uint32_t)>;
  explicit Permutation(Image image) : image_(std::move(image)) {}
  bool sends(NodeId source) const override { return image_(source.value) != source.value; }
  NodeId destination(NodeId source, RandomStream&) const override { return NodeId{image_(source.value)}; }

 private:
  Image image_;
};

/// @name The permutations of pattern.hpp on a network. They throw PatternError if they do not suit it
/// @{
std::unique_ptr<const TrafficPattern> make_transpose(const Network& network, const PatternOptions& options);
std::unique_ptr<const TrafficPattern> make_bit_complement(const Network& network, const PatternOptions& options);
std::unique_ptr<const TrafficPattern> make_bit_reverse(const Network& network, const PatternOptions& options);
std::unique_ptr<const TrafficPattern> make_shuffle(const Network& network, const PatternOptions& options);
std::unique_ptr<const TrafficPattern> make_tornado(const Network& network, const PatternOptions& options);
std::unique_ptr<const TrafficPattern> make_neighbour(const Network& network, const PatternOptions& options);
/// @}

}  // namespace kintsugi

/// Traffic patterns: which nodes send, and to which destinations.
///
///   uniform         every other node with the same probability
///   transpose       (x, y) to (y, x) on a square grid; on other networks the two halves of the node number are swapped
///                   (2^2m nodes)
///   bit_complement  every bit of the node number inverted (2^m nodes)
///   bit_reverse     the bits of the node number in reverse order (2^m nodes)
///   shuffle         the bits of the node number rotated left by one (2^m nodes)
///   tornado         x + ceil(side / 2) - 1 modulo the side, in every dimension of a grid
///   neighbour       x + 1 modulo the side, in the first dimension of a grid
///   hotspot         `node` with probability `share`, otherwise uniform; with `hot` each of several nodes with a share
///                   of its own. Where the source itself is drawn as the hot node, its packet is uniform
///   area            uniform over the k x k nodes around the source on a two-dimensional grid: x - (k - 1) / 2 to
///                   x + k / 2, rounded down, and the same in y. The area continues across an edge where the network
///                   wraps and ends there where it does not. `columns` arranges the nodes of any network by number in
///                   rows of that length, with wrapping, so that networks without coordinates can be compared
///
/// Self     patterns with random destinations exclude the source unless `self` is set
/// Fixed    a fixed point of a permutation sends no packets, whatever `self` is
/// Random   a packet takes one or two numbers of its node's own stream; permutations take none
/// Source   Dally and Towles, "Principles and Practices of Interconnection Networks", 2004, section 3.2
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/network.hpp"
#include "models/random/random.hpp"

namespace kintsugi {

class TrafficPattern {
 public:
  virtual ~TrafficPattern() = default;
  /// Returns whether a node sends packets.
  virtual bool sends(NodeId source) const = 0;
  /// Draws the destination of a packet from a source that sends.
  virtual NodeId destination(NodeId source, RandomStream& random) const = 0;
};

/// A node to which a share of all packets goes.
struct HotNode {
  std::uint32_t node = 0;
  double share = 0;  ///< 0 .. 1
};

/// The most that shares of one whole may add up to: their sum is rounded.
inline constexpr double kOneWithRounding = 1 + 1e-9;

struct PatternOptions {
  bool self = false;              ///< whether random destinations include the source
  std::uint32_t node = 0;         ///< of hotspot
  double share = 0.1;             ///< of hotspot, 0 .. 1
  std::vector<HotNode> hot = {};  ///< of hotspot, different nodes; instead of `node` and `share` unless it is empty
  unsigned k = 3;                 ///< of area, 2 .. the shortest side
  unsigned columns = 0;           ///< of area; 0: the grid of the network
};

/// Thrown if a pattern does not suit the network or an option is out of range; parameter() is "pattern" or the option.
class PatternError : public std::invalid_argument {
 public:
  PatternError(std::string parameter, const std::string& message)
      : std::invalid_argument(message), parameter_(std::move(parameter)) {}
  const std::string& parameter() const { return parameter_; }

 private:
  std::string parameter_;
};

struct PatternParameter {
  std::string name;
  std::string help;  ///< one line, with range and default
};

struct PatternInfo {
  std::string name;
  std::string summary;
  std::vector<PatternParameter> parameters;  ///< beside `self`
  /// Makes the pattern for a network, to which it keeps no reference. Throws PatternError.
  std::unique_ptr<const TrafficPattern> (*make)(const Network& network, const PatternOptions& options);
};

/// Returns all patterns, in the order in which they are listed.
std::span<const PatternInfo> patterns();
/// Returns the pattern of that name, or nullptr.
const PatternInfo* find_pattern(std::string_view name);
/// Returns the names of the patterns that suit the network.
std::vector<std::string> patterns_for(const Network& network);

}  // namespace kintsugi

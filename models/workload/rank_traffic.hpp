/// How much the ranks of a program send each other.
///
/// Flits    of all packets of a message, as a protocol cuts it; a message that is sent by rendezvous has two more, its
///          request and its answer (protocol.hpp)
/// Itself   what a rank sends to itself is left out: it goes over no link
/// Memory   24 bytes for each ordered pair of ranks of which one sends the other something
/// Errors   std::invalid_argument for a wrong Protocol; std::length_error for 2^46 flits and more
#pragma once

#include <span>
#include <vector>

#include "models/workload/program.hpp"
#include "models/workload/protocol.hpp"

namespace kintsugi::workload {

class RankTraffic {
 public:
  struct Partner {
    RankId rank{0};
    std::uint64_t sent = 0;      ///< flits to this rank
    std::uint64_t received = 0;  ///< flits from it
    friend bool operator==(const Partner&, const Partner&) = default;
  };

  RankTraffic(const Program& program, const Protocol& protocol);

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  /// Returns the ranks with which a rank has traffic, ascending.
  std::span<const Partner> partners(RankId rank) const {
    return std::span(partners_).subspan(first_[rank.index()], first_[rank.index() + 1] - first_[rank.index()]);
  }
  /// Returns the ordered pairs of ranks that have traffic.
  std::size_t pairs() const { return partners_.size(); }
  /// Returns the flits of all messages.
  std::uint64_t flits() const { return flits_; }

 private:
  std::vector<std::size_t> first_;  // partner of each rank, and the number of all
  std::vector<Partner> partners_;
  std::uint64_t flits_ = 0;
};

}  // namespace kintsugi::workload

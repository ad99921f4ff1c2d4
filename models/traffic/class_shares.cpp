#include "models/traffic/class_shares.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "models/random/share_bound.hpp"

namespace kintsugi {

namespace {

constexpr std::uint64_t kFirstClassStream = std::uint64_t{3} << 32U;  // above those of packets, multicasts and bursts

}  // namespace

ClassShares::ClassShares(std::span<const double> shares) {
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (std::ranges::any_of(shares, [](double share) { return !(share >= 0); }) || !(all > 0)) {
    throw std::invalid_argument("shares of classes must not be negative, and one must be above 0");
  }
  double so_far = 0;
  for (const double share : shares.first(shares.size() - 1)) {
    so_far += share;
    below_.push_back(share_bound(so_far, all));
  }
}

unsigned ClassShares::draw(RandomStream& random) const {
  const auto drawn = std::ranges::upper_bound(below_, random.next()) - below_.begin();
  return static_cast<unsigned>(drawn);
}

ClassedSource::ClassedSource(std::unique_ptr<PacketSource> packets, NodeId node, const ClassShares& shares,
                             std::uint64_t seed)
    : packets_(std::move(packets)), shares_(&shares), random_(seed, kFirstClassStream + node.value) {}

}  // namespace kintsugi

#include "models/routing/dependencies.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace kintsugi {

ChannelNumbers::ChannelNumbers(const Network& network, unsigned vcs) : vcs_(vcs), first_port_{0} {
  first_port_.reserve(network.nodes() + 1);
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    const std::span<const PortRef> peers = network.peers(NodeId{node});
    far_.insert(far_.end(), peers.begin(), peers.end());
    first_port_.push_back(static_cast<std::uint32_t>(far_.size()));
  }
}

Channel ChannelNumbers::channel(std::uint32_t number) const {
  const std::uint32_t port = number / vcs_;
  const auto after = std::upper_bound(first_port_.begin(), first_port_.end(), port);
  const auto node = static_cast<std::uint32_t>(after - first_port_.begin() - 1);
  return {{NodeId{node}, PortId{static_cast<std::uint16_t>(port - first_port_[node])}},
          Vc{static_cast<std::uint8_t>(number % vcs_)}};
}

DependencyGraph::DependencyGraph(const ChannelNumbers& numbers)
    : numbers_(&numbers), port_bits_(std::bit_ceil(numbers.vcs())) {
  for (std::uint32_t node = 0; node < numbers.nodes(); ++node) {
    stride_ = std::max<std::size_t>(stride_, (numbers.ports(NodeId{node}) * port_bits_ + 31) / 32);
  }
  words_ = std::vector<std::atomic<std::uint32_t>>(numbers.channels() * stride_);
}

std::uint64_t DependencyGraph::size() const {
  return std::accumulate(words_.begin(), words_.end(), std::uint64_t{0}, [](std::uint64_t sum, std::uint32_t word) {
    return sum + static_cast<std::uint64_t>(std::popcount(word));
  });
}

std::optional<std::uint32_t> DependencyGraph::next(std::uint32_t from, std::uint32_t& bit) const {
  for (; bit / 32 < stride_; bit = (bit / 32 + 1) * 32) {
    const std::uint32_t rest = words_[from * stride_ + bit / 32].load(std::memory_order_relaxed) >> (bit % 32);
    if (rest == 0) continue;
    bit += static_cast<std::uint32_t>(std::countr_zero(rest));
    const PortId port{static_cast<std::uint16_t>(bit / port_bits_)};
    return numbers_->number({numbers_->far(from / numbers_->vcs()).node, port}, bit++ % port_bits_);
  }
  return std::nullopt;
}

namespace {

/// Depth-first search for one channel that lies on a cycle. It keeps its own stack: a path can be as long as there
/// are channels.
class CycleSearch {
 public:
  CycleSearch(const DependencyGraph& graph, std::uint32_t channels) : graph_(&graph), marks_(channels, Mark::kNew) {}

  std::optional<std::uint32_t> run() {
    for (std::uint32_t start = 0; start < marks_.size(); ++start) {
      if (marks_[start] == Mark::kNew) open(start);
      while (!path_.empty()) {
        if (const auto found = advance()) return found;
      }
    }
    return std::nullopt;
  }

 private:
  enum class Mark : std::uint8_t { kNew, kOpen, kDone };
  struct Step {
    std::uint32_t channel;
    std::uint32_t next_bit = 0;
  };

  void open(std::uint32_t channel) {
    marks_[channel] = Mark::kOpen;
    path_.push_back({channel});
  }
  void close() {
    marks_[path_.back().channel] = Mark::kDone;
    path_.pop_back();
  }
  /// Follows one dependency. Returns the channel where the path closes, if it does.
  std::optional<std::uint32_t> advance() {
    const std::optional<std::uint32_t> wanted = graph_->next(path_.back().channel, path_.back().next_bit);
    if (!wanted) {
      close();
    } else if (marks_[*wanted] == Mark::kOpen) {
      return wanted;
    } else if (marks_[*wanted] == Mark::kNew) {
      open(*wanted);
    }
    return std::nullopt;
  }

  const DependencyGraph* graph_;
  std::vector<Mark> marks_;
  std::vector<Step> path_;
};

/// Returns the shortest cycle through a channel that is known to lie on one, beginning with that channel.
std::vector<std::uint32_t> shortest_cycle(const DependencyGraph& graph, std::uint32_t through, std::uint32_t channels) {
  std::vector<std::uint32_t> came_from(channels, channels);
  std::vector<std::uint32_t> reached{through};
  for (std::size_t i = 0; i < reached.size() && came_from[through] == channels; ++i) {
    std::uint32_t bit = 0;
    while (const auto wanted = graph.next(reached[i], bit)) {
      if (came_from[*wanted] != channels) continue;
      came_from[*wanted] = reached[i];
      reached.push_back(*wanted);
    }
  }
  std::vector<std::uint32_t> cycle{through};
  for (std::uint32_t at = came_from[through]; at != through; at = came_from[at]) cycle.push_back(at);
  std::reverse(cycle.begin() + 1, cycle.end());
  return cycle;
}

}  // namespace

bool DependencyGraph::has_cycle() const {
  return CycleSearch(*this, numbers_->channels()).run().has_value();
}

std::vector<Channel> DependencyGraph::find_cycle() const {
  const std::optional<std::uint32_t> found = CycleSearch(*this, numbers_->channels()).run();
  if (!found) return {};
  std::vector<Channel> cycle;
  for (const std::uint32_t number : shortest_cycle(*this, *found, numbers_->channels())) {
    cycle.push_back(numbers_->channel(number));
  }
  return cycle;
}

}  // namespace kintsugi

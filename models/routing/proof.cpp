#include "models/routing/proof.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <thread>

#include "models/network/shared_items.hpp"
#include "models/routing/dead_ends.hpp"
#include "models/routing/delivery.hpp"
#include "models/routing/dependencies.hpp"
#include "models/routing/multicast_check.hpp"
#include "models/routing/proof_result.hpp"

namespace kintsugi {

namespace {

constexpr std::uint32_t kWorthAThread = 128;  // destinations

unsigned threads_for(std::uint32_t nodes, unsigned wanted) {
  if (wanted == 0) wanted = std::min(std::thread::hardware_concurrency(), nodes / kWorthAThread);
  return std::max(wanted, 1u);
}

/// The nodes that threads share: all of the network, or those of a list.
class SharedNodes {
 public:
  SharedNodes(std::span<const NodeId> nodes, unsigned threads, const Progress& progress)
      : nodes_(nodes), items_(static_cast<std::uint32_t>(nodes.size()), threads, progress) {}
  void share(const std::function<void()>& work) { items_.share(work); }
  std::optional<NodeId> next() {
    const std::optional<std::uint32_t> item = items_.next();
    return item ? std::optional(nodes_[*item]) : std::nullopt;
  }
  std::size_t count_done() { return items_.count_done(); }
  void leave_the_rest() { items_.leave_the_rest(); }

 private:
  std::span<const NodeId> nodes_;
  SharedItems items_;
};

/// Returns false if it could not show that all pairs are delivered; the dependencies may then be incomplete. It looks
/// for a cycle after 1, 2, 4, 8 ... destinations: if there is one, it nearly always appears early.
bool all_delivered(SharedNodes& destinations, const RoutingRelation& relation, const ChannelNumbers& numbers,
                   const std::vector<bool>& in_use, DependencyGraph& dependencies) {
  std::atomic<bool> holds = true;
  destinations.share([&] {
    DeadEndCheck check(relation, numbers, dependencies, &in_use);
    while (const auto destination = destinations.next()) {
      const bool passes = !in_use[destination->value] || check.passes(*destination);
      const std::size_t done = destinations.count_done();
      if (passes && !(std::has_single_bit(done) && dependencies.has_cycle())) continue;
      holds = false;
      destinations.leave_the_rest();
    }
  });
  return holds && !dependencies.has_cycle();
}

/// The failure at the lowest node, over the checks of several threads.
struct FirstFailure {
  NodeId node = kNoNode;
  std::string text;

  /// Takes the first failure of one check; `failed` is kNoNode if it did not fail.
  void take(NodeId failed, const std::string& failure) {
    if (failed >= node) return;
    node = failed;
    text = failure;
  }
};

/// Counts the pairs that are delivered and finds the first that is not: the one of the lowest destination, so that the
/// result does not depend on the number of threads.
void examine_pairs(SharedNodes& destinations, const Network& network, const RoutingRelation& relation,
                   const ChannelNumbers& numbers, const std::vector<bool>& in_use, DependencyGraph& dependencies,
                   EscapeOrder& escapes, ProofResult& result) {
  std::mutex mutex;
  FirstFailure first;
  destinations.share([&] {
    DeliveryCheck check(network, relation, numbers, dependencies);
    std::uint64_t delivered_pairs = 0;
    NodeId failed = kNoNode;
    while (const auto destination = destinations.next()) {
      check.set_destination(*destination);
      for (NodeId source{0}; in_use[destination->value] && source.value < numbers.nodes(); ++source.value) {
        if (source != *destination && in_use[source.value] && check.delivers(source)) ++delivered_pairs;
      }
      if (failed == kNoNode && !check.first_failure().empty()) failed = *destination;
      destinations.count_done();
    }
    const std::lock_guard lock(mutex);
    result.delivered_pairs += delivered_pairs;
    escapes.add(check.escapes());
    first.take(failed, check.first_failure());
  });
  result.first_undelivered = std::move(first.text);
}

/// Follows multicasts from all sources. The failure reported is the one of the lowest source.
void follow_multicasts(SharedNodes& sources, const Network& network, const MulticastRelation& multicast,
                       const ChannelNumbers& numbers, DependencyGraph& dependencies, ProofResult& result) {
  std::mutex mutex;
  FirstFailure first;
  sources.share([&] {
    MulticastCheck check(network, multicast, numbers, dependencies);
    std::uint64_t followed = 0, delivered = 0;
    NodeId failed = kNoNode;
    while (const auto source = sources.next()) {
      for (const MulticastSet& set : multicast.sets_to_prove(numbers.nodes(), *source)) {
        ++followed;
        if (check.delivers(*source, set)) ++delivered;
      }
      if (failed == kNoNode && !check.first_failure().empty()) failed = *source;
      sources.count_done();
    }
    const std::lock_guard lock(mutex);
    result.multicasts += followed;
    result.delivered_multicasts += delivered;
    first.take(failed, check.first_failure());
  });
  result.first_undelivered_multicast = std::move(first.text);
}

/// Examines the packets to these nodes.
ProofResult prove_to(std::span<const NodeId> nodes, const Network& network, const RoutingRelation& relation,
                     const Progress& progress, unsigned threads, const MulticastRelation* multicast,
                     std::span<const NodeId> out_of_use) {
  require_possible_vcs(relation);
  const ChannelNumbers numbers(network, relation.vcs());
  DependencyGraph dependencies(numbers);
  SharedNodes destinations(nodes, threads_for(numbers.nodes(), threads), progress);
  ProofResult result;
  const std::vector<bool> in_use = nodes_in_use(numbers.nodes(), out_of_use);
  result.destinations =
      static_cast<std::uint64_t>(std::ranges::count_if(nodes, [&](NodeId node) { return in_use[node.value]; }));
  const auto sources = static_cast<std::uint64_t>(std::ranges::count(in_use, true));
  result.pairs = result.destinations * (sources - 1);
  EscapeOrder escapes;
  if (!relation.is_adaptive() && all_delivered(destinations, relation, numbers, in_use, dependencies)) {
    result.delivered_pairs = result.pairs;
  } else {
    examine_pairs(destinations, network, relation, numbers, in_use, dependencies, escapes, result);
  }
  if (multicast != nullptr && result.delivered_pairs == result.pairs) {
    follow_multicasts(destinations, network, *multicast, numbers, dependencies, result);
  }
  enter_network(network, relation, result);
  if (relation.is_adaptive()) {
    enter_cycle(escapes, numbers, result);
  } else {
    enter_cycle(dependencies, result);
  }
  return result;
}

}  // namespace

ProofResult prove(const Network& network, const RoutingRelation& relation, const Progress& progress, unsigned threads,
                  const MulticastRelation* multicast, std::span<const NodeId> out_of_use) {
  const std::vector<NodeId> all = list_of_nodes_in_use(static_cast<std::uint32_t>(network.nodes()), {});
  return prove_to(all, network, relation, progress, threads, multicast, out_of_use);
}

ProofResult prove_sample(const Network& network, const RoutingRelation& relation, std::span<const NodeId> destinations,
                         const Progress& progress, unsigned threads, const MulticastRelation* multicast,
                         std::span<const NodeId> out_of_use) {
  ProofResult result = prove_to(destinations, network, relation, progress, threads, multicast, out_of_use);
  result.by = ProofBy::kSample;
  return result;
}

std::string describe(const Network& network, const Channel& channel) {
  return network.describe(channel.from) + " vc " + std::to_string(channel.vc.value);
}

}  // namespace kintsugi

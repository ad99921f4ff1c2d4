#include "models/routing/line_proof.hpp"

#include <atomic>
#include <thread>

#include "models/network/shared_items.hpp"
#include "models/random/sample.hpp"
#include "models/routing/dead_ends.hpp"
#include "models/routing/dependencies.hpp"
#include "models/routing/proof_result.hpp"

namespace kintsugi {

namespace {

constexpr std::uint32_t kDrawnDestinations = 8;
constexpr std::uint32_t kDrawnSources = 512;
constexpr std::uint64_t kWorthThreads = std::uint64_t{1} << 16;  // pairs

std::vector<std::vector<NodeId>> lines_of(const StagedRouting& staged) {
  std::vector<std::vector<NodeId>> lines;
  for (unsigned stage = 0; stage < staged.stages(); ++stage) lines.push_back(staged.line(stage));
  return lines;
}

std::vector<NodeId> drawn(std::uint32_t nodes, std::uint32_t most, std::uint64_t seed) {
  std::vector<NodeId> chosen;
  for (const std::uint32_t node : sample(nodes, most, seed)) chosen.push_back(NodeId{node});
  return chosen;
}

/// Visits each dependency; ends and returns false at the first for which the visitor does.
template <class Visit>
bool holds_for_each(const DependencyGraph& dependencies, const ChannelNumbers& numbers, const Visit& visit) {
  for (std::uint32_t from = 0; from < numbers.channels(); ++from) {
    std::uint32_t bit = 0;
    while (const auto to = dependencies.next(from, bit)) {
      if (!visit(from, *to)) return false;
    }
  }
  return true;
}

class LineProof {
 public:
  LineProof(const Network& network, const RoutingRelation& relation, const StagedRouting& staged)
      : relation_(relation), staged_(staged), numbers_(network, relation.vcs()), on_lines_(numbers_) {}

  /// Returns whether all packets on the lines arrive, within their stages and without a cycle of dependencies.
  bool proves_lines(const Progress& progress, unsigned threads) {
    for (unsigned stage = 0; stage < staged_.stages(); ++stage) {
      const std::vector<NodeId> line = staged_.line(stage);
      if (!reaches_all(line, stage, progress, threads)) return false;
    }
    const bool within_stages = holds_for_each(on_lines_, numbers_, [this](std::uint32_t from, std::uint32_t to) {
      return staged_.stage_of(port(from)) == staged_.stage_of(port(to));
    });
    return within_stages && !on_lines_.has_cycle();
  }

  /// Returns whether packets that are drawn keep the promise.
  bool keeps_promise(std::uint64_t seed) const {
    DependencyGraph seen(numbers_);
    DeadEndCheck check(relation_, numbers_, seen);
    const std::vector<NodeId> sources = drawn(numbers_.nodes(), kDrawnSources, seed);
    for (const NodeId destination : drawn(numbers_.nodes(), kDrawnDestinations, seed + 1)) {
      if (!check.passes(destination, sources)) return false;
    }
    return holds_for_each(seen, numbers_,
                          [this](std::uint32_t from, std::uint32_t to) { return is_promised(from, to); });
  }

  std::uint64_t dependencies() const { return on_lines_.size(); }

 private:
  PortRef port(std::uint32_t channel) const { return numbers_.channel(channel).from; }

  /// Follows the packets to each node of a line from all others.
  bool reaches_all(const std::vector<NodeId>& line, unsigned stage, const Progress& progress, unsigned threads) {
    SharedItems destinations(static_cast<std::uint32_t>(line.size()), threads, progress);
    std::atomic<bool> holds = true;
    destinations.share([&] {
      DeadEndCheck check(relation_, numbers_, on_lines_);
      while (const auto item = destinations.next()) {
        if (!check.passes(line[*item], line)) {
          holds = false;
          destinations.leave_the_rest();
        }
        destinations.count_done();
      }
    });
    return holds && starts_within(line, stage);
  }

  /// Returns whether the first hops on a line are of its stage: they make no dependency.
  bool starts_within(const std::vector<NodeId>& line, unsigned stage) const {
    Candidates candidates;
    for (const NodeId source : line) {
      for (const NodeId destination : line) {
        if (source == destination) continue;
        candidates.clear();
        relation_.route({.at = source, .source = source, .destination = destination}, candidates);
        for (const Candidate& candidate : candidates) {
          if (staged_.stage_of({source, candidate.port}) != stage) return false;
        }
      }
    }
    return true;
  }

  bool is_promised(std::uint32_t from, std::uint32_t to) const {
    const Channel held = numbers_.channel(from);
    const Channel wanted = numbers_.channel(to);
    const unsigned stage = staged_.stage_of(held.from);
    const unsigned next = staged_.stage_of(wanted.from);
    if (stage != next) return stage < next;
    const PortRef image = staged_.on_line(wanted.from);
    const std::uint32_t held_image = numbers_.number(staged_.on_line(held.from), held.vc.value);
    return numbers_.far(held_image / numbers_.vcs()).node == image.node &&
           on_lines_.has(held_image, image.port, wanted.vc.value);
  }

  const RoutingRelation& relation_;
  const StagedRouting& staged_;
  ChannelNumbers numbers_;
  DependencyGraph on_lines_;
};

}  // namespace

std::uint64_t pairs_on_lines(const StagedRouting& staged) {
  std::uint64_t pairs = 0;
  for (const std::vector<NodeId>& line : lines_of(staged)) pairs += std::uint64_t{line.size()} * (line.size() - 1);
  return pairs;
}

std::optional<ProofResult> prove_by_lines(const Network& network, const RoutingRelation& relation, std::uint64_t seed,
                                          const Progress& progress, unsigned threads) {
  require_possible_vcs(relation);
  const StagedRouting* staged = relation.staged();
  if (staged == nullptr || relation.is_adaptive()) return std::nullopt;
  if (threads == 0) threads = pairs_on_lines(*staged) < kWorthThreads ? 1 : std::thread::hardware_concurrency();
  LineProof proof(network, relation, *staged);
  if (!proof.proves_lines(progress, threads) || !proof.keeps_promise(seed)) return std::nullopt;
  ProofResult result;
  result.by = ProofBy::kLines;
  result.pairs = std::uint64_t{network.nodes()} * (network.nodes() - 1);
  result.delivered_pairs = result.pairs;
  enter_network(network, relation, result);
  result.dependencies = proof.dependencies();
  result.acyclic = true;
  return result;
}

std::optional<ProofResult> failure_on_lines(const Network& network, const RoutingRelation& relation,
                                            const Progress& progress, unsigned threads) {
  const StagedRouting* staged = relation.staged();
  if (staged == nullptr || relation.is_adaptive()) return std::nullopt;
  for (const std::vector<NodeId>& line : lines_of(*staged)) {
    std::vector<bool> is_on_line(network.nodes());
    for (const NodeId node : line) is_on_line[node.index()] = true;
    std::vector<NodeId> others;
    for (const NodeId node : ids<NodeId>(network.nodes())) {
      if (!is_on_line[node.index()]) others.push_back(node);
    }
    ProofResult result = prove_sample(network, relation, line, progress, threads, nullptr, others);
    result.by = ProofBy::kLines;
    if (!result.holds()) return result;
  }
  return std::nullopt;
}

}  // namespace kintsugi

#include "tb/tool/run/proof_report.hpp"

#include <algorithm>

#include "models/general/live_graph.hpp"
#include "models/network/text.hpp"
#include "models/random/sample.hpp"
#include "models/registry/routings.hpp"
#include "models/routing/line_proof.hpp"
#include "models/routing/proof_result.hpp"
#include "models/routing/reply_proof.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/defect_map.hpp"

namespace kintsugi {

namespace {

/// What the routers of the network hold for its routing.
struct TableBits {
  std::uint64_t largest = 0;
  std::uint64_t all = 0;
};

TableBits table_bits(const Setup& setup) {
  TableBits bits;
  for (const NodeId node : ids<NodeId>(setup.network().nodes())) {
    const std::uint64_t own = setup.relation->table_bits(node);
    bits.largest = std::max(bits.largest, own);
    bits.all += own;
  }
  return bits;
}

constexpr std::uint64_t kMostOnLines = std::uint64_t{1} << 24U;  // pairs: as many as of 4096 nodes
constexpr std::uint64_t kSampledPairs = std::uint64_t{1} << 20U;
constexpr std::uint64_t kSampledSlowPairs = std::uint64_t{1} << 17U;  // where each pair is followed by itself

bool can_prove_lines(const Setup& setup) {
  const StagedRouting* staged = setup.relation->staged();
  return staged != nullptr && setup.multicast == nullptr && setup.fault_aware == nullptr &&
         pairs_on_lines(*staged) <= kMostOnLines;
}

/// Draws from the live nodes.
std::vector<NodeId> sampled_destinations(const Scenario& scenario, const Setup& setup) {
  const auto nodes = static_cast<std::uint32_t>(setup.network().nodes());
  const std::vector<NodeId> live = list_of_nodes_in_use(nodes, setup.dead_nodes());
  if (live.empty()) return {};
  const auto count = static_cast<std::uint32_t>(live.size());
  const bool is_slow = setup.relation->is_adaptive() || setup.relation->uses_source();
  const std::uint64_t pairs = is_slow ? kSampledSlowPairs : kSampledPairs;
  const auto drawn = sample(count, static_cast<std::uint32_t>(pairs / count) + 1, scenario.run.seed);
  return each_of(drawn, [&live](std::uint32_t i) { return live[i]; });
}

/// Returns whether no path of live links joins the nodes of any pair that is not delivered.
bool only_separated_pairs_fail(const ProofResult& proof, const Setup& setup) {
  if (setup.fabric || proof.by != ProofBy::kAllPairs) return false;  // the defects of a fabric are of its sites
  const general::LiveGraph live(setup.network(), setup.defects);
  std::uint64_t joined = 0;
  for (std::uint32_t part = 0; part < live.parts(); ++part) {
    const std::uint64_t members = live.members(part).size();
    joined += members * (members - 1);
  }
  return proof.delivered_pairs == (proves_replies(setup) ? 2 * joined : joined);
}

using nlohmann::ordered_json;

/// Return what takes a part of a proof; the second one, if it is of a routing of multicasts.
/// @{
auto of_proof(auto ProofResult::*part) {
  return [part](const ProofView& view) { return view.proof.*part; };
}
auto of_multicasts(auto ProofResult::*part) {
  return
      [part](const ProofView& view) { return view.setup.multicast ? std::optional(view.proof.*part) : std::nullopt; };
}
/// @}

/// Returns what takes a sum of the bits of tables, if there are tables.
auto if_table_bits(std::uint64_t TableBits::*sum) {
  return [sum](const ProofView& view) {
    const std::uint64_t bits = table_bits(view.setup).*sum;
    return bits == 0 ? std::nullopt : std::optional(bits);
  };
}

ordered_json proved_by_json(const ProofView& view) {
  if (view.proof.by == ProofBy::kAllPairs) return nullptr;
  return view.proof.by == ProofBy::kLines ? "lines" : "sample";
}

ordered_json proof_cycle_json(const ProofView& view) {
  ordered_json cycle;
  for (const Channel& channel : view.proof.cycle) cycle.push_back(describe(view.setup.network(), channel));
  return cycle;
}

std::string verdict(const ProofResult& proof) {
  if (!proof.holds()) return "fails";
  if (proof.by == ProofBy::kLines) return "holds, by lines of nodes that stand for all others";
  if (proof.by == ProofBy::kAllPairs) return "holds";
  return "none: all pairs are too many; nothing is wrong with " + counted(proof.destinations, "destination") +
         " in a sample";
}

}  // namespace

/// Names the default routing of the network beside another one; it is one that is proved.
std::string remedy_of(const ProofResult& proof, const Setup& setup, const std::string& without) {
  const std::string skip = without + " with run.proof: skip";
  if (allows_run(proof, setup) && !setup.connected) {
    return "add links between the parts of the network: the packets of pairs without a way are dropped";
  }
  if (allows_run(proof, setup) && only_separated_pairs_fail(proof, setup)) {
    return "leave out defects, which cut the network into parts: the packets of pairs without a way are dropped";
  }
  if (allows_run(proof, setup)) {
    return "raise router.vcs, or leave out defects: the packets of pairs without a way are dropped";
  }
  if (proves_replies(setup) && !setup.of_a_class) {
    return "set traffic.reply.channels to own, so that no reply waits for requests, or " + skip;
  }
  if (setup.table) return "mend the table (router.table), or " + skip;
  const std::string sound = routings_of(*setup.design).front().name;
  const std::string other = "choose router.routing: " + sound + ", or ";
  return (sound == setup.routing.name ? "" : other) + skip;
}

bool proves_replies(const Setup& setup) {
  return setup.traffic && setup.traffic->replies;
}

std::optional<ProofResult> prove_unless_stopped(const Scenario& scenario, const Setup& setup, bool all_pairs,
                                                const Progress& progress) {
  const Progress listener = until_stopped(progress);
  const MulticastRelation* multicast = setup.multicast.get();
  try {
    if (all_pairs && proves_replies(setup)) {
      const ReplyTraffic& replies = *setup.traffic->replies;
      return prove_replies(setup.network(), *setup.relation, replies.request_state, replies.reply_state, listener,
                           setup.dead_nodes());
    }
    if (all_pairs) return prove(setup.network(), *setup.relation, listener, 0, multicast, setup.dead_nodes());
    if (can_prove_lines(setup)) {
      if (auto proof = prove_by_lines(setup.network(), *setup.relation, scenario.run.seed, listener)) return proof;
      if (auto failure = failure_on_lines(setup.network(), *setup.relation, listener)) return failure;
    }
    const std::vector<NodeId> destinations = sampled_destinations(scenario, setup);
    return prove_sample(setup.network(), *setup.relation, destinations, listener, 0, multicast, setup.dead_nodes());
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

bool allows_run(const ProofResult& proof, const Setup& setup) {
  const bool only_pairs_fail = proof.acyclic && proof.delivered_multicasts == proof.multicasts;
  return proof.holds() ||
         (setup.fault_aware != nullptr && (!setup.defects.empty() || !setup.connected) && only_pairs_fail);
}

std::string delivery_among_the_live(std::uint64_t delivered, std::uint64_t pairs,
                                    const std::string& first_undelivered) {
  if (delivered == pairs) return "every pair of live nodes delivered";
  return std::to_string(pairs - delivered) + " of " + std::to_string(pairs) +
         " pairs of live nodes have no way, or too few channels for one (router.vcs): " + first_undelivered;
}

std::string delivery_that_holds(const ProofResult& proof) {
  if (proof.by == ProofBy::kAllPairs) return "every pair delivered";
  if (proof.by == ProofBy::kLines) return "every pair delivered, by lines of nodes that stand for all others";
  return "no proof: all pairs are too many; every pair of " + counted(proof.destinations, "destination") +
         " in a sample delivered";
}

std::string sentence_of(const ProofResult& proof) {
  const std::string dependencies = std::to_string(proof.dependencies) + " channel dependencies without a cycle";
  if (!proof.holds()) {
    return "fails: " + delivery_among_the_live(proof.delivered_pairs, proof.pairs, proof.first_undelivered) + "; " +
           dependencies;
  }
  return delivery_that_holds(proof) + ", " + std::string(proof.multicasts == 0 ? "" : "every multicast too, ") +
         dependencies;
}

ReportRows<ProofView> proof_rows() {
  using View = ProofView;
  return ReportRows<View>()
      .other("by", proved_by_json)
      .other("sampled_destinations",
             [](const View& view) {
               return view.proof.by == ProofBy::kSample ? std::optional(view.proof.destinations) : std::nullopt;
             })
      .number("delivered_pairs", "pairs", "of a source and a destination between which every choice of routes delivers",
              of_proof(&ProofResult::delivered_pairs), {need::proof})
      .number("pairs", "pairs", "of a source and a destination", of_proof(&ProofResult::pairs), {need::proof})
      .other("first_undelivered", [](const View& view) { return unless_empty(view.proof.first_undelivered); })
      .number("multicasts", "sets", "sets of destinations, of all sources, that the proof has followed",
              of_multicasts(&ProofResult::multicasts), {need::multicast, need::proof})
      .number("delivered_multicasts", "sets",
              "of these, sets of which every member gets exactly one copy and no other node any",
              of_multicasts(&ProofResult::delivered_multicasts), {need::multicast, need::proof})
      .other("first_undelivered_multicast",
             [](const View& view) {
               return view.setup.multicast ? unless_empty(view.proof.first_undelivered_multicast) : ordered_json();
             })
      .number("channels", "channels", "virtual channels of all directions of links", of_proof(&ProofResult::channels),
              {need::proof})
      .number("escape_channels", "channels", "of these, the escape channels; only with adaptive routing",
              [](const View& view) {
                const auto& [proof, setup] = view;
                return proof.escape_channels != proof.channels ? std::optional(proof.escape_channels) : std::nullopt;
              },
              {need::adaptive_routing, need::proof})
      .number("dependencies", "dependencies", "between channels, with adaptive routing between escape channels",
              of_proof(&ProofResult::dependencies), {need::proof})
      .other("acyclic", of_proof(&ProofResult::acyclic))
      .other("cycle", proof_cycle_json)
      .number("vcs", "channels", "virtual channels of each direction of a link",
              [](const View& view) { return view.setup.relation->vcs(); }, {need::proof})
      .number("table_bits.largest_router", "bits",
              "of the routing tables of the router that holds most; only with tables",
              if_table_bits(&TableBits::largest), {need::tables, need::proof})
      .number("table_bits.all_routers", "bits", "of the routing tables of all routers", if_table_bits(&TableBits::all),
              {need::tables, need::proof});
}

std::string to_text(const ProofResult& proof, const Setup& setup, const std::string& without) {
  TextTable table;
  if (!setup.weight(setup.routing.name).empty()) table.add({"routing", setup.described(setup.routing.name)});
  if (!setup.fabric) add_defects(table, setup);
  table.add({"proof", verdict(proof)});
  const auto fill = [&, rows = proof_rows()](const char* sentence) { return rows.fill(sentence, {proof, setup}); };
  table.add({"delivered", fill("{delivered_pairs} of {pairs} pairs")});
  if (!proof.first_undelivered.empty()) table.add({"", proof.first_undelivered});
  if (setup.multicast) {
    table.add({"multicasts", fill("{delivered_multicasts} of {multicasts} sources reach all others with one copy each, "
                                  "and so any part of them")});
    if (!proof.first_undelivered_multicast.empty()) table.add({"", proof.first_undelivered_multicast});
  }
  table.add({"channels", fill("{channels} ({vcs} per link direction)")});
  if (proof.escape_channels != proof.channels) {
    table.add({"escape channels", fill("{escape_channels}; the dependencies are theirs")});
  }
  if (const TableBits bits = table_bits(setup); bits.all > 0) {
    table.add({"tables", std::to_string(bits.largest) + " bits in the largest router, " + std::to_string(bits.all) +
                             " in all; of the faults that are known"});
  }
  table.add({"dependencies", std::to_string(proof.dependencies)});
  table.add({"acyclic", yes_no(proof.acyclic)});
  table.add_list("cycle", proof.cycle, [&](const Channel& channel) { return describe(setup.network(), channel); });
  if (!proof.holds()) table.add({"what to do", remedy_of(proof, setup, without)});
  return table.text();
}

}  // namespace kintsugi

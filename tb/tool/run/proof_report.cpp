#include "tb/tool/run/proof_report.hpp"

#include <algorithm>

#include "models/registry/routings.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/text_table.hpp"

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

}  // namespace

/// Names the default routing of the network beside another one; it is one that is proved.
std::string remedy_of(const ProofResult& proof, const Setup& setup) {
  if (allows_run(proof, setup) && !setup.connected) {
    return "add links between the parts of the network: the packets of pairs without a way are dropped";
  }
  if (allows_run(proof, setup)) {
    return "raise router.vcs, or leave out defects: the packets of pairs without a way are dropped";
  }
  const std::string sound = routings_of(*setup.design).front().name;
  const std::string other = "choose router.routing: " + sound + ", or ";
  return (sound == setup.routing.name ? "" : other) + "run it unproved with run.proof: skip";
}

std::optional<ProofResult> prove_unless_stopped(const Setup& setup, const Progress& progress) {
  try {
    return prove(setup.network(), *setup.relation, until_stopped(progress), 0, setup.multicast.get(),
                 setup.dead_nodes());
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

nlohmann::ordered_json to_json(const ProofResult& proof, const Setup& setup) {
  nlohmann::ordered_json json;
  json["delivered_pairs"] = proof.delivered_pairs;
  json["pairs"] = proof.pairs;
  if (!proof.first_undelivered.empty()) json["first_undelivered"] = proof.first_undelivered;
  if (setup.multicast) {
    json["multicasts"] = proof.multicasts;
    json["delivered_multicasts"] = proof.delivered_multicasts;
    if (!proof.first_undelivered_multicast.empty()) {
      json["first_undelivered_multicast"] = proof.first_undelivered_multicast;
    }
  }
  json["channels"] = proof.channels;
  if (proof.escape_channels != proof.channels) json["escape_channels"] = proof.escape_channels;
  json["dependencies"] = proof.dependencies;
  json["acyclic"] = proof.acyclic;
  for (const Channel& channel : proof.cycle) json["cycle"].push_back(describe(setup.network(), channel));
  json["vcs"] = setup.relation->vcs();
  if (const TableBits bits = table_bits(setup); bits.all > 0) {
    json["table_bits"] = {{"largest_router", bits.largest}, {"all_routers", bits.all}};
  }
  return json;
}

std::string to_text(const ProofResult& proof, const Setup& setup) {
  TextTable table;
  table.add({"proof", proof.holds() ? "holds" : "fails"});
  table.add({"delivered", std::to_string(proof.delivered_pairs) + " of " + std::to_string(proof.pairs) + " pairs"});
  if (!proof.first_undelivered.empty()) table.add({"", proof.first_undelivered});
  if (setup.multicast) {
    table.add({"multicasts", std::to_string(proof.delivered_multicasts) + " of " + std::to_string(proof.multicasts) +
                                 " sources reach all others with one copy each, and so any part of them"});
    if (!proof.first_undelivered_multicast.empty()) table.add({"", proof.first_undelivered_multicast});
  }
  table.add({"channels",
             std::to_string(proof.channels) + " (" + std::to_string(setup.relation->vcs()) + " per link direction)"});
  if (proof.escape_channels != proof.channels) {
    table.add({"escape channels", std::to_string(proof.escape_channels) + "; the dependencies are theirs"});
  }
  if (const TableBits bits = table_bits(setup); bits.all > 0) {
    table.add({"tables", std::to_string(bits.largest) + " bits in the largest router, " + std::to_string(bits.all) +
                             " in all; of the faults that are known"});
  }
  table.add({"dependencies", std::to_string(proof.dependencies)});
  table.add({"acyclic", yes_no(proof.acyclic)});
  std::string label = "cycle";
  for (const Channel& channel : proof.cycle) {
    table.add({label, describe(setup.network(), channel)});
    label.clear();
  }
  if (!proof.holds()) table.add({"what to do", remedy_of(proof, setup)});
  return table.text();
}

}  // namespace kintsugi

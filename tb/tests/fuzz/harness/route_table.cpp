#include "models/general/route_table_file.hpp"
#include "models/routing/proof.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"

namespace kintsugi::fuzz {

namespace {

constexpr std::uint32_t kTableNodes = 5;
constexpr unsigned kMostTableVcs = 4;  // proofs of more take long

/// A ring with a chord of two links, so that some neighbours have one port and some have two.
const Network& table_network() {
  static const Network kNetwork = [] {
    Network network("ring");
    const KindId kind = network.add_kind("base");
    const std::size_t layout = network.add_layout({"w", "e", "c", "d"});
    for (std::uint32_t node = 0; node < kTableNodes; ++node)
      network.add_node("n" + std::to_string(node), layout, {0, 0});
    for (std::uint32_t node = 0; node < kTableNodes; ++node) {
      network.connect({NodeId{node}, PortId{1}}, {NodeId{(node + 1) % kTableNodes}, PortId{0}}, kind);
    }
    network.connect({NodeId{0}, PortId{2}}, {NodeId{2}, PortId{2}}, kind);
    network.connect({NodeId{0}, PortId{3}}, {NodeId{2}, PortId{3}}, kind);
    return network;
  }();
  return kNetwork;
}

using ReadTable = std::variant<general::GivenTable, std::vector<FileMistake>>;

ReadTable read_table_text(std::string_view text) {
  const NodeNames names(table_network());
  general::RouteTableReader reader(names);
  reader.take_text(text);
  return reader.finish("table");
}

std::string written_table(const general::TableRelation& relation) {
  RouteTable table = all_queries(table_network(), relation);
  reduce_keys(table);
  return general::RouteTableWriter(table_network(), relation, table).csv();
}

}  // namespace

void read_route_table(std::string_view text) {
  ReadTable read = read_table_text(text);
  if (const auto* mistakes = std::get_if<std::vector<FileMistake>>(&read)) {
    require(!mistakes->empty() && mistakes->size() <= 1000, "mistakes are limited");
    for (const FileMistake& mistake : *mistakes) {
      require(mistake.line >= 1 && mistake.column >= 1 && !mistake.message.empty(), "a mistake has a place");
    }
    return;
  }
  const auto& table = std::get<general::GivenTable>(read);
  require(table.vcs >= 1 && table.vcs <= kMaxVcs && !table.routing.empty(), "a table has channels and a name");
  if (table.vcs > kMostTableVcs) return;
  const general::TableRelation relation(table_network(), table);
  const ProofResult proof = prove(table_network(), relation, {}, 1);
  require(proof.pairs == kTableNodes * (kTableNodes - 1) && proof.delivered_pairs <= proof.pairs,
          "all pairs are followed");
  const std::string once = written_table(relation);
  ReadTable again = read_table_text(once);
  require(std::holds_alternative<general::GivenTable>(again), "what is written is read");
  const general::TableRelation same(table_network(), std::get<general::GivenTable>(std::move(again)));
  require(written_table(same) == once, "what is written is read back");
  require(prove(table_network(), same, {}, 1).holds() == proof.holds(), "the proof of what is read back is the same");
}

}  // namespace kintsugi::fuzz

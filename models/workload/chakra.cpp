#include "models/workload/chakra.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "models/network/text.hpp"
#include "models/workload/chakra_nodes.hpp"
#include "models/workload/collectives/catalogue.hpp"
#include "models/workload/goal.hpp"

namespace kintsugi::workload {

namespace {

constexpr std::uint8_t kJoinStream = 2;
constexpr std::uint8_t kMemoryStream = 3;
constexpr std::uint64_t kNanosecondsOfMicro = 1000;

struct CollectiveType {
  std::string_view name;      ///< in Chakra's schema, by its number
  std::string_view workload;  ///< in the catalogue; empty: none
};
constexpr auto kCollectives = std::to_array<CollectiveType>({{"ALL_REDUCE", "allreduce"},
                                                             {"REDUCE", ""},
                                                             {"ALL_GATHER", "allgather"},
                                                             {"GATHER", ""},
                                                             {"SCATTER", ""},
                                                             {"BROADCAST", "broadcast"},
                                                             {"ALL_TO_ALL", "alltoall"},
                                                             {"REDUCE_SCATTER", "reduce_scatter"},
                                                             {"REDUCE_SCATTER_BLOCK", "reduce_scatter"},
                                                             {"BARRIER", "barrier"}});

/// A node of a rank, and the operation at whose end it ends.
struct PlacedNode {
  std::size_t rank = 0;
  const ChakraNode* node = nullptr;
  OpId op = kNoOp;
};

class ChakraConverter {
 public:
  explicit ChakraConverter(std::span<const std::string_view> files)
      : builder_(static_cast<std::uint32_t>(files.size())) {
    for (std::size_t rank = 0; rank < files.size(); ++rank) {
      const auto complain = [&](std::size_t offset, const std::string& message) {
        this->complain(rank, offset, message);
      };
      nodes_.push_back(read_chakra_nodes(files[rank], complain));
      made_.nodes += nodes_.back().size();
    }
  }

  ChakraProgram convert() {
    if (made_.mistakes.empty() && made_.nodes == 0) complain(0, 0, "no file has a node; there is nothing to run");
    if (made_.nodes > kMostConverted) {
      complain(0, 0, "the traces have more than " + std::to_string(kMostConverted) + " nodes; take a part of them");
    }
    if (made_.mistakes.empty()) add_nodes();
    if (made_.mistakes.empty()) require_all();
    if (made_.mistakes.empty()) add_collectives();
    if (made_.mistakes.empty()) {
      add_notes();
      made_.program = std::move(builder_).finish();
    }
    return std::move(made_);
  }

 private:
  using Members = std::vector<std::size_t>;                       // numbers in placed_, one of each rank
  using Group = std::map<std::size_t, std::vector<std::size_t>>;  // collectives of each rank, in the order of its file

  void complain(std::size_t rank, std::size_t offset, const std::string& message) {
    if (made_.mistakes.size() >= kMostGoalMistakes) return;
    made_.mistakes.push_back({rank, {0, 0, "byte " + std::to_string(offset) + ": " + message}});
  }
  void complain(const PlacedNode& placed, const std::string& message) {
    complain(placed.rank, placed.node->offset, "node " + std::to_string(placed.node->id) + ' ' + message);
  }

  void add_nodes() {
    for (std::size_t rank = 0; rank < nodes_.size(); ++rank) {
      for (const ChakraNode& node : nodes_[rank]) add_node({rank, &node});
    }
  }

  void add_node(PlacedNode placed) {
    const ChakraNode& node = *placed.node;
    switch (node.type <= 7 ? static_cast<ChakraType>(node.type) : ChakraType::kInvalid) {
      case ChakraType::kInvalid:
        return complain(placed, "has the type " + std::to_string(node.type) +
                                    "; read are METADATA_NODE to COMM_COLL_NODE, 1 to 7, of Chakra's schema 0.0.4");
      case ChakraType::kMetadata:
        ++metadata_;
        return add(placed, {.size = 0, .cpu = kJoinStream});
      case ChakraType::kLoad:
      case ChakraType::kStore:
        ++memory_;
        return add_calc(placed, kMemoryStream);
      case ChakraType::kComp:
        if (node.micros == 0) ++without_duration_;
        return add_calc(placed, node.on_cpu ? 1 : 0);
      case ChakraType::kSend:
        return add_message(placed, OpKind::kSend, "comm_dst", node.destination, "comm_src", node.source);
      case ChakraType::kRecv:
        return add_message(placed, OpKind::kRecv, "comm_src", node.source, "comm_dst", node.destination);
      case ChakraType::kCollective:
        if (!is_known_collective(placed)) return;
        groups_[node.group][placed.rank].push_back(placed_.size());
        return add(placed, {.size = 0, .cpu = kJoinStream});
    }
  }

  void add(PlacedNode& placed, const Operation& operation) {
    placed.op = builder_.add(RankId::from(placed.rank), operation, "n" + std::to_string(placed.node->id));
    placed_.push_back(placed);
  }

  void add_calc(PlacedNode& placed, std::uint8_t stream) {
    const auto most = static_cast<std::uint64_t>(kNanosecondsRange.high) / kNanosecondsOfMicro;
    if (placed.node->micros > most) {
      return complain(placed, "takes " + std::to_string(placed.node->micros) + " microseconds; at most " +
                                  std::to_string(most) + " can be read");
    }
    add(placed, {.size = placed.node->micros * kNanosecondsOfMicro, .cpu = stream});
  }

  void add_message(PlacedNode& placed, OpKind kind, const std::string& peer_name,
                   const std::optional<std::int64_t>& peer, const std::string& own_name,
                   const std::optional<std::int64_t>& own) {
    const ChakraNode& node = *placed.node;
    const auto ranks = static_cast<std::int64_t>(nodes_.size());
    if (own && *own != static_cast<std::int64_t>(placed.rank)) {
      return complain(placed, "has the " + own_name + ' ' + std::to_string(*own) + ", but is in the file of rank " +
                                  std::to_string(placed.rank) + "; name the files in the order of their ranks");
    }
    if (!peer || *peer < 0 || *peer >= ranks) {
      return complain(placed, (peer ? "has the " + peer_name + ' ' + std::to_string(*peer) : "has no " + peer_name) +
                                  "; the ranks are 0 to " + std::to_string(ranks - 1) + ", one for each file");
    }
    if (!node.size || !kBytesRange.contains(*node.size)) return complain_size(placed);
    const std::int64_t tag = node.tag.value_or(0);
    if (!kTagRange.contains(tag)) {
      return complain(placed, "has the comm_tag " + std::to_string(tag) + "; valid is " + to_text(kTagRange));
    }
    next_tag_ = std::max(next_tag_, tag + 1);
    add(placed, {.size = static_cast<std::uint64_t>(*node.size),
                 .peer = RankId{static_cast<std::uint32_t>(*peer)},
                 .tag = static_cast<std::uint32_t>(tag),
                 .kind = kind});
  }

  void complain_size(const PlacedNode& placed) {
    const auto& size = placed.node->size;
    complain(placed, (size ? "has the comm_size " + std::to_string(*size) : std::string("has no comm_size")) +
                         "; valid is " + to_text(kBytesRange) + " bytes");
  }

  bool is_known_collective(const PlacedNode& placed) {
    const ChakraNode& node = *placed.node;
    const std::int64_t type = node.collective.value_or(-1);
    const auto known = static_cast<std::int64_t>(kCollectives.size());
    if (type < 0 || type >= known) {
      complain(placed, (node.collective ? "has the comm_type " + std::to_string(type) : "has no comm_type") +
                           "; valid is 0 to " + std::to_string(known - 1) + ", of CollectiveCommType");
      return false;
    }
    const CollectiveType& collective = kCollectives[static_cast<std::size_t>(type)];
    std::string refused;
    if (collective.workload.empty()) refused = "is a " + std::string(collective.name);
    if (node.in_part) refused = "is a collective in some dimensions (involved_dim)";
    if (node.root != 0) refused = "is a collective from the root " + std::to_string(node.root) + ", not from 0";
    if (!refused.empty()) {
      complain(placed, refused + ", which is not converted; write it as COMM_SEND_NODE and COMM_RECV_NODE");
      return false;
    }
    if (collective.workload == "barrier" || (node.size && kBytesRange.contains(*node.size))) return true;
    complain_size(placed);
    return false;
  }

  /// Makes each node wait for those that it names.
  void require_all() {
    std::size_t next = 0;
    for (std::size_t rank = 0; rank < nodes_.size(); ++rank) {
      std::unordered_map<std::uint64_t, OpId> ops;
      const std::size_t first = next;
      for (; next < placed_.size() && placed_[next].rank == rank; ++next) {
        if (!ops.emplace(placed_[next].node->id, placed_[next].op).second) {
          complain(placed_[next], "is there twice; the ids of a file must differ");
        }
      }
      for (std::size_t i = first; i < next; ++i) require(placed_[i], ops);
    }
  }

  void require(const PlacedNode& placed, const std::unordered_map<std::uint64_t, OpId>& ops) {
    std::vector<std::uint64_t> waits_for = placed.node->waits_for;
    std::ranges::sort(waits_for);
    const auto twice = std::ranges::unique(waits_for);
    waits_for.erase(twice.begin(), twice.end());
    for (const std::uint64_t id : waits_for) {
      const auto before = ops.find(id);
      if (before == ops.end()) {
        complain(placed, "waits for node " + std::to_string(id) + ", which the file does not have");
      } else if (before->second == placed.op) {
        complain(placed, "waits for itself; leave that out");
      } else if (placed.node->type == static_cast<std::uint64_t>(ChakraType::kCollective)) {
        entries_[placed.op].push_back(before->second);
      } else {
        builder_.require(placed.op, before->second);
      }
    }
  }

  void add_collectives() {
    for (const auto& [name, group] : groups_) {
      const std::size_t number = group.begin()->second.size();
      for (const auto& [rank, own] : group) {
        if (own.size() == number) continue;
        const PlacedNode& last = placed_[own.back()];
        return complain(last, "is in the process group '" + name + "' of " + counted(own.size(), "collective") +
                                  " in the file of rank " + std::to_string(rank) + ", but of " +
                                  std::to_string(number) + " in that of rank " + std::to_string(group.begin()->first) +
                                  "; every rank of a group must have all");
      }
      if (group.size() < nodes_.size()) parts_.push_back(name);
      for (std::size_t i = 0; i < number && made_.mistakes.empty(); ++i) {
        Members members;
        for (const auto& [rank, own] : group) members.push_back(own[i]);
        if (is_one_collective(members)) add_collective(members);
      }
    }
  }

  bool is_one_collective(const Members& members) {
    const PlacedNode& first = placed_[members.front()];
    for (const std::size_t member : members) {
      const PlacedNode& other = placed_[member];
      if (other.node->collective == first.node->collective && other.node->size == first.node->size) continue;
      complain(other, "is a collective of another kind or size than its counterpart, node " +
                          std::to_string(first.node->id) + " of rank " + std::to_string(first.rank) +
                          "; the collectives of a group must be in the same order in all files");
      return false;
    }
    return true;
  }

  static Parameters parameters_of(const ChakraNode& node, std::size_t ranks) {
    const std::string_view workload = kCollectives[static_cast<std::size_t>(*node.collective)].workload;
    const auto p = static_cast<std::int64_t>(ranks);
    Parameters parameters{{"ranks", p}};
    if (workload == "barrier") return parameters;
    std::int64_t bytes = *node.size;
    if (workload == "allgather") bytes *= p;
    if (workload == "alltoall") bytes = (bytes + p - 1) / p;
    parameters["bytes"] = bytes;
    return parameters;
  }

  void add_collective(const Members& members) {
    const PlacedNode& first = placed_[members.front()];
    const std::string name(kCollectives[static_cast<std::size_t>(*first.node->collective)].workload);
    const std::string label = name + std::to_string(++made_.collectives);
    if (members.size() == 1) return require_entries(first, first.op);
    try {
      const Parameters parameters = parameters_of(*first.node, members.size());
      if (name != kept_name_ || parameters != kept_parameters_) {
        kept_ = find_workload(name)->make(parameters).program;
        kept_name_ = name;
        kept_parameters_ = parameters;
      }
      copy(kept_, members, label);
    } catch (const ParameterError& error) {
      complain(first, std::string("cannot be made: ") + error.what());
    } catch (const std::length_error&) {
      complain(first,
               "would make more than " + std::to_string(kMostConverted) + " operations; take a part of the traces");
    }
  }

  void require_entries(const PlacedNode& placed, OpId op) {
    const auto found = entries_.find(placed.op);
    if (found == entries_.end()) return;
    for (const OpId before : found->second) builder_.require(op, before);
  }

  /// Copies a program between the members of a group: what waits for nothing in it waits for what its node waits for,
  /// and the end of its node for what has no dependents in it.
  void copy(const Program& program, const Members& members, const std::string& label) {
    if (program.size() > kMostConverted - std::min(kMostConverted, builder_.size()))
      throw std::length_error("operations");
    std::uint32_t most_tag = 0;
    std::vector<bool> waits(program.size());
    std::vector<OpId> copies;
    for (std::size_t rank = 0; rank < members.size(); ++rank) {
      for (OpId op = program.first(RankId::from(rank)); op < program.end(RankId::from(rank)); ++op.value) {
        Operation operation = program[op];
        if (operation.kind != OpKind::kCalc) {
          most_tag = std::max(most_tag, operation.tag);
          operation.peer = RankId::from(placed_[members[operation.peer.index()]].rank);
          operation.tag += static_cast<std::uint32_t>(next_tag_);
        } else {
          operation.cpu = kJoinStream;
        }
        copies.push_back(builder_.add(RankId::from(placed_[members[rank]].rank), operation,
                                      label + "__" + std::to_string(copies.size())));
        for (const Dependent dependent : program.dependents(op)) waits[dependent.op().index()] = true;
      }
    }
    for (std::size_t rank = 0; rank < members.size(); ++rank) {
      const PlacedNode& placed = placed_[members[rank]];
      for (OpId op = program.first(RankId::from(rank)); op < program.end(RankId::from(rank)); ++op.value) {
        const OpId own = copies[op.index()];
        for (const Dependent dependent : program.dependents(op)) {
          builder_.require(copies[dependent.op().index()], own, dependent.on_start());
        }
        if (!waits[op.index()]) require_entries(placed, own);
        if (program.dependents(op).empty()) builder_.require(placed.op, own);
      }
      if (program.size_of(RankId::from(rank)) == 0) require_entries(placed, placed.op);
    }
    next_tag_ += std::int64_t{most_tag} + 1;
    if (next_tag_ > kTagRange.high) throw std::length_error("tags");
  }

  void note(std::size_t number, const std::string& noun, const std::string& what) {
    if (number > 0) made_.notes.push_back(counted(number, noun) + ' ' + what);
  }

  void add_notes() {
    note(without_duration_, "calculation", "without duration_micros written to take no time");
    note(memory_, "node", "of loads and stores written as a calculation each, without traffic");
    note(metadata_, "node", "of metadata written as a calculation of no time each");
    for (const std::string& name : parts_) {
      made_.notes.push_back("process group '" + name + "' taken to be the ranks whose files have its collectives");
    }
  }

  ProgramBuilder builder_;
  ChakraProgram made_;
  std::vector<std::vector<ChakraNode>> nodes_;  // of each rank
  std::vector<PlacedNode> placed_;              // of all ranks, in order
  std::map<std::string, Group> groups_;         // collectives by pg_name
  std::map<OpId, std::vector<OpId>> entries_;   // what a collective waits for, by the end of its node
  std::vector<std::string> parts_;              // groups without some of the ranks
  std::int64_t next_tag_ = 0;
  std::size_t metadata_ = 0;
  std::size_t memory_ = 0;
  std::size_t without_duration_ = 0;
  std::string kept_name_;
  Parameters kept_parameters_;
  Program kept_;  // the collective that was made last
};

}  // namespace

ChakraProgram read_chakra(std::span<const std::string_view> files) {
  return ChakraConverter(files).convert();
}

}  // namespace kintsugi::workload

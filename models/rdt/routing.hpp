/// Routing of the RDT. All routings plan at the source by vector routing (vector.hpp), and the header carries the
/// vectors of the upper ranks that are still to go. They offer one candidate, which does not depend on the source.
///
/// vector     perfect RDT: highest rank first, in each rank h then v. Ties toward zero, or `vector-best`. Any channel:
///            not free of deadlock, for measuring the lengths of routes.
/// floating   alpha and beta: the node's own rank if the plan needs it, otherwise a move to the nearest node of the
///            highest rank that is needed (local_table.hpp), x first; at the end the base torus, x then y. Any channel:
///            not free of deadlock. The header also carries the second hop of a move.
/// floating-best  the same with the plan of the fewest hops. The rank to move to is the one with which all that
///            follows, its moves included, takes the fewest hops, the highest of equal ones. Every router on the route
///            finds an order of ranks as short again, because what is left of a shortest order is a shortest order.
/// floating-base  the same with the plan of floating. Its hops over the base torus, moves and correction together, are
///            as few as any choice of the nodes and of the order of their ranks allows (base_paths.hpp).
/// scheme-h   all RDTs: the needed ranks strictly descending, in each h then v, then the base torus, x then y. Free of
///            deadlock, see below.
/// Header     as vector.hpp has it; 24 bits in an RDT(2,4,1). floating and floating-best have 3 more above the 24: bit
///            26 says that the second hop of a move is due, bits 25 .. 24 are its way
/// Channels   of scheme-h. Upper links have two classes, the dateline pair. A run along h or v starts in the first
///            class, and the hop over the dateline still has it; the hops after it have the second class. The dateline
///            is where x wraps, or y in a run without x part. Base links have class T for moves to another rank, then
///            the dateline pair F0, F1 for the correction at the end; a perfect RDT has no moves and no T. V channels
///            are divided among c classes: class i begins at ceil(i V / c). Needs 3 channels, in a perfect RDT 2. An
///            RDT in which TwoHopRule::kBetween leaves a move out, or a node has several upper ranks, has a class T for
///            each rank that some node has, the highest first: it needs 2 channels more than there are such ranks.
/// Deadlock   After the first upper link all ranks descend, and a move of class T leads down from rank to rank. Before
///            that link there is at most one move, whose hops lead either all up or all down. In beta a move may take
///            two hops: TwoHopRule::kBetween keeps them in that order; kFree does not and is cyclic from side 32 on.
///            If each rank r has a class T of its own, all of T for r comes before the upper links of r and after those
///            of the ranks above; within T for r each hop leads one hop nearer to rank r.
///            Within a run the dateline orders the channels; with Dateline::kIgnore they form a cycle.
/// Source     vector and floating: Fan, Yang, Funahashi and Amano, section 4. scheme-h is not in the paper.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/rdt/base_paths.hpp"
#include "models/rdt/local_table.hpp"
#include "models/rdt/vector.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi::rdt {

/// The base of the routings. Constructors throw std::invalid_argument if the RDT is not valid, the routing is not for
/// the assignment, its header has more than 32 bits, or there are too few channels or more than 32.
class RdtRelation : public RoutingRelation {
 public:
  const std::string& name() const final { return name_; }
  unsigned vcs() const final { return vcs_; }
  bool uses_source() const final { return false; }

 protected:
  RdtRelation(std::string name, const Rdt& rdt, Ties ties, unsigned vcs, unsigned fewest_vcs);
  const Rdt& rdt() const { return rdt_; }
  const Header& header() const { return header_; }
  /// Returns the state of the header at this node; for a new packet, its plan.
  RoutingState state_at(const RouteQuery& query) const;
  /// Returns the vector that the base torus has to correct; it is the same wherever the packet leaves the upper ranks.
  Vector rest(const RouteQuery& query, RoutingState state) const;
  /// Returns the candidate for a hop in an upper rank.
  Candidate ride(NodeId at, unsigned rank, Way way, RoutingState state, VcSet vcs) const;
  Candidate base_hop(NodeId at, Way way, RoutingState state, VcSet vcs) const;

 private:
  RdtRelation(std::string name, const Rdt& rdt, std::span<const Plan> plans, unsigned vcs, unsigned fewest_vcs);

  std::string name_;
  Rdt rdt_;
  unsigned vcs_;
  Header header_;
  std::vector<RoutingState> plans_;  // by destination, for source node (0, 0)
  std::vector<std::vector<Vector>>
      upper_vectors_;  // in nodes of the base torus, by rank - 1 and by its bits in a header
};

class VectorRelation final : public RdtRelation {
 public:
  VectorRelation(const Rdt& rdt, Ties ties, unsigned vcs);
  void route(const RouteQuery& query, Candidates& out) const override;
  bool can_deadlock() const override { return true; }
};

enum class RankChoice {
  kHighest,         ///< the highest rank that is needed; ties of the plan toward zero: `floating`
  kBest,            ///< the rank with which the route has the fewest hops to the end; the best ties: `floating-best`
  kFewestBaseHops,  ///< any node on a shortest path over the base torus; ties toward zero: `floating-base`
};

class FloatingRelation final : public RdtRelation {
 public:
  FloatingRelation(const Rdt& rdt, unsigned vcs, RankChoice choice = RankChoice::kHighest);
  void route(const RouteQuery& query, Candidates& out) const override;
  bool can_deadlock() const override { return true; }
  /// Returns whether floating is for this RDT, whose plans have this header.
  static bool can_route(const Rdt& rdt, const Header& header);
  /// Returns the local tables, by class.
  const std::vector<LocalTable>& tables() const { return tables_; }

 private:
  /// A packet at a node: what is left for rank 0, and for the upper ranks.
  struct Packet {
    NodeId at;
    Vector rest;
    RoutingState state;
  };
  struct Choice {
    unsigned rank = 0;  ///< to move to
    unsigned hops = 0;  ///< to the destination
  };
  unsigned own_rank(NodeId node) const;
  RankSet wanted_ranks(RoutingState state) const;
  unsigned longest_rest() const;
  Choice best_choice(const Packet& packet) const;
  unsigned hops_from(const Packet& packet) const;
  Candidate move(const RouteQuery& query, unsigned rank, RoutingState state) const;

  RankChoice choice_;
  unsigned second_hop_shift_;
  std::vector<LocalTable> tables_;
  std::optional<BasePaths> base_paths_;  // of kFewestBaseHops
};

enum class Dateline {
  kChange,  ///< the class changes after the wrap
  kIgnore,  ///< the class stays: not free of deadlock; tests use it to show that the proof finds the cycle
};

class SchemeHRelation final : public RdtRelation {
 public:
  SchemeHRelation(const Rdt& rdt, unsigned vcs, Dateline dateline = Dateline::kChange,
                  TwoHopRule rule = TwoHopRule::kBetween);
  void route(const RouteQuery& query, Candidates& out) const override;
  /// Returns the least number of virtual channels for this RDT, which is valid.
  static unsigned fewest_vcs(const Rdt& rdt, TwoHopRule rule = TwoHopRule::kBetween);

 private:
  struct Pair {
    VcSet before;
    VcSet past;
  };
  static bool moves_need_classes(const Rdt& rdt, TwoHopRule rule);
  VcSet run_channels(const RouteQuery& query, unsigned rank, Way way) const;

  Dateline dateline_;
  std::array<VcSet, kRanks> moves_{};  // by the rank that a move leads to
  Pair base_;
  Pair upper_;
  std::vector<LocalTable> tables_;
};

}  // namespace kintsugi::rdt

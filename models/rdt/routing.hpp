/// Routing of the RDT. All routings plan at the source by vector routing (vector.hpp), and the header carries the
/// vectors of the upper ranks that are still to go. They offer one candidate, which does not depend on the source.
///
/// vector     perfect RDT: highest rank first, in each rank h then v. Ties toward zero, or `vector-best`. Any channel:
///            not free of deadlock, for measuring the lengths of routes.
/// floating   alpha and beta: the node's own rank if the plan needs it, otherwise a move to the nearest node of the
///            highest rank that is needed (local_table.hpp), x first; at the end the base torus, x then y. Any channel:
///            not free of deadlock. The header also carries the second hop of a move.
/// scheme-h   all RDTs: the needed ranks strictly descending, in each h then v, then the base torus, x then y. Free of
///            deadlock, see below.
/// Header     24 bits (vector.hpp). floating has 3 more: bit 26 says that the second hop of a move is due, bits
///            25 .. 24 are its way
/// Channels   of scheme-h. Upper links have two classes, the dateline pair. A run along h or v starts in the first
///            class, and the hop over the dateline still has it; the hops after it have the second class. The dateline
///            is where x wraps, or y in a run without x part. Base links have class T for moves to another rank, then
///            the dateline pair F0, F1 for the correction at the end; a perfect RDT has no moves and no T. V channels
///            are divided among c classes: class i begins at ceil(i V / c). Needs 3 channels, in a perfect RDT 2.
/// Deadlock   After the first upper link all ranks descend, and a move of class T leads down from rank to rank. Before
///            that link there is at most one move, whose hops lead either all up or all down. In beta a move may take
///            two hops: TwoHopRule::kBetween keeps them in that order; kFree does not and is cyclic from side 32 on.
///            Within a run the dateline orders the channels; with Dateline::kIgnore they form a cycle.
/// Source     vector and floating: Fan, Yang, Funahashi and Amano, section 4. scheme-h is not in the paper.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "models/rdt/local_table.hpp"
#include "models/rdt/vector.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi::rdt {

/// The vector of a rank in nodes of the base torus, by rank and by the bits of that rank in the header.
using UpperVectors = std::array<std::array<Vector, 64>, kRanks>;

/// The base of the routings. Constructors throw std::invalid_argument if n is out of range, the routing is not for the
/// assignment, or there are too few channels or more than 32.
class RdtRelation : public RoutingRelation {
 public:
  const std::string& name() const final { return name_; }
  unsigned vcs() const final { return vcs_; }
  bool uses_source() const final { return false; }

 protected:
  RdtRelation(std::string name, const Rdt& rdt, Ties ties, unsigned vcs, unsigned fewest_vcs);
  const Rdt& rdt() const { return rdt_; }
  /// Returns the state of the header at this node; for a new packet, its plan.
  RoutingState state_at(const RouteQuery& query) const;
  /// Returns the vector that the base torus has to correct; it is the same wherever the packet leaves the upper ranks.
  Vector rest(const RouteQuery& query, RoutingState state) const;
  /// Returns the candidate for a hop in an upper rank.
  Candidate ride(NodeId at, unsigned rank, Way way, RoutingState state, VcSet vcs) const;
  Candidate base_hop(NodeId at, Way way, RoutingState state, VcSet vcs) const;

 private:
  std::string name_;
  Rdt rdt_;
  unsigned vcs_;
  std::vector<RoutingState> plans_;  // by destination, for source node (0, 0)
  UpperVectors upper_vectors_;
};

class VectorRelation final : public RdtRelation {
 public:
  VectorRelation(const Rdt& rdt, Ties ties, unsigned vcs);
  void route(const RouteQuery& query, Candidates& out) const override;
};

class FloatingRelation final : public RdtRelation {
 public:
  FloatingRelation(const Rdt& rdt, unsigned vcs);
  void route(const RouteQuery& query, Candidates& out) const override;
  /// Returns the local tables, by class.
  const std::vector<LocalTable>& tables() const { return tables_; }

 private:
  Candidate move(const RouteQuery& query, unsigned rank, RoutingState state) const;

  std::vector<LocalTable> tables_;
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

 private:
  struct Pair {
    VcSet before;
    VcSet past;
  };
  VcSet run_channels(const RouteQuery& query, unsigned rank, Way way) const;

  Dateline dateline_;
  VcSet moves_;
  Pair base_;
  Pair upper_;
  std::vector<LocalTable> tables_;
};

}  // namespace kintsugi::rdt

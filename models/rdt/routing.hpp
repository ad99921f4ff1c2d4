/// Routing of the RDT. All plan at the source by vector routing (vector.hpp) and carry in the header the vectors of the
/// upper ranks that are still to go; one candidate, and nothing depends on the source.
///
/// vector     perfect RDT: highest rank first, in each rank h then v. Ties toward zero, or `vector-best`. Any channel:
///            not free of deadlock, for figures of paths.
/// floating   alpha and beta: the node's own rank if the plan needs it, else a move to the nearest node of the highest
///            rank that is needed (local_table.hpp), x first; at the end the base torus, x then y. Any channel: not
///            free of deadlock. The header also carries the second hop of a move.
/// scheme-h   all: the needed ranks strictly descending, in each h then v, then the base torus, x then y. Free of
///            deadlock, see below.
/// Header     24 bits (vector.hpp); floating 3 more: bit 26 says that the second hop of a move is due, bits 25 .. 24
///            which way
/// Channels   of scheme-h. Upper links: two classes, the dateline pair; each run along h or v starts in the first, the
///            hop over the dateline still has it, the hops after it the second. The dateline is where x wraps, or y in
///            a run without x part. Base links: class T for moves to another rank, then the dateline pair F0, F1 for
///            the correction at the end; a perfect RDT has no moves and no T. Of V channels class i of c has those from
///            ceil(i V / c) on. Needs 3 channels, in a perfect RDT 2.
/// Deadlock   after the first upper link all ranks descend, and a move of class T leads down, from rank to rank; before
///            it there is at most one move, whose hops lead all up or all down. In beta such a move may take two hops;
///            TwoHopRule::kBetween keeps them in that order, kFree does not: cyclic from side 32 on. Within a run the
///            dateline orders the channels; with Dateline::kIgnore they are a circle.
/// Source     vector and floating: Fan, Yang, Funahashi and Amano, section 4. scheme-h is not in the paper.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "models/rdt/local_table.hpp"
#include "models/rdt/vector.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi::rdt {

/// What the header says of one rank, in nodes of the base torus: by rank and its bits.
using UpperVectors = std::array<std::array<Vector, 64>, kRanks>;

/// What they have in common. Constructors throw std::invalid_argument for an n out of range, an assignment that the
/// routing is not for, too few channels or more than 32.
class RdtRelation : public RoutingRelation {
 public:
  const std::string& name() const final { return name_; }
  unsigned vcs() const final { return vcs_; }
  bool uses_source() const final { return false; }

 protected:
  RdtRelation(std::string name, const Rdt& rdt, Ties ties, unsigned vcs, unsigned fewest_vcs);
  const Rdt& rdt() const { return rdt_; }
  /// The state of the header as it is here: a new packet gets its plan.
  RoutingState state_at(const RouteQuery& query) const;
  /// What the base torus has to correct, wherever the packet leaves the upper ranks.
  Vector rest(const RouteQuery& query, RoutingState state) const;
  /// A hop that way in an upper rank.
  Candidate ride(NodeId at, unsigned rank, Way way, RoutingState state, VcSet vcs) const;
  Candidate base_hop(NodeId at, Way way, RoutingState state, VcSet vcs) const;

 private:
  std::string name_;
  Rdt rdt_;
  unsigned vcs_;
  std::vector<RoutingState> plans_;  // by destination as seen from node (0, 0)
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
  /// By class.
  const std::vector<LocalTable>& tables() const { return tables_; }

 private:
  Candidate move(const RouteQuery& query, unsigned rank, RoutingState state) const;

  std::vector<LocalTable> tables_;
};

enum class Dateline {
  kChange,  ///< the class changes after the wrap
  kIgnore,  ///< it does not: not free of deadlock, kept to show that the proof finds it
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

/// The packet source of a node on which a rank of a program runs.
///
/// Packets   those of the rank in a run of the program, each for the node of its receiver. Other packets that reach the
///           node have the note kNoNote and are not the program's
/// Multicast a packet of a cast is a multicast to the nodes of its receivers; only on a chip that has multicasts
/// Death     the state of the rank is that of its node: it survives the PE and goes on at the next one. While a node
///           has no PE nothing of its rank starts or ends, and nothing is left out
/// Threads   as ProgramRun: those of different ranks may be called at the same time
#pragma once

#include <vector>

#include "models/traffic/source.hpp"
#include "models/workload/program_run.hpp"

namespace kintsugi::workload {

class RankSource final : public PacketSource {
 public:
  /// `node_of` has the node of each rank. All must outlive the source.
  RankSource(ProgramRun& run, RankId rank, const std::vector<NodeId>& node_of)
      : run_(&run), node_of_(&node_of), rank_(rank) {}

  Cycle due() const override { return next_ < parcels_.size() ? prepared_ : run_->due(rank_); }
  PacketOrder take() override;
  /// A rank that was dead for some cycles leaves nothing out.
  void skip_until(Cycle) override {}
  bool listens() const override { return true; }
  void received(const ReceivedPacket& packet, Cycle now) override;
  void prepare(Cycle now) override;
  void left(std::uint32_t note, Cycle now) override;

 private:
  ProgramRun* run_;
  const std::vector<NodeId>* node_of_;
  RankId rank_;
  Cycle prepared_ = 0;  // the cycle of the parcels
  std::size_t next_ = 0;
  std::vector<Parcel> parcels_;  // at most one of each interface
  MulticastSet set_;             // of the cast taken last
};

}  // namespace kintsugi::workload

/// Runs the program of a scenario on a chip: its ranks send by the packet sources of their nodes.
///
/// Lost     a packet of the program that the chip drops is sent again, by its node, once the node and the receiver have
///          working PEs and no reconfiguration goes on; one to which there was no way, after the next reconfiguration.
///          That it is lost is known at once: how nodes notice it is not modelled. With end-to-end detection the copies
///          are the chip's, and a packet that is given up stays lost
/// End      the program has ended, or is stuck: it only waits for packets of which none will come. It is looked at for
///          that every kLookEvery cycles, but not before something can happen, nor while a reconfiguration goes on or
///          something that is dead is to work again. Where sources give packets up, it must be so twice in a row, as a
///          copy may still be under way
/// Beside   other traffic ends with the program
/// Threads  the sources of different nodes may be on several threads; the rest is called between cycles
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "hw/chip/chip.hpp"
#include "models/workload/delays.hpp"
#include "models/workload/program_run.hpp"
#include "models/workload/rank_source.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/setup/workload_setup.hpp"

namespace kintsugi {

class ProgramDriver final : public Task {
 public:
  static constexpr Cycle kLookEvery = 1000;

  /// What else happens in the run.
  struct Surroundings {
    std::function<bool(PacketName)> is_delivered = {};         ///< of packets that are given up; not called without
    const ReconfigurationController* controller = nullptr;     ///< nullptr: nothing fails at run time
    std::vector<std::pair<Cycle, Cycle>> passing_faults = {};  ///< first and last cycle of those that end
    bool has_other_traffic = false;                            ///< beside the program
  };

  /// The program begins in cycle `begin`.
  ProgramDriver(const WorkloadSetup& setup, Chip& chip, Cycle begin, Surroundings surroundings);

  const char* name() const override { return "the program"; }
  const char* unit() const override { return "operation"; }
  std::size_t parts() const override { return run_.program().size(); }
  std::size_t parts_left() const override { return run_.operations_left(); }
  /// Makes the sources of the nodes: those that are there are the traffic beside the program.
  void add_to(std::vector<NodeTraffic>& traffic) override;
  void dropped(const Packet& packet, DropReason reason);
  void given_up(const Packet& packet);

  bool watch(Cycle cycle) override;
  bool is_over() const override { return is_over_; }
  bool is_stuck() const { return is_over_ && !run_.has_ended(); }
  Cycle next_look() const override { return next_look_; }
  std::vector<Cycle> ends() const override { return workload::ends_of(run_); }

  const workload::ProgramRun& run() const { return run_; }
  Cycle begin() const { return begin_; }
  std::uint64_t sent_again() const { return sent_again_; }  ///< packets

 private:
  class OtherTraffic;
  struct Lost {
    workload::RankId rank;
    std::uint32_t serial;
    NodeId source;
    NodeId destination;
    workload::Parcel parcel;
    bool was_sent;
    std::size_t reconfigurations;  // that must have been before it is sent again
  };
  bool works(NodeId node) const;
  std::span<const ReconfigurationController::Reconfiguration> reconfigurations() const;
  bool is_reconfiguring() const;
  bool finds_no_way(const Packet& packet) const;
  bool may_change(Cycle cycle) const;
  void send_again(Cycle at);
  bool is_found_stuck(Cycle cycle);

  Chip& chip_;
  const WorkloadSetup& setup_;
  Surroundings surroundings_;
  Cycle begin_;
  workload::ProgramRun run_;
  std::vector<workload::RankId> rank_of_;  // of each node; kAnyRank: none
  std::vector<Lost> lost_;                 // and not yet sent again
  std::vector<PacketName> given_up_;       // by their sources; some may be delivered
  std::uint64_t sent_again_ = 0;
  Cycle next_look_;
  bool seemed_stuck_ = false;  // when it was last looked at
  bool is_over_ = false;
};

}  // namespace kintsugi

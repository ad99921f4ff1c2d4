#include "tb/tool/run/program_driver.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/traffic/multicast_source.hpp"

namespace kintsugi {

using workload::kAnyRank;
using workload::RankId;

/// The packets of another source until the program is over.
class ProgramDriver::OtherTraffic final : public PacketSource {
 public:
  OtherTraffic(std::unique_ptr<PacketSource> source, const bool& is_over)
      : source_(std::move(source)), is_over_(&is_over) {}
  Cycle due() const override { return *is_over_ ? GeometricGaps::kNever : source_->due(); }
  PacketOrder take() override { return source_->take(); }
  void skip_until(Cycle cycle) override { source_->skip_until(cycle); }

 private:
  std::unique_ptr<PacketSource> source_;
  const bool* is_over_;
};

ProgramDriver::ProgramDriver(const WorkloadSetup& setup, Chip& chip, Cycle begin, const DeliveryRecord* deliveries)
    : chip_(chip),
      setup_(setup),
      deliveries_(deliveries),
      begin_(begin),
      run_(setup.program, setup.protocol, begin),
      rank_of_(chip.plan().network->nodes(), kAnyRank),
      next_look_(begin + kLookEvery) {
  for (std::uint32_t rank = 0; rank < setup.program.ranks(); ++rank) {
    rank_of_[setup.node_of[rank].index()] = RankId{rank};
  }
}

void ProgramDriver::add_to(std::vector<NodeTraffic>& traffic, bool has_other_traffic) {
  for (std::size_t node = 0; node < traffic.size(); ++node) {
    std::unique_ptr<PacketSource>& source = traffic[node].source;
    if (has_other_traffic) source = std::make_unique<OtherTraffic>(std::move(source), is_over_);
    if (rank_of_[node] == kAnyRank) continue;
    auto rank = std::make_unique<workload::RankSource>(run_, rank_of_[node], setup_.node_of);
    if (has_other_traffic) {
      source = std::make_unique<MergedSource>(std::move(rank), std::move(source));
    } else {
      source = std::move(rank);
    }
  }
}

void ProgramDriver::dropped(const Packet& packet, DropReason reason) {
  if (!has_one_destination(packet.kind) || packet.record == kNoNote || PacketObserver::is_copy(packet)) return;
  if (reason == DropReason::kNoWay && works(packet.destination) && !may_find_a_way(packet)) {
    ++unreachable_;
    return;
  }
  lost_.push_back({rank_of_[packet.source.index()],
                   packet.serial,
                   packet.source,
                   packet.destination,
                   {rank_of_[packet.destination.index()], packet.flits, packet.record},
                   reason != DropReason::kQueued});
}

/// Returns whether there may be a way now to where there was none. A packet that was sent with all that is known now
/// would find none again.
bool ProgramDriver::may_find_a_way(const Packet& packet) const {
  const ReconfigurationController& controller = chip_.faults().controller();
  const auto reconfigurations = controller.reconfigurations();
  if (controller.busy()) return true;
  if (reconfigurations.empty()) return false;
  const auto& last = reconfigurations.back();
  return packet.injected <= std::accumulate(last.cycles.begin(), last.cycles.end(), last.cycle);
}

void ProgramDriver::given_up(const Packet& packet) {
  if (packet.record != kNoNote) given_up_.push_back({packet.source, packet.serial});
}

bool ProgramDriver::works(NodeId node) const {
  return !chip_.pe(chip_.nodes().placement().site_of[node.index()]).dead();
}

void ProgramDriver::send_again(Cycle at) {
  // Packets dropped in one cycle come in the order of the schedule.
  std::ranges::sort(lost_, {}, [](const Lost& lost) { return std::pair(lost.source, lost.serial); });
  std::erase_if(lost_, [&](const Lost& lost) {
    if (!works(lost.source) || !works(lost.destination)) return false;
    run_.repeat(lost.rank, lost.parcel, lost.was_sent, at);
    chip_.nodes().source_changed(lost.source);
    ++sent_again_;
    return true;
  });
}

bool ProgramDriver::is_found_stuck() {
  const auto undelivered =
      std::ranges::count_if(given_up_, [this](PacketName name) { return !deliveries_->is_delivered(name); });
  const std::uint64_t lost = lost_.size() + unreachable_ + static_cast<std::uint64_t>(undelivered);
  const bool seems = run_.is_stuck(lost, [this](RankId rank) { return !works(setup_.node_of[rank.index()]); });
  const bool is_certain = seems && (undelivered == 0 || seemed_stuck_);
  seemed_stuck_ = seems;
  return is_certain;
}

bool ProgramDriver::watch(Cycle cycle) {
  if (is_over_) return true;
  if (!lost_.empty() && !chip_.faults().controller().busy()) send_again(cycle + 1);
  bool is_over = run_.has_ended();
  if (cycle >= next_look_) {
    next_look_ = cycle + std::max(kLookEvery, (cycle - begin_) / 8);
    is_over = is_over || is_found_stuck();
  }
  is_over_ = is_over;
  return !is_over;
}

}  // namespace kintsugi

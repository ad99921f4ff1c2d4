#include "tb/tool/features/program/program_driver.hpp"

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

ProgramDriver::ProgramDriver(const WorkloadSetup& setup, Chip& chip, Cycle begin, Surroundings surroundings)
    : chip_(chip),
      setup_(setup),
      surroundings_(std::move(surroundings)),
      begin_(begin),
      run_(setup.program, setup.protocol, begin),
      rank_of_(chip.plan().network->nodes(), kAnyRank),
      next_look_(begin + kLookEvery) {
  for (std::uint32_t rank = 0; rank < setup.program.ranks(); ++rank) {
    rank_of_[setup.node_of[rank].index()] = RankId{rank};
  }
}

void ProgramDriver::add_to(std::vector<NodeTraffic>& traffic) {
  const bool has_other_traffic = surroundings_.has_other_traffic;
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
  const bool waits_for_a_way = reason == DropReason::kNoWay && finds_no_way(packet);
  lost_.push_back({rank_of_[packet.source.index()],
                   packet.serial,
                   packet.source,
                   packet.destination,
                   {rank_of_[packet.destination.index()], packet.flits, packet.record},
                   reason != DropReason::kQueued,
                   waits_for_a_way ? reconfigurations().size() + 1 : 0});
}

/// Returns those that there have been; none where nothing fails at run time.
std::span<const ReconfigurationController::Reconfiguration> ProgramDriver::reconfigurations() const {
  if (surroundings_.controller == nullptr) return {};
  return surroundings_.controller->reconfigurations();
}

bool ProgramDriver::is_reconfiguring() const {
  return surroundings_.controller != nullptr && surroundings_.controller->busy();
}

/// Returns whether a packet for which there was no way would find none again: it was sent with all that is known now.
bool ProgramDriver::finds_no_way(const Packet& packet) const {
  if (is_reconfiguring()) return false;
  if (reconfigurations().empty()) return true;
  const auto& last = reconfigurations().back();
  return packet.injected > std::accumulate(last.cycles.begin(), last.cycles.end(), last.cycle);
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
    const bool is_ready = reconfigurations().size() >= lost.reconfigurations;
    if (!is_ready || !works(lost.source) || !works(lost.destination)) return false;
    run_.repeat(lost.rank, lost.parcel, lost.was_sent, at);
    chip_.nodes().source_changed(lost.source);
    ++sent_again_;
    return true;
  });
}

/// Returns whether something is under way that can bring nodes or links back.
bool ProgramDriver::may_change(Cycle cycle) const {
  if (surroundings_.controller == nullptr) return false;
  return is_reconfiguring() || std::ranges::any_of(surroundings_.passing_faults, [cycle](const auto& fault) {
           return fault.first <= cycle && cycle <= fault.second;
         });
}

bool ProgramDriver::is_found_stuck(Cycle cycle) {
  if (may_change(cycle)) return false;
  const auto undelivered =
      std::ranges::count_if(given_up_, [this](PacketName name) { return !surroundings_.is_delivered(name); });
  const std::uint64_t lost = lost_.size() + static_cast<std::uint64_t>(undelivered);
  const bool seems = run_.is_stuck(lost, [this](RankId rank) { return !works(setup_.node_of[rank.index()]); });
  const bool is_certain = seems && (undelivered == 0 || seemed_stuck_);
  seemed_stuck_ = seems;
  return is_certain;
}

bool ProgramDriver::watch(Cycle cycle) {
  if (is_over_) return true;
  if (!lost_.empty() && !is_reconfiguring()) send_again(cycle + 1);
  is_over_ = run_.has_ended();
  if (cycle >= next_look_) {
    is_over_ = is_over_ || is_found_stuck(cycle);
    const Cycle due = run_.first_due();
    next_look_ = due == workload::ProgramRun::kNever ? cycle + kLookEvery : std::max(cycle + kLookEvery, due);
  }
  return !is_over_;
}

}  // namespace kintsugi

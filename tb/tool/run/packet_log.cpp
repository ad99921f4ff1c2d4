#include "tb/tool/run/packet_log.hpp"

#include <algorithm>
#include <ranges>
#include <tuple>
#include <utility>

namespace kintsugi {

namespace {

using Fate = PacketRecord::Fate;

/// Returns the record with this number among those of a source, which ascend; nullptr if there is none.
PacketRecord* record_of(std::vector<PacketRecord>& records, std::uint32_t serial) {
  if (records.empty() || serial < records.front().name.serial) return nullptr;
  // Without a filter by destination none is left out, so that the number says where it is.
  const std::size_t likely = serial - records.front().name.serial;
  if (likely < records.size() && records[likely].name.serial == serial) return &records[likely];
  const auto found = std::ranges::lower_bound(records, serial, {}, [](const PacketRecord& r) { return r.name.serial; });
  return found != records.end() && found->name.serial == serial ? &*found : nullptr;
}

bool comes_before(const LoggedHop& a, const LoggedHop& b) {
  if (a.head != b.head) [[likely]]
    return a.head < b.head;
  return std::tuple(a.router, a.out) < std::tuple(b.router, b.out);
}

/// Sorts by the cycle of creation; equal ones keep their order. By digits, because a run may have millions of packets:
/// comparisons would take longer than writing them.
void sort_by_creation(std::vector<const PacketRecord*>& records) {
  constexpr unsigned kDigit = 16;
  constexpr Cycle kMask = (Cycle{1} << kDigit) - 1;
  Cycle last = 0;
  for (const PacketRecord* record : records) last = std::max(last, record->created);
  std::vector<const PacketRecord*> sorted(records.size());
  for (unsigned shift = 0; shift < 64 && last >> shift != 0; shift += kDigit) {
    std::vector<std::size_t> place(kMask + 2, 0);
    for (const PacketRecord* record : records) ++place[(record->created >> shift & kMask) + 1];
    for (std::size_t i = 0; i <= kMask; ++i) place[i + 1] += place[i];
    for (const PacketRecord* record : records) sorted[place[record->created >> shift & kMask]++] = record;
    records.swap(sorted);
  }
}

/// Where each packet is in the log, by its name. A source numbers its packets one after the other; those that a filter
/// has left out have a gap, for which no hop asks, because the same filter has left out their hops.
class Positions {
 public:
  Positions(const PacketRecorder::Sources& sources, const PacketLog& log) {
    std::size_t size = 0;
    for (const auto& records : sources) {
      // An unsigned number may wrap around here, and back again when a serial is added.
      begin_.push_back(size - (records.empty() ? 0 : records.front().name.serial));
      if (!records.empty()) size += records.back().name.serial - records.front().name.serial + 1;
    }
    positions_.resize(size);
    for (std::size_t i = 0; i < log.packets.size(); ++i) {
      const PacketName name = log.packets[i].name;
      positions_[begin_[name.source.index()] + name.serial] = static_cast<std::uint32_t>(i);
    }
  }
  std::uint32_t of(PacketName name) const { return positions_[begin_[name.source.index()] + name.serial]; }

 private:
  std::vector<std::size_t> begin_;  // of a source in positions_, less the number of its first packet
  std::vector<std::uint32_t> positions_;
};

}  // namespace

/// From the last hop to the first one, so that the first one of a packet is found last.
template <class PacketOf>
void PacketLog::take_hops(std::vector<HopLog> logs, const PacketOf& packet_of) {
  logs_ = std::move(logs);
  for (const HopLog& log : logs_) {
    const auto blocks = log.blocks();
    blocks_.insert(blocks_.end(), blocks.begin(), blocks.end());
  }
  first_hop_.assign(packets.size(), kNone);
  next_hop_.resize(blocks_.size() * HopLog::kBlock);
  for (std::size_t block = blocks_.size(); block-- != 0;) {
    auto number = static_cast<std::uint32_t>(block * HopLog::kBlock + blocks_[block].size());
    for (const LoggedHop& hop : std::views::reverse(blocks_[block])) {
      std::uint32_t& first = first_hop_[packet_of(hop.packet)];
      next_hop_[--number] = first;
      first = number;
    }
  }
}

void PacketLog::find_route(std::size_t packet, std::vector<const LoggedHop*>& route) const {
  route.clear();
  if (!has_routes()) return;
  bool is_sorted = true;
  for (std::uint32_t at = first_hop_[packet]; at != kNone; at = next_hop_[at]) {
    const LoggedHop& next = hop(at);
    is_sorted = is_sorted && (route.empty() || comes_before(*route.back(), next));
    route.push_back(&next);
  }
  // Hops of several threads, or of copies in one cycle
  if (!is_sorted) std::ranges::sort(route, [](const LoggedHop* a, const LoggedHop* b) { return comes_before(*a, *b); });
}

PacketRecord* PacketRecorder::find(PacketName name) {
  return record_of((*sources_)[name.source.index()], name.serial);
}

/// A PE that has died keeps its place and may have lost its node, so the chip is searched for it.
SiteId PacketRecorder::site_of(const Pe& pe) const {
  for (const SiteId site : ids<SiteId>(chip_->sites())) {
    if (&chip_->pe(site) == &pe) return site;
  }
  return kNoSite;
}

void PacketRecorder::created(const Packet& packet) {
  if (!filter_.takes(packet)) return;
  PacketRecord& record = (*sources_)[packet.source.index()].emplace_back();
  record.name = {packet.source, packet.serial};
  record.from = site_of(packet.source);
  record.flits = packet.flits;
  record.kind = packet.kind;
  record.created = packet.created;
  if (packet.kind == PacketKind::kCopy) {
    const MulticastTable& table = *chip_->multicasts();
    record.members = table.multicast(table.copy(packet.record).multicast).size;
  } else {
    record.destination = packet.destination;
  }
}

void PacketRecorder::injected(const Packet& packet) {
  if (!filter_.takes(packet)) return;
  PacketRecord& record = *find({packet.source, packet.serial});
  if (record.fate == Fate::kQueued) record.fate = Fate::kInFlight;
  record.has_left = true;
  record.injected = packet.injected;
  record.from = site_of(packet.source);
}

void PacketRecorder::delivered(const Packet& packet, Cycle now) {
  if (!filter_.takes(packet)) return;
  note({{packet.source, packet.serial}, site_of(packet.destination), packet.hops, true, false, {}, now});
}

void PacketRecorder::dropped(const Packet& packet, DropReason reason, const Pe& pe, Cycle now) {
  if (!filter_.takes(packet)) return;
  const bool is_copy = PacketObserver::is_copy(packet);
  note({{packet.source, packet.serial}, site_of(pe), packet.hops, false, is_copy, reason, now});
}

/// Another thread may have the source of the packet, and another end of it in the same cycle.
inline void PacketRecorder::note(const End& end) {
  if (is_alone_) return enter(end);
  ends_.push_back(end);
}

inline void PacketRecorder::enter(const End& end) {
  PacketRecord& record = *find(end.name);
  ++record.copies;
  record.hops = std::max(record.hops, end.hops);
  if (record.fate == Fate::kDelivered && !end.is_delivered) return;  // a copy that came too late
  // Of a multicast, copies of several threads: the last one counts, in the same cycle the one at the highest site.
  if (std::tuple(end.cycle, end.at.value) >= std::tuple(record.ended, record.at == kNoSite ? 0 : record.at.value)) {
    record.ended = end.cycle;
    record.at = end.at;
  }
  record.reason = end.reason;
  if (end.is_delivered && ++record.reached == record.members) record.fate = Fate::kDelivered;
  if (!end.is_delivered && !end.is_copy) record.fate = Fate::kLost;
}

void PacketRecorder::settle() {
  for (const End& end : ends_) enter(end);
  ends_ = {};
}

void PacketRecorder::lost(const LostPacket& packet) {
  PacketRecord* record = find({packet.source, packet.number});
  if (record == nullptr) return;
  record->fate = Fate::kLost;
  record->reason = packet.reason;
  record->ended = packet.cycle;
  record->at = packet.pe;
}

PacketLog packet_log(PacketRecorder::Sources& sources, std::vector<HopLog> hops) {
  PacketLog log;
  std::size_t packets = 0;
  for (const auto& records : sources) packets += records.size();
  log.packets.reserve(packets);
  std::vector<const PacketRecord*> all;
  all.reserve(packets);
  for (const auto& records : sources) {
    for (const PacketRecord& record : records) all.push_back(&record);
  }
  sort_by_creation(all);
  for (const PacketRecord* record : all) log.packets.push_back(*record);
  if (!hops.empty()) {
    const Positions positions(sources, log);
    log.take_hops(std::move(hops), [&](PacketName name) { return positions.of(name); });
  }
  sources = {};
  return log;
}

}  // namespace kintsugi

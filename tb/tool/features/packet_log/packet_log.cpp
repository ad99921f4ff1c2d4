#include "tb/tool/features/packet_log/packet_log.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace kintsugi {

namespace {

using Fate = PacketRecord::Fate;

/// Returns the record with this number among those of a source, which ascend; nullptr if there is none.
PacketRecord* search(std::vector<PacketRecord>& records, std::uint32_t serial) {
  const auto found = std::ranges::lower_bound(records, serial, {}, [](const PacketRecord& r) { return r.name.serial; });
  return found != records.end() && found->name.serial == serial ? &*found : nullptr;
}

/// Does the same. Without a filter by destination no record is left out, so that the number says where it is.
inline PacketRecord* record_of(std::vector<PacketRecord>& records, std::uint32_t serial) {
  if (records.empty()) return nullptr;
  const std::uint32_t likely = serial - records.front().name.serial;
  if (likely < records.size() && records[likely].name.serial == serial) [[likely]]
    return &records[likely];
  return search(records, serial);
}

bool comes_before(const LoggedHop* a, const LoggedHop* b) {
  return std::tuple(a->head, a->router, a->out) < std::tuple(b->head, b->router, b->out);
}

constexpr unsigned kDigit = 16;
constexpr Cycle kDigitMask = (Cycle{1} << kDigit) - 1;

/// Puts records `into` the order of one digit of the cycle of creation, which is at most `last`; those with the same
/// digit keep their order. `for_each` calls a function for each record.
template <class ForEach>
void sort_by_digit(unsigned shift, Cycle last, const ForEach& for_each, std::vector<const PacketRecord*>& into) {
  std::vector<std::size_t> place(std::min(last >> shift, kDigitMask) + 2);
  const auto digit = [shift](const PacketRecord& record) { return record.created >> shift & kDigitMask; };
  for_each([&](const PacketRecord& record) { ++place[digit(record) + 1]; });
  std::partial_sum(place.begin(), place.end(), place.begin());
  for_each([&](const PacketRecord& record) { into[place[digit(record)]++] = &record; });
}

/// Returns the records by cycle of creation; those of one cycle are in the order of their sources. By digits, because a
/// run may have millions of packets: comparisons would take longer than writing them.
std::vector<const PacketRecord*> by_creation(const PacketLog::Sources& sources) {
  std::size_t size = 0;
  Cycle last = 0;
  for (const auto& records : sources) {
    size += records.size();
    if (!records.empty()) last = std::max(last, records.back().created);
  }
  std::vector<const PacketRecord*> order(size), before;
  const auto all = [&](const auto& put) {
    for (const auto& records : sources) {
      for (const PacketRecord& record : records) put(record);
    }
  };
  sort_by_digit(0, last, all, order);
  for (unsigned shift = kDigit; shift < 64 && last >> shift != 0; shift += kDigit) {
    before.resize(size);
    before.swap(order);
    const auto each = [&](const auto& put) {
      for (const PacketRecord* record : before) put(*record);
    };
    sort_by_digit(shift, last, each, order);
  }
  return order;
}

/// Puts a chain of hops in order: `hops` is room for them.
void sort_chain(LoggedHop*& first, std::vector<LoggedHop*>& hops) {
  hops.clear();
  for (LoggedHop* hop = first; hop != nullptr; hop = hop->next) hops.push_back(hop);
  if (std::ranges::is_sorted(hops, comes_before)) return;
  std::ranges::sort(hops, comes_before);
  first = nullptr;
  for (LoggedHop* hop : std::views::reverse(hops)) hop->next = std::exchange(first, hop);
}

}  // namespace

PacketLog::PacketLog(Sources sources, std::vector<HopLog> hops)
    : sources_(std::move(sources)), order_(by_creation(sources_)), logs_(std::move(hops)) {
  if (!logs_.empty()) chain_hops();
}

void PacketLog::chain_hops() {
  std::size_t size = 0;
  for (const auto& records : sources_) {
    // An unsigned number may wrap around here, and back again when a serial is added.
    begin_.push_back(size - (records.empty() ? 0 : records.front().name.serial));
    if (!records.empty()) size += records.back().name.serial - records.front().name.serial + 1;
  }
  first_hop_.resize(size);
  for (HopLog& log : std::views::reverse(logs_)) {
    log.chain([this](PacketName packet) -> LoggedHop*& { return first_hop_[place_of(packet)]; });
  }
  // One log has the hops of one packet in order, unless copies have some in one cycle.
  std::vector<LoggedHop*> room;
  for (const PacketRecord* record : order_) {
    if (logs_.size() > 1 || record->kind != PacketKind::kUnicast) sort_chain(first_hop_[place_of(record->name)], room);
  }
}

inline PacketRecord& PacketRecorder::known(const PacketName& name) {
  return *record_of((*sources_)[name.source.index()], name.serial);
}

/// A PE that has died keeps its place and may have lost its node, so the chip is searched for it.
SiteId PacketRecorder::site_of(const Pe& pe) const {
  for (const SiteId site : ids<SiteId>(chip_->sites())) {
    if (&chip_->pe(site) == &pe) return site;
  }
  return kNoSite;
}

void PacketRecorder::created(const Packet& packet, Cycle /*now*/) {
  if (!choice_.takes(packet)) return;
  const SiteId from = site_of(packet.source);
  PacketRecord& record = (*sources_)[packet.source.index()].emplace_back();
  record.name = {packet.source, packet.serial};
  record.from = from;
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

void PacketRecorder::injected(const Packet& packet, Cycle /*now*/) {
  if (!choice_.takes(packet)) return;
  PacketRecord& record = known({packet.source, packet.serial});
  if (record.fate == Fate::kQueued) record.fate = Fate::kInFlight;
  record.has_left = true;
  record.injected = packet.injected;
  record.from = site_of(packet.source);
}

void PacketRecorder::delivered(const Packet& packet, Cycle now) {
  if (!choice_.takes(packet)) return;
  note({{packet.source, packet.serial}, site_of(packet.destination), packet.hops, true, false, false, {}, now});
}

void PacketRecorder::discarded(const Packet& packet, const Discard& discard) {
  if (!choice_.takes(packet)) return;
  note({{packet.source, packet.serial},
        site_of(discard.pe),
        packet.hops,
        false,
        is_copy(packet),
        discard.to_the_dead,
        discard.reason,
        discard.cycle});
}

/// Another thread may have the source of the packet, and another end of it in the same cycle.
inline void PacketRecorder::note(const End& end) {
  if (is_alone_) return enter(end);
  keep(end);
}

/// Not inlined: a thread that is alone has all registers.
[[gnu::noinline]] void PacketRecorder::keep(const End& end) {
  ends_.push_back(end);
}

inline void PacketRecorder::enter(const End& end) {
  PacketRecord& record = known(end.name);
  record.hops = std::max(record.hops, end.hops);
  const bool is_first = record.copies++ == 0;
  if (record.fate == Fate::kDelivered && !end.is_delivered) return;  // a copy that came too late
  // Of a multicast, copies of several threads: the last one counts, in the same cycle the one at the highest site.
  if (is_first || std::tuple(end.cycle, end.at) >= std::tuple(record.ended, record.at)) {
    record.ended = end.cycle;
    record.at = end.at;
  }
  record.reason = end.reason;
  record.to_the_dead = end.to_the_dead;
  if (end.is_delivered && ++record.reached == record.members) record.fate = Fate::kDelivered;
  if (!end.is_delivered && !end.is_copy) record.fate = Fate::kLost;
}

void PacketRecorder::settle() {
  for (const End& end : ends_) enter(end);
  ends_ = {};
}

void PacketRecorder::lost(const LostPacket& packet) {
  PacketRecord* record = record_of((*sources_)[packet.source.index()], packet.number);
  if (record == nullptr) return;
  record->fate = Fate::kLost;
  record->reason = packet.reason;
  record->to_the_dead = packet.to_the_dead;
  record->ended = packet.cycle;
  record->at = packet.pe;
}

}  // namespace kintsugi

#include "hw/link/event_log.hpp"

#include <algorithm>
#include <tuple>

#include "hw/clock/messages.hpp"

namespace kintsugi {

void EventLog::drop(unsigned thread, const char* pe, Cycle now, const Packet& packet, const Network& network,
                    const char* reason) {
  notes_[thread].push_back(
      {now, packet.source, packet.serial, pe, name_of_packet(packet, network) + " is dropped: " + reason});
  async_request_update();
}

void EventLog::update() {
  std::vector<Note> all;
  for (std::vector<Note>& own : notes_) {
    std::ranges::move(own, std::back_inserter(all));
    own.clear();
  }
  std::ranges::stable_sort(all, {}, [](const Note& note) { return std::tuple(note.cycle, note.source, note.serial); });
  for (const Note& note : all) {
    report_event(kDropReport, note.pe, note.cycle, [&note] { return note.text; });
  }
}

std::string name_of_packet(const Packet& packet, const Network& network) {
  const std::string source =
      std::to_string(packet.serial & ~kFirstAcknowledgement) + " of " + network.node_name(packet.source);
  switch (packet.kind) {
    case PacketKind::kUnicast:
    case PacketKind::kTracked:
      return "packet " + source + " to " + network.node_name(packet.destination);
    case PacketKind::kCopy:
      return "multicast " + source;
    case PacketKind::kAcknowledgement:
    case PacketKind::kReceipt:
      return "acknowledgement " + source + " to " + network.node_name(packet.destination);
  }
  return {};
}

}  // namespace kintsugi

/// The events of packets that PEs note while several threads evaluate them: reported in the thread of sc_start(), in
/// the next update phase of the kernel, in an order that no schedule changes. Nothing is noted unless events are
/// reported (hw/clock/messages.hpp), and an object without notes costs nothing.
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "hw/link/packet_table.hpp"
#include "models/network/network.hpp"

namespace kintsugi {

class EventLog final : public sc_core::sc_prim_channel {
 public:
  EventLog(const char* name, unsigned threads) : sc_prim_channel(name), notes_(threads) {}
  const char* kind() const override { return "kintsugi_event_log"; }

  /// Notes that a PE drops a packet; called by the thread that evaluates the PE, or between the cycles.
  void drop(unsigned thread, const char* pe, Cycle now, const Packet& packet, const Network& network,
            const char* reason);

 private:
  struct Note {
    Cycle cycle;
    NodeId source;
    std::uint32_t serial;
    const char* pe;
    std::string text;
  };
  void update() override;

  std::vector<std::vector<Note>> notes_;  // by thread
};

/// Returns "packet 5 of x1.y0 to x3.y2"; of a copy "multicast 5 of x1.y0".
std::string name_of_packet(const Packet& packet, const Network& network);

}  // namespace kintsugi

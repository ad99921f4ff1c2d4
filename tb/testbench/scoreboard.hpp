/// Compares what was sent with what was received: nothing lost, duplicated, misdelivered, changed or out of order.
///
/// Bind   driver.sent, driver.received, and monitor.dropped_packets where packets may be dropped
/// Order  of the packets from one node to another is checked if `in_order`. Packets keep it on a deterministic routing
///        with one virtual channel; on several channels one packet may overtake another
/// Cycle  the order in which driver and monitor report a cycle does not matter
/// End    complaint() also names a packet that has neither arrived nor been dropped: ask when the chip has drained
#pragma once

#include <map>
#include <optional>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>

#include "tb/testbench/packet_events.hpp"

namespace kintsugi {

class Scoreboard final : public sc_core::sc_module,
                         public tlm::tlm_analysis_if<PacketSent>,
                         public tlm::tlm_analysis_if<PacketReceived>,
                         public tlm::tlm_analysis_if<PacketDropped> {
 public:
  /// `in_order`: whether the packets from one node to another must arrive in the order in which they were sent.
  explicit Scoreboard(sc_core::sc_module_name name, bool in_order = false) : sc_module(name), in_order_(in_order) {}

  static constexpr const char* kKind = "kintsugi_scoreboard";  ///< of all modules of this class
  const char* kind() const override { return kKind; }          ///< for walks over the hierarchy: kKind
  /// Takes what the analysis ports write. A mistake is kept for complaint(); the simulation goes on.
  void write(const PacketSent& packet) override;
  void write(const PacketReceived& packet) override;
  void write(const PacketDropped& packet) override;

  /// Returns the first mistake, or a packet that is missing; nullopt if there is none.
  std::optional<std::string> complaint() const;
  /// Returns the packets reported as sent so far.
  std::uint64_t sent() const { return sent_; }
  /// Returns the packets reported as received so far, mistakes included.
  std::uint64_t received() const { return received_; }
  /// Returns the packets reported as dropped so far.
  std::uint64_t dropped() const { return dropped_; }
  /// Returns the packets that were sent and are neither received nor dropped.
  std::size_t under_way() const { return under_way_.size(); }

 private:
  void complain(const PacketName& packet, const std::string& what);
  std::optional<PacketSent> take(const PacketName& packet, const std::string& what);

  bool in_order_;
  std::map<PacketName, PacketSent> under_way_;
  std::map<PacketName, Cycle> dropped_first_;  // in the cycle in which it was sent; that comes after it if so bound
  std::map<std::pair<NodeId, NodeId>, std::uint32_t> last_;  // number received last, by source and destination
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
  std::uint64_t dropped_ = 0;
  std::optional<std::string> complaint_;
};

}  // namespace kintsugi

/// The packet source of a node whose packets carry cargo: requests from the node, and responses to requests of others.
///
/// Order     responses come before requests; each kind by the cycle in which its packets are due
/// Limit     at most `outstanding` cargoes of the node are under way; the requests of others wait
/// Threads   a thread that evaluates the PE of the node calls due(), take() and received(); the rest is called between
///           cycles
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hw/message/cargo.hpp"
#include "models/routing/relation.hpp"
#include "models/traffic/source.hpp"

namespace kintsugi {

struct CargoSettings {
  unsigned outstanding = 0xffffffff;
  RoutingState request_state = 0;  ///< with which the packets start
  RoutingState response_state = 0;
};

class CargoSource final : public PacketSource {
 public:
  using Settings = CargoSettings;
  /// `has_arrivals` is set when a packet arrives.
  CargoSource(const Settings& settings, char& has_arrivals) : settings_(settings), has_arrivals_(&has_arrivals) {}

  /// A packet of a cargo.
  struct Sent {
    Cargo* cargo;
    bool is_response;
  };

  void add_request(std::unique_ptr<Cargo> cargo, Cycle at);
  void repeat_request(Cargo& cargo, Cycle at);
  void add_response(Cargo& cargo, std::uint16_t flits, Cycle at);
  const Sent& sent(std::uint32_t serial) const { return sent_.at(serial); }
  /// Returns what a packet of this node was, which is no longer under way; nullopt if its cargo has ended.
  std::optional<Sent> take_sent(std::uint32_t serial);
  /// Ends a cargo, and returns it.
  std::unique_ptr<Cargo> end(const Cargo& cargo);
  std::vector<ReceivedPacket> take_arrivals();

  /// @name Once the node is closed
  /// @{
  /// Creates no more packets.
  void close() { is_closed_ = true; }
  /// Returns the cycle in which the first packet that waits would be created; kNever without one.
  Cycle first_waiting() const;
  /// Returns the cargoes whose packets wait, up to those that would be created in cycle `now`; they wait no more.
  std::vector<Cargo*> take_waiting(Cycle now);
  /// Returns the cargoes whose packets have been created and have not arrived, by packet; they are no longer under way.
  std::vector<Cargo*> take_all_sent();
  /// @}

  Cycle due() const override;
  PacketOrder take() override;
  /// Opens a closed node again, whose PE works again: packets that still wait are created.
  void skip_until(Cycle) override { is_closed_ = false; }
  bool listens() const override { return true; }
  void received(const ReceivedPacket& packet, Cycle now) override;

 private:
  struct Waiting {
    Cycle at;
    NodeId to;
    std::uint16_t flits;
    Sent packet;
  };
  Settings settings_;
  unsigned under_way_ = 0;  // cargoes
  std::uint32_t serial_ = 0;
  bool is_closed_ = false;
  std::unordered_map<const Cargo*, std::unique_ptr<Cargo>> cargoes_;
  std::deque<Waiting> requests_;   // by cycle
  std::deque<Waiting> responses_;  // by cycle
  std::unordered_map<std::uint32_t, Sent> sent_;
  std::vector<ReceivedPacket> arrivals_;  // of this cycle
  char* has_arrivals_;
};

}  // namespace kintsugi

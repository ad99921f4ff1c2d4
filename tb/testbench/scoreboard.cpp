#include "tb/testbench/scoreboard.hpp"

namespace kintsugi {

namespace {

std::string describe(const PacketName& packet) {
  return "packet " + std::to_string(packet.serial) + " of node " + std::to_string(packet.source.value);
}

std::string not_under_way(const PacketName& packet, const std::string& what) {
  return describe(packet) + ' ' + what + ", but is not under way: it was not sent, or has ended already";
}

}  // namespace

void Scoreboard::complain(const PacketName& packet, const std::string& what) {
  if (!complaint_) complaint_ = describe(packet) + ' ' + what;
}

/// Takes a packet from those under way.
std::optional<PacketSent> Scoreboard::take(const PacketName& packet, const std::string& what) {
  const auto found = under_way_.find(packet);
  if (found == under_way_.end()) {
    if (!complaint_) complaint_ = not_under_way(packet, what);
    return std::nullopt;
  }
  const PacketSent sent = found->second;
  under_way_.erase(found);
  return sent;
}

void Scoreboard::write(const PacketSent& packet) {
  ++sent_;
  if (dropped_first_.erase(packet.name) != 0) return;
  if (!under_way_.emplace(packet.name, packet).second) complain(packet.name, "is sent twice");
}

void Scoreboard::write(const PacketReceived& packet) {
  ++received_;
  const std::optional<PacketSent> sent = take(packet.name, "is received in cycle " + std::to_string(packet.cycle));
  if (!sent) return;
  if (sent->destination != packet.at) {
    complain(packet.name, "reaches node " + std::to_string(packet.at.value) + " instead of " +
                              std::to_string(sent->destination.value));
  }
  if (sent->flits != packet.flits) {
    complain(packet.name, "has " + std::to_string(packet.flits) + " flits instead of " + std::to_string(sent->flits));
  }
  if (packet.cycle < sent->cycle) complain(packet.name, "is received before it was sent");
  const auto [last, first] = last_.try_emplace({packet.name.source, packet.at}, packet.name.serial);
  if (first) return;
  if (in_order_ && packet.name.serial < last->second) {
    complain(packet.name, "is received after packet " + std::to_string(last->second) + " to the same node");
  }
  last->second = packet.name.serial;
}

void Scoreboard::write(const PacketDropped& packet) {
  ++dropped_;
  if (under_way_.erase(packet.name) == 0) dropped_first_.emplace(packet.name, packet.cycle);
}

std::optional<std::string> Scoreboard::complaint() const {
  if (complaint_) return complaint_;
  if (!dropped_first_.empty()) {
    const auto& [name, cycle] = *dropped_first_.begin();
    return not_under_way(name, "is dropped in cycle " + std::to_string(cycle));
  }
  if (under_way_.empty()) return std::nullopt;
  const auto& [name, packet] = *under_way_.begin();
  return describe(name) + " to node " + std::to_string(packet.destination.value) + ", sent in cycle " +
         std::to_string(packet.cycle) + ", has neither arrived nor been dropped";
}

}  // namespace kintsugi

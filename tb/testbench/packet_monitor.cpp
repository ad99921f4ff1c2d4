#include "tb/testbench/packet_monitor.hpp"

#include <algorithm>
#include <utility>

namespace kintsugi {

/// The observer for the PEs of one thread.
struct PacketMonitor::Ear final : PacketObserver {
  explicit Ear(PacketObserver* next_of_thread) : next(next_of_thread) {}
  void created(const Packet& packet, Cycle now) override {
    if (next != nullptr) next->created(packet, now);
  }
  void injected(const Packet& packet, Cycle now) override {
    if (next != nullptr) next->injected(packet, now);
  }
  void arrived(const Packet& packet, Cycle now) override {
    if (next != nullptr) next->arrived(packet, now);
  }
  void delivered(const Packet& packet, Cycle now) override {
    if (next != nullptr) next->delivered(packet, now);
  }
  void dropped(const Packet& packet, DropReason reason, const Pe& pe, Cycle now) override {
    lost.push_back({now, {packet.source, packet.serial}, reason});
    if (next != nullptr) next->dropped(packet, reason, pe, now);
  }
  void reached_all(const Multicast& multicast, Cycle now) override {
    if (next != nullptr) next->reached_all(multicast, now);
  }
  void acknowledged(const Multicast& multicast, Cycle now) override {
    if (next != nullptr) next->acknowledged(multicast, now);
  }

  PacketObserver* next;
  std::vector<PacketDropped> lost;
};

PacketMonitor::PacketMonitor(sc_core::sc_module_name name, PacketObserver* next)
    : sc_module(name), dropped_packets("dropped_packets"), next_(next) {}

PacketMonitor::Ear& PacketMonitor::ear(unsigned thread) {
  while (ears_.size() <= thread) {
    const auto number = static_cast<unsigned>(ears_.size());
    ears_.push_back(std::make_shared<Ear>(next_ == nullptr ? nullptr : &next_->of_thread(number)));
  }
  return *ears_[thread];
}

PacketObserver& PacketMonitor::of_thread(unsigned thread) {
  return ear(thread);
}

void PacketMonitor::watch(Chip& chip) {
  chip.clock().after_each_cycle([this] { after_cycle(); });
}

void PacketMonitor::after_cycle() {
  std::vector<PacketDropped> all;
  for (const auto& each : ears_) {
    for (const PacketDropped& packet : std::exchange(each->lost, {})) all.push_back(packet);
  }
  std::ranges::sort(all, {}, &PacketDropped::name);
  for (const PacketDropped& packet : all) dropped_packets.write(packet);
}

PortMonitor::PortMonitor(sc_core::sc_module_name name, Chip& chip, SiteId site, PortId port)
    : sc_module(name), flits("flits"), chip_(chip), site_(site), port_(port) {
  chip.clock().after_each_cycle([this] { after_cycle(); });
}

void PortMonitor::after_cycle() {
  const std::optional<Flit> flit = chip_.router(site_).sent(port_);
  if (!flit) return;
  const Packet& packet = chip_.packets()[flit->packet];
  flits.write({chip_.clock().now(), {packet.source, packet.serial}, *flit});
}

}  // namespace kintsugi

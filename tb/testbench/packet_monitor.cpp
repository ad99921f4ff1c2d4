#include "tb/testbench/packet_monitor.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/chip/chip.hpp"
#include "models/network/nearest.hpp"

namespace kintsugi {

/// The observer for the PEs of one thread.
struct PacketMonitor::ThreadEvents final : PacketObserver {
  ThreadEvents(PacketObserver* next_of_thread, const bool& watched) : next(next_of_thread), watches(&watched) {}
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
    if (*watches) drops.push_back({now, {packet.source, packet.serial}, reason});
    if (next != nullptr) next->dropped(packet, reason, pe, now);
  }
  void reached_all(const Multicast& multicast, Cycle now) override {
    if (next != nullptr) next->reached_all(multicast, now);
  }
  void acknowledged(const Multicast& multicast, Cycle now) override {
    if (next != nullptr) next->acknowledged(multicast, now);
  }

  PacketObserver* next;
  const bool* watches;
  std::vector<PacketDropped> drops;
};

PacketMonitor::PacketMonitor(sc_core::sc_module_name name, PacketObserver* next)
    : sc_module(name), dropped_packets("dropped_packets"), next_(next) {}

PacketMonitor::~PacketMonitor() = default;

PacketMonitor::ThreadEvents& PacketMonitor::events(unsigned thread) {
  return events_.get(thread, [this](unsigned number) {
    return std::make_unique<ThreadEvents>(next_ == nullptr ? nullptr : &next_->of_thread(number), watches_);
  });
}

PacketObserver& PacketMonitor::of_thread(unsigned thread) {
  return events(thread);
}

void PacketMonitor::watch(Chip& chip) {
  watches_ = true;
  chip.clock().after_each_cycle([this] { after_cycle(); });
}

void PacketMonitor::after_cycle() {
  for (const PacketDropped& packet : events_.take(&ThreadEvents::drops, &PacketDropped::name)) {
    dropped_packets.write(packet);
  }
}

PortMonitor::PortMonitor(sc_core::sc_module_name name, Chip& chip, SiteId site, PortId port)
    : sc_module(name), flits("flits"), chip_(chip), site_(site), port_(port) {
  chip.clock().after_each_cycle([this] { after_cycle(); });
}

namespace {

PortId port_of_router(const Chip& chip, SiteId site, std::string_view name) {
  const PortLayout& layout = chip.plan().layout(site);
  const auto found = std::ranges::find(layout, name);
  if (found != layout.end()) return PortId::from(found - layout.begin());
  if (name == "local") return chip.site_router(site).local_port();
  std::vector<std::string> all = layout;
  all.emplace_back("local");
  throw std::invalid_argument(std::string(chip.site_router(site).name()) + " has no port " + shown_word(name) +
                              suggestion(name, all));
}

}  // namespace

PortMonitor::PortMonitor(sc_core::sc_module_name name, Chip& chip, std::string_view site_or_node, std::string_view port)
    : PortMonitor(name, chip, chip.site(site_or_node), port_of_router(chip, chip.site(site_or_node), port)) {}

void PortMonitor::after_cycle() {
  const std::optional<Flit> flit = chip_.site_router(site_).sent(port_);
  if (!flit) return;
  const Packet& packet = chip_.packets()[flit->packet];
  flits.write({chip_.clock().now(), {packet.source, packet.serial}, *flit});
}

}  // namespace kintsugi

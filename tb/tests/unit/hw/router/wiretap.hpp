/// Records the flits on every outgoing link of every router: which flit left, where and when.
#pragma once

#include <functional>
#include <vector>

#include "hw/chip/chip.hpp"

namespace kintsugi::test {

struct Sighting {
  Cycle cycle;
  SiteId site;
  PortId port;
  Flit flit;
  std::uint64_t serial;  ///< of its packet, at the source
  NodeId source;
};

/// Listens while it lives; takes the chip's monitor. `each_cycle` is called after it has listened.
class Wiretap {
 public:
  explicit Wiretap(Chip& chip, std::function<void(Cycle)> each_cycle = {})
      : chip_(chip), each_cycle_(std::move(each_cycle)) {
    chip.clock().set_monitor([this](Cycle now) {
      listen(now);
      if (each_cycle_) each_cycle_(now);
      return true;
    });
  }
  ~Wiretap() { chip_.clock().set_monitor({}); }
  Wiretap(const Wiretap&) = delete;

  const std::vector<Sighting>& all() const { return all_; }
  std::vector<Sighting> at(SiteId site, PortId port) const {
    std::vector<Sighting> seen;
    for (const Sighting& each : all_) {
      if (each.site == site && each.port == port) seen.push_back(each);
    }
    return seen;
  }

 private:
  void listen(Cycle now) {
    for (std::uint32_t site = 0; site < chip_.sites(); ++site) {
      const Router& router = chip_.router(SiteId{site});
      for (std::uint16_t port = 0; port <= router.network_ports(); ++port) {
        const std::optional<Flit> flit = router.link(PortId{port}).sent(now);
        if (!flit) continue;
        const Packet& packet = chip_.packets()[flit->packet];
        all_.push_back({now, SiteId{site}, PortId{port}, *flit, packet.serial, packet.source});
      }
    }
  }

  Chip& chip_;
  std::function<void(Cycle)> each_cycle_;
  std::vector<Sighting> all_;
};

}  // namespace kintsugi::test

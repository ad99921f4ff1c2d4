/// Two PEs side by side with one track switch between them, for tests: the smallest fabric with every kind of part.
#pragma once

#include "models/fabric/fabric.hpp"

namespace kintsugi::test {

struct SmallFabric {
  BunchSwitchType bunch{2};
  TrackSwitchType track{2};
  Fabric fabric;

  /// Site a - track switch - site b; fields: track (2 bits), a (2 bits), b (2 bits).
  SmallFabric() {
    fabric.name = "small";
    fabric.layout = {"e", "w", "bypass_e", "bypass_w"};
    fabric.switches = {{&track, "t", 0}, {&bunch, "a.bunch", 1}, {&bunch, "b.bunch", 2}};
    fabric.fields = {{2, 4, "t"}, {2, 3, "a"}, {2, 3, "b"}};
    for (std::uint32_t site = 0; site < 2; ++site) add_site(site);
    wire({SwitchId{1}, BunchSwitchType::kLineB}, {SwitchId{0}, TrackSwitchType::kWest}, 1);
    wire({SwitchId{0}, TrackSwitchType::kEast}, {SwitchId{2}, BunchSwitchType::kLineA}, 2);
  }
  SmallFabric(const SmallFabric&) = delete;

  void wire(TerminalRef a, TerminalRef b, unsigned pitches) { fabric.wires.push_back({a, b, 2, pitches}); }

 private:
  void add_site(std::uint32_t number) {
    const SiteId site{number};
    const SwitchId id{number + 1};
    fabric.sites.push_back({number == 0 ? "a" : "b", {static_cast<int>(number)}, {}});
    fabric.taps.push_back({site, PortId{0}, {id, BunchSwitchType::kTapB}, BunchSwitchType::kBase});
    fabric.taps.push_back({site, PortId{1}, {id, BunchSwitchType::kTapA}, BunchSwitchType::kBase});
    fabric.taps.push_back({site, PortId{2}, {id, BunchSwitchType::kTapB}, BunchSwitchType::kBypass});
    fabric.taps.push_back({site, PortId{3}, {id, BunchSwitchType::kTapA}, BunchSwitchType::kBypass});
  }
};

}  // namespace kintsugi::test

// The fabric number: what a chip is and what it is to carry changes it, what only a picture shows does not.
#include "models/fabric/fabric_number.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <utility>

#include "tb/tests/unit/models/fabric/small_fabric.hpp"

namespace kintsugi {
namespace {

/// The small fabric, and the network of two nodes that it can carry.
struct Case {
  Case() {
    const std::size_t layout = network.add_layout({"e", "w", "bypass_e", "bypass_w"});
    const NodeId first = network.add_node("n0", layout);
    const NodeId second = network.add_node("n1", layout);
    network.connect({first, PortId{0}}, {second, PortId{1}}, network.add_kind("base"));
  }
  std::uint32_t number() const { return fabric_number(small.fabric, network); }

  test::SmallFabric small;
  Fabric& fabric = small.fabric;
  Network network{"pair"};
  BunchSwitchType same_bunch{2};
  BunchSwitchType wide_bunch{3};
};

std::uint32_t number_after(const std::function<void(Case&)>& change) {
  Case changed;
  change(changed);
  return changed.number();
}

TEST(FabricNumber, is_the_checksum_of_the_identity_text) {
  const Case small;
  EXPECT_EQ(identity_text(small.fabric, small.network),
            "fabric small\n"
            "ports e w bypass_e bypass_w\n"
            "site a\n"
            "site b\n"
            "field t 2 4\n"
            "field a 2 3\n"
            "field b 2 3\n"
            "type track switch n 2 e 2 s 2 w 2\n"
            "state OPEN - - - - - - - -\n"
            "state X 2.0 2.1 3.0 3.1 0.0 0.1 1.0 1.1\n"
            "state D1 1.0 1.1 0.0 0.1 3.0 3.1 2.0 2.1\n"
            "state D2 3.0 3.1 2.0 2.1 1.0 1.1 0.0 0.1\n"
            "switch t 0 0\n"
            "type bunch switch line_a 2 line_b 2 tap_a 2 tap_b 2\n"
            "state cross 1.0 1.1 0.0 0.1 - - - -\n"
            "state connect_0 2.0 1.1 3.0 0.1 0.0 - 1.0 -\n"
            "state connect_0_1 2.0 2.1 3.0 3.1 0.0 0.1 1.0 1.1\n"
            "switch a.bunch 1 1\n"
            "switch b.bunch 1 2\n"
            "tap 0 0 1 3 0\n"
            "tap 0 1 1 2 0\n"
            "tap 0 2 1 3 1\n"
            "tap 0 3 1 2 1\n"
            "tap 1 0 2 3 0\n"
            "tap 1 1 2 2 0\n"
            "tap 1 2 2 3 1\n"
            "tap 1 3 2 2 1\n"
            "wire 0 1 2 0 2\n"
            "wire 0 3 1 1 2\n"
            "network pair\n"
            "node e w bypass_e bypass_w\n"
            "node e w bypass_e bypass_w\n"
            "link 0 0 1 1\n");
  EXPECT_EQ(small.number(), 0x563c38f4u) << "the same on every platform; CRC-32 of the text above";
}

TEST(FabricNumber, is_another_for_every_change_of_the_chip_or_the_network) {
  const std::map<std::string, std::function<void(Case&)>> changes = {
      {"none", [](Case&) {}},
      {"name of the fabric", [](Case& c) { c.fabric.name = "large"; }},
      {"name of a port", [](Case& c) { c.fabric.layout[3] = "n"; }},
      {"order of ports", [](Case& c) { std::swap(c.fabric.layout[0], c.fabric.layout[1]); }},
      {"name of a site", [](Case& c) { c.fabric.sites[1].name = "c"; }},
      {"order of sites", [](Case& c) { std::swap(c.fabric.sites[0], c.fabric.sites[1]); }},
      {"name of a field", [](Case& c) { c.fabric.fields[2].name = "c"; }},
      {"bits of a field", [](Case& c) { c.fabric.fields[2].bits = 3; }},
      {"states of a field", [](Case& c) { c.fabric.fields[2].states = 2; }},
      {"order of fields", [](Case& c) { std::swap(c.fabric.fields[0], c.fabric.fields[1]); }},
      {"name of a switch", [](Case& c) { c.fabric.switches[0].name = "u"; }},
      {"type of a switch", [](Case& c) { c.fabric.switches[2].type = &c.wide_bunch; }},
      {"field of a switch", [](Case& c) { c.fabric.switches[2].field = 1; }},
      {"site of a tap", [](Case& c) { c.fabric.taps[0].site = SiteId{1}; }},
      {"port of a tap", [](Case& c) { c.fabric.taps[0].port = PortId{2}; }},
      {"switch of a tap", [](Case& c) { c.fabric.taps[0].terminal.switch_id = SwitchId{2}; }},
      {"terminal of a tap", [](Case& c) { c.fabric.taps[0].terminal.terminal = BunchSwitchType::kTapA; }},
      {"lane of a tap", [](Case& c) { c.fabric.taps[0].lane = 1; }},
      {"a tap less", [](Case& c) { c.fabric.taps.pop_back(); }},
      {"switch of a wire", [](Case& c) { c.fabric.wires[0].a.switch_id = SwitchId{2}; }},
      {"terminal of a wire", [](Case& c) { c.fabric.wires[0].a.terminal = BunchSwitchType::kLineA; }},
      {"lanes of a wire", [](Case& c) { c.fabric.wires[0].lanes = 1; }},
      {"a wire less", [](Case& c) { c.fabric.wires.pop_back(); }},
      {"a link more",
       [](Case& c) {
         c.fabric.links.push_back({{SiteId{0}, PortId{0}}, {SiteId{1}, PortId{1}}, 1});
       }},
      {"name of the network", [](Case& c) { c.network = Network("couple"); }},
      {"a node more", [](Case& c) { c.network.add_node("n2", 0); }},
      {"another link",
       [](Case& c) {
         c.network.connect({NodeId{0}, PortId{2}}, {NodeId{1}, PortId{3}}, KindId{0});
       }},
      {"the same link at other ports",
       [](Case& c) {
         c.network.connect({NodeId{0}, PortId{3}}, {NodeId{1}, PortId{2}}, KindId{0});
       }},
  };
  std::map<std::uint32_t, std::string> known;
  for (const auto& [what, change] : changes) {
    const auto [before, is_new] = known.emplace(number_after(change), what);
    EXPECT_TRUE(is_new) << what << " and " << before->second;
  }
}

TEST(FabricNumber, is_the_same_for_what_the_states_do_not_depend_on) {
  const std::map<std::string, std::function<void(Case&)>> changes = {
      {"position of a site",
       [](Case& c) {
         c.fabric.sites[0].position = {7, 8};
       }},
      {"address of a site",
       [](Case& c) {
         c.fabric.sites[0].address = {4, 4};
       }},
      {"position of a switch",
       [](Case& c) {
         c.fabric.switches[0].position = {7, 8};
       }},
      {"pitches of a wire", [](Case& c) { c.fabric.wires[0].pitches = 99; }},
      {"an equal type", [](Case& c) { c.fabric.switches[2].type = &c.same_bunch; }},
      {"order of taps", [](Case& c) { std::swap(c.fabric.taps[0], c.fabric.taps[5]); }},
      {"order of wires", [](Case& c) { std::swap(c.fabric.wires[0], c.fabric.wires[1]); }},
      {"order of the ends of a wire", [](Case& c) { std::swap(c.fabric.wires[0].a, c.fabric.wires[0].b); }},
      {"the number itself", [](Case& c) { c.fabric.number = 12345; }},
  };
  const std::uint32_t unchanged = Case().number();
  for (const auto& [what, change] : changes) EXPECT_EQ(number_after(change), unchanged) << what;
}

/// Track switches in which D1 and D2 are exchanged.
class Exchanged final : public SwitchType {
 public:
  const std::string& name() const override { return track_.name(); }
  const std::vector<std::string>& terminals() const override { return track_.terminals(); }
  unsigned lanes(TerminalNo terminal) const override { return track_.lanes(terminal); }
  unsigned states() const override { return track_.states(); }
  std::string state_name(SwitchState state) const override { return track_.state_name(state); }
  std::optional<LaneRef> through(SwitchState state, LaneRef in) const override {
    if (state == TrackSwitchType::kD1) return track_.through(TrackSwitchType::kD2, in);
    if (state == TrackSwitchType::kD2) return track_.through(TrackSwitchType::kD1, in);
    return track_.through(state, in);
  }

 private:
  TrackSwitchType track_{2};
};

TEST(FabricNumber, tells_two_switches_with_the_same_names_and_other_tables_apart) {
  const Exchanged exchanged;
  EXPECT_NE(number_after([&](Case& c) { c.fabric.switches[0].type = &exchanged; }), Case().number());
}

}  // namespace
}  // namespace kintsugi

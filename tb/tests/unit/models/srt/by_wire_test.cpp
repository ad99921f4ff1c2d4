// Bunches that are set wire by wire: they make the same networks as those that are set by a code.
#include <gtest/gtest.h>

#include <set>

#include "models/fabric/bitstream.hpp"
#include "models/fabric/closed_rings.hpp"
#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/extraction.hpp"
#include "models/fabric/link_path.hpp"
#include "models/repair/random_defects.hpp"
#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"
#include "models/wafer/wafer_element_defects.hpp"
#include "tb/tests/unit/models/fabric/union_extractor.hpp"
#include "tb/tests/unit/models/srt/wafer_cases.hpp"
#include "tb/tests/unit/models/wafer/all_elements.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::srt {
namespace {

WaferOptions by_wire(std::int64_t tracks = 1) {
  return {.tracks = tracks, .wrap_pitches = {}, .per_wire = true};
}

/// The two forms of a wafer.
struct CodedAndByWire {
  CodedAndByWire(const Torus& torus, std::int64_t tracks)
      : network(make_network(torus)),
        coded(torus, {.tracks = tracks, .wrap_pitches = {}}),
        single(torus, by_wire(tracks)),
        coded_extractor(coded.fabric()),
        single_extractor(single.fabric()) {}

  /// Repairs a map on both, extracts both, and compares. Returns whether it is repairable.
  bool check(const DefectMap& defects) const {
    const Repair a = coded.repair(defects, {.planner = "straight", .explain = false});
    const Repair b = single.repair(defects, {.planner = "straight", .explain = false});
    EXPECT_EQ(a.repairable, b.repairable);
    if (!a.repairable || !b.repairable) return false;
    EXPECT_EQ(a.placement, b.placement);
    const ExtractedNetwork of_coded = coded_extractor.extract(switch_states(coded.fabric(), a.configuration));
    const ExtractedNetwork of_single = single_extractor.extract(switch_states(single.fabric(), b.configuration));
    EXPECT_EQ(of_coded.joins, of_single.joins) << "the same ports, at the same distances";
    EXPECT_EQ(of_coded.attached, of_single.attached);
    EXPECT_EQ(difference(of_single, network, b.placement, single.fabric()), std::nullopt);
    return true;
  }

  Network network;
  Wafer coded;
  Wafer single;
  NetworkExtractor coded_extractor;
  NetworkExtractor single_extractor;
};

TEST(ByWire, both_forms_make_the_same_network_of_two_thousand_maps) {
  int repaired = 0;
  for (const WaferCase& each : wafer_cases({2, 3})) {
    const CodedAndByWire both(each.torus, each.tracks);
    const std::size_t most = each.torus.n == 2 ? 8 : 14;
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
      repaired += both.check(random_defects(both.coded.grid().sites(), seed % most, seed)) ? 1 : 0;
    }
  }
  EXPECT_GT(repaired, 2000);
}

TEST(ByWireSlow, both_forms_make_the_same_network_of_two_thousand_maps_of_every_wafer) {
  for (const WaferCase& each : wafer_cases({2, 3, 4})) {
    const CodedAndByWire both(each.torus, each.tracks);
    const std::size_t most = each.torus.n == 2 ? 8 : each.torus.n == 3 ? 14 : 22;
    for (std::uint64_t seed = 0; seed < test::part_of(80u, 2000u); ++seed) {
      both.check(random_defects(both.coded.grid().sites(), seed % most, seed));
    }
  }
}

TEST(ByWire, both_forms_of_a_row_make_the_same_network) {
  for (unsigned n = 2; n <= 6; ++n) {
    const CodedAndByWire both({n, n, 1, 1}, 1);
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      EXPECT_TRUE(both.check(random_defects(both.coded.grid().sites(), seed % 3, seed)));
    }
  }
}

TEST(ByWire, every_two_mode_switch_has_a_bit_and_a_name_of_its_own) {
  const Wafer wafer({3, 3, 1}, by_wire());
  const Fabric& fabric = wafer.fabric();
  const std::size_t tracks = wafer.tracks().switches();
  EXPECT_EQ(fabric.switches.size(), tracks + 2 * 3 * wafer.grid().sites());
  EXPECT_EQ(fabric.fields.size(), fabric.switches.size());
  std::set<std::string> names;
  for (std::size_t id = tracks; id < fabric.switches.size(); ++id) {
    EXPECT_EQ(fabric.switches[id].field, id);
    EXPECT_EQ(fabric.fields[id].bits, 1u);
    EXPECT_EQ(fabric.fields[id].name, fabric.switches[id].name);
    names.insert(fabric.switches[id].name);
  }
  EXPECT_EQ(names.size(), fabric.switches.size() - tracks);
  EXPECT_TRUE(names.contains("r3.c4.bunch_ew.w0"));
  EXPECT_TRUE(names.contains("r3.c4.bunch_ns.w2"));
}

TEST(ByWire, the_stream_is_as_long_as_the_page_says) {
  const auto bits = [](unsigned n, bool per_wire) {
    std::size_t sum = 0;
    const Wafer wafer({n, n, 1}, {.wrap_pitches = {}, .per_wire = per_wire});
    for (const ConfigField& field : wafer.fabric().fields) sum += field.bits;
    return sum;
  };
  EXPECT_EQ(bits(2, false), 184u);
  EXPECT_EQ(bits(2, true), 120u + 32 * 4);
  EXPECT_EQ(bits(3, false), 552u);
  EXPECT_EQ(bits(3, true), 360u + 96 * 6);
  EXPECT_EQ(bits(4, true), 2u * 2 * 17 * 18 + 320 * 8);
  EXPECT_EQ(bits(5, true), 2u * 2 * 33 * 34 + 1152 * 10);
}

// --- Wrong bits -----------------------------------------------------------------------------------------------------

using LaneOfBunch = std::pair<std::uint32_t, Lane>;

/// The lanes of the bunches that the ports of attached routers reach: those with links, and all, open ends included.
struct LanesInUse {
  std::set<LaneOfBunch> links;
  std::set<LaneOfBunch> any;
};

LanesInUse lanes_in_use(const Wafer& wafer, const SwitchStates& states, const Placement& placement) {
  LanesInUse used;
  const LinkPaths paths(wafer.fabric());
  for (const SiteId site : placement.site_of) {
    for (const PortId port : ids<PortId>(wafer.fabric().layout.size())) {
      const LinkPath path = paths.from({site, port}, states);
      for (const Passage& passage : path.passages) {
        for (const LaneRef lane : {passage.in, passage.out}) {
          if (lane.terminal > TwoModeSwitchType::kLineB) continue;
          used.any.emplace(passage.switch_id.value, lane.lane);
          if (path.end) used.links.emplace(passage.switch_id.value, lane.lane);
        }
      }
    }
  }
  return used;
}

/// A flip of wire 0 attaches an idle PE or detaches a node. A flip of another wire cuts a link that lies on the wire
/// there. At a node it can also join its bypass ports to an open end of another node, or take them from its own wire,
/// if that is a later one. Where it does none of these, the network stays as it is.
bool makes_another_network(const Wafer& wafer, const LanesInUse& used, SwitchId id, NodeId node) {
  const unsigned wire = wafer.bunches().wire(id);
  const LaneOfBunch lane{id.value, static_cast<Lane>(wire)};
  if (wire == 0 || used.links.contains(lane)) return true;
  if (node == kNoNode) return false;
  const unsigned own = wafer.bundle().wire_of(node);
  return own == 0 ? used.any.contains(lane) : wire < own;
}

TEST(ByWire, a_flipped_bit_is_a_wrong_network_wherever_it_can_be_one) {
  std::size_t harmless = 0;
  for (const WaferCase& each : wafer_cases({2})) {
    const Wafer wafer(each.torus, by_wire(each.tracks));
    const Network network = make_network(each.torus);
    const NetworkExtractor extractor(wafer.fabric());
    const test::UnionExtractor united(wafer.fabric());
    for (const DefectMap& defects : {DefectMap{}, DefectMap{SiteId{6}, SiteId{14}, SiteId{21}}}) {
      const Repair repair = wafer.repair(defects, {});
      ASSERT_TRUE(repair.repairable);
      SwitchStates states = switch_states(wafer.fabric(), repair.configuration);
      const LanesInUse used = lanes_in_use(wafer, states, repair.placement);
      for (std::size_t id = wafer.tracks().switches(); id < states.size(); ++id) {
        SCOPED_TRACE(each.name + ' ' + wafer.fabric().switches[id].name);
        const NodeId node = repair.placement.node_at[wafer.bunches().site(SwitchId::from(id)).index()];
        states[id] ^= 1u;
        const ExtractedNetwork extracted = extractor.extract(states);
        EXPECT_EQ(extracted.joins, united.extract(states).joins);
        const bool wrong = difference(extracted, network, repair.placement, wafer.fabric()).has_value();
        EXPECT_EQ(wrong, makes_another_network(wafer, used, SwitchId::from(id), node));
        harmless += wrong ? 0 : 1;
        states[id] ^= 1u;
      }
    }
  }
  EXPECT_GT(harmless, 100u) << "or the rule says nothing";
}

/// Two wires of one bunch in mode connect: the first has the bypass ports, and the ends of the other are open.
TEST(ByWire, a_second_wire_that_is_connected_is_noticed) {
  const Wafer wafer({3, 3, 1}, by_wire());
  const Network network = make_network(Torus{3, 3, 1});
  const Repair sound = wafer.repair(Defects(), {});
  const NetworkExtractor extractor(wafer.fabric());
  SwitchStates states = switch_states(wafer.fabric(), sound.configuration);
  const SiteId site = wafer.grid().site({1, 4});  // node (3, 0), of level 1; wire 2 joins nodes 2 and 6
  ASSERT_EQ(states[wafer.bunches().at(site, Plane::kV, 1).index()], TwoModeSwitchType::kConnect);
  states[wafer.bunches().at(site, Plane::kV, 2).index()] = TwoModeSwitchType::kConnect;
  EXPECT_TRUE(difference(extractor.extract(states), network, sound.placement, wafer.fabric()));
  const auto far = extractor.follow({site, torus_port::kBypassEast}, states);
  EXPECT_TRUE(far) << "its own ring is whole: the ring of the other wire is cut";
}

// --- Elements, rings, refusals --------------------------------------------------------------------------------------

/// A wire that is stuck in connect does no harm at an idle PE, since the switch of wire 0 keeps its router from it.
/// With a code it attaches the PE.
TEST(ByWire, every_defective_element_that_codes_allow_is_repaired_and_extracted) {
  const Torus torus{2, 2, 1};
  const Wafer coded(torus, {});
  const Wafer wafer(torus, by_wire());
  const Network network = make_network(torus);
  const std::vector<ElementDefect> elements = all_elements(wafer);
  const std::vector<ElementDefect> of_coded = all_elements(coded);
  ASSERT_EQ(elements.size(), of_coded.size());
  std::size_t repaired = 0;
  std::size_t more = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    SCOPED_TRACE(elements[i].name);
    EXPECT_EQ(elements[i].name, of_coded[i].name);
    Defects defects;
    defects.elements = {elements[i]};
    const Repair repair = wafer.repair(defects, {.planner = "straight", .explain = false});
    Defects same;
    same.elements = {of_coded[i]};
    const bool with_codes = coded.repair(same, {.planner = "straight", .explain = false}).repairable;
    EXPECT_TRUE(repair.repairable || !with_codes);
    if (!repair.repairable) continue;
    ++repaired;
    more += with_codes ? 0 : 1;
    EXPECT_TRUE(with_codes || elements[i].name.ends_with("wire 1 stuck in connect"));
    const DefectiveFabric defective(wafer.fabric(), std::span(&elements[i], 1));
    const NetworkExtractor extractor(defective.fabric());
    EXPECT_EQ(difference(extractor.extract(switch_states(wafer.fabric(), repair.configuration)), network,
                         repair.placement, wafer.fabric()),
              std::nullopt);
  }
  EXPECT_GT(repaired, elements.size() / 2);
  EXPECT_EQ(more, 16u);
}

TEST(ByWire, closed_rings_are_those_of_the_coded_form) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    static const CodedAndByWire both({2, 2, 1}, 1);
    const DefectMap defects = random_defects(32, 5, seed);
    const Repair a = both.coded.repair(defects, {.planner = "straight", .explain = false});
    const Repair b = both.single.repair(defects, {.planner = "straight", .explain = false});
    if (!a.repairable) continue;
    EXPECT_EQ(count_lanes(closed_rings(both.coded.fabric(), switch_states(both.coded.fabric(), a.configuration))),
              count_lanes(closed_rings(both.single.fabric(), switch_states(both.single.fabric(), b.configuration))));
  }
}

TEST(ByWire, cannot_isolate_what_has_two_modes) {
  try {
    const Wafer wafer({2, 2, 1}, {.wrap_pitches = {}, .isolate = true, .per_wire = true});
    ADD_FAILURE() << "accepted";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.parameter(), "fabric.isolate");
    EXPECT_EQ(std::string(error.what()),
              "bunches that are set wire by wire cannot open: their switches have two modes, cross and connect; take "
              "bunch: coded");
  }
}

TEST(ByWire, the_state_of_each_switch_is_that_of_the_configuration) {
  const Wafer wafer({3, 3, 1}, by_wire());
  const std::vector<CompensationPath> paths{{{3, 4}, Direction::kEast}, {{5, 2}, Direction::kWest}};
  const SwitchStates states = switch_states(wafer.fabric(), wafer.configure(paths));
  const PathLines lines(wafer.grid(), paths);
  for (const SwitchId id : ids<SwitchId>(states.size())) EXPECT_EQ(wafer.state(id, lines), states[id.index()]);
}

}  // namespace
}  // namespace kintsugi::srt

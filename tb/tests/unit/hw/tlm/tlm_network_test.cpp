// Networks of transactions: which nodes they may name, and what an access of many pieces costs.
#include <ctime>
#include <iostream>

#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"

namespace kintsugi::test {
namespace {

TEST(TlmNetwork, refuses_nodes_that_are_not_in_the_network) {
  const std::string there_are = " is not in the network, which has nodes 0 to 15";
  const auto design = find_family("mesh")->build(mesh_of(4));
  const auto relation = design->routing("dimension-order", 1);
  const auto with = [&](const AddressMap& map) {
    return mistake_in([&] {
      TlmNetwork network(map);
      Chip chip("net", {&design->network(), relation.get()}, {}, network);
      network.attach(chip);
    });
  };
  AddressMap map;
  map.add(NodeId{15}, 0x1000, 0x1000);
  EXPECT_EQ(with(map), "");
  map.interleave({NodeId{0}, NodeId{16}}, 0x2000, 0x1000, 0x100);
  EXPECT_EQ(with(map), "node 16 of the address map" + there_are);
  map.add(NodeId{99}, 0, 0x1000);
  EXPECT_EQ(with(map), "node 99 of the address map" + there_are);

  TlmRig rig("mesh", mesh_of(4), "dimension-order", {});
  EXPECT_EQ(mistake_in([&] { TlmNode("far", rig.network, NodeId{99}); }), "node 99 of module 'far'" + there_are);
  EXPECT_EQ(mistake_in([&] { TlmNode("none", rig.network, kNoNode); }),
            "node " + std::to_string(kNoNode.value) + " of module 'none'" + there_are);
  EXPECT_EQ(mistake_in([&] { TlmNode("last", rig.network, NodeId{15}); }), "");
}

TEST(TlmNetwork, takes_the_names_of_nodes_in_its_map_and_its_modules) {
  const auto add_named = [](AddressMap& map) { map.add("x1.y1", 0x100000, 0x1000); };
  TlmRig rig("mesh", mesh_of(4), "dimension-order", {}, {}, {}, sc_core::SC_ZERO_TIME, false, {}, false, add_named);
  TlmNode memory_side("memory_side", rig.network, "x1.y1"), processor_side("processor_side", rig.network, "15");
  EXPECT_EQ(memory_side.node(), NodeId{5});
  EXPECT_EQ(processor_side.node(), NodeId{15});
  EXPECT_EQ(mistake_in([&] { TlmNode("far", rig.network, "x1.y11"); }), "no node 'x1.y11'; did you mean 'x1.y1'?");
  Memory memory("memory", 0x1000, sc_core::SC_ZERO_TIME);
  memory_side.to_pe.bind(memory.socket);
  Initiator initiator("initiator", [](Initiator& self) {
    EXPECT_EQ(self.write(0x100010, bytes_of(8)), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(self.read(0x100010, 8), bytes_of(8));
  });
  initiator.socket.bind(processor_side.from_pe);
  rig.run(500);
  EXPECT_EQ(memory.accesses, 2u);
}

TEST(TlmNetwork, refuses_a_map_with_a_name_that_is_none_when_it_is_attached) {
  const auto add_wrong = [](AddressMap& map) { map.add("x1.y11", 0x100000, 0x1000); };
  EXPECT_EQ(mistake_in([&] {
              TlmRig("mesh", mesh_of(4), "dimension-order", {}, {}, {}, sc_core::SC_ZERO_TIME, false, {}, false,
                     add_wrong);
            }),
            "the address map: no node 'x1.y11'; did you mean 'x1.y1'?");
  EXPECT_NE(mistake_in([] {
              TlmNetwork loose((AddressMap()));
              TlmNode("loose", loose, "x0.y0");
            }),
            "");
}

/// Returns the processor time of one write of so many pieces, a byte each, to 16 memories.
double seconds_of(std::size_t pieces) {
  return std::stod(in_child([=] {
    TlmRig rig("mesh", mesh_of(4), "dimension-order", all_nodes(16), {}, {.packet_bytes = 1});
    bool done = false;
    rig.initiate(NodeId{0}, [&](Initiator& self) {
      EXPECT_EQ(self.write(0x10000 - pieces, bytes_of(pieces)), tlm::TLM_OK_RESPONSE);
      done = true;
    });
    const std::clock_t begin = std::clock();
    rig.run(5 * pieces);
    EXPECT_TRUE(done);
    return std::to_string(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }));
}

/// Prints the factor, which depends on the machine: 16 if the time grows with the number of pieces.
TEST(TlmNetworkSlow, one_access_may_have_65536_pieces) {
  const double few = seconds_of(4096);
  const double many = seconds_of(65'536);
  std::cout << "16 times as many pieces take " << many / few << " times as long: " << many << " s\n";
}

}  // namespace
}  // namespace kintsugi::test

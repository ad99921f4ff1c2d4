#include "hw/tlm/address_map.hpp"

#include <map>
#include <string>

#include "models/random/random.hpp"
#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"

namespace kintsugi::test {
namespace {

using Place = AddressMap::Place;

TEST(AddressMap, a_range_begins_at_offset_0_of_its_node) {
  AddressMap map;
  map.add(NodeId{5}, 0x1000, 0x100);
  EXPECT_EQ(map.find(0x1000), (Place{NodeId{5}, 0, 0x100}));
  EXPECT_EQ(map.find(0x10ff), (Place{NodeId{5}, 0xff, 1}));
  EXPECT_EQ(map.find(0xfff), std::nullopt);
  EXPECT_EQ(map.find(0x1100), std::nullopt);
}

TEST(AddressMap, an_access_over_a_border_has_no_place) {
  AddressMap map;
  map.add(NodeId{1}, 0, 16);
  map.add(NodeId{2}, 16, 16);
  EXPECT_TRUE(map.find(8, 8));
  EXPECT_FALSE(map.find(8, 9)) << "although the next range begins there";
  EXPECT_FALSE(map.find(24, 9));
  EXPECT_TRUE(map.find(31, 0));
  EXPECT_FALSE(map.find(32, 0)) << "a hole";
}

TEST(AddressMap, stripes_are_dealt_out_in_turn_and_are_contiguous_at_their_node) {
  AddressMap map;
  map.interleave({NodeId{7}, NodeId{3}}, 0x100, 0x40, 0x10);
  EXPECT_EQ(map.find(0x100), (Place{NodeId{7}, 0, 0x10}));
  EXPECT_EQ(map.find(0x11f), (Place{NodeId{3}, 0xf, 1}));
  EXPECT_EQ(map.find(0x124), (Place{NodeId{7}, 0x14, 0xc}));
  EXPECT_EQ(map.find(0x130), (Place{NodeId{3}, 0x10, 0x10}));
  EXPECT_FALSE(map.find(0x10c, 8)) << "over the border of a stripe";
}

TEST(AddressMap, the_whole_space_is_a_range) {
  AddressMap map;
  map.add(NodeId{0}, 1, ~std::uint64_t{0});
  EXPECT_EQ(map.find(~std::uint64_t{0}), (Place{NodeId{0}, ~std::uint64_t{0} - 1, 1}));
  EXPECT_FALSE(map.find(0));
}

TEST(AddressMap, refuses_what_is_no_range) {
  AddressMap map;
  map.add(NodeId{1}, 0x1000, 0x1000);
  const auto adding = [&map](std::uint64_t base, std::uint64_t size) {
    return mistake_in([&] { map.add(NodeId{2}, base, size); });
  };
  EXPECT_EQ(adding(0, 0), "an address range must not be empty");
  EXPECT_EQ(adding(2, ~std::uint64_t{0}), "an address range must end below 2^64");
  for (const auto& [base, size] : std::map<std::uint64_t, std::uint64_t>{
           {0xf00, 0x101}, {0xfff, 0x3000}, {0x1000, 1}, {0x1800, 0x10}, {0x1fff, 0x100}}) {
    EXPECT_TRUE(adding(base, size).ends_with(" overlaps [0x1000, 0x1fff]")) << base;
  }
  EXPECT_EQ(adding(0xf00, 0x101), "the address range [0xf00, 0x1000] overlaps [0x1000, 0x1fff]");
  EXPECT_EQ(adding(0xf00, 0x100), "");
  EXPECT_EQ(adding(0x2000, 0x100), "");
  for (const std::uint64_t stripe : {0u, 3u, 0x40u}) {
    EXPECT_EQ(mistake_in([&] {
                map.interleave({NodeId{0}, NodeId{1}}, 0x8000, 0x40, stripe);
              }),
              "the stripes of [0x8000, 0x803f] must fill it, as many for each of its nodes");
  }
  EXPECT_NE(mistake_in([&] { map.interleave({}, 0x8000, 0x40, 8); }), "");
}

TEST(AddressMap, every_address_of_random_maps_is_found_as_in_a_table) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomStream random(seed, 1);
    AddressMap map;
    std::map<std::uint64_t, Place> table;  // filled byte by byte
    std::map<std::uint32_t, std::uint64_t> used;
    std::uint64_t base = random.below(9);
    for (std::uint32_t range = 0; range < 5; ++range) {
      std::vector<NodeId> nodes;
      const std::uint64_t owners = 1 + random.below(3);
      for (std::uint32_t i = 0; i < owners; ++i) nodes.push_back(NodeId{range * 8 + i});
      const std::uint64_t stripe = 1 + random.below(6);
      const std::uint64_t size = stripe * nodes.size() * (1 + random.below(4));
      map.interleave(nodes, base, size, stripe);
      for (std::uint64_t byte = 0; byte < size; ++byte) {
        const NodeId owner = nodes[byte / stripe % nodes.size()];
        table.insert({base + byte, {owner, used[owner.value]++, stripe - byte % stripe}});
      }
      base += size + random.below(5);
    }
    for (std::uint64_t address = 0; address < base + 3; ++address) {
      const auto expected = table.find(address);
      ASSERT_EQ(map.find(address), expected == table.end() ? std::nullopt : std::optional(expected->second))
          << "seed " << seed << ", address " << address;
    }
  }
}

Network line_of_names(std::uint32_t nodes) {
  Network network("line");
  const std::size_t layout = network.add_layout({"e"});
  for (std::uint32_t i = 0; i < nodes; ++i) network.add_node("x" + std::to_string(i) + ".y0", layout);
  return network;
}

TEST(AddressMap, nodes_that_are_named_are_found_in_the_network) {
  const Network network = line_of_names(8);
  AddressMap map;
  map.add("x5.y0", 0, 16).add(NodeId{2}, 16, 16).add("3", 32, 16);
  map.interleave({"x1.y0", "x2.y0"}, 0x100, 0x20, 0x10);
  map.interleave(std::vector<std::string>{"x6.y0", "x7.y0"}, 0x200, 0x20, 0x10);
  EXPECT_NE(mistake_in([&] { map.find(0); }).find("the address map names nodes, such as 'x5.y0'"), std::string::npos);
  EXPECT_NE(mistake_in([&] { map.nodes(); }), "");
  map.resolve(network);
  EXPECT_EQ(map.find(0)->node, NodeId{5});
  EXPECT_EQ(map.find(16)->node, NodeId{2});
  EXPECT_EQ(map.find(32)->node, NodeId{3});
  EXPECT_EQ(map.find(0x110)->node, NodeId{2});
  EXPECT_EQ(map.find(0x200)->node, NodeId{6});
  map.resolve(network);  // none is left
  EXPECT_EQ(map.find(0)->node, NodeId{5});
}

TEST(AddressMap, a_name_that_is_none_is_refused_with_the_nearest) {
  AddressMap map;
  map.add("x5.y00", 0, 16);
  EXPECT_EQ(mistake_in([&] { map.resolve(line_of_names(8)); }),
            "the address map: no node 'x5.y00'; did you mean 'x5.y0'?");
  EXPECT_NE(mistake_in([&] { map.add("x1.y0", 8, 16); }).find("overlaps"), std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test

#include "models/srt/topology.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "models/network/metrics.hpp"

namespace kintsugi::srt {
namespace {

using Pairs = std::map<std::string, std::set<std::pair<unsigned, unsigned>>>;  // by kind, smaller node first

std::pair<unsigned, unsigned> ordered(unsigned a, unsigned b) {
  return {std::min(a, b), std::max(a, b)};
}

Pairs pairs_of(const Network& network) {
  Pairs pairs;
  for (const Link& link : network.links()) {
    const bool fresh =
        pairs[network.kinds()[link.kind.value]].insert(ordered(link.a.node.value, link.b.node.value)).second;
    EXPECT_TRUE(fresh) << "one link, not two";
  }
  return pairs;
}

std::string kind_name(unsigned level) {
  return level == 0 ? "base" : "level " + std::to_string(level);
}

TEST(SrtTopology, ring_links_are_those_of_the_definition) {
  for (unsigned n = 2; n <= 8; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      const Ring ring{n, T};
      Pairs expected;
      for (unsigned x = 0; x < ring.size(); ++x) {
        for (const unsigned level : {0u, ring.level(x)}) {
          expected[kind_name(level)].insert(ordered(x, ring.wrap(x + (1u << level))));
        }
      }
      EXPECT_EQ(pairs_of(make_network(ring)), expected) << "n " << n << " T " << T;
    }
  }
}

TEST(SrtTopology, torus_links_are_those_of_the_definition) {
  for (unsigned T = 0; T <= 3; ++T) {
    for (unsigned s = 1; s < 8; s += 2) {
      const Torus torus{3, T, s};
      Pairs expected;
      for (unsigned y = 0; y < 8; ++y) {
        for (unsigned x = 0; x < 8; ++x) {
          for (const unsigned level : {0u, torus.level(x, y)}) {
            for (const NodeId far : {torus.node(x + (1u << level), y), torus.node(x, y + (1u << level))}) {
              expected[kind_name(level)].insert(ordered(torus.node(x, y).value, far.value));
            }
          }
        }
      }
      EXPECT_EQ(pairs_of(make_network(torus)), expected) << "T " << T << " s " << s;
    }
  }
}

TEST(SrtTopology, names_and_ports_are_fixed) {
  const Network ring = make_network(Ring{3, 3});
  EXPECT_EQ(ring.name(), "1D-SRT(3,3)");
  EXPECT_EQ(ring.describe({NodeId{5}, ring_port::kEast}), "n5.e");
  EXPECT_EQ(ring.describe({NodeId{5}, ring_port::kWest}), "n5.w");
  EXPECT_EQ(ring.describe({NodeId{5}, ring_port::kBypassEast}), "n5.bypass_e");
  EXPECT_EQ(ring.describe({NodeId{5}, ring_port::kBypassWest}), "n5.bypass_w");
  const Network torus = make_network(Torus{3, 3, 5});
  EXPECT_EQ(torus.name(), "2D-SRT(3,3,5)");
  const std::vector<std::pair<PortId, std::string>> ports{{torus_port::kEast, "e"},
                                                          {torus_port::kWest, "w"},
                                                          {torus_port::kNorth, "n"},
                                                          {torus_port::kSouth, "s"},
                                                          {torus_port::kBypassEast, "bypass_e"},
                                                          {torus_port::kBypassWest, "bypass_w"},
                                                          {torus_port::kBypassNorth, "bypass_n"},
                                                          {torus_port::kBypassSouth, "bypass_s"}};
  for (const auto& [port, name] : ports) EXPECT_EQ(torus.describe({NodeId{8 * 4 + 3}, port}), "x3.y4." + name);
  EXPECT_EQ(torus.ports(NodeId{0}).size(), torus_port::kCount);
  const Network space = make_network(Torus{3, 3, 5, 3});
  EXPECT_EQ(space.name(), "3D-SRT(3,3,5)");
  EXPECT_EQ(space.node_name(NodeId{64 * 2 + 8 * 4 + 3}), "x3.y4.z2");
  EXPECT_EQ(space.ports(NodeId{0}), (PortLayout{"e", "w", "n", "s", "u", "d", "bypass_e", "bypass_w", "bypass_n",
                                                "bypass_s", "bypass_u", "bypass_d"}));
}

/// The wires of a wafer's bundle (one ring of one level each) for n, T <= n - 2, as its bunch switches know them: which
/// wire the node with ring coordinate X is on, the level of a wire, whether it has a wrap.
struct Bundle {
  unsigned n;
  unsigned T;
  unsigned wire_of(unsigned X) const {
    const unsigned zeros = X == 0 ? n : static_cast<unsigned>(std::countr_zero(X));
    if (T == n) return zeros <= n - 2 ? zeros + 1 : 0;
    return std::min(zeros + 1, T + 2);
  }
  unsigned level_of(unsigned wire) const { return T == n ? wire : std::min(wire, T + 1); }
  bool wraps(unsigned wire) const { return wire == 0 || (1u << level_of(wire)) < (1u << n) / 2; }
};

/// Where a wire leads from position p, ahead or behind; nothing at the end of a wire without a wrap.
std::optional<unsigned> along(const Bundle& bundle, unsigned wire, unsigned p, bool ahead) {
  const unsigned size = 1u << bundle.n;
  const unsigned length = wire == 0 ? 1 : 1u << bundle.level_of(wire);
  if (!bundle.wraps(wire) && (ahead ? p + length >= size : p < length)) return std::nullopt;
  return (p + (ahead ? length : size - length)) % size;
}

struct PortOnWire {
  PortId port;
  PortId far_port;
  bool bypass;
  bool in_row;
  bool ahead;
};
const std::vector<PortOnWire> kPortsOnWires{{torus_port::kEast, torus_port::kWest, false, true, true},
                                            {torus_port::kWest, torus_port::kEast, false, true, false},
                                            {torus_port::kSouth, torus_port::kNorth, false, false, true},
                                            {torus_port::kNorth, torus_port::kSouth, false, false, false},
                                            {torus_port::kBypassEast, torus_port::kBypassWest, true, true, true},
                                            {torus_port::kBypassWest, torus_port::kBypassEast, true, true, false},
                                            {torus_port::kBypassSouth, torus_port::kBypassNorth, true, false, true},
                                            {torus_port::kBypassNorth, torus_port::kBypassSouth, true, false, false}};

/// What the wafer's wire joins this port of node (x, y) to.
std::optional<PortRef> far_on_wafer(const Torus& torus, unsigned x, unsigned y, const PortOnWire& port) {
  const Bundle bundle{torus.n, torus.T};
  const unsigned wire = port.bypass ? bundle.wire_of((x + torus.s * y) % torus.size()) : 0;
  if (port.bypass && wire == 0) return std::nullopt;
  const auto far = along(bundle, wire, port.in_row ? x : y, port.ahead);
  if (!far) return std::nullopt;
  return PortRef{port.in_row ? torus.node(*far, y) : torus.node(x, *far), port.far_port};
}

void expect_ports_as_on_wafer(const Torus& torus) {
  const Network network = make_network(torus);
  for (unsigned y = 0; y < torus.size(); ++y) {
    for (unsigned x = 0; x < torus.size(); ++x) {
      for (const PortOnWire& port : kPortsOnWires) {
        const PortRef here{torus.node(x, y), port.port};
        ASSERT_EQ(network.peer(here), far_on_wafer(torus, x, y, port))
            << network.name() << " " << network.describe(here);
      }
    }
  }
}

TEST(SrtTopology, every_port_meets_the_one_the_wafers_wire_joins_it_to) {
  for (unsigned n = 2; n <= 5; ++n) {
    for (unsigned s = 1; s < 1u << n; s += 2) {
      expect_ports_as_on_wafer({n, n, s});
      for (unsigned T = 0; T + 2 <= n; ++T) expect_ports_as_on_wafer({n, T, s});
    }
  }
}

template <class Shape>
void expect_representatives_stand_for_all(const Shape& shape) {
  Network network = make_network(shape);
  const Metrics some = measure(network);
  network.set_representatives({});
  const Metrics all = measure(network);
  EXPECT_EQ(some.diameter, all.diameter) << network.name();
  EXPECT_EQ(some.average_distance, all.average_distance) << network.name();
}

TEST(SrtTopology, representatives_stand_for_all_nodes) {
  for (unsigned n = 2; n <= 7; ++n) {
    for (unsigned T = 0; T <= n; ++T) expect_representatives_stand_for_all(Ring{n, T});
  }
  for (unsigned n = 2; n <= 4; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      for (unsigned s = 1; s < 1u << n; s += 2) expect_representatives_stand_for_all(Torus{n, T, s});
    }
  }
  for (unsigned n = 2; n <= 3; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      for (unsigned s = 1; s < 1u << n; s += 2) expect_representatives_stand_for_all(Torus{n, T, s, 3});
    }
  }
}

// ---- Table 1 of Inoguchi and Horiguchi 1996: 40 diameters ----------------------------------------------------------

unsigned ring_diameter(Variant variant, unsigned n) {
  return measure(make_network(Ring{n, period_exponent(variant, n)})).diameter;
}

unsigned torus_diameter(Variant variant, bool uniform, unsigned n) {
  const unsigned T = period_exponent(variant, n);
  return measure(make_network(Torus{n, T, uniform ? uniform_shift(n, T) : 1})).diameter;
}

struct TorusRow {
  Variant variant;
  bool uniform;
  std::vector<unsigned> diameters;  // 256, 1k, 4k, 16k, 64k nodes
};
const std::vector<TorusRow> kTorusRows{
    {Variant::kStandard, false, {7, 9, 13, 17, 21}}, {Variant::kLong, false, {6, 8, 10, 14, 18}},
    {Variant::kShort, false, {6, 8, 10, 14, 17}},    {Variant::kStandard, true, {6, 8, 11, 13, 16}},
    {Variant::kLong, true, {6, 7, 9, 12, 14}},       {Variant::kShort, true, {6, 8, 10, 12, 15}}};

TEST(SrtTopology, diameters_of_rings_are_those_of_the_paper) {
  const std::map<Variant, std::vector<unsigned>> rows{
      {Variant::kStandard, {17, 25, 41}}, {Variant::kLong, {13, 21, 33}}, {Variant::kShort, {12, 20, 30}}};
  for (const auto& [variant, diameters] : rows) {
    for (unsigned i = 0; i < diameters.size(); ++i) EXPECT_EQ(ring_diameter(variant, 8 + 2 * i), diameters[i]);
  }
}

TEST(SrtTopology, diameters_of_tori_are_those_of_the_paper) {
  for (const TorusRow& row : kTorusRows) {
    for (unsigned n = 4; n <= 6; ++n) EXPECT_EQ(torus_diameter(row.variant, row.uniform, n), row.diameters[n - 4]);
  }
}

TEST(SrtTopology, slow_diameters_from_16k_nodes_on_are_those_of_the_paper) {
  EXPECT_EQ(ring_diameter(Variant::kShort, 14), 45u);
  for (const TorusRow& row : kTorusRows) {
    for (unsigned n = 7; n <= 8; ++n) EXPECT_EQ(torus_diameter(row.variant, row.uniform, n), row.diameters[n - 4]);
  }
}

}  // namespace
}  // namespace kintsugi::srt

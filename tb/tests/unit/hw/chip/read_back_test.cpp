// Repaired wafers read back from the hardware: the bitstream goes in through the chain; the states of the switch
// modules afterwards, and the ends that the routers have resolved for their ports, make exactly the logical network.
#include "models/fabric/extraction.hpp"
#include "models/repair/random_defects.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

class ReadBack {
 public:
  ReadBack(std::int64_t n, const std::string& variant, const std::string& shift, unsigned tracks,
           const std::string& isolate = "false")
      : bench_("srt2d", srt2d(n, variant, shift), "monotone", {}, true, 2,
               {{"tracks", std::int64_t{tracks}}, {"isolate", isolate}}),
        extractor_(fabric()),
        largest_(n == 2   ? 5
                 : n == 3 ? 12
                          : 20) {
    elaborate();
    const Network& network = bench_.network();
    for (std::uint16_t port = 0; port < fabric().layout.size(); ++port) {
      network_port_.push_back(network.port_named(NodeId{0}, fabric().layout[port]));
    }
  }

  /// Checks so many repaired maps of 0 to `largest_` defects; skips maps without a repair.
  void expect_logical_networks(unsigned maps) {
    unsigned done = 0;
    for (std::uint64_t seed = 0; done < maps; ++seed) {
      ASSERT_LT(seed, maps * 3u) << "hardly any map can be repaired";
      const DefectMap defects = random_defects(fabric().sites.size(), seed % (largest_ + 1), seed);
      const Repair repair = bench_.fabric->repair(defects, {.explain = false});
      if (!repair.repairable) continue;
      bench_.load(stream_of(fabric(), repair.configuration), repair.placement);
      ASSERT_EQ(bench_.chip->configuration().chain().phase(), ConfigChain::Phase::kActive)
          << bench_.chip->configuration().chain().error();
      ASSERT_EQ(states_complaint(repair), "") << print(defects);
      ASSERT_EQ(paths_complaint(repair.placement), "") << print(defects);
      ++done;
    }
  }

  /// Sets every field of a repaired wafer to every wrong value, one at a time, and expects the states and the routers
  /// to differ.
  void expect_wrong_fields_to_be_seen(const DefectMap& defects) {
    const Repair repair = bench_.fabric->repair(defects, {});
    std::size_t seen = 0, wrong_values = 0;
    for (std::size_t i = 0; i < fabric().fields.size(); ++i) {
      const ConfigField& field = fabric().fields[i];
      for (unsigned value = 0; value < field.states; ++value) {
        Configuration wrong = repair.configuration;
        if (wrong[i] == value) continue;
        wrong[i] = static_cast<SwitchState>(value);
        bench_.load(stream_of(fabric(), wrong), repair.placement);
        const bool states_wrong = !states_complaint(repair).empty();
        const bool paths_wrong = !paths_complaint(repair.placement).empty();
        // A PE connected to a wire that ends differs in the states only; an unused track switch differs in neither.
        if (i < track_fields()) {
          ASSERT_EQ(states_wrong, paths_wrong) << field.name;
        } else {
          ASSERT_TRUE(states_wrong) << field.name;
        }
        seen += paths_wrong;
        ++wrong_values;
      }
    }
    EXPECT_GT(seen, wrong_values / 2);
    EXPECT_LT(seen, wrong_values);
  }

 private:
  const Fabric& fabric() const { return bench_.fabric->fabric(); }

  std::size_t track_fields() const { return fabric().fields.size() - fabric().sites.size(); }

  std::string states_complaint(const Repair& repair) const {
    const ExtractedNetwork extracted = extractor_.extract(bench_.chip->configuration().read_back());
    return difference(extracted, bench_.network(), repair.placement, fabric()).value_or("");
  }

  /// Compares every port of every router with the network's links, without the extraction.
  std::string paths_complaint(const Placement& placement) const {
    if (bench_.chip->nodes().placement() != placement) return "another placement";
    for (std::uint32_t site = 0; site < bench_.chip->sites(); ++site) {
      const Router& router = bench_.chip->router(SiteId{site});
      if (router.node() != placement.node_at[site]) return std::string(router.name()) + " is another node";
      for (std::uint16_t port = 0; port < router.network_ports(); ++port) {
        if (!right(router, PortId{port})) return std::string(router.name()) + " port " + fabric().layout[port];
      }
    }
    return "";
  }

  bool right(const Router& router, PortId port) const {
    const LinkTransmitter& link = router.link(port);
    if (router.node() == kNoNode) return link.open();
    const auto peer = bench_.network().peer({router.node(), network_port_[port.value]});
    if (!peer || link.open()) return !peer && link.open();
    const Router& far = bench_.chip->modules().router_at(router.far(port));
    return far.node() == peer->node && network_port_[router.far(port).port.index()] == peer->port;
  }

  std::string print(const DefectMap& defects) const {
    std::string text = "defects:";
    for (const SiteId site : defects) text += " " + fabric().sites[site.value].name;
    return text;
  }

  Bench bench_;
  NetworkExtractor extractor_;
  std::size_t largest_;
  std::vector<PortId> network_port_;  // by port of the fabric's routers
};

TEST(ReadBack, every_wrong_field_is_seen) {
  ReadBack(2, "standard", "1-shift", 1).expect_wrong_fields_to_be_seen({SiteId{7}, SiteId{20}});
}

TEST(ReadBack, n_4_standard) {
  ReadBack(2, "standard", "1-shift", 1).expect_logical_networks(test::part_of(500, 2000));
}
TEST(ReadBack, n_4_long) {
  ReadBack(2, "long", "uniform", 1).expect_logical_networks(test::part_of(500, 2000));
}
TEST(ReadBack, n_4_standard_two_tracks) {
  ReadBack(2, "standard", "1-shift", 2).expect_logical_networks(test::part_of(500, 2000));
}

TEST(ReadBack, n_4_standard_with_isolation) {
  ReadBack(2, "standard", "1-shift", 1, "true").expect_logical_networks(500);
}
TEST(ReadBack, n_8_long_two_tracks_with_isolation) {
  ReadBack(3, "long", "uniform", 2, "true").expect_logical_networks(100);
}

TEST(ReadBack, n_8_standard) {
  ReadBack(3, "standard", "1-shift", 1).expect_logical_networks(200);
}
TEST(ReadBack, slow_n_8_standard) {
  ReadBack(3, "standard", "1-shift", 1).expect_logical_networks(test::part_of(500, 2000));
}
TEST(ReadBack, slow_n_8_standard_uniform) {
  ReadBack(3, "standard", "uniform", 1).expect_logical_networks(test::part_of(500, 2000));
}
TEST(ReadBack, slow_n_8_long) {
  ReadBack(3, "long", "uniform", 1).expect_logical_networks(test::part_of(500, 2000));
}
TEST(ReadBack, slow_n_8_short) {
  ReadBack(3, "short", "1-shift", 1).expect_logical_networks(test::part_of(500, 2000));
}
TEST(ReadBack, n_8_standard_two_tracks) {
  ReadBack(3, "standard", "1-shift", 2).expect_logical_networks(200);
}
TEST(ReadBack, slow_n_8_standard_two_tracks) {
  ReadBack(3, "standard", "1-shift", 2).expect_logical_networks(test::part_of(500, 2000));
}
TEST(ReadBack, slow_n_8_long_two_tracks) {
  ReadBack(3, "long", "1-shift", 2).expect_logical_networks(test::part_of(500, 2000));
}
TEST(ReadBack, slow_n_8_short_two_tracks) {
  ReadBack(3, "short", "uniform", 2).expect_logical_networks(test::part_of(500, 2000));
}

TEST(ReadBack, n_16_standard) {
  ReadBack(4, "standard", "1-shift", 1).expect_logical_networks(50);
}
TEST(ReadBack, slow_n_16_standard) {
  ReadBack(4, "standard", "1-shift", 1).expect_logical_networks(test::part_of(80, 2000));
}
TEST(ReadBack, slow_n_16_long) {
  ReadBack(4, "long", "uniform", 1).expect_logical_networks(test::part_of(80, 2000));
}
TEST(ReadBack, slow_n_16_short) {
  ReadBack(4, "short", "1-shift", 1).expect_logical_networks(test::part_of(80, 2000));
}

}  // namespace
}  // namespace kintsugi::test

// A whole chip on a fabric in Icarus Verilog against the SystemC chip, from reset: the chain loads the stream, the
// sites are told their nodes, and the PEs send the same packets. Every flit that leaves a router and every flit that a
// PE takes is compared: cycle, port, channel, head and tail, packet.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "hw/rtl/chip_rtl.hpp"
#include "models/random/random.hpp"
#include "models/repair/random_defects.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/router/wiretap.hpp"
#include "tb/tests/unit/hw/rtl/rtl_project.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

using Lines = std::vector<std::string>;

struct ChipCase {
  std::string kind;
  Parameters network;
  std::string routing;
  unsigned vcs = 2;
  std::size_t defects = 3;
  RouterParameters router = {};
  LinkTiming link = {};
  unsigned packets = 1000;
  std::uint32_t cycles = 100;  ///< in which they are created
  bool by_rings = false;       ///< a map that straight paths do not repair
};

/// Packets of one to five flits, more than the network carries in these cycles.
std::vector<rtl::BenchPacket> random_packets(const ChipCase& chosen, std::uint32_t nodes) {
  RandomStream random(7, 0);
  std::vector<rtl::BenchPacket> packets;
  for (unsigned i = 0; i < chosen.packets; ++i) {
    const auto source = static_cast<std::uint32_t>(random.below(nodes));
    const auto way = 1 + static_cast<std::uint32_t>(random.below(nodes - 1));
    packets.push_back({i * chosen.cycles / chosen.packets, NodeId{source}, NodeId{(source + way) % nodes},
                       1 + static_cast<unsigned>(random.below(5))});
  }
  return packets;
}

/// The chip of the model, with defects that it has repaired.
class ModelChip {
 public:
  explicit ModelChip(const ChipCase& chosen)
      : bench_(chosen.kind, chosen.network, chosen.routing, parameters(chosen), true, chosen.vcs),
        packets_(random_packets(chosen, static_cast<std::uint32_t>(bench_.network().nodes()))),
        router_(chosen.router) {
    elaborate();
    const std::size_t sites = bench_.fabric->fabric().sites.size();
    Defects defects;
    for (std::uint64_t seed = 1; !repair_.repairable || repair_.rings.empty() == chosen.by_rings; ++seed) {
      defects = random_defects(sites, chosen.defects, seed);
      repair_ = bench_.fabric->repair(defects, {.explain = false});
    }
    bench_.load(stream_of(bench_.fabric->fabric(), repair_.configuration), repair_.placement, repair_.message);
    EXPECT_EQ(bench_.chip->configuration().chain().phase(), ConfigChain::Phase::kActive);
    EXPECT_EQ(defects.size(), chosen.defects);
  }

  rtl::ChipRtl request() const {
    return {&bench_.network(),
            bench_.relation.get(),
            &bench_.fabric->fabric(),
            repair_.configuration,
            repair_.placement,
            {router_.buffer, router_.latency, 0},
            link_cycles(),
            packets_,
            32};
  }

  /// Sends the packets. Returns a line for each flit, as the bench writes it.
  Lines run() {
    const Cycle start = bench_.clock().next();
    bench_.record.keeps_flits = true;
    for (const rtl::BenchPacket& each : packets_) {
      bench_.send(start + each.cycle, each.source, each.destination, static_cast<std::uint16_t>(each.flits));
    }
    const Wiretap wiretap(*bench_.chip);
    bench_.start();
    for (unsigned i = 0; i < 100 && bench_.record.arrivals.size() < packets_.size(); ++i) bench_.run(100);
    EXPECT_EQ(bench_.record.arrivals.size(), packets_.size());
    Lines lines;
    for (const Sighting& each : wiretap.all()) lines.push_back(line(each, start));
    for (const Record::FlitArrival& each : bench_.record.flit_arrivals) lines.push_back(line(each, start));
    std::ranges::sort(lines);
    return lines;
  }

 private:
  static ChipParameters parameters(const ChipCase& chosen) {
    ChipParameters all;
    all.router = chosen.router;
    all.link = chosen.link;
    return all;
  }

  std::vector<unsigned> link_cycles() const {
    std::vector<unsigned> cycles;
    for (std::uint32_t site = 0; site < bench_.chip->sites(); ++site) {
      const Router& router = bench_.chip->router(SiteId{site});
      for (const PortId port : ids<PortId>(router.network_ports())) {
        cycles.push_back(router.link(port).open() ? 1 : router.link(port).latency());
      }
    }
    return cycles;
  }

  std::uint64_t number(NodeId source, std::uint64_t serial) const {
    return serial * bench_.network().nodes() + source.value;
  }

  std::string line(const Sighting& each, Cycle start) const {
    std::ostringstream text;
    text << each.cycle - start << ' ' << each.site.value << ' ' << each.port.value << ' ' << each.flit.head() << ' '
         << each.flit.tail() << ' ' << unsigned{each.flit.vc.value} << ' ' << number(each.source, each.serial);
    return text.str();
  }

  std::string line(const Record::FlitArrival& each, Cycle start) const {
    std::uint64_t serial = 0;
    for (const rtl::BenchPacket& packet : packets_) {
      if (packet.source != each.source || serial++ != each.serial) continue;
      std::ostringstream text;
      text << each.cycle - start << ' ' << repair_.placement.site_of[packet.destination.value].value << " arrives "
           << number(each.source, each.serial);
      return text.str();
    }
    return "a packet that was not sent";
  }

  Bench bench_;
  std::vector<rtl::BenchPacket> packets_;
  RouterParameters router_;
  Repair repair_;
};

Lines sorted_lines(const std::string& text) {
  Lines lines;
  std::istringstream from(text);
  for (std::string line; std::getline(from, line);) lines.push_back(line);
  std::ranges::sort(lines);
  return lines;
}

/// Returns a line that only one of both has; empty if there is none.
std::string first_difference(const Lines& model, const Lines& rtl) {
  Lines only;
  std::ranges::set_symmetric_difference(model, rtl, std::back_inserter(only));
  return only.empty() ? "" : only.front();
}

/// Returns a text in which two lines, of those that are no comments, have changed their places.
std::string with_lines_swapped(const std::string& text, std::size_t a, std::size_t b) {
  Lines lines;
  std::istringstream from(text);
  for (std::string line; std::getline(from, line);) {
    if (!line.starts_with("//")) lines.push_back(line);
  }
  std::swap(lines.at(a), lines.at(b));
  std::string all;
  for (const std::string& line : lines) all += line + '\n';
  return all;
}

unsigned test_packets(unsigned whole) {
  return part_of(whole / 8, whole);
}

const Parameters kThreeByThree{{"sides", std::vector<std::int64_t>{3, 3}}};

ChipCase wafer() {
  return {.kind = "srt2d",
          .network = srt2d(2, "standard"),
          .routing = "monotone",
          .router = {2, 4, 1},
          .link = {1, {}, 4},
          .packets = test_packets(800),
          .cycles = 80};
}

ChipCase array(std::int64_t n) {
  return {.kind = "sse",
          .network = {{"n", n}, {"scheme", "exp2"}},
          .routing = "destination-tag",
          .vcs = 3,
          .defects = 1,
          .router = {3, 4, 1},
          .link = {1, {}, 3},
          .packets = test_packets(300),
          .cycles = 150};
}

/// Compares the chip with the model: every flit of every router, every arrival.
void expect_equal(const ChipCase& chosen, std::size_t least_lines) {
  ModelChip chip(chosen);
  const rtl::ChipRtl request = chip.request();
  const RtlProject project(rtl::chip_rtl(request));
  const Lines model = chip.run();
  ASSERT_GT(std::ranges::max(request.link_cycles), 1u);
  ASSERT_EQ(project.compile_bench(), "");
  const std::string said = project.simulate("+trace");
  EXPECT_TRUE(said.ends_with(" cycles\nPASS\n")) << said;
  EXPECT_EQ(first_difference(model, sorted_lines(project.read("trace.txt"))), "");
  EXPECT_GT(model.size(), least_lines);
}

TEST(RtlChip, slow_a_wafer_with_three_defects_loads_routes_and_delivers_flit_for_flit_as_the_model) {
  expect_equal(wafer(), part_of(300, 5000));
}

/// A repair with diagonal moves of a small network.
ChipCase by_rings(const std::string& kind, const Parameters& network, const std::string& routing, std::size_t defects) {
  return {.kind = kind,
          .network = network,
          .routing = routing,
          .defects = defects,
          .router = {2, 4, 1},
          .link = {1, {}, 2},
          .packets = 24,
          .cycles = 12,
          .by_rings = true};
}

TEST(RtlChip, slow_a_torus_that_only_rings_repair_delivers_flit_for_flit_as_the_model) {
  expect_equal(by_rings("torus", kThreeByThree, "dimension-order", 6), 60);
}

TEST(RtlChip, slow_a_mesh_that_only_rings_repair_delivers_flit_for_flit_as_the_model) {
  expect_equal(by_rings("mesh", kThreeByThree, "dimension-order", 6), 60);
}

TEST(RtlChip, slow_an_srt_that_only_rings_repair_delivers_flit_for_flit_as_the_model) {
  if (!runs_whole_tests()) GTEST_SKIP() << "the routers of 32 PEs of an SRT take a minute to compile";
  expect_equal(by_rings("srt2d", srt2d(2, "standard"), "monotone", 9), 60);
}

TEST(RtlChip, an_array_loads_routes_and_delivers_flit_for_flit_as_the_model) {
  expect_equal(array(part_of(3, 4)), part_of(120, 1000));
}

class RtlChipMutants : public testing::Test {
 protected:
  ModelChip chip_{array(3)};
  std::vector<RtlFile> files_ = rtl::chip_rtl(chip_.request());

  std::string text_of(const std::string& name) const { return std::ranges::find(files_, name, &RtlFile::name)->text; }
  void compile(const RtlProject& project) const {
    project.write("kt_bench.sv", std::regex_replace(text_of("kt_bench.sv"), std::regex("Patience = [0-9]+"),
                                                    "Patience = 150"));  // for flits that never come
    EXPECT_EQ(project.run("iverilog -g2012 -c bench.f -o bench.vvp"), "");
  }
};

/// Both are in files that the compiled bench reads.
TEST_F(RtlChipMutants, sites_with_the_node_of_each_other_fail_and_another_link_time_only_the_comparison_finds) {
  const RtlProject project(files_);
  compile(project);
  std::string links = text_of("links.memh");
  const std::size_t slow = links.find("\n00000001");
  ASSERT_NE(slow, std::string::npos);
  links[slow + 8] = '0';
  project.write("links.memh", links);
  const std::string other_time = project.simulate("+trace");
  EXPECT_TRUE(other_time.ends_with("PASS\n")) << "without the cycles of the model: " << other_time;
  EXPECT_NE(first_difference(chip_.run(), sorted_lines(project.read("trace.txt"))), "");
  project.write("links.memh", text_of("links.memh"));
  const auto& sites = chip_.request().placement.site_of;
  project.write("placement.memh", with_lines_swapped(text_of("placement.memh"), sites.at(1).value, sites.at(6).value));
  const std::string other_nodes = project.simulate("+trace");
  EXPECT_TRUE(other_nodes.ends_with("FAIL\n")) << other_nodes;
}

TEST_F(RtlChipMutants, a_stream_that_the_chain_refuses_ends_the_bench) {
  const RtlProject project(files_);
  compile(project);
  std::string stream = text_of("bitstream.memh");
  char& last = stream.at(stream.find_last_not_of('\n'));
  last = last == '0' ? '1' : '0';
  project.write("bitstream.memh", stream);
  EXPECT_EQ(project.simulate(), "the chain refuses the stream: its phase is refused; no packets are sent\nFAIL\n");
}

TEST_F(RtlChipMutants, credits_that_do_not_pass_the_lanes) {
  std::string text = text_of("kt_site_lanes.sv");
  const std::string right = "assign credit_valid = active_i & credit_valid_i[p];";
  ASSERT_NE(text.find(right), std::string::npos);
  text.replace(text.find(right), right.size(), "assign credit_valid = 1'b0;");
  const RtlProject project(files_);
  project.write("kt_site_lanes.sv", text);
  compile(project);
  const std::string said = project.simulate("+trace");
  EXPECT_TRUE(said.ends_with("FAIL\n")) << said;
}

}  // namespace
}  // namespace kintsugi::test

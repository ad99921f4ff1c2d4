// The energy of runs: lone packets by hand, and every other run compared with the routes in its packet log, each hop
// along the switches and wires that the models give it, and with the flits that are seen on the links cycle by cycle.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "models/fabric/link_path.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using Strings = std::vector<std::string>;

const std::string kConstantsOfOne = " energy: {router: 1, wire: 1, switch: 1, leakage: 1, flit_bytes: 8},";

const std::string kMeteredMesh = "{network: {kind: mesh, sides: [4, 5]}, traffic: {rate: 0.1, flits: 3}," +
                                 kConstantsOfOne + " run: {cycles: 800, warmup: 0}}";
const std::string kMeteredWafer =
    "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[3, 4], [5, 2], [6, 7]]}, "
    "traffic: {rate: 0.05, flits: 3}," +
    kConstantsOfOne + " run: {cycles: 1000, warmup: 0}}";
const std::string kMeteredFaults =
    "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[6, 7]]}, traffic: {rate: 0.05, flits: 3},"
    " faults: [{cycle: 400, pe: [3, 4]}, {cycle: 700, pe: [5, 5]}]," +
    kConstantsOfOne + " run: {cycles: 1500, warmup: 0}}";
const std::string kMeteredArray =
    "{network: {kind: sse, n: 4, scheme: sft2}, traffic: {rate: 0.05, flits: 3}, faults: [{cycle: 400, pe: 3}]," +
    kConstantsOfOne + " run: {cycles: 1000, warmup: 0}}";
const std::string kMeteredMulticast =
    "{network: {kind: mesh, sides: [4, 4]}, traffic: {rate: 0.05, flits: 3, multicast: {rate: 0.002}}," +
    kConstantsOfOne + " run: {cycles: 1000, warmup: 0}}";
const std::string kMeteredDetection =
    "{network: {kind: mesh, sides: [4, 4]}, router: {routing: nue, vcs: 4}, traffic: {rate: 0.2, flits: 4},"
    " detection: {timeout: 40, retries: 3}, faults: [{cycle: 300, link: [5, 6]}, "
    "{cycle: 200, link: [1, 2], corrupt: 0.1}]," +
    kConstantsOfOne + " run: {cycles: 900, warmup: 0}}";

json metered_report(const std::string& scenario, const Strings& more = {}) {
  const ToolResult result = run_tool(with({"run", scenario, "--json", "--quiet"}, more));
  EXPECT_LE(result.status, 1) << result.err;
  return json::parse(result.out);
}

/// A run of a packet log with routes, its lines beside its report.
struct MeteredRun {
  explicit MeteredRun(const std::string& scenario) {
    const TemporaryDirectory directory;
    std::filesystem::create_directories(directory.path());
    report = metered_report(scenario, {"--packets", (directory.path() / "log.jsonl").string(), "--route"});
    for (const std::string& line : lines_of(directory.read("log.jsonl"))) lines.push_back(json::parse(line));
  }
  json report;
  std::vector<json> lines;  // the first one says what the run was
};

/// What flits pass between two routers.
struct PassedByAFlit {
  std::uint64_t pitches = 0;
  std::uint64_t switches = 0;
};

/// Where the links of a fabric lead, in the configurations that the planner makes one after the other.
class FabricEpochs {
 public:
  explicit FabricEpochs(const std::string& scenario) : input_(load_text(scenario, "energy")), paths_(fabric()) {
    for (std::size_t i = 0; i < fabric().sites.size(); ++i) site_of_[fabric().sites[i].name] = SiteId::from(i);
    for (std::size_t i = 0; i < fabric().layout.size(); ++i) port_of_[fabric().layout[i]] = PortId::from(i);
    Defects defects = input_.setup.defects;
    CheckedRepair repair = check_repair(input_.scenario, input_.setup);
    states_.push_back(switch_states(fabric(), repair.repair.configuration));
    for (const Fault& fault : input_.setup.faults) {
      defects.add(fault);
      repair = check_repair(input_.scenario, input_.setup, defects, fabric(), repair.repair.paths, repair.repair.rings);
      states_.push_back(switch_states(fabric(), repair.repair.configuration));
    }
  }
  /// Returns what a flit passes that leaves by a port after so many reconfigurations.
  PassedByAFlit passed(const std::string& site, const std::string& port, std::size_t epoch) const {
    const LinkPath path = paths_.from({site_of_.at(site), port_of_.at(port)}, states_.at(epoch));
    EXPECT_TRUE(path.end) << site << ' ' << port;
    return {path.pitches, path.passages.size()};
  }

 private:
  const Fabric& fabric() const { return input_.setup.fabric->fabric(); }

  Input input_;
  LinkPaths paths_;
  std::vector<SwitchStates> states_;
  std::map<std::string, SiteId> site_of_;
  std::map<std::string, PortId> port_of_;
};

/// Returns how many reconfigurations have switched before a cycle.
std::size_t epoch_of(const json& head, std::uint64_t cycle) {
  std::size_t switched = 0;
  for (const json& phase : head.at("phases")) switched += phase.at("name") == "switch" && phase.at("to") < cycle;
  return switched;
}

/// Expects the counts of the energy to be those of the routes, which the drain has completed.
void expect_counts_of_routes(const std::string& scenario, std::size_t reconfigurations) {
  const MeteredRun run(scenario);
  const FabricEpochs epochs(scenario);
  std::uint64_t routers = 0, pitches = 0, switches = 0;
  std::set<std::size_t> seen;
  for (std::size_t line = 1; line < run.lines.size(); ++line) {
    const std::uint64_t flits = run.lines[line].at("flits");
    for (const json& hop : run.lines[line].at("route")) {
      routers += flits;
      if (hop.at(2) == "local") continue;
      const std::size_t epoch = epoch_of(run.lines.front(), hop.at(4));
      const PassedByAFlit passed = epochs.passed(hop.at(0), hop.at(2), epoch);
      pitches += flits * passed.pitches;
      switches += flits * passed.switches;
      seen.insert(epoch);
    }
  }
  const json& energy = run.report.at("energy");
  EXPECT_EQ(seen.size(), reconfigurations + 1) << "packets before and after each reconfiguration";
  EXPECT_GT(pitches, 1000u) << "nothing is tested";
  EXPECT_EQ(energy.at("flit_routers"), routers);
  EXPECT_EQ(energy.at("flit_pitches"), pitches);
  EXPECT_EQ(energy.at("flit_switches"), switches);
  EXPECT_EQ(energy.at("router").get<double>(), static_cast<double>(routers));
  EXPECT_EQ(energy.at("wire").get<double>(), static_cast<double>(pitches));
  EXPECT_EQ(energy.at("switch").get<double>(), static_cast<double>(switches));
}

TEST(EnergyOfRoutes, on_a_repaired_wafer) {
  expect_counts_of_routes(kMeteredWafer, 0);
}
TEST(EnergyOfRoutes, on_a_wafer_whose_paths_change_twice_while_it_runs) {
  expect_counts_of_routes(kMeteredFaults, 2);
}
TEST(EnergyOfRoutes, on_an_array_whose_selectors_change_while_it_runs) {
  expect_counts_of_routes(kMeteredArray, 1);
}

TEST(EnergyOfRoutes, in_a_directly_wired_network) {
  const MeteredRun run(kMeteredMesh);
  std::uint64_t routers = 0, links = 0;
  for (std::size_t line = 1; line < run.lines.size(); ++line) {
    const std::uint64_t flits = run.lines[line].at("flits");
    routers += flits * run.lines[line].at("route").size();
    links += flits * run.lines[line].at("hops").get<std::uint64_t>();
  }
  EXPECT_GT(links, 1000u) << "nothing is tested";
  EXPECT_EQ(run.report.at("energy").at("flit_routers"), routers);
  EXPECT_EQ(run.report.at("energy").at("flit_pitches"), links) << "each link of a mesh has one pitch";
  EXPECT_EQ(run.report.at("energy").at("flit_switches"), 0);
}

/// The parts are the total, and so are links, routers and leakage; the links carry what a probe sees on them in each
/// cycle; what routers send goes to a link or to a PE.
TEST(Energy, adds_up_by_part_and_by_link) {
  for (const std::string& scenario :
       {kMeteredMesh, kMeteredWafer, kMeteredFaults, kMeteredArray, kMeteredMulticast, kMeteredDetection}) {
    const Strings observed = {"--set", "run.details=true", "--set", "run.drain=false", "--timing"};
    const json report = metered_report(scenario, observed);
    const json& energy = report.at("energy");
    const json& flits = report.at("flits");
    const auto number = [&energy](const char* key) { return energy.at(key).get<double>(); };
    EXPECT_DOUBLE_EQ(number("router") + number("wire") + number("switch") + number("leakage"), number("total"));
    double of_links = 0, most = 0;
    std::uint64_t sent = 0;
    ASSERT_EQ(energy.at("links").size(), report.at("links").size());
    for (std::size_t i = 0; i < energy.at("links").size(); ++i) {
      const json& link = energy.at("links")[i];
      EXPECT_EQ(link.at("from"), report.at("links")[i].at("from"));
      EXPECT_EQ(link.at("flits"), report.at("links")[i].at("flits")) << link << scenario;
      EXPECT_EQ(link.at("energy"), link.at("flit_pitches").get<double>() + link.at("flit_switches").get<double>());
      of_links += link.at("energy").get<double>();
      most = std::max(most, link.at("energy").get<double>());
      sent += link.at("flits").get<std::uint64_t>();
    }
    EXPECT_DOUBLE_EQ(of_links + number("router") + number("leakage"), number("total"));
    EXPECT_EQ(energy.at("worst_link").at("energy"), most);
    EXPECT_EQ(report.at("timing").at("flit_hops"), sent);
    const json& timing = report.at("timing");
    const auto routers = timing.at("router_cycles").get<double>() / timing.at("cycles").get<double>();
    EXPECT_EQ(number("leakage"), routers * report.at("cycles").get<double>());
    // What is on the way from a router to its PE has left the router and has not been counted by the PE yet.
    const auto ended = flits.at("delivered").get<std::uint64_t>() + flits.at("lost").get<std::uint64_t>();
    const auto routed = energy.at("flit_routers").get<std::uint64_t>();
    EXPECT_GE(routed, sent + ended);
    EXPECT_LE(routed, sent + ended + flits.at("in_flight").get<std::uint64_t>());
    EXPECT_GT(sent, 1000u) << "nothing is tested";
  }
}

/// Every packet counts once, in spite of copies and acknowledgements, and a multicast once for each member.
TEST(Energy, of_a_byte_is_over_what_was_delivered) {
  const auto bytes = [](const json& report) {
    const json& energy = report.at("energy");
    return std::llround(energy.at("total").get<double>() / energy.at("per_byte").get<double>());
  };
  const json tracked = metered_report(kMeteredDetection);
  EXPECT_GT(tracked.at("detection").at("resent"), 20) << "nothing is tested";
  EXPECT_EQ(bytes(tracked), tracked.at("packets").at("delivered").get<long long>() * 4 * 8);
  const json multicast = metered_report(kMeteredMulticast);
  EXPECT_GT(multicast.at("multicast").at("copies"), 100) << "nothing is tested";
  EXPECT_EQ(bytes(multicast), multicast.at("packets").at("delivered").get<long long>() * 3 * 8 +
                                  multicast.at("multicast").at("copies").get<long long>() * 4 * 8);
  const json& energy = multicast.at("energy");
  EXPECT_DOUBLE_EQ(energy.at("per_flit").get<double>(),
                   energy.at("total").get<double>() / multicast.at("flits").at("delivered").get<double>())
      << "acknowledgements are flits too";
}

TEST(Energy, has_the_same_bytes_on_every_schedule_and_number_of_threads) {
  for (const std::string& scenario : {kMeteredMesh, kMeteredWafer, kMeteredFaults, kMeteredMulticast}) {
    const Strings words = {"run", scenario, "--json", "--quiet"};
    const std::string domain = run_tool(words).out;
    for (const auto& way : other_ways_to_run()) EXPECT_TRUE(run_tool(with(words, way)).out == domain) << way[1];
    EXPECT_TRUE(run_tool(with(words, {"--threads", "4"})).out == domain);
  }
}

/// A run leaves everything else in its report as it is without energy, and with a packet log too.
TEST(Energy, changes_nothing_else_in_the_report) {
  for (const std::string& scenario : {kMeteredMesh, kMeteredFaults, kMeteredMulticast}) {
    std::string plain = scenario;
    plain.erase(plain.find(kConstantsOfOne), kConstantsOfOne.size());
    json with_energy = metered_report(scenario);
    EXPECT_EQ(with_energy.erase("energy"), 1u);
    EXPECT_EQ(with_energy, metered_report(plain));
  }
}

/// A run of one packet of three flits; the text is that of the sections but traffic and energy.
class EnergyOfALonePacket : public testing::Test {
 protected:
  json run(const std::string& sections, const std::string& packet, const Strings& more = {}) {
    return json::parse(output(sections, packet, with({"--json"}, more)));
  }
  std::string output(const std::string& sections, const std::string& packet, const Strings& more = {}) {
    std::filesystem::create_directories(directory_.path());
    std::ofstream(directory_.path() / "one.csv") << packet << '\n';
    const std::string file = (directory_.path() / "one.yaml").string();
    std::ofstream(file) << sections
                        << "\ntraffic: {trace: one.csv}\n"
                           "energy: {router: 2, wire: 0.5, switch: 0.25, leakage: 0.125, flit_bytes: 16, pitch_mm: 3}\n"
                           "run: {cycles: 200, warmup: 0, drain: false}\n";
    const ToolResult result = run_tool(with({"run", file, "--quiet"}, more));
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  }

 private:
  TemporaryDirectory directory_;
};

/// From (0, 0) to (3, 2) of a mesh: five links of a pitch, six routers. Of 16 routers in 200 cycles.
TEST_F(EnergyOfALonePacket, in_a_mesh_by_hand) {
  const json energy = run("network: {kind: mesh, sides: [4, 4]}", "0,0,11,3").at("energy");
  EXPECT_EQ(energy.at("router"), 3 * 6 * 2);
  EXPECT_EQ(energy.at("wire"), 3 * 5 * 0.5);
  EXPECT_EQ(energy.at("switch"), 0);
  EXPECT_EQ(energy.at("leakage"), 16 * 200 * 0.125);
  EXPECT_EQ(energy.at("total"), 36 + 7.5 + 400);
  EXPECT_EQ(energy.at("per_flit"), 443.5 / 3);
  EXPECT_EQ(energy.at("per_byte"), 443.5 / (3 * 16));
  EXPECT_EQ(energy.at("worst_link").at("energy"), 3 * 1 * 0.5);
  EXPECT_EQ(energy.at("worst_link").at("from"), "x0.y0.e");
  EXPECT_EQ(energy.at("after").at("pitches"), 24);
  EXPECT_EQ(energy.at("after").at("longest"), 1);
  EXPECT_FALSE(energy.contains("before") && !energy.at("before").is_null()) << "nothing is repaired";
}

/// From the first to the last node of a ring of a torus: one link, which goes back over three pitches.
TEST_F(EnergyOfALonePacket, on_the_long_way_back_of_a_torus_by_hand) {
  const json energy = run("network: {kind: torus, sides: [4, 4]}", "0,0,3,3").at("energy");
  EXPECT_EQ(energy.at("router"), 3 * 2 * 2);
  EXPECT_EQ(energy.at("wire"), 3 * 3 * 0.5);
  EXPECT_EQ(energy.at("after").at("longest"), 3);
  EXPECT_EQ(energy.at("after").at("pitches"), 24 + 8 * 3);
}

/// A mesh of 4 x 4 on a wafer with a spare at each end of each line, 32 sites. The PE of node 5 is dead; nodes 5 and 1
/// move to the north by one site.
TEST_F(EnergyOfALonePacket, on_a_repaired_wafer_by_hand) {
  const std::string whole = "network: {kind: mesh, sides: [4, 4]}\nfabric: {}\n";
  const json before = run(whole, "30,5,6,3").at("energy");
  EXPECT_EQ(before.at("router"), 3 * 2 * 2);
  EXPECT_EQ(before.at("wire"), 3 * 1 * 0.5) << "one pitch to the neighbour";
  EXPECT_EQ(before.at("switch"), 3 * 3 * 0.25) << "the bunch switches at both ends and the track switch between them";
  EXPECT_EQ(before.at("leakage"), 32 * 200 * 0.125) << "spares leak too";
  const std::string healed = whole + "defects: {pe: [[2, 2]]}\n";
  const auto of_link = [&](const std::string& packet) {
    const json energy = run(healed, packet).at("energy");
    EXPECT_EQ(energy.at("before").at("pitches"), 24);
    EXPECT_EQ(energy.at("after").at("pitches"), 24 + 5) << "node 5 has three longer links, node 1 two";
    return std::pair(energy.at("wire").get<double>() / 3 / 0.5, energy.at("switch").get<double>() / 3 / 0.25);
  };
  EXPECT_EQ(of_link("30,1,5,3"), std::pair(1.0, 3.0)) << "both have moved";
  EXPECT_EQ(of_link("30,4,5,3"), std::pair(2.0, 4.0)) << "a pitch to the north, between the track switches of the gap";
  EXPECT_EQ(of_link("30,5,9,3"), std::pair(2.0, 5.0)) << "over the dead PE: its bunch switch and another track switch";
}

/// The same wafer, on which the PE of node 5 dies while the run goes on, and then that of node 10. Node 10 moves to the
/// east with node 11: five links more are longer by a pitch.
TEST_F(EnergyOfALonePacket, has_the_lengths_before_and_after_reconfigurations_by_hand) {
  const std::string whole = "network: {kind: mesh, sides: [4, 4]}\nfabric: {}\n";
  const auto lengths = [](const json& energy, const char* when) {
    return std::pair(energy.at(when).at("pitches").get<int>(), energy.at(when).at("longest").get<int>());
  };
  const json one = run(whole + "faults: [{cycle: 20, pe: [2, 2]}]\n", "190,5,9,3").at("energy");
  EXPECT_EQ(lengths(one, "before"), std::pair(24, 1));
  EXPECT_EQ(lengths(one, "after"), std::pair(24, 1)) << "when the traffic began, all PEs worked";
  EXPECT_EQ(lengths(one, "last"), std::pair(24 + 5, 2)) << "node 5 has three longer links, node 1 two";
  const json next =
      run(whole + "defects: {pe: [[2, 2]]}\nfaults: [{cycle: 20, pe: [3, 3]}]\n", "190,5,9,3").at("energy");
  EXPECT_EQ(lengths(next, "before"), std::pair(24, 1));
  EXPECT_EQ(lengths(next, "after"), std::pair(24 + 5, 2)) << "as repaired before the traffic";
  EXPECT_EQ(lengths(next, "last"), std::pair(24 + 5 + 5, 2)) << "nodes 10 and 11 have moved too";
}

TEST_F(EnergyOfALonePacket, is_reported_as_text) {
  const std::string text = output("network: {kind: mesh, sides: [4, 4]}", "0,0,11,3");
  EXPECT_NE(text.find("energy           443.5 pJ: routers 36.0, wires 7.5, switches 0.0, leakage 400.0\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("147.833 pJ a flit delivered, 9.2396 pJ a byte of payload\n"), std::string::npos);
  EXPECT_NE(text.find("worst link x0.y0.e > x1.y0.w, 1.5 pJ\n"), std::string::npos);
  EXPECT_NE(text.find("wires            24 pitches, the longest link 1 (72.0 mm, 3.0 mm)\n"), std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test

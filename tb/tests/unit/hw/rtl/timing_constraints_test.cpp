// The exported constraints are read by a program for static timing: they leave no loop but closed rings.
#include "hw/rtl/timing_constraints.hpp"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "hw/rtl/connections.hpp"
#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/switch_kinds.hpp"
#include "models/fabric/closed_rings.hpp"
#include "tb/tests/unit/hw/rtl/fabric_cases.hpp"
#include "tb/tests/unit/hw/rtl/rtl_project.hpp"

namespace kintsugi::test {
namespace {

/// What a program for static timing says.
struct TimingReport {
  std::string text;
  bool no_loop() const { return text.find("No loop.\n") != std::string::npos; }
  unsigned loops() const {
    std::smatch found;
    return std::regex_search(text, found, std::regex("There are (\\d+) combinational loops")) ? std::stoi(found[1]) : 0;
  }
  /// Returns the lines of mistakes and warnings, other than those of loops.
  std::string mistakes() const {
    std::string list;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const bool says = line.find("Error") != std::string::npos || line.starts_with("Warning:");
      if (says && line.find("combinational loops") == std::string::npos) list += line + '\n';
    }
    return list;
  }
  /// Returns the ports at the ends of the longest path, in the names of the model: "r3_c4_e" and "r3_c5_w".
  std::pair<std::string, std::string> ends() const {
    std::smatch found;
    const std::regex form("Startpoint: (\\w+)_i \\(input port.*\nEndpoint: (\\w+)_o \\(output port");
    EXPECT_TRUE(std::regex_search(text, found, form)) << text;
    return found.empty() ? std::pair<std::string, std::string>() : std::pair(found[1].str(), found[2].str());
  }
  /// Returns the switches that the longest path passes: "sh.g1.c4".
  std::set<std::string> switches() const {
    std::set<std::string> names;
    const std::regex form(" ([\\w.]+)\\.sw/");
    for (std::sregex_iterator each(text.begin(), text.end(), form), end; each != end; ++each) names.insert((*each)[1]);
    return names;
  }
};

/// A fabric whose netlist is synthesised once: only constraints differ from repair to repair.
class TimedFabric {
 public:
  explicit TimedFabric(const FabricCase& chosen) : repaired_(chosen), project_(rtl::fabric_rtl(repaired_.request(1))) {
    EXPECT_EQ(project_.run("make -s sta.v"), "");
  }

  const RepairedFabric& repaired() const { return repaired_; }
  const Fabric& fabric() const { return repaired_.fabric(); }

  TimingReport timed(const Configuration& configuration, const std::string& sta = "sta.tcl") {
    for (const RtlFile& file :
         rtl::timing_constraints(fabric(), rtl::SwitchKinds(fabric()), configuration, {.has_chain = true})) {
      project_.write(file.name, file.text);
    }
    return run(sta);
  }
  TimingReport without_constraints() const {
    project_.run("sed /^read_sdc/d sta.tcl > all.tcl");
    return run("all.tcl");
  }
  TimingReport run(const std::string& sta) const { return {project_.run("sta -no_splash -exit " + sta)}; }
  RtlProject& project() { return project_; }

 private:
  RepairedFabric repaired_;
  RtlProject project_;
};

/// Two dead PEs of one column whose paths lead away from each other.
Repair with_ring(const RepairedFabric& fabric) {
  DefectMap dead;
  for (const std::vector<int>& address : {std::vector{4, 5}, {4, 2}, {3, 2}, {3, 0}, {5, 3}}) {
    for (const SiteId site : ids<SiteId>(fabric.fabric().sites.size())) {
      if (fabric.fabric().sites[site.value].address == address) dead.push_back(site);
    }
  }
  std::ranges::sort(dead);
  return fabric.repair(dead);
}

FabricCase timed_wafer() {
  return wafer_case(2, "standard", "1-shift", 1, 32);
}

/// Returns the port that meets one, of the sites of a fabric: "r3_c5_w" of "r3_c4_e".
std::string other_end(const Fabric& fabric, const Configuration& configuration, const std::string& port) {
  const rtl::Connections connections(fabric, NetworkExtractor(fabric), configuration);
  for (const SiteId site : ids<SiteId>(fabric.sites.size())) {
    for (const PortId each : ids<PortId>(fabric.layout.size())) {
      const rtl::Connections::End& end = connections.all()[site.value * fabric.layout.size() + each.value];
      if (rtl::port_name(fabric, {site, each}) == port && end.join) return rtl::port_name(fabric, end.far);
    }
  }
  return "nothing";
}

/// Compares what is timed under the constraints of a repair with the model; returns how many switches the path passes.
std::size_t switches_of_longest(TimedFabric& timed, const Repair& repair) {
  const TimingReport said = timed.timed(repair.configuration);
  const SwitchStates states = switch_states(timed.fabric(), repair.configuration);
  EXPECT_EQ(said.loops(), 2 * count_lanes(closed_rings(timed.fabric(), states)));
  EXPECT_EQ(said.no_loop(), said.loops() == 0);
  EXPECT_EQ(said.mistakes(), "");
  const auto [from, to] = said.ends();
  EXPECT_EQ(other_end(timed.fabric(), repair.configuration, from), to) << "a path that is no link of the model";
  return said.switches().size();
}

TEST(TimingConstraints, leave_no_loop_but_closed_rings_on_twenty_maps) {
  const FabricCase torus{"torus", "torus", {{"sides", std::vector<std::int64_t>{4, 4}}}, {}, 32, 3};
  std::size_t longest = 0;
  for (const auto& [chosen, maps] :
       {std::pair(timed_wafer(), 8u), {torus, 6u}, {wafer_case(2, "long", "uniform", 2, 32), 6u}}) {
    SCOPED_TRACE(chosen.name);
    TimedFabric timed(chosen);
    EXPECT_GT(timed.without_constraints().loops(), 100u) << "the loops of the netlist";
    for (const Repair& repair : timed.repaired().repairs(maps)) {
      longest = std::max(longest, switches_of_longest(timed, repair));
    }
  }
  EXPECT_GT(longest, 5u);
  std::cout << "the longest path of these repairs passes " << longest << " switches\n";
}

TEST(TimingConstraints, leave_a_closed_ring_and_name_it_but_isolated_bunches_have_none) {
  TimedFabric timed(timed_wafer());
  const Repair repair = with_ring(timed.repaired());
  ASSERT_EQ(count_lanes(closed_rings(timed.fabric(), switch_states(timed.fabric(), repair.configuration))), 2u);
  EXPECT_EQ(timed.timed(repair.configuration).loops(), 4u) << "two lanes, in both directions";
  EXPECT_NE(timed.project().read("wafer.sdc").find("stays 4 loops"), std::string::npos);

  FabricCase isolated = timed_wafer();
  isolated.options["isolate"] = std::string("true");
  TimedFabric without(isolated);
  EXPECT_TRUE(without.timed(with_ring(without.repaired()).configuration).no_loop());
}

TEST(TimingConstraints, decide_what_is_timed) {
  TimedFabric timed(timed_wafer());
  const std::vector<Repair> repairs = timed.repaired().repairs(5);
  const Configuration& right = repairs.at(0).configuration;
  const auto others = std::ranges::count_if(repairs, [&](const Repair& each) {
    const auto [from, to] = timed.timed(each.configuration).ends();
    return other_end(timed.fabric(), right, from) != to;
  });
  EXPECT_GT(others, 0) << "the constraints of another repair time paths that are no links";

  timed.project().run("sed '1i set kt_period 9.0\\nset kt_input_delay 0.5' sta.tcl > fast.tcl");
  const std::string said = timed.timed(right, "fast.tcl").text;
  EXPECT_NE(said.find("   9.00    9.00   clock clk (rise edge)"), std::string::npos) << said;
  EXPECT_NE(said.find("   0.50    0.50 ^ input external delay"), std::string::npos) << said;
  EXPECT_NE(said.find("  -1.80    7.20   output external delay"), std::string::npos) << said;

  EXPECT_EQ(timed.project().run("sed 's/^opt_clean/flatten; opt_clean/' sta.ys > flat.ys; yosys -q -s flat.ys; "
                                "sed 's/wafer.sdc/wafer_flat.sdc/' sta.tcl > flat.tcl"),
            "");
  const TimingReport flat = timed.run("flat.tcl");
  EXPECT_TRUE(flat.no_loop());
  EXPECT_EQ(flat.mistakes(), "");
  EXPECT_EQ(timed.run("sta.tcl").mistakes().empty(), false) << "a flat netlist has no pins of switches";
}

}  // namespace
}  // namespace kintsugi::test

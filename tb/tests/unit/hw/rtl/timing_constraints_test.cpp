// The exported constraints leave exactly the ways that the states open, and no loop.
#include "hw/rtl/timing_constraints.hpp"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/switch_kinds.hpp"
#include "models/fabric/closed_rings.hpp"
#include "tb/tests/unit/hw/rtl/fabric_cases.hpp"
#include "tb/tests/unit/hw/rtl/rtl_project.hpp"

namespace kintsugi::test {
namespace {

/// A way through a cell: "r3.c4.bunch_ew.sw", "line_a_0", "line_b_0".
using Way = std::tuple<std::string, std::string, std::string>;

std::set<Way> disabled_in(const std::string& constraints) {
  const std::regex form(
      "set_disable_timing -from \\{(\\w+)_i\\*\\} -to \\{(\\w+)_o\\*\\} \\[get_cells \\{([^}]*)\\}\\]");
  std::set<Way> ways;
  std::istringstream lines(constraints);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::smatch found;
    EXPECT_TRUE(std::regex_match(line, found, form)) << line;
    std::istringstream cells(found[3].str());
    for (std::string cell; cells >> cell;) ways.insert({cell, found[1], found[2]});
  }
  return ways;
}

/// The ways of a fabric that are not disabled, and the wires between them.
class TimingGraph {
 public:
  TimingGraph(const Fabric& fabric, const std::set<Way>& disabled) : fabric_(fabric) {
    for (const SwitchId id : ids<SwitchId>(fabric.switches.size())) {
      for (const rtl::SwitchArc& arc : rtl::arcs_of(*fabric.switches[id.value].type)) {
        const SwitchType& type = *fabric.switches[id.value].type;
        const std::string cell = rtl::cell_name(fabric, id);
        if (disabled.contains({cell, rtl::lane_name(type, arc.in), rtl::lane_name(type, arc.out)})) continue;
        ways_[{id.value, arc.in.terminal, arc.in.lane}].push_back(arc);
        ++left_;
      }
    }
    for (const Wire& wire : fabric.wires) {
      far_[{wire.a.switch_id.value, wire.a.terminal}] = {wire.b, wire.lanes};
      far_[{wire.b.switch_id.value, wire.b.terminal}] = {wire.a, wire.lanes};
    }
  }

  std::size_t ways_left() const { return left_; }
  bool has_loop() {
    for (const auto& [start, arcs] : ways_) {
      if (closes(start)) return true;
    }
    return false;
  }

 private:
  using Entry = std::tuple<std::uint32_t, TerminalNo, Lane>;  // where a signal comes into a switch
  enum class Mark { kNew, kOpen, kDone };

  bool closes(const Entry& at) {
    Mark& mark = marks_[at];
    if (mark != Mark::kNew) return mark == Mark::kOpen;
    mark = Mark::kOpen;
    if (const auto ways = ways_.find(at); ways != ways_.end()) {
      for (const rtl::SwitchArc& arc : ways->second) {
        const auto wire = far_.find({std::get<0>(at), arc.out.terminal});
        if (wire == far_.end() || arc.out.lane >= wire->second.second) continue;
        const TerminalRef next = wire->second.first;
        if (closes({next.switch_id.value, next.terminal, arc.out.lane})) return true;
      }
    }
    marks_[at] = Mark::kDone;
    return false;
  }

  const Fabric& fabric_;
  std::map<Entry, std::vector<rtl::SwitchArc>> ways_;
  std::map<std::pair<std::uint32_t, TerminalNo>, std::pair<TerminalRef, unsigned>> far_;
  std::map<Entry, Mark> marks_;
  std::size_t left_ = 0;
};

std::size_t ways_of(const Fabric& fabric, const SwitchStates& states) {
  std::size_t open = 0;
  for (std::size_t id = 0; id < states.size(); ++id) {
    for (const rtl::SwitchArc& arc : rtl::arcs_of(*fabric.switches[id].type)) {
      open += std::ranges::count(arc.states, states[id]) > 0 ? 1 : 0;
    }
  }
  return open;
}

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

TEST(TimingConstraints, leave_the_ways_that_the_states_open_but_for_the_rings) {
  const RepairedFabric repaired(wafer_case(2, "standard", "1-shift", 1, 32));
  const Fabric& fabric = repaired.fabric();
  const Repair repair = with_ring(repaired);
  const SwitchStates states = switch_states(fabric, repair.configuration);
  const std::size_t lanes = count_lanes(closed_rings(fabric, states));
  ASSERT_EQ(lanes, 2u);
  const std::string text = rtl::timing_constraints(fabric, rtl::SwitchKinds(fabric), repair.configuration).text;
  TimingGraph graph(fabric, disabled_in(text));
  EXPECT_EQ(graph.ways_left() + 2 * lanes, ways_of(fabric, states));
  EXPECT_FALSE(graph.has_loop());
}

TEST(TimingConstraints, without_the_lines_for_rings_a_loop_is_left) {
  const RepairedFabric repaired(wafer_case(2, "standard", "1-shift", 1, 32));
  const Fabric& fabric = repaired.fabric();
  const Repair repair = with_ring(repaired);
  std::string text = rtl::timing_constraints(fabric, rtl::SwitchKinds(fabric), repair.configuration).text;
  text.erase(text.find("# a closed ring"));
  EXPECT_TRUE(TimingGraph(fabric, disabled_in(text)).has_loop());
  EXPECT_TRUE(TimingGraph(fabric, {}).has_loop()) << "the loops of the netlist";
}

TEST(TimingConstraints, name_the_cells_that_yosys_sees) {
  const RepairedFabric repaired(wafer_case(2, "standard", "1-shift", 1, 32));
  const rtl::FabricRtl request = repaired.request(1);
  const RtlProject project(rtl::fabric_rtl(request));
  const std::string said = project.run(
      "yosys -q -p \"read_verilog -sv $(sed -n 's/^SOURCES := //p' Makefile); hierarchy -top wafer; "
      "tee -o cells.txt select -list wafer/c:*.sw\"");
  EXPECT_EQ(said, "");
  std::set<std::string> cells;
  std::istringstream lines(project.read("cells.txt"));
  for (std::string line; std::getline(lines, line);) cells.insert(line.substr(line.find('/') + 1));
  ASSERT_EQ(cells.size(), repaired.fabric().switches.size());
  for (const auto& [cell, from, to] : disabled_in(project.read("wafer.sdc"))) EXPECT_TRUE(cells.contains(cell)) << cell;
}

}  // namespace
}  // namespace kintsugi::test

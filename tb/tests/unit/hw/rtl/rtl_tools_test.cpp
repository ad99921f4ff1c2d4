// What Verilator, Icarus Verilog and Yosys say about exported fabrics.
#include <gtest/gtest.h>

#include <regex>

#include "hw/rtl/verilog_text.hpp"
#include "tb/tests/unit/hw/rtl/fabric_cases.hpp"
#include "tb/tests/unit/hw/rtl/rtl_project.hpp"

namespace kintsugi::test {
namespace {

std::vector<FabricCase> fabrics() {
  std::vector<FabricCase> all = arrays();
  all.push_back(wafer_case(2, "standard", "1-shift", 1, 32));
  all.push_back(wafer_case(2, "long", "uniform", 2, 7));
  return all;
}

class RtlTools : public testing::TestWithParam<FabricCase> {
 protected:
  RtlProject project(bool preconfigured, unsigned flit_bits = 1) const {
    rtl::FabricRtl request = fabric_.request(flit_bits);
    request.preconfigured = preconfigured;
    return RtlProject(rtl::fabric_rtl(request));
  }

 private:
  RepairedFabric fabric_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(All, RtlTools, testing::ValuesIn(fabrics()), [](const auto& each) { return each.param.name; });

/// Returns what is after the last "Number of cells:" in the output of Yosys.
std::string cells_in(const std::string& statistics) {
  const std::size_t at = statistics.rfind("Number of cells:");
  std::smatch found;
  const std::string rest = at == std::string::npos ? "" : statistics.substr(at);
  return std::regex_search(rest, found, std::regex("Number of cells: +([0-9]+)")) ? found[1].str() : "none";
}

TEST_P(RtlTools, lint_has_no_message) {
  EXPECT_EQ(project(false, 32).run("make -s lint"), "");
  EXPECT_EQ(project(true).run("make -s lint"), "");
}

TEST_P(RtlTools, yosys_reads_every_module_and_finds_no_problem_in_any) {
  const std::string said = project(false).run("make -s synth");
  EXPECT_EQ(said.find("status"), std::string::npos) << said;
  EXPECT_NE(cells_in(said), "0") << said;
}

TEST_P(RtlTools, a_configured_fabric_comes_down_to_wires) {
  const RtlProject configured = project(true, 2);
  const std::string said = configured.run("make -s synth");
  EXPECT_EQ(said.find("status"), std::string::npos) << said;
  EXPECT_EQ(cells_in(said), "0") << said;
  EXPECT_EQ(configured.compile_bench(), "");
  EXPECT_EQ(configured.simulate(), "PASS\n");
}

/// The only waiver is that of the loops of the netlist.
TEST(RtlToolsWaiver, without_it_the_loops_of_the_netlist_are_named_and_nothing_else) {
  std::vector<RtlFile> files = rtl::fabric_rtl(RepairedFabric(wafer_case(2, "standard", "1-shift", 1, 32)).request(1));
  std::size_t waivers = 0;
  for (RtlFile& file : files) {
    for (std::size_t at; (at = file.text.find("/* verilator lint_off")) != std::string::npos; ++waivers) {
      file.text.erase(at, file.text.find("*/", at) + 2 - at);
    }
  }
  EXPECT_EQ(waivers, 1u);
  const std::string said = RtlProject(files).run("make -s lint");
  const std::regex warning("%Warning-([A-Z]+):");
  std::size_t warnings = 0;
  for (std::sregex_iterator each(said.begin(), said.end(), warning), end; each != end; ++each, ++warnings) {
    EXPECT_EQ((*each)[1], "UNOPTFLAT") << said;
  }
  EXPECT_GT(warnings, 0u);
}

TEST(RtlToolsWires, cells_that_are_left_in_a_configured_fabric_are_an_error) {
  const RepairedFabric fabric(wafer_case(2, "standard", "1-shift", 1, 32));
  rtl::FabricRtl request = fabric.request(1);
  request.preconfigured = true;
  std::vector<RtlFile> files = rtl::fabric_rtl(request);
  for (RtlFile& file : files) {
    const std::string join = "assign n_0_o = ({FlitBits{";
    if (const auto at = file.text.find(join); at != std::string::npos)
      file.text.replace(at, join.size(), "assign n_0_o = e_0_i ^ ({FlitBits{");
  }
  const std::string said = RtlProject(files).run("make -s synth");
  EXPECT_NE(said.find("status"), std::string::npos) << said;
}

}  // namespace
}  // namespace kintsugi::test

// Exported fabrics in Icarus Verilog against the configuration chain and the switches of the model: phase, bits, word,
// checksum, shadows and states after every word of every load; and every port meets the port that extraction names.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "tb/tests/unit/hw/fabric/lone_chain.hpp"
#include "tb/tests/unit/hw/rtl/fabric_cases.hpp"
#include "tb/tests/unit/hw/rtl/rtl_project.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

using rtl::ConfigurationLayout;
using rtl::StreamLoad;

/// What the model shows after a cycle of a load, written as the bench writes it.
class ModelTrace {
 public:
  ModelTrace(LoneChain& model, const ConfigurationLayout& layout) : model_(model), layout_(layout) {}

  std::string line(std::size_t load) const {
    std::ostringstream text;
    text << load << ' ' << static_cast<int>(model_.chain.phase()) << ' ' << model_.chain.bits() << ' ' << word() << ' '
         << checksum() << ' ' << fields(model_.shadows()) << ' ' << fields(model_.states());
    return text.str();
  }
  /// The model shows the checksum of whole bytes only.
  bool shows_checksum() const {
    return model_.chain.bits() % 8 == 0 || model_.chain.bits() >= (layout_.field_bits() + 7) / 8 * 8;
  }

 private:
  std::string word() const {
    std::vector<bool> bits;
    for (unsigned b = 0; b < layout_.width(); ++b) bits.push_back((model_.chain.word() >> b & 1) != 0);
    return rtl::hex_digits(bits);
  }
  std::string checksum() const { return rtl::hex_word(model_.chain.checksum()); }
  std::string fields(const SwitchStates& states) const {
    Configuration values(model_.fabric.fields.size());
    for (std::size_t i = 0; i < states.size(); ++i) values[model_.fabric.switches[i].field] = states[i];
    return rtl::hex_digits(layout_.bits_of(values));
  }

  LoneChain& model_;
  const ConfigurationLayout& layout_;
};

/// Returns the line with the checksum replaced.
std::string without_checksum(const std::string& line) {
  std::istringstream words(line);
  std::string text, word;
  for (int i = 0; words >> word; ++i) text += (i == 4 ? "-" : word) + ' ';
  return text;
}

/// Loads all streams into the model and compares the trace after every cycle.
void expect_the_trace_of_the_model(const Fabric& fabric, unsigned chain_bits, const std::vector<StreamLoad>& loads,
                                   const std::string& trace) {
  LoneChain model(fabric, chain_bits);
  const ConfigurationLayout layout(fabric, chain_bits);
  const ModelTrace shown(model, layout);
  std::istringstream lines(trace);
  std::string line;
  std::size_t checksums = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    model.chain.load(loads[i].stream);
    for (Cycle cycle = 0; cycle < model.chain.cycles_for(loads[i].stream.size()); ++cycle) {
      model.clock.run_until(model.clock.next() + 1);
      ASSERT_TRUE(std::getline(lines, line)) << loads[i].name;
      // a stream whose length is wrong can end within a word
      const bool whole = shown.shows_checksum() && loads[i].stream.size() == loads[0].stream.size();
      checksums += whole;
      ASSERT_EQ(whole ? line : without_checksum(line), whole ? shown.line(i) : without_checksum(shown.line(i)))
          << loads[i].name << ", cycle " << cycle;
    }
    ASSERT_EQ(model.chain.phase(),
              loads[i].accepted.empty() ? ConfigChain::Phase::kRefused : ConfigChain::Phase::kActive)
        << loads[i].name;
  }
  EXPECT_FALSE(std::getline(lines, line)) << "a word that the model does not shift in: " << line;
  EXPECT_GT(checksums, 0u);
}

/// Keeps two repairs, a wrong stream and the one with gaps: smaller fabrics get each wrong stream.
void keep_some(std::vector<StreamLoad>& loads) {
  loads = {loads.at(0), loads.at(2), loads.at(3), loads.back()};
}

void expect_equal(const FabricCase& chosen, bool every_load = true) {
  const RepairedFabric repaired(chosen);
  rtl::FabricRtl request = repaired.request();
  if (!every_load) keep_some(request.loads);
  const RtlProject project(rtl::fabric_rtl(request));
  ASSERT_EQ(project.compile_bench(), "");
  ASSERT_EQ(project.simulate("+trace"), std::to_string(request.loads.size()) + " loads\nPASS\n");
  expect_the_trace_of_the_model(repaired.fabric(), chosen.chain_bits, request.loads, project.read("trace.txt"));
}

std::string case_name(const testing::TestParamInfo<FabricCase>& each) {
  return each.param.name;
}

class RtlFabric : public testing::TestWithParam<FabricCase> {};
INSTANTIATE_TEST_SUITE_P(Wafers, RtlFabric, testing::ValuesIn(wafers(2)), case_name);
INSTANTIATE_TEST_SUITE_P(OtherWafers, RtlFabric, testing::ValuesIn(other_wafers()), case_name);
INSTANTIATE_TEST_SUITE_P(Arrays, RtlFabric, testing::ValuesIn(arrays()), case_name);

TEST_P(RtlFabric, equals_the_model_in_every_cycle_of_every_load) {
  expect_equal(GetParam());
}

class RtlFabricSlow : public testing::TestWithParam<FabricCase> {};
INSTANTIATE_TEST_SUITE_P(Wafers8x8, RtlFabricSlow, testing::ValuesIn(wafers(3)), case_name);

/// Returns whether a case is among every third, which have each variant and each length of a chain.
bool is_every_third(const FabricCase& tried) {
  const std::vector<FabricCase> all = wafers(3);
  const auto same = [&](const FabricCase& each) { return each.name == tried.name; };
  return (std::ranges::find_if(all, same) - all.begin()) % 3 == 0;
}

TEST_P(RtlFabricSlow, equals_the_model_in_every_cycle_of_every_load) {
  if (!runs_whole_tests() && !is_every_third(GetParam())) GTEST_SKIP() << "others notice the same mistakes";
  expect_equal(GetParam(), runs_whole_tests());
}

TEST(RtlLargeFabricSlow, equals_the_model_in_every_cycle_of_every_load) {
  if (!runs_whole_tests()) GTEST_SKIP() << "the wafers of 8 x 8 notice the same mistakes";
  expect_equal(wafer_case(4, "standard", "1-shift", 1, 32));
}

}  // namespace
}  // namespace kintsugi::test

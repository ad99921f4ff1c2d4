// Exported fabrics in Icarus Verilog against the configuration chain and the switches of the model: phase, bits, word,
// checksum, shadows and states after every word of every load; and every port meets the port that extraction names.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <regex>
#include <sstream>
#include <utility>

#include "hw/pins/chain_pins.hpp"
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
    text << ' ' << ConfigChain::code(model_.chain.refusal());
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

/// Reads the model back by its pins, in the cycles in which the bench reads.
class ReadTrace {
 public:
  explicit ReadTrace(LoneChain& model) : model_(model), pins_("pins", model.chain) {
    pins_.load_i(low_);
    pins_.valid_i(low_);
    pins_.last_i(low_);
    pins_.word_i(no_word_);
    pins_.bits_i(no_bits_);
    pins_.phase_o(phase_);
    pins_.read_i(read_);
    pins_.read_shadows_i(shadows_);
    pins_.read_ready_i(ready_);
    pins_.read_valid_o(valid_);
    pins_.read_word_o(word_);
    pins_.read_last_o(last_);
    pins_.read_bits_o(bits_);
  }

  /// Returns what the bench writes of a readback of the states, and of the shadows.
  std::string lines(std::size_t load, bool of_shadows) {
    read_.write(true);
    shadows_.write(of_shadows);
    step();
    read_.write(false);
    ready_.write(is_ready(0));
    step();
    std::string text;
    for (unsigned cycle = 0; valid_.read(); ++cycle) {
      text += line(load);
      ready_.write(is_ready(cycle + 1));
      step();
    }
    ready_.write(false);
    return text + line(load);
  }

 private:
  static bool is_ready(unsigned cycle) { return cycle % 3 != 2; }
  /// What was written before it is taken in the next one, as from a register.
  void step() { model_.clock.run_until(model_.clock.next() + 1); }
  std::string line(std::size_t load) const {
    std::vector<bool> bits;
    for (unsigned b = 0; b < model_.chain.bits_per_cycle(); ++b) bits.push_back((word_.read() >> b & 1) != 0);
    std::ostringstream text;
    text << load << ' ' << valid_.read() << ' ' << rtl::hex_digits(bits) << ' ' << last_.read() << ' ' << bits_.read()
         << '\n';
    return text.str();
  }

  LoneChain& model_;
  ChainPins pins_;
  sc_core::sc_signal<bool> low_, read_, shadows_, ready_, valid_, last_;
  sc_core::sc_signal<sc_dt::uint64> no_word_, word_;
  sc_core::sc_signal<std::uint32_t> no_bits_, bits_, phase_;
};

/// Returns the line with the checksum replaced.
std::string without_checksum(const std::string& line) {
  std::istringstream words(line);
  std::string text, word;
  for (int i = 0; words >> word; ++i) text += (i == 4 ? "-" : word) + ' ';
  return text;
}

/// The model notices each upset of the bench in the same cycle.
void expect_the_upsets_of_the_model(LoneChain& model, const ConfigurationLayout& layout,
                                    const std::vector<StreamLoad>& loads, const std::string& trace) {
  std::istringstream lines(trace);
  std::size_t load = 0, at = 0, count = 0;
  for (Cycle before = 0, until = 0; lines >> load >> at >> before >> until; ++count) {
    model.chain.set_valid(true);
    model.load(loads.at(load).stream);
    ASSERT_FALSE(model.chain.has_noticed_upset());
    model.clock.run_until(model.clock.next() + before + 1);
    std::size_t field = 0;
    while (field + 1 < model.fabric.fields.size() && layout.first_bit(field + 1) <= at) ++field;
    model.chain.upset(field, static_cast<unsigned>(at - layout.first_bit(field)));
    ASSERT_NE(model.states(), model.shadows());
    Cycle cycles = 0;
    for (; !model.chain.has_noticed_upset() && cycles < model.chain.longest_until_noticed(); ++cycles) {
      model.clock.run_until(model.clock.next() + 1);
    }
    ASSERT_TRUE(model.chain.has_noticed_upset());
    ASSERT_EQ(cycles, until) << "upset " << count << " of bit " << at << " after " << before << " cycles";
  }
  EXPECT_EQ(count, 12u);
}

/// Loads all streams into the model and compares the trace after every cycle.
void expect_the_trace_of_the_model(const Fabric& fabric, unsigned chain_bits, const std::vector<StreamLoad>& loads,
                                   const std::string& trace, const std::string& read_trace,
                                   const std::string& upset_trace) {
  constexpr std::size_t kReadLoads = 16;  // of the first loads
  LoneChain model(fabric, chain_bits);
  ReadTrace reading(model);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::string read;
  const ConfigurationLayout layout(fabric, chain_bits);
  const ModelTrace shown(model, layout);
  std::istringstream lines(trace);
  std::string line;
  std::size_t checksums = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    model.chain.load(loads[i].stream);
    const Cycle words = model.chain.cycles_for(loads[i].stream.size()) - 1;
    const Cycle turn = loads[i].gap + 1;  // a word, and the cycles of its gap
    for (Cycle cycle = 0; cycle < (words - 1) * turn + 2; ++cycle) {
      model.chain.set_valid(cycle % turn == 0);
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
    if (i < kReadLoads) {
      for (const bool of_shadows : {false, true}) read += reading.lines(i, of_shadows);
    }
  }
  EXPECT_EQ(read_trace, read);
  expect_the_upsets_of_the_model(model, layout, loads, upset_trace);
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
  if (every_load) {
    std::ranges::move(rtl::sweep_loads(repaired.fabric()), std::back_inserter(request.loads));
  } else {
    keep_some(request.loads);
  }
  const RtlProject project(rtl::fabric_rtl(request));
  ASSERT_EQ(project.compile_bench(), "");
  ASSERT_EQ(project.simulate("+trace"), std::to_string(request.loads.size()) + " loads\nPASS\n");
  expect_the_trace_of_the_model(repaired.fabric(), chosen.chain_bits, request.loads, project.read("trace.txt"),
                                project.read("read.txt"), project.read("upsets.txt"));
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

/// Returns the loads of a run that is configured anew three times, the second time by a damaged stream.
std::vector<StreamLoad> sequence_of(const RepairedFabric& repaired, std::size_t damaged_bit) {
  const Fabric& fabric = repaired.fabric();
  const std::vector<Repair> repairs = repaired.repairs(3);
  std::vector<std::uint8_t> damaged = stream_of(fabric, repairs.at(2).configuration);
  damaged.at(damaged_bit / 8) ^= static_cast<std::uint8_t>(1U << damaged_bit % 8);
  return {rtl::load_of(fabric, "first", stream_of(fabric, repairs.at(0).configuration)),
          rtl::load_of(fabric, "second", std::move(damaged), 2),
          rtl::load_of(fabric, "third", stream_of(fabric, repairs.at(1).configuration), 1)};
}

/// The bits of a word of the chain, and where in the stream the damaged bit lies, in hundredths.
class RtlFabricSequence : public testing::TestWithParam<std::pair<unsigned, std::size_t>> {};
INSTANTIATE_TEST_SUITE_P(Damage, RtlFabricSequence,
                         testing::Values(std::pair{1u, 50u}, std::pair{7u, 0u}, std::pair{32u, 99u},
                                         std::pair{64u, 20u}));

TEST_P(RtlFabricSequence, with_gaps_and_damage_equals_the_model_in_every_cycle) {
  const auto [chain_bits, place] = GetParam();
  const RepairedFabric repaired(wafer_case(2, "standard", "1-shift", 1, chain_bits));
  const std::size_t bits = stream_of(repaired.fabric(), repaired.repairs(1).at(0).configuration).size() * 8;
  rtl::FabricRtl request = repaired.request();
  request.loads = sequence_of(repaired, bits * place / 100);
  ASSERT_FALSE(request.loads[0].accepted.empty());
  ASSERT_TRUE(request.loads[1].accepted.empty());
  ASSERT_FALSE(request.loads[2].accepted.empty());
  const RtlProject project(rtl::fabric_rtl(request));
  ASSERT_EQ(project.compile_bench(), "");
  ASSERT_EQ(project.simulate("+trace"), "3 loads\nPASS\n");
  expect_the_trace_of_the_model(repaired.fabric(), chain_bits, request.loads, project.read("trace.txt"),
                                project.read("read.txt"), project.read("upsets.txt"));
}

/// The judgement of a stream is that of the chain, whatever is wrong with it.
TEST(RtlFabricBench, accepts_in_loads_what_the_chain_accepts) {
  const RepairedFabric repaired(wafer_case(2, "standard", "1-shift", 1, 32));
  LoneChain model(repaired.fabric(), 32);
  unsigned accepted = 0;
  for (const StreamLoad& load : repaired.loads()) {
    const StreamLoad judged = rtl::load_of(repaired.fabric(), load.name, load.stream);
    EXPECT_EQ(judged.accepted, load.accepted) << load.name;
    model.load(load.stream);
    EXPECT_EQ(model.chain.phase() == ConfigChain::Phase::kActive, !judged.accepted.empty()) << load.name;
    accepted += !judged.accepted.empty();
  }
  EXPECT_EQ(accepted, 4u);
  EXPECT_TRUE(rtl::load_of(repaired.fabric(), "short", {1, 2, 3}).accepted.empty());
}

/// Returns what the bench of a small wafer says after a change of the lines of a file.
std::string said_after(const std::string& name, const std::function<void(std::vector<std::string>& lines)>& change,
                       bool preconfigured = false) {
  const RepairedFabric repaired(wafers(2).front());
  rtl::FabricRtl request = repaired.request();
  request.preconfigured = preconfigured;
  keep_some(request.loads);
  std::vector<RtlFile> files = rtl::fabric_rtl(request);
  const auto file = std::ranges::find(files, name, &RtlFile::name);
  EXPECT_NE(file, files.end());
  std::vector<std::string> lines;
  std::istringstream text(file->text);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  change(lines);
  file->text.clear();
  for (const std::string& line : lines) file->text += line + '\n';
  const RtlProject project(files);
  EXPECT_EQ(project.compile_bench(), "");
  return project.simulate();
}

TEST(RtlFabricBench, names_the_phase_and_the_field_that_are_wrong) {
  const std::string said = said_after("bitstream.memh", [](std::vector<std::string>& lines) {
    const auto word = std::ranges::find_if(lines, [](const std::string& line) { return !line.starts_with("//"); });
    word->back() = word->back() == '0' ? '1' : '0';
  });
  EXPECT_NE(said.find("\n  the phase is refused, not active\n"), std::string::npos) << said;
  for (const std::string what : {"shadow", "state"}) {
    const std::regex line("  the *" + what +
                          " of field [a-z0-9.]+( \\([a-z0-9_., ]+\\))? is wrong; wrong bits of all: [1-9]");
    EXPECT_TRUE(std::regex_search(said, line)) << said;
  }
  EXPECT_TRUE(said.ends_with("FAIL\n")) << said;
}

TEST(RtlFabricBench, fails_if_the_stream_of_the_repair_is_cut_off) {
  for (const std::size_t left : {0u, 1u}) {
    const std::string said = said_after("bitstream.memh", [left](std::vector<std::string>& lines) {
      std::erase_if(lines, [](const std::string& line) { return line.starts_with("//"); });
      ASSERT_GT(lines.size(), left);
      lines.resize(left);
    });
    EXPECT_TRUE(said.ends_with("FAIL\n")) << said;
  }
}

TEST(RtlFabricBench, names_what_is_wrong_in_the_placement) {
  for (const bool preconfigured : {false, true}) {
    const auto said_of = [preconfigured](const std::function<void(std::vector<std::string>&)>& change) {
      const std::string said = said_after(
          "placement.memh",
          [&](std::vector<std::string>& lines) {
            std::erase_if(lines, [](const std::string& line) { return line.starts_with("ffffffff"); });
            change(lines);
          },
          preconfigured);
      EXPECT_TRUE(said.ends_with("FAIL\n")) << said;
      return said;
    };
    const auto swapped = [&](std::vector<std::string>& lines) {
      std::vector<std::string*> placed;
      for (std::string& line : lines) {
        if (!line.starts_with("//") && !line.starts_with("ffffffff")) placed.push_back(&line);
      }
      std::swap(*placed.at(0), *placed.at(1));
    };
    const std::string wrong = said_after("placement.memh", swapped, preconfigured);
    EXPECT_TRUE(
        std::regex_search(wrong, std::regex("\nplacement.memh: no link from node x[0-9.y]+ at r[0-9]+.c[0-9]+ to "
                                            "node x[0-9.y]+ at r[0-9]+.c[0-9]+: port r[0-9a-z_.]+ meets ")))
        << wrong;
    EXPECT_TRUE(wrong.ends_with("FAIL\n")) << wrong;
    const std::string left_out = said_of([](std::vector<std::string>&) {});
    EXPECT_NE(left_out.find("placement.memh: "), std::string::npos) << left_out;
  }
}

/// A link that leads nowhere was not checked.
TEST(RtlFabricBench, names_a_link_of_its_table_that_leads_to_no_port) {
  for (const std::string word : {"01000000", "xxxxxxxx"}) {
    const std::string said = said_after("network.memh", [&](std::vector<std::string>& lines) {
      *std::ranges::find_if(lines, [](const std::string& line) { return !line.starts_with("ffffffff"); }) = word;
    });
    const std::regex line(
        "\nnetwork.memh: the link of node [a-z0-9.]+ at port [0-9]+ leads to no port of the "
        "network: " +
        word + '\n');
    EXPECT_TRUE(std::regex_search(said, line)) << said;
    EXPECT_TRUE(said.ends_with("FAIL\n")) << said;
  }
}

TEST(RtlFabricBench, passes_for_flits_of_any_width_whatever_the_fabric_is_called) {
  const RepairedFabric repaired(arrays().front());
  for (const unsigned flit_bits : {1u, 31u, 32u, 33u, 65u}) {
    rtl::FabricRtl request = repaired.request(flit_bits);
    keep_some(request.loads);
    const RtlProject project(rtl::fabric_rtl(request));
    ASSERT_EQ(project.compile_bench(), "");
    EXPECT_EQ(project.simulate(), "4 loads\nPASS\n") << flit_bits;
  }
}

/// Returns the lines of a file of a project.
std::vector<std::string> lines_in(const std::vector<RtlFile>& files, const std::string& name) {
  std::vector<std::string> lines;
  std::istringstream text(std::ranges::find(files, name, &RtlFile::name)->text);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// Returns the value of a field in a line of hexadecimal digits, the last of which has bits 0 to 3.
unsigned value_in(const std::string& line, std::size_t first, unsigned bits) {
  unsigned value = 0;
  for (unsigned b = 0; b < bits; ++b) {
    const std::size_t bit = first + b;
    const int digit = std::stoi(line.substr(line.size() - 1 - bit / 4, 1), nullptr, 16);
    value |= static_cast<unsigned>(digit >> (bit % 4) & 1) << b;
  }
  return value;
}

/// Returns what a stream leaves in the shadows: a field that has arrived has its value, if that is a state.
Configuration shadows_after(const Fabric& fabric, const std::vector<std::uint8_t>& stream, Configuration shadows) {
  std::size_t bit = 0;
  for (std::size_t field = 0; field < fabric.fields.size(); ++field) {
    unsigned value = 0;
    for (unsigned b = 0; b < fabric.fields[field].bits; ++b, ++bit) {
      if (bit < stream.size() * 8) value |= (stream[bit / 8] >> (bit % 8) & 1U) << b;
    }
    if (bit <= stream.size() * 8 && value < fabric.fields[field].states) {
      shadows[field] = static_cast<SwitchState>(value);
    }
  }
  return shadows;
}

TEST(RtlFabricBench, expects_the_fields_that_the_streams_have) {
  for (const FabricCase& chosen : {wafers(2).front(), other_wafers().back(), arrays().at(1)}) {
    SCOPED_TRACE(chosen.name);
    const RepairedFabric repaired(chosen);
    const Fabric& fabric = repaired.fabric();
    const rtl::FabricRtl request = repaired.request();
    const std::vector<RtlFile> files = rtl::fabric_rtl(request);
    const std::vector<std::string> configurations = lines_in(files, "configurations.memh");
    const std::vector<std::string> ends = lines_in(files, "fields.memh");
    const std::vector<std::string> loads = lines_in(files, "loads.memh");
    const std::size_t entries = loads.size() / request.loads.size();  // of a load
    ASSERT_EQ(loads.size(), request.loads.size() * entries);
    const auto expect_fields = [&](const std::string& line, const Configuration& expected) {
      std::size_t first = 0;
      for (std::size_t field = 0; field < fabric.fields.size(); ++field) {
        const unsigned bits = fabric.fields[field].bits;
        ASSERT_EQ(value_in(line, first, bits), unsigned{expected[field]}) << fabric.fields[field].name;
        for (unsigned b = 0; b < bits; ++b) {
          ASSERT_EQ(std::stoul(ends.at(first + b), nullptr, 16), first + bits - 1) << fabric.fields[field].name;
        }
        first += bits;
      }
      ASSERT_EQ(ends.size(), first);
      ASSERT_EQ(line.size(), (first + 3) / 4);
    };
    Configuration in_force(fabric.fields.size(), 0);
    expect_fields(configurations.at(0), in_force);
    for (std::size_t i = 0; i < request.loads.size(); ++i) {
      SCOPED_TRACE(request.loads[i].name);
      const Configuration shadows = shadows_after(fabric, request.loads[i].stream, in_force);
      expect_fields(configurations.at(std::stoul(loads.at(i * entries + 3), nullptr, 16)), shadows);
      if (!request.loads[i].accepted.empty()) in_force = shadows;
    }
  }
}

TEST(RtlFabricBench, fails_if_it_expects_other_states) {
  std::size_t rows = 0;
  const std::string unchanged =
      said_after("configurations.memh", [&](std::vector<std::string>& lines) { rows = lines.size(); });
  EXPECT_TRUE(unchanged.ends_with("PASS\n")) << unchanged;
  ASSERT_GE(rows, 3u);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::string said = said_after("configurations.memh", [row](std::vector<std::string>& lines) {
      char& last = lines.at(row).back();  // bits 0 to 3
      last = last == '0' ? '1' : '0';
    });
    EXPECT_TRUE(std::regex_search(
        said, std::regex("  the *(shadow|state) of field [a-z0-9.]+( \\([a-z0-9_., ]+\\))? is wrong")))
        << said;
    EXPECT_TRUE(said.ends_with("FAIL\n")) << row << '\n' << said;
  }
}

/// The chain shifts one bit in each cycle, so a field that ends a bit later takes its value a cycle later. The bench
/// sees that of a field which the first load changes.
TEST(RtlFabricBench, fails_if_it_expects_a_field_at_another_time) {
  const FabricCase chosen = wafers(2).front();
  ASSERT_EQ(chosen.chain_bits, 1u);
  const RepairedFabric repaired(chosen);
  const Configuration first_load = repaired.request().loads.front().accepted;
  std::vector<std::size_t> ends;
  std::size_t end = 0;
  for (std::size_t field = 0; field < first_load.size(); ++field) {
    end += repaired.fabric().fields[field].bits;
    if (first_load[field] != 0) ends.push_back(end - 1);
  }
  ASSERT_GE(ends.size(), 3u);
  for (const std::size_t right : {ends.front(), ends[ends.size() / 2], ends.back()}) {
    const std::string said = said_after("fields.memh", [right](std::vector<std::string>& lines) {
      for (std::string& line : lines) {
        if (std::stoul(line, nullptr, 16) == right) line = rtl::hex_word(static_cast<std::uint32_t>(right + 1));
      }
    });
    EXPECT_NE(said.find("shadow of field"), std::string::npos) << said;
    EXPECT_TRUE(said.ends_with("FAIL\n")) << right << '\n' << said;
  }
}

TEST(RtlFabricBench, names_the_ports_that_are_joined_wrongly) {
  const std::string said = said_after("connections.memh", [](std::vector<std::string>& lines) {
    const auto is_joined = [](const std::string& line) { return line.starts_with('8') && !line.ends_with("ffffff"); };
    const auto first = std::ranges::find_if(lines, is_joined);
    std::iter_swap(first, std::find_if(first + 1, lines.end(), is_joined));
  });
  const std::regex line("port [a-z][a-z0-9_]+ receives what port [a-z][a-z0-9_]+ sends, not what port ");
  EXPECT_TRUE(std::regex_search(said, line)) << said;
  EXPECT_TRUE(said.ends_with("FAIL\n")) << said;
}

}  // namespace
}  // namespace kintsugi::test

// The descriptions of the configuration chain, read by small parsers of SystemRDL, ICL and PDL, make the stream of the
// model; and the test access port loads it into a chain.
#include "hw/rtl/chain_access.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <stdexcept>

#include "hw/fabric/config_chain.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "tb/tests/unit/hw/rtl/fabric_cases.hpp"
#include "tb/tests/unit/hw/rtl/rtl_project.hpp"

namespace kintsugi::test {
namespace {

using States = std::map<std::string, unsigned>;

struct Bits {
  std::size_t high = 0;
  std::size_t low = 0;
  std::string kind;  ///< the name of its enumeration; "": none
};
using Fields = std::map<std::string, Bits>;

/// What a description says of the chain.
struct Described {
  std::map<std::string, States> kinds;
  Fields fields;
  std::size_t register_bits = 0;
};

std::vector<std::smatch> all_of(const std::string& text, const std::regex& form) {
  return {std::sregex_iterator(text.begin(), text.end(), form), std::sregex_iterator()};
}

std::size_t number_of(const std::string& digits) {
  return std::stoul(digits);
}

/// Reads the enumerations whose head matches, with the name in the first bracket and the states in the second.
std::map<std::string, States> kinds_in(const std::string& text, const std::regex& head) {
  static const std::regex kState(R"((\w+) = \d+'d(\d+);)");
  std::map<std::string, States> kinds;
  for (const std::smatch& kind : all_of(text, head)) {
    const std::string inside = kind[2];
    for (const std::smatch& state : all_of(inside, kState)) {
      if (!kinds[kind[1]].emplace(state[1], number_of(state[2])).second) throw std::invalid_argument("twice");
    }
  }
  return kinds;
}

Described read_rdl(const std::string& text) {
  static const std::regex kKind(R"(enum (\w+)_e \{([^}]*)\};)");
  static const std::regex kField(R"(field \{ (?:encode = (\w+)_e; )?[^}]*\} (\w+)\[(\d+):(\d+)\])");
  static const std::regex kRegister(R"(regwidth = (\d+);)");
  Described read{kinds_in(text, kKind), {}, number_of(all_of(text, kRegister).at(0)[1])};
  for (const std::smatch& field : all_of(text, kField)) {
    read.fields[field[2]] = {number_of(field[3]), number_of(field[4]), field[1]};
  }
  return read;
}

Described read_icl(const std::string& text) {
  static const std::regex kKind(R"(Enum (\w+) \{([^}]*)\})");
  static const std::regex kAlias(R"(Alias (\w+) = stream\[(\d+)(?::(\d+))?\](?: \{ RefEnum (\w+); \}|;))");
  static const std::regex kRegister(R"(ScanRegister stream\[(\d+):0\])");
  Described read{kinds_in(text, kKind), {}, number_of(all_of(text, kRegister).at(0)[1]) + 1};
  for (const std::smatch& alias : all_of(text, kAlias)) {
    const std::size_t high = number_of(alias[2]);
    read.fields[alias[1]] = {high, alias[3].matched ? number_of(alias[3]) : high, alias[4]};
  }
  return read;
}

/// Returns the bits of the register after the writes of a procedure; a bit that none writes is a mistake.
std::vector<bool> written(const std::string& pdl, const std::string& procedure, const Described& chain) {
  static const std::regex kWrite(R"(iWrite (\w+) (?:0x([0-9a-f]+)|0b([01]+)|(\w+));)");
  const std::size_t begin = pdl.find("iProc " + procedure + ' ');
  const std::string body = pdl.substr(begin, pdl.find("\n}\n", begin) - begin);
  std::vector<int> bits(chain.register_bits, -1);
  for (const std::smatch& write : all_of(body, kWrite)) {
    const Bits& field = chain.fields.at(write[1]);
    std::uint64_t value = 0;
    if (write[2].matched) {
      value = std::stoul(write[2], nullptr, 16);
    } else if (write[3].matched) {
      value = std::stoul(write[3], nullptr, 2);
    } else {
      value = field.kind.empty() ? number_of(write[4]) : chain.kinds.at(field.kind).at(write[4]);
    }
    for (std::size_t b = field.low; b <= field.high; ++b) {
      if (bits.at(b) != -1) throw std::invalid_argument("a bit is written twice");
      bits[b] = static_cast<int>(value >> (b - field.low) & 1U);
    }
  }
  if (std::ranges::count(bits, -1) > 0) throw std::invalid_argument("a bit is not written");
  return {bits.begin(), bits.end()};
}

std::vector<bool> bits_of(const std::vector<std::uint8_t>& stream) {
  std::vector<bool> bits;
  for (std::size_t b = 0; b < stream.size() * 8; ++b) bits.push_back((stream[b / 8] >> (b % 8) & 1U) != 0);
  return bits;
}

std::string text_in(const std::vector<RtlFile>& files, const std::string& name) {
  return std::ranges::find(files, name, &RtlFile::name)->text;
}

std::vector<RtlFile> descriptions_of(const Fabric& fabric, unsigned chain_bits, const Configuration& configuration) {
  return chain_descriptions(fabric, rtl::SwitchKinds(fabric), rtl::ConfigurationLayout(fabric, chain_bits),
                            configuration);
}

class ChainAccess : public testing::TestWithParam<FabricCase> {};

TEST_P(ChainAccess, descriptions_make_the_stream_of_the_model) {
  const RepairedFabric repaired(GetParam());
  const Fabric& fabric = repaired.fabric();
  const Configuration power_up(fabric.fields.size(), SwitchState{0});
  for (const Repair& repair : repaired.repairs(2)) {
    const std::vector<RtlFile> files = descriptions_of(fabric, GetParam().chain_bits, repair.configuration);
    const Described icl = read_icl(text_in(files, "chain.icl")), rdl = read_rdl(text_in(files, "chain.rdl"));
    for (const auto& [procedure, configuration] :
         {std::pair("load_repair", &repair.configuration), std::pair("load_power_up", &power_up)}) {
      std::vector<bool> bits = written(text_in(files, "chain.pdl"), procedure, icl);
      EXPECT_TRUE(bits.at(0)) << "the 1 in front";
      bits.erase(bits.begin());
      EXPECT_EQ(bits, bits_of(stream_of(fabric, *configuration))) << procedure;
    }
    // Both have the same fields and states: a bit of the register is one further in ICL, whose stream has a 1 in front.
    for (const ConfigField& field : fabric.fields) {
      const Bits &in_rdl = rdl.fields.at(rtl::flat(field.name)), &in_icl = icl.fields.at(rtl::flat(field.name));
      EXPECT_EQ(in_rdl.low + 1, in_icl.low) << field.name;
      EXPECT_EQ(in_rdl.high - in_rdl.low + 1, field.bits) << field.name;
      EXPECT_EQ(in_rdl.kind, in_icl.kind) << field.name;
      EXPECT_EQ(rdl.kinds.at(in_rdl.kind), icl.kinds.at(in_icl.kind)) << field.name;
    }
    EXPECT_EQ(rdl.fields.size(), fabric.fields.size() + 4) << "checksum, phase, refused, upset";
    EXPECT_EQ(rdl.fields.at("refused").low, rdl.fields.at("phase").high + 1);
    EXPECT_EQ(rdl.kinds.at(rdl.fields.at("refused").kind), icl.kinds.at("chain_refusal"));
    EXPECT_EQ(rdl.kinds.at(rdl.fields.at("phase").kind), icl.kinds.at("chain_phase"));
    for (unsigned code = 1; code <= 4; ++code) {
      EXPECT_EQ(icl.kinds.at("chain_refusal").at(ConfigChain::kRefusalNames.at(code - 1)), code);
    }
    EXPECT_EQ(rdl.fields.at("checksum").high + 2, icl.register_bits);
    EXPECT_GE(rdl.register_bits, icl.register_bits - 1);
  }
}

/// Each field in each of its states, by name.
TEST_P(ChainAccess, states_have_the_names_of_the_model) {
  const RepairedFabric repaired(GetParam());
  const Fabric& fabric = repaired.fabric();
  const Described rdl =
      read_rdl(text_in(descriptions_of(fabric, 32, repaired.repairs(1).at(0).configuration), "chain.rdl"));
  for (const FabricSwitch& each : fabric.switches) {
    const States& states = rdl.kinds.at(rdl.fields.at(rtl::flat(fabric.fields[each.field].name)).kind);
    EXPECT_EQ(states.size(), each.type->states());
    for (unsigned state = 0; state < each.type->states(); ++state) {
      EXPECT_EQ(states.at(rtl::upper_snake(each.type->state_name(static_cast<SwitchState>(state)))), state);
    }
  }
}

std::string described_case(const testing::TestParamInfo<FabricCase>& each) {
  return each.param.name;
}
INSTANTIATE_TEST_SUITE_P(Wafers, ChainAccess, testing::ValuesIn(wafers(2)), described_case);
INSTANTIATE_TEST_SUITE_P(OtherWafers, ChainAccess, testing::ValuesIn(other_wafers()), described_case);
INSTANTIATE_TEST_SUITE_P(Arrays, ChainAccess, testing::ValuesIn(arrays()), described_case);

/// The parsers find what is wrong.
TEST(ChainAccessParsers, find_a_state_a_position_and_a_field_that_are_wrong) {
  const RepairedFabric repaired(other_wafers().front());
  const Repair repair = repaired.repairs(1).at(0);
  const std::vector<RtlFile> files = descriptions_of(repaired.fabric(), 32, repair.configuration);
  const std::string icl = text_in(files, "chain.icl"), pdl = text_in(files, "chain.pdl");
  const std::vector<bool> right = written(pdl, "load_repair", read_icl(icl));
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  EXPECT_NE(written(replaced(pdl, "sh_g0_c0 X", "sh_g0_c0 D1"), "load_repair", read_icl(icl)), right);
  EXPECT_THROW(written(pdl, "load_repair", read_icl(replaced(icl, "stream[2:1]", "stream[3:2]"))),
               std::invalid_argument);
  EXPECT_THROW(written(replaced(pdl, "  iWrite sh_g0_c0 X;\n", ""), "load_repair", read_icl(icl)),
               std::invalid_argument);
  EXPECT_THROW(written(replaced(pdl, "sh_g0_c0 X", "sh_g0_c0 Y"), "load_repair", read_icl(icl)), std::out_of_range);
}

// --- The test access port --------------------------------------------------------------------------------------------

struct PortMutant {
  std::string text;  ///< occurs once in kt_tap.sv
  std::string by;
};

/// Returns what the bench of the port says, with a text of the port replaced.
std::string port_bench_says(unsigned chain_bits, const std::optional<PortMutant>& mutant = std::nullopt) {
  FabricCase chosen = other_wafers().front();
  chosen.chain_bits = chain_bits;
  const RepairedFabric repaired(chosen);
  const rtl::FabricRtl request = repaired.request();
  std::vector<RtlFile> files = rtl::fabric_rtl(request);
  for (RtlFile& file : files) {
    if (file.name != "kt_tap.sv" || !mutant) continue;
    const std::size_t at = file.text.find(mutant->text);
    if (at == std::string::npos || file.text.find(mutant->text, at + 1) != std::string::npos) {
      ADD_FAILURE() << "not once in kt_tap.sv: " << mutant->text;
      return "";
    }
    file.text.replace(at, mutant->text.size(), mutant->by);
  }
  const RtlProject project(files);
  if (!mutant) return project.run("make -s tap");
  EXPECT_EQ(project.run("iverilog -g2012 -s kt_tap_bench -o tap.vvp kt_tap.sv kt_config_chain.sv kt_tap_bench.sv"), "");
  return project.run("timeout 60 vvp -n tap.vvp");
}

TEST(TestAccessPort, loads_the_stream_into_chains_of_every_width) {
  for (const unsigned width : {1U, 7U, 32U, 64U}) EXPECT_EQ(port_bench_says(width), "PASS\n") << width;
}

TEST(TestAccessPort, yosys_makes_it_and_finds_no_problem) {
  const RtlProject project(rtl_library({"kt_tap.sv"}));
  EXPECT_EQ(project.run("yosys -q -p 'read_verilog -sv kt_tap.sv; synth -top kt_tap; check -assert'"), "");
}

TEST(TestAccessPort, mistakes_in_it_are_found_by_its_bench) {
  const std::vector<PortMutant> mutants{
      {"Exit1Dr:        state_d = tms ? UpdateDr : PauseDr;", "Exit1Dr: state_d = tms ? UpdateDr : ShiftDr;"},
      {"Exit2Dr:        state_d = tms ? UpdateDr : ShiftDr;", "Exit2Dr: state_d = tms ? UpdateDr : PauseDr;"},
      {"UpdateDr:       state_d = tms ? SelectDr : RunTestIdle;", "UpdateDr: state_d = TestLogicReset;"},
      {"SelectIr:       state_d = tms ? TestLogicReset", "SelectIr: state_d = tms ? RunTestIdle"},
      {"instruction_shift_q <= 4'b0001", "instruction_shift_q <= 4'b0000"},
      {"data_q <= {tdi, data_q[31:1]}", "data_q <= {data_q[0], data_q[31:1]}"},
      {"data_q <= {25'd0, tdi, data_q[6:1]}", "data_q <= {24'd0, tdi, data_q[7:1]}"},
      {"{25'd0, upset_i, refused_i, phase_i}", "{29'd0, phase_i}"},
      {"{25'd0, upset_i, refused_i, phase_i}", "{26'd0, refused_i, phase_i}"},
      {"StreamInstruction: data_q <= '0;", ""},
      {"default:           data_q <= '0;", "default: ;"},
      {"if (state_d == TestLogicReset) instruction_q <= IdCodeInstruction;", ""},
      {"assign load_o  = shifts & !begun_q & tdi;", "assign load_o = shifts & !begun_q;"},
      {"(shifts & begun_q & full) | ends", "(shifts & begun_q & full)"},
      {"assign last_o  = ends;", "assign last_o = 1'b0;"},
      {"(state_d == UpdateDr) & begun_q;", "(state_d == UpdateDr);"},
      {"assign full   = count_q == Width[6:0];", "assign full = count_q == Width[6:0] - 7'd1;"},
      {"count_q   <= 7'd1;", "count_q <= 7'd0;"},
      {"word_q[0] <= tdi;", ""},
      {"assign shifts = rises & select_o &", "assign shifts = rises &"},
      {"assign falls = !tck_q[1] & tck_q[2];", "assign falls = tck_q[1] & !tck_q[2];"},
      {"assign tdo_enable_o = tdo_enable_q;", "assign tdo_enable_o = 1'b1;"},
      {"assign tdo_enable_o = tdo_enable_q;", "assign tdo_enable_o = (state_q == ShiftDr) | (state_q == ShiftIr);"}};
  for (const PortMutant& mutant : mutants) {
    const std::string said = port_bench_says(32, mutant);
    EXPECT_TRUE(said.find("FAIL: ") != std::string::npos || said.find("status 124") != std::string::npos)
        << mutant.text << '\n'
        << said;
    EXPECT_FALSE(said.ends_with("PASS\n")) << mutant.text;
  }
}

}  // namespace
}  // namespace kintsugi::test

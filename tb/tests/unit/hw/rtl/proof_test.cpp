// Yosys proves by induction what the modules written by hand promise (KT_ENSURE), whatever their inputs do
// that they may do (KT_REQUIRE). Of a changed module it finds a counterexample.
#include <gtest/gtest.h>

#include <ostream>

#include "tb/tests/unit/hw/rtl/rtl_project.hpp"

namespace kintsugi::test {
namespace {

struct ProvedModule {
  std::string name;
  std::string parameters;   ///< of chparam
  std::string before = {};  ///< a change: this text becomes `after`
  std::string after = {};
  friend std::ostream& operator<<(std::ostream& out, const ProvedModule& each) {
    return out << each.name << ' ' << each.parameters << ' ' << each.before;
  }
};

/// Returns the last lines of what Yosys says of a proof.
std::string proof_of(const ProvedModule& module) {
  std::vector<RtlFile> files = rtl_library();
  bool changed = module.before.empty();
  for (RtlFile& file : files) {
    const std::size_t at =
        module.before.empty() || file.name != module.name + ".sv" ? std::string::npos : file.text.find(module.before);
    if (at == std::string::npos) continue;
    file.text.replace(at, module.before.size(), module.after);
    changed = true;
  }
  if (!changed) return "no such text: " + module.before;
  const RtlProject project(files);
  const std::string top = module.name;
  const bool has_arbiters = top == "kt_output_port" || top.starts_with("kt_allocator_");
  const std::string below = has_arbiters ? ".sv kt_arbiter.sv" : ".sv";
  return project.run("yosys -p 'read_verilog -sv -formal -DKT_ASSERTIONS " + top + below + "; chparam " +
                     module.parameters + ' ' + top + "; hierarchy -top " + top +
                     "; proc; flatten; opt -full; async2sync; dffunmap; opt_clean; "
                     "sat -verify -prove-asserts -set-assumes -tempinduct -maxsteps 8 " +
                     top + "' > proof.log; status=$?; grep -E 'SUCCESS|ERROR' proof.log; exit $status");
}

class RtlProofs : public testing::TestWithParam<ProvedModule> {};
class RtlProofMutants : public testing::TestWithParam<ProvedModule> {};

TEST_P(RtlProofs, hold_by_induction) {
  EXPECT_EQ(proof_of(GetParam()), "Induction step proven: SUCCESS!\n");
}

INSTANTIATE_TEST_SUITE_P(
    Modules, RtlProofs,
    testing::Values(ProvedModule{"kt_arbiter", "-set N 2"}, ProvedModule{"kt_arbiter", "-set N 7"},
                    ProvedModule{"kt_arbiter", "-set N 2 -set ByPairs 1"},
                    ProvedModule{"kt_arbiter", "-set N 7 -set ByPairs 1"},
                    ProvedModule{"kt_allocator_serial", "-set InputChannels 4 -set Vcs 2"},
                    ProvedModule{"kt_allocator_separable", "-set All 3 -set Vcs 2"},
                    ProvedModule{"kt_field", "-set Bits 2 -set States 3"},
                    ProvedModule{"kt_fifo", "-set Width 2 -set Depth 1"},
                    ProvedModule{"kt_fifo", "-set Width 3 -set Depth 5"},
                    ProvedModule{"kt_output_port", "-set InputPorts 3 -set Vcs 2 -set Depth 3 -set PayloadW 2"},
                    ProvedModule{"kt_config_chain", "-set FieldBits 5 -set Width 8 -set IndexBits 3"},
                    ProvedModule{"kt_config_reader", "-set FieldBits 5 -set Width 8 -set IndexBits 3"},
                    ProvedModule{"kt_config_reader", "-set FieldBits 9 -set Width 7 -set IndexBits 3"}));

TEST_P(RtlProofMutants, have_a_counterexample) {
  const std::string said = proof_of(GetParam());
  EXPECT_NE(said.find("proof did fail"), std::string::npos) << said;
}

const std::string kSmallPort = "-set InputPorts 3 -set Vcs 2 -set Depth 2 -set PayloadW 2";
const std::string kFewChannels = "-set InputChannels 4 -set Vcs 2", kFewPorts = "-set All 3 -set Vcs 2";
const std::string kSmallChain = "-set FieldBits 5 -set Width 8 -set IndexBits 3";

INSTANTIATE_TEST_SUITE_P(
    Modules, RtlProofMutants,
    testing::Values(
        ProvedModule{"kt_arbiter", "-set N 4", "~(last_i | (last_i - 1))", "~(last_i - 1)"},
        ProvedModule{"kt_arbiter", "-set N 4", "|above ? lowest(above) : lowest(request_i)", "lowest(request_i)"},
        ProvedModule{"kt_arbiter", "-set N 4", "set & ~below", "set"},
        ProvedModule{"kt_arbiter", "-set N 4", "d < N", "d < N - 2"},
        ProvedModule{"kt_arbiter", "-set N 4 -set ByPairs 1", "~|last_i[i-1:j]", "1'b1"},
        ProvedModule{"kt_arbiter", "-set N 4 -set ByPairs 1", "= |last_i[j-1:i]", "= |last_i[j:i]"},
        ProvedModule{"kt_arbiter", "-set N 4 -set ByPairs 1", "& ~|(request_i & ahead)", ""},
        ProvedModule{"kt_field", "-set Bits 2 -set States 3", "shift_i && !invalid_o", "shift_i"},
        ProvedModule{"kt_fifo", "-set Width 2 -set Depth 3", "if (read_i) read_q <= next(read_q);",
                     "if (read_i && !write_i) read_q <= next(read_q);"},
        ProvedModule{"kt_fifo", "-set Width 2 -set Depth 3", "empty ? data_i : slots", "slots"},
        ProvedModule{"kt_fifo", "-set Width 2 -set Depth 3", "pointer == PointerW'(Depth - 1) ? '0 : pointer + 1",
                     "pointer + 1"},
        ProvedModule{"kt_output_port", kSmallPort, "? credits_q + 1 : credits_q", "? credits_q + 2 : credits_q"},
        ProvedModule{"kt_output_port", kSmallPort, "sent_vc[v] ? credits_now - 1", "sent_vc[v] ? credits_q - 1"},
        ProvedModule{"kt_allocator_serial", kFewChannels, "gen_turn[i-1].left & ~chosen", "gen_turn[i-1].left"},
        ProvedModule{"kt_allocator_serial", kFewChannels, "requests_i[v*InputChannels+:InputChannels] & ", ""},
        ProvedModule{"kt_allocator_separable", kFewPorts, "able[v] & ~|(able & ", "able[v] & |(able & "},
        ProvedModule{"kt_allocator_separable", kFewPorts, "assign rivals[o*All+p] = |able",
                     "assign rivals[o*All+p] = 1'b1"},
        ProvedModule{"kt_config_chain", kSmallChain, "length_q & !wrong_q & (received_q == ~crc_q)",
                     "length_q & !wrong_q"},
        ProvedModule{"kt_config_chain", kSmallChain, "length_q & !wrong_q & ", "length_q & "},
        ProvedModule{"kt_config_chain", kSmallChain, "length_q & !wrong_q & ", "!wrong_q & "},
        ProvedModule{"kt_config_chain", kSmallChain, "wrong_q | invalid_i | (|filler)", "wrong_q | invalid_i"},
        ProvedModule{"kt_config_chain", kSmallChain, "refused_q <= accept ? 3'd0 : why;", "refused_q <= why;"},
        ProvedModule{"kt_config_reader", kSmallChain, "crc_after(crc_q, payload, Width)",
                     "crc_after(crc_q, payload, 7)"},
        ProvedModule{"kt_config_reader", kSmallChain, "!crc_d[At-PayloadBits]", "crc_d[At-PayloadBits]"}));

}  // namespace
}  // namespace kintsugi::test

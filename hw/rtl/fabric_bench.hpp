/// A bench for Icarus Verilog that checks a fabric by itself, and prints PASS or FAIL.
///
/// Loads     one after the other without reset. After every word: the phase, every shadow, every state in force. After
///           the check: the phase, and the new states or the old ones
/// Ports     at power-up and after every load, whatever becomes of it: every port of every site sends a number of its
///           own, and each must receive that of the port which extraction names, or 0. Sites that are not attached
///           (dead, idle) send noise instead, another each time. In the cycle of the check all ports send 0: an edge
///           that switches caught in a closed ring while they change would circulate for ever
/// Readback  at power-up and after each of the first loads: every word of the states and of the shadows, with its
///           checksum, which the bench computes; a word is taken in two of three cycles. Disturbed: one that begins
///           anew, that a load gives up when its stream is checked, that begins in phase check, at a reset
/// Upsets    after the loads, if one of them is accepted: a bit of the states is turned over (KT_UPSETS), upset_o
///           follows within two passes of the scrub, and the next load that is accepted heals it; also at power-up
/// Disturbed after the loads, if one of them is accepted: load_i in every phase, alone and together with a word, which
///           gives up what was shifted in, and which phase check ignores; words outside phase shift; a reset in phases
///           shift, check, active, refused. bench.f says that they are meant (KT_ANY_INPUT)
/// Nodes     for every link of the network: the ports that meet in the states of the repair are those of the sites
///           which placement.memh gives to its two nodes; and every node has one site
/// Gaps      in a load with gaps a third of the cycles has no word, but noise on the inputs; in one with a `gap` so
///           many cycles after each word but the last
/// Files     kt_bench.sv; streams.memh, loads.memh, configurations.memh, connections.memh, fields.memh,
///           network.memh, which it reads beside bitstream.memh and placement.memh. configurations.memh has the bits
///           of all fields at power-up, then after each load; fields.memh the last bit of the field of each bit
/// Messages  name the load, the first field with a wrong bit and its switches, the ports that meet and should not
/// Options   of vvp: +first ends with the first mistake; +trace writes trace.txt, a line after every word, every cycle
///           of a `gap` and every check of the loads before they are disturbed: the number of the load, the phase, the
///           bits so far, the word (0 in a gap), the checksum so far, the shadows, the states, why it is refused; and
///           read.txt, a line in every cycle of a readback: load, valid, word, last, bits; and upsets.txt, a line for
///           each upset: load, bit of all fields, cycles before it and until upset_o; +read writes readback.memh,
///           the words that come back in the end, as bitstream.memh has them; +vcd writes <fabric>.vcd
///
/// The fabric is a top module beside the bench (iverilog -s kt_bench -s <fabric>), so that its names in the waveform
/// begin with <fabric>, as in that of the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"

namespace kintsugi::rtl {

class ConfigurationLayout;

/// One stream for the chain.
struct StreamLoad {
  std::string name;  ///< for messages, in one line
  std::vector<std::uint8_t> stream;
  /// What comes into force; empty: the stream must be refused.
  Configuration accepted = {};
  bool gaps = false;
  unsigned gap = 0;  ///< cycles without a word after each word but the last
};

/// Returns the files of a bench for fabric_netlist(). Every field is 0 at power-up. If the first load is the repair of
/// repair_files(), its words are those of bitstream.memh: the file that a chip gets is the one that is checked. So is
/// placement.memh, if `network` is the one that is placed.
std::vector<RtlFile> fabric_bench(const Fabric& fabric, const ConfigurationLayout& layout, unsigned flit_bits,
                                  const std::vector<StreamLoad>& loads, bool first_is_repair = false,
                                  const Network* network = nullptr);

/// Returns the files of a bench for configured_netlist(): it checks the ports, and placement.memh if `network` is the
/// one that is placed.
std::vector<RtlFile> configured_bench(const Fabric& fabric, unsigned flit_bits, const Configuration& configuration,
                                      const Network* network = nullptr);

/// Returns the loads that the exported bench makes: `configuration`, `other`, `configuration` again with gaps, and
/// streams that must be refused: of another fabric; with a bit flipped, of a field or of the checksum; with a byte
/// missing, and one too many; with a word too many; without the checksum; with the checksum zeroed; with a value that
/// is no state in the first and in the last field that can have one, and with a bit after the last field, where there
/// can be such, under a right checksum.
std::vector<StreamLoad> all_loads(const Fabric& fabric, const Configuration& configuration, const Configuration& other);

/// Returns loads of the configurations of a state_sweep().
std::vector<StreamLoad> sweep_loads(const Fabric& fabric);

/// Returns the load of any stream: its states come into force if length, checksum, values and filler are right.
StreamLoad load_of(const Fabric& fabric, const std::string& name, std::vector<std::uint8_t> stream, unsigned gap = 0);

}  // namespace kintsugi::rtl

/// How standard tools reach the configuration chain: its register map, its description for test access, and a test
/// access port.
///
/// chain.rdl     SystemRDL 2.0: one register, as wide as the stream, with a field for each configuration field, an
///               enumeration for each kind of switch, and the checksum. A bit of the register is the bit of the stream.
///               Behind it a register with the phase of the chain, why it refused a stream and
///               whether an upset is noticed
/// chain.icl     IEEE 1687: the port kt_tap with its registers; stream[0] is the 1 in front, stream[i + 1] bit i of the
///               stream. Each field is an alias
/// chain.pdl     IEEE 1687, level 0: load_repair writes every field of the repair, the checksum, and reads phase and
///               reason; load_power_up the states at power-up
/// kt_tap.sv     the port (IEEE 1149.1), and kt_tap_bench.sv, its bench, which loads bitstream.memh
///
/// Names         of fields as in the netlist: r3_c4; of states as in its package, without the kind
/// Source        Accellera, SystemRDL 2.0, 2018; IEEE Std 1687-2014; IEEE Std 1149.1-2013
#pragma once

#include <vector>

#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/rtl_file.hpp"
#include "hw/rtl/switch_kinds.hpp"

namespace kintsugi::rtl {

/// What the page of a project says of them: a line of its targets, and rows of its table of files.
inline constexpr const char* kTapTarget = "make tap      # the bench of the test access port loads the stream\n";
inline constexpr const char* kAccessRows =
    "| `chain.rdl` | the stream as a register with its fields: SystemRDL |\n"
    "| `chain.icl`, `chain.pdl` | the same behind a test access port, and the loads of the repair and of the states at "
    "power-up: IEEE 1687 |\n"
    "| `kt_tap.sv`, `kt_tap_bench.sv` | the port (IEEE 1149.1), which a design puts before the ports of the chain; its "
    "bench |\n";

/// Returns chain.rdl, chain.icl, chain.pdl.
std::vector<RtlFile> chain_descriptions(const Fabric& fabric, const SwitchKinds& kinds,
                                        const ConfigurationLayout& layout, const Configuration& configuration);

/// Returns kt_tap.sv and kt_tap_bench.sv.
std::vector<RtlFile> tap_files(const Fabric& fabric, const ConfigurationLayout& layout,
                               const Configuration& configuration);

}  // namespace kintsugi::rtl

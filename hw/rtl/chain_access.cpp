#include "hw/rtl/chain_access.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "hw/rtl/verilog_text.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/network/types.hpp"

namespace kintsugi::rtl {

namespace {

constexpr std::size_t kChecksumBits = 8 * kChecksumBytes;
constexpr unsigned kPhaseBits = 3;
constexpr unsigned kRefusalBits = 3;
/// What the chain says by its outputs (kt_config_chain.sv).
constexpr std::array kPhases{"idle", "shifting", "checking", "active", "refused"};
constexpr std::array kRefusals{"none", "length", "checksum", "state", "filler"};

/// Returns the lines of an enumeration of the chain.
template <std::size_t Count>
std::string values_of(const std::array<const char*, Count>& names, unsigned bits, const std::string& before) {
  std::string text;
  for (std::size_t i = 0; i < Count; ++i) text += before + names[i] + " = " + sized(bits, i) + ";\n";
  return text;
}

class AccessWriter {
 public:
  AccessWriter(const Fabric& fabric, const SwitchKinds& kinds, const ConfigurationLayout& layout,
               const Configuration& configuration)
      : fabric_(fabric),
        kinds_(kinds),
        layout_(layout),
        configuration_(configuration),
        top_(flat(fabric.name)),
        bytes_(stream_of(fabric, configuration).size()),
        kind_of_(fabric.fields.size()) {
    for (std::uint32_t id = 0; id < fabric.switches.size(); ++id) {
      auto& kind = kind_of_[fabric.switches[id].field];
      if (!kind) kind = kinds.index_of(SwitchId{id});
    }
  }

  // --- SystemRDL ----------------------------------------------------------------------------------------------------

  RtlFile rdl() const {
    std::string text = "// The stream of the configuration chain of `" + top_ +
                       "` as a register: bit 0 of the register is sent first.\n"
                       "// Values of the repair are those of chain.pdl; after reset all states are 0.\n";
    for (const SwitchKind& kind : kinds_.all()) {
      text += "enum " + kind.name + "_e {\n";
      for (unsigned state = 0; state < kind.type->states(); ++state) {
        text += "  " + state_name(kind, state) + " = " + sized(kind.state_bits, state) + ";\n";
      }
      text += "};\n";
    }
    text += "enum chain_phase_e {\n" + values_of(kPhases, kPhaseBits, "  ") + "};\nenum chain_refusal_e {\n" +
            values_of(kRefusals, kRefusalBits, "  ") + "};\n";
    const std::size_t register_bits = std::max(std::bit_ceil(bytes_ * 8), std::bit_ceil(std::size_t{layout_.width()}));
    text += "addrmap " + top_ + "_chain {\n  reg {\n    regwidth = " + std::to_string(register_bits) +
            ";\n    accesswidth = " + std::to_string(access_bits(register_bits)) +
            ";\n    default sw = w;\n    default hw = r;\n";
    for (std::size_t field = 0; field < fabric_.fields.size(); ++field) {
      text += "    field { " + (kind_of_[field] ? "encode = " + kind_at(field).name + "_e; " : std::string()) + "} " +
              bits_of(flat(fabric_.fields[field].name), layout_.first_bit(field), fabric_.fields[field].bits) + " = " +
              sized(fabric_.fields[field].bits, 0) + ";\n";
    }
    text += "    field { desc = \"CRC-32 of the fabric number 0x" + hex_word(fabric_.number) +
            " and the bits below\"; } " + bits_of("checksum", bytes_ * 8 - kChecksumBits, kChecksumBits) + ";\n";
    return {"chain.rdl", text + "  } stream @ 0x0;\n" + status_register(register_bits / 8) + "};\n"};
  }

  // --- IEEE 1687 ----------------------------------------------------------------------------------------------------

  RtlFile icl() const {
    const std::size_t last = bytes_ * 8;  // stream[0] is the 1 in front
    std::string text = "// The configuration chain of `" + top_ +
                       "` behind its test access port kt_tap (kt_tap.sv). stream[0] is the 1 in front, and\n"
                       "// stream[i + 1] is bit i of the stream.\n";
    text += "Module " + top_ +
            "_chain {\n"
            "  ScanInPort tdi;\n  ScanOutPort stream_so { Source stream[0]; }\n"
            "  ScanOutPort status_so { Source status[0]; }\n"
            "  SelectPort stream_select;\n  SelectPort status_select;\n"
            "  CaptureEnPort capture;\n  ShiftEnPort shift;\n  UpdateEnPort update;\n  TCKPort tck;\n"
            "  DataInPort phase[2:0];\n  DataInPort refused[2:0];\n  DataInPort upset;\n"
            "  ScanInterface stream_port {\n    Port tdi; Port stream_so; Port stream_select; Port shift; Port update;"
            "\n  }\n"
            "  ScanInterface status_port {\n    Port tdi; Port status_so; Port status_select; Port capture; "
            "Port shift;\n  }\n"
            "  ScanRegister status[6:0] {\n    ScanInSource tdi;\n    CaptureSource upset, refused, phase;\n  }\n"
            "  ScanRegister stream[" +
            std::to_string(last) + ":0] {\n    ScanInSource tdi;\n  }\n";
    text += "  Enum chain_phase {\n" + values_of(kPhases, kPhaseBits, "    ") + "  }\n  Enum chain_refusal {\n" +
            values_of(kRefusals, kRefusalBits, "    ") + "  }\n";
    for (const SwitchKind& kind : kinds_.all()) {
      text += "  Enum " + kind.name + " {\n";
      for (unsigned state = 0; state < kind.type->states(); ++state) {
        text += "    " + state_name(kind, state) + " = " + sized(kind.state_bits, state) + ";\n";
      }
      text += "  }\n";
    }
    text += "  Alias what_became = " + bits_of("status", 0, kPhaseBits) + " { RefEnum chain_phase; }\n" +
            "  Alias why_refused = " + bits_of("status", kPhaseBits, kRefusalBits) +
            " { RefEnum chain_refusal; }\n  Alias has_upset = status[" + number(kPhaseBits + kRefusalBits) + "];\n";
    text += "  Alias start = stream[0];\n";
    for (std::size_t field = 0; field < fabric_.fields.size(); ++field) {
      text += "  Alias " + flat(fabric_.fields[field].name) + " = " +
              bits_of("stream", layout_.first_bit(field) + 1, fabric_.fields[field].bits) +
              (kind_of_[field] ? " { RefEnum " + kind_at(field).name + "; }\n" : ";\n");
    }
    if (filler_bits() > 0) {
      text += "  Alias filler = " + bits_of("stream", layout_.field_bits() + 1, filler_bits()) + ";\n";
    }
    text += "  Alias checksum = " + bits_of("stream", bytes_ * 8 - kChecksumBits + 1, kChecksumBits) + ";\n}\n";
    text += "Module " + top_ + "_access {\n  Instance chain Of " + top_ +
            "_chain;\n  AccessLink tap Of STD_1149_1_2001 {\n    BSDLEntity kt_tap;\n"
            "    STREAM { ScanInterface { chain.stream_port; } }\n"
            "    STATUS { ScanInterface { chain.status_port; } }\n  }\n}\n";
    return {"chain.icl", text};
  }

  RtlFile pdl() const {
    return {"chain.pdl", "# Loads of the configuration chain of `" + top_ +
                             "`: see chain.icl.\n"
                             "iPDLLevel 0 -version STD_1687_2014;\niProcsForModule " +
                             top_ + "_chain;\n" + load("load_repair", configuration_) +
                             load("load_power_up", Configuration(fabric_.fields.size(), SwitchState{0}))};
  }

 private:
  const SwitchKind& kind_at(std::size_t field) const { return kinds_.all()[*kind_of_[field]]; }
  std::size_t filler_bits() const { return (8 - layout_.field_bits() % 8) % 8; }

  /// The widest that a bus of 32 bits, or the register, allows.
  static std::size_t access_bits(std::size_t register_bits) { return std::min<std::size_t>(register_bits, 32); }

  static std::string state_name(const SwitchKind& kind, unsigned state) {
    return upper_snake(kind.type->state_name(static_cast<SwitchState>(state)));
  }

  static std::string bits_of(const std::string& name, std::size_t low, std::size_t bits) {
    return name + '[' + std::to_string(low + bits - 1) + ':' + std::to_string(low) + ']';
  }

  /// Returns a procedure that writes every field: one that is left out would keep the value of an earlier procedure.
  std::string load(const std::string& name, const Configuration& configuration) const {
    std::string text = "iProc " + name + " {} {\n  iWrite start 0b1;\n";
    for (std::size_t field = 0; field < fabric_.fields.size(); ++field) {
      const unsigned state = configuration[field];
      text += "  iWrite " + flat(fabric_.fields[field].name) + ' ' +
              (kind_of_[field] ? state_name(kind_at(field), state) : std::to_string(state)) + ";\n";
    }
    if (filler_bits() > 0) text += "  iWrite filler 0;\n";
    text += "  iWrite checksum 0x" + hex_word(checksum(fabric_, pack(fabric_, configuration))) + ";\n  iApply;\n";
    return text + "  iRead what_became active;\n  iRead why_refused none;\n  iApply;\n}\n";
  }

  /// What the chain says of itself, at a byte address.
  static std::string status_register(std::size_t address) {
    return "  reg {\n    regwidth = 32;\n    accesswidth = 32;\n    default sw = r;\n    default hw = w;\n"
           "    field { encode = chain_phase_e; } " +
           bits_of("phase", 0, kPhaseBits) + ";\n    field { encode = chain_refusal_e; } " +
           bits_of("refused", kPhaseBits, kRefusalBits) + ";\n    field { } " +
           bits_of("upset", kPhaseBits + kRefusalBits, 1) + ";\n  } status @ 0x" +
           hex_word(narrow<std::uint32_t>(address)) + ";\n";
  }

  const Fabric& fabric_;
  const SwitchKinds& kinds_;
  const ConfigurationLayout& layout_;
  const Configuration& configuration_;
  std::string top_;
  std::size_t bytes_;                                // of a stream
  std::vector<std::optional<std::size_t>> kind_of_;  // by field; a field without a switch has none
};

}  // namespace

std::vector<RtlFile> chain_descriptions(const Fabric& fabric, const SwitchKinds& kinds,
                                        const ConfigurationLayout& layout, const Configuration& configuration) {
  const AccessWriter writer(fabric, kinds, layout, configuration);
  return {writer.rdl(), writer.icl(), writer.pdl()};
}

}  // namespace kintsugi::rtl

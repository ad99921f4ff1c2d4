/// The inputs of the configuration chain as signals, with the ports and the timing of the exported chain
/// (hw/rtl/kt_config_chain.sv): a configuration comes word by word from hardware of the user.
///
/// Pins      load_i   high for one cycle begins a stream; its words follow from the next cycle on. While a stream comes
///                    in it is given up, and a new one begins; in the cycle of phase check it is ignored
///           valid_i  word_i has a word of the stream; low is a gap
///           word_i   bits of the stream, the first in bit 0; as many as the chain takes in a cycle
///           last_i   the word is the last one: bits_i of its bits, 0 to the width of a word, belong to the stream
///           phase_o  0 idle, 1 shift, 2 check, 3 active, 4 refused
///           refused_o  why, in phase refused: 1 length, 2 checksum, 3 state, 4 filler; of the chip, which the exported
///                    chain does not know: 5 inspection (a site), 6 admission; 0 in every other phase. It may stay open
/// Reading   of hw/rtl/kt_config_reader.sv; all of these may stay open
///           read_i          high for one cycle begins a readback, of the states in force, or of the shadows if
///                           read_shadows_i is high with it
///           read_ready_i    the word that waits is taken
///           read_valid_o    a word waits: read_word_o; read_last_o with the last one; read_bits_o of its bits belong
///                           to the stream
/// Upset     upset_o is high from the cycle in which the scrub finds other states than those of the stream until a
///           stream comes into force; it may stay open
/// Timing    cycle t takes the values that the inputs have just before its clock edge, at time t * period; the outputs
///           change behind it, some delta cycles later (LinkPins has the same)
/// Placement the states do not say which node lives where: ChipConfiguration::expect() does, before the stream ends
/// Ignored   valid_i while no stream comes in
/// Errors    std::logic_error, a mistake of the simulation, for bits_i above the width of a word, and for load_i while
///           a stream is shifted in that came by ConfigChain::load()
#pragma once

#include <cstdint>
#include <systemc>

#include "hw/fabric/config_chain.hpp"

namespace kintsugi {

/// An input that may stay open: then it is 0.
template <class Value>
using OpenInput = sc_core::sc_port<sc_core::sc_signal_in_if<Value>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
/// An output that may stay open.
template <class Value>
using OpenOutput = sc_core::sc_port<sc_core::sc_signal_inout_if<Value>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

class ChainPins final : public sc_core::sc_module, public Clocked {
 public:
  sc_core::sc_in<bool> load_i;             ///< begins a stream
  sc_core::sc_in<bool> valid_i;            ///< word_i has a word
  sc_core::sc_in<sc_dt::uint64> word_i;    ///< the first bit of the stream in bit 0
  sc_core::sc_in<bool> last_i;             ///< the word is the last one
  sc_core::sc_in<std::uint32_t> bits_i;    ///< of the last word, 0 to its width
  sc_core::sc_out<std::uint32_t> phase_o;  ///< 0 idle, 1 shift, 2 check, 3 active, 4 refused
  OpenOutput<std::uint32_t> refused_o;     ///< why: 1 length, 2 checksum, 3 state, 4 filler, 5 inspection, 6 admission
  OpenInput<bool> read_i;                  ///< begins a readback
  OpenInput<bool> read_shadows_i;          ///< of the shadows
  OpenInput<bool> read_ready_i;            ///< takes a word
  OpenOutput<bool> read_valid_o;           ///< a word waits
  OpenOutput<sc_dt::uint64> read_word_o;   ///< the first bit of the stream in bit 0
  OpenOutput<bool> read_last_o;            ///< it is the last one
  OpenOutput<std::uint32_t> read_bits_o;   ///< of it, that belong to the stream
  OpenOutput<bool> upset_o;                ///< the states in force are not those of the stream

  /// `chain` is that of a chip (ChipConfiguration::chain) and must outlive the pins.
  ChainPins(sc_core::sc_module_name name, ConfigChain& chain);

  static constexpr const char* kKind = "kintsugi_chain_pins";  ///< of all modules of this class
  const char* kind() const override { return kKind; }          ///< for walks over the hierarchy: kKind

  static constexpr bool kCanMove = true;  ///< any thread may evaluate it

  void evaluate(Cycle) override {}

 private:
  void sample(Cycle now);
  void sample_reading(Cycle now);
  void drive();
  void drive_word();
  bool takes_word() const;

  ConfigChain& chain_;
  ClockDomain& clock_;
  ModuleIndex index_;
  ConfigChain::Phase shown_ = ConfigChain::Phase::kIdle;
  std::uint32_t shown_refusal_ = 0;
  ConfigReader::Word shown_word_;
  bool shown_upset_ = false;
};

}  // namespace kintsugi

/// RtlFabric over a class that Verilator has made of an exported kt_fabric (verilator --sc --top-module kt_fabric).
///
/// Pins   the ports of kt_fabric, bound to signals below the module: <fabric>.rtl.clk_i ...
#pragma once

#include "hw/pins/rtl_fabric.hpp"

namespace kintsugi {

template <class Verilated>
class VerilatedFabric : public RtlFabric {
 public:
  /// `comparison` outlives the fabric, and the fabric its chip.
  VerilatedFabric(sc_core::sc_module_name name, const RtlFabricForm& form, RtlComparison& comparison)
      : RtlFabric(name, form, comparison), rtl_("rtl"), word_(form.chain_bits), bits_(kBitsOfLast) {}
  ~VerilatedFabric() override { rtl_.final(); }

  /// Returns the module that Verilator has made.
  Verilated& rtl() { return rtl_; }

 private:
  static constexpr unsigned kBitsOfLast = 7;

  void write_reset(bool value) override { rst_ni_.write_bit(value); }
  void write_clock(bool value) override { clk_i_.write_bit(value); }
  void write_config_clock(bool value) override { config_clk_i_.write_bit(value); }
  void write_chain(const ChainInputs& inputs) override {
    load_i_.write_bit(inputs.load);
    valid_i_.write_bit(inputs.valid);
    word_.set_field(0, word_.width(), inputs.word);
    word_i_.write(word_);
    last_i_.write_bit(inputs.last);
    bits_.set_field(0, kBitsOfLast, inputs.bits);
    bits_i_.write(bits_);
  }
  void write_lanes() override {
    active_i_.write(lane_inputs().active);
    link_extra_i_.write(lane_inputs().link_extra);
    flit_valid_i_.write(lane_inputs().flit_valid);
    flit_i_.write(lane_inputs().flit);
    credit_valid_i_.write(lane_inputs().credit_valid);
    credit_vc_i_.write(lane_inputs().credit_vc);
  }
  void read_outputs() override {
    phase_o_.read(outputs().phase);
    refused_o_.read(outputs().refused);
    states_o_.read(outputs().states);
    shadows_o_.read(outputs().shadows);
    flit_valid_o_.read(outputs().flit_valid);
    flit_o_.read(outputs().flit);
    credit_valid_o_.read(outputs().credit_valid);
    credit_vc_o_.read(outputs().credit_vc);
  }

  Verilated rtl_;
  PinBits word_;
  PinBits bits_;
  PinSignal<decltype(Verilated::clk_i)> clk_i_{"clk_i", rtl_.clk_i};
  PinSignal<decltype(Verilated::config_clk_i)> config_clk_i_{"config_clk_i", rtl_.config_clk_i};
  PinSignal<decltype(Verilated::rst_ni)> rst_ni_{"rst_ni", rtl_.rst_ni, true};
  PinSignal<decltype(Verilated::load_i)> load_i_{"load_i", rtl_.load_i};
  PinSignal<decltype(Verilated::valid_i)> valid_i_{"valid_i", rtl_.valid_i};
  PinSignal<decltype(Verilated::word_i)> word_i_{"word_i", rtl_.word_i};
  PinSignal<decltype(Verilated::last_i)> last_i_{"last_i", rtl_.last_i};
  PinSignal<decltype(Verilated::bits_i)> bits_i_{"bits_i", rtl_.bits_i};
  PinSignal<decltype(Verilated::active_i)> active_i_{"active_i", rtl_.active_i};
  PinSignal<decltype(Verilated::link_extra_i)> link_extra_i_{"link_extra_i", rtl_.link_extra_i};
  PinSignal<decltype(Verilated::flit_valid_i)> flit_valid_i_{"flit_valid_i", rtl_.flit_valid_i};
  PinSignal<decltype(Verilated::flit_i)> flit_i_{"flit_i", rtl_.flit_i};
  PinSignal<decltype(Verilated::credit_valid_i)> credit_valid_i_{"credit_valid_i", rtl_.credit_valid_i};
  PinSignal<decltype(Verilated::credit_vc_i)> credit_vc_i_{"credit_vc_i", rtl_.credit_vc_i};
  PinSignal<decltype(Verilated::phase_o)> phase_o_{"phase_o", rtl_.phase_o};
  PinSignal<decltype(Verilated::refused_o)> refused_o_{"refused_o", rtl_.refused_o};
  // The chain of the chip is read back in the model: these are 0, and what comes is not looked at.
  PinSignal<decltype(Verilated::read_i)> read_i_{"read_i", rtl_.read_i};
  PinSignal<decltype(Verilated::read_shadows_i)> read_shadows_i_{"read_shadows_i", rtl_.read_shadows_i};
  PinSignal<decltype(Verilated::read_ready_i)> read_ready_i_{"read_ready_i", rtl_.read_ready_i};
  PinSignal<decltype(Verilated::read_valid_o)> read_valid_o_{"read_valid_o", rtl_.read_valid_o};
  PinSignal<decltype(Verilated::read_word_o)> read_word_o_{"read_word_o", rtl_.read_word_o};
  PinSignal<decltype(Verilated::read_last_o)> read_last_o_{"read_last_o", rtl_.read_last_o};
  PinSignal<decltype(Verilated::read_bits_o)> read_bits_o_{"read_bits_o", rtl_.read_bits_o};
  PinSignal<decltype(Verilated::upset_o)> upset_o_{"upset_o", rtl_.upset_o};
  PinSignal<decltype(Verilated::states_o)> states_o_{"states_o", rtl_.states_o};
  PinSignal<decltype(Verilated::shadows_o)> shadows_o_{"shadows_o", rtl_.shadows_o};
  PinSignal<decltype(Verilated::flit_valid_o)> flit_valid_o_{"flit_valid_o", rtl_.flit_valid_o};
  PinSignal<decltype(Verilated::flit_o)> flit_o_{"flit_o", rtl_.flit_o};
  PinSignal<decltype(Verilated::credit_valid_o)> credit_valid_o_{"credit_valid_o", rtl_.credit_valid_o};
  PinSignal<decltype(Verilated::credit_vc_o)> credit_vc_o_{"credit_vc_o", rtl_.credit_vc_o};
};

}  // namespace kintsugi

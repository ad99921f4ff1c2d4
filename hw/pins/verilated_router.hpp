/// RtlRouter over a class that Verilator has made of an exported router (verilator --sc --top-module
/// kt_node_router_<i>).
///
/// Pins   the ports of kt_router, bound to signals below the module: <router>.rtl.clk_i ...
#pragma once

#include <memory>

#include "hw/pins/rtl_router.hpp"

namespace kintsugi {

template <class Verilated>
class VerilatedRouter final : public RtlRouter {
 public:
  /// Made by ChipPlan::make_router, which gives it name and site.
  VerilatedRouter(sc_core::sc_module_name name, const RouterSite& site, const RtlRouterForm& form,
                  RtlComparison* comparison)
      : RtlRouter(name, site, form, comparison), rtl_("rtl") {}
  ~VerilatedRouter() override { rtl_.final(); }

  /// Returns the module that Verilator has made.
  Verilated& rtl() { return rtl_; }

 private:
  void write_clock(bool value) override { clk_i_.write_bit(value); }
  void write_reset(bool value) override { rst_ni_.write_bit(value); }
  void write_inputs() override {
    node_i_.write(inputs().node);
    flit_valid_i_.write(inputs().flit_valid);
    flit_i_.write(inputs().flit);
    credit_valid_i_.write(inputs().credit_valid);
    credit_vc_i_.write(inputs().credit_vc);
  }
  void read_outputs() override {
    flit_valid_o_.read(outputs().flit_valid);
    flit_o_.read(outputs().flit);
    credit_valid_o_.read(outputs().credit_valid);
    credit_vc_o_.read(outputs().credit_vc);
  }

  Verilated rtl_;
  PinSignal<decltype(Verilated::clk_i)> clk_i_{"clk_i", rtl_.clk_i};
  PinSignal<decltype(Verilated::rst_ni)> rst_ni_{"rst_ni", rtl_.rst_ni, true};
  PinSignal<decltype(Verilated::node_i)> node_i_{"node_i", rtl_.node_i};
  PinSignal<decltype(Verilated::flit_valid_i)> flit_valid_i_{"flit_valid_i", rtl_.flit_valid_i};
  PinSignal<decltype(Verilated::flit_i)> flit_i_{"flit_i", rtl_.flit_i};
  PinSignal<decltype(Verilated::credit_valid_i)> credit_valid_i_{"credit_valid_i", rtl_.credit_valid_i};
  PinSignal<decltype(Verilated::credit_vc_i)> credit_vc_i_{"credit_vc_i", rtl_.credit_vc_i};
  PinSignal<decltype(Verilated::flit_valid_o)> flit_valid_o_{"flit_valid_o", rtl_.flit_valid_o};
  PinSignal<decltype(Verilated::flit_o)> flit_o_{"flit_o", rtl_.flit_o};
  PinSignal<decltype(Verilated::credit_valid_o)> credit_valid_o_{"credit_valid_o", rtl_.credit_valid_o};
  PinSignal<decltype(Verilated::credit_vc_o)> credit_vc_o_{"credit_vc_o", rtl_.credit_vc_o};
  PinSignal<decltype(Verilated::held_o)> held_o_{"held_o", rtl_.held_o};
  PinSignal<decltype(Verilated::count_o)> count_o_{"count_o", rtl_.count_o};
};

}  // namespace kintsugi

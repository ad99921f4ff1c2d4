#include "hw/rtl/bench_text.hpp"

#include <algorithm>

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

std::string constant(const std::string& name, std::size_t value) {
  return "  localparam int " + name + " = " + std::to_string(value) + ";\n";
}

std::string clock_signals(const std::string& top) {
  return filled(R"(
  logic clk = 1'b0;
  logic rst_n = 1'b1;
  assign @TOP@.clk_i = clk;
  assign @TOP@.rst_ni = rst_n;
  always #0.5 clk = !clk;
)",
                {{"TOP", top}});
}

std::string chain_signals(const std::string& top) {
  return clock_signals(top) + filled(R"(
  logic load = 1'b0;
  logic valid = 1'b0;
  logic last = 1'b0;
  logic [Width-1:0] word = {Width{1'b0}};
  logic [6:0] bits = 7'd0;
  assign @TOP@.load_i = load;
  assign @TOP@.valid_i = valid;
  assign @TOP@.word_i = word;
  assign @TOP@.last_i = last;
  assign @TOP@.bits_i = bits;
  logic read = 1'b0;
  logic read_shadows = 1'b0;
  logic read_ready = 1'b0;
  assign @TOP@.read_i = read;
  assign @TOP@.read_shadows_i = read_shadows;
  assign @TOP@.read_ready_i = read_ready;
)",
                                     {{"TOP", top}});
}

std::string names_function(const std::string& function, const std::vector<std::string>& names) {
  std::size_t longest = 1;
  for (const std::string& name : names) longest = std::max(longest, name.size());
  std::string text = "\n  function [8*" + std::to_string(longest) + "-1:0] " + function +
                     "(input integer number);\n    case (number)\n";
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += "      " + std::to_string(i) + ": " + function + " = \"" + names[i] + "\";\n";
  }
  return text + "      default: " + function + " = \"?\";\n    endcase\n  endfunction\n";
}

std::string phase_names() {
  return names_function("phase_name", {"idle", "shift", "check", "active", "refused"});
}

std::string refusal_names() {
  return names_function("refusal_name", {"none", "length", "checksum", "state", "filler"});
}

std::string waveform_text(const std::string& top) {
  return filled(R"(    if ($test$plusargs("vcd")) begin
      $dumpfile("@TOP@.vcd");
      $dumpvars(0, @TOP@);
    end
)",
                {{"TOP", top}});
}

}  // namespace kintsugi::rtl

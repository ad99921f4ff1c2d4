// Assertions of the modules, where the macro KT_ASSERTIONS is defined. Yosys (read_verilog -formal) knows no messages; it
// proves a module by itself, so it takes for granted what the module asks of its inputs.
//   KT_REQUIRE  what a module asks of its inputs
//   KT_ENSURE   what it promises
//   KT_BEGIN    for such a proof, the first cycle of a module with clk_i and rst_ni is its reset, and there is no other
`ifndef KT_ENSURE
`ifdef FORMAL
`define KT_REQUIRE(condition, text) assume (condition);
`define KT_ENSURE(condition, text) assert (condition);
`define KT_BEGIN \
  logic begun_q = 1'b0; \
  always @(posedge clk_i) begun_q <= 1'b1; \
  always @* assume (rst_ni == begun_q);
`else
`define KT_REQUIRE(condition, text) assert (condition) else $error(text);
`define KT_ENSURE(condition, text) assert (condition) else $error(text);
`define KT_BEGIN
`endif
`endif

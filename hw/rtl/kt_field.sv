// One configuration field: the state in force, and the shadow that the configuration chain writes.
//
// Timing   shift_i    value_i becomes the shadow; a value that is no state of the field leaves the shadow as it is
//          commit_i   the shadow becomes the state
//          discard_i  the state becomes the shadow
//          At most one of them is high in a cycle. With the macro KT_UPSETS a bench turns bits of the state over: those
//          of `upset`, at the next clock edge without commit_i. Reset brings both to 0, the state at power-up.
// Outputs  state_o    a register; shadow_o another
//          invalid_o  combinational: shift_i is high and value_i is no state
module kt_field #(
    parameter int Bits = 2,   // 1 to 8
    parameter int States = 4  // 1 to 2**Bits
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic            shift_i,
    input  logic [Bits-1:0] value_i,
    input  logic            commit_i,
    input  logic            discard_i,
    output logic [Bits-1:0] state_o,
    output logic [Bits-1:0] shadow_o,
    output logic            invalid_o
);
  localparam logic [Bits:0] End = States[Bits:0];

  logic [Bits-1:0] state_q;
  logic [Bits-1:0] shadow_q;
`ifdef KT_UPSETS
  logic [Bits-1:0] upset = '0;
`endif

  assign state_o   = state_q;
  assign shadow_o  = shadow_q;
  assign invalid_o = shift_i & ({1'b0, value_i} >= End);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= '0;
      shadow_q <= '0;
    end else begin
      if (commit_i) state_q <= shadow_q;
`ifdef KT_UPSETS
      else state_q <= state_q ^ upset;
`endif
      if (discard_i) shadow_q <= state_q;
      else if (shift_i && !invalid_o) shadow_q <= value_i;
    end
  end

`ifdef KT_ASSERTIONS
`include "kt_assertions.svh"
  `KT_BEGIN
  always @(posedge clk_i) begin
    if (rst_ni) begin
      `KT_REQUIRE({1'b0, shift_i} + {1'b0, commit_i} + {1'b0, discard_i} <= 2'd1, "two orders in one cycle")
`ifndef KT_UPSETS
      `KT_ENSURE({1'b0, state_q} < End, "the state is none of the field")
      `KT_ENSURE({1'b0, shadow_q} < End, "the shadow is no state of the field")
`endif
    end
  end
`endif
endmodule

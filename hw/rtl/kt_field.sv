// One configuration field: the state in force and the shadow that the configuration chain writes.
//
// Timing   shift_i        value_i becomes the shadow; with a value that is no state of the field the shadow stays
//          commit_i       the shadow becomes the state
//          discard_i      the state becomes the shadow
//          At most one of the three is high in a cycle. Reset brings both to 0, the state at power-up.
// Outputs  state_o, shadow_o  registers
//          invalid_o      value_i is no state of the field, whether it is written or not
module kt_field #(
    parameter int Bits = 2,   // 1 to 8
    parameter int States = 4  // 1 to 2**Bits; values from States on are no states
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
  logic [Bits-1:0] state_q;
  logic [Bits-1:0] shadow_q;

  assign state_o   = state_q;
  assign shadow_o  = shadow_q;
  assign invalid_o = {1'b0, value_i} >= (Bits + 1)'(States);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= '0;
      shadow_q <= '0;
    end else begin
      if (commit_i) state_q <= shadow_q;
      if (discard_i) shadow_q <= state_q;
      else if (shift_i && !invalid_o) shadow_q <= value_i;
    end
  end
endmodule

// Channel allocation of one output port, one request after another: its depth grows with the number of channels.
//
// Rule    requests take turns, round-robin by input channel; each gets, of the channels that it requests, the first one
//         (ahead_i). The turn begins above the input channel that was last given a channel, at reset above the last, so
//         with number 0. A request that gets none asks anew
// Ports   requests_i  bit v * InputChannels + c: input channel c requests channel v, which can be given
//         ahead_i    bit v * Vcs + u: channel u is given before channel v (kt_output_port)
//         given_o     as requests_i: channel v goes to input channel c
//         taken_o     channels that are given
module kt_allocator_serial #(
    parameter int InputChannels = 10,
    parameter int Vcs           = 2
) (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    input  logic [Vcs*InputChannels-1:0] requests_i,
    input  logic [          Vcs*Vcs-1:0] ahead_i,
    output logic [Vcs*InputChannels-1:0] given_o,
    output logic [              Vcs-1:0] taken_o
);
`ifdef KT_ASSERTIONS
`include "kt_assertions.svh"
`endif
  // At most one turn for each channel.
  logic [InputChannels-1:0] last_channel_q;
  for (genvar i = 0; i <= Vcs; i++) begin : gen_turn
    // Before turn i: channels left, the pointer, and what has been given.
    logic [              Vcs-1:0] left;
    logic [    InputChannels-1:0] last;
    logic [Vcs*InputChannels-1:0] given;
    if (i == 0) begin : gen_first
      assign left   = '1;
      assign last   = last_channel_q;
      assign given  = '0;
    end else begin : gen_next
      logic [Vcs*InputChannels-1:0] possible;
      logic [    InputChannels-1:0] asking;
      logic [    InputChannels-1:0] winner;
      logic [              Vcs-1:0] able;
      logic [              Vcs-1:0] chosen;
      for (genvar v = 0; v < Vcs; v++) begin : gen_vc
        assign possible[v*InputChannels+:InputChannels] =
            requests_i[v*InputChannels+:InputChannels] & {InputChannels{gen_turn[i-1].left[v]}};
        assign able[v]   = |(possible[v*InputChannels+:InputChannels] & winner);
        assign chosen[v] = able[v] & ~|(able & ahead_i[v*Vcs+:Vcs]);
        assign given[v*InputChannels+:InputChannels] =
            gen_turn[i-1].given[v*InputChannels+:InputChannels] | (winner & {InputChannels{chosen[v]}});
      end
      assign asking = any_of(possible) & ~any_of(gen_turn[i-1].given);
      kt_arbiter #(
          .N(InputChannels)
      ) arbiter (
          .request_i(asking),
          .last_i   (gen_turn[i-1].last),
          .grant_o  (winner)
      );
      assign left   = gen_turn[i-1].left & ~chosen;
      assign last   = |winner ? winner : gen_turn[i-1].last;
    end
  end

  function automatic [InputChannels-1:0] any_of(input [Vcs*InputChannels-1:0] columns);
    any_of = '0;
    for (int v = 0; v < Vcs; v++) any_of = any_of | columns[v*InputChannels+:InputChannels];
  endfunction

  assign given_o = gen_turn[Vcs].given;
  assign taken_o = ~gen_turn[Vcs].left;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_channel_q <= InputChannels'(1) << (InputChannels - 1);
    else last_channel_q <= gen_turn[Vcs].last;
  end

`ifdef KT_ASSERTIONS
  `KT_BEGIN
  for (genvar v = 0; v < Vcs; v++) begin : gen_channel
    logic [InputChannels-1:0] given;
    assign given = given_o[v*InputChannels+:InputChannels];
    always @(posedge clk_i) begin
      if (rst_ni) begin
        `KT_ENSURE((given & (given - 1)) == 0, "a channel is given to two packets")
        `KT_ENSURE((given & ~requests_i[v*InputChannels+:InputChannels]) == 0, "a channel is given to no request")
      end
    end
  end
`endif
endmodule

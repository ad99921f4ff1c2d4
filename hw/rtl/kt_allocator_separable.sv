// Channel allocation of a router in two steps, input ports first: its depth grows with the logarithm of the channels.
// Each input port puts one head forward, and each output port gives one channel to one of the input ports that ask it.
//
// Rule    step 1: of the heads of an input port that request a channel, round-robin: the first above the channel of this
//         port whose head was last given one, at reset above the last, so channel 0.
//         step 2: of the input ports whose head asks an output port, round-robin: the first above the one that was last
//         given a channel there, at reset above the last, so port 0. The head gets, of the channels that it requests, the
//         first one (ahead_i). Both pointers move when a channel is given
// Ports   requests_i  bit c * Channels + d: input channel c requests output channel d, which can be given; all requests
//                     of an input channel are of one port. Channels are numbered port * Vcs + vc
//         ahead_i    by output port, bit v * Vcs + u: channel u is given before channel v (kt_output_port)
//         asker_o     by input port, one-hot: the channel whose head it puts forward
//         choice_o    by input port, one-hot: the output channel that this head gets, if it gets one
//         won_o       by input port, one-hot: the output port that gives it; late
//         got_o       input ports whose head gets it; later than all other outputs
module kt_allocator_separable #(
    parameter int All      = 5,  // ports
    parameter int Vcs      = 2,
    parameter int Channels = All * Vcs
) (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    input  logic [Channels*Channels-1:0] requests_i,
    input  logic [      All*Vcs*Vcs-1:0] ahead_i,
    output logic [         Channels-1:0] asker_o,
    output logic [     All*Channels-1:0] choice_o,
    output logic [          All*All-1:0] won_o,
    output logic [              All-1:0] got_o
);
`ifdef KT_ASSERTIONS
`include "kt_assertions.svh"
  `KT_BEGIN
  for (genvar v = 0; v < All * Vcs; v++) begin : gen_order
    always @(posedge clk_i) begin
      if (rst_ni) `KT_REQUIRE(!ahead_i[v*Vcs+v%Vcs], "a channel comes before itself")
    end
    for (genvar u = 0; u < v % Vcs; u++) begin : gen_lower
      always @(posedge clk_i) begin
        if (rst_ni) begin
          `KT_REQUIRE(ahead_i[v*Vcs+u] != ahead_i[(v-v%Vcs+u)*Vcs+v%Vcs], "of two channels none is the first")
        end
      end
    end
  end
`endif
  logic [All*All-1:0] rivals;  // by output port: input ports that ask it
  logic [All*All-1:0] winner;  // and the one that gets a channel, one-hot

  function automatic [Channels-1:0] requests_of(input [Vcs-1:0] chosen, input [Vcs*Channels-1:0] all);
    requests_of = '0;
    for (int v = 0; v < Vcs; v++) requests_of = requests_of | ({Channels{chosen[v]}} & all[v*Channels+:Channels]);
  endfunction

  for (genvar p = 0; p < All; p++) begin : gen_input
    logic [     Vcs-1:0] asking;
    logic [     Vcs-1:0] asker;
    logic [     Vcs-1:0] last_asker_q;
    logic [Channels-1:0] wanted;
    for (genvar v = 0; v < Vcs; v++) begin : gen_vc
      assign asking[v] = |requests_i[(p*Vcs+v)*Channels+:Channels];
    end
    kt_arbiter #(
        .N      (Vcs),
        .ByPairs(1)
    ) arbiter (
        .request_i(asking),
        .last_i   (last_asker_q),
        .grant_o  (asker)
    );
    assign wanted                = requests_of(asker, requests_i[p*Vcs*Channels+:Vcs*Channels]);
    assign asker_o[p*Vcs+:Vcs] = asker;

    for (genvar o = 0; o < All; o++) begin : gen_output
      logic [Vcs-1:0] able;
      assign able            = wanted[o*Vcs+:Vcs];
      assign rivals[o*All+p] = |able;
      assign won_o[p*All+o]  = winner[o*All+p];
      for (genvar v = 0; v < Vcs; v++) begin : gen_choice
        assign choice_o[p*Channels+o*Vcs+v] = able[v] & ~|(able & ahead_i[(o*Vcs+v)*Vcs+:Vcs]);
      end
    end
    assign got_o[p] = |won_o[p*All+:All];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) last_asker_q <= Vcs'(1) << (Vcs - 1);
      else if (got_o[p]) last_asker_q <= asker;
    end

`ifdef KT_ASSERTIONS
    logic [Channels-1:0] choice;
    assign choice = choice_o[p*Channels+:Channels];
    always @(posedge clk_i) begin
      if (rst_ni) begin
        `KT_ENSURE((asker & (asker - 1)) == 0, "an input port puts two heads forward")
        `KT_ENSURE((choice & ~wanted) == 0, "a head gets a channel that it does not request")
        `KT_ENSURE(!got_o[p] || |choice, "a head gets no channel")
      end
    end
`endif
  end

  for (genvar o = 0; o < All; o++) begin : gen_output
    logic [All-1:0] last_port_q;
    kt_arbiter #(
        .N      (All),
        .ByPairs(1)
    ) arbiter (
        .request_i(rivals[o*All+:All]),
        .last_i   (last_port_q),
        .grant_o  (winner[o*All+:All])
    );
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) last_port_q <= All'(1) << (All - 1);
      else if (|rivals[o*All+:All]) last_port_q <= winner[o*All+:All];
    end
`ifdef KT_ASSERTIONS
    logic [All-1:0] won;
    assign won = winner[o*All+:All];
    always @(posedge clk_i) begin
      if (rst_ni) `KT_ENSURE((won & (won - 1)) == 0, "a port gives channels to two packets")
    end
`endif
  end
endmodule

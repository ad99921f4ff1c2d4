// One input channel of a router: the buffer, and the output channel that the packet at its front holds. Channels of a
// router are numbered port * Vcs + vc; the port of the PE, number Ports, is the last.
//
// Flits    flit_i, flit_o are {head, tail, payload}. The payload of a head begins, from bit 0, with its destination
//          (NodeW bits) and its routing state (StateW). The route of a head comes with it: here_i, this is its
//          destination, or answer_i, what kt_route says. It is kept in the buffer
// Cycle    a head at the front without an output channel requests: at its destination all channels of the PE's port,
//          else the channels of the first candidate that has one in available_i. channel_i answers in the same cycle.
//          sent_i takes the front flit; its packet has an output channel, held or given in this cycle
// Outputs  request_o  output channels that a waiting head can get; all of one port
//          valid_o    there is a front flit, which leaves as flit_o
//          held_o     one-hot: the output channel held by the packet at the front, given in an earlier cycle; a register
//          count_o    flits in the buffer at the beginning of the cycle
// Header   the routing state of the candidate is kept with the output channel, and leaves with the head
// Reset    empties the buffer
module kt_input_channel #(
    parameter int Ports      = 4,
    parameter int Vcs        = 2,
    parameter int Depth      = 4,
    parameter int NodeW      = 4,
    parameter int StateW     = 1,
    parameter int PayloadW   = 32,
    parameter int RoutePorts = 4,
    parameter int Candidates = 1,
    parameter int AnswerW    = 3,
    parameter int Channels   = (Ports + 1) * Vcs,
    parameter int FlitW      = PayloadW + 2,
    parameter int CountW     = $clog2(Depth + 1)
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic                write_i,
    input  logic [   FlitW-1:0] flit_i,
    input  logic                here_i,
    input  logic [ AnswerW-1:0] answer_i,
    input  logic [Channels-1:0] available_i,
    input  logic [Channels-1:0] channel_i,
    input  logic                sent_i,
    output logic [Channels-1:0] request_o,
    output logic                valid_o,
    output logic [   FlitW-1:0] flit_o,
    output logic [Channels-1:0] held_o,
    output logic [  CountW-1:0] count_o
);
  localparam int RouteChannels = RoutePorts * Vcs;

  // The front of the buffer.
  logic                here;
  logic [ AnswerW-1:0] answer;
  logic                head;
  logic                tail;
  logic [PayloadW-1:0] payload;
  logic [   NodeW-1:0] destination;
  logic [  StateW-1:0] state;

  kt_fifo #(
      .Width(1 + AnswerW + FlitW),
      .Depth(Depth)
  ) buffer (
      .clk_i,
      .rst_ni,
      .write_i,
      .data_i ({here_i, answer_i, flit_i}),
      .read_i (sent_i),
      .valid_o,
      .data_o ({here, answer, head, tail, payload}),
      .count_o
  );

  assign destination = payload[0+:NodeW];
  assign state       = payload[NodeW+:StateW];

  // The first candidate with an available channel.
  logic [Candidates*RouteChannels-1:0] candidate_channels;
  logic [      Candidates*StateW-1:0] candidate_states;
  logic [    Candidates*Channels-1:0] usable;
  logic [             Candidates-1:0] able;     // those that have one
  logic [             Candidates-1:0] settled;  // those behind the first of these
  logic [               Channels-1:0] routed;
  logic [                 StateW-1:0] next_state;

  kt_candidates candidates (
      .answer_i  (answer),
      .channels_o(candidate_channels),
      .states_o  (candidate_states)
  );

  for (genvar k = 0; k < Candidates; k++) begin : gen_candidate
    assign usable[k*Channels+:Channels] = {
      {Vcs{1'b0}}, candidate_channels[k*RouteChannels+:Ports*Vcs]
    } & available_i;
    assign able[k] = |usable[k*Channels+:Channels];
    if (RoutePorts > Ports) begin : gen_fewer_ports
      logic unused_channels;
      assign unused_channels = ^candidate_channels[k*RouteChannels+Ports*Vcs+:(RoutePorts-Ports)*Vcs];
    end
  end

  function automatic [Channels-1:0] channels_of(input [Candidates-1:0] chosen, input [Candidates*Channels-1:0] all);
    channels_of = '0;
    for (int k = 0; k < Candidates; k++) channels_of = channels_of | ({Channels{chosen[k]}} & all[k*Channels+:Channels]);
  endfunction
  function automatic [StateW-1:0] state_of(input [Candidates-1:0] chosen, input [Candidates*StateW-1:0] all);
    state_of = '0;
    for (int k = 0; k < Candidates; k++) state_of = state_of | ({StateW{chosen[k]}} & all[k*StateW+:StateW]);
  endfunction

  function automatic [Candidates-1:0] above(input [Candidates-1:0] set);  // the lowest of the set
    above = set << 1;
    for (int d = 1; d < Candidates; d = 2 * d) above = above | (above << d);
  endfunction

  assign settled    = above(able);
  assign routed     = here ? {{Vcs{1'b1}}, {Ports * Vcs{1'b0}}} & available_i
                           : channels_of(~settled, usable);
  assign next_state = here ? state : state_of(able & ~settled, candidate_states);

  // The output channel of the packet at the front.
  logic [Channels-1:0] held_q;
  logic [  StateW-1:0] state_q;
  logic                holds_q;  // there is one
  logic                given;

  assign given     = |channel_i;
  assign request_o = valid_o && !holds_q ? routed : '0;
  assign held_o    = held_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q  <= '0;
      holds_q <= 1'b0;
    end else if (sent_i && tail) begin
      held_q  <= '0;
      holds_q <= 1'b0;
    end else if (given) begin
      held_q  <= channel_i;
      holds_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (given) state_q <= next_state;
  end

  // A head leaves with its new state.
  logic [StateW-1:0] state_out;
  assign state_out = !head ? state : holds_q ? state_q : next_state;
  assign flit_o    = {head, tail, payload[PayloadW-1:NodeW+StateW], state_out, destination};

`ifdef KT_ASSERTIONS
`include "kt_assertions.svh"
  always @(posedge clk_i) begin
    if (rst_ni) begin
      `KT_REQUIRE(!valid_o || holds_q || head, "a body flit arrives without its head")
      `KT_REQUIRE(!given || !holds_q, "a packet gets a second output channel")
      `KT_REQUIRE(!sent_i || valid_o && (holds_q || given), "a flit leaves that is not ready")
    end
  end
`endif
endmodule

// Input-buffered wormhole router with virtual channels and credits: equal to the model's router in every cycle. The
// modules kt_kinds, kt_route, kt_candidates and kt_adaptive, generated for a network, hold the routing; this module knows no
// network.
//
// Ports    network ports 0 .. Ports - 1; the port of the PE is number Ports. For each port a flit each way, {head, tail,
//          vc, payload}, and a credit each way, with its virtual channel; the PE returns no credits. Vectors hold port 0
//          in the lowest bits. kt_input_channel describes the payload of a head
// Cycle    take credits, take flits, route computation, channel allocation, switch allocation, traversal, in one cycle.
//          A flit that arrives at clock edge a leaves at edge a + Latency at the earliest: after that edge it is in
//          the output register. The route of a head is computed when it arrives; where Latency is not 0 it is stored
//          with the flit, in registers
// Channels Allocator 0: kt_allocator_serial for each output port; 1: kt_allocator_separable
// Switch   each input port offers one ready channel, round-robin above the one that sent last, at reset channel 0;
//          each output port takes one input port (kt_output_port). The pointers move when a flit is sent
// Credits  the credit of a flit leaves in the cycle in which the flit leaves the buffer
// held_o   for each input channel, one-hot, the output channel that its packet holds; to be observed. Channels are
//          numbered port * Vcs + vc
// count_o  flits in each input buffer; to be observed
// Reset    all buffers empty, all channels free, all credits here
// Not here multicast, faults at run time
module kt_router #(
    parameter int Ports      = 4,   // without that of the PE
    parameter int Vcs        = 2,   // virtual channels of every port
    parameter int Depth      = 4,   // flits of each input buffer
    parameter int Latency    = 1,   // cycles that a flit spends in the router beyond its wire
    parameter int NodeW      = 4,   // bits of a node number
    parameter int StateW     = 1,   // bits of the routing state in the header
    parameter int HasSource  = 0,   // 1: the header has the source
    parameter int PayloadW   = 32,  // bits of a flit; the header of a head is part of them
    parameter int KindsW     = 64,  // bits of the kinds of all destinations (kt_kinds)
    parameter int RoutePorts = 4,   // network ports that kt_route knows, at least Ports
    parameter int Candidates = 1,   // of kt_candidates
    parameter int AnswerW    = 3,   // bits of an answer of kt_route
    parameter int Allocator  = 0,   // of output channels: 0 serial, 1 separable
    parameter int VcW        = Vcs > 1 ? $clog2(Vcs) : 1,
    parameter int FlitW      = PayloadW + 2 + VcW,
    parameter int CountW     = $clog2(Depth + 1)
) (
    input  logic                                       clk_i,
    input  logic                                       rst_ni,
    input  logic [                          NodeW-1:0] node_i,
    input  logic [                            Ports:0] flit_valid_i,
    input  logic [                (Ports+1)*FlitW-1:0] flit_i,
    input  logic [                          Ports-1:0] credit_valid_i,
    input  logic [                      Ports*VcW-1:0] credit_vc_i,
    output logic [                            Ports:0] flit_valid_o,
    output logic [                (Ports+1)*FlitW-1:0] flit_o,
    output logic [                            Ports:0] credit_valid_o,
    output logic [                  (Ports+1)*VcW-1:0] credit_vc_o,
    output logic [(Ports+1)*Vcs*(Ports+1)*Vcs-1:0] held_o,
    output logic [           (Ports+1)*Vcs*CountW-1:0] count_o
);
  localparam int All = Ports + 1;
  localparam int Channels = All * Vcs;
  localparam int PortW = RoutePorts > 1 ? $clog2(RoutePorts) : 1;
  localparam int BareW = PayloadW + 2;  // of a flit without its channel

  logic [         Channels-1:0] adaptive;   // output channels that are adaptive
  logic [         Channels-1:0] available;  // that a head can get
  logic [         Channels-1:0] credit;     // that have a credit
  logic [Channels*Channels-1:0] requests;   // by input channel: output channels requested
  logic [Channels*Channels-1:0] given;      // by input channel: output channel given, one-hot
  logic [         Channels-1:0] valid;      // by input channel: it has a front flit
  logic [   Channels*BareW-1:0] fronts;     // this flit
  logic [      All*Vcs*Vcs-1:0] ahead;      // by output channel: those of its port that are given before it
  logic [         Channels-1:0] asker;      // input channels that alone can be given a channel; separable
  logic [     All*Channels-1:0] choice;     // by input port: the output channel that such a channel gets, if any
  logic [          All*All-1:0] won;        // by input port: the output port that gives it one
  logic [              All-1:0] got;        // whether there is one
  logic [         Channels-1:0] sent;       // input channels whose front flit leaves
  logic [          All*All-1:0] offers;     // by output port: input ports that offer it a flit
  logic [          All*All-1:0] taken;      // by output port: the one that sends
  logic [        All*BareW-1:0] offered;    // by input port: flit
  logic [          All*Vcs-1:0] offered_vc; // and channel

  logic [KindsW-1:0] kinds;
  kt_kinds kinds_of_node (
      .node_i,
      .kinds_o(kinds)
  );

  logic [RoutePorts*Vcs-1:0] adaptive_of_node;
  kt_adaptive adaptive_channels (
      .node_i,
      .adaptive_o(adaptive_of_node)
  );
  assign adaptive = {{Vcs{1'b0}}, adaptive_of_node[0+:Ports*Vcs]};
  if (RoutePorts > Ports) begin : gen_fewer_ports
    logic unused_adaptive;
    assign unused_adaptive = ^adaptive_of_node[RoutePorts*Vcs-1:Ports*Vcs];
  end

  function automatic [BareW-1:0] flit_of(input [Vcs-1:0] chosen, input [Vcs*BareW-1:0] all);
    flit_of = '0;
    for (int v = 0; v < Vcs; v++) flit_of = flit_of | ({BareW{chosen[v]}} & all[v*BareW+:BareW]);
  endfunction
  function automatic [All-1:0] port_of(input [Vcs-1:0] chosen, input [Vcs*All-1:0] all);
    port_of = '0;
    for (int v = 0; v < Vcs; v++) port_of = port_of | ({All{chosen[v]}} & all[v*All+:All]);
  endfunction
  function automatic [Vcs-1:0] vc_of(input [Vcs-1:0] chosen, input [Vcs*Vcs-1:0] all);
    vc_of = '0;
    for (int v = 0; v < Vcs; v++) vc_of = vc_of | ({Vcs{chosen[v]}} & all[v*Vcs+:Vcs]);
  endfunction
  // Port and virtual channel, one-hot, of an output channel.
  function automatic [All-1:0] port_in(input [Channels-1:0] channel);
    for (int o = 0; o < All; o++) port_in[o] = |channel[o*Vcs+:Vcs];
  endfunction
  function automatic [Vcs-1:0] vc_in(input [Channels-1:0] channel);
    vc_in = '0;
    for (int o = 0; o < All; o++) vc_in = vc_in | channel[o*Vcs+:Vcs];
  endfunction
  function automatic [VcW-1:0] number_of(input [Vcs-1:0] one_hot);
    number_of = '0;
    for (int v = 0; v < Vcs; v++) if (one_hot[v]) number_of = number_of | VcW'(v);
  endfunction

  for (genvar p = 0; p < All; p++) begin : gen_input
    // The route of a head depends on the header and on the way of arrival alone.
    logic [  FlitW-1:0] arriving;
    logic [  NodeW-1:0] destination;
    logic [  NodeW-1:0] source;
    logic [ StateW-1:0] state;
    logic [AnswerW-1:0] arriving_answer;
    assign arriving    = flit_i[p*FlitW+:FlitW];
    assign destination = arriving[0+:NodeW];
    assign state       = arriving[NodeW+:StateW];
    if (HasSource != 0) begin : gen_source
      assign source = arriving[NodeW+StateW+:NodeW];
    end else begin : gen_no_source
      assign source = '0;
    end
    localparam logic Injected = p == Ports;
    localparam logic [PortW-1:0] Port = Injected ? '0 : PortW'(p);
    kt_route route (
        .node_i,
        .kinds_i      (kinds),
        .injected_i   (Injected),
        .port_i       (Port),
        .vc_i         (arriving[PayloadW+:VcW]),
        .source_i     (source),
        .destination_i(destination),
        .state_i      (state),
        .answer_o     (arriving_answer)
    );

    logic               arrives;
    logic               here;
    logic [AnswerW-1:0] answer;
    logic [  FlitW-1:0] flit;
    logic [    VcW-1:0] flit_vc;
    kt_delay #(
        .Width (1 + AnswerW + FlitW),
        .Stages(Latency)
    ) pipeline (
        .clk_i,
        .rst_ni,
        .valid_i(flit_valid_i[p]),
        .data_i ({destination == node_i, arriving_answer, arriving}),
        .valid_o(arrives),
        .data_o ({here, answer, flit})
    );
    assign flit_vc = flit[PayloadW+:VcW];

    for (genvar v = 0; v < Vcs; v++) begin : gen_vc
      logic write;
      assign write = arrives && flit_vc == v;
      kt_input_channel #(
          .Ports     (Ports),
          .Vcs       (Vcs),
          .Depth     (Depth),
          .NodeW     (NodeW),
          .StateW    (StateW),
          .PayloadW  (PayloadW),
          .RoutePorts(RoutePorts),
          .Candidates(Candidates),
          .AnswerW   (AnswerW)
      ) input_channel (
          .clk_i,
          .rst_ni,
          .write_i    (write),
          .flit_i     ({flit[FlitW-1-:2], flit[PayloadW-1:0]}),
          .here_i     (here),
          .answer_i   (answer),
          .available_i(available),
          .channel_i  (given[(p*Vcs+v)*Channels+:Channels]),
          .sent_i     (sent[p*Vcs+v]),
          .request_o  (requests[(p*Vcs+v)*Channels+:Channels]),
          .valid_o    (valid[p*Vcs+v]),
          .flit_o     (fronts[(p*Vcs+v)*BareW+:BareW]),
          .held_o     (held_o[(p*Vcs+v)*Channels+:Channels]),
          .count_o    (count_o[(p*Vcs+v)*CountW+:CountW])
      );
    end

    // The channel that the port offers to the switch: one whose front flit has an output channel with a credit, held or
    // given in this cycle.
    logic [Vcs-1:0] last_vc_q;
    logic [Vcs-1:0] offer;
    logic [All-1:0] wanted;
    logic [All-1:0] taken_by;
    if (Allocator == 0) begin : gen_given
      logic [    Vcs-1:0] ready;
      logic [Vcs*All-1:0] ports;
      logic [Vcs*Vcs-1:0] vcs;
      for (genvar v = 0; v < Vcs; v++) begin : gen_vc
        logic [Channels-1:0] held;
        logic [Channels-1:0] channel;
        assign held                = held_o[(p*Vcs+v)*Channels+:Channels];
        assign channel             = |held ? held : given[(p*Vcs+v)*Channels+:Channels];
        assign ready[v]            = valid[p*Vcs+v] & |(channel & credit);
        assign ports[v*All+:All] = port_in(channel);
        assign vcs[v*Vcs+:Vcs]   = vc_in(channel);
      end
      kt_arbiter #(
          .N      (Vcs),
          .ByPairs(1)
      ) arbiter (
          .request_i(ready),
          .last_i   (last_vc_q),
          .grant_o  (offer)
      );
      assign wanted                   = port_of(offer, ports);
      assign offered_vc[p*Vcs+:Vcs] = vc_of(offer, vcs);
    end else begin : gen_if_got
      // Whether the head that the port puts forward gets a channel, is known late. If it does, it is offered, or else the
      // same channel as without it: so both are settled before.
      logic [    Vcs-1:0] asks;
      logic [    Vcs-1:0] ready;      // without this head
      logic [    Vcs-1:0] ready_too;  // with it, if it got a channel with a credit
      logic [Vcs*All-1:0] ports;
      logic [Vcs*Vcs-1:0] vcs;
      logic [    Vcs-1:0] offer_else;
      logic [    Vcs-1:0] offer_if_got;
      logic               comes_first;  // this head is offered, if it gets a channel
      logic [    All-1:0] wanted_else;
      assign asks = asker[p*Vcs+:Vcs];
      for (genvar v = 0; v < Vcs; v++) begin : gen_vc
        logic [Channels-1:0] held;
        assign held         = held_o[(p*Vcs+v)*Channels+:Channels];
        assign ready[v]     = valid[p*Vcs+v] & |(held & credit);
        // Of the channels that a head requests it gets one with a credit, if one has: the first has most credits.
        assign ready_too[v] = ready[v] | (asks[v] & |(requests[(p*Vcs+v)*Channels+:Channels] & credit));
        assign ports[v*All+:All] = port_in(held);
        assign vcs[v*Vcs+:Vcs]   = vc_in(held) | ({Vcs{asks[v]}} & vc_in(choice[p*Channels+:Channels]));
        assign given[(p*Vcs+v)*Channels+:Channels] = {Channels{asks[v] & got[p]}} & choice[p*Channels+:Channels];
      end
      kt_arbiter #(
          .N      (Vcs),
          .ByPairs(1)
      ) arbiter_else (
          .request_i(ready),
          .last_i   (last_vc_q),
          .grant_o  (offer_else)
      );
      kt_arbiter #(
          .N      (Vcs),
          .ByPairs(1)
      ) arbiter_if_got (
          .request_i(ready_too),
          .last_i   (last_vc_q),
          .grant_o  (offer_if_got)
      );
      assign comes_first              = |(offer_if_got & asks);
      assign wanted_else              = port_of(offer_else, ports);
      assign offer                    = got[p] & comes_first ? asks : offer_else;
      assign wanted                   = (won[p*All+:All] & {All{comes_first}}) |
                                        (wanted_else & {All{~comes_first}}) | (wanted_else & {All{~got[p]}});
      assign offered_vc[p*Vcs+:Vcs] = vc_of(offer, vcs);
    end
    assign offered[p*BareW+:BareW] = flit_of(offer, fronts[p*Vcs*BareW+:Vcs*BareW]);
    for (genvar o = 0; o < All; o++) begin : gen_output
      assign offers[o*All+p] = wanted[o];
      assign taken_by[o]     = taken[o*All+p];
    end
    assign sent[p*Vcs+:Vcs] = offer & {Vcs{|taken_by}};

    logic           credit_valid_q;
    logic [VcW-1:0] credit_vc_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        last_vc_q      <= Vcs'(1) << (Vcs - 1);
        credit_valid_q <= 1'b0;
      end else begin
        if (|taken_by) last_vc_q <= offer;
        credit_valid_q <= |taken_by;
      end
    end
    always_ff @(posedge clk_i) credit_vc_q <= number_of(offer);
    assign credit_valid_o[p]         = credit_valid_q;
    assign credit_vc_o[p*VcW+:VcW] = credit_vc_q;
  end

  if (Allocator == 1) begin : gen_allocator
    kt_allocator_separable #(
        .All(All),
        .Vcs(Vcs)
    ) allocator (
        .clk_i,
        .rst_ni,
        .requests_i(requests),
        .ahead_i  (ahead),
        .asker_o   (asker),
        .choice_o  (choice),
        .won_o     (won),
        .got_o     (got)
    );
  end else begin : gen_each_port
    logic unused_separable;
    assign {asker, choice, won, got} = '0;
    assign unused_separable            = ^{asker, choice, won, got};
  end

  for (genvar o = 0; o < All; o++) begin : gen_output
    logic [Vcs-1:0] given_here;
    if (Allocator == 0) begin : gen_serial
      logic [Vcs*Channels-1:0] asks;
      logic [Vcs*Channels-1:0] gives;
      for (genvar v = 0; v < Vcs; v++) begin : gen_vc
        for (genvar c = 0; c < Channels; c++) begin : gen_channel
          assign asks[v*Channels+c]         = requests[c*Channels+o*Vcs+v];
          assign given[c*Channels+o*Vcs+v] = gives[v*Channels+c];
        end
      end
      kt_allocator_serial #(
          .InputChannels(Channels),
          .Vcs          (Vcs)
      ) allocator (
          .clk_i,
          .rst_ni,
          .requests_i(asks),
          .ahead_i  (ahead[o*Vcs*Vcs+:Vcs*Vcs]),
          .given_o   (gives),
          .taken_o   (given_here)
      );
    end else begin : gen_separable
      for (genvar v = 0; v < Vcs; v++) begin : gen_vc
        logic [All-1:0] to;
        for (genvar p = 0; p < All; p++) begin : gen_port
          assign to[p] = got[p] & choice[p*Channels+o*Vcs+v];
        end
        assign given_here[v] = |to;
      end
    end

    logic           credit_valid;
    logic [VcW-1:0] credit_vc;
    if (o == Ports) begin : gen_local
      assign credit_valid = 1'b0;
      assign credit_vc    = '0;
    end else begin : gen_network
      assign credit_valid = credit_valid_i[o];
      assign credit_vc    = credit_vc_i[o*VcW+:VcW];
    end

    kt_output_port #(
        .InputPorts(All),
        .Vcs       (Vcs),
        .Depth     (Depth),
        .PayloadW  (PayloadW),
        .IsLocal   (o == Ports ? 1 : 0)
    ) output_port (
        .clk_i,
        .rst_ni,
        .given_i       (given_here),
        .adaptive_i    (adaptive[o*Vcs+:Vcs]),
        .credit_valid_i(credit_valid),
        .credit_vc_i   (credit_vc),
        .available_o   (available[o*Vcs+:Vcs]),
        .credit_o      (credit[o*Vcs+:Vcs]),
        .ahead_o      (ahead[o*Vcs*Vcs+:Vcs*Vcs]),
        .offers_i      (offers[o*All+:All]),
        .flits_i       (offered),
        .vcs_i         (offered_vc),
        .taken_o       (taken[o*All+:All]),
        .flit_valid_o  (flit_valid_o[o]),
        .flit_o        (flit_o[o*FlitW+:FlitW])
    );
  end
endmodule

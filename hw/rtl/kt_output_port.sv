// One output port of a router: its channels and their credits, the switch to it, the output register.
//
// Switch      of the input ports that offer a flit, round-robin: the first above the one that last sent here, at reset
//             above the last, so port 0
// Channels    a channel that is given, or whose tail leaves, has changed from the next cycle on. Which head gets one, an
//             allocator says (kt_allocator_serial, kt_allocator_separable)
// Credits     a credit counts in the cycle in which it arrives. Towards the PE (IsLocal) credits are unlimited
// Ports       given_i     channels that are given in this cycle
//             adaptive_i  channels that are given only while all their credits are here
//             available_o channels that can be given; credit_o  channels with a credit
//             ahead_o    bit v * Vcs + u: of channels v and u, u is given first: it has more credits, or as many and
//                         the lower number
//             offers_i    input ports that offer a flit for this port; flits_i {head, tail, payload} and vcs_i, one-hot,
//                         by input port; taken_o, one-hot, the one that sends
//             flit_o      {head, tail, vc, payload}, a register
module kt_output_port #(
    parameter int InputPorts    = 5,
    parameter int Vcs           = 2,
    parameter int Depth         = 4,
    parameter int PayloadW      = 32,
    parameter int IsLocal       = 0,
    parameter int VcW           = Vcs > 1 ? $clog2(Vcs) : 1,
    parameter int FlitW         = PayloadW + 2
) (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    input  logic [              Vcs-1:0] given_i,
    input  logic [              Vcs-1:0] adaptive_i,
    input  logic                         credit_valid_i,
    input  logic [              VcW-1:0] credit_vc_i,
    output logic [              Vcs-1:0] available_o,
    output logic [              Vcs-1:0] credit_o,
    output logic [          Vcs*Vcs-1:0] ahead_o,
    input  logic [       InputPorts-1:0] offers_i,
    input  logic [ InputPorts*FlitW-1:0] flits_i,
    input  logic [   InputPorts*Vcs-1:0] vcs_i,
    output logic [       InputPorts-1:0] taken_o,
    output logic                         flit_valid_o,
    output logic [        FlitW+VcW-1:0] flit_o
);
`ifdef KT_ASSERTIONS
`include "kt_assertions.svh"
`endif
  localparam int CreditW = $clog2(Depth + 1);

  logic [        Vcs-1:0] free_q;
  logic [Vcs*CreditW-1:0] credits;

  // Credits: those of earlier cycles and the one that arrives.
  logic [Vcs-1:0] sent_vc;
  logic [Vcs-1:0] ended_vc;  // whose tail leaves
  if (IsLocal != 0) begin : gen_unlimited
    logic unused_credit;
    assign unused_credit = ^{credit_valid_i, credit_vc_i, adaptive_i};
    assign credits       = '0;
    assign credit_o      = '1;
    assign available_o   = free_q;
  end else begin : gen_counted
    for (genvar v = 0; v < Vcs; v++) begin : gen_vc
      logic [CreditW-1:0] credits_q;
      logic [CreditW-1:0] credits_now;
      assign credits_now = credit_valid_i && credit_vc_i == v ? credits_q + 1 : credits_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) credits_q <= CreditW'(Depth);
        else credits_q <= sent_vc[v] ? credits_now - 1 : credits_now;
      end
      assign credits[v*CreditW+:CreditW] = credits_now;
      assign credit_o[v]                 = credits_now != 0;
      assign available_o[v]              = free_q[v] & (~adaptive_i[v] | credits_now == CreditW'(Depth));
`ifdef KT_ASSERTIONS
      always @(posedge clk_i) begin
        if (rst_ni) begin
          `KT_REQUIRE(!(credit_valid_i && credit_vc_i == v) || credits_q != CreditW'(Depth),
                      "a credit arrives for a buffer that is empty")
          `KT_REQUIRE(!sent_vc[v] || credits_now != 0, "a flit leaves without a credit")
          `KT_ENSURE(credits_q <= CreditW'(Depth), "more credits than the buffer has places")
        end
      end
`endif
    end
  end

  for (genvar v = 0; v < Vcs; v++) begin : gen_order
    for (genvar u = 0; u < Vcs; u++) begin : gen_other
      logic [CreditW-1:0] mine;
      logic [CreditW-1:0] others;
      assign mine                = credits[v*CreditW+:CreditW];
      assign others              = credits[u*CreditW+:CreditW];
      assign ahead_o[v*Vcs+u] = u != v && (u < v ? others >= mine : others > mine);
    end
  end

  // Switch allocation and traversal.
  logic [InputPorts-1:0] last_port_q;
  logic [     FlitW-1:0] flit;
  kt_arbiter #(
      .N      (InputPorts),
      .ByPairs(1)
  ) switch_arbiter (
      .request_i(offers_i),
      .last_i   (last_port_q),
      .grant_o  (taken_o)
  );

  function automatic [FlitW-1:0] flit_from(input [InputPorts-1:0] chosen, input [InputPorts*FlitW-1:0] all);
    flit_from = '0;
    for (int p = 0; p < InputPorts; p++) flit_from = flit_from | ({FlitW{chosen[p]}} & all[p*FlitW+:FlitW]);
  endfunction
  function automatic [Vcs-1:0] vc_from(input [InputPorts-1:0] chosen, input [InputPorts*Vcs-1:0] all);
    vc_from = '0;
    for (int p = 0; p < InputPorts; p++) vc_from = vc_from | ({Vcs{chosen[p]}} & all[p*Vcs+:Vcs]);
  endfunction
  function automatic [VcW-1:0] number_from(input [Vcs-1:0] one_hot);
    number_from = '0;
    for (int v = 0; v < Vcs; v++) if (one_hot[v]) number_from = number_from | VcW'(v);
  endfunction

  // The channels whose tails are offered, beside the arbiter.
  logic [InputPorts*Vcs-1:0] tail_vcs;
  for (genvar p = 0; p < InputPorts; p++) begin : gen_tail
    assign tail_vcs[p*Vcs+:Vcs] = vcs_i[p*Vcs+:Vcs] & {Vcs{flits_i[p*FlitW+PayloadW]}};
  end

  assign flit     = flit_from(taken_o, flits_i);
  assign sent_vc  = vc_from(taken_o, vcs_i);
  assign ended_vc = vc_from(taken_o, tail_vcs);

  logic             flit_valid_q;
  logic [FlitW-1:0] flit_q;
  logic [  VcW-1:0] vc_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      free_q       <= '1;
      last_port_q  <= InputPorts'(1) << (InputPorts - 1);
      flit_valid_q <= 1'b0;
    end else begin
      free_q <= (free_q & ~given_i) | ended_vc;
      if (|taken_o) last_port_q <= taken_o;
      flit_valid_q <= |taken_o;
    end
  end
  always_ff @(posedge clk_i) begin
    flit_q <= flit;
    vc_q   <= number_from(sent_vc);
  end

  assign flit_valid_o = flit_valid_q;
  assign flit_o       = {flit_q[FlitW-1:PayloadW], vc_q, flit_q[PayloadW-1:0]};

`ifdef KT_ASSERTIONS
  `KT_BEGIN
  always @(posedge clk_i) begin
    if (rst_ni) `KT_REQUIRE((given_i & ~available_o) == 0, "a channel is given that is in use")
  end
  always @(posedge clk_i) begin
    if (rst_ni) begin
      `KT_ENSURE((taken_o & (taken_o - 1)) == 0, "two flits leave in one cycle")
      `KT_ENSURE((taken_o & ~offers_i) == 0, "a flit leaves that is not offered")
      `KT_ENSURE(|last_port_q && (last_port_q & (last_port_q - 1)) == 0, "the turn is at no port")
    end
  end
`endif
endmodule

// Joins the router of a site to the lanes of a fabric: a lane carries, in each direction, {flit valid, flit, credit valid,
// credit channel}.
//
// Site     active_i says that a logical node lives here. While it is low the router receives nothing from the lanes, and
//          the lanes carry zeros; so they do in every cycle without a flit or a credit
// Links    a fabric has no registers. What arrives at a port is delayed by the cycles that its link takes beyond the
//          first, extra_i, for flits and credits alike: 0 to Most
// Ports    lane_i, lane_o: port 0 in the lowest bits; the other ports are those of kt_router, without that of the PE
// Change   active_i and extra_i of a site change while no flit and no credit is under way
// Reset    empties the delay lines
module kt_site_lanes #(
    parameter int Ports  = 4,
    parameter int FlitW  = 32,
    parameter int VcW    = 1,
    parameter int Most   = 0,  // cycles of a link beyond its first, at most
    parameter int ExtraW = Most > 0 ? $clog2(Most + 1) : 1,
    parameter int LaneW  = FlitW + VcW + 2
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic                    active_i,
    input  logic [Ports*ExtraW-1:0] extra_i,
    input  logic [ Ports*LaneW-1:0] lane_i,
    output logic [ Ports*LaneW-1:0] lane_o,
    input  logic [       Ports-1:0] flit_valid_i,
    input  logic [ Ports*FlitW-1:0] flit_i,
    input  logic [       Ports-1:0] credit_valid_i,
    input  logic [   Ports*VcW-1:0] credit_vc_i,
    output logic [       Ports-1:0] flit_valid_o,
    output logic [ Ports*FlitW-1:0] flit_o,
    output logic [       Ports-1:0] credit_valid_o,
    output logic [   Ports*VcW-1:0] credit_vc_o
);
  if (Most == 0) begin : gen_wires
    logic unused_delays;
    assign unused_delays = ^{clk_i, rst_ni, extra_i};
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic flit_valid;
    logic credit_valid;
    assign flit_valid   = active_i & flit_valid_i[p];
    assign credit_valid = active_i & credit_valid_i[p];
    assign lane_o[p*LaneW+:LaneW] = {
      flit_valid,
      {FlitW{flit_valid}} & flit_i[p*FlitW+:FlitW],
      credit_valid,
      {VcW{credit_valid}} & credit_vc_i[p*VcW+:VcW]
    };

    logic [LaneW-1:0] arriving;
    logic [LaneW-1:0] delayed;
    assign arriving = {LaneW{active_i}} & lane_i[p*LaneW+:LaneW];
    if (Most > 0) begin : gen_delay
      logic [    Most*LaneW-1:0] line_q;
      logic [(Most+1)*LaneW-1:0] line;
      assign line = {line_q, arriving};
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) line_q <= '0;
        else line_q <= line[Most*LaneW-1:0];
      end
      assign delayed = tap_of(extra_i[p*ExtraW+:ExtraW], line);
    end else begin : gen_wire
      assign delayed = arriving;
    end
    assign {flit_valid_o[p], flit_o[p*FlitW+:FlitW], credit_valid_o[p], credit_vc_o[p*VcW+:VcW]} = delayed;
  end

  function automatic [LaneW-1:0] tap_of(input [ExtraW-1:0] extra, input [(Most+1)*LaneW-1:0] line);
    tap_of = '0;
    for (int i = 0; i <= Most; i++) tap_of = tap_of | ({LaneW{extra == ExtraW'(i)}} & line[i*LaneW+:LaneW]);
  endfunction
endmodule

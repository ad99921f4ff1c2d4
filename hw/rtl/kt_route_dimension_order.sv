// Dimension-order routing of a mesh or torus as logic: x first, then y, then z. Node (z SideY + y) SideX + x; ports 2 d
// towards larger coordinates of dimension d, 2 d + 1 towards smaller ones.
// For kt_route instead of a table (hw/rtl/README.md).
//
// Mesh     all channels of the port towards the destination
// Torus    (Wraps = 1) the shorter way round, towards larger coordinates if both are equal; with a side of 2 the only
//          link. Of Vcs channels the lower (Vcs + 1) / 2 are class 0, the others class 1. A packet starts a dimension in
//          class 0 and has class 1 after the wrap
// Ports    as kt_route; channels_o is the one candidate, output channels port * Vcs + vc. 0 at the destination
// Timing   combinational. Sides that are no power of two cost dividers
module kt_route_dimension_order #(
    parameter int Dimensions = 2,  // 1 to 3
    parameter int SideX      = 4,
    parameter int SideY      = 4,  // 1 if there is no such dimension
    parameter int SideZ      = 1,
    parameter int Wraps      = 0,
    parameter int Vcs        = 2,
    parameter int NodeW      = 4,
    parameter int Ports      = 2 * Dimensions,
    parameter int PortW      = Ports > 1 ? $clog2(Ports) : 1,
    parameter int VcW        = Vcs > 1 ? $clog2(Vcs) : 1
) (
    input  logic [    NodeW-1:0] node_i,
    input  logic                 injected_i,
    input  logic [    PortW-1:0] port_i,
    input  logic [      VcW-1:0] vc_i,
    input  logic [    NodeW-1:0] destination_i,
    output logic [Ports*Vcs-1:0] channels_o
);
  localparam int Low = (Vcs + 1) / 2;  // channels of class 0
  localparam logic [Vcs-1:0] Class0 = Wraps != 0 ? ~({Vcs{1'b1}} << Low) : {Vcs{1'b1}};
  localparam logic [Vcs-1:0] Class1 = Wraps != 0 ? {Vcs{1'b1}} << Low : {Vcs{1'b1}};

  logic [Dimensions-1:0] differs;
  logic [Dimensions-1:0] first;
  assign first = differs & (~differs + 1);

  for (genvar d = 0; d < Dimensions; d++) begin : gen_dimension
    localparam int Side = d == 0 ? SideX : d == 1 ? SideY : SideZ;
    localparam int Stride = d == 0 ? 1 : d == 1 ? SideX : SideX * SideY;
    logic [31:0] from;
    logic [31:0] to;
    logic [31:0] distance;  // towards larger coordinates, round the ring
    logic        ahead;
    logic        went_ahead;
    logic        went_back;
    logic        past;
    assign from       = ({{(32 - NodeW) {1'b0}}, node_i} / Stride) % Side;
    assign to         = ({{(32 - NodeW) {1'b0}}, destination_i} / Stride) % Side;
    assign distance   = to > from ? to - from : to + Side - from;
    assign ahead      = Wraps != 0 && Side != 2 ? 2 * distance <= Side : to > from;
    assign differs[d] = from != to;
    // By which way the packet came, if it is in this dimension already: by the port behind it was heading ahead.
    assign went_ahead = ~injected_i & (port_i == PortW'(2 * d + 1));
    assign went_back  = ~injected_i & (port_i == PortW'(2 * d));
    assign past       = (went_ahead & (~class0(vc_i) | (from == 0))) | (went_back & (~class0(vc_i) | (from == Side - 1)));
    assign channels_o[2*d*Vcs+:Vcs]     = first[d] && ahead ? (past ? Class1 : Class0) : '0;
    assign channels_o[(2*d+1)*Vcs+:Vcs] = first[d] && !ahead ? (past ? Class1 : Class0) : '0;
  end

  function automatic class0(input [VcW-1:0] vc);
    class0 = {{(32 - VcW) {1'b0}}, vc} < Low;
  endfunction
endmodule

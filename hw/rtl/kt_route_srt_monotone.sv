// Monotone routing of a 2D-SRT(n, T, s) as logic: first along the row, then along the column, each a ring of 2^n nodes in
// its ring coordinate. A packet keeps its heading, takes the shortest monotone way and a bypass link as early as that
// allows.
//
// Nodes    y 2^n + x; row coordinate x + s y, column coordinate y + s^-1 x, modulo 2^n
// Ports    as kt_route: 0 e, 1 w, 2 n, 3 s, 4 bypass_e, 5 bypass_w, 6 bypass_n, 7 bypass_s; south is +y. channels_o is
//          the one candidate, output channels port * Vcs + vc
// Channels channel 0 at the start of a dimension, one more after the hop that wraps
// Timing   combinational, and long: the way is computed from the destination back, node by node
module kt_route_srt_monotone #(
    parameter int N       = 2,  // n, 2 to 8
    parameter int T       = 2,
    parameter int Shift   = 1,  // s
    parameter int Inverse = 1,  // of s modulo 2^n
    parameter int Vcs     = 2,
    parameter int VcW     = Vcs > 1 ? $clog2(Vcs) : 1
) (
    input  logic [ 2*N-1:0] node_i,
    input  logic            injected_i,
    input  logic [     2:0] port_i,
    input  logic [ VcW-1:0] vc_i,
    input  logic [ 2*N-1:0] destination_i,
    output logic [8*Vcs-1:0] channels_o
);
  localparam int Size = 1 << N;
  localparam int Half = Size / 2;
  localparam int HopW = N + 1;

  // The level of a node: its bypass links lead 2^level nodes ahead and behind; 0, it has none.
  function automatic [3:0] level(input [N-1:0] at);
    level = T + 1 < N ? 4'(T + 1) : 4'd0;
    for (int i = T < N ? T - 1 : N - 1; i >= 0; i--) begin
      if (at[i]) level = i + 1 < N ? 4'(i + 1) : 4'd0;
    end
  endfunction

  // Whether a packet takes the bypass link at the node that is `span` behind the destination, with 1 <= span <= Half.
  function automatic bypass(input [N-1:0] destination, input [N-1:0] span);
    reg [(Half+1)*HopW-1:0] hops;
    reg [N-1:0] at;
    reg [HopW-1:0] by_ring;
    reg [HopW-1:0] by_bypass;
    reg takes;
    hops   = '0;
    bypass = 1'b0;
    for (int i = 1; i <= Half; i++) begin
      at        = destination - N'(i);
      by_ring   = hops[(i-1)*HopW+:HopW];
      by_bypass = '1;
      for (int l = 1; l < N; l++) begin
        if ((1 << l) <= i && level(at) == 4'(l)) by_bypass = hops[(i>=(1<<l)?i-(1<<l):0)*HopW+:HopW];
      end
      takes = by_bypass <= by_ring;
      hops[i*HopW+:HopW] = (takes ? by_bypass : by_ring) + 1;
      if (N'(i) == span) bypass = takes;
    end
  endfunction

  logic [N-1:0] x;
  logic [N-1:0] y;
  logic [N-1:0] to_x;
  logic [N-1:0] to_y;
  assign {y, x}       = node_i;
  assign {to_y, to_x} = destination_i;

  // The ring that the packet is in: coordinates of node and destination, and where the node is in the picture.
  logic         in_column;
  logic [N-1:0] at;
  logic [N-1:0] to;
  logic [N-1:0] place;
  assign in_column = x == to_x;
  assign at        = in_column ? y + N'(Inverse) * x : x + N'(Shift) * y;
  assign to        = in_column ? to_y + N'(Inverse) * x : to_x + N'(Shift) * y;
  assign place     = in_column ? y : x;

  logic         positive;
  logic         takes;
  logic [N-1:0] span;
  logic [  3:0] level_here;
  assign span       = to - at;
  assign positive   = span < N'(Half);
  assign level_here = level(at);
  // The way back from x to d is the way ahead from -x to -d.
  assign takes      = positive ? bypass(to, span) : bypass(-to, -span);

  // Links between opposite nodes: the port depends on the half in which the node is.
  logic half_turn;
  logic ahead;
  assign half_turn = takes & (level_here == 4'(N - 1));
  assign ahead     = half_turn ? place < N'(Half) : positive;

  // The way of arrival, if it was in this ring. In a column, ahead is south.
  logic       in_ring;
  logic       by_bypass;
  logic       went_ahead;
  logic       wrapped;
  logic [N:0] length;
  assign in_ring    = ~injected_i & (port_i[1] == in_column);
  assign by_bypass  = port_i[2];
  assign went_ahead = port_i[0] ^ in_column;
  assign length     = by_bypass ? (N + 1)'(1) << level_here : (N + 1)'(1);
  assign wrapped    = went_ahead ? {1'b0, at} < length : {1'b0, at} + length >= (N + 1)'(Size);

  logic [Vcs-1:0] channel;
  assign channel = in_ring ? (wrapped ? Vcs'(2) << vc_i : Vcs'(1) << vc_i) : Vcs'(1);
  for (genvar p = 0; p < 8; p++) begin : gen_port
    localparam logic IsColumn = ((p / 2) % 2) != 0;
    localparam logic IsBypass = p / 4 != 0;
    localparam logic IsAhead = (p % 2 == 0) != IsColumn;
    assign channels_o[p*Vcs+:Vcs] = in_column == IsColumn && takes == IsBypass && ahead == IsAhead ? channel : '0;
  end
endmodule

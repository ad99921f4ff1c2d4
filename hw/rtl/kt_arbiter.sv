// Round-robin arbiter. The user keeps the pointer, and decides which event moves it.
//
// Ports    request_i  the requests
//          last_i     one-hot: the request served last; the one above it comes first. If the pointer starts at the
//                     highest request, the lowest is the first
//          grant_o    one-hot: the first request above last_i, else the lowest; 0 without a request
// Timing   combinational
module kt_arbiter #(
    parameter int N = 2
) (
    input  logic [N-1:0] request_i,
    input  logic [N-1:0] last_i,
    output logic [N-1:0] grant_o
);
  logic [N-1:0] above;
  logic [N-1:0] candidates;

  assign above      = request_i & ~(last_i | (last_i - 1));
  assign candidates = |above ? above : request_i;
  assign grant_o    = candidates & (~candidates + 1);

`ifdef FORMAL  // in a simulation, a combinational module has values in between
  // how far above the one served last a request is, 1 to N
  logic [N*N-1:0] at_distance;  // bit N * d + i: request i is d + 1 above
  for (genvar d = 0; d < N; d++) begin : gen_distance
    for (genvar i = 0; i < N; i++) begin : gen_request
      assign at_distance[N*d+i] = last_i[(i+2*N-1-d)%N] & request_i[i];
    end
  end
  // of two requests the nearer one is served: so each that stays is served after at most N - 1 others
  logic [N*N-1:0] overtaken;
  for (genvar d = 0; d < N; d++) begin : gen_overtaken
    logic [N-1:0] nearer;
    if (d == 0) begin : gen_none
      assign nearer = '0;
    end else begin : gen_nearer
      assign nearer = gen_overtaken[d-1].nearer | at_distance[N*(d-1)+:N];
    end
    assign overtaken[N*d+:N] = at_distance[N*d+:N] & grant_o & {N{|nearer}};
  end
  always @* begin
    if (|last_i && (last_i & (last_i - 1)) == 0) begin
      assert ((grant_o & (grant_o - 1)) == 0);
      assert ((grant_o & ~request_i) == 0);
      assert (|grant_o == |request_i);
      assert (overtaken == 0);
    end
  end
`endif
endmodule

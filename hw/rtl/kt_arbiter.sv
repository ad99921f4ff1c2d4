// Round-robin arbiter. The user keeps the pointer, and decides which event moves it.
//
// Ports    request_i  the requests
//          last_i     one-hot: the request served last; the one above it comes first. If the pointer starts at the
//                     highest request, the lowest is the first
//          grant_o    one-hot: the first request above last_i, else the lowest; 0 without a request
// Timing   combinational; the depth grows with the logarithm of N. ByPairs 1: a shorter path from request to grant, by
//          logic that grows with the square of N
module kt_arbiter #(
    parameter int N       = 2,
    parameter int ByPairs = 0
) (
    input  logic [N-1:0] request_i,
    input  logic [N-1:0] last_i,
    output logic [N-1:0] grant_o
);
  if (ByPairs == 0) begin : gen_lowest
    logic [N-1:0] above;

    function automatic [N-1:0] lowest(input [N-1:0] set);
      reg [N-1:0] below;  // whether a lower one is in the set
      below = set << 1;
      for (int d = 1; d < N; d = 2 * d) below = below | (below << d);
      lowest = set & ~below;
    endfunction

    assign above   = request_i & ~(last_i | (last_i - 1));
    assign grant_o = |above ? lowest(above) : lowest(request_i);
  end else begin : gen_pairs
    logic unused_last;
    assign unused_last = last_i[N-1];
    for (genvar i = 0; i < N; i++) begin : gen_request
      logic [N-1:0] ahead;  // those that come before i: of a pair the lower one, unless the pointer is between them
      for (genvar j = 0; j < N; j++) begin : gen_other
        if (j < i) begin : gen_lower
          assign ahead[j] = ~|last_i[i-1:j];
        end else if (j > i) begin : gen_higher
          assign ahead[j] = |last_i[j-1:i];
        end else begin : gen_itself
          assign ahead[j] = 1'b0;
        end
      end
      assign grant_o[i] = request_i[i] & ~|(request_i & ahead);
    end
  end

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

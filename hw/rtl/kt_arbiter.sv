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
endmodule

// Buffer of one input channel: first in, first out. An entry that finds the buffer empty is at the front at once.
//
// Ports    write_i, data_i   writes an entry; not while count_o is Depth
//          read_i            takes the front; not while valid_o is low
//          valid_o, data_o   the front: the oldest entry, or the one that is written in this cycle
//          count_o           entries in the buffer, without the one that is written in this cycle
// Reset    empties the buffer
module kt_fifo #(
    parameter int Width  = 8,
    parameter int Depth  = 4,
    parameter int CountW = $clog2(Depth + 1)
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              write_i,
    input  logic [ Width-1:0] data_i,
    input  logic              read_i,
    output logic              valid_o,
    output logic [ Width-1:0] data_o,
    output logic [CountW-1:0] count_o
);
  localparam int PointerW = Depth > 1 ? $clog2(Depth) : 1;

  logic [Depth*Width-1:0] slots;
  logic [PointerW-1:0]    read_q;
  logic [PointerW-1:0]    write_q;
  logic [CountW-1:0]      count_q;
  logic                   empty;

  function automatic [PointerW-1:0] next(input [PointerW-1:0] pointer);
    next = pointer == PointerW'(Depth - 1) ? '0 : pointer + 1;
  endfunction

  for (genvar i = 0; i < Depth; i++) begin : gen_slot
    logic [Width-1:0] slot_q;
    always_ff @(posedge clk_i) begin
      if (write_i && write_q == i) slot_q <= data_i;
    end
    assign slots[i*Width+:Width] = slot_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q  <= '0;
      write_q <= '0;
      count_q <= '0;
    end else begin
      if (read_i) read_q <= next(read_q);
      if (write_i) write_q <= next(write_q);
      if (write_i && !read_i) count_q <= count_q + 1;
      if (read_i && !write_i) count_q <= count_q - 1;
    end
  end

  assign empty   = count_q == 0;
  assign valid_o = write_i | ~empty;
  assign data_o  = empty ? data_i : slots[read_q*Width+:Width];
  assign count_o = count_q;

`ifdef KT_ASSERTIONS
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!write_i || count_q != CountW'(Depth))
      else $error("a flit arrives at a full buffer");
      assert (!read_i || valid_o)
      else $error("a flit leaves an empty buffer");
    end
  end
`endif
endmodule

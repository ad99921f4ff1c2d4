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
`include "kt_assertions.svh"
  `KT_BEGIN
  always @(posedge clk_i) begin
    if (rst_ni) begin
      `KT_REQUIRE(!write_i || count_q != CountW'(Depth), "a flit arrives at a full buffer")
      `KT_REQUIRE(!read_i || valid_o, "a flit leaves an empty buffer")
      `KT_ENSURE(count_q <= CountW'(Depth), "more flits than the buffer has places")
    end
  end
`ifdef FORMAL
  // the entries, the oldest in the lowest bits
  logic [Depth*Width-1:0] queue_q;
  logic [Depth*Width-1:0] queue;
  for (genvar i = 0; i < Depth; i++) begin : gen_queue
    assign queue[i*Width+:Width] = write_i && count_q == i ? data_i : queue_q[i*Width+:Width];
  end
  always_ff @(posedge clk_i) queue_q <= read_i ? queue >> Width : queue;
  function automatic [PointerW:0] place(input int i);  // of the slots, that of entry i
    place = {1'b0, read_q} + (PointerW+1)'(i);
    if (place >= (PointerW+1)'(Depth)) place = place - (PointerW+1)'(Depth);
  endfunction
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (read_q < Depth && write_q < Depth);
      assert (place(count_q) == write_q || count_q == Depth && read_q == write_q);
      if (valid_o) assert (data_o == queue[Width-1:0]);
    end
  end
  for (genvar i = 0; i < Depth; i++) begin : gen_entry
    always @(posedge clk_i) begin
      if (rst_ni && i < count_q) assert (slots[place(i)*Width+:Width] == queue_q[i*Width+:Width]);
    end
  end
`endif
`endif
endmodule

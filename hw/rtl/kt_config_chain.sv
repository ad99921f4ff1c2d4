// The configuration chain: takes a bitstream word by word, hands every field its bits, checks the stream, and brings
// all shadows into force together, or none.
//
// Stream   bit 0 of a word comes first: the fields (FieldBits bits), zeros up to a multiple of 8, a CRC-32 low byte
//          first. The checksum covers all bits before it, and a number of the fabric before these, which is not sent:
//          CrcStart is the checksum register after that number (models/fabric/bitstream.hpp)
// Load     load_i for one cycle begins a stream: its words follow from the next cycle on. A cycle with valid_i low is a
//          gap: the chain waits. last_i marks the last word; bits_i says how many of its bits, from bit 0 up, belong to
//          the stream (0 to Width). Before the last word bits_i is not looked at: all bits belong to the stream.
//          Loads may follow each other without reset. load_i while a stream is shifted in gives that stream up and
//          begins anew; in the cycle of phase check load_i is ignored. A word outside phase shift, or in the cycle of
//          load_i, is ignored
// Timing   a field whose last bit is in the word of this cycle is written at its end. One cycle after the last word the
//          stream is checked. If its length and checksum are right, every value is a state of its field, and the bits
//          after the last field are 0, commit_o is high in this cycle, else discard_o
// Phases   0 idle, 1 shift, 2 check, 3 active (the last stream is in force), 4 refused (the old states stay)
// Refused  refused_o says why in phase refused, the first of these that is wrong: 1 length, 2 checksum, 3 a value that
//          is no state, 4 a bit after the last field; 0 in every other phase
// Fields   the chain is addressed by words: it has no wire from field to field. take_o says that the word with number
//          index_o is taken in this cycle; a field ends in one word, at one bit, which are constants of the netlist.
//          Bit b of the word is window_o[History + b], and the bits before it, of earlier words, are below;
//          arrived_o[b] says that the bit belongs to the stream
// Checksum a bit d replaces the register r by (r >> 1) ^ (0xedb88320 if r[0] differs from d, else 0)
module kt_config_chain #(
    parameter int Width = 32,         // bits of a word, 1 to 64
    parameter int FieldBits = 32,     // at least 1
    parameter int IndexBits = 2,      // holds the number of words of a stream
    parameter int History = 7,        // bits of earlier words that a field needs, 1 to 7
    parameter logic [31:0] CrcStart = 32'hffff_ffff
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic                     load_i,
    input  logic                     valid_i,
    input  logic [Width-1:0]         word_i,
    input  logic                     last_i,
    input  logic [6:0]               bits_i,
    output logic [2:0]               phase_o,
    output logic [2:0]               refused_o,
    output logic                     take_o,
    output logic [IndexBits-1:0]     index_o,
    output logic [Width-1:0]         arrived_o,
    output logic [Width+History-1:0] window_o,
    output logic [31:0]              checksum_o,  // the register; with commit_o it is behind all fields
    input  logic                     invalid_i,  // a field is written in this cycle with a value that is no state
    output logic                     commit_o,
    output logic                     discard_o
);
  localparam logic [2:0] Idle = 3'd0;
  localparam logic [2:0] Shift = 3'd1;
  localparam logic [2:0] Check = 3'd2;
  localparam logic [2:0] Active = 3'd3;
  localparam logic [2:0] Refused = 3'd4;

  localparam logic [2:0] WrongLength = 3'd1;
  localparam logic [2:0] WrongChecksum = 3'd2;
  localparam logic [2:0] WrongState = 3'd3;
  localparam logic [2:0] WrongFiller = 3'd4;

  localparam int PayloadBits = (FieldBits + 7) / 8 * 8;
  localparam int StreamBits = PayloadBits + 32;
  localparam int Words = (StreamBits + Width - 1) / Width;
  localparam int LastWord = Words - 1;
  localparam int LastBits = StreamBits - (Words - 1) * Width;
  localparam int FullWords = PayloadBits / Width;             // of fields and filler only
  localparam int PartBits = PayloadBits - FullWords * Width;  // of them in the word that the checksum begins in
  localparam logic [31:0] Polynomial = 32'hedb8_8320;

  logic [2:0]           phase_q;
  logic [IndexBits-1:0] index_q;
  logic [History-1:0]   history_q;
  logic [31:0]          crc_q;
  logic [31:0]          received_q;
  logic                 length_q;  // of the stream: right
  logic                 wrong_q;   // a value is no state, or a bit after the last field is not 0
  logic                 value_q;   // a value is no state
  logic [2:0]           refused_q;

  logic                 begins;
  logic                 take;
  logic                 last;
  logic                 accept;
  logic [31:0]          received_d;
  logic [7:0]           filler;

  assign begins = load_i & (phase_q != Check);
  assign take   = valid_i & (phase_q == Shift) & !load_i;
  assign last   = take & last_i;

  // the bits of this word, and those before it
  for (genvar b = 0; b < Width; b = b + 1) begin : g_arrived
    assign arrived_o[b] = !last_i | (bits_i > b[6:0]);
  end
  assign window_o = {word_i & arrived_o, history_q};
  assign take_o   = take;
  assign index_o  = index_q;
  assign phase_o  = phase_q;

  // the checksum register after the first bits of a word
  function automatic logic [31:0] crc_after(input logic [31:0] crc, input logic [Width-1:0] word, input int count);
    crc_after = crc;
    for (int b = 0; b < Width; b = b + 1) begin
      if (b < count) crc_after = {1'b0, crc_after[31:1]} ^ ((crc_after[0] ^ word[b]) ? Polynomial : 32'd0);
    end
  endfunction

  logic is_full;
  logic is_part;
  assign is_part = index_q == FullWords[IndexBits-1:0];
  if (FullWords > 0) begin : g_full
    assign is_full = index_q < FullWords[IndexBits-1:0];
  end else begin : g_no_full
    assign is_full = 1'b0;
  end

  for (genvar b = 0; b < 32; b = b + 1) begin : g_received
    localparam int At = PayloadBits + b;
    localparam int Word = At / Width;
    localparam int Bit = At % Width;
    assign received_d[b] = index_q == Word[IndexBits-1:0] ? window_o[History+Bit] : received_q[b];
  end
  for (genvar b = 0; b < 8; b = b + 1) begin : g_filler
    localparam int At = FieldBits + b;
    localparam int Word = At / Width;
    localparam int Bit = At % Width;
    if (At < PayloadBits) begin : g_bit
      assign filler[b] = index_q == Word[IndexBits-1:0] & window_o[History+Bit];
    end else begin : g_none
      assign filler[b] = 1'b0;
    end
  end

  assign accept    = length_q & !wrong_q & (received_q == ~crc_q);
  assign commit_o  = (phase_q == Check) & accept;
  assign discard_o = (phase_q == Check) & !accept;

  // the first that is wrong
  logic [2:0] why;
  assign why = !length_q ? WrongLength : received_q != ~crc_q ? WrongChecksum : value_q ? WrongState : WrongFiller;
  assign refused_o = refused_q;
  assign checksum_o = crc_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q    <= Idle;
      index_q    <= '0;
      history_q  <= '0;
      value_q    <= 1'b0;
      refused_q  <= '0;
      crc_q      <= CrcStart;
      received_q <= '0;
      length_q   <= 1'b0;
      wrong_q    <= 1'b0;
    end else if (begins) begin
      phase_q    <= Shift;
      index_q    <= '0;
      history_q  <= '0;
      value_q    <= 1'b0;
      refused_q  <= '0;
      crc_q      <= CrcStart;
      received_q <= '0;
      length_q   <= 1'b0;
      wrong_q    <= 1'b0;
    end else if (take) begin
      // after too many words the number stays, and the length is wrong
      if (index_q != Words[IndexBits-1:0]) index_q <= index_q + 1'b1;
      history_q  <= window_o[Width+History-1:Width];
      if (is_full) crc_q <= crc_after(crc_q, window_o[Width+History-1:History], Width);
      if (is_part) crc_q <= crc_after(crc_q, window_o[Width+History-1:History], PartBits);
      received_q <= received_d;
      wrong_q    <= wrong_q | invalid_i | (|filler);
      value_q    <= value_q | invalid_i;
      if (last) begin
        phase_q  <= Check;
        length_q <= index_q == LastWord[IndexBits-1:0] & bits_i == LastBits[6:0];
      end
    end else if (phase_q == Check) begin
      phase_q <= accept ? Active : Refused;
      refused_q <= accept ? 3'd0 : why;
    end
  end

`ifdef KT_ASSERTIONS
`include "kt_assertions.svh"
  `KT_BEGIN
  always @(posedge clk_i) begin
    if (rst_ni) begin
`ifndef KT_ANY_INPUT  // a bench that gives it what it is to ignore
      `KT_REQUIRE(!(load_i && phase_q == Check), "load_i in phase check is ignored")
      `KT_REQUIRE(!(valid_i && phase_q != Shift), "a word outside phase shift is ignored")
`endif
      `KT_REQUIRE(!(valid_i && last_i) || {25'd0, bits_i} <= Width, "bits_i is more than a word has")
      `KT_ENSURE(!(commit_o && discard_o), "a stream comes into force and is refused")
      `KT_ENSURE((phase_q == Refused) == (refused_q != 3'd0), "a refused stream has no reason, or another has one")
    end
  end
`ifdef FORMAL
  // all words of a stream, and the checksum of all its bits by long division: what comes into force is right
  localparam int AllBits = Words * Width;
  logic [AllBits-1:0] stream_q;
  logic [AllBits-1:0] stream;
  logic               all_q;     // the words were as many as a right stream has, the last one with its bits
  logic               states_q;  // no value of a field was none
  for (genvar w = 0; w < Words; w++) begin : gen_word
    assign stream[w*Width+:Width] = take && index_q == w ? word_i & arrived_o : stream_q[w*Width+:Width];
  end
  always_ff @(posedge clk_i) begin
    stream_q <= begins ? '0 : stream;
    if (begins) states_q <= 1'b1;
    else if (take && invalid_i) states_q <= 1'b0;
    all_q <= last && index_q == Words - 1 && bits_i == LastBits;
  end
  for (genvar b = 0; b < 32; b++) begin : gen_received
    always @(posedge clk_i) begin
      if (rst_ni && (phase_q == Shift || phase_q == Check) && index_q > (PayloadBits + b) / Width) begin
        assert (received_q[b] == stream_q[PayloadBits+b]);
      end
    end
  end
  function automatic [31:0] division(input [AllBits-1:0] bits, input int count);
    division = CrcStart;
    for (int b = 0; b < PayloadBits; b++) begin
      if (b < count) division = {1'b0, division[31:1]} ^ (division[0] != bits[b] ? Polynomial : 32'd0);
    end
  endfunction
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (index_q <= Words);
      if (phase_q == Shift || phase_q == Check) begin
        assert (crc_q == division(stream_q, index_q * Width));
        assert (wrong_q == (!states_q || |(stream_q[PayloadBits-1:0] >> FieldBits)));
        assert (value_q == !states_q);
      end
      if (phase_q == Check) assert (length_q == all_q);
      if (commit_o) begin
        assert (all_q && states_q);
        assert (stream_q[PayloadBits+:32] == ~division(stream_q, PayloadBits));
        assert (stream_q[PayloadBits-1:0] >> FieldBits == 0);
      end
    end
  end
`endif
`endif

`ifdef KT_PROBES
  // what the waveform of the model shows; real variables have no range, as its names have none
  real              phase;
  logic [31:0]      bits;
  logic             valid;
  logic [Width-1:0] word;
  logic [31:0]      crc;
  assign crc = ~crc_q;
  always @(phase_q) phase = phase_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bits  <= '0;
      valid <= 1'b0;
      word  <= '0;
    end else begin
      valid <= take;
      word  <= take ? window_o[Width+History-1:History] : '0;
      if (begins) bits <= '0;
      else if (take) bits <= bits + (last_i ? {25'd0, bits_i} : Width);
    end
  end
`endif
endmodule

// Reads the configuration back: the states in force, or the shadows, as a stream with its checksum, in the words in
// which the chain takes it (kt_config_chain.sv). So what comes out of a chip can be judged as what goes in. Meanwhile,
// or else, it watches the states: the scrub.
//
// Begin    read_i for one cycle begins a readback: of the shadows if shadows_i is high with it, else of the states in
//          force. The first word is there in the next cycle. A readback that is under way is given up
// Words    valid_o is high while a word waits; it is taken in a cycle in which ready_i is high too. Bit 0 comes first:
//          the fields (FieldBits bits), zeros up to a multiple of 8, the CRC-32 of what has been read, low byte first.
//          last_o marks the last word; bits_o says how many of its bits belong to the stream: Width before the last
//          one. All are 0 without a word
// Checksum of the bits that were taken, behind the number of the fabric (CrcStart), as in the stream
// Load     a stream can come in meanwhile. When it has come into force, or was refused, a readback that began before is
//          given up: it would mix two configurations. A word of the shadows has their values in its cycle
// Scrub    while nothing is read the checksum of the states in force is computed again and again, a word in a cycle,
//          and in the cycle behind the last word it is compared with that of the stream that came into force
//          (checksum_i in the cycle of commit_i; CrcPowerUp before the first one). If it differs, a state has been
//          upset: upset_o is high from the next cycle on, until a stream comes into force. A pass begins anew with a
//          stream that comes into force and after a readback. So what happens at a clock edge is at upset_o after two
//          passes at the latest, of one cycle more than the fields have words
module kt_config_reader #(
    parameter int Width = 32,      // bits of a word, 1 to 64
    parameter int FieldBits = 32,  // at least 1
    parameter int IndexBits = 2,   // holds the number of words of a stream
    parameter logic [31:0] CrcStart = 32'hffff_ffff,
    parameter logic [31:0] CrcPowerUp = 32'hffff_ffff  // the register behind all fields at power-up
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic                 read_i,
    input  logic                 shadows_i,
    input  logic                 ready_i,
    output logic                 valid_o,
    output logic [    Width-1:0] word_o,
    output logic                 last_o,
    output logic [          6:0] bits_o,
    output logic                 upset_o,
    input  logic                 commit_i,       // a stream comes into force in this cycle
    input  logic                 discard_i,      // or is refused
    input  logic [         31:0] checksum_i,     // with commit_i: the register behind its fields
    input  logic [FieldBits-1:0] field_state_i,  // all fields, in the order of the stream
    input  logic [FieldBits-1:0] field_shadow_i
);
  localparam int PayloadBits = (FieldBits + 7) / 8 * 8;
  localparam int StreamBits = PayloadBits + 32;
  localparam int Words = (StreamBits + Width - 1) / Width;
  localparam int LastWord = Words - 1;
  localparam int LastBits = StreamBits - (Words - 1) * Width;
  localparam int FullWords = PayloadBits / Width;             // of fields and filler only
  localparam int PartBits = PayloadBits - FullWords * Width;  // of them in the word that the checksum begins in
  localparam int ScrubWords = FullWords + (PartBits > 0 ? 1 : 0);
  localparam logic [31:0] Polynomial = 32'hedb8_8320;

  logic                 reading_q;
  logic                 shadows_q;
  logic [IndexBits-1:0] index_q;
  logic [31:0]          crc_q;  // after the words before
  logic [31:0]          reference_q;
  logic                 upset_q;

  logic [FieldBits-1:0] fields;
  logic [Words-1:0]     is_word;  // one of them is high
  logic [Width-1:0]     payload;
  logic [Width-1:0]     checksum;
  logic [31:0]          crc_d;    // after this word
  logic                 last;
  logic                 compares;
  logic                 restarts;

  assign fields = reading_q & shadows_q ? field_shadow_i : field_state_i;
  assign last   = index_q == LastWord[IndexBits-1:0];
  assign compares = !reading_q & (index_q == ScrubWords[IndexBits-1:0]);
  assign restarts = read_i | commit_i | (reading_q ? discard_i | (ready_i & last) : compares);

  for (genvar w = 0; w < Words; w = w + 1) begin : g_word
    assign is_word[w] = index_q == w[IndexBits-1:0];
  end
  // each bit of a word is that of the word whose turn it is
  for (genvar b = 0; b < Width; b = b + 1) begin : g_bit
    logic [Words-1:0] of_fields;
    logic [Words-1:0] of_checksum;
    for (genvar w = 0; w < Words; w = w + 1) begin : g_of_word
      localparam int At = w * Width + b;
      if (At < FieldBits) begin : g_field
        assign of_fields[w] = is_word[w] & fields[At];
      end else begin : g_no_field
        assign of_fields[w] = 1'b0;
      end
      if (At >= PayloadBits && At < StreamBits) begin : g_checksum
        assign of_checksum[w] = is_word[w] & !crc_d[At-PayloadBits];
      end else begin : g_no_checksum
        assign of_checksum[w] = 1'b0;
      end
    end
    assign payload[b]  = |of_fields;
    assign checksum[b] = |of_checksum;
  end

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
  assign crc_d = is_full ? crc_after(crc_q, payload, Width) : is_part ? crc_after(crc_q, payload, PartBits) : crc_q;

  assign valid_o = reading_q;
  assign word_o  = {Width{reading_q}} & (payload | checksum);
  assign last_o  = reading_q & last;
  assign upset_o = upset_q;
  assign bits_o  = !reading_q ? 7'd0 : last ? LastBits[6:0] : Width[6:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reading_q   <= 1'b0;
      shadows_q   <= 1'b0;
      index_q     <= '0;
      crc_q       <= CrcStart;
      reference_q <= CrcPowerUp;
      upset_q     <= 1'b0;
    end else begin
      if (read_i) begin
        reading_q <= 1'b1;
        shadows_q <= shadows_i;
      end else if (restarts) begin
        reading_q <= 1'b0;
      end
      if (restarts) begin
        index_q <= '0;
        crc_q   <= CrcStart;
      end else if (!reading_q || ready_i) begin
        index_q <= index_q + 1'b1;
        crc_q   <= crc_d;
      end
      if (commit_i) begin
        reference_q <= checksum_i;
        upset_q     <= 1'b0;
      end else if (compares && crc_q != reference_q) begin
        upset_q <= 1'b1;
      end
    end
  end

`ifdef KT_ASSERTIONS
`include "kt_assertions.svh"
  `KT_BEGIN
  always @(posedge clk_i) begin
    if (rst_ni) begin
      `KT_ENSURE(valid_o || (word_o == '0 && !last_o && bits_o == 7'd0), "a word without a readback")
      `KT_ENSURE({25'd0, bits_o} <= Width, "bits_o is more than a word has")
    end
  end
`ifdef FORMAL
  // of fields that stay as they are, the words are those of the stream with the checksum by long division, and the
  // scrub compares that checksum
  logic                  first_q;  // the cycle after a restart
  logic                  stays_q;  // the fields were the same since then
  logic [FieldBits-1:0]  fields_q;
  logic                  stays;
  logic [StreamBits-1:0] stream;
  logic [Width-1:0]      word_now;
  function automatic [31:0] division(input [PayloadBits-1:0] bits, input int count);
    division = CrcStart;
    for (int b = 0; b < PayloadBits; b++) begin
      if (b < count) division = {1'b0, division[31:1]} ^ (division[0] != bits[b] ? Polynomial : 32'd0);
    end
  endfunction
  assign stays = first_q | (stays_q & fields == fields_q);
  always @* begin
    stream = '0;
    stream[FieldBits-1:0] = fields;
    stream[PayloadBits+:32] = ~division(stream[PayloadBits-1:0], PayloadBits);
  end
  assign word_now = stream >> index_q * Width;
  always_ff @(posedge clk_i) begin
    first_q  <= !rst_ni | restarts;
    stays_q  <= stays;
    fields_q <= fields;
  end
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (index_q <= (reading_q ? LastWord : ScrubWords));
      if (stays) begin
        assert (crc_q == division(stream[PayloadBits-1:0], index_q * Width));
        if (reading_q) assert (word_o == word_now);
        if (compares) assert (crc_q == ~stream[PayloadBits+:32]);
      end
    end
  end
`endif
`endif
endmodule

#include "hw/rtl/bench_text.hpp"
#include "hw/rtl/chain_access.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/fabric/bitstream.hpp"

namespace kintsugi::rtl {

namespace {

const char* const kTapBench =
    R"(// The bench of kt_tap: its port loads the stream of bitstream.memh into a chain, and reads what became of it.
module kt_tap_bench;
@CONSTANTS@  localparam logic [31:0] IdCode = 32'h4b54_0cc1;
  localparam logic [3:0] ReadIdCode = 4'b0001;
  localparam logic [3:0] Stream = 4'b0010;
  localparam logic [3:0] Status = 4'b0011;

  logic clk = 1'b0;
  logic rst_n = 1'b1;
  always #0.5 clk = !clk;

  logic tck = 1'b0;
  logic tms = 1'b1;
  logic tdi = 1'b0;
  logic tdo;
  logic tdo_enable;
  logic select;
  logic load;
  logic valid;
  logic last;
  logic [Width-1:0] word;
  logic [6:0] bits;
  logic [2:0] phase;
  logic [2:0] refused;
  logic upset = 1'b0;
  logic [31:0] checksum;
  logic take;
  logic [IndexBits-1:0] index;
  logic [Width-1:0] arrived;
  logic [Width:0] window;
  logic commit;
  logic discard;

  kt_tap #(.Width(Width), .IdCode(IdCode)) tap (
    .clk_i(clk), .rst_ni(rst_n), .tck_i(tck), .tms_i(tms), .tdi_i(tdi), .tdo_o(tdo), .tdo_enable_o(tdo_enable),
    .select_o(select), .load_o(load), .valid_o(valid), .word_o(word), .last_o(last), .bits_o(bits), .phase_i(phase),
    .refused_i(refused), .upset_i(upset)
  );
  kt_config_chain #(
    .Width(Width), .FieldBits(FieldBits), .IndexBits(IndexBits), .History(1), .CrcStart(CrcStart)
  ) chain (
    .clk_i(clk), .rst_ni(rst_n), .load_i(load), .valid_i(valid), .word_i(word), .last_i(last), .bits_i(bits),
    .phase_o(phase), .refused_o(refused), .checksum_o(checksum), .take_o(take), .index_o(index),
    .arrived_o(arrived), .window_o(window), .invalid_i(1'b0), .commit_o(commit), .discard_o(discard)
  );

  logic [Width-1:0] stream [0:Words-1];
  integer errors = 0;
  integer words;    // that the chain has taken since the last load
  integer wrong;    // of them that are not those of the stream
  integer loads = 0;
  integer commits = 0;
  integer strays = 0;  // words outside a load

  // kt_config_chain has no name for a word: window_o without the bits of earlier ones
  always @(posedge clk) begin
    if (load) begin
      loads = loads + 1;
      words = 0;
      wrong = 0;
    end
    if (take) begin
      if (words >= Words) wrong = wrong + 1;
      else if (window[Width:1] !== (stream[words] & arrived)) wrong = wrong + 1;
      words = words + 1;
    end
    if (commit) commits = commits + 1;
    if (rst_n && valid && phase != 3'd1) strays = strays + 1;
  end

  task check(input right, input [8*60-1:0] what);
    if (right !== 1'b1) begin
      errors = errors + 1;
      if (errors <= 20) $display("%0t: %0s", $time, what);
    end
  endtask

  // a period of tck: tdo and its enable are looked at before its edge
  logic out;
  logic driven;
  task tick(input next_tms, input next_tdi);
    begin
      tms = next_tms;
      tdi = next_tdi;
      repeat (6) @(posedge clk);
      out = tdo;
      driven = tdo_enable;
      tck = 1'b1;
      repeat (6) @(posedge clk);
      tck = 1'b0;
    end
  endtask

  task reset_port;
    begin
      repeat (5) tick(1'b1, 1'b0);
      tick(1'b0, 1'b0);
    end
  endtask

  // from Run-Test/Idle and back to it
  task instruction(input [3:0] code);
    integer b;
    logic [3:0] captured;
    begin
      tick(1'b1, 1'b0);
      tick(1'b1, 1'b0);
      tick(1'b0, 1'b0);
      tick(1'b0, 1'b0);
      for (b = 0; b < 4; b = b + 1) begin
        tick(b == 3, code[b]);
        check(driven, "tdo is not driven in Shift-IR");
        check(tdo_enable, "tdo is released before tck falls");
        captured[b] = out;
      end
      check(captured === 4'b0001, "the instruction register does not capture 0001");
      tick(1'b1, 1'b0);
      tick(1'b0, 1'b0);
      check(!tdo_enable, "tdo is driven in Run-Test/Idle");
      check(select === (code == Stream), "select_o is not high for STREAM alone");
    end
  endtask

  // up to 64 bits of a data register
  logic [63:0] read;
  task data(input integer count, input [63:0] value);
    integer b;
    begin
      read = 64'd0;
      tick(1'b1, 1'b0);
      tick(1'b0, 1'b0);
      tick(1'b0, 1'b0);
      for (b = 0; b < count; b = b + 1) begin
        tick(b == count - 1, value[b]);
        check(driven, "tdo is not driven in Shift-DR");
        check(tdo_enable, "tdo is released before tck falls");
        read[b] = out;
      end
      tick(1'b1, 1'b0);
      tick(1'b0, 1'b0);
    end
  endtask

  // zeros, a 1, and so many bits of the stream, one of them turned round (none: -1), with pauses every `pause` bits
  task send(input integer zeros, input integer count, input integer turned, input integer pause);
    integer b;
    integer at;
    logic bit_value;
    begin
      tick(1'b1, 1'b0);
      tick(1'b0, 1'b0);
      tick(1'b0, 1'b0);
      for (b = 0; b < zeros + 1 + count; b = b + 1) begin
        at = b - zeros - 1;
        bit_value = at >= 0 && at < StreamBits ? stream[at/Width][at%Width] : at == -1;
        if (at >= 0 && at == turned) bit_value = !bit_value;
        if (pause > 0 && b % pause == pause - 1 && b < zeros + count) begin
          tick(1'b1, bit_value);
          tick(1'b0, 1'b1);
          tick(1'b0, 1'b1);
          tick(1'b1, 1'b1);
          tick(1'b0, 1'b1);
        end else begin
          tick(b == zeros + count, bit_value);
        end
        check(!out, "tdo is not 0 while a stream is sent");
      end
      tick(1'b1, 1'b0);
      tick(1'b0, 1'b0);
    end
  endtask

  task expect_status(input [2:0] wanted, input [2:0] why, input [8*60-1:0] what);
    begin
      instruction(Status);
      upset = !upset;
      data(7, 64'd0);
      check(read[2:0] === wanted, what);
      check(phase === wanted, what);
      check(read[5:3] === why, "STATUS has another reason for a refusal");
      check(read[6] === upset, "STATUS does not say whether an upset is noticed");
    end
  endtask

  // loads the stream as it is, and sees that the chain took every word of it
  task load_right(input integer zeros, input integer pause);
    begin
      instruction(Stream);
      send(zeros, StreamBits, -1, pause);
      check(words == Words && wrong == 0, "the chain has not taken the words of the stream");
      expect_status(3'd3, 3'd0, "a right stream does not come into force");
    end
  endtask

  integer loads_seen;
  initial begin
    $readmemh("bitstream.memh", stream);
    rst_n = 1'b0;
    repeat (4) @(posedge clk);
    rst_n = 1'b1;
    reset_port;
    data(32, 64'd0);
    check(read[31:0] === IdCode, "IDCODE is not read after reset");
    instruction(4'b1111);
    data(9, 64'h0a5);
    check(read[8:0] === 9'h14a, "BYPASS is not one bit");
    instruction(4'b0101);
    data(9, 64'h05a);
    check(read[8:0] === 9'h0b4, "an instruction without a meaning is not BYPASS");
    instruction(ReadIdCode);
    data(40, 64'h5c);
    check(read[39:0] === {8'h5c, IdCode}, "the register of IDCODE has not 32 bits");
    expect_status(3'd0, 3'd0, "the phase is not idle after reset");
    instruction(Status);
    data(10, 64'h02a);
    check(read[9:7] === 3'b010, "the register of STATUS has not 7 bits");

    load_right(0, 0);
    load_right(3, 7);
    check(loads == 2 && commits == 2, "a stream was not loaded once");
    instruction(Stream);
    send(0, StreamBits, 0, 0);
    expect_status(3'd4, 3'd2, "a stream with a wrong bit is not refused");
    instruction(Stream);
    send(1, StreamBits - 1, -1, 0);
    expect_status(3'd4, 3'd1, "a stream that is too short is not refused");
    instruction(Stream);
    send(0, StreamBits + 1, -1, 5);
    expect_status(3'd4, 3'd1, "a stream that is too long is not refused");
    load_right(Width, 0);

    // no 1: no load; nor do other instructions load
    loads_seen = loads;
    instruction(Stream);
    send(40, -1, -1, 0);
    instruction(4'b1111);
    data(40, 64'hff_ffff_ffff);
    check(loads == loads_seen, "a load without a 1 in front, or by another instruction");
    expect_status(3'd3, 3'd0, "the states are not in force any more");

    // two streams without a new instruction, then the port alone is reset
    instruction(Stream);
    send(0, StreamBits, StreamBits - 1, 0);
    send(0, StreamBits, -1, 0);
    expect_status(3'd3, 3'd0, "a second stream of one instruction does not come into force");
    reset_port;
    data(32, 64'd0);
    check(read[31:0] === IdCode, "a reset of the port does not bring IDCODE");
    expect_status(3'd3, 3'd0, "a reset of the port changes the chain");

    // a reset in the middle of a stream
    instruction(Stream);
    tick(1'b1, 1'b0);
    tick(1'b0, 1'b0);
    tick(1'b0, 1'b0);
    tick(1'b0, 1'b1);
    tick(1'b0, 1'b1);
    rst_n = 1'b0;
    repeat (2) @(posedge clk);
    rst_n = 1'b1;
    check(phase === 3'd0, "a reset does not end a load");
    reset_port;
    load_right(0, 0);
    check(strays == 0, "a word is sent outside a load");
    check(commits == 5, "streams have come into force another number of times");

    if (errors > 0) $display("FAIL: %0d mistakes", errors);
    else $display("PASS");
    $finish;
  end
endmodule
)";

}  // namespace

std::vector<RtlFile> tap_files(const Fabric& fabric, const ConfigurationLayout& layout,
                               const Configuration& configuration) {
  const std::size_t bytes = stream_of(fabric, configuration).size();
  const std::string constants = constant("Width", layout.width()) + constant("FieldBits", layout.field_bits()) +
                                constant("StreamBits", bytes * 8) + constant("Words", layout.words_of(bytes)) +
                                constant("IndexBits", bits_for(layout.words_of(bytes))) +
                                "  localparam logic [31:0] CrcStart = " + sized(32, checksum_start(fabric)) + ";\n";
  std::vector<RtlFile> files = rtl_library({"kt_tap.sv"});
  files.push_back({"kt_tap_bench.sv", filled(kTapBench, {{"CONSTANTS", constants}})});
  return files;
}

}  // namespace kintsugi::rtl

// Test access port (IEEE 1149.1) for the configuration chain: a stream enters bit by bit, and the phase of the chain is
// read. An optional module: a design puts it before the ports of the chain.
//
// Clock        clk_i is that of the chain. tck_i, tms_i and tdi_i are sampled by it: each half of a period of tck_i
//              takes at least 6 cycles of clk_i. tdo_o and tdo_enable_o change within 4 cycles after tck_i has fallen
// Reset        rst_ni resets all. Five cycles of tck_i with tms_i high bring the port to Test-Logic-Reset. There is no
//              TRST: rst_ni serves
// Instructions 4 bits; 0001 IDCODE, in force after reset; 0010 STREAM; 0011 STATUS; every other is BYPASS
// STREAM       zeros, which other devices on the path may put in front, a 1, and the stream, its bit 0 first. The 1
//              begins the load, Update-DR ends the stream: the chain checks it then. tdo_o is 0
// STATUS       7 bits, of the chain in Capture-DR: bits 2 to 0 the phase: 0 idle, 1 shift, 2 check, 3 active, 4
//              refused; bits 5 to 3 why it was refused: 1 length, 2 checksum, 3 state, 4 filler, else 0; bit 6 an upset
//              is noticed
// Chain        select_o is high while STREAM is in force: the ports of the chain are the port's own then
module kt_tap #(
    parameter int Width = 32,              // bits of a word of the chain, 1 to 64
    parameter logic [31:0] IdCode = 32'd1  // bit 0 is 1
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             tck_i,
    input  logic             tms_i,
    input  logic             tdi_i,
    output logic             tdo_o,
    output logic             tdo_enable_o,  // tdo_o is driven: in Shift-IR and Shift-DR
    output logic             select_o,
    output logic             load_o,
    output logic             valid_o,
    output logic [Width-1:0] word_o,
    output logic             last_o,
    output logic [      6:0] bits_o,
    input  logic [      2:0] phase_i,
    input  logic [      2:0] refused_i,
    input  logic             upset_i     // of kt_config_reader
);
  localparam logic [3:0] TestLogicReset = 4'd0;
  localparam logic [3:0] RunTestIdle = 4'd1;
  localparam logic [3:0] SelectDr = 4'd2;
  localparam logic [3:0] CaptureDr = 4'd3;
  localparam logic [3:0] ShiftDr = 4'd4;
  localparam logic [3:0] Exit1Dr = 4'd5;
  localparam logic [3:0] PauseDr = 4'd6;
  localparam logic [3:0] Exit2Dr = 4'd7;
  localparam logic [3:0] UpdateDr = 4'd8;
  localparam logic [3:0] SelectIr = 4'd9;
  localparam logic [3:0] CaptureIr = 4'd10;
  localparam logic [3:0] ShiftIr = 4'd11;
  localparam logic [3:0] Exit1Ir = 4'd12;
  localparam logic [3:0] PauseIr = 4'd13;
  localparam logic [3:0] Exit2Ir = 4'd14;
  localparam logic [3:0] UpdateIr = 4'd15;

  localparam logic [3:0] IdCodeInstruction = 4'b0001;
  localparam logic [3:0] StreamInstruction = 4'b0010;
  localparam logic [3:0] StatusInstruction = 4'b0011;

  // two registers for each input of another clock, and a third to see the edges of tck_i
  logic [2:0] tck_q;
  logic [1:0] tms_q;
  logic [1:0] tdi_q;
  logic       rises;
  logic       falls;
  logic       tms;
  logic       tdi;
  assign rises = tck_q[1] & !tck_q[2];
  assign falls = !tck_q[1] & tck_q[2];
  assign tms   = tms_q[1];
  assign tdi   = tdi_q[1];

  logic [3:0] state_q;
  logic [3:0] state_d;
  always_comb begin
    case (state_q)
      TestLogicReset: state_d = tms ? TestLogicReset : RunTestIdle;
      RunTestIdle:    state_d = tms ? SelectDr : RunTestIdle;
      SelectDr:       state_d = tms ? SelectIr : CaptureDr;
      CaptureDr:      state_d = tms ? Exit1Dr : ShiftDr;
      ShiftDr:        state_d = tms ? Exit1Dr : ShiftDr;
      Exit1Dr:        state_d = tms ? UpdateDr : PauseDr;
      PauseDr:        state_d = tms ? Exit2Dr : PauseDr;
      Exit2Dr:        state_d = tms ? UpdateDr : ShiftDr;
      UpdateDr:       state_d = tms ? SelectDr : RunTestIdle;
      SelectIr:       state_d = tms ? TestLogicReset : CaptureIr;
      CaptureIr:      state_d = tms ? Exit1Ir : ShiftIr;
      ShiftIr:        state_d = tms ? Exit1Ir : ShiftIr;
      Exit1Ir:        state_d = tms ? UpdateIr : PauseIr;
      PauseIr:        state_d = tms ? Exit2Ir : PauseIr;
      Exit2Ir:        state_d = tms ? UpdateIr : ShiftIr;
      default:        state_d = tms ? SelectDr : RunTestIdle;
    endcase
  end

  logic [ 3:0] instruction_q;  // in force
  logic [ 3:0] instruction_shift_q;
  logic [31:0] data_q;  // IDCODE, STATUS or the bit of BYPASS
  logic        tdo_q;
  logic        tdo_enable_q;

  assign select_o     = instruction_q == StreamInstruction;
  assign tdo_o        = tdo_q;
  assign tdo_enable_o = tdo_enable_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tck_q               <= '0;
      tms_q               <= '1;
      tdi_q               <= '0;
      state_q             <= TestLogicReset;
      instruction_q       <= IdCodeInstruction;
      instruction_shift_q <= '0;
      data_q              <= '0;
      tdo_q               <= 1'b0;
      tdo_enable_q        <= 1'b0;
    end else begin
      tck_q <= {tck_q[1:0], tck_i};
      tms_q <= {tms_q[0], tms_i};
      tdi_q <= {tdi_q[0], tdi_i};
      if (rises) begin
        state_q <= state_d;
        case (state_q)
          CaptureIr: instruction_shift_q <= 4'b0001;
          ShiftIr:   instruction_shift_q <= {tdi, instruction_shift_q[3:1]};
          CaptureDr:
          case (instruction_q)
            IdCodeInstruction: data_q <= IdCode;
            StatusInstruction: data_q <= {25'd0, upset_i, refused_i, phase_i};
            default:           data_q <= '0;
          endcase
          ShiftDr:
          case (instruction_q)
            IdCodeInstruction: data_q <= {tdi, data_q[31:1]};
            StatusInstruction: data_q <= {25'd0, tdi, data_q[6:1]};
            StreamInstruction: data_q <= '0;
            default:           data_q <= {31'd0, tdi};
          endcase
          default: ;
        endcase
        if (state_d == UpdateIr) instruction_q <= instruction_shift_q;
        if (state_d == TestLogicReset) instruction_q <= IdCodeInstruction;
      end
      if (falls) begin
        tdo_q        <= state_q == ShiftIr ? instruction_shift_q[0] : data_q[0];
        tdo_enable_q <= (state_q == ShiftDr) | (state_q == ShiftIr);
      end
    end
  end

  // The stream: a full word waits for the next bit or for Update-DR, which says whether it is the last one.
  logic             begun_q;  // the 1 in front has come
  logic [      6:0] count_q;  // bits that wait
  logic [Width-1:0] word_q;
  logic             shifts;
  logic             ends;
  logic             full;
  logic [Width-1:0] with_bit;
  assign shifts = rises & select_o & (state_q == ShiftDr);
  assign ends   = rises & select_o & (state_d == UpdateDr) & begun_q;
  assign full   = count_q == Width[6:0];
  for (genvar b = 0; b < Width; b = b + 1) begin : g_bit
    assign with_bit[b] = count_q == b[6:0] ? tdi : word_q[b];
  end

  assign load_o  = shifts & !begun_q & tdi;
  assign valid_o = (shifts & begun_q & full) | ends;
  assign word_o  = word_q;
  assign last_o  = ends;
  assign bits_o  = count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
      count_q <= '0;
      word_q  <= '0;
    end else if (rises && state_q == CaptureDr) begin
      begun_q <= 1'b0;
      count_q <= '0;
      word_q  <= '0;
    end else if (ends) begin
      begun_q <= 1'b0;
    end else if (shifts && !begun_q) begin
      begun_q <= tdi;
    end else if (shifts && full) begin
      count_q   <= 7'd1;
      word_q    <= '0;
      word_q[0] <= tdi;
    end else if (shifts) begin
      count_q <= count_q + 7'd1;
      word_q  <= with_bit;
    end
  end
endmodule

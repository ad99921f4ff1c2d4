// Delay line: data that enters at clock edge c can be taken at edge c + Stages. Without stages it is a wire.
//
// Ports    valid_i, data_i  data_i counts only while valid_i is high
//          valid_o, data_o  the same later; data_o is undefined while valid_o is low
// Reset    empties the line
module kt_delay #(
    parameter int Width  = 8,
    parameter int Stages = 1
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             valid_i,
    input  logic [Width-1:0] data_i,
    output logic             valid_o,
    output logic [Width-1:0] data_o
);
  logic [Stages:0]             valid;
  logic [(Stages+1)*Width-1:0] data;

  assign valid[0]        = valid_i;
  assign data[Width-1:0] = data_i;

  for (genvar i = 0; i < Stages; i++) begin : gen_stage
    logic             valid_q;
    logic [Width-1:0] data_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_q <= 1'b0;
      else valid_q <= valid[i];
    end
    always_ff @(posedge clk_i) data_q <= data[i*Width+:Width];
    assign valid[i+1]                = valid_q;
    assign data[(i+1)*Width+:Width] = data_q;
  end

  if (Stages == 0) begin : gen_wire
    logic unused_clock;
    assign unused_clock = ^{clk_i, rst_ni};
  end

  assign valid_o = valid[Stages];
  assign data_o  = data[Stages*Width+:Width];
endmodule

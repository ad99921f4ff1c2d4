// E-cube routing of a hypercube as logic: the lowest bit in which node and destination differ, all channels of its port.
//
// Ports    as kt_route; channels_o is the one candidate, output channels port * Vcs + vc. 0 at the destination
// Timing   combinational
module kt_route_ecube #(
    parameter int Dimensions = 4,
    parameter int Vcs        = 1
) (
    input  logic [    Dimensions-1:0] node_i,
    input  logic [    Dimensions-1:0] destination_i,
    output logic [Dimensions*Vcs-1:0] channels_o
);
  logic [Dimensions-1:0] differs;
  logic [Dimensions-1:0] lowest;
  assign differs = node_i ^ destination_i;
  assign lowest  = differs & (~differs + 1);
  for (genvar d = 0; d < Dimensions; d++) begin : gen_port
    assign channels_o[d*Vcs+:Vcs] = {Vcs{lowest[d]}};
  end
endmodule

#include "hw/rtl/router_project.hpp"

#include <algorithm>
#include <array>

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

const char* const kMakefile =
    R"(# Targets: lint sim synth clean. Tools: Verilator 5, Icarus Verilog 11, Yosys 0.23, or later ones.
SOURCES := @SOURCES@
VERILATOR ?= verilator
IVERILOG ?= iverilog
VVP ?= vvp
YOSYS ?= yosys

.PHONY: lint sim synth clean
# messages are on standard error; newer releases of Verilator print their own statistics on standard output
lint:
	$(VERILATOR) --lint-only -Wall --top-module kt_routers $(SOURCES) > /dev/null
	$(IVERILOG) -g2012 -Wall -tnull -s kt_routers $(SOURCES)

bench.vvp: $(SOURCES) kt_bench.sv bench.f
	$(IVERILOG) -g2012 -Wall -c bench.f -o $@
sim: bench.vvp
	$(VVP) -n bench.vvp | tee sim.log
	@grep -qx PASS sim.log

synth:
	$(YOSYS) -q -p 'read_verilog -sv $(SOURCES); synth -top kt_node_router_0; check -assert; tee -q -o synth.txt stat'
	@cat synth.txt

clean:
	rm -f bench.vvp sim.log synth.txt
)";

const char* const kBench = R"(// Every node sends a packet to every other, written by kintsugi. Ends in PASS or FAIL.
module kt_bench;
  localparam int Nodes = @NODES@;
  localparam int FlitW = @FLIT@;
  localparam int PayloadW = @PAYLOAD@;
  localparam int NodeW = @NODE@;
  localparam int VcW = @VC@;
  localparam int Patience = 100000;  // cycles of a round

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic [Nodes-1:0] send_valid = '0;
  logic [Nodes*FlitW-1:0] send = '0;
  logic [Nodes-1:0] credit_valid;
  logic [Nodes*VcW-1:0] credit_vc;
  logic [Nodes-1:0] reach_valid;
  logic [Nodes*FlitW-1:0] reach;

  always #0.5 clk = ~clk;

  kt_routers routers (
      .clk_i            (clk),
      .rst_ni           (rst_n),
      .pe_flit_valid_i  (send_valid),
      .pe_flit_i        (send),
      .pe_credit_valid_o(credit_valid),
      .pe_credit_vc_o   (credit_vc),
      .pe_flit_valid_o  (reach_valid),
      .pe_flit_o        (reach)
  );

  integer round, node, cycles;
  integer arrived = 0;  // in this round
  integer credits = 0;
  integer wrong = 0;

  always @(negedge clk) begin
    if (rst_n) begin
      for (integer n = 0; n < Nodes; n = n + 1) begin
        if (credit_valid[n]) credits = credits + 1;
        if (reach_valid[n]) begin
          arrived = arrived + 1;
          // Single flits of this round, to this node.
          if (reach[n*FlitW+PayloadW+VcW+:2] !== 2'b11 || reach[n*FlitW+:NodeW] !== n) begin
            wrong = wrong + 1;
            $display("round %0d: a flit for node %0d reaches node %0d", round, reach[n*FlitW+:NodeW], n);
          end
        end
      end
    end
  end

  initial begin
    round = 0;
    #2.25 rst_n = 1'b1;
    for (round = 1; round < Nodes; round = round + 1) begin
      @(negedge clk) #0.25;
      arrived = 0;
      credits = 0;
      for (node = 0; node < Nodes; node = node + 1) begin
        send[node*FlitW+:FlitW] = '0;
        send[node*FlitW+:NodeW] = (node + round) % Nodes;
@SOURCE@        send[node*FlitW+PayloadW+VcW+:2] = 2'b11;
      end
      send_valid = '1;
      @(negedge clk) #0.25 send_valid = '0;
      for (cycles = 0; arrived + wrong < Nodes && cycles < Patience; cycles = cycles + 1) @(negedge clk) #0.25;
      for (cycles = cycles; credits < Nodes && cycles < Patience; cycles = cycles + 1) @(negedge clk) #0.25;
      if (arrived != Nodes || credits != Nodes) begin
        wrong = wrong + 1;
        $display("round %0d: %0d packets and %0d credits of %0d", round, arrived, credits, Nodes);
      end
    end
    if (wrong == 0) $display("PASS");
    else $display("FAIL");
    $finish(0);
  end
endmodule
)";

RtlFile bench(const RoutingTable& table, const RouterForm& form) {
  const unsigned payload = payload_bits(table, form), vc = bits_for(table.vcs - 1);
  const std::string source =
      "        send[node*FlitW+" + std::to_string(table.node_bits() + table.state_bits) + "+:NodeW] = node;\n";
  return {"kt_bench.sv", filled(kBench, {{"NODES", std::to_string(table.nodes)},
                                         {"FLIT", std::to_string(payload + vc + 2)},
                                         {"PAYLOAD", std::to_string(payload)},
                                         {"NODE", std::to_string(table.node_bits())},
                                         {"VC", std::to_string(vc)},
                                         {"SOURCE", table.has_source ? source : ""}})};
}

/// Returns the modules of the library that routers need.
std::vector<RtlFile> library() {
  constexpr std::array<const char*, 6> kNames{"kt_arbiter.sv",       "kt_delay.sv",       "kt_fifo.sv",
                                              "kt_input_channel.sv", "kt_output_port.sv", "kt_router.sv"};
  std::vector<RtlFile> files = rtl_library();
  std::erase_if(files, [&](const RtlFile& file) { return std::ranges::find(kNames, file.name) == kNames.end(); });
  return files;
}

}  // namespace

std::vector<RtlFile> router_project(const Network& network, const RoutingRelation& relation, const RouterForm& form,
                                    std::span<const unsigned> link_cycles) {
  const RoutingTable table = make_routing_table(network, relation);
  std::vector<RtlFile> files = library();
  std::ranges::move(router_modules(network, table, form), std::back_inserter(files));
  files.push_back(kinds_module(table));
  files.push_back(route_module(table));
  files.push_back(candidates_module(table));
  files.push_back(adaptive_module(table));
  files.push_back(router_netlist(network, table, form, link_cycles));
  std::string sources, commands = "+timescale+1ns/1ps\n+define+KT_ASSERTIONS\n";
  for (const RtlFile& file : files) {
    sources += (sources.empty() ? "" : " ") + file.name;
    commands += file.name + '\n';
  }
  files.push_back(bench(table, form));
  files.push_back({"bench.f", commands + "kt_bench.sv\n"});
  files.push_back({"Makefile", filled(kMakefile, {{"SOURCES", sources}})});
  std::ranges::sort(files, {}, &RtlFile::name);
  return files;
}

}  // namespace kintsugi::rtl

#include "hw/rtl/fabric_bench.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "hw/rtl/bench_text.hpp"
#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/connections.hpp"
#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/network/types.hpp"

namespace kintsugi::rtl {

namespace {

constexpr std::size_t kLoadEntries = 7;  // of a load in loads.memh

std::size_t ports_of(const Fabric& fabric) {
  return fabric.sites.size() * fabric.layout.size();
}

/// The sending and the receiving side of every site port, and their check.
std::string ports_text(const Fabric& fabric, std::size_t tables, unsigned flit_bits) {
  const std::string top = flat(fabric.name);
  const unsigned number_bits = bits_for(ports_of(fabric));
  std::string text = constant("FlitBits", flit_bits) + constant("Ports", ports_of(fabric)) +
                     constant("Tables", tables) + constant("NumberBits", number_bits) +
                     constant("Steps", flit_bits >= number_bits ? 1 : (number_bits + flit_bits - 1) / flit_bits);
  text += R"(
  integer errors = 0;
  integer messages = 0;
  logic [FlitBits-1:0] sent [0:Ports-1];
  wire  [FlitBits-1:0] received [0:Ports-1];
  logic [31:0] connections [0:Tables*Ports-1];

  // counts a mistake; the first ones are told, each once while it lasts
  task complain(input again, output tell);
    begin
      errors = errors + 1;
      if (!again) messages = messages + 1;
      tell = !again && messages < 20;
      if (!again && messages == 20) $display("further mistakes are only counted");
    end
  endtask

  // the number of a port, or a part of it where a flit is narrower: never 0, and another for every port
  function [FlitBits-1:0] number_of(input integer port, input integer step);
    logic [31:0] number;
    begin
      number = port + 1;
      number_of = Steps == 1 ? {FlitBits / 32 + 1{number * 32'h9e37_79b1}} : number >> (step * FlitBits);
    end
  endfunction

  // sites that are not attached send noise, the others their numbers
  task send(input integer table_number, input integer step);
    integer port;
    for (port = 0; port < Ports; port = port + 1) begin
      sent[port] = connections[table_number*Ports+port][31] ? number_of(port, step) : {FlitBits / 32 + 1{$urandom}};
    end
  endtask

  task silence;
    integer port;
    for (port = 0; port < Ports; port = port + 1) sent[port] = {FlitBits{1'b0}};
  endtask

  // which port sends what has been received; Ports if none does
  function integer sender_of(input integer port);
    integer other;
    begin
      sender_of = Ports;
      for (other = Ports - 1; other >= 0; other = other - 1) begin
        if (sent[other] === received[port]) sender_of = other;
      end
    end
  endfunction

  task tell_port(input integer port, input integer far);
    integer sender;
    begin
      sender = sender_of(port);
      if (far >= Ports) begin
        $display("port %0s receives %h and has no link", port_name(port), received[port]);
      end else if (sender == Ports) begin
        $display("port %0s receives %h, not what port %0s sends: %h", port_name(port), received[port], port_name(far),
                 sent[far]);
      end else begin
        $display("port %0s receives what port %0s sends, not what port %0s sends", port_name(port), port_name(sender),
                 port_name(far));
      end
    end
  endtask

  task check_ports(input integer table_number);
    integer step, port;
    logic tell;
    logic [23:0] far;
    logic [FlitBits-1:0] expected;
    for (step = 0; step < Steps; step = step + 1) begin
      send(table_number, step);
      #0.25;
      for (port = 0; port < Ports; port = port + 1) begin
        far = connections[table_number*Ports+port][23:0];
        expected = far == 24'hffffff ? {FlitBits{1'b0}} : sent[far];
        if (received[port] !== expected) begin
          complain(1'b0, tell);
          if (tell) tell_port(port, far);
        end
      end
    end
  endtask

)";
  std::size_t number = 0;
  std::vector<std::string> names;
  for (const SiteId site : ids<SiteId>(fabric.sites.size())) {
    for (const PortId port : ids<PortId>(fabric.layout.size())) {
      names.push_back(port_name(fabric, {site, port}));
      const std::string name = top + '.' + names.back(), at = '[' + std::to_string(number++) + "];\n";
      text += "  assign " + name + "_i = sent" + at;
      text += "  assign received" + at.substr(0, at.size() - 2) + " = " + name + "_o;\n";
    }
  }
  return text + names_function("port_name", names);
}

/// Returns the number of a router port by the name of a port of a node; nullopt if routers have none of that name.
std::optional<std::size_t> router_port(const Fabric& fabric, const Network& network, PortRef port) {
  const auto found = std::ranges::find(fabric.layout, network.ports(port.node)[port.port.index()]);
  if (found == fabric.layout.end()) return std::nullopt;
  return static_cast<std::size_t>(found - fabric.layout.begin());
}

/// Returns the links of the network by router ports: for node * ports of a router + port the same number of the other
/// end; ffffffff: no link.
RtlFile network_memory(const Fabric& fabric, const Network& network) {
  std::vector<std::uint32_t> far(network.nodes() * fabric.layout.size(), 0xffffffff);
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    for (const PortId port : ids<PortId>(network.ports(node).size())) {
      const auto peer = network.peer({node, port});
      const auto here = router_port(fabric, network, {node, port});
      const auto there = peer ? router_port(fabric, network, *peer) : std::nullopt;
      if (!here || !there) continue;
      far[node.index() * fabric.layout.size() + *here] =
          narrow<std::uint32_t>(peer->node.index() * fabric.layout.size() + *there);
    }
  }
  std::string text;
  for (const std::uint32_t word : far) text += hex_word(word) + '\n';
  return {"network.memh", text};
}

/// The check of placement.memh against the ports that meet; empty without a network.
std::string placement_text(const Fabric& fabric, const Network* network) {
  if (network == nullptr) return "";
  std::vector<std::string> sites, nodes;
  for (const Site& site : fabric.sites) sites.push_back(site.name);
  for (const NodeId node : ids<NodeId>(network->nodes())) nodes.push_back(network->node_name(node));
  return constant("Sites", fabric.sites.size()) + constant("SitePorts", fabric.layout.size()) +
         constant("Nodes", network->nodes()) + names_function("site_name", sites) + names_function("node_name", nodes) +
         R"(
  logic [31:0] placement [0:Sites-1];            // the node of every site; ffffffff: none
  logic [31:0] link_at [0:Nodes*SitePorts-1];    // the other end of the link at a port of a node; ffffffff: none
  integer      site_of [0:Nodes-1];              // Sites: not found yet

  task find_sites;
    integer site;
    logic tell;
    begin
      for (site = 0; site < Nodes; site = site + 1) site_of[site] = Sites;
      for (site = 0; site < Sites; site = site + 1) begin
        if (placement[site] !== 32'hffff_ffff) begin
          if (^placement[site] === 1'bx || placement[site] >= Nodes) begin
            complain(1'b0, tell);
            if (tell) $display("placement.memh: %0s has no node of the network: %h", site_name(site), placement[site]);
          end else if (site_of[placement[site]] != Sites) begin
            complain(1'b0, tell);
            if (tell) begin
              $display("placement.memh: node %0s is at %0s and at %0s", node_name(placement[site]),
                       site_name(site_of[placement[site]]), site_name(site));
            end
          end else begin
            site_of[placement[site]] = site;
          end
        end
      end
    end
  endtask

  // which port meets which under these states is checked before
  task check_placement(input integer table_number);
    integer node, port, far, meets;
    logic tell;
    begin
      find_sites;
      for (node = 0; node < Nodes; node = node + 1) begin
        if (site_of[node] == Sites) begin
          complain(1'b0, tell);
          if (tell) $display("placement.memh: node %0s is at no site", node_name(node));
        end
        for (port = 0; port < SitePorts; port = port + 1) begin
          far = link_at[node*SitePorts+port];
          if (link_at[node*SitePorts+port] === 32'hffff_ffff) begin
            far = 0;
          end else if (^link_at[node*SitePorts+port] === 1'bx ||
                       link_at[node*SitePorts+port] >= Nodes * SitePorts) begin
            complain(1'b0, tell);
            if (tell) begin
              $display("network.memh: the link of node %0s at port %0d leads to no port of the network: %h",
                       node_name(node), port, link_at[node*SitePorts+port]);
            end
          end else if (site_of[node] != Sites && site_of[far/SitePorts] != Sites) begin
            meets = connections[table_number*Ports+site_of[node]*SitePorts+port][23:0];
            if (meets != site_of[far/SitePorts] * SitePorts + far % SitePorts) begin
              complain(1'b0, tell);
              if (tell) begin
                $display("placement.memh: no link from node %0s at %0s to node %0s at %0s: port %0s meets %0s",
                         node_name(node), site_name(site_of[node]), node_name(far / SitePorts),
                         site_name(site_of[far/SitePorts]), port_name(site_of[node] * SitePorts + port),
                         meets < Ports ? port_name(meets) : "none");
              end
            end
          end
        end
      end
    end
  endtask

)";
}

/// Reads the files of the placement, and checks it against a table of connections.
std::string check_placement_text(const Network* network, std::size_t table) {
  if (network == nullptr) return "";
  return "    $readmemh(\"placement.memh\", placement);\n    $readmemh(\"network.memh\", link_at);\n"
         "    check_placement(" +
         std::to_string(table) + ");\n";
}

const char* const kEnd = R"(    if (errors != 0) $display("%0d mistakes", errors);
    $display("%s", errors == 0 ? "PASS" : "FAIL");
    $finish(0);
  end
endmodule
)";

std::vector<std::string> names_of(const std::vector<StreamLoad>& loads) {
  std::vector<std::string> names;
  for (const StreamLoad& load : loads) names.push_back(load.name);
  return names;
}

/// Returns the name of the field of every bit, for messages.
std::vector<std::string> names_of_bits(const Fabric& fabric) {
  std::vector<std::string> names;
  for (const ConfigField& field : fabric.fields) names.insert(names.end(), field.bits, field.name);
  return names;
}

/// Reads the words of the first load from the file of the repair. A word that the file lacks stays unknown, which the
/// checks find.
std::string repair_text(std::size_t words) {
  if (words == 0) return "";
  return filled(R"(    for (number = 0; number < @WORDS@; number = number + 1) stream[number] = {Width{1'bx}};
    $readmemh("bitstream.memh", stream, 0, @WORDS@ - 1);  // the first load
)",
                {{"WORDS", std::to_string(words)}});
}

/// `own_words`: so many words of the first load come from the file of the repair.
std::string chain_text(const std::string& top, std::size_t own_words) {
  return chain_signals(top) + filled(R"(
  logic [Width-1:0]     stream [0:StreamWords-1];
  logic [31:0]          loads [0:Loads*LoadEntries-1];
  logic [FieldBits-1:0] configurations [0:Configurations-1];
  logic [31:0]          field_end [0:FieldBits-1];
  logic [FieldBits-1:0] in_force = {FieldBits{1'b0}};
  integer               table_in_force = 0;
  integer               trace = 0;
  logic [2*FieldBits+2:0] told = {2 * FieldBits + 3{1'b0}};  // what was wrong in the last check

  // names the first field with a wrong bit
  task tell_field(input [8*6-1:0] what, input [FieldBits-1:0] wrong);
    integer i, first, count;
    begin
      count = 0;
      for (i = FieldBits - 1; i >= 0; i = i - 1) begin
        if (wrong[i] !== 1'b0) begin
          first = i;
          count = count + 1;
        end
      end
      if (count != 0) begin
        $display("  the %0s of field %0s is wrong; wrong bits of all: %0d", what, field_name(first), count);
      end
    end
  endtask

  task check(input integer number, input logic [2:0] phase, input logic [FieldBits-1:0] shadows);
    logic tell;
    logic [2*FieldBits+2:0] wrong;
    begin
      wrong = {@TOP@.phase_o ^ phase, @TOP@.shadows ^ shadows, @TOP@.states ^ in_force};
      if (wrong !== {2 * FieldBits + 3{1'b0}}) begin
        complain(wrong === told, tell);
        if (tell) begin
          $display("load %0d, %0s:", number, load_name(number));
          if (@TOP@.phase_o !== phase) begin
            $display("  the phase is %0s, not %0s", phase_name(@TOP@.phase_o), phase_name(phase));
          end
          tell_field("shadow", @TOP@.shadows ^ shadows);
          tell_field("state", @TOP@.states ^ in_force);
        end
      end
      told = wrong;
    end
  endtask

  task write_trace(input integer number);
    if (trace != 0) begin
      $fdisplay(trace, "%0d %0d %0d %h %h %h %h", number, @TOP@.phase_o, @TOP@.config_chain.bits,
                @TOP@.config_chain.word, @TOP@.config_chain.crc, @TOP@.shadows, @TOP@.states);
    end
  endtask

  // a cycle without a word
  task wait_a_cycle(input integer number, input logic [FieldBits-1:0] shadows);
    begin
      valid = 1'b0;
      word = {Width / 32 + 1{$urandom}};
      last = $urandom;
      bits = $urandom;
      @(negedge clk);
      check(number, 3'd1, shadows);
    end
  endtask

  // in loads[]: the first word, the number of words, the bits of the last one, the number of the configuration that is
  // shifted in, whether it is accepted, whether there are gaps in a third of the cycles, the cycles of the gap after
  // each word
  task run_load(input integer number);
    integer i, gap, words, arrived, ended;
    logic [FieldBits-1:0] fresh, shadows;
    begin
      words = loads[number*LoadEntries+1];
      fresh = configurations[loads[number*LoadEntries+3]];
      shadows = in_force;
      arrived = 0;
      ended = 0;
      @(negedge clk);
      load = 1'b1;
      @(negedge clk);
      load = 1'b0;
      check(number, 3'd1, shadows);
      for (i = 0; i < words; i = i + 1) begin
        if (loads[number*LoadEntries+5] != 0) begin
          while ($urandom % 3 == 0) wait_a_cycle(number, shadows);
        end
        valid = 1'b1;
        word = stream[loads[number*LoadEntries]+i];
        last = i == words - 1;
        bits = last ? loads[number*LoadEntries+2] : Width;
        @(negedge clk);
        arrived = arrived + bits;
        while (ended < FieldBits && field_end[ended] < arrived) begin
          shadows[ended] = fresh[ended];
          ended = ended + 1;
        end
        check(number, last ? 3'd2 : 3'd1, shadows);
        write_trace(number);
        for (gap = 0; i != words - 1 && gap < loads[number*LoadEntries+6]; gap = gap + 1) begin
          wait_a_cycle(number, shadows);
          write_trace(number);
        end
      end
      valid = 1'b0;
      last = 1'b0;
      // an edge that switches catch in a closed ring when they change their states would circulate for ever
      silence;
      @(negedge clk);
      if (loads[number*LoadEntries+4] != 0) begin
        in_force = fresh;
        table_in_force = loads[number*LoadEntries+3];
      end
      check(number, loads[number*LoadEntries+4] != 0 ? 3'd3 : 3'd4, in_force);
      write_trace(number);
      check_ports(table_in_force);
    end
  endtask

  initial begin : run
    integer number;
    $readmemh("streams.memh", stream);
@REPAIR@    $readmemh("loads.memh", loads);
    $readmemh("configurations.memh", configurations);
    in_force = configurations[0];  // at power-up
    $readmemh("connections.memh", connections);
    $readmemh("fields.memh", field_end);
    if ($test$plusargs("trace")) trace = $fopen("trace.txt", "w");
@WAVES@    #0.25 rst_n = 1'b0;
    #0.25 rst_n = 1'b1;
    @(negedge clk);
    check(0, 3'd0, in_force);
    check_ports(0);
    for (number = 0; number < Loads; number = number + 1) run_load(number);
    $display("%0d loads", Loads);
)",
                                     {{"REPAIR", repair_text(own_words)}, {"WAVES", waveform_text(top)}, {"TOP", top}});
}

/// The tables that a bench reads: loads in order, and every configuration that is shifted in. The first configurations,
/// those with a table of connections, are power-up and what is accepted.
class LoadTables {
 public:
  LoadTables(const Fabric& fabric, const ConfigurationLayout& layout, const std::vector<StreamLoad>& loads)
      : layout_(layout), configurations_{Configuration(fabric.fields.size(), 0)} {
    for (const StreamLoad& load : loads) {
      if (!load.accepted.empty()) number_of(load.accepted);
    }
    tables_ = configurations_.size();
    Configuration in_force = configurations_.front();
    for (const StreamLoad& load : loads) add(load, in_force);
    const NetworkExtractor extractor(fabric);
    for (std::size_t i = 0; i < tables_; ++i) {
      connections_ += Connections(fabric, extractor, configurations_[i]).memory();
    }
  }

  std::string constants() const {
    return constant("Width", layout_.width()) + constant("FieldBits", layout_.field_bits()) +
           constant("StreamWords", words_) + constant("Configurations", configurations_.size());
  }
  std::size_t tables() const { return tables_; }
  /// Returns the number of the table of a configuration that is accepted.
  std::size_t table_of(const Configuration& configuration) const {
    return static_cast<std::size_t>(std::ranges::find(configurations_, configuration) - configurations_.begin());
  }

  std::vector<RtlFile> files() const {
    std::string configurations;
    for (const Configuration& each : configurations_) configurations += hex_digits(layout_.bits_of(each)) + '\n';
    return {{"streams.memh", streams_},
            {"loads.memh", loads_},
            {"configurations.memh", configurations},
            {"connections.memh", connections_}};
  }

 private:
  std::size_t number_of(const Configuration& configuration) {
    const auto known = std::ranges::find(configurations_, configuration);
    if (known != configurations_.end()) return static_cast<std::size_t>(known - configurations_.begin());
    configurations_.push_back(configuration);
    return configurations_.size() - 1;
  }

  void add(const StreamLoad& load, Configuration& in_force) {
    const std::size_t words = layout_.words_of(load.stream.size());
    const std::size_t shifted = number_of(layout_.shifted(load.stream, in_force));
    const bool accepted = !load.accepted.empty();
    const std::array<std::size_t, kLoadEntries> entries{
        words_, words, layout_.last_bits(load.stream.size()), shifted, accepted, load.gaps, load.gap};
    for (const std::size_t entry : entries) {
      loads_ += hex_word(narrow<std::uint32_t>(entry)) + '\n';
    }
    words_ += words;
    streams_ += layout_.words_text(load.stream);
    if (accepted) in_force = load.accepted;
  }

  const ConfigurationLayout& layout_;
  std::vector<Configuration> configurations_;
  std::size_t tables_ = 0;
  std::size_t words_ = 0;
  std::string streams_, loads_, connections_;
};

RtlFile field_ends(const Fabric& fabric, const ConfigurationLayout& layout) {
  std::string text;
  for (std::size_t field = 0; field < fabric.fields.size(); ++field) {
    for (unsigned b = 0; b < fabric.fields[field].bits; ++b) {
      text += hex_word(narrow<std::uint32_t>(layout.first_bit(field) + fabric.fields[field].bits - 1)) + '\n';
    }
  }
  return {"fields.memh", text};
}

const char* const kHeading =
    "// Checks the fabric by itself: prints PASS or FAIL. For Icarus Verilog. Written by kintsugi.\n"
    "module kt_bench;\n";

}  // namespace

std::vector<RtlFile> fabric_bench(const Fabric& fabric, const ConfigurationLayout& layout, unsigned flit_bits,
                                  const std::vector<StreamLoad>& loads, bool first_is_repair, const Network* network) {
  if (!first_is_repair) network = nullptr;  // no states of the placement
  const LoadTables tables(fabric, layout, loads);
  const std::size_t own_words = first_is_repair ? layout.words_of(loads.front().stream.size()) : 0;
  std::string text =
      kHeading + tables.constants() + constant("Loads", loads.size()) + constant("LoadEntries", kLoadEntries);
  text += ports_text(fabric, tables.tables(), flit_bits) + names_function("load_name", names_of(loads)) +
          names_function("field_name", names_of_bits(fabric)) + phase_names() + placement_text(fabric, network) +
          chain_text(flat(fabric.name), own_words) +
          (network == nullptr ? "" : check_placement_text(network, tables.table_of(loads.front().accepted))) + kEnd;
  std::vector<RtlFile> files = tables.files();
  files.push_back(field_ends(fabric, layout));
  if (network != nullptr) files.push_back(network_memory(fabric, *network));
  files.push_back({"kt_bench.sv", text});
  return files;
}

std::vector<RtlFile> configured_bench(const Fabric& fabric, unsigned flit_bits, const Configuration& configuration,
                                      const Network* network) {
  const std::string text = kHeading + ports_text(fabric, 1, flit_bits) + placement_text(fabric, network) +
                           "  initial begin\n    $readmemh(\"connections.memh\", connections);\n    check_ports(0);\n" +
                           check_placement_text(network, 0) + kEnd;
  std::vector<RtlFile> files{
      {"connections.memh", Connections(fabric, NetworkExtractor(fabric), configuration).memory()},
      {"kt_bench.sv", text}};
  if (network != nullptr) files.push_back(network_memory(fabric, *network));
  return files;
}

}  // namespace kintsugi::rtl

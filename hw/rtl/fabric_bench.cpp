#include "hw/rtl/fabric_bench.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "hw/rtl/bench_text.hpp"
#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/connections.hpp"
#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/network/types.hpp"

namespace kintsugi::rtl {

namespace {

constexpr std::size_t kLoadEntries = 8;  // of a load in loads.memh
constexpr std::size_t kUpsetsOfBench = 12;
constexpr std::size_t kReadLoads = 16;  // after so many of the first ones all is read back

std::size_t ports_of(const Fabric& fabric) {
  return fabric.sites.size() * fabric.layout.size();
}

const char* const kPortHeading = R"(            if (tell && !headed) tell_load(number);
            headed = 1'b1;
)";

/// The sending and the receiving side of every site port, and their check.
std::string ports_text(const Fabric& fabric, std::size_t tables, unsigned flit_bits, bool has_loads) {
  const std::string top = flat(fabric.name);
  const unsigned number_bits = bits_for(ports_of(fabric));
  std::string text = constant("FlitBits", flit_bits) + constant("Ports", ports_of(fabric)) +
                     constant("Tables", tables) + constant("NumberBits", number_bits) +
                     constant("Steps", flit_bits >= number_bits ? 1 : (number_bits + flit_bits - 1) / flit_bits);
  text += R"(
  integer errors = 0;
  integer messages = 0;
  logic ends_at_once = 1'b0;  // with the first mistake
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

  task end_at_first;
    if (ends_at_once && errors != 0) begin
      $display("FAIL");
      $finish(0);
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

  task check_ports(input integer number, input integer table_number);
    integer step, port;
    logic tell@HEADED@;
    logic [23:0] far;
    logic [FlitBits-1:0] expected;
    begin
@NOTHEADED@      for (step = 0; step < Steps; step = step + 1) begin
        send(table_number, step);
        #0.25;
        for (port = 0; port < Ports; port = port + 1) begin
          far = connections[table_number*Ports+port][23:0];
          expected = far == 24'hffffff ? {FlitBits{1'b0}} : sent[far];
          if (received[port] !== expected) begin
            complain(1'b0, tell);
@HEADING@            if (tell) tell_port(port, far);
          end
        end
      end
      end_at_first;
    end
  endtask

)";
  text = filled(text, {{"HEADED", has_loads ? ", headed" : ""},
                       {"NOTHEADED", has_loads ? "      headed = 1'b0;\n" : ""},
                       {"HEADING", has_loads ? kPortHeading : ""}});
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

/// Returns the name of the field of every bit, for messages, with the switches that it sets where these have others.
std::vector<std::string> names_of_bits(const Fabric& fabric) {
  constexpr std::size_t kMostNamed = 4;
  std::vector<std::vector<std::string>> switches(fabric.fields.size());
  for (const FabricSwitch& each : fabric.switches) switches[each.field].push_back(each.name);
  std::vector<std::string> names;
  for (std::size_t field = 0; field < fabric.fields.size(); ++field) {
    std::string name = fabric.fields[field].name, set;
    const std::vector<std::string>& of_field = switches[field];
    for (std::size_t i = 0; i < std::min(of_field.size(), kMostNamed); ++i) set += (i == 0 ? "" : ", ") + of_field[i];
    if (of_field.size() > kMostNamed) set += " and " + number(of_field.size() - kMostNamed) + " more";
    if (!set.empty() && set != name) name += " (" + set + ')';
    names.insert(names.end(), fabric.fields[field].bits, name);
  }
  return names;
}

/// Returns the task that turns bits of the states over at the next clock edge (KT_UPSETS in kt_field.sv).
std::string upset_task(const Fabric& fabric) {
  std::vector<std::string> first(fabric.fields.size());  // beside the first switch of a field are its registers
  for (const FabricSwitch& each : fabric.switches) {
    if (first[each.field].empty()) first[each.field] = each.name;
  }
  std::string text = "  task set_upset(input integer at, input logic value);\n    case (at)\n";
  std::size_t at = 0;
  for (std::size_t field = 0; field < fabric.fields.size(); ++field) {
    for (unsigned bit = 0; bit < fabric.fields[field].bits; ++bit) {
      text += "      " + number(at++) + ": " + flat(fabric.name) + '.' + first[field] + ".field.upset[" + number(bit) +
              "] = value;\n";
    }
  }
  return text + "      default: ;\n    endcase\n  endtask\n\n";
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

/// The loads that are disturbed.
struct DisturbedLoads {
  std::optional<std::size_t> good = {};   ///< the first that is accepted
  std::optional<std::size_t> other = {};  ///< the next with other states, else `good`
  std::optional<std::size_t> wrong = {};  ///< one that is refused though all its values are states
};

/// Returns whether the fields of a stream have values that are states, whatever its checksum.
bool has_states(const Fabric& fabric, const std::vector<std::uint8_t>& stream) {
  const std::size_t bytes = field_bytes(fabric);
  if (stream.size() != bytes + kChecksumBytes) return false;
  try {
    unpack(fabric, std::span(stream).first(bytes));
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

DisturbedLoads disturbed_loads(const Fabric& fabric, const std::vector<StreamLoad>& loads) {
  DisturbedLoads chosen;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const StreamLoad& load = loads[i];
    if (load.accepted.empty()) {
      if (!chosen.wrong && has_states(fabric, load.stream)) chosen.wrong = i;
    } else if (!chosen.good) {
      chosen.good = chosen.other = i;
    } else if (chosen.other == chosen.good && load.accepted != loads[*chosen.good].accepted) {
      chosen.other = i;
    }
  }
  return chosen;
}

/// The readback. What must come is computed here, from the fields that the bench expects.
const char* const kReadBack = R"(  // a stream of these fields
  function [StreamBits-1:0] stream_of(input [FieldBits-1:0] fields);
    logic [31:0] crc;
    integer b;
    begin
      stream_of = {StreamBits{1'b0}};
      stream_of[FieldBits-1:0] = fields;
      crc = CrcStart;
      for (b = 0; b < PayloadBits; b = b + 1) begin
        crc = {1'b0, crc[31:1]} ^ (crc[0] !== stream_of[b] ? 32'hedb8_8320 : 32'd0);
      end
      stream_of[PayloadBits+:32] = ~crc;
    end
  endfunction

  // the word of a readback that waits; none: ReadWords
  task check_read(input integer number, input [StreamBits-1:0] expected, input integer at);
    logic tell;
    logic [Width-1:0] word_wanted;
    logic [8:0] rest_wanted;
    begin
      word_wanted = at == ReadWords ? {Width{1'b0}} : expected >> at * Width;
      rest_wanted = 9'd0;
      if (at < ReadWords) begin
        rest_wanted[8] = 1'b1;
        rest_wanted[7] = at == ReadWords - 1;
        rest_wanted[6:0] = at == ReadWords - 1 ? StreamBits - at * Width : Width;
      end
      if (@TOP@.read_word_o !== word_wanted ||
          {@TOP@.read_valid_o, @TOP@.read_last_o, @TOP@.read_bits_o} !== rest_wanted) begin
        complain(1'b0, tell);
        if (tell) begin
          tell_load(number);
          if (at == ReadWords) $display("  a word is read back after the last one, or after the readback was given up");
          else $display("  word %0d of a readback is %h, not %h", at, @TOP@.read_word_o, word_wanted);
          if ({@TOP@.read_valid_o, @TOP@.read_last_o, @TOP@.read_bits_o} !== rest_wanted) begin
            $display("  valid, last, bits of it are %b %b %0d, not %b %b %0d", @TOP@.read_valid_o, @TOP@.read_last_o,
                     @TOP@.read_bits_o, rest_wanted[8], rest_wanted[7], rest_wanted[6:0]);
          end
        end
      end
      end_at_first;
      if (read_trace != 0) begin
        $fdisplay(read_trace, "%0d %0d %h %0d %0d", number, @TOP@.read_valid_o, @TOP@.read_word_o, @TOP@.read_last_o,
                  @TOP@.read_bits_o);
      end
    end
  endtask

  task start_read(input logic of_shadows);
    begin
      @(negedge clk);
      read = 1'b1;
      read_shadows = of_shadows;
      @(negedge clk);
      read = 1'b0;
      read_shadows = !of_shadows;
    end
  endtask

  // takes words, as many as `count`, in two of three cycles
  task take_words(input integer number, input [StreamBits-1:0] expected, input integer count);
    integer at, cycle;
    begin
      at = 0;
      for (cycle = 0; at < count; cycle = cycle + 1) begin
        check_read(number, expected, at);
        read_ready = cycle % 3 != 2;
        if (read_ready && words_read != 0) $fdisplay(words_read, "%h", @TOP@.read_word_o);
        @(negedge clk);
        if (read_ready) at = at + 1;
      end
      read_ready = 1'b0;
      check_read(number, expected, at);
    end
  endtask

  task read_back(input integer number, input logic of_shadows);
    begin
      if (of_shadows) situation = ", reading the shadows";
      else situation = ", reading the states";
      start_read(of_shadows);
      take_words(number, stream_of(of_shadows ? shadows : in_force), ReadWords);
      situation = "";
    end
  endtask

)";

/// Upsets, and how the scrub notices them.
const char* const kUpsets = R"(  // turns a bit of the states over, and waits until that is noticed
  task upset_now(input integer number, input integer at, input logic [2:0] phase, output integer cycles);
    logic tell;
    begin
      silence;
      set_upset(at, 1'b1);
      @(negedge clk);
      set_upset(at, 1'b0);
      in_force[at] = !in_force[at];
      check(number, phase);
      cycles = 0;
      while (@TOP@.upset_o !== 1'b1 && cycles < 2 * (ScrubWords + 1)) begin
        @(negedge clk);
        cycles = cycles + 1;
      end
      if (@TOP@.upset_o !== 1'b1) begin
        complain(1'b0, tell);
        if (tell) begin
          tell_load(number);
          $display("  an upset of field %0s is not noticed within %0d cycles", field_name(at), cycles);
        end
      end
      upset_wanted = 1'b1;
      check(number, phase);
    end
  endtask

  // so many cycles after a load
  task upset_after(input integer number, input integer at, input integer cycles_before);
    integer cycles;
    begin
      start_load(number);
      shift_words(number, loads[number*LoadEntries+1]);
      check_stream(number);
      situation = ", after an upset";
      repeat (cycles_before) @(negedge clk);
      upset_now(number, at, 3'd3, cycles);
      if (upset_trace != 0) $fdisplay(upset_trace, "%0d %0d %0d %0d", number, at, cycles_before, cycles);
      situation = "";
    end
  endtask

  // each is healed by the next load; a load that is refused heals none
  task upset_and_heal(input integer good, input integer other, input integer wrong);
    integer k;
    begin
      for (k = 0; k < Upsets; k = k + 1) begin
        upset_after(k % 2 == 0 ? good : other, (k * 7919 + 13) % FieldBits, (k * 29) % (2 * ScrubWords + 5));
        if (k % 4 == 1) begin
          read_back(other, 1'b0);
          read_back(other, 1'b1);
        end
        if (k % 4 == 2 && wrong >= 0) begin
          start_load(wrong);
          shift_words(wrong, loads[wrong*LoadEntries+1]);
          check_stream(wrong);
        end
      end
      run_load(good);
    end
  endtask

)";

/// load_i, words and the reset when they are not expected. What they do is said in kt_config_chain.sv.
const char* const kDisturb = R"(  task offer_noise;
    begin
      valid = 1'b1;
      word = {Width / 32 + 1{$urandom}};
      last = $urandom;
      bits = Width;
    end
  endtask

  task withdraw;
    begin
      load = 1'b0;
      valid = 1'b0;
      last = 1'b0;
    end
  endtask

  // words outside phase shift
  task ignore_words(input integer number, input logic [2:0] phase);
    begin
      situation = ", words before it begins";
      @(negedge clk);
      repeat (2) begin
        offer_noise;
        @(negedge clk);
        check(number, phase);
      end
      withdraw;
      situation = "";
    end
  endtask

  // load_i together with a word, which does not belong to the stream; in phase shift what has come so far is given up
  task start_with_word(input integer number);
    begin
      situation = ", after load_i with a word";
      @(negedge clk);
      load = 1'b1;
      offer_noise;
      @(negedge clk);
      withdraw;
      check(number, 3'd1);
    end
  endtask

  task run_after_word(input integer number);
    begin
      start_with_word(number);
      shift_words(number, loads[number*LoadEntries+1]);
      end_load(number);
      situation = "";
    end
  endtask

  // some words, then another load
  task give_up(input integer number, input integer words, input integer next, input logic with_word);
    begin
      if (words >= loads[number*LoadEntries+1]) words = loads[number*LoadEntries+1] - 1;
      start_load(number);
      shift_words(number, words);
      situation = ", after load_i in phase shift";
      if (with_word) start_with_word(next);
      else start_load(next);
      shift_words(next, loads[next*LoadEntries+1]);
      end_load(next);
      situation = "";
    end
  endtask

  // load_i and a word in phase check
  task run_with_load_in_check(input integer number, input logic with_word);
    begin
      start_load(number);
      shift_words(number, loads[number*LoadEntries+1]);
      situation = ", with load_i in phase check";
      load = 1'b1;
      if (with_word) offer_noise;
      fork
        end_load(number);
        begin
          @(negedge clk);
          withdraw;
        end
      join
      @(negedge clk);
      check(number, loads[number*LoadEntries+4] != 0 ? 3'd3 : 3'd4);
      situation = "";
    end
  endtask

  // a readback that begins anew; that a load gives up when its stream is checked; that begins in phase check
  task read_within_load(input integer number);
    begin
      situation = ", with a readback";
      start_read(1'b0);
      take_words(number, stream_of(in_force), 1);
      start_read(1'b1);
      take_words(number, stream_of(shadows), ReadWords / 2);
      start_read(1'b0);
      start_load(number);
      shift_words(number, loads[number*LoadEntries+1] - 1);
      take_words(number, stream_of(in_force), 1);
      start_read(1'b1);
      take_words(number, stream_of(shadows), ReadWords);
      start_read(1'b0);
      shift_last(number);
      end_load(number);
      check_read(number, stream_of(in_force), ReadWords);
      start_load(number);
      shift_words(number, loads[number*LoadEntries+1]);
      read = 1'b1;
      read_shadows = 1'b0;
      end_load(number);
      @(negedge clk);
      read = 1'b0;
      take_words(number, stream_of(in_force), ReadWords);
      situation = "";
    end
  endtask

  // the reset does not wait for the clock, and goes before load_i
  task reset_now(input integer number);
    begin
      situation = ", at a reset";
      silence;
      #0.1 rst_n = 1'b0;
      in_force = configurations[0];
      shadows = in_force;
      table_in_force = 0;
      upset_wanted = 1'b0;
      #0.1 check(number, 3'd0);
      check_read(number, stream_of(in_force), ReadWords);
      load = 1'b1;
      @(negedge clk);
      check(number, 3'd0);
      withdraw;
      #0.25 rst_n = 1'b1;
      @(negedge clk);
      check(number, 3'd0);
      check_ports(number, 0);
      situation = "";
    end
  endtask

  task reset_within(input integer number, input integer words);
    begin
      start_read(1'b0);
      start_load(number);
      shift_words(number, words);
      reset_now(number);
      ignore_words(number, 3'd0);
    end
  endtask

  // load `wrong` is refused, or there is none: -1
  task disturb(input integer good, input integer other, input integer wrong);
    integer words, cycles;
    begin
      words = loads[good*LoadEntries+1];
      ignore_words(good, loads[(Loads-1)*LoadEntries+4] != 0 ? 3'd3 : 3'd4);
      run_after_word(other);
      ignore_words(other, 3'd3);
      give_up(good, 0, other, 1'b0);
      give_up(other, 1, good, 1'b1);
      give_up(good, words / 2, other, 1'b1);
      give_up(other, words - 1, good, 1'b0);
      run_with_load_in_check(other, 1'b0);
      run_with_load_in_check(good, 1'b1);
      if (wrong >= 0) begin
        run_with_load_in_check(wrong, 1'b1);
        ignore_words(wrong, 3'd4);
        run_after_word(other);
        give_up(wrong, words - 1, good, 1'b1);
        give_up(good, words - 1, wrong, 1'b0);
        reset_now(wrong);
      end
      run_load(good);
      read_within_load(other);
      if (wrong >= 0) read_within_load(wrong);
      reset_now(good);
      @(negedge clk);
      upset_now(good, FieldBits - 1, 3'd0, cycles);
      run_after_word(other);
      reset_within(good, words / 2);
      run_load(other);
      reset_within(good, words);
      reset_within(good, 1);
      run_load(good);
    end
  endtask

)";

std::string disturbed_text(const DisturbedLoads& chosen) {
  if (!chosen.good) return "";
  const std::string loads =
      number(*chosen.good) + ", " + number(*chosen.other) + ", " + (chosen.wrong ? number(*chosen.wrong) : "-1");
  return "    if (trace != 0) $fclose(trace);\n    trace = 0;\n    if (read_trace != 0) $fclose(read_trace);\n"
         "    read_trace = 0;\n    upset_and_heal(" +
         loads + ");\n    disturb(" + loads + ");\n";
}

/// `own_words`: so many words of the first load come from the file of the repair.
std::string chain_text(const std::string& top, std::size_t own_words, const DisturbedLoads& disturbed,
                       const std::string& upsets) {
  return chain_signals(top) + filled(R"(
  logic [Width-1:0]     stream [0:StreamWords-1];
  logic [31:0]          loads [0:Loads*LoadEntries-1];
  logic [FieldBits-1:0] configurations [0:Configurations-1];
  logic [31:0]          field_end [0:FieldBits-1];
  logic [FieldBits-1:0] in_force = {FieldBits{1'b0}};
  logic [FieldBits-1:0] shadows = {FieldBits{1'b0}};
  integer               table_in_force = 0;
  integer               trace = 0;
  integer               read_trace = 0;
  integer               upset_trace = 0;
  integer               words_read = 0;  // the file of a readback
  logic [8*64-1:0]      situation = "";  // for messages
  logic [2:0]           why_refused = 3'd0;      // the last stream that was refused
  logic                 upset_wanted = 1'b0;
  logic [2*FieldBits+6:0] told = {2 * FieldBits + 7{1'b0}};  // what was wrong in the last check

  // what is being loaded when something is wrong
  task tell_load(input integer number);
    $display("load %0d, %0s%0s:", number, load_name(number), situation);
  endtask

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

  task check(input integer number, input logic [2:0] phase);
    logic tell;
    logic [2:0] refused;
    logic [2*FieldBits+6:0] wrong;
    begin
      refused = phase == 3'd4 ? why_refused : 3'd0;
      wrong = {@TOP@.upset_o ^ upset_wanted, @TOP@.phase_o ^ phase, @TOP@.refused_o ^ refused,
               @TOP@.shadows ^ shadows, @TOP@.states ^ in_force};
      if (wrong !== {2 * FieldBits + 7{1'b0}}) begin
        complain(wrong === told, tell);
        if (tell) begin
          tell_load(number);
          if (@TOP@.phase_o !== phase) begin
            $display("  the phase is %0s, not %0s", phase_name(@TOP@.phase_o), phase_name(phase));
          end
          if (@TOP@.refused_o !== refused) begin
            $display("  the reason of a refusal is %0s, not %0s", refusal_name(@TOP@.refused_o), refusal_name(refused));
          end
          if (@TOP@.upset_o !== upset_wanted) $display("  upset_o is %b, not %b", @TOP@.upset_o, upset_wanted);
          tell_field("shadow", @TOP@.shadows ^ shadows);
          tell_field("state", @TOP@.states ^ in_force);
        end
      end
      told = wrong;
      end_at_first;
    end
  endtask

  task write_trace(input integer number);
    if (trace != 0) begin
      $fdisplay(trace, "%0d %0d %0d %h %h %h %h %0d", number, @TOP@.phase_o, @TOP@.config_chain.bits,
                @TOP@.config_chain.word, @TOP@.config_chain.crc, @TOP@.shadows, @TOP@.states, @TOP@.refused_o);
    end
  endtask

  // a cycle without a word
  task wait_a_cycle(input integer number);
    begin
      valid = 1'b0;
      word = {Width / 32 + 1{$urandom}};
      last = $urandom;
      bits = $urandom;
      @(negedge clk);
      check(number, 3'd1);
    end
  endtask

  task start_load(input integer number);
    begin
      @(negedge clk);
      load = 1'b1;
      @(negedge clk);
      load = 1'b0;
      check(number, 3'd1);
    end
  endtask

  // the last word after shift_words without it
  task shift_last(input integer number);
    shift_from(number, loads[number*LoadEntries+1] - 1, loads[number*LoadEntries+1]);
  endtask

  task shift_words(input integer number, input integer count);
    shift_from(number, 0, count);
  endtask

  // in loads[]: the first word, the number of words, the bits of the last one, the number of the configuration that is
  // shifted in, whether it is accepted, whether there are gaps in a third of the cycles, the cycles of the gap after
  // each word, why it is refused
  task shift_from(input integer number, input integer first, input integer count);
    integer i, gap, words, arrived, ended;
    logic [FieldBits-1:0] fresh;
    begin
      words = loads[number*LoadEntries+1];
      fresh = configurations[loads[number*LoadEntries+3]];
      arrived = first * Width;
      ended = 0;
      while (ended < FieldBits && field_end[ended] < arrived) ended = ended + 1;
      for (i = first; i < count; i = i + 1) begin
        if (loads[number*LoadEntries+5] != 0) begin
          while ($urandom % 3 == 0) wait_a_cycle(number);
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
        check(number, last ? 3'd2 : 3'd1);
        write_trace(number);
        for (gap = 0; i != words - 1 && gap < loads[number*LoadEntries+6]; gap = gap + 1) begin
          wait_a_cycle(number);
          write_trace(number);
        end
      end
      valid = 1'b0;
      last = 1'b0;
    end
  endtask

  // the cycle of the check
  task check_stream(input integer number);
    begin
      // an edge that switches catch in a closed ring when they change their states would circulate for ever
      silence;
      @(negedge clk);
      if (loads[number*LoadEntries+4] != 0) begin
        in_force = configurations[loads[number*LoadEntries+3]];
        table_in_force = loads[number*LoadEntries+3];
        upset_wanted = 1'b0;
      end else begin
        why_refused = loads[number*LoadEntries+7];
      end
      shadows = in_force;
      check(number, loads[number*LoadEntries+4] != 0 ? 3'd3 : 3'd4);
      write_trace(number);
    end
  endtask

  task end_load(input integer number);
    begin
      check_stream(number);
      check_ports(number, table_in_force);
    end
  endtask

  task run_load(input integer number);
    begin
      start_load(number);
      shift_words(number, loads[number*LoadEntries+1]);
      end_load(number);
    end
  endtask

@READ@@DISTURB@  initial begin : run
    integer number;
    $readmemh("streams.memh", stream);
@REPAIR@    $readmemh("loads.memh", loads);
    $readmemh("configurations.memh", configurations);
    in_force = configurations[0];  // at power-up
    shadows = in_force;
    $readmemh("connections.memh", connections);
    $readmemh("fields.memh", field_end);
    if ($test$plusargs("trace")) begin
      trace = $fopen("trace.txt", "w");
      read_trace = $fopen("read.txt", "w");
      upset_trace = $fopen("upsets.txt", "w");
    end
    if ($test$plusargs("first")) ends_at_once = 1'b1;
@WAVES@    #0.25 rst_n = 1'b0;
    #0.25 rst_n = 1'b1;
    @(negedge clk);
    situation = ", before it begins";
    check(0, 3'd0);
    check_ports(0, 0);
    situation = "";
    for (number = 0; number < Loads; number = number + 1) begin
      run_load(number);
      if (number < ReadLoads) begin
        read_back(number, 1'b0);
        read_back(number, 1'b1);
      end
    end
@DISTURBED@    if ($test$plusargs("read")) begin
      words_read = $fopen("readback.memh", "w");
      read_back(Loads - 1, 1'b0);
      $fclose(words_read);
    end
    $display("%0d loads", Loads);
)",
                                     {{"READ", disturbed.good ? kReadBack + upsets + kUpsets : kReadBack},
                                      {"DISTURB", disturbed.good ? kDisturb : ""},
                                      {"DISTURBED", disturbed_text(disturbed)},
                                      {"REPAIR", repair_text(own_words)},
                                      {"WAVES", waveform_text(top)},
                                      {"TOP", top}});
}

/// The tables that a bench reads: loads in order, and every configuration that is shifted in. The first configurations,
/// those with a table of connections, are power-up and what is accepted.
class LoadTables {
 public:
  LoadTables(const Fabric& fabric, const ConfigurationLayout& layout, const std::vector<StreamLoad>& loads)
      : fabric_(fabric), layout_(layout), configurations_{Configuration(fabric.fields.size(), 0)} {
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
           constant("StreamWords", words_) + constant("ReadWords", layout_.stream_words()) +
           constant("ScrubWords", layout_.words_of(field_bytes(fabric_))) +
           constant("PayloadBits", field_bytes(fabric_) * 8) +
           constant("StreamBits", (field_bytes(fabric_) + kChecksumBytes) * 8) +
           "  localparam logic [31:0] CrcStart = " + sized(32, checksum_start(fabric_)) + ";\n" +
           constant("Configurations", configurations_.size());
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
    const auto fault = stream_fault(fabric_, load.stream);
    const std::array<std::size_t, kLoadEntries> entries{
        words_,    words,    layout_.last_bits(load.stream.size()),       shifted, accepted,
        load.gaps, load.gap, fault ? static_cast<std::size_t>(*fault) : 0};
    for (const std::size_t entry : entries) {
      loads_ += hex_word(narrow<std::uint32_t>(entry)) + '\n';
    }
    words_ += words;
    streams_ += layout_.words_text(load.stream);
    if (accepted) in_force = load.accepted;
  }

  const Fabric& fabric_;
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
  std::string text = kHeading + tables.constants() + constant("Loads", loads.size()) +
                     constant("LoadEntries", kLoadEntries) + constant("ReadLoads", kReadLoads) +
                     constant("Upsets", kUpsetsOfBench);
  text += ports_text(fabric, tables.tables(), flit_bits, true) + names_function("load_name", names_of(loads)) +
          names_function("field_name", names_of_bits(fabric)) + phase_names() + refusal_names() +
          placement_text(fabric, network) +
          chain_text(flat(fabric.name), own_words, disturbed_loads(fabric, loads), upset_task(fabric)) +
          (network == nullptr ? "" : check_placement_text(network, tables.table_of(loads.front().accepted))) + kEnd;
  std::vector<RtlFile> files = tables.files();
  files.push_back(field_ends(fabric, layout));
  if (network != nullptr) files.push_back(network_memory(fabric, *network));
  files.push_back({"kt_bench.sv", text});
  return files;
}

std::vector<RtlFile> configured_bench(const Fabric& fabric, unsigned flit_bits, const Configuration& configuration,
                                      const Network* network) {
  const std::string text =
      kHeading + ports_text(fabric, 1, flit_bits, false) + placement_text(fabric, network) +
      "  initial begin\n    $readmemh(\"connections.memh\", connections);\n    check_ports(0, 0);\n" +
      check_placement_text(network, 0) + kEnd;
  std::vector<RtlFile> files{
      {"connections.memh", Connections(fabric, NetworkExtractor(fabric), configuration).memory()},
      {"kt_bench.sv", text}};
  if (network != nullptr) files.push_back(network_memory(fabric, *network));
  return files;
}

}  // namespace kintsugi::rtl

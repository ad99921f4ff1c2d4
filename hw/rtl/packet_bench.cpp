#include "hw/rtl/packet_bench.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "hw/rtl/bench_text.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/network/limits.hpp"
#include "models/routing/route.hpp"

namespace kintsugi::rtl {

namespace {

const char* const kHead = R"(// Packets from PE to PE. Prints PASS or FAIL. For Icarus Verilog. Written by kintsugi.
module kt_bench;
)";

const char* const kSignals = R"(
  logic [Places-1:0]       send_valid = '0;
  logic [Places*FlitW-1:0] send = '0;
  wire  [Places-1:0]       credit_valid = @TOP@.pe_credit_valid_o;
  wire  [Places*VcW-1:0]   credit_vc = @TOP@.pe_credit_vc_o;
  wire  [Places-1:0]       reach_valid = @TOP@.pe_flit_valid_o;
  wire  [Places*FlitW-1:0] reach = @TOP@.pe_flit_o;
  assign @TOP@.pe_flit_valid_i = send_valid;
  assign @TOP@.pe_flit_i = send;

  logic [31:0] placement [0:Places-1];  // the node of every place; ffffffff: none
  logic [31:0] first [0:Nodes];         // the first packet of every node
  logic [95:0] packets [0:Packets-1];   // {cycle, destination, flits}
  integer      found_at [0:Nodes-1];    // Places: none yet
  integer      arrived [0:Packets-1];   // flits
  integer      next [0:Places-1];       // the packet to be sent
  integer      sent [0:Places-1];       // flits of it
  logic        sending [0:Places-1];
  integer      turn [0:Places-1];       // the channel that comes first
  integer      channel [0:Places-1];    // of the packet that is being sent
  integer      credits [0:Places*Vcs-1];
  logic        running = 1'b0;
  integer      cycle = 0;
  integer      quiet = 0;               // cycles without an arrival
  integer      missing = 0;             // flits
  integer      errors = 0;
  integer      trace = 0;
  logic        ends_at_once = 1'b0;     // with the first mistake
)";

const char* const kTasks = R"(
  // counts a mistake; the first ones are told
  task complain(output tell);
    begin
      errors = errors + 1;
      tell = errors < 20;
      if (errors == 20) $display("further mistakes are only counted");
      if (ends_at_once) running = 1'b0;
    end
  endtask

  task complain_of(input integer place, input [FlitW-1:0] flit, input [8*32-1:0] what);
    logic tell;
    begin
      complain(tell);
      if (tell) $display("cycle %0d, the PE of %0s: flit %h %0s", cycle, router_name(place), flit, what);
    end
  endtask

  function integer place_of(input integer node);
    integer place;
    begin
      place_of = Places;
      for (place = 0; place < Places; place = place + 1) if (placement[place] === node) place_of = place;
    end
  endfunction

  // other bits in every flit of every packet
  function [PayloadW-1:0] scrambled(input integer number, input integer flit);
    integer word;
    logic [31:0] hash;
    logic [(PayloadW+31)/32*32-1:0] all;
    begin
      for (word = 0; word < (PayloadW + 31) / 32; word = word + 1) begin
        hash = number * 32'h9e37_79b1 + flit * 32'h85eb_ca6b + word * 32'hc2b2_ae35 + 32'h27d4_eb2f;
        hash = (hash ^ (hash >> 15)) * 32'h2c1b_3c6d;
        hash = (hash ^ (hash >> 12)) * 32'h297a_2d39;
        all[word*32+:32] = hash ^ (hash >> 15);
      end
      scrambled = all[PayloadW-1:0];
    end
  endfunction

  // the number in every flit, the header in the first one; all bits that are left are scrambled
  function [PayloadW-1:0] payload_of(input integer node, input integer destination, input integer number,
                                     input integer flit);
    begin
      payload_of = scrambled(number, flit);
      if (flit == 0) begin
        payload_of[0+:NodeW] = destination;
        payload_of[StateAt+:StateW] = '0;
@SOURCE@      end
      payload_of[NumberAt+:NumberW] = number;
    end
  endfunction

  task check_payload(input integer place, input [FlitW-1:0] flit, input integer packet, input integer number);
    logic tell;
    logic [PayloadW-1:0] right;
    begin
      right = payload_of(number % Nodes, packets[packet][63:32], number, arrived[packet]);
      // routers change the state of a head
      if (flit[FlitW-1]) right[StateAt+:StateW] = flit[StateAt+:StateW];
      if (flit[PayloadW-1:0] !== right) begin
        complain(tell);
        if (tell) begin
          $display("cycle %0d, the PE of %0s: flit %h of packet %0d from %0s has other bits than were sent: %h", cycle,
                   router_name(place), flit, packet, router_name(place_of(number % Nodes)),
                   flit[PayloadW-1:0] ^ right);
        end
      end
    end
  endtask

  task receive(input integer place, input [FlitW-1:0] flit);
    integer number, source, packet;
    begin
      number = flit[NumberAt+:NumberW];
      source = number % Nodes;
      packet = first[source] + number / Nodes;
      quiet = 0;
      if (^flit === 1'bx || placement[place] === 32'hffff_ffff || packet >= first[source+1]) begin
        complain_of(place, flit, "is none that was sent");
      end else if (packets[packet][63:32] != placement[place]) begin
        complain_of(place, flit, "is not for this node");
      end else if (flit[FlitW-1] != (arrived[packet] == 0) ||
                   flit[FlitW-2] != (arrived[packet] == packets[packet][31:0] - 1)) begin
        complain_of(place, flit, "comes out of order");
      end else begin
        check_payload(place, flit, packet, number);
@TAIL@        arrived[packet] = arrived[packet] + 1;
        missing = missing - 1;
      end
      if (trace != 0) $fdisplay(trace, "%0d %0d arrives %0d", cycle, place, number);
    end
  endtask

  task begin_packet(input integer place);
    integer i, used, candidate;
    begin
      used = injection_vcs(placement[place]);
      for (i = used - 1; i >= 0; i = i - 1) begin
        candidate = (turn[place] + i) % used;
        if (credits[place*Vcs+candidate] > 0) begin
          channel[place] = candidate;
          sending[place] = 1'b1;
        end
      end
      if (sending[place]) turn[place] = (channel[place] + 1) % used;
    end
  endtask

  task send_flit(input integer place, input integer node);
    logic [FlitW-1:0] flit;
    begin
      flit[0+:PayloadW] = payload_of(node, packets[next[place]][63:32], (next[place] - first[node]) * Nodes + node,
                                     sent[place]);
      flit[PayloadW+:VcW] = channel[place];
      flit[FlitW-1] = sent[place] == 0;
      flit[FlitW-2] = sent[place] == packets[next[place]][31:0] - 1;
      send_valid[place] <= 1'b1;
      send[place*FlitW+:FlitW] <= flit;
      credits[place*Vcs+channel[place]] = credits[place*Vcs+channel[place]] - 1;
      sent[place] = sent[place] + 1;
      if (flit[FlitW-2]) begin
        next[place] = next[place] + 1;
        sent[place] = 0;
        sending[place] = 1'b0;
      end
    end
  endtask

  task run_pe(input integer place);
    integer node;
    begin
      node = placement[place];
      if (credit_valid[place]) begin
        credits[place*Vcs+credit_vc[place*VcW+:VcW]] = credits[place*Vcs+credit_vc[place*VcW+:VcW]] + 1;
      end
      send_valid[place] <= 1'b0;
      if (!sending[place] && next[place] < first[node+1]) begin
        if (packets[next[place]][95:64] <= cycle) begin_packet(place);
      end
      if (sending[place] && credits[place*Vcs+channel[place]] > 0) send_flit(place, node);
    end
  endtask

  always @(posedge clk) begin : pes
    integer place;
    if (running) begin
      quiet = quiet + 1;
      for (place = 0; place < Places; place = place + 1) begin
        if (reach_valid[place] !== 1'b0) receive(place, reach[place*FlitW+:FlitW]);
        if (placement[place] !== 32'hffff_ffff) begin
          run_pe(place);
        end else begin
          send_valid[place] <= $urandom;
          send[place*FlitW+:FlitW] <= {FlitW / 32 + 1{$urandom}};
        end
      end
      cycle = cycle + 1;
    end
  end

  // what has left the routers in the cycle before
  logic [Places*Ports-1:0]       out_valid = '0;
  logic [Places*Ports*FlitW-1:0] out;

  always @(negedge clk) begin : observe
    integer i;
    logic [FlitW-1:0] flit;
    if (running && trace != 0 && cycle > 0) begin
@OUTPUTS@      for (i = 0; i < Places * Ports; i = i + 1) begin
        flit = out[i*FlitW+:FlitW];
        if (out_valid[i] !== 1'b0) begin
          $fdisplay(trace, "%0d %0d %0d %b %b %0d %0d", cycle - 1, i / Ports, i % Ports, flit[FlitW-1], flit[FlitW-2],
                    flit[PayloadW+:VcW], flit[NumberAt+:NumberW]);
        end
      end
    end
  end

  function all_credits_here(input integer unused);
    integer i;
    begin
      all_credits_here = 1'b1;
      for (i = 0; i < Places * Vcs; i = i + 1) if (credits[i] != Depth) all_credits_here = 1'b0;
    end
  endfunction
)";

const char* const kExpected = R"(
  logic [31:0] expected [0:Packets-1];  // the cycle of the last flit in the model; ffffffff: it never arrives
  logic        any_cycle = 1'b0;        // no cycle is compared

  task check_cycle(input integer place, input integer packet, input integer source);
    logic tell;
    if (!any_cycle && expected[packet] !== cycle) begin
      complain(tell);
      if (tell && expected[packet] === 32'hffff_ffff) begin
        $display("packet %0d from %0s to %0s arrives in cycle %0d; in the model it never does", packet,
                 router_name(place_of(source)), router_name(place), cycle);
      end else if (tell) begin
        $display("packet %0d from %0s to %0s arrives in cycle %0d; in the model in cycle %0d", packet,
                 router_name(place_of(source)), router_name(place), cycle, expected[packet]);
      end
    end
  endtask

  task read_cycles;
    integer i;
    begin
      any_cycle = $test$plusargs("any_cycle") != 0;
      $readmemh("expected.memh", expected);
      for (i = 0; i < Packets; i = i + 1) begin
        if (^expected[i] === 1'bx) begin
          errors = errors + 1;
          if (errors < 20) $display("expected.memh: packet %0d has no cycle: %h", i, expected[i]);
        end
      end
    end
  endtask
)";

/// In receive(), for a flit that is as it should be.
const char* const kTailCycle = "        if (flit[FlitW-2]) check_cycle(place, packet, source);\n";

const char* const kTold = R"(
  logic [Places-1:0]       active = '0;
  logic [Places*NodeW-1:0] node = '0;
  assign @TOP@.active_i = active;
  assign @TOP@.node_i = node;

  task tell_sites;
    integer place;
    for (place = 0; place < Places; place = place + 1) begin
      active[place] = placement[place] != 32'hffff_ffff;
      node[place*NodeW+:NodeW] = placement[place];
    end
  endtask
)";

const char* const kLinks = R"(
  logic [31:0]              extra [0:Places*(Ports-1)-1];  // cycles of the link of a port beyond the first
  logic [LinkExtraBits-1:0] link_extra = '0;
  assign @TOP@.link_extra_i = link_extra;

  task set_links;
    integer i;
    begin
      $readmemh("links.memh", extra);
      for (i = 0; i < Places * (Ports - 1); i = i + 1) link_extra[i*ExtraW+:ExtraW] = extra[i];
    end
  endtask
)";

const char* const kLoad = R"(
  logic [Width-1:0] stream [0:StreamWords-1];

  task load_stream;
    integer i;
    begin
      $readmemh("bitstream.memh", stream);
      @(negedge clk);
      load = 1'b1;
      @(negedge clk);
      load = 1'b0;
      for (i = 0; i < StreamWords; i = i + 1) begin
        valid = 1'b1;
        word = stream[i];
        last = i == StreamWords - 1;
        bits = last ? LastBits : Width;
        @(negedge clk);
      end
      valid = 1'b0;
      last = 1'b0;
      @(negedge clk);
      if (@TOP@.phase_o !== 3'd3) begin
        errors = errors + 1;
        $display("the chain refuses the stream: its phase is %0s; no packets are sent", phase_name(@TOP@.phase_o));
        $display("FAIL");
        $finish(0);
      end
    end
  endtask
)";

const char* const kRun = R"(
  // every node is at one place
  task check_placement;
    integer i;
    begin
      for (i = 0; i < Nodes; i = i + 1) found_at[i] = Places;
      for (i = 0; i < Places; i = i + 1) begin
        if (placement[i] !== 32'hffff_ffff) begin
          if (^placement[i] === 1'bx || placement[i] >= Nodes) begin
            errors = errors + 1;
            if (errors < 20) begin
              $display("placement.memh: %0s has no node of the network: %h", router_name(i), placement[i]);
            end
          end else if (found_at[placement[i]] != Places) begin
            errors = errors + 1;
            if (errors < 20) begin
              $display("placement.memh: node %0d is at %0s and at %0s", placement[i],
                       router_name(found_at[placement[i]]), router_name(i));
            end
          end else begin
            found_at[placement[i]] = i;
          end
        end
      end
      for (i = 0; i < Nodes; i = i + 1) begin
        if (found_at[i] == Places) begin
          errors = errors + 1;
          if (errors < 20) $display("placement.memh: node %0d is at no router", i);
        end
      end
    end
  endtask

  // a table that cannot be run ends the bench: packets that never end would keep it for ever
  task check_tables;
    integer i;
    begin
      check_placement;
      if (first[Nodes] !== Packets) begin
        errors = errors + 1;
        $display("sources.memh: the last word is %h, not the number of packets", first[Nodes]);
      end
      for (i = 0; i < Nodes; i = i + 1) begin
        if ((i == 0 && first[0] !== 0) || (first[i] <= first[i+1]) !== 1'b1) begin
          errors = errors + 1;
          if (errors < 20) begin
            $display("sources.memh: the packets of node %0d go from %h to %h", i, first[i], first[i+1]);
          end
        end
      end
@CYCLES@      for (i = 0; i < Packets; i = i + 1) begin
        if (^packets[i] === 1'bx || packets[i][63:32] >= Nodes || packets[i][31:0] == 0 || packets[i][31:0] > MostFlits)
        begin
          errors = errors + 1;
          if (errors < 20) $display("packets.memh: packet %0d is none: %h", i, packets[i]);
        end
      end
      if (errors != 0) begin
        $display("FAIL");
        $finish(0);
      end
    end
  endtask

  initial begin : run
    integer i;
    $readmemh("placement.memh", placement);
    $readmemh("sources.memh", first);
    $readmemh("packets.memh", packets);
    if ($test$plusargs("trace")) trace = $fopen("trace.txt", "w");
    if ($test$plusargs("first")) ends_at_once = 1'b1;
@WAVES@    check_tables;
    for (i = 0; i < Packets; i = i + 1) begin
      arrived[i] = 0;
      missing = missing + packets[i][31:0];
    end
    for (i = 0; i < Places; i = i + 1) begin
      next[i] = placement[i] === 32'hffff_ffff ? 0 : first[placement[i]];
      sent[i] = 0;
      sending[i] = 1'b0;
      turn[i] = 0;
    end
    for (i = 0; i < Places * Vcs; i = i + 1) credits[i] = Depth;
    #0.25 rst_n = 1'b0;
    #2 rst_n = 1'b1;
@START@    running = 1'b1;
    while (running && (missing > 0 || !all_credits_here(0)) && quiet < Patience) begin
      @(negedge clk);
      if (cycle % Progress == 0) begin
        $display("cycle %0d: %0d flits have not arrived yet", cycle, missing);
        $fflush(1);
      end
    end
    if (running && (missing > 0 || !all_credits_here(0))) begin
      errors = errors + 1;
      $display("%0d flits are lost, or credits", missing);
    end
    $display("%0d packets in %0d cycles", Packets, cycle);
    if (errors != 0) $display("%0d mistakes", errors);
    $display("%s", errors == 0 ? "PASS" : "FAIL");
    $finish(0);
  end
endmodule
)";

/// Returns the packets of every node, in the order of their cycles.
std::vector<std::vector<BenchPacket>> by_source(const std::vector<BenchPacket>& packets, std::uint32_t nodes) {
  std::vector<std::vector<BenchPacket>> of(nodes);
  for (const BenchPacket& each : packets) of.at(each.source.value).push_back(each);
  for (auto& list : of) std::ranges::stable_sort(list, {}, &BenchPacket::cycle);
  return of;
}

/// Returns the file of the cycles in which packets are delivered, which are as many as the packets.
RtlFile expected_memory(const std::vector<std::uint32_t>& cycles, std::size_t packets) {
  if (cycles.size() != packets) {
    throw std::invalid_argument("cycles of " + number(cycles.size()) + " packets for a bench of " + number(packets));
  }
  std::string text = "// the cycle in which the last flit of every packet arrives in the model; ffffffff: never\n";
  for (const std::uint32_t cycle : cycles) text += hex_word(cycle) + '\n';
  return {"expected.memh", text};
}

class BenchWriter {
 public:
  BenchWriter(const PacketBench& bench, const RoutingTable& table, const RouterForm& form)
      : bench_(bench), table_(table), form_(form), widths_(table, form), of_(by_source(bench.packets, table.nodes)) {
    if (bench.packets.empty()) throw std::invalid_argument("a bench needs packets, and no pair of nodes has a route");
    const unsigned room = widths_.payload - table.header_bits();
    if (number_bits() <= room) return;
    const unsigned needed = form.flit_bits - room + number_bits();
    throw FlitTooShort("flits of " + std::to_string(form.flit_bits) +
                           " bits are too short for the bench: with the number of a packet they take " +
                           std::to_string(needed) + " bits",
                       needed);
  }

  std::vector<RtlFile> files() const {
    std::string text = kHead + constants() + (has_chain() ? chain_signals(bench_.top) : clock_signals(bench_.top)) +
                       names_function("router_name", bench_.routers) + injection_function() + kSignals + kTasks +
                       (bench_.delivery_cycles ? kExpected : "") + (bench_.told ? kTold : "") +
                       (has_links() ? kLinks : "") + (has_chain() ? phase_names() + kLoad : "") + kRun;
    text = filled(text, {{"SOURCE", source()},
                         {"TAIL", bench_.delivery_cycles ? kTailCycle : ""},
                         {"CYCLES", bench_.delivery_cycles ? "      read_cycles;\n" : ""},
                         {"OUTPUTS", outputs()},
                         {"WAVES", waveform_text(bench_.top)},
                         {"START", start()},
                         {"TOP", bench_.top}});
    std::vector<RtlFile> files{{"kt_bench.sv", text}, packets(), sources()};
    if (bench_.delivery_cycles) {
      std::vector<BenchPacket> in_order;
      for (const auto& list : of_) in_order.insert(in_order.end(), list.begin(), list.end());
      files.push_back(expected_memory(bench_.delivery_cycles(in_order), in_order.size()));
    }
    return files;
  }

 private:
  bool has_chain() const { return bench_.chain_bits != 0; }
  bool has_links() const { return bench_.link_extra_bits != 0; }
  std::size_t most_ports() const { return std::ranges::max(bench_.ports) + 1; }

  /// A flit on a link of many cycles is not lost.
  unsigned patience() const { return kPatience * std::max({1U, bench_.longest_link, form_.latency}); }

  unsigned number_bits() const {
    std::size_t most = 0;
    for (std::size_t node = 0; node < of_.size(); ++node) {
      if (!of_[node].empty()) most = std::max(most, (of_[node].size() - 1) * of_.size() + node);
    }
    return bits_for(most);
  }

  std::string constants() const {
    std::string text = constant("Places", bench_.routers.size()) + constant("Nodes", table_.nodes) +
                       constant("Ports", most_ports()) + constant("Packets", bench_.packets.size()) +
                       constant("FlitW", widths_.flit) + constant("PayloadW", widths_.payload) +
                       constant("NodeW", widths_.node) + constant("StateAt", table_.node_bits()) +
                       constant("StateW", table_.state_bits) + constant("NumberAt", table_.header_bits()) +
                       constant("NumberW", number_bits()) + constant("Vcs", widths_.vcs) + constant("VcW", widths_.vc) +
                       constant("Depth", form_.buffer) + constant("Patience", patience()) +
                       constant("Progress", kProgress) + constant("MostFlits", kFlitsRange.high);
    if (has_chain()) {
      text += constant("Width", bench_.chain_bits) + constant("StreamWords", bench_.stream_words) +
              constant("LastBits", bench_.last_bits);
    }
    if (has_links()) text += constant("LinkExtraBits", bench_.link_extra_bits) + constant("ExtraW", bench_.extra_bits);
    return text;
  }

  /// Names the nodes whose PEs inject on another number of channels than most.
  std::string injection_function() const {
    const std::vector<unsigned>& of_node = table_.injection_vcs;
    std::map<unsigned, std::size_t> nodes;
    for (const unsigned channels : of_node) ++nodes[channels];
    const unsigned usual = std::ranges::max_element(nodes, {}, [](const auto& each) { return each.second; })->first;
    std::string text =
        "\n  // on how many channels the PE of a node begins packets: on the first ones\n"
        "  function integer injection_vcs(input integer node);\n    case (node)\n";
    for (std::size_t node = 0; node < of_node.size(); ++node) {
      if (of_node[node] != usual) text += choice(std::to_string(node), of_node[node]);
    }
    return text + choice("default", usual) + "    endcase\n  endfunction\n";
  }
  static std::string choice(const std::string& node, unsigned channels) {
    return "      " + node + ": injection_vcs = " + std::to_string(channels) + ";\n";
  }

  std::string source() const {
    if (!table_.has_source) return "";
    return "        payload_of[" + number(table_.node_bits() + table_.state_bits) + "+:NodeW] = node;\n";
  }

  std::string outputs() const {
    std::string text;
    const std::size_t all = most_ports();
    for (std::size_t place = 0; place < bench_.routers.size(); ++place) {
      const std::size_t own = bench_.ports[place] + 1;
      const std::string router = bench_.top + '.' + bench_.routers[place] + '.';
      const auto assign = [&](const std::string& to, const std::string& width, const std::string& from) {
        text += "      " + to + '[' + std::to_string(place * all) + width + "+:" + std::to_string(own) + width +
                "] = " + from + ";\n";
      };
      assign("out_valid", "", router + "flit_valid_o");
      assign("out", "*FlitW", router + "flit_o");
    }
    return text;
  }

  std::string start() const {
    std::string text;
    if (has_links()) text += "    set_links;\n";
    text += has_chain() ? "    load_stream;\n" : "    @(negedge clk);\n";
    if (bench_.told) text += "    tell_sites;\n";
    return text;
  }

  RtlFile packets() const {
    std::string text = "// cycle, destination and flits of every packet, by source\n";
    for (const auto& list : of_) {
      for (const BenchPacket& each : list) {
        text += hex_word(each.cycle) + '_' + hex_word(each.destination.value) + '_' + hex_word(each.flits) + '\n';
      }
    }
    return {"packets.memh", text};
  }

  RtlFile sources() const {
    std::string text = "// the first packet of every node, and the end\n";
    std::size_t first = 0;
    for (const auto& list : of_) {
      text += hex_word(static_cast<std::uint32_t>(first)) + '\n';
      first += list.size();
    }
    return {"sources.memh", text + hex_word(static_cast<std::uint32_t>(first)) + '\n'};
  }

  const PacketBench& bench_;
  const RoutingTable& table_;
  const RouterForm& form_;
  RouterWidths widths_;
  std::vector<std::vector<BenchPacket>> of_;  // by source
};

}  // namespace

std::vector<BenchPacket> all_to_all(const Network& network, const RoutingRelation& relation) {
  constexpr std::uint32_t kGroup = 16, kShortest = 1, kMostLengths = 8;
  const auto nodes = narrow<std::uint32_t>(network.nodes());
  const std::uint32_t lengths = nodes <= kGroup ? kMostLengths : kMostLengths / 2;
  std::vector<BenchPacket> packets;
  for (const NodeId source : network.nodes_with_pe()) {
    const std::uint32_t of_group = source.value % kGroup;
    for (std::uint32_t turn = 0; turn < nodes; ++turn) {
      // to the first of the group, to itself in its place, then to the next ones in turn
      const std::uint32_t way = turn == 0 ? nodes - of_group : turn == nodes - of_group ? 0 : turn;
      const NodeId destination{(source.value + way) % nodes};
      if (destination == source || !network.has_pe(destination)) continue;
      if (!count_hops(network, relation, source, destination)) continue;
      packets.push_back({0, source, destination, kShortest + (source.value + 3 * way) % lengths});
    }
  }
  return packets;
}

std::string expected_text(const DeliveryCycles& delivery_cycles) {
  if (!delivery_cycles) return " | the bench and its packets";
  return ", `expected.memh` | the bench, its packets, and when they arrive in the model";
}

std::vector<RtlFile> packet_bench(const PacketBench& bench, const RoutingTable& table, const RouterForm& form) {
  return BenchWriter(bench, table, form).files();
}

}  // namespace kintsugi::rtl

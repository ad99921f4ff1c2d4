// The texts of kt_kinds.sv, kt_route.sv, kt_candidates.sv and kt_adaptive.sv. A table is one case statement: no
// structural loop passes it, and simulators turn it into a table of their own. That of the kinds has a row of bits for
// each node: a case on node and destination is too long for Verilator where there are many nodes.
#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <vector>

#include "hw/rtl/routing_table.hpp"
#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

/// A binary number of any width, written from its set bits.
class Bits {
 public:
  explicit Bits(unsigned width) : bits_(width) {}
  void set(unsigned position) { bits_.at(position) = true; }
  void put(unsigned lowest, std::uint64_t value) {
    for (unsigned i = 0; value >> i != 0; ++i) bits_.at(lowest + i) = (value >> i & 1) != 0;
  }
  /// Returns it as a literal: "12'h0a3".
  std::string text() const { return text(0, bits_.size()); }
  /// Returns it as a literal or, if it is long, as a concatenation of literals, one in a line.
  std::string lines() const {
    constexpr std::size_t kMost = 384;
    if (bits_.size() <= kMost) return text();
    std::string all;
    for (std::size_t low = 0; low < bits_.size(); low += kMost) {
      all = "\n        " + text(low, std::min(low + kMost, bits_.size())) + (low == 0 ? "" : ",") + all;
    }
    return "{" + all + "\n      }";
  }

 private:
  std::string text(std::size_t begin, std::size_t end) const {
    std::string digits;
    for (std::size_t low = begin; low < end; low += 4) {
      unsigned digit = 0;
      for (std::size_t i = low; i < std::min(low + 4, end); ++i) digit |= unsigned{bits_[i]} << (i - low);
      digits += "0123456789abcdef"[digit];
    }
    std::ranges::reverse(digits);
    return std::to_string(end - begin) + "'h" + digits;
  }

  std::vector<bool> bits_;
};

/// What the module needs to know of the widths.
struct Widths {
  explicit Widths(const RoutingTable& table)
      : node(table.node_bits()),
        port(bits_for(table.ports - 1)),
        arrival(bits_for(table.ports)),
        vc(bits_for(table.vcs - 1)),
        state(table.state_bits),
        channels(table.ports * table.vcs),
        number(table.answer_bits()),
        kind(std::bit_ceil(table.kinds.bits())),
        kinds(table.kinds_bits()),
        key(kind + (table.fields.source ? node : 0) + (table.fields.arrival ? arrival : 0) +
            (table.fields.vc ? vc : 0) + (table.fields.state ? state : 0)) {}
  unsigned node;
  unsigned port;
  unsigned arrival;
  unsigned vc;
  unsigned state;
  unsigned channels;  // of all network ports
  unsigned number;    // of an answer; 0 is the one without candidates
  unsigned kind;      // a power of two: then the place of a destination in a row needs no multiplication
  unsigned kinds;     // of all destinations
  unsigned key;       // of the second table
};

/// The key of the second table, from the lowest bits up: kind, source, arrival, channel, state.
std::string key_text(const RoutingTable& table, const Widths& widths, const PairKinds::Row& row) {
  Bits bits(widths.key);
  unsigned at = 0;
  const auto put = [&](bool is_there, unsigned width, std::uint64_t value) {
    if (!is_there) return;
    bits.put(at, value);
    at += width;
  };
  put(true, widths.kind, row.kind);
  put(table.fields.source, widths.node, row.key.source.value);
  put(table.fields.arrival, widths.arrival, row.key.arrival.value);
  put(table.fields.vc, widths.vc, row.key.vc.value);
  put(table.fields.state, widths.state, row.key.state);
  return bits.text();
}

std::string key_expression(const RoutingTable& table, const Widths& widths) {
  std::string text = "kind}";
  if (table.fields.source) text = "source_i, " + text;
  if (table.fields.arrival) {
    const std::string injected = std::to_string(widths.arrival) + "'d" + std::to_string(table.ports);
    const std::string port = widths.arrival == widths.port ? "port_i" : "{1'b0, port_i}";
    text = "injected_i ? " + injected + " : " + port + ", " + text;
  }
  if (table.fields.vc) text = "injected_i ? " + std::to_string(widths.vc) + "'d0 : vc_i, " + text;
  if (table.fields.state) text = "state_i, " + text;
  return "{" + text;
}

/// Lines of at most 120 characters: the labels of one answer.
std::string labels(const std::vector<std::string>& keys) {
  std::string text = "      ";
  std::size_t line = text.size();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string label = keys[i] + (i + 1 < keys.size() ? "," : ":");
    if (line + label.size() + 1 > 100) {
      text += "\n      ";
      line = 6;
    } else if (i > 0) {
      text += " ";
    }
    text += label;
    line += label.size() + 1;
  }
  return text;
}

/// A choice by the value of a vector: the labels of each result; everything else has the result 0. It is an always_comb
/// block of its own: Verilator turns that into a table, and a function into a tree of comparisons.
std::string choice(const std::string& selector, const std::string& result,
                   const std::map<std::string, std::vector<std::string>>& labels_of) {
  std::string text = "  always_comb begin\n    case (" + selector + ")\n";
  for (const auto& [value, keys] : labels_of) text += labels(keys) + " " + result + " = " + value + ";\n";
  return text + "      default: " + result + " = '0;\n    endcase\n  end\n";
}

std::string unused(const RoutingTable& table) {
  std::string inputs = "node_i";
  const auto add = [&](bool used, const std::string& name) {
    if (!used) inputs += ", " + name;
  };
  add(table.fields.source, "source_i");
  add(table.fields.arrival || table.fields.vc, "injected_i");
  add(table.fields.arrival, "port_i");
  add(table.fields.vc, "vc_i");
  add(table.fields.state, "state_i");
  return "\n  logic unused_inputs;\n  assign unused_inputs = ^{" + inputs + "};\n";
}

std::string head(const RoutingTable& table) {
  std::string fields;
  if (table.fields.source) fields += ", source";
  if (table.fields.arrival) fields += ", port of arrival";
  if (table.fields.vc) fields += ", channel of arrival";
  if (table.fields.state) fields += ", routing state";
  return "// Routing " + table.routing + " of " + table.network + ", written by kintsugi: a table of " +
         std::to_string(table.rows.size()) + " rows.\n// Answers depend on node, destination" + fields + ".\n" +
         "// Pairs of node and destination are of " + std::to_string(table.kinds.count) +
         " kinds; pairs of one kind have the same answers.\n//\n// Ports    node_i        the node of the router\n"
         "//          injected_i    the PE of the node has just injected the packet; port_i and vc_i are ignored\n"
         "//          port_i, vc_i  by which it arrived\n"
         "//          answer_o      a number that kt_candidates knows; 0 for a query that no packet can cause\n"
         "// Timing   combinational\n";
}

std::string declare(const char* direction, unsigned width, const std::string& name, const char* end) {
  return std::string("    ") + direction + " logic " + range(width) + " " + name + end + "\n";
}

std::string ports(const RoutingTable& table, const Widths& widths) {
  return declare("input ", widths.node, "node_i", ",") + declare("input ", widths.kinds, "kinds_i", ",") +
         declare("input ", 1, "injected_i", ",") + declare("input ", widths.port, "port_i", ",") +
         declare("input ", widths.vc, "vc_i", ",") + declare("input ", widths.node, "source_i", ",") +
         declare("input ", widths.node, "destination_i", ",") + declare("input ", table.state_bits, "state_i", ",") +
         declare("output", widths.number, "answer_o", "");
}

std::string kinds_head(const RoutingTable& table) {
  return "// The kinds of the destinations of a node of " + table.network + " with the routing " + table.routing +
         ", written by\n// kintsugi: from a node, all destinations of a kind have the same answers, whichever node it "
         "is. " +
         "kt_route has them.\n//\n// Ports    kinds_o  destination 0 in the lowest bits; kind 0: no packet asks\n"
         "// Timing   combinational\n";
}

/// The second table, from the kind and the other fields to the answer.
std::string second_table(const RoutingTable& table, const Widths& widths) {
  if (table.kinds.rows.empty()) {
    if (widths.kind == widths.number) return "  assign answer_o = kind;\n";
    return "  assign answer_o = kind[" + std::to_string(widths.number - 1) + ":0];\n" +
           "\n  logic unused_kind;\n  assign unused_kind = ^kind;\n";
  }
  std::map<std::string, std::vector<std::string>> keys_of;
  for (const PairKinds::Row& row : table.kinds.rows) {
    keys_of[sized(widths.number, row.answer + 1)].push_back(key_text(table, widths, row));
  }
  return "\n  logic " + range(widths.key) + " key;\n  assign key = " + key_expression(table, widths) + ";\n" +
         choice("key", "answer_o", keys_of);
}

/// One candidate of all answers: its channels and its state.
std::string candidate(const RoutingTable& table, const Widths& widths, unsigned k) {
  std::map<std::string, std::vector<std::string>> answers_of;
  for (std::size_t i = 0; i < table.answers.size(); ++i) {
    const std::vector<Candidate>& answer = table.answers[i];
    if (k >= answer.size()) continue;
    Bits bits(widths.channels + widths.state);
    bits.put(answer[k].port.value * table.vcs, answer[k].vcs);
    bits.put(widths.channels, answer[k].state);
    answers_of[bits.text()].push_back(sized(widths.number, i + 1));
  }
  const std::string name = "candidate_" + std::to_string(k);
  return "\n  logic " + range(widths.channels + widths.state) + " " + name + ";\n" +
         choice("answer_i", name, answers_of) + "  assign channels_o[" + std::to_string(k * widths.channels) +
         "+:" + std::to_string(widths.channels) + "] = " + name + "[0+:" + std::to_string(widths.channels) +
         "];\n  assign states_o[" + std::to_string(k * widths.state) + "+:" + std::to_string(widths.state) +
         "] = " + name + "[" + std::to_string(widths.channels) + "+:" + std::to_string(widths.state) + "];\n";
}

}  // namespace

RtlFile kinds_module(const RoutingTable& table) {
  const Widths widths(table);
  std::map<std::string, std::vector<std::string>> nodes_of;
  for (std::uint32_t node = 0; node < table.nodes; ++node) {
    Bits bits(widths.kinds);
    for (std::uint32_t destination = 0; destination < table.nodes; ++destination) {
      bits.put(destination * widths.kind, table.kinds.of_pair[std::size_t{node} * table.nodes + destination]);
    }
    nodes_of[bits.lines()].push_back(sized(widths.node, node));
  }
  return {"kt_kinds.sv", kinds_head(table) + "module kt_kinds (\n" + declare("input ", widths.node, "node_i", ",") +
                             declare("output", widths.kinds, "kinds_o", "") + ");\n" +
                             choice("node_i", "kinds_o", nodes_of) + "endmodule\n"};
}

RtlFile route_module(const RoutingTable& table) {
  const Widths widths(table);
  const unsigned zeros = bits_for(widths.kind) - 1;
  const std::string place = zeros == 0 ? "destination_i" : "{destination_i, " + std::to_string(zeros) + "'d0}";
  return {"kt_route.sv", head(table) + "module kt_route (\n" + ports(table, widths) + ");\n  logic " +
                             range(widths.kind) + " kind;\n  assign kind = kinds_i[" + place +
                             "+:" + std::to_string(widths.kind) + "];\n" + second_table(table, widths) + unused(table) +
                             "endmodule\n"};
}

RtlFile candidates_module(const RoutingTable& table) {
  const Widths widths(table);
  std::string text =
      "// The answers of kt_route for " + table.network + " with the routing " + table.routing +
      ", written by kintsugi. Answer 0 has no candidate.\n//\n"
      "// Ports    channels_o  candidates, the preferred one in the lowest bits: output channels port * " +
      std::to_string(table.vcs) +
      " + vc\n//          states_o    candidates: next routing state of the header\n"
      "// Timing   combinational\nmodule kt_candidates (\n" +
      declare("input ", widths.number, "answer_i", ",") +
      declare("output", table.candidates * widths.channels, "channels_o", ",") +
      declare("output", table.candidates * widths.state, "states_o", "") + ");\n";
  for (unsigned k = 0; k < table.candidates; ++k) text += candidate(table, widths, k);
  return {"kt_candidates.sv", text + "endmodule\n"};
}

RtlFile adaptive_module(const RoutingTable& table) {
  const Widths widths(table);
  std::string text = "// The adaptive channels of the nodes of " + table.network + " with the routing " +
                     table.routing + ", written by kintsugi: output channels\n// port * " + std::to_string(table.vcs) +
                     " + vc that a router gives only while all their credits are here.\n" +
                     "module kt_adaptive (\n    input  logic " + range(widths.node) + " node_i,\n    output logic " +
                     range(widths.channels) + " adaptive_o\n);\n";
  if (table.adaptive.empty()) {
    return {"kt_adaptive.sv", text +
                                  "  logic unused_node;\n  assign unused_node = ^node_i;\n"
                                  "  assign adaptive_o  = '0;\nendmodule\n"};
  }
  std::map<std::string, std::vector<std::string>> nodes_of;
  for (std::size_t node = 0; node < table.adaptive.size(); ++node) {
    Bits bits(widths.channels);
    const std::vector<VcSet>& of_node = table.adaptive[node];
    for (unsigned port = 0; port < of_node.size(); ++port) bits.put(port * table.vcs, of_node[port]);
    nodes_of[bits.text()].push_back(sized(widths.node, node));
  }
  return {"kt_adaptive.sv", text + choice("node_i", "adaptive_o", nodes_of) + "endmodule\n"};
}

}  // namespace kintsugi::rtl

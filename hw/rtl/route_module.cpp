// The texts of kt_route.sv, kt_candidates.sv and kt_adaptive.sv. A table is one case statement on the whole key: no
// structural loop passes it, and simulators turn it into a table of their own.
#include <algorithm>
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
  std::string text() const {
    std::string digits;
    for (std::size_t low = 0; low < bits_.size(); low += 4) {
      unsigned digit = 0;
      for (std::size_t i = low; i < std::min(low + 4, bits_.size()); ++i) digit |= unsigned{bits_[i]} << (i - low);
      digits.insert(digits.begin(), "0123456789abcdef"[digit]);
    }
    return std::to_string(bits_.size()) + "'h" + digits;
  }

 private:
  std::vector<bool> bits_;
};

std::string range(unsigned width) {
  return "[" + std::to_string(width - 1) + ":0]";
}

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
        key(2 * node + (table.fields.source ? node : 0) + (table.fields.arrival ? arrival : 0) +
            (table.fields.vc ? vc : 0) + (table.fields.state ? state : 0)) {}
  unsigned node;
  unsigned port;
  unsigned arrival;
  unsigned vc;
  unsigned state;
  unsigned channels;  // of all network ports
  unsigned number;    // of an answer; 0 is the one without candidates
  unsigned key;
};

/// The key, from the lowest bits up: destination, node, source, arrival, channel, state.
std::string key_text(const RoutingTable& table, const Widths& widths, const RouteKey& key) {
  Bits bits(widths.key);
  unsigned at = 0;
  const auto put = [&](bool is_there, unsigned width, std::uint64_t value) {
    if (!is_there) return;
    bits.put(at, value);
    at += width;
  };
  put(true, widths.node, key.destination.value);
  put(true, widths.node, key.at.value);
  put(table.fields.source, widths.node, key.source.value);
  put(table.fields.arrival, widths.arrival, key.arrival.value);
  put(table.fields.vc, widths.vc, key.vc.value);
  put(table.fields.state, widths.state, key.state);
  return bits.text();
}

std::string key_expression(const RoutingTable& table, const Widths& widths) {
  std::string text = "node_i, destination_i}";
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

/// A choice by the value of a vector: the labels of each result; everything else has the result 0.
std::string choice(const std::string& selector, const std::string& result,
                   const std::map<std::string, std::vector<std::string>>& labels_of) {
  std::string text = "  always_comb begin\n    case (" + selector + ")\n";
  for (const auto& [value, keys] : labels_of) text += labels(keys) + " " + result + " = " + value + ";\n";
  return text + "      default: " + result + " = '0;\n    endcase\n  end\n";
}

std::string unused(const RoutingTable& table) {
  std::string inputs;
  const auto add = [&](bool used, const std::string& name) {
    if (!used) inputs += (inputs.empty() ? "" : ", ") + name;
  };
  add(table.fields.source, "source_i");
  add(table.fields.arrival || table.fields.vc, "injected_i");
  add(table.fields.arrival, "port_i");
  add(table.fields.vc, "vc_i");
  add(table.fields.state, "state_i");
  if (inputs.empty()) return "";
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
         "//\n// Ports    node_i        the node of the router\n"
         "//          injected_i    the PE of the node has just injected the packet; port_i and vc_i are ignored\n"
         "//          port_i, vc_i  by which it arrived\n"
         "//          answer_o      a number that kt_candidates knows; 0 for a query that no packet can cause\n"
         "// Timing   combinational\n";
}

std::string declare(const char* direction, unsigned width, const std::string& name, const char* end) {
  return std::string("    ") + direction + " logic " + range(width) + " " + name + end + "\n";
}

std::string ports(const RoutingTable& table, const Widths& widths) {
  return declare("input ", widths.node, "node_i", ",") + declare("input ", 1, "injected_i", ",") +
         declare("input ", widths.port, "port_i", ",") + declare("input ", widths.vc, "vc_i", ",") +
         declare("input ", widths.node, "source_i", ",") + declare("input ", widths.node, "destination_i", ",") +
         declare("input ", table.state_bits, "state_i", ",") + declare("output", widths.number, "answer_o", "");
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

RtlFile route_module(const RoutingTable& table) {
  const Widths widths(table);
  std::map<std::string, std::vector<std::string>> keys_of;
  for (const RoutingTable::Row& row : table.rows) {
    keys_of[sized(widths.number, row.answer + 1)].push_back(key_text(table, widths, row.key));
  }
  return {"kt_route.sv", head(table) + "module kt_route (\n" + ports(table, widths) + ");\n  logic " +
                             range(widths.key) + " key;\n  assign key = " + key_expression(table, widths) + ";\n\n" +
                             choice("key", "answer_o", keys_of) + unused(table) + "endmodule\n"};
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

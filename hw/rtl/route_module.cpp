// The text of kt_route.sv and kt_adaptive.sv: a function of the key for each node, and a choice among them.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "hw/rtl/routing_table.hpp"

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
        port(bits_for(table.ports)),
        arrival(bits_for(table.ports + 1)),
        vc(bits_for(table.vcs)),
        state(table.state_bits),
        channels(table.ports * table.vcs),
        answer(table.candidates * (channels + state)),
        key(node + (table.fields.source ? node : 0) + (table.fields.arrival ? arrival : 0) +
            (table.fields.vc ? vc : 0) + (table.fields.state ? state : 0)) {}
  unsigned node;
  unsigned port;
  unsigned arrival;
  unsigned vc;
  unsigned state;
  unsigned channels;  // of all network ports
  unsigned answer;    // the channels of all candidates, then their states
  unsigned key;       // without the node
};

std::string answer_text(const RoutingTable& table, const Widths& widths, const std::vector<Candidate>& answer) {
  Bits bits(widths.answer);
  for (unsigned k = 0; k < answer.size(); ++k) {
    bits.put(k * widths.channels + answer[k].port.value * table.vcs, answer[k].vcs);
    bits.put(table.candidates * widths.channels + k * widths.state, answer[k].state);
  }
  return bits.text();
}

/// The key without the node, from the lowest bits up: destination, source, arrival, channel, state.
std::string key_text(const RoutingTable& table, const Widths& widths, const RouteKey& key) {
  Bits bits(widths.key);
  unsigned at = 0;
  const auto put = [&](bool is_there, unsigned width, std::uint64_t value) {
    if (!is_there) return;
    bits.put(at, value);
    at += width;
  };
  put(true, widths.node, key.destination.value);
  put(table.fields.source, widths.node, key.source.value);
  put(table.fields.arrival, widths.arrival, key.arrival.value);
  put(table.fields.vc, widths.vc, key.vc.value);
  put(table.fields.state, widths.state, key.state);
  return bits.text();
}

std::string key_expression(const RoutingTable& table, const Widths& widths) {
  std::string text = "destination_i}";
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
    if (line + label.size() + 1 > 110) {
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

using Iterator = std::vector<RoutingTable::Row>::const_iterator;

std::string node_function(const RoutingTable& table, const Widths& widths, Iterator begin, Iterator end) {
  std::map<std::uint32_t, std::vector<std::string>> keys_of;
  for (Iterator row = begin; row != end; ++row) {
    keys_of[row->answer].push_back(key_text(table, widths, row->key));
  }
  const std::string name = "at_" + std::to_string(begin->key.at.value);
  std::string text = "\n  function automatic " + range(widths.answer) + " " + name + "(input " + range(widths.key) +
                     " key);\n    case (key)\n";
  for (const auto& [answer, keys] : keys_of) {
    text += labels(keys) + " " + name + " = " + answer_text(table, widths, table.answers[answer]) + ";\n";
  }
  return text + "      default: " + name + " = '0;\n    endcase\n  endfunction\n";
}

std::string choice(const RoutingTable& table, const Widths& widths, const std::vector<NodeId>& nodes) {
  std::string text = "\n  function automatic " + range(widths.answer) + " answer_of(input " + range(widths.node) +
                     " node, input " + range(widths.key) + " key);\n    case (node)\n";
  for (const NodeId node : nodes) {
    const std::string number = std::to_string(node.value);
    text += "      " + std::to_string(widths.node) + "'d" + number + ": answer_of = at_" + number + "(key);\n";
  }
  const std::string key = key_expression(table, widths);
  return text + "      default: answer_of = '0;\n    endcase\n  endfunction\n\n  logic " + range(widths.answer) +
         " answer;\n  assign answer     = answer_of(node_i, " + key +
         ");\n  assign channels_o = answer[0+:" + std::to_string(table.candidates * widths.channels) +
         "];\n  assign states_o   = answer[" + std::to_string(table.candidates * widths.channels) +
         "+:" + std::to_string(table.candidates * widths.state) + "];\n";
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
         std::to_string(table.rows.size()) +
         " rows.\n// Answers depend on node, destination" + fields + ".\n" +
         "//\n// Ports    node_i        the node of the router\n"
         "//          injected_i    the PE of the node has just injected the packet; port_i and vc_i are ignored\n"
         "//          port_i, vc_i  by which it arrived\n"
         "//          channels_o    candidates, the preferred one in the lowest bits: output channels port * " +
         std::to_string(table.vcs) + " + vc\n"
         "//          states_o      candidates: next routing state of the header\n"
         "// Timing   combinational. There is no candidate for a query that no packet can cause\n";
}

std::string ports(const RoutingTable& table, const Widths& widths) {
  const auto port = [](const char* direction, unsigned width, const char* name, const char* end) {
    return std::string("    ") + direction + " logic " + range(width) + " " + name + end + "\n";
  };
  return port("input ", widths.node, "node_i", ",") + port("input ", 1, "injected_i", ",") +
         port("input ", widths.port, "port_i", ",") + port("input ", widths.vc, "vc_i", ",") +
         port("input ", widths.node, "source_i", ",") + port("input ", widths.node, "destination_i", ",") +
         port("input ", widths.state, "state_i", ",") +
         port("output", table.candidates * widths.channels, "channels_o", ",") +
         port("output", table.candidates * widths.state, "states_o", "");
}

}  // namespace

RtlFile route_module(const RoutingTable& table) {
  const Widths widths(table);
  std::string text = head(table) + "module kt_route (\n" + ports(table, widths) + ");\n";
  std::vector<NodeId> nodes;
  for (auto begin = table.rows.begin(); begin != table.rows.end();) {
    const NodeId node = begin->key.at;
    const auto end = std::find_if(begin, table.rows.end(), [&](const auto& row) { return row.key.at != node; });
    text += node_function(table, widths, begin, end);
    nodes.push_back(node);
    begin = end;
  }
  return {"kt_route.sv", text + choice(table, widths, nodes) + unused(table) + "endmodule\n"};
}

RtlFile adaptive_module(const RoutingTable& table) {
  const Widths widths(table);
  std::string text = "// The adaptive channels of the nodes of " + table.network + " with the routing " + table.routing +
                     ", written by kintsugi: output channels\n// port * " + std::to_string(table.vcs) +
                     " + vc that a router gives only while all their credits are here.\n" +
                     "module kt_adaptive (\n    input  logic " + range(widths.node) + " node_i,\n    output logic " +
                     range(widths.channels) + " adaptive_o\n);\n";
  if (table.adaptive.empty()) {
    return {"kt_adaptive.sv", text +
                                  "  logic unused_node;\n  assign unused_node = ^node_i;\n"
                                  "  assign adaptive_o  = '0;\nendmodule\n"};
  }
  text += "  function automatic " + range(widths.channels) + " adaptive_of(input " + range(widths.node) +
          " node);\n    case (node)\n";
  for (std::size_t node = 0; node < table.adaptive.size(); ++node) {
    Bits bits(widths.channels);
    const std::vector<VcSet>& of_node = table.adaptive[node];
    for (unsigned port = 0; port < of_node.size(); ++port) bits.put(port * table.vcs, of_node[port]);
    text += "      " + std::to_string(widths.node) + "'d" + std::to_string(node) + ": adaptive_of = " + bits.text() +
            ";\n";
  }
  return {"kt_adaptive.sv", text +
                                "      default: adaptive_of = '0;\n    endcase\n  endfunction\n\n"
                                "  assign adaptive_o = adaptive_of(node_i);\nendmodule\n"};
}

}  // namespace kintsugi::rtl

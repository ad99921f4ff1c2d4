#include "hw/rtl/routers.hpp"

#include <algorithm>
#include <stdexcept>

#include "hw/rtl/scope_writer.hpp"
#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

/// Returns a part of a vector: "name[3*8+:8]".
std::string part(const std::string& name, std::size_t index, std::size_t width) {
  return name + "[" + number(index) + "*" + number(width) + "+:" + number(width) + "]";
}

/// Returns the port layouts that the nodes have, in the order in which they first occur.
std::vector<const PortLayout*> layouts(const Network& network) {
  std::vector<const PortLayout*> found;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    const PortLayout& layout = network.ports(node);
    const bool known = std::ranges::any_of(found, [&](const PortLayout* each) { return *each == layout; });
    if (!known) found.push_back(&layout);
  }
  return found;
}

std::string module_name(std::size_t layout) {
  return "kt_node_router_" + number(layout);
}

std::size_t layout_index(const Network& network, NodeId node) {
  const auto all = layouts(network);
  const auto found = std::ranges::find_if(all, [&](const PortLayout* each) { return *each == network.ports(node); });
  return static_cast<std::size_t>(found - all.begin());
}

/// The writer of the router of one port layout.
class RouterModule {
 public:
  RouterModule(const PortLayout& layout, const RoutingTable& table, const RouterForm& form)
      : layout_(layout), table_(table), form_(form), widths_(table, form) {}

  std::string text(const std::string& name) const {
    return head() + "module " + name + " (\n" + ports() + ");\n" + core() + inputs() + outputs() + "endmodule\n";
  }

 private:
  std::size_t all() const { return layout_.size() + 1; }
  std::string port_name(std::size_t port) const { return port < layout_.size() ? layout_[port] : "local"; }

  std::string head() const {
    std::string text = "// The router of " + table_.network + " for these ports, written by kintsugi:\n//   ";
    for (std::size_t port = 0; port < all(); ++port)
      text += number(port) + " " + port_name(port) + (port + 1 < all() ? ", " : "\n");
    return text + "// kt_router describes the ports. in_<port> and out_<port> show what the model's probes show.\n";
  }

  std::string ports() const {
    const std::size_t network_ports = layout_.size();
    return declared_port("input ", 1, "clk_i,\n") + declared_port("input ", 1, "rst_ni,\n") +
           declared_port("input ", widths_.node, "node_i,\n") + declared_port("input ", all(), "flit_valid_i,\n") +
           declared_port("input ", all() * widths_.flit, "flit_i,\n") +
           declared_port("input ", network_ports, "credit_valid_i,\n") +
           declared_port("input ", network_ports * widths_.vc, "credit_vc_i,\n") +
           declared_port("output", all(), "flit_valid_o,\n") +
           declared_port("output", all() * widths_.flit, "flit_o,\n") +
           declared_port("output", all(), "credit_valid_o,\n") +
           declared_port("output", all() * widths_.vc, "credit_vc_o,\n") +
           declared_port("output", widths_.held(network_ports), "held_o,\n") +
           declared_port("output", widths_.counts(network_ports), "count_o\n");
  }

  std::string core() const {
    const auto parameter = [](const char* name, std::size_t value, const char* end) {
      return std::string("      .") + name + "(" + number(value) + ")" + end + "\n";
    };
    return "  kt_router #(\n" + parameter("Ports", layout_.size(), ",") + parameter("Vcs", widths_.vcs, ",") +
           parameter("Depth", form_.buffer, ",") + parameter("Latency", form_.latency, ",") +
           parameter("NodeW", widths_.node, ",") + parameter("StateW", table_.state_bits, ",") +
           parameter("HasSource", table_.has_source ? 1 : 0, ",") + parameter("PayloadW", widths_.payload, ",") +
           parameter("KindsW", table_.kinds_bits(), ",") + parameter("RoutePorts", table_.ports, ",") +
           parameter("Candidates", table_.candidates, ",") + parameter("AnswerW", table_.answer_bits(), ",") +
           parameter("Allocator", static_cast<std::size_t>(form_.allocator), "") +
           "  ) core (\n      .clk_i,\n      .rst_ni,\n      .node_i,\n      .flit_valid_i,\n      .flit_i,\n"
           "      .credit_valid_i,\n      .credit_vc_i,\n      .flit_valid_o,\n      .flit_o,\n"
           "      .credit_valid_o,\n      .credit_vc_o,\n      .held_o,\n      .count_o\n  );\n";
  }

  std::string inputs() const {
    std::string text;
    const std::size_t channels = all() * widths_.vcs;
    for (std::size_t port = 0; port < all(); ++port) {
      text += "\n  if (1) begin : " + mended("in_" + port_name(port)) + "\n";
      for (std::size_t vc = 0; vc < widths_.vcs; ++vc) {
        const std::size_t channel = port * widths_.vcs + vc;
        text += "    if (1) begin : vc" + number(vc) + "\n      logic " + range(widths_.count) +
                " occupancy;\n      logic " + range(channels) + " granted;\n      logic unused_probes;\n" +
                "      assign occupancy     = " + part("count_o", channel, widths_.count) +
                ";\n      assign granted       = " + part("held_o", channel, channels) +
                ";\n      assign unused_probes = ^{occupancy, granted};\n    end\n";
      }
      text += "  end\n";
    }
    return text;
  }

  std::string outputs() const {
    std::string text;
    const unsigned header = table_.header_bits();
    for (std::size_t port = 0; port < all(); ++port) {
      const std::string at = number(port) + "*" + number(widths_.flit) + "+";
      text += "\n  if (1) begin : " + mended("out_" + port_name(port)) +
              "\n    logic valid;\n    logic [1:0] kind;\n    logic " + range(widths_.vc) +
              " vc;\n    logic unused_probes;\n    assign valid = flit_valid_o[" + number(port) +
              "];\n    assign kind  = flit_o[" + at + number(widths_.flit - 2) + "+:2];\n    assign vc    = flit_o[" +
              at + number(widths_.payload) + "+:" + number(widths_.vc) + "];\n";
      if (widths_.payload > header) {
        text += "    logic " + range(widths_.payload - header) + " packet;\n    assign packet = flit_o[" + at +
                number(header) + "+:" + number(widths_.payload - header) +
                "];\n    assign unused_probes = ^{valid, kind, vc, packet};\n  end\n";
      } else {
        text += "    assign unused_probes = ^{valid, kind, vc};\n  end\n";
      }
    }
    return text;
  }

  const PortLayout& layout_;
  const RoutingTable& table_;
  const RouterForm& form_;
  RouterWidths widths_;
};

/// The writer of the netlist. Each node has vectors of its own, such as kt_in_flit_7, with its network ports and then
/// that of its PE: a simulator evaluates all of a vector that is driven in parts whenever one part changes.
class RouterNetlist {
 public:
  RouterNetlist(const Network& network, const RoutingTable& table, const RouterForm& form,
                std::span<const LinkLatency> link_cycles)
      : network_(network), widths_(table, form), link_cycles_(link_cycles) {}

  std::string text() const {
    std::string links;
    for (std::size_t i = 0; i < network_.links().size(); ++i) {
      const Link& link = network_.links()[i];
      links += join(link.a, link.b, i, false) + join(link.b, link.a, i, true);
    }
    std::string wires, nodes;
    for (const NodeId node : ids<NodeId>(network_.nodes())) {
      wires += wires_of(node);
      nodes += pe(node) + open_ports(node) + unused(node);
    }
    return head() + "  // By node, then port: what enters and leaves the routers.\n" + wires + instances() +
           "\n  // PEs. Nothing uses ports without a link, and the credits that no PE returns.\n" + nodes +
           "\n  // Links.\n" + links + "endmodule\n";
  }

 private:
  std::string head() const {
    const std::size_t nodes = network_.nodes();
    return "// All routers of " + network_.name() +
           " and the links between them, written by kintsugi. The PE of node i has bit i of the vectors:\n"
           "// what it sends enters by pe_flit_i, at a register; its router returns a credit by pe_credit_o; what "
           "reaches it leaves by\n// pe_flit_o. A flit is {head, tail, vc, payload}.\n" +
           (network_.all_have_pes() ? "" : "// placement.memh says which nodes have no PE: keep their bits at 0.\n") +
           "module kt_routers (\n" + declared_port("input ", 1, "clk_i,\n") + declared_port("input ", 1, "rst_ni,\n") +
           declared_port("input ", nodes, "pe_flit_valid_i,\n") +
           declared_port("input ", nodes * widths_.flit, "pe_flit_i,\n") +
           declared_port("output", nodes, "pe_credit_valid_o,\n") +
           declared_port("output", nodes * widths_.vc, "pe_credit_vc_o,\n") +
           declared_port("output", nodes, "pe_flit_valid_o,\n") +
           declared_port("output", nodes * widths_.flit, "pe_flit_o\n") + ");\n";
  }

  static std::string of(const std::string& vector, NodeId node) { return "kt_" + vector + '_' + number(node.value); }

  static std::string part(const std::string& vector, PortRef port, std::size_t width) {
    return rtl::part(of(vector, port.node), port.port.value, width);
  }

  std::size_t ports_of(NodeId node) const { return network_.ports(node).size() + 1; }

  std::string wires_of(NodeId node) const {
    const auto wires = [&](std::size_t width, const char* one, const char* other) {
      const std::string words = "  logic " + range(ports_of(node) * width) + " ";
      return words + of(one, node) + ", " + of(other, node) + ";\n";
    };
    return wires(1, "in_valid", "out_valid") + wires(widths_.flit, "in_flit", "out_flit") +
           wires(1, "in_credit", "out_credit") + wires(widths_.vc, "in_credit_vc", "out_credit_vc");
  }

  /// The lines of the router of a node. Its PE returns no credits.
  std::vector<std::string> instance(NodeId node) const {
    const std::size_t ports = network_.ports(node).size();
    const auto credits = [&](const char* vector, std::size_t width) { return of(vector, node) + range(ports * width); };
    return router_instance(module_name(layout_index(network_, node)), ports, widths_,
                           {sized(widths_.node, node.value), of("in_valid", node), of("in_flit", node),
                            credits("in_credit", 1), credits("in_credit_vc", widths_.vc), of("out_valid", node),
                            of("out_flit", node), of("out_credit", node), of("out_credit_vc", node)});
  }

  std::string instances() const {
    ScopeWriter scopes;
    for (const NodeId node : ids<NodeId>(network_.nodes())) {
      scopes.add("net." + mended(network_.node_name(node)), instance(node));
    }
    return scopes.text(2);
  }

  static std::string assign(const std::string& to, const std::string& from) {
    return "  assign " + to + " = " + from + ";\n";
  }

  /// The port of the PE.
  std::string pe(NodeId node) const {
    const PortRef port{node, PortId::from(network_.ports(node).size())};
    const auto of_pe = [&](const char* vector, std::size_t width) { return rtl::part(vector, node.value, width); };
    return assign(part("in_valid", port, 1), of_pe("pe_flit_valid_i", 1)) +
           assign(part("in_flit", port, widths_.flit), of_pe("pe_flit_i", widths_.flit)) +
           assign(of_pe("pe_credit_valid_o", 1), part("out_credit", port, 1)) +
           assign(of_pe("pe_credit_vc_o", widths_.vc), part("out_credit_vc", port, widths_.vc)) +
           assign(of_pe("pe_flit_valid_o", 1), part("out_valid", port, 1)) +
           assign(of_pe("pe_flit_o", widths_.flit), part("out_flit", port, widths_.flit)) +
           assign(part("in_credit", port, 1), "1'b0") + assign(part("in_credit_vc", port, widths_.vc), "'0");
  }

  /// Ports without a link: no flit and no credit ever comes.
  std::string open_ports(NodeId node) const {
    std::string text;
    for (const PortId id : ids<PortId>(network_.ports(node).size())) {
      const PortRef port{node, id};
      if (network_.peer(port)) continue;
      text += assign(part("in_valid", port, 1), "1'b0") + assign(part("in_flit", port, widths_.flit), "'0") +
              assign(part("in_credit", port, 1), "1'b0") + assign(part("in_credit_vc", port, widths_.vc), "'0");
    }
    return text;
  }

  /// Returns the delay of the flits in one direction of a link, and of their credits, which return in the other.
  std::string join(PortRef from, PortRef to, std::size_t link, bool is_back) const {
    const std::string name = "link_" + number(link) + (is_back ? "_b" : "_a");
    const auto delay = [&](const std::string& what, std::size_t width, const std::string& valid,
                           const std::string& data, PortRef source, PortRef sink, bool goes_back) {
      const std::string stages = number(link_cycles_[link].of(goes_back) - 1);
      return "  kt_delay #(\n      .Width (" + number(width) + "),\n      .Stages(" + stages + ")\n  ) " + name + what +
             " (\n      .clk_i,\n      .rst_ni,\n      .valid_i(" + part("out_" + valid, source, 1) +
             "),\n      .data_i (" + part("out_" + data, source, width) + "),\n      .valid_o(" +
             part("in_" + valid, sink, 1) + "),\n      .data_o (" + part("in_" + data, sink, width) + ")\n  );\n";
    };
    return delay("", widths_.flit, "valid", "flit", from, to, is_back) +
           delay("_credit", widths_.vc, "credit", "credit_vc", to, from, !is_back);
  }

  static std::string unused(NodeId node) {
    std::string list;
    for (const char* vector : {"in_credit", "in_credit_vc", "out_valid", "out_flit", "out_credit", "out_credit_vc"}) {
      list += (list.empty() ? "" : ", ") + of(vector, node);
    }
    return "  logic " + of("unused_ends", node) + ";\n" + assign(of("unused_ends", node), "^{" + list + "}");
  }

  const Network& network_;
  RouterWidths widths_;
  std::span<const LinkLatency> link_cycles_;
};

}  // namespace

RouterWidths::RouterWidths(const RoutingTable& table, const RouterForm& form)
    : node(table.node_bits()),
      vcs(table.vcs),
      vc(bits_for(table.vcs - 1)),
      payload(payload_bits(table, form)),
      flit(payload + 2 + vc),
      count(bits_for(form.buffer)) {}

std::vector<std::string> router_instance(const std::string& module, std::size_t ports, const RouterWidths& widths,
                                         const RouterNets& nets) {
  return {"logic " + range(widths.held(ports)) + " unused_held;",
          "logic " + range(widths.counts(ports)) + " unused_count;",
          module + " router (",
          "    .clk_i,",
          "    .rst_ni,",
          "    .node_i(" + nets.node + "),",
          "    .flit_valid_i(" + nets.flit_valid_i + "),",
          "    .flit_i(" + nets.flit_i + "),",
          "    .credit_valid_i(" + nets.credit_valid_i + "),",
          "    .credit_vc_i(" + nets.credit_vc_i + "),",
          "    .flit_valid_o(" + nets.flit_valid_o + "),",
          "    .flit_o(" + nets.flit_o + "),",
          "    .credit_valid_o(" + nets.credit_valid_o + "),",
          "    .credit_vc_o(" + nets.credit_vc_o + "),",
          "    .held_o(unused_held),",
          "    .count_o(unused_count)",
          ");"};
}

unsigned payload_bits(const RoutingTable& table, const RouterForm& form) {
  const unsigned header = table.header_bits(), control = 2 + bits_for(table.vcs - 1);
  if (form.flit_bits == 0) return header + kPacketBits;
  if (form.systemc && form.flit_bits < control + header + kPacketBits) {
    throw FlitTooShort("flits of " + number(form.flit_bits) + " bits are too short for a SystemC chip that carries " +
                           table.network + " with the routing " + table.routing +
                           ": head, tail, channel, header and the number of a packet take " +
                           number(control + header + kPacketBits) + " bits",
                       control + header + kPacketBits);
  }
  if (form.flit_bits < control + header) {
    throw FlitTooShort("flits of " + number(form.flit_bits) + " bits are too short for " + table.network +
                           " with the routing " + table.routing + ": head, tail, channel and header take " +
                           number(control + header) + " bits",
                       control + header);
  }
  return form.flit_bits - control;
}

RoutingTable routing_table_for(const RouterForm& form, const Network& network, const RoutingRelation& relation,
                               const Progress& progress) {
  payload_bits(least_table(network, relation), form);
  return make_routing_table(network, relation, {}, progress);
}

std::vector<RouterLayout> router_layouts(const Network& network) {
  std::vector<RouterLayout> all;
  for (const PortLayout* const layout : layouts(network)) all.push_back({module_name(all.size()), layout});
  return all;
}

std::string router_module_name(const Network& network, NodeId node) {
  return module_name(layout_index(network, node));
}

std::vector<RtlFile> router_modules(const Network& network, const RoutingTable& table, const RouterForm& form) {
  std::vector<RtlFile> files;
  for (const PortLayout* layout : layouts(network)) {
    const std::string name = module_name(files.size());
    files.push_back({name + ".sv", RouterModule(*layout, table, form).text(name)});
  }
  return files;
}

std::vector<RtlFile> router_sources(const Network& network, const RoutingTable& table, const RouterForm& form) {
  std::vector<RtlFile> files =
      rtl_library({"kt_allocator_separable.sv", "kt_allocator_serial.sv", "kt_arbiter.sv", "kt_delay.sv", "kt_fifo.sv",
                   "kt_input_channel.sv", "kt_output_port.sv", "kt_router.sv"});
  append(files, router_modules(network, table, form));
  files.push_back(kinds_module(table));
  files.push_back(route_module(table));
  files.push_back(candidates_module(table));
  files.push_back(adaptive_module(table));
  return files;
}

RtlFile router_netlist(const Network& network, const RoutingTable& table, const RouterForm& form,
                       std::span<const LinkLatency> link_cycles) {
  if (link_cycles.size() != network.links().size()) {
    throw std::invalid_argument("latencies of " + number(link_cycles.size()) + " links for " + network.name() +
                                ", which has " + number(network.links().size()) + " links");
  }
  for (std::size_t i = 0; i < link_cycles.size(); ++i) {
    if (std::min(link_cycles[i].there, link_cycles[i].back) > 0) continue;
    throw std::invalid_argument("link " + number(i) + " has a latency of 0 cycles: a link takes at least one");
  }
  return {"kt_routers.sv", RouterNetlist(network, table, form, link_cycles).text()};
}

}  // namespace kintsugi::rtl

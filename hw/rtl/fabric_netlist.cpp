#include "hw/rtl/fabric_netlist.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/lane_nets.hpp"
#include "hw/rtl/scope_writer.hpp"
#include "hw/rtl/switch_kinds.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/fabric/bitstream.hpp"

namespace kintsugi::rtl {

namespace {

const char* const kWaiver =
    "  // Wires and switches can close to a loop, but no state that a repair makes puts a router on one. A simulator\n"
    "  // that orders its evaluation sees a loop before it knows the states: that is structural.\n"
    "  /* verilator lint_off UNOPTFLAT */\n";

const char* const kClockPorts = "    input  logic clk_i,\n    input  logic rst_ni,\n";

class NetlistWriter {
 public:
  NetlistWriter(const Fabric& fabric, const SwitchKinds& kinds, const ConfigurationLayout& layout,
                const SiteModules* sites, unsigned flit_bits)
      : fabric_(fabric),
        kinds_(kinds),
        layout_(layout),
        sites_(sites),
        flit_bits_(flit_bits),
        nets_(fabric),
        has_module_(fabric.fields.size()) {}

  RtlFile with_chain() {
    if (!fabric_.segments.empty()) {
      throw std::invalid_argument("no RTL is written of a segmented chain; take fabric.chain: serial");
    }
    for (std::uint32_t id = 0; id < fabric_.switches.size(); ++id) add_switch(SwitchId{id}, true);
    require_switches();
    const std::string parameters = sites_ == nullptr ? width_parameter() + '\n' : "";
    return text_with(heading(""), parameters, chain_head(), chain(), probes());
  }

  RtlFile configured(const Configuration& configuration) {
    is_configured_ = true;
    for (std::uint32_t id = 0; id < fabric_.switches.size(); ++id) add_switch(SwitchId{id}, false);
    const std::string bits = std::to_string(layout_.field_bits());
    const std::string parameters = (sites_ == nullptr ? width_parameter() + ",\n" : "") + "    parameter logic [" +
                                   bits + "-1:0] States =\n        " + bits + "'h" +
                                   hex_digits(layout_.bits_of(configuration)) + "\n";
    return text_with(heading(", with its states wired in"), parameters, sites_ == nullptr ? "" : kClockPorts, "", "");
  }

 private:
  std::string width_parameter() const { return "    parameter int FlitBits = " + std::to_string(flit_bits_); }

  RtlFile text_with(const std::string& head, const std::string& parameters, const std::string& first_ports,
                    const std::string& chain, const std::string& probes) {
    std::string text = head + "module " + module() + (parameters.empty() ? " (\n" : " #(\n" + parameters + ") (\n");
    text += first_ports + (sites_ == nullptr ? site_ports() : sites_->ports) + ");\n";
    if (sites_ != nullptr) add_sites();
    return {module() + ".sv", text + site_nets() + chain + body() + probes + "endmodule\n"};
  }

  void add_sites() {
    for (const SiteId site : ids<SiteId>(fabric_.sites.size())) {
      scopes_.add(fabric_.sites[site.value].name, sites_->lines.at(site.value));
    }
  }

  std::string module() const { return flat(fabric_.name); }

  std::string heading(const std::string& how) const {
    return "// The fabric `" + fabric_.name + "`" + how + ": " + std::to_string(fabric_.sites.size()) + " sites, " +
           std::to_string(fabric_.switches.size()) + " switches, " + std::to_string(fabric_.wires.size()) + " wires, " +
           std::to_string(layout_.field_bits()) + " configuration bits. Written by kintsugi.\n" +
           (sites_ == nullptr ? "" : sites_->about) +
           "// <site>_<port>_i comes from the router of a site, <site>_<port>_o goes to it.\n";
  }

  std::string chain_head() const {
    return std::string(kClockPorts) +
           "    // the configuration chain and its readback: see kt_config_chain.sv and kt_config_reader.sv\n" +
           declared_chain_ports(layout_.width());
  }

  std::string site_ports() const {
    std::string text;
    for (const std::string& name : site_port_names()) {
      text += text.empty() ? "" : ",\n";
      text += "    input  logic [FlitBits-1:0] " + name + "_i,\n    output logic [FlitBits-1:0] " + name + "_o";
    }
    return text + '\n';
  }

  /// The ports of the sites, where they are nets.
  std::string site_nets() const {
    if (sites_ == nullptr) return "";
    std::string text = "  localparam int FlitBits = " + std::to_string(sites_->lane_bits) + ";  // of a lane\n";
    for (const std::string& name : site_port_names()) {
      text += "  logic [FlitBits-1:0] " + name + "_i;\n  logic [FlitBits-1:0] " + name + "_o;\n";
    }
    return text;
  }

  std::vector<std::string> site_port_names() const {
    std::vector<std::string> list;
    std::set<std::string> names;
    for (const SitePort port : ports()) {
      list.push_back(port_name(fabric_, port));
      if (names.insert(list.back()).second) continue;
      throw std::invalid_argument("two ports of sites of '" + fabric_.name + "' are named '" + list.back() +
                                  "' in SystemVerilog, where '_' stands for the dots of a name");
    }
    return list;
  }

  std::vector<SitePort> ports() const {
    std::vector<SitePort> all;
    for (const SiteId site : ids<SiteId>(fabric_.sites.size())) {
      for (const PortId port : ids<PortId>(fabric_.layout.size())) all.push_back({site, port});
    }
    return all;
  }

  /// Wires, links, open ports and all switches.
  std::string body() const {
    std::string text = kWaiver;
    for (const std::string& net : nets_.wires()) text += "  logic [FlitBits-1:0] " + net + ";\n";
    text += "  /* verilator lint_on UNOPTFLAT */\n\n";
    for (const FixedLink& link : fabric_.links) {
      const std::string a = port_name(fabric_, link.a), b = port_name(fabric_, link.b);
      text += "  assign " + a + "_o = " + b + "_i;\n";
      if (a != b) text += "  assign " + b + "_o = " + a + "_i;\n";
    }
    for (const SitePort port : ports()) {
      if (nets_.connected(port)) continue;
      const std::string name = port_name(fabric_, port);
      text += "  logic " + name + "_unused;\n  assign " + name + "_unused = ^" + name + "_i;\n";
      text += "  assign " + name + "_o = {FlitBits{1'b0}};\n";
    }
    return text + scopes_.text(2);
  }

  void add_switch(SwitchId id, bool with_field) {
    const FabricSwitch& each = fabric_.switches[id.value];
    std::vector<std::string> lines;
    if (with_field && has_module_[each.field].empty()) {
      has_module_[each.field] = each.name;
      lines = field_lines(each.field);
    }
    const std::vector<std::string> more = switch_lines(id);
    lines.insert(lines.end(), more.begin(), more.end());
    if (with_field) add_probes(each.field, lines);
    scopes_.add(each.name, lines);
  }

  /// A field has a net of its own: in one vector for all, every change would be one of all switches for a simulator.
  std::string state_of(std::size_t field) const {
    return is_configured_ ? slice("States", layout_.first_bit(field), fabric_.fields[field].bits)
                          : "state_" + std::to_string(field);
  }

  std::vector<std::string> switch_lines(SwitchId id) const {
    const FabricSwitch& each = fabric_.switches[id.value];
    std::vector<std::string> lines;
    std::vector<std::string> all{"    .state_i(" + state_of(each.field) + ')'};
    for (std::size_t t = 0; t < each.type->terminals().size(); ++t) {
      const auto terminal = static_cast<TerminalNo>(t);
      for (unsigned lane = 0; lane < each.type->lanes(terminal); ++lane) {
        all.push_back(lane_text(id, {terminal, static_cast<Lane>(lane)}, lines));
      }
    }
    lines.push_back("kt_" + kinds_.of(id).name + " #(.FlitBits(FlitBits)) sw (");
    for (std::size_t i = 0; i < all.size(); ++i) lines.push_back(all[i] + (i + 1 < all.size() ? "," : ""));
    lines.emplace_back(");");
    return lines;
  }

  /// Returns the connections of one lane; an open one gets a net for what leaves there.
  std::string lane_text(SwitchId id, LaneRef lane, std::vector<std::string>& lines) const {
    const std::string name = lane_name(*fabric_.switches[id.value].type, lane);
    LaneNets::Nets nets = nets_.of(id, lane);
    if (nets.into.empty()) {
      nets = {"{FlitBits{1'b0}}", name + "_unused"};
      lines.push_back("logic [FlitBits-1:0] " + nets.out_of + ';');
    }
    return "    ." + name + "_i(" + nets.into + "), ." + name + "_o(" + nets.out_of + ')';
  }

  std::vector<std::string> field_lines(std::size_t number) {
    const ConfigField& field = fabric_.fields[number];
    const std::size_t last = layout_.first_bit(number) + field.bits - 1;
    const std::size_t word = last / layout_.width(), bit = last % layout_.width();
    words_.insert(word);
    arrived_.insert(bit);
    const std::size_t low = history() + bit + 1 - field.bits;
    for (std::size_t b = low; b < low + field.bits; ++b) window_.insert(b);
    return {
        "kt_field #(.Bits(" + std::to_string(field.bits) + "), .States(" + std::to_string(field.states) + ")) field (",
        "    .clk_i, .rst_ni, .shift_i(take_" + std::to_string(word) + " & arrived[" + std::to_string(bit) +
            "]), .value_i(" + slice("window", low, field.bits) + "),",
        "    .commit_i(commit), .discard_i(discard), .state_o(" + state_of(number) + "), .shadow_o(shadow_" +
            std::to_string(number) + "), .invalid_o(invalid[" + std::to_string(number) + "])",
        ");"};
  }

  void add_probes(std::size_t field, std::vector<std::string>& lines) const {
    const std::string state = state_of(field), shadow = shadow_of(field);
    lines.insert(lines.end(),
                 {"`ifdef KT_PROBES", "real state, shadow;", "always @(" + state + ") state = " + state + ';',
                  "always @(" + shadow + ") shadow = " + shadow + ';', "`endif"});
  }

  std::string shadow_of(std::size_t field) const { return has_module_[field] + ".field.shadow_q"; }

  /// Returns how many bits of earlier words the fields need.
  std::size_t history() const {
    std::size_t most = 1;
    for (std::size_t i = 0; i < fabric_.fields.size(); ++i) {
      const std::size_t bits = fabric_.fields[i].bits, bit = (layout_.first_bit(i) + bits - 1) % layout_.width();
      if (bits - 1 > bit) most = std::max(most, bits - 1 - bit);
    }
    return most;
  }

  void require_switches() const {
    for (std::size_t i = 0; i < has_module_.size(); ++i) {
      if (has_module_[i].empty()) {
        throw std::invalid_argument("field '" + fabric_.fields[i].name + "' of '" + fabric_.name +
                                    "' sets no switch: every field of a netlist must set one");
      }
    }
  }

  std::string chain() const {
    const std::string width = std::to_string(layout_.width()), past = std::to_string(history());
    const unsigned index_bits = bits_for(layout_.stream_words());
    std::string text = "  logic take;\n  logic [31:0] checksum;\n  logic commit;\n  logic discard;\n  logic [" +
                       std::to_string(index_bits - 1) + ":0] index;\n  logic [" + width + "-1:0] arrived;\n  logic [" +
                       width + '+' + past + "-1:0] window;\n  logic [" + std::to_string(fabric_.fields.size()) +
                       "-1:0] invalid;\n";
    for (std::size_t i = 0; i < fabric_.fields.size(); ++i) {
      const std::string declared = "  logic " + range(fabric_.fields[i].bits) + ' ';
      text += declared + state_of(i) + ";\n" + declared + "shadow_" + std::to_string(i) + ";\n";
    }
    text += "  kt_config_chain #(.Width(" + width + "), .FieldBits(" + std::to_string(layout_.field_bits()) +
            "), .IndexBits(" + std::to_string(index_bits) + "), .History(" + past + "), .CrcStart(" +
            sized(32, checksum_start(fabric_)) + ")) config_chain (\n    .clk_i, .rst_ni, " +
            same_ports(stream_ports(1)) +
            ",\n    .take_o(take), .index_o(index), .arrived_o(arrived), .window_o(window), .invalid_i(|invalid),\n"
            "    .checksum_o(checksum),\n"
            "    .commit_o(commit), .discard_o(discard)\n  );\n";
    for (const std::size_t word : words_) {
      const std::string name = "take_" + std::to_string(word);
      text += "  logic " + name + ";\n  assign " + name + " = take & (index == " + sized(index_bits, word) + ");\n";
    }
    return text + unused_bits() + reader() + '\n';
  }

  /// Returns the checksum register behind the fields at power-up, when all are 0.
  std::uint32_t register_at_power_up() const {
    return ~kintsugi::checksum(fabric_, pack(fabric_, Configuration(fabric_.fields.size(), SwitchState{0})));
  }

  /// All fields as vectors, for the reader alone: see state_of().
  std::string reader() const {
    const std::string bits = std::to_string(layout_.field_bits()), width = std::to_string(layout_.width());
    return "  logic [" + bits + "-1:0] field_states;\n  logic [" + bits + "-1:0] field_shadows;\n" +
           "  assign field_states = {\n" + all_fields([this](std::size_t i) { return state_of(i); }) + "  };\n" +
           "  assign field_shadows = {\n" + all_fields([](std::size_t i) { return "shadow_" + std::to_string(i); }) +
           "  };\n  kt_config_reader #(.Width(" + width + "), .FieldBits(" + bits + "), .IndexBits(" +
           std::to_string(bits_for(layout_.stream_words())) + "), .CrcStart(" + sized(32, checksum_start(fabric_)) +
           "), .CrcPowerUp(" + sized(32, register_at_power_up()) +
           ")) config_reader (\n    .clk_i, .rst_ni, .read_i, .shadows_i(read_shadows_i), .ready_i(read_ready_i),\n"
           "    .valid_o(read_valid_o), .word_o(read_word_o), .last_o(read_last_o), .bits_o(read_bits_o),\n"
           "    .upset_o, .commit_i(commit), .discard_i(discard), .checksum_i(checksum),\n"
           "    .field_state_i(field_states), .field_shadow_i(field_shadows)\n  );\n";
  }

  /// The lines of a vector of all fields, the last of which has the highest bits.
  template <class Name>
  std::string all_fields(Name name) const {
    std::string text;
    for (std::size_t i = fabric_.fields.size(); i-- > 0;) text += "    " + name(i) + (i == 0 ? "\n" : ",\n");
    return text;
  }

  /// What no field looks at of the word.
  std::string unused_bits() const {
    std::string list;
    const auto add = [&](const std::string& name, std::size_t bits, const std::set<std::size_t>& used) {
      for (std::size_t b = 0; b < bits; ++b) {
        if (!used.contains(b)) list += (list.empty() ? "" : ", ") + name + '[' + std::to_string(b) + ']';
      }
    };
    add("arrived", layout_.width(), arrived_);
    add("window", layout_.width() + history(), window_);
    return list.empty() ? "" : "  logic bits_unused;\n  assign bits_unused = ^{" + list + "};\n";
  }

  std::string probes() const {
    const std::string range = '[' + std::to_string(layout_.field_bits()) + "-1:0] ";
    std::string states, shadows;
    for (std::size_t i = has_module_.size(); i-- > 0;) {
      states += "    " + state_of(i) + (i == 0 ? "" : ",") + '\n';
      shadows += "    " + shadow_of(i) + (i == 0 ? "" : ",") + '\n';
    }
    return "`ifdef KT_PROBES\n  logic " + range + "states;\n  logic " + range + "shadows;\n  assign states = {\n" +
           states + "  };\n  assign shadows = {\n" + shadows + "  };\n`endif\n";
  }

  const Fabric& fabric_;
  const SwitchKinds& kinds_;
  const ConfigurationLayout& layout_;
  const SiteModules* sites_;
  unsigned flit_bits_;
  LaneNets nets_;
  bool is_configured_ = false;
  ScopeWriter scopes_;
  std::vector<std::string> has_module_;  // by field: the switch beside which it is
  std::set<std::size_t> words_;          // in which fields end
  std::set<std::size_t> arrived_;        // bits of a word at which fields end
  std::set<std::size_t> window_;         // bits that fields take
};

}  // namespace

RtlFile fabric_netlist(const Fabric& fabric, const SwitchKinds& kinds, const ConfigurationLayout& layout,
                       const SiteModules* sites, unsigned flit_bits) {
  return NetlistWriter(fabric, kinds, layout, sites, flit_bits).with_chain();
}

RtlFile configured_netlist(const Fabric& fabric, const SwitchKinds& kinds, const ConfigurationLayout& layout,
                           const Configuration& configuration, const SiteModules* sites, unsigned flit_bits) {
  return NetlistWriter(fabric, kinds, layout, sites, flit_bits).configured(configuration);
}

std::string port_name(const Fabric& fabric, SitePort port) {
  return flat(fabric.sites[port.site.value].name + '.' + fabric.layout[port.port.value]);
}

std::string cell_name(const Fabric& fabric, SwitchId id) {
  return fabric.switches[id.value].name + ".sw";
}

}  // namespace kintsugi::rtl

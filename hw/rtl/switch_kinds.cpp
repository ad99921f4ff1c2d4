#include "hw/rtl/switch_kinds.hpp"

#include <algorithm>
#include <set>

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

std::vector<LaneRef> lanes_of(const SwitchType& type) {
  std::vector<LaneRef> lanes;
  for (std::size_t t = 0; t < type.terminals().size(); ++t) {
    const auto terminal = static_cast<TerminalNo>(t);
    for (unsigned lane = 0; lane < type.lanes(terminal); ++lane) lanes.push_back({terminal, static_cast<Lane>(lane)});
  }
  return lanes;
}

bool same_arc(const SwitchArc& a, const SwitchArc& b) {
  return a.in == b.in && a.out == b.out && a.states == b.states;
}

std::vector<std::string> state_names(const SwitchType& type) {
  std::vector<std::string> names;
  for (unsigned s = 0; s < type.states(); ++s) names.push_back(type.state_name(static_cast<SwitchState>(s)));
  return names;
}

bool same_table(const SwitchType& a, const SwitchType& b) {
  return a.name() == b.name() && a.terminals() == b.terminals() && lanes_of(a) == lanes_of(b) &&
         state_names(a) == state_names(b) && std::ranges::equal(arcs_of(a), arcs_of(b), same_arc);
}

std::string enumerator(const SwitchKind& kind, SwitchState state) {
  return upper_snake(kind.name + '_' + kind.type->state_name(state));
}

std::string ports_text(const SwitchKind& kind) {
  std::string text = "    input  logic [" + std::to_string(kind.state_bits - 1) + ":0] state_i";
  for (const LaneRef lane : lanes_of(*kind.type)) {
    const std::string name = lane_name(*kind.type, lane);
    text += ",\n    input  logic [FlitBits-1:0] " + name + "_i,\n    output logic [FlitBits-1:0] " + name + "_o";
  }
  return text + '\n';
}

/// Returns one bit for each state that joins something.
std::string decoder_text(const SwitchKind& kind, const std::vector<SwitchArc>& arcs, const std::string& package) {
  std::set<SwitchState> used;
  for (const SwitchArc& arc : arcs) used.insert(arc.states.begin(), arc.states.end());
  if (used.empty()) return "  logic state_unused;\n  assign state_unused = ^state_i;\n";
  std::string text;
  for (const SwitchState state : used) {
    const std::string name = "is_" + lower_snake(kind.type->state_name(state));
    text +=
        "  logic " + name + ";\n  assign " + name + " = state_i == " + package + "::" + enumerator(kind, state) + ";\n";
  }
  return text;
}

std::string term(const SwitchType& type, const SwitchArc& arc) {
  std::string when;
  for (const SwitchState state : arc.states) {
    when += (when.empty() ? "is_" : " | is_") + lower_snake(type.state_name(state));
  }
  return "({FlitBits{" + when + "}} & " + lane_name(type, arc.in) + "_i)";
}

std::string outputs_text(const SwitchType& type, const std::vector<SwitchArc>& arcs) {
  std::string text;
  for (const LaneRef lane : lanes_of(type)) {
    std::string value;
    for (const SwitchArc& arc : arcs) {
      if (arc.out == lane) value += (value.empty() ? "" : " |\n      ") + term(type, arc);
    }
    text += "  assign " + lane_name(type, lane) + "_o = " + (value.empty() ? "{FlitBits{1'b0}}" : value) + ";\n";
  }
  return text;
}

/// A lane that no state joins to another has an input that leads nowhere.
std::string unused_text(const SwitchType& type, const std::vector<SwitchArc>& arcs) {
  std::string text;
  for (const LaneRef lane : lanes_of(type)) {
    if (std::ranges::any_of(arcs, [&](const SwitchArc& arc) { return arc.in == lane; })) continue;
    const std::string name = lane_name(type, lane);
    text += "  logic " + name + "_unused;\n  assign " + name + "_unused = ^" + name + "_i;\n";
  }
  return text;
}

}  // namespace

std::vector<SwitchArc> arcs_of(const SwitchType& type) {
  std::vector<SwitchArc> arcs;
  for (const LaneRef out : lanes_of(type)) {
    for (const LaneRef in : lanes_of(type)) {
      SwitchArc arc{in, out, {}};
      for (unsigned s = 0; s < type.states(); ++s) {
        const auto state = static_cast<SwitchState>(s);
        if (type.through(state, in) == out) arc.states.push_back(state);
      }
      if (!arc.states.empty()) arcs.push_back(std::move(arc));
    }
  }
  return arcs;
}

std::string lane_name(const SwitchType& type, LaneRef lane) {
  return type.terminals()[lane.terminal] + '_' + std::to_string(lane.lane);
}

SwitchKinds::SwitchKinds(const Fabric& fabric)
    : package_("kt_" + flat(fabric.name) + "_pkg"), fabric_name_(fabric.name) {
  for (const FabricSwitch& each : fabric.switches) {
    kind_of_.push_back(find(*each.type, fabric.fields[each.field].bits));
  }
  name_kinds();
}

std::size_t SwitchKinds::find(const SwitchType& type, unsigned state_bits) {
  const auto [known, is_new] = by_type_.try_emplace({&type, state_bits}, kinds_.size());
  if (!is_new) return known->second;
  const auto same = std::ranges::find_if(
      kinds_, [&](const SwitchKind& kind) { return kind.state_bits == state_bits && same_table(*kind.type, type); });
  if (same != kinds_.end()) return known->second = static_cast<std::size_t>(same - kinds_.begin());
  kinds_.push_back({&type, state_bits, lower_snake(type.name())});
  return known->second;
}

void SwitchKinds::name_kinds() {
  std::map<std::string, std::vector<SwitchKind*>> of_name;
  for (SwitchKind& kind : kinds_) of_name[kind.name].push_back(&kind);
  for (const auto& [name, same] : of_name) {
    for (std::size_t i = 0; same.size() > 1 && i < same.size(); ++i) same[i]->name += '_' + std::to_string(i + 1);
  }
}

RtlFile SwitchKinds::package() const {
  std::string text =
      "// The states of the switches of `" + fabric_name_ + "`, with the names that its waveform shows.\n";
  text += "package " + package_ + ";\n";
  for (const SwitchKind& kind : kinds_) {
    text += "  typedef enum logic [" + std::to_string(kind.state_bits - 1) + ":0] {\n";
    for (unsigned s = 0; s < kind.type->states(); ++s) {
      const auto state = static_cast<SwitchState>(s);
      text += "    " + enumerator(kind, state) + " = " + sized(kind.state_bits, s);
      text += s + 1 < kind.type->states() ? ",\n" : "\n";
    }
    text += "  } " + kind.name + "_state_e;\n";
  }
  return {package_ + ".sv", text + "endpackage\n"};
}

RtlFile SwitchKinds::module_of(const SwitchKind& kind) const {
  const std::vector<SwitchArc> arcs = arcs_of(*kind.type);
  const std::string module = "kt_" + kind.name;
  std::string text =
      "// A " + kind.type->name() + ": joins the lanes of its terminals according to its state. Written from the\n";
  text +=
      "// table of the model. <terminal>_<lane>_i comes into the switch, <terminal>_<lane>_o leaves it; an output "
      "that\n";
  text += "// the state joins to no input is 0. Combinational.\n";
  text += "module " + module + " #(\n    parameter int FlitBits = 32\n) (\n" + ports_text(kind) + ");\n";
  text += decoder_text(kind, arcs, package_) + outputs_text(*kind.type, arcs) + unused_text(*kind.type, arcs);
  return {module + ".sv", text + "endmodule\n"};
}

std::vector<RtlFile> SwitchKinds::modules() const {
  std::vector<RtlFile> files;
  for (const SwitchKind& kind : kinds_) files.push_back(module_of(kind));
  return files;
}

}  // namespace kintsugi::rtl

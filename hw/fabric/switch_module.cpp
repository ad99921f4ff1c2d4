#include "hw/fabric/switch_module.hpp"

#include <stdexcept>
#include <string>

namespace kintsugi {

SwitchModule::SwitchModule(sc_core::sc_module_name name, ClockDomain& clock, SwitchId id, const SwitchType& type,
                           const std::vector<bool>& tapped, ShownPorts shown)
    : Module(name, clock), id_(id), type_(&type) {
  terminals_.reserve(type.terminals().size());
  for (std::size_t t = 0; t < type.terminals().size(); ++t) {
    const auto number = static_cast<TerminalNo>(t);
    const std::string& terminal_name = type.terminals()[t];
    Terminal& terminal =
        terminals_.emplace_back(Terminal{std::make_unique<TerminalTarget>(*this, number), tapped.at(t)});
    const unsigned path_ports = terminal.tapped ? type.lanes(number) : 1;
    terminal.path_ports.reserve(path_ports);
    for (unsigned i = 0; i < path_ports; ++i) {
      const std::string port_name = terminal.tapped ? terminal_name + "_" + std::to_string(i) : terminal_name;
      terminal.path_ports.emplace_back(port_name.c_str(), shown);
    }
  }
}

void SwitchModule::list_probes(wave::ModuleProbes& probes) const {
  using wave::reader;
  const auto names = [this] {
    std::vector<std::string> list;
    for (unsigned s = 0; s < type_->states(); ++s) list.push_back(type_->state_name(static_cast<SwitchState>(s)));
    return list;
  };
  probes.add_name("state", reader<[](const SwitchModule& m, std::uint64_t) { return m.state(); }>(*this), type_, names);
  probes.add_name("shadow", reader<[](const SwitchModule& m, std::uint64_t) { return m.shadow(); }>(*this), type_,
                  names);
  probes.add("passes", 1, reader<[](const SwitchModule& m, std::uint64_t) { return m.passes(); }>(*this));
}

SwitchState SwitchModule::checked(SwitchState state) const {
  if (state >= type_->states()) {
    throw std::out_of_range(std::string(name()) + ": a " + type_->name() + " has no state " + std::to_string(state) +
                            "; valid are 0 to " + std::to_string(type_->states() - 1));
  }
  return state;
}

std::string SwitchModule::describe_difference(SwitchState set, SwitchState planned) const {
  return std::string(name()) + " is set to " + type_->state_name(set) + ", and the plan has " +
         type_->state_name(planned);
}

bool SwitchModule::commit() {
  const bool changed = state_ != shadow_;
  state_ = shadow_;
  return changed;
}

void SwitchModule::pass(PathCursor& cursor, LaneRef in) {
  cursor.passed.push_back(id());
  if (state_ >= type_->states()) return;  // after an upset
  const auto out = type_->through(state_, in);
  if (!out) return;
  const Terminal& terminal = terminals_[out->terminal];
  if (terminal.tapped) {
    terminal.path_ports[out->lane].follow(cursor, 0);
  } else {
    terminal.path_ports[0].follow(cursor, out->lane);
  }
}

}  // namespace kintsugi

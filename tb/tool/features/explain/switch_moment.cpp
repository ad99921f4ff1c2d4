#include "tb/tool/features/explain/moments.hpp"

namespace kintsugi::explain {

namespace {

/// What one terminal of a switch is joined to.
class Joins {
 public:
  explicit Joins(const SwitchModule& module) : module_(module), type_(module.type()) {}

  std::vector<SwitchMoment::Join> all() const {
    std::vector<SwitchMoment::Join> joins;
    for (std::size_t t = 0; t < type_.terminals().size(); ++t) add(static_cast<TerminalNo>(t), joins);
    return joins;
  }

 private:
  std::optional<LaneRef> through(LaneRef in) const { return type_.through(module_.state(), in); }

  /// Returns the terminal to which every lane of this one is joined, lane by lane.
  std::optional<TerminalNo> whole(TerminalNo terminal) const {
    std::optional<TerminalNo> other;
    for (unsigned lane = 0; lane < type_.lanes(terminal); ++lane) {
      const auto out = through({terminal, static_cast<Lane>(lane)});
      if (!out || out->lane != lane || (other && *other != out->terminal)) return std::nullopt;
      other = out->terminal;
    }
    if (other && type_.lanes(*other) != type_.lanes(terminal)) return std::nullopt;
    return other;
  }

  void add(TerminalNo terminal, std::vector<SwitchMoment::Join>& joins) const {
    if (const auto other = whole(terminal)) {
      if (terminal <= *other) joins.push_back({type_.terminals()[terminal], type_.terminals()[*other]});
      return;
    }
    for (unsigned lane = 0; lane < type_.lanes(terminal); ++lane) {
      const LaneRef in{terminal, static_cast<Lane>(lane)};
      const auto out = through(in);
      const bool is_first = out && (terminal < out->terminal || (terminal == out->terminal && lane <= out->lane));
      if (is_first) joins.push_back({text(in), text(*out)});
    }
  }

  std::string text(LaneRef lane) const {
    return type_.terminals()[lane.terminal] +
           (type_.lanes(lane.terminal) > 1 ? '.' + std::to_string(lane.lane) : std::string());
  }

  const SwitchModule& module_;
  const SwitchType& type_;
};

void add_path(const Chip& chip, SitePort from, SwitchMoment& moment) {
  const Fabric& fabric = *chip.plan().fabric;
  const Router& router = chip.router(from.site);
  SwitchMoment::Path path{.from = fabric.describe(from), .from_node = node_text(chip, router), .to = {}, .to_node = {}};
  path.carries = router.sent(from.port).has_value();
  if (!router.link(from.port).open()) {
    const Endpoint& far = router.far(from.port);
    const SitePort to{chip.modules().site_of.at(far.module), far.port};
    if (to < from) return;  // its other end has added it
    const Router& there = chip.router(to.site);
    path.to = fabric.describe(to);
    path.to_node = node_text(chip, there);
    path.carries = path.carries || there.sent(to.port).has_value();
  }
  moment.paths.push_back(std::move(path));
}

}  // namespace

SwitchMoment switch_moment(const Chip& chip, SwitchId id, Cycle since) {
  const SwitchModule& module = *chip.modules().switches.at(id.value);
  SwitchMoment moment;
  moment.name = chip.plan().fabric->switches.at(id.value).name;
  moment.type = module.type().name();
  moment.state = module.state();
  moment.state_name = module.type().state_name(module.state());
  moment.shadow = module.type().state_name(module.shadow());
  moment.since = since;
  moment.joins = Joins(module).all();
  for (const SitePort port : chip.paths().ports_through(id)) add_path(chip, port, moment);
  return moment;
}

std::optional<ConfigurationMoment> configuration_moment(const Chip& chip) {
  const ChipModules& modules = chip.modules();
  if (modules.chain == nullptr) return std::nullopt;
  ConfigurationMoment moment{ConfigChain::kPhaseNames.at(static_cast<std::size_t>(modules.chain->phase())), {}};
  if (modules.controller != nullptr) moment.controller = phase_name(modules.controller->phase());
  return moment;
}

}  // namespace kintsugi::explain

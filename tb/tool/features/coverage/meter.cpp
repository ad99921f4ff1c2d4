// Counts what a run reaches: states and transitions of switches, ways of packets through routers, phases, refusals,
// plans and defects. Written to the file of --coverage.
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "models/files/made_directories.hpp"
#include "models/files/part_file.hpp"
#include "tb/tool/coverage/coverage.hpp"
#include "tb/tool/features/coverage/goal.hpp"
#include "tb/tool/features/coverage/options.hpp"
#include "tb/tool/run/run_events.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

/// The states of the switches, as they come into force.
class SwitchCounts {
 public:
  explicit SwitchCounts(const Chip& chip) : chip_(&chip) {
    for (const auto& each : chip.modules().switches) {
      first_.push_back(states_.size());
      states_.resize(states_.size() + each->type().states());
      first_change_.push_back(changes_.size());
      changes_.resize(changes_.size() + std::size_t{each->type().states()} * each->type().states());
      now_.push_back(each->state());
      ++states_[first_.back() + each->state()];
    }
  }

  /// Call when new states have come into force.
  void take() {
    for (std::size_t i = 0; i < now_.size(); ++i) {
      const SwitchModule& each = *chip_->modules().switches[i];
      const SwitchState state = each.state();
      ++states_[first_[i] + state];
      if (state != now_[i]) ++changes_[first_change_[i] + std::size_t{now_[i]} * each.type().states() + state];
      now_[i] = state;
    }
  }

  void add_to(coverage::Groups& groups, const Fabric& sound) const {
    for (std::size_t i = 0; i < now_.size(); ++i) {
      const SwitchType& type = *sound.switches[i].type;
      const std::string name = chip_->modules().switches[i]->name();
      for (unsigned from = 0; from < type.states(); ++from) {
        const auto state = static_cast<SwitchState>(from);
        groups["states"][name][type.state_name(state)].count += states_[first_[i] + from];
        for (unsigned to = 0; to < type.states(); ++to) {
          const std::uint64_t count = changes_[first_change_[i] + std::size_t{from} * type.states() + to];
          if (count == 0) continue;
          groups["transitions"][name][coverage::transition_name(type, state, static_cast<SwitchState>(to))].count +=
              count;
        }
      }
    }
  }

 private:
  const Chip* chip_;
  std::vector<std::size_t> first_;  // by switch: the place of its first state, and of its first change
  std::vector<std::size_t> first_change_;
  std::vector<std::uint64_t> states_;
  std::vector<std::uint64_t> changes_;  // from state to state
  SwitchStates now_;
};

/// The ways of packets, by node: a node can change its site, and the routers count by site.
class PassageCounts {
 public:
  explicit PassageCounts(const Chip& chip) : chip_(&chip), node_at_(chip.sites(), kNoNode) {
    const unsigned vcs = chip.parameters().router.vcs;
    for (const SiteId site : ids<SiteId>(chip.sites())) {
      const std::size_t ports = chip.router(site).network_ports() + 1;
      taken_.emplace_back(ports * ports * vcs);
    }
    by_node_.resize(chip.plan().network->nodes());
    const bool is_wired = chip.plan().fabric == nullptr;
    for (const NodeId node : ids<NodeId>(by_node_.size())) {
      if (is_wired) node_at_[node.index()] = node;
      const std::size_t ports = layout_of(node).size() + 1;
      by_node_[node.index()].resize(ports * ports * vcs);
    }
  }

  /// Call when nodes have been placed, and at the end: what was counted since the last call is of the nodes before.
  void take() {
    for (const SiteId site : ids<SiteId>(chip_->sites())) {
      const NodeId node = std::exchange(node_at_[site.index()], chip_->router(site).node());
      std::size_t at = 0;
      for_each_passage(site, [&](std::uint64_t count) {
        const std::uint64_t more = count - std::exchange(taken_[site.index()][at], count);
        if (node != kNoNode) by_node_[node.index()][at] += more;
        ++at;
      });
    }
  }

  void add_to(coverage::Groups& groups) const {
    add_ports(groups["ports"]);
    const Network& network = *chip_->plan().network;
    const unsigned vcs = chip_->parameters().router.vcs;
    for (const NodeId node : ids<NodeId>(by_node_.size())) {
      const PortLayout& layout = layout_of(node);
      const std::size_t ports = layout.size() + 1;
      const auto name = [&](std::size_t port) { return port + 1 < ports ? layout[port] : "local"; };
      for (std::size_t at = 0; at < by_node_[node.index()].size(); ++at) {
        const std::uint64_t count = by_node_[node.index()][at];
        if (count == 0) continue;
        const std::size_t in = at / (ports * vcs), out = at / vcs % ports;
        groups["turns"][network.node_name(node)][coverage::turn_name(name(in), name(out))].count += count;
        if (out + 1 == ports) continue;
        groups["channels"][network.node_name(node)][coverage::channel_name(name(out), static_cast<unsigned>(at % vcs))]
            .count += count;
      }
    }
  }

 private:
  /// Returns the ports of the router of a node. On a fabric all routers have the same.
  const PortLayout& layout_of(NodeId node) const {
    return chip_->plan().layout(SiteId{chip_->plan().fabric != nullptr ? 0 : node.value});
  }

  /// Calls `take` for each port in, port out and channel, in the order in which a router is numbered.
  template <class Take>
  void for_each_passage(SiteId site, const Take& take) const {
    const Router& router = chip_->router(site);
    for (const PortId in : router.ports()) {
      for (const PortId out : router.ports()) {
        for (const Vc vc : router.vcs()) take(router.packets_passed(in, out, vc));
      }
    }
  }

  void add_ports(coverage::Elements& ports) const {
    for (const SiteId site : ids<SiteId>(chip_->sites())) {
      const Router& router = chip_->router(site);
      coverage::Points& points = ports[router.name()];
      for (const PortId port : router.ports()) {
        std::uint64_t count = 0;
        for (const PortId in : router.ports()) {
          for (const Vc vc : router.vcs()) count += router.packets_passed(in, port, vc);
        }
        if (count != 0) points[router.port_name(port)].count += count;
      }
    }
  }

  const Chip* chip_;
  std::vector<NodeId> node_at_;                    // by site, since the last take()
  std::vector<std::vector<std::uint64_t>> taken_;  // by site and passage: what was counted then
  std::vector<std::vector<std::uint64_t>> by_node_;
};

class CoverageMeter final : public Instrument {
 public:
  explicit CoverageMeter(const RunBegin& begin)
      : scenario_(begin.wishes.scenario),
        setup_(begin.setup),
        path_(begin.wishes.options.find<CoverageOptions>()->file),
        made_(path_.parent_path()),
        file_(path_),
        root_(setup_.fabric ? setup_.fabric->fabric().name : "net") {
    add_goals(groups_, setup_, root_);  // by the routing without faults at run time
  }

  void prepare(ChipParameters& parameters) override { parameters.counts_passages = true; }

  void watch(Chip& chip) override {
    chip_ = &chip;
    switches_.emplace(chip);
    passages_.emplace(chip);
    if (!setup_.fabric) return;
    sample_chain();
    chip.configuration().on_commit([this] {
      switches_->take();
      passages_->take();
    });
  }

  void after(Cycle, bool) override {
    if (setup_.fabric) sample_chain();
  }

  void finish(const RunResult& result) override {
    if (setup_.fabric) sample_chain();
    passages_->take();
    const unsigned vcs = chip_->parameters().router.vcs;
    coverage::ChipCoverage chip{
        .runs = 1, .scenario = chip_scenario(scenario_, setup_, vcs), .groups = std::move(groups_)};
    if (setup_.fabric) switches_->add_to(chip.groups, setup_.fabric->fabric());
    passages_->add_to(chip.groups);
    add_phases(chip.groups, result);
    add_plans(chip.groups, result);
    add_defects(chip.groups, result);
    coverage_.emplace(chip_name(setup_, vcs), std::move(chip));
  }

  std::vector<std::string> write(const RunResult&) override {
    file_.append(coverage::to_file(coverage_));
    file_.commit();
    return {path_.string()};
  }

 private:
  using ChainPhase = ConfigChain::Phase;

  /// A phase of the chain that lasts for a cycle is counted when it begins.
  void sample_chain() {
    const ConfigChain& chain = chip_->configuration().chain();
    if (chain.phase() == chain_phase_) return;
    chain_phase_ = chain.phase();
    ++chain_phases_[static_cast<std::size_t>(chain.phase())];
  }

  void add_phases(coverage::Groups& groups, const RunResult& result) const {
    if (setup_.fabric) {
      for (std::size_t i = 0; i < chain_phases_.size(); ++i) {
        groups["phases"][root_ + ".config_chain"][ConfigChain::kPhaseNames[i]].count += chain_phases_[i];
      }
      for (std::size_t i = 0; i < ConfigChain::kRefusalNames.size(); ++i) {
        const std::uint64_t count = chip_->configuration().chain().refused(static_cast<ConfigChain::Refusal>(i));
        if (count != 0) groups["refusals"][root_ + ".config_chain"][ConfigChain::kRefusalNames[i]].count += count;
      }
    }
    if (chip_->modules().controller == nullptr) return;
    coverage::Points& phases = groups["phases"][root_ + ".controller"];
    phases[phase_name(ReconfigurationPhase::kIdle)].count += 1;
    if (!result.faults) return;
    for (const auto& each : result.faults->reconfigurations) {
      for (std::size_t i = 0; i < kReconfigurationPhases; ++i) {
        if (each.cycles[i] != 0) ++phases[kReconfigurationPhaseNames[i]].count;
      }
      if (each.complete) ++phases[phase_name(ReconfigurationPhase::kIdle)].count;
    }
    if (!result.faults->failure.empty()) ++phases[phase_name(ReconfigurationPhase::kFailed)].count;
  }

  void add_plans(coverage::Groups& groups, const RunResult& result) const {
    if (!result.repair) return;
    coverage::Points& kinds = groups["plans"][root_];
    ++kinds[coverage::plan_kind(result.repair->repair)].count;
    if (!result.faults) return;
    for (const LoadedRepair& each : result.faults->loaded) ++kinds[coverage::plan_kind(each.repair)].count;
  }

  /// Counts the defects from the start and the faults that the run has reached.
  void add_defects(coverage::Groups& groups, const RunResult& result) const {
    const Fabric* const sound = setup_.fabric ? &setup_.fabric->fabric() : nullptr;
    const auto add = [&](const Fault& defect) {
      const coverage::DefectKind kind = coverage::kind_of(defect, sound);
      ++groups["defects"][kind.of][kind.kind].count;
    };
    for (const Fault& defect : new_faults({}, setup_.defects)) add(defect);
    if (result.faults) {
      for (const RunTimeFault& fault : faults_of(*result.faults, result.cycles)) {
        if (!fault.ends) add(fault.what);
      }
    }
    for (const CorruptingLinkAt& each : setup_.corruptions) {
      if (each.cycle < result.cycles) ++groups["defects"]["link"]["corrupts flits"].count;
    }
  }

  const Scenario& scenario_;
  const Setup& setup_;
  std::filesystem::path path_;
  files::MadeDirectories made_;
  files::PartFile file_;
  std::string root_;
  coverage::Groups groups_;  // the goal, until the run is over
  const Chip* chip_ = nullptr;
  std::optional<SwitchCounts> switches_;
  std::optional<PassageCounts> passages_;
  std::optional<ChainPhase> chain_phase_;
  std::array<std::uint64_t, ConfigChain::kPhaseNames.size()> chain_phases_{};
  coverage::Coverage coverage_;
};

/// About what the counters of all ways take, in the routers and twice here.
std::uint64_t coverage_bytes(const Wishes& wishes, const Setup& setup) {
  const std::uint64_t vcs = wishes.scenario.router.vcs.value_or(setup.relation->vcs());
  std::uint64_t bytes = 0;
  for (const NodeId node : ids<NodeId>(setup.network().nodes())) {
    const std::uint64_t ports = setup.network().ports(node).size() + 1;
    bytes += 3 * ports * ports * vcs * sizeof(std::uint64_t);
  }
  return bytes;
}

}  // namespace

extern const InstrumentInfo kCoverageMeter;
const InstrumentInfo kCoverageMeter{
    .is_wanted = [](const Wishes& wishes) { return wishes.options.find<CoverageOptions>() != nullptr; },
    .make_first = make_instrument<CoverageMeter, RunBegin>,
    .bytes = coverage_bytes,
    .remedy = "for the coverage: leave out --coverage",
};

}  // namespace kintsugi

/// A shuffle-exchange array in hardware, for tests: loaded with one set of faults after the other, and read back from
/// the modules.
#pragma once

#include <map>
#include <set>

#include "models/fabric/extraction.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/models/sse/fault_sets.hpp"

namespace kintsugi::test {

inline Parameters parameters_of(const sse::Sse& sse) {
  static const std::array<std::string, 9> kNames{"plain", "sft1", "sft2",     "ksft2",    "exm",
                                                 "exp1",  "exp2", "exm+exp2", "exp1+exp2"};
  Parameters parameters{{"n", std::int64_t{sse.n}}, {"scheme", kNames.at(static_cast<std::size_t>(sse.scheme))}};
  if (sse.has_k()) parameters.emplace("k", std::int64_t{sse.k});
  if (sse.has_l()) parameters.emplace("l", std::int64_t{sse.l});
  if (sse.has_modules()) parameters.emplace("modules", std::int64_t{sse.modules});
  return parameters;
}

inline ChipParameters with_wide_chain(ChipParameters parameters = {}) {
  parameters.chain_bits = 64;
  return parameters;
}

class BuiltArray {
 public:
  explicit BuiltArray(const sse::Sse& sse, const ChipParameters& parameters = with_wide_chain(), bool diagnoses = false)
      : array(sse),
        bench("sse", parameters_of(sse), "destination-tag", parameters, true, sse.n / 2 + 1, {}, Multicasts::kNone, {},
              diagnoses),
        extractor_(bench.fabric->fabric()) {
    elaborate();
  }

  Repair repair(const Defects& defects) const { return bench.fabric->repair(defects, {}); }
  void load(const Repair& repair, bool with_message = true) {
    bench.load(stream_of(fabric(), repair.configuration), repair.placement,
               with_message ? repair.message : std::nullopt);
  }
  ConfigChain::Phase phase() const { return bench.chip->configuration().chain().phase(); }
  const Fabric& fabric() const { return bench.fabric->fabric(); }

  /// Checks the network that the states of the modules make against the definition of the network.
  std::string states_flaw(const Defects& defects, const Placement& placement) const {
    return sse::test::extraction_flaw(array, defects, placement,
                                      extractor_.extract(bench.chip->configuration().read_back()));
  }

  /// Checks where the routers' own links end, without the extraction.
  std::string ends_flaw(const Placement& placement) const {
    const auto nodes = static_cast<std::uint32_t>(placement.site_of.size());
    for (std::uint32_t l = 0; l < nodes; ++l) {
      const std::uint32_t target = sse::test::target_by_definition(nodes, l);
      if (!meets(placement, l, sse::kShuffleOut, target, sse::kShuffleIn)) return flaw(l, "shuffle-out");
      if (!meets(placement, target, sse::kShuffleIn, l, sse::kShuffleOut)) return flaw(target, "shuffle-in");
      if (!meets(placement, l, sse::kExchange, l ^ 1u, sse::kExchange)) return flaw(l, "exchange");
    }
    return "";
  }

  void expect_repaired(const Defects& defects) {
    const Repair plan = repair(defects);
    ASSERT_TRUE(plan.repairable) << sse::test::text(defects);
    load(plan);
    ASSERT_EQ(phase(), ConfigChain::Phase::kActive)
        << bench.chip->configuration().chain().error() << sse::test::text(defects);
    ASSERT_EQ(bench.chip->nodes().placement(), plan.placement);
    ASSERT_EQ(states_flaw(defects, plan.placement), "") << sse::test::text(defects);
    ASSERT_EQ(ends_flaw(plan.placement), "") << sse::test::text(defects);
    ++repaired_;
  }

  /// The number of sets that were loaded and found right.
  std::size_t repaired() const { return repaired_; }

  sse::Array array;
  Bench bench;

 private:
  bool meets(const Placement& placement, std::uint32_t node, PortId port, std::uint32_t far, PortId far_port) const {
    const Router& router = bench.chip->router(placement.site_of[node]);
    if (router.node() != NodeId{node} || router.link(port).open()) return false;
    return bench.chip->modules().router_at(router.far(port)).node() == NodeId{far} && router.far(port).port == far_port;
  }
  static std::string flaw(std::uint32_t node, const std::string& port) {
    return "the " + port + " of node " + std::to_string(node) + " ends elsewhere";
  }

  NetworkExtractor extractor_;
  std::size_t repaired_ = 0;
};

/// Counts the bound ports of the PEs' selectors and routers.
class PortCount {
 public:
  explicit PortCount(Chip& chip) : chip_(chip) {
    for (const auto& module : chip.modules().switches) {
      const auto terminals = static_cast<TerminalNo>(module->type().terminals().size());
      for (TerminalNo t = 0; t < terminals; ++t) owner_[&module->path_end(t)] = module->get_parent_object()->name();
    }
    for (std::uint32_t site = 0; site < chip.sites(); ++site) {
      Router& router = chip.router(SiteId{site});
      owner_[&router.path_target()] = router.get_parent_object()->name();
    }
  }

  sse::Counts count() {
    sse::Counts counts;
    counts.pes = chip_.sites();
    for (const auto& module : chip_.modules().switches) count_selector(*module, counts);
    for (std::uint32_t site = 0; site < chip_.sites(); ++site) {
      PathPort& exchange = chip_.router(SiteId{site}).path_port(sse::kExchange);
      if (owner_.at((*exchange.shown())[0]) != scope_of(SiteId{site}))
        count_link(scope_of(SiteId{site}), exchange, counts, true);
    }
    counts.exchange_links /= 2;
    counts.simple_edges = edges_.size();
    for (const auto& [pe, ports] : ports_) counts.max_extra_ports = std::max(counts.max_extra_ports, ports - 3);
    return counts;
  }

 private:
  std::string scope_of(SiteId site) const { return chip_.router(site).get_parent_object()->name(); }

  void count_selector(SwitchModule& module, sse::Counts& counts) {
    const std::string name = module.basename();
    const auto terminals = static_cast<TerminalNo>(module.type().terminals().size());
    for (TerminalNo t = 1; t < terminals; ++t) {
      PathPort& path_port = module.wire_port(t);
      if (path_port.shown()->size() == 0) continue;
      const std::string pe = module.get_parent_object()->name();
      count_link(pe, path_port, counts, name == "select_exchange");
      if (name != "select_out") continue;
      ++counts.shuffle_links;
      counts.self_loops += owner_.at((*path_port.shown())[0]) == pe;
    }
  }

  void count_link(const std::string& pe, PathPort& path_port, sse::Counts& counts, bool is_exchange) {
    const std::string& far = owner_.at((*path_port.shown())[0]);
    ++ports_[pe];
    counts.exchange_links += is_exchange;
    if (far != pe) edges_.insert({std::min(pe, far), std::max(pe, far)});
  }

  Chip& chip_;
  std::map<PathTargetIf*, std::string> owner_;  // the PE
  std::map<std::string, std::size_t> ports_;
  std::set<std::pair<std::string, std::string>> edges_;
};

}  // namespace kintsugi::test

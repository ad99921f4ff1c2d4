#include "models/repair/legal_pool.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>

#include "models/fabric/extraction.hpp"
#include "models/random/random.hpp"
#include "models/repair/legal_states.hpp"
#include "models/repair/random_defects.hpp"

namespace kintsugi {

namespace {

constexpr std::size_t kPoolMaps = 200;         // random defect maps, fewer on a large fabric
constexpr std::size_t kMapWork = 400'000'000;  // of them: values that are tried times switches
constexpr std::size_t kMostUndecided = 5;      // questions, before the search gives up
constexpr std::size_t kPoolVaried = 24;        // of the repairs, with idle switches at random
constexpr std::uint32_t kPoolConflicts = 2'000'000;
constexpr std::uint64_t kPoolSeed = 7;

class PoolBuilder {
 public:
  PoolBuilder(const ReconfigurableFabric& repaired, const Network& network,
              const std::vector<std::vector<bool>>& wanted)
      : repaired_(repaired), network_(network), fabric_(repaired.fabric()), extractor_(fabric_), random_(kPoolSeed, 0) {
    for (const ConfigField& field : fabric_.fields) pool_.reach.emplace_back(field.states, Decision::kNotDecided);
    for (std::size_t field = 0; field < wanted.size(); ++field) {
      for (std::size_t value = 0; value < wanted[field].size(); ++value) {
        if (wanted[field][value]) wanted_.push_back({field, static_cast<SwitchState>(value)});
      }
    }
  }

  LegalPool build(const Progress& progress) {
    add_repairs();
    search(progress);
    return std::move(pool_);
  }

 private:
  bool is_legal(const Configuration& configuration, const Placement& placement) const {
    const SwitchStates states = switch_states(fabric_, configuration);
    return !difference(extractor_.extract(states), network_, placement, fabric_);
  }

  bool is_reached(std::size_t field, std::size_t value) const { return pool_.reach[field][value] == Decision::kYes; }

  /// Returns the number of wanted values that are not reached.
  std::size_t open_questions() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(wanted_, [this](const FieldValue& each) { return !is_reached(each.field, each.value); }));
  }

  bool has_new_value(const Configuration& configuration) const {
    for (std::size_t field = 0; field < configuration.size(); ++field) {
      if (!is_reached(field, configuration[field])) return true;
    }
    return false;
  }

  void keep(const Configuration& configuration, const Placement& placement) {
    for (std::size_t field = 0; field < configuration.size(); ++field) {
      pool_.reach[field][configuration[field]] = Decision::kYes;
    }
    pool_.configurations.push_back({configuration, switch_states(fabric_, configuration), placement});
  }

  /// Repairs maps with more and more defects, and keeps those that bring something new.
  void add_repairs() {
    RepairOptions options;
    options.explain = false;
    std::size_t varied = 0;
    std::size_t values = 0;
    for (const ConfigField& field : fabric_.fields) values += field.states;
    const std::size_t work = std::max<std::size_t>(1, values * fabric_.switches.size());
    const std::size_t maps = std::clamp<std::size_t>(kMapWork / work, 4, kPoolMaps);
    for (std::size_t map = 0; map < maps && (varied < kPoolVaried || open_questions() != 0); ++map) {
      const std::size_t most = std::max<std::size_t>(1, (fabric_.sites.size() - network_.nodes()) / 2);
      Defects defects;
      if (map != 0) defects.sites = random_defects(fabric_.sites.size(), 1 + map % most, kPoolSeed + map);
      const Repair repair = repaired_.repair(defects, options);
      if (!repair.repairable || !is_legal(repair.configuration, repair.placement)) continue;
      if (has_new_value(repair.configuration)) keep(repair.configuration, repair.placement);
      vary(repair.configuration, repair.placement, varied++ < kPoolVaried);
    }
  }

  /// Sets idle switches to values that are new, and to random ones. A change of one field that leaves the network as it
  /// is can contradict another such change where ports have no link: so each result is checked.
  void vary(const Configuration& base, const Placement& placement, bool at_random) {
    Configuration fresh = base, random = base;
    for (std::size_t field = 0; field < base.size(); ++field) {
      std::vector<SwitchState> others;
      for (unsigned value = 0; value < fabric_.fields[field].states; ++value) {
        const auto state = static_cast<SwitchState>(value);
        if (state == base[field] || (is_reached(field, value) && !at_random)) continue;
        Configuration changed = base;
        changed[field] = state;
        if (is_legal(changed, placement)) others.push_back(state);
      }
      for (const SwitchState state : others) {
        if (!is_reached(field, state)) fresh[field] = state;
      }
      if (!others.empty()) random[field] = others[random_.below(others.size())];
    }
    for (const Configuration& varied : {fresh, random}) {
      if (varied != base && (at_random || has_new_value(varied))) keep_if_legal(base, varied, placement);
    }
  }

  void keep_if_legal(const Configuration& base, const Configuration& varied, const Placement& placement) {
    if (is_legal(varied, placement)) return keep(varied, placement);
    Configuration changed = base;
    for (std::size_t field = 0; field < base.size(); ++field) {
      const SwitchState before = std::exchange(changed[field], varied[field]);
      if (before != varied[field] && !is_legal(changed, placement)) changed[field] = before;
    }
    if (has_new_value(changed)) keep(changed, placement);
  }

  void search(const Progress& progress) {
    const std::size_t questions = open_questions();
    if (questions == 0 || network_.nodes() > LegalStates::kMostNodes) return;
    LegalStates legal(fabric_, network_, near_sites());
    std::size_t asked = 0, undecided = 0;
    for (const auto& [field, value] : wanted_) {
      if (pool_.reach[field][value] != Decision::kNotDecided) continue;
      const Decision found = legal.find({field, value}, kPoolConflicts);
      if (found == Decision::kNotDecided && ++undecided == kMostUndecided) return;
      pool_.reach[field][value] = found;
      if (found == Decision::kYes) {
        const Configuration configuration = legal.configuration();
        const Placement placement = legal.placement();
        if (!is_legal(configuration, placement)) throw std::logic_error("a legal configuration is not legal");
        keep(configuration, placement);
        vary(configuration, placement, false);
      }
      if (progress) progress(++asked, questions);
    }
  }

  /// Returns the sites that are near the place of each node; none where PEs have no rows and columns.
  std::vector<std::vector<SiteId>> near_sites() {
    RepairOptions options;
    const Repair sound = repaired_.repair({}, options);
    pool_.is_near = sound.repairable && repaired_.info().pe.size() > 1;
    if (!pool_.is_near) return {};
    std::vector<std::vector<SiteId>> near;
    for (const SiteId home : sound.placement.site_of) {
      std::vector<SiteId>& sites = near.emplace_back();
      for (const SiteId site : ids<SiteId>(fabric_.sites.size())) {
        if (are_near(fabric_.sites[home.index()].address, fabric_.sites[site.index()].address)) sites.push_back(site);
      }
    }
    return near;
  }

  static bool are_near(const std::vector<int>& a, const std::vector<int>& b) {
    for (std::size_t part = 0; part < a.size(); ++part) {
      if (std::abs(a[part] - b[part]) > 1) return false;
    }
    return true;
  }

  const ReconfigurableFabric& repaired_;
  const Network& network_;
  const Fabric& fabric_;
  std::vector<FieldValue> wanted_;
  NetworkExtractor extractor_;
  RandomStream random_;
  LegalPool pool_;
};

}  // namespace

LegalPool legal_pool(const ReconfigurableFabric& fabric, const Network& network,
                     const std::vector<std::vector<bool>>& wanted, const Progress& progress) {
  return PoolBuilder(fabric, network, wanted).build(progress);
}

}  // namespace kintsugi

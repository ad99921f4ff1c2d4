#include "tb/tool/rivals/throughput.hpp"

#include <map>
#include <stdexcept>
#include <utility>

#include "models/network/text.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/sweep/points.hpp"
#include "tb/tool/sweep/saturation.hpp"

namespace kintsugi::rivals {

namespace {

using Overrides = std::vector<std::string>;

std::string list_of(const std::vector<NodeId>& nodes) {
  return "[" + with_commas(nodes, [](NodeId node) { return std::to_string(node.value); }) + "]";
}

Overrides overrides_of(const Delivered& delivered, const SizedNetworks& networks) {
  Overrides overrides;
  const Parameters parameters = networks.parameters(delivered.size).value();
  for (const auto& [name, value] : parameters) {
    overrides.push_back("network." + name + "=" + kintsugi::to_text(value));
  }
  if (!delivered.dead.empty()) overrides.push_back("defects={pe: " + list_of(delivered.dead) + "}");
  if (!delivered.users.empty()) overrides.push_back("traffic.among=" + list_of(delivered.users));
  return overrides;
}

/// Collects the networks to simulate, each once.
class Collection {
 public:
  Collection(const Study& study, const ThroughputSearch& search) : study_(study), search_(search) {}

  std::size_t add(const Delivered& delivered) {
    Overrides own = overrides_of(delivered, *study_.networks);
    const auto [found, is_new] = numbers_.emplace(own, searches_.size());
    if (!is_new) return found->second;
    Overrides all = search_.overrides;
    all.insert(all.end(), own.begin(), own.end());
    searches_.push_back({search_.scenario, std::move(all), search_.tolerance});
    nodes_.push_back(delivered.size.nodes());
    return found->second;
  }

  /// Returns the throughputs in the order of add().
  std::vector<double> simulate(const Progress& progress) const {
    const auto found = sweep::find_saturations(searches_, search_.workers, progress);
    std::vector<double> throughputs;
    for (std::size_t i = 0; i < found.size(); ++i) throughputs.push_back(throughput(i, found[i]));
    return throughputs;
  }

 private:
  double throughput(std::size_t i, const sweep::FoundSaturation& found) const {
    if (found.failed) {
      std::string set;
      for (const std::string& each : searches_[i].overrides) set += " --set '" + each + "'";
      throw std::runtime_error("a simulation failed: " + found.runs[*found.failed].result.outcome() +
                               "; kintsugi run " + search_.scenario.name + set +
                               " --set traffic.rate=" + found.runs[*found.failed].rate + " shows it");
    }
    if (found.stopped) throw Stopped{};
    return found.at ? found.runs[*found.at].throughput.accepted * static_cast<double>(nodes_[i]) : 0;
  }

  const Study& study_;
  const ThroughputSearch& search_;
  std::map<Overrides, std::size_t> numbers_;
  std::vector<sweep::SaturationSearch> searches_;
  std::vector<std::size_t> nodes_;
};

}  // namespace

void require_traffic(const Input& input) {
  const Scenario& scenario = input.scenario;
  Diagnostics errors;
  if (!scenario.traffic) {
    errors.add({scenario.source, 0, 0}, "--saturation simulates traffic; add traffic: {}, or leave --saturation out");
  } else if (scenario.traffic->trace || scenario.traffic->flows || scenario.runs_program() ||
             scenario.traffic->multicast || scenario.traffic->burst || !scenario.traffic->among.empty() ||
             !scenario.traffic->rates.empty()) {
    errors.add(scenario.where("traffic"),
               "traffic: --saturation needs a pattern among all nodes, with one rate; leave trace, flows, workload, "
               "multicast, among, rates and burst out");
  }
  std::vector<std::string> sections = {"fabric", "defects", "faults"};
  for (const FeatureSection& writing : writing_sections(scenario)) sections.emplace_back(writing.name);
  for (const std::string& section : sections) {
    if (!scenario.positions.contains(section)) continue;
    errors.add(scenario.where(section), section +
                                            ": the rivals are wired directly and have defects of their own; leave the "
                                            "section out (options of the fabric: --tracks ...)");
  }
  sweep::can_read_again(scenario, errors);
  errors.raise();
}

double add_throughputs(const Study& study, const ThroughputSearch& search, const Progress& progress,
                       StudyResult& result) {
  Collection collection(study, search);
  const std::size_t whole = collection.add({true, study.networks->wanted(), {}, {}});
  for (const std::vector<Outcomes>& row : result) {
    for (const Outcomes& outcomes : row) {
      for (const auto& delivered : outcomes.to_simulate) {
        if (delivered) collection.add(*delivered);
      }
    }
  }
  const std::vector<double> throughputs = collection.simulate(progress);
  for (std::vector<Outcomes>& row : result) {
    for (Outcomes& outcomes : row) {
      for (const auto& delivered : outcomes.to_simulate) {
        outcomes.throughput.push_back(delivered ? throughputs[collection.add(*delivered)] : 0);
      }
    }
  }
  return throughputs[whole];
}

}  // namespace kintsugi::rivals

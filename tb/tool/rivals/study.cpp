#include "tb/tool/rivals/study.hpp"

#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "models/network/shared_items.hpp"
#include "models/network/text.hpp"
#include "models/repair/defect_maps.hpp"
#include "models/rivals/harvest.hpp"
#include "models/rivals/shift_repair.hpp"
#include "models/rivals/spare_cores.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/sweep/points.hpp"
#include "tb/tool/sweep/saturation.hpp"

namespace kintsugi::rivals {

namespace {

constexpr std::uint64_t kMostDies = std::numeric_limits<std::uint32_t>::max();

GridSize size_of(const Network& network) {
  const std::vector<unsigned>& sides = network.grid().sides;
  return sides.size() == 2 ? GridSize{sides[0], sides[1]} : GridSize{};
}

class StudyMaker {
 public:
  StudyMaker(const Input& input, const StudyOptions& options) {
    study_.input = &input;
    study_.options = options;
  }

  Study make() {
    make_fabric();
    check_options();
    errors_.raise();
    study_.networks = std::make_unique<SizedNetworks>(*study_.input);
    add_schemes();
    add_settings();
    return std::move(study_);
  }

 private:
  void refuse_network(const std::string& why) {
    errors_.add(study_.input->scenario.where("network.kind"),
                why +
                    "; --rivals needs a network on a grid of two dimensions that a fabric can carry, such as {kind: "
                    "mesh, sides: [8, 8]}");
  }

  void make_fabric() {
    Parameters options = study_.options.fabric_options;
    options.merge(Parameters(study_.input->scenario.fabric_or_default().options));
    const Design& design = *study_.input->setup.design;
    try {
      study_.fabric = design.fabric(options);
    } catch (const ParameterError& error) {
      return errors_.add(study_.input->scenario.where(error.parameter()), error.what());
    }
    if (!study_.fabric) return refuse_network("this network has no fabric with spare PEs");
    if (study_.fabric->info().pe.size() != 2 || size_of(design.network()).nodes() == 0) {
      refuse_network("the PEs of this network have no rows and columns");
    }
  }

  void check_options() {
    const StudyOptions& options = study_.options;
    if (options.pe_defects.empty()) {
      errors_.add({"--rivals", 0, 0}, "how many PEs are defective? Add --pe-defect P[,P], the probabilities of a PE");
    }
    for (const double probability : options.pe_defects) {
      if (probability >= 1) errors_.add({"--pe-defect", 0, 0}, "with --rivals, a probability is below 1");
    }
    if (options.saturation > options.maps) {
      errors_.add({"--saturation", 0, 0}, std::to_string(options.saturation) + " maps are more than the " +
                                              std::to_string(options.maps) + " of --maps");
    }
    if (2 * options.pe_defects.size() > kMostDies / options.maps) {
      errors_.add({"--maps", 0, 0}, "these are too many maps to keep; take fewer");
    }
  }

  void add_schemes() {
    const Input& input = *study_.input;
    SizedNetworks& networks = *study_.networks;
    const GridSize wanted = networks.wanted();
    const Network& network = input.setup.network();
    for (const RepairOptions& repair : study_.options.repairs) {
      const std::string name = study_.options.repairs.size() == 1 ? "shift" : "shift " + repair.planner;
      study_.schemes.push_back(std::make_unique<ShiftRepair>(name, *study_.fabric, network, wanted, repair));
    }
    const std::size_t pes = study_.fabric->fabric().sites.size();
    for (const Line line : {Line::kRow, Line::kColumn}) {
      const GridSize array = array_of(line, wanted, pes);
      const Network* whole = networks.find(array);
      const auto has = [&networks](GridSize size) { return networks.find(size) != nullptr; };
      study_.schemes.push_back(std::make_unique<Harvest>(
          line, wanted, array, has, whole != nullptr ? std::optional(whole->links().size()) : std::nullopt));
    }
    const GridSize array = array_of(Line::kRow, wanted, pes);
    if (const Network* larger = networks.find(array)) {
      study_.schemes.push_back(std::make_unique<SpareCores>(wanted, array, *larger));
      study_.schemes.push_back(std::make_unique<Holes>(wanted, array, *larger));
    } else {
      study_.absent.push_back("spare cores and holes are left out: a network of kind " + input.scenario.network.kind +
                              " cannot have " + std::to_string(array.columns) + " x " + std::to_string(array.rows) +
                              " nodes");
    }
  }

  void add_settings() {
    const StudyOptions& options = study_.options;
    for (const double probability : options.pe_defects) {
      study_.settings.push_back({probability, {}});
      if (options.cluster) study_.settings.push_back({probability, options.cluster});
    }
  }

  Study study_;
  Diagnostics errors_;
};

DefectMaps maps_of(const Study& study, const Setting& setting, const Scheme& scheme) {
  const std::vector<GridPlace> places = scheme.places();
  std::vector<SiteId> sites;
  for (std::uint32_t site = 0; site < places.size(); ++site) sites.push_back(SiteId{site});
  DefectDensity density{setting.probability, setting.alpha, {}};
  if (setting.alpha && study.options.field) density.field_of = fields_of(places, *study.options.field);
  return DefectMaps::scattered(std::move(sites), std::move(density), study.options.maps, study.options.seed);
}

/// Judges dies, item by item: a number counts the maps of one setting after the other.
class StudyJudge {
 public:
  StudyJudge(const Study& study, StudyResult& result) : study_(study), result_(result) {
    for (const Setting& setting : study.settings) {
      maps_.push_back(each_of(study.schemes, [&](const auto& scheme) { return maps_of(study, setting, *scheme); }));
      std::vector<Outcomes>& row = result_.emplace_back(study.schemes.size());
      for (Outcomes& outcomes : row) {
        outcomes.worth.resize(study.options.maps);
        outcomes.to_simulate.resize(study.options.saturation);
      }
    }
  }

  /// Called on each thread.
  void work(SharedItems& items) const {
    const auto deliveries = each_of(study_.schemes, [](const auto& scheme) { return scheme->delivery(); });
    std::vector<std::vector<DefectMapReader>> readers;
    for (const std::vector<DefectMaps>& sets : maps_) readers.emplace_back(sets.begin(), sets.end());
    while (const auto item = items.next()) {
      const std::size_t setting = *item / study_.options.maps, map = *item % study_.options.maps;
      for (std::size_t scheme = 0; scheme < deliveries.size(); ++scheme) {
        keep(deliveries[scheme](readers[setting][scheme].read(map)), map, result_[setting][scheme]);
      }
      items.count_done();
    }
  }

 private:
  void keep(std::optional<Delivered> delivered, std::size_t map, Outcomes& into) const {
    if (!delivered) return;
    into.worth[map].decided = delivered->decided;
    if (!delivered->decided) return;
    into.worth[map] = study_.networks->worth_of(*delivered);
    if (map < into.to_simulate.size()) into.to_simulate[map] = std::move(delivered);
  }

  const Study& study_;
  StudyResult& result_;
  std::vector<std::vector<DefectMaps>> maps_;  // by setting, by scheme
};

}  // namespace

SizedNetworks::SizedNetworks(const Input& input) : input_(&input), wanted_(size_of(input.setup.network())) {}

std::optional<Parameters> SizedNetworks::parameters(GridSize size) const {
  const Parameters& own = input_->scenario.network.parameters;
  return size == wanted_ ? own : input_->setup.family->resized(own, {size.columns, size.rows});
}

SizedNetworks::Sized& SizedNetworks::sized(GridSize size) {
  const auto [found, is_new] = sized_.try_emplace(size);
  if (!is_new) return found->second;
  if (const auto of_size = parameters(size)) found->second.design = input_->setup.family->build(*of_size);
  return found->second;
}

const Network* SizedNetworks::find(GridSize size) {
  const std::lock_guard lock(mutex_);
  const Sized& found = sized(size);
  return found.design ? &found.design->network() : nullptr;
}

Worth SizedNetworks::worth_of(const Delivered& delivered) {
  const Network* network = find(delivered.size);
  if (!delivered.dead.empty() || !delivered.users.empty()) return rivals::worth_of(delivered, *network);
  const std::lock_guard lock(mutex_);
  std::optional<Worth>& whole = sized(delivered.size).whole;
  if (!whole) whole = rivals::worth_of(delivered, *network);
  Worth worth = *whole;
  worth.repaired = delivered.repaired;
  return worth;
}

Study make_study(const Input& input, const StudyOptions& options) {
  return StudyMaker(input, options).make();
}

StudyResult judge(const Study& study, unsigned threads, const Progress& progress) {
  StudyResult result;
  const StudyJudge judge(study, result);
  const Progress listener = until_stopped(progress);
  SharedItems items(static_cast<std::uint32_t>(study.settings.size() * study.options.maps), threads, listener);
  items.share([&] { judge.work(items); });
  return result;
}

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

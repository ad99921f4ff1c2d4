/// A study of rivals on equal silicon: which schemes, which dies, and what each scheme makes of each die.
///
/// Network   that of the scenario, on a grid of two dimensions, whose family has a fabric with rows and columns of PEs
/// Schemes   models/rivals. shift: the fabric, once for each way to repair. rows, columns: arrays with at most as many
///           PEs as the fabric. spare cores, holes: a network of the same family on the array of `rows`; a family
///           without networks of that size has not these two, and its harvested arrays deliver the wanted network or
///           nothing
/// Dies      for each probability that a PE is defective, uniform ones, and with an alpha clustered ones. All schemes
///           get the same random numbers: without fields, PE i of every scheme is defective or none is
/// Threads   results are the same for every number of threads
/// Errors    make_study() throws InputError with every mistake; judge() Stopped if the program is asked to stop
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/rivals/scheme.hpp"
#include "models/rivals/worth.hpp"
#include "tb/tool/scenario/source.hpp"
#include "tb/tool/setup/input.hpp"
#include "tb/tool/sweep/decimal.hpp"

namespace kintsugi::rivals {

struct StudyOptions {
  std::vector<double> pe_defects = {};  ///< probabilities, each below 1; at least one
  std::optional<double> cluster = {};   ///< alpha
  std::optional<FieldSize> field = {};  ///< only with `cluster`
  std::uint64_t maps = 500;
  std::uint64_t seed = 1;
  std::uint64_t saturation = 0;             ///< how many of the maps are simulated, the first ones
  Parameters fabric_options = {};           ///< of the fabric, in place of those of the scenario
  std::vector<RepairOptions> repairs = {};  ///< a scheme each; at least one
};

/// One kind of dies.
struct Setting {
  double probability = 0;
  std::optional<double> alpha = {};
};

/// The networks of one family on grids of several sizes, each built and measured once.
class SizedNetworks {
 public:
  /// `input` must outlive the object.
  explicit SizedNetworks(const Input& input);
  GridSize wanted() const { return wanted_; }
  /// Returns the network of that size; nullptr if the family has none. Several threads may call it.
  const Network* find(GridSize size);
  /// Returns what a delivered network is worth. Several threads may call it.
  Worth worth_of(const Delivered& delivered);
  /// Returns the parameters of the network of that size; nullopt if the family has none.
  std::optional<Parameters> parameters(GridSize size) const;

 private:
  struct Sized {
    std::unique_ptr<Design> design;  ///< null: the family has none
    std::optional<Worth> whole;
  };
  Sized& sized(GridSize size);

  const Input* input_;
  GridSize wanted_;
  std::mutex mutex_;
  std::map<GridSize, Sized> sized_;
};

struct Study {
  const Input* input = nullptr;
  StudyOptions options;
  std::unique_ptr<SizedNetworks> networks;
  std::unique_ptr<ReconfigurableFabric> fabric;
  std::vector<std::unique_ptr<Scheme>> schemes;
  std::vector<std::string> absent;  ///< why schemes are missing, a sentence each
  std::vector<Setting> settings;
};

/// Refers to `input`.
Study make_study(const Input& input, const StudyOptions& options);

/// What a scheme makes of the maps of one setting.
struct Outcomes {
  std::vector<Worth> worth;                           ///< by map; all 0 where nothing is delivered
  std::vector<std::optional<Delivered>> to_simulate;  ///< of the first StudyOptions::saturation maps
  std::vector<double> throughput;                     ///< of these, flits/cycle of the whole die; empty: not simulated
};

/// By setting, then by scheme.
using StudyResult = std::vector<std::vector<Outcomes>>;

StudyResult judge(const Study& study, unsigned threads, const Progress& progress);

/// The saturation throughput of what the schemes deliver, by simulation of the scenario's traffic.
///
/// Network     the delivered one, wired directly, with the routing, traffic and run of the scenario: dead nodes are
///             defects, only the users send and receive (traffic.among). Equal networks are simulated once. Every link
///             takes the cycles of the scenario: the longer wires of repaired and harvested networks are not modelled
/// Throughput  what the users accept at the saturation rate (tb/tool/sweep/saturation.hpp), flits/cycle of the whole
///             die; 0 if nothing is delivered, or if the lowest rate is not accepted
/// Errors      InputError if the scenario does not suit many runs; std::runtime_error, with the command that shows it,
///             if a run fails; Stopped if the program is asked to stop
struct ThroughputSearch {
  Source scenario;
  std::vector<std::string> overrides;  ///< of --set
  sweep::Decimal tolerance{1, 2};      ///< between rates, flits/node/cycle
  unsigned workers = 1;                ///< processes at a time
};

/// Checks the scenario before anything is simulated.
void require_traffic(const Input& input);

/// Adds the throughputs to the outcomes. Returns that of the wanted network without defects.
double add_throughputs(const Study& study, const ThroughputSearch& search, const Progress& progress,
                       StudyResult& result);

}  // namespace kintsugi::rivals

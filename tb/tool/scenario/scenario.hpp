/// A scenario: what to build, which parts are defective, what to run. Plain data, read and checked by
/// tb/tool/scenario/reader.hpp; the defaults here are those of a key that is left out.
///
/// tb/tool/setup/setup.hpp builds the models of a scenario, and checks it against them.
#pragma once

#include <any>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

#include "models/allocation/channel_allocator.hpp"
#include "models/fabric/address.hpp"
#include "models/network/limits.hpp"
#include "models/network/types.hpp"
#include "models/repair/random_defects.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/repair/scattered_defects.hpp"
#include "models/traffic/burst.hpp"
#include "models/traffic/flows.hpp"
#include "models/traffic/packet_lengths.hpp"
#include "models/traffic/pattern.hpp"
#include "models/workload/protocol.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/refused_keys.hpp"
#include "tb/tool/scenario/wafer_file.hpp"
#include "tb/tool/scenario/written_node.hpp"

namespace kintsugi {

/// The values of the sections that features add to a scenario: at most one of each type.
class FeatureValues {
 public:
  /// Puts a new value in the place of the former one, and returns it.
  template <class T>
  T& emplace() {
    return values_[typeid(T)].emplace<T>();
  }
  /// Returns nullptr if there is no value of this type.
  template <class T>
  const T* find() const {
    const auto found = values_.find(typeid(T));
    return found == values_.end() ? nullptr : std::any_cast<T>(&found->second);
  }
  template <class T>
  T* find() {
    return const_cast<T*>(std::as_const(*this).find<T>());
  }
  void clear() { values_.clear(); }

 private:
  std::map<std::type_index, std::any> values_;
};

struct NetworkSection {
  std::string kind;       ///< a family of the registry
  Parameters parameters;  ///< types checked against Family::parameters()
};

struct FabricSection {
  Parameters options;        ///< types and ranges checked against the options of the family's FabricInfo
  unsigned chain_bits = 32;  ///< bits per cycle of the configuration chain
};

/// The address of a PE, link or element as the user wrote it, and where.
struct WrittenAddress {
  Address address;
  Where where;
  /// The words of a PE, or of both ends of a link, that are no lists of coordinates: in a network that is wired
  /// directly they name nodes. A part of `address` is empty if its word is no number.
  std::vector<std::string> nodes = {};
};

/// Random defects of one kind: of those that are not named.
struct RandomKind {
  std::string key;      ///< that of lists of such defects: "pe", "link", "switch" ...
  DefectAmount amount;  ///< so many distinct ones, or the probability of each; with `cluster`, the mean number of PEs
  Where where;          ///< of the amount
};

struct RandomDefects {
  std::vector<RandomKind> kinds;  ///< each once
  std::uint64_t seed = 1;
  std::optional<double> cluster = {};   ///< alpha of models/repair/scattered_defects.hpp, for PEs
  std::optional<FieldSize> field = {};  ///< nullopt: the whole chip; only with `cluster`
};

/// Wafer maps of another tool, which defects.file names.
struct MeasuredMaps {
  WaferMaps maps;
  Where where;  ///< of the name of the file
};

/// A dead segment of the configuration chain, by its name.
struct WrittenSegment {
  std::string name;
  Where where;
};

/// PEs, links and elements by their addresses, random ones, and wafer maps. A defect map file has been read into them.
struct DefectsSection {
  std::vector<WrittenAddress> named;
  std::vector<WrittenSegment> segments = {};
  std::optional<RandomDefects> random;
  std::optional<MeasuredMaps> measured = {};
};

/// How the chip learns of faults at run time: repair.diagnosis and the keys beside it.
struct DiagnosisSection {
  enum class Method {
    kTold,      ///< in the cycle of the fault
    kObserver,  ///< PEs notice it and report to an observer, which broadcasts the repair
    kExchange,  ///< PEs notice it and exchange their logical numbers
  };
  Method method = Method::kTold;
  Cycle test_interval = 100;  ///< cycles, above time_out
  Cycle time_out = 4;         ///< cycles
  bool is_told() const { return method == Method::kTold; }
};

/// A PE, link or element of the fabric that dies while the chip runs.
struct TimedFault {
  Cycle cycle = 0;                  ///< at whose end
  std::optional<Cycle> until = {};  ///< at whose end it works again; nullopt: never
  WrittenAddress what = {};
  Where where = {};        ///< of the cycle
  Where until_where = {};  ///< of `until`
};

/// A link that corrupts flits while the chip runs.
struct TimedCorruption {
  Cycle cycle = 0;      ///< from which on
  WrittenAddress what;  ///< a link
  double rate = 0;      ///< probability that a flit is corrupted
  Where where;          ///< of the cycle
};

struct RouterSection {
  std::string preset = "default";  ///< what the other three default to: see vocabulary.hpp
  std::optional<unsigned> vcs;     ///< virtual channels of every link; nothing: the routing's own default
  unsigned buffer = 4;             ///< flits per virtual channel
  unsigned latency = 1;            ///< cycles a flit spends in a router beyond its wire
  AllocatorRule allocator = AllocatorRule::kSerial;  ///< which heads get output channels
  std::optional<unsigned> patience;            ///< cycles that a head waits before it takes a way for blocked packets
  std::optional<std::string> weight;           ///< what general routings make small: a name of kLinkWeights
  std::optional<std::string> routing;          ///< nullopt: the network's default, or that of `table`
  std::optional<std::filesystem::path> table;  ///< a file with the routing as a table
};

/// Cycles on a link: by `reach` if it is given (pitches per cycle, rounded up), else by kind, else the constant.
struct LinkSection {
  unsigned latency = 1;                     ///< cycles, >= 1
  std::map<std::string, unsigned> by_kind;  ///< kind of link ("base", "level 2"), or its first word ("level") -> cycles
  std::optional<unsigned> reach;            ///< pitches a signal travels in one cycle, >= 1
};

/// Multicasts, sent in addition to the other packets.
struct MulticastSection {
  std::string to = "all";          ///< all | random | list, or the network's name for its groups
  unsigned level = 1;              ///< of a group
  std::uint32_t size = 8;          ///< members, of random
  std::vector<WrittenNode> nodes;  ///< of list
  double rate = 0.0001;            ///< multicasts/node/cycle, 0 .. 1
  std::uint16_t flits = 4;         ///< at most router.buffer: a router forwards a copy only into room for all of it
};

/// A program that runs on the nodes.
struct WorkloadSection {
  enum class Place {
    kIdentity,  ///< rank r on the r-th node that is alive
    kAnnealed,  ///< where its messages go over few links
    kList,
    kFile,
  };
  std::filesystem::path file = {};   ///< of GOAL text; empty: the program of this name is made
  std::string name = {};             ///< of models/workload/collectives/catalogue.hpp; empty after an error
  Parameters parameters = {};        ///< types and ranges checked against its specifications
  workload::Protocol protocol = {};  ///< flits and packets of messages, cycles of calculations
  Place place = Place::kIdentity;
  std::vector<WrittenNode> nodes = {};    ///< of each rank, of kList
  std::filesystem::path place_file = {};  ///< of kFile
  std::uint64_t place_seed = 1;           ///< of kAnnealed
};

/// Replies to the packets of traffic.
struct ReplySection {
  std::uint16_t flits = 1;         ///< of every reply, 1 .. 65535
  Cycle service = 0;               ///< cycles from the arrival of a request to the creation of its reply
  bool own_channels = true;        ///< whether replies and requests have virtual channels of their own
  std::optional<unsigned> window;  ///< the most requests of a node that wait for their replies; nullopt: no limit
};

/// Priority classes of the packets of a pattern or of flows. Class 0 goes first.
struct ClassesSection {
  unsigned count = 2;          ///< 2 .. 8
  bool strict = true;          ///< else the arbiters do not look at classes
  std::vector<double> shares;  ///< of the packets of a pattern, by class, in any unit; empty: all the same
};

/// A flow of a list; its nodes are known when the network is. After a mistake one of them can be missing, as an empty
/// word without a place.
struct WrittenFlow {
  WrittenNode source;
  WrittenNode destination;
  std::string path;  ///< of its key: "traffic.flows.3"
  Flow flow;
};

struct FlowsSection {
  std::optional<std::filesystem::path> file;  ///< nullopt: they are in the list
  std::vector<WrittenFlow> list;
  double scale = 1;  ///< by which all rates are multiplied
};

struct TrafficSection {
  std::string pattern = "uniform";
  PatternOptions options;                      ///< self, and the parameters of the pattern but the node
  std::optional<WrittenNode> node;             ///< of hotspot; nullopt: the first
  std::vector<WrittenNumber> hotspots;         ///< of hotspot, with their shares; empty: the node above
  double rate = 0.01;                          ///< flits/node/cycle, 0 .. 1
  std::vector<WrittenNumber> rates;            ///< of nodes whose rate is another
  PacketLengths flits{16};                     ///< 1 .. 65535 each
  std::vector<WrittenNode> among;              ///< nodes that send and receive, as the pattern numbers them; empty: all
  std::optional<std::filesystem::path> trace;  ///< a trace file, instead of all of the above
  std::optional<FlowsSection> flows;           ///< instead of all of the above but the flits
  std::optional<BurstShape> burst;             ///< of the pattern or of the flows
  std::optional<WorkloadSection> workload;     ///< a program; above is then the traffic beside it: rate 0 if none
  std::optional<MulticastSection> multicast;
  std::optional<ReplySection> reply;
  std::optional<ClassesSection> classes;

  /// Returns whether nodes create packets of the pattern; beside a program they do so only if they have a rate.
  bool draws() const { return !workload || rate > 0 || !rates.empty(); }
  /// Returns the mean rate of so many nodes that have a rate of the pattern, those of `rates` among them.
  double mean_rate(std::size_t nodes) const;
};

inline constexpr RealRange kTrafficRates{0, 1};           ///< flits/node/cycle
inline constexpr IntegerRange kRunCycles{1, kMaxCycles};  ///< of a run

struct RunSection {
  enum class Proof {
    kAuto,  ///< all pairs of up to 4096 nodes, else lines or a sample
    kFull,
    kSkip,
  };
  Cycle cycles = 10000;    ///< end of the measurement window
  Cycle warmup = 1000;     ///< its start, < cycles; default: a tenth of the cycles
  bool drain = true;       ///< whether to continue, without new packets, until the network is empty
  std::uint64_t seed = 1;  ///< of all random streams of the run
  Cycle watchdog = 10000;  ///< cycles without any movement, with flits in the network, that count as a deadlock
  Proof proof = Proof::kAuto;
  bool details = false;  ///< whether links and buffers are sampled in every cycle of the window
};

/// What takes the place of the plan of a planner: a plan, states or a bitstream in a file.
struct GivenRepair {
  enum class Form { kPlan, kStates, kBitstream };
  Form form = Form::kPlan;
  std::filesystem::path file;
  std::string key;        ///< that names it: "repair.states"
  Where where;            ///< of the key
  bool as_given = false;  ///< `accept`: whether states run that make another network than the one wanted
};

struct Scenario {
  std::string source;  ///< file name, or "<command line>"
  NetworkSection network;
  std::optional<FabricSection> fabric;  ///< nullopt: the network's own choice, direct wiring for most
  DefectsSection defects;
  RepairOptions repair;
  std::optional<GivenRepair> given_repair;
  Cycle plan_cycles = 0;   ///< repair.plan_cycles: cycles that planning takes at run time
  bool unstopped = false;  ///< repair.mode: whether packets are sent during a reconfiguration
  DiagnosisSection diagnosis;
  std::vector<TimedFault> faults;
  std::vector<WrittenAddress> unusable_faults;  ///< entries of `faults` with a mistake beside their address
  std::vector<TimedCorruption> corruptions;     ///< the entries of `faults` with a rate
  RouterSection router;
  LinkSection link;
  std::optional<TrafficSection> traffic;
  RunSection run;
  FeatureValues features;  ///< of the sections that features add (feature_section.hpp)

  /// Returns whether the section `faults` has no PE or link that dies, only links that corrupt flits.
  bool only_corrupts() const { return faults.empty() && !corruptions.empty(); }
  /// Returns whether the run ends with a program, or at run.cycles if that is earlier.
  bool runs_program() const { return traffic && traffic->workload; }
  /// Returns whether the traffic is that of a trace.
  bool runs_trace() const { return traffic && traffic->trace; }
  /// Returns whether nothing but the end of the program ends the run, or that of the trace: its last packet.
  /// @{
  bool only_program_ends() const { return runs_program() && run.cycles == Cycle{kMaxCycles}; }
  bool only_trace_ends() const { return runs_trace() && run.cycles == Cycle{kMaxCycles}; }
  bool ends_by_itself() const { return only_program_ends() || only_trace_ends(); }
  /// @}
  /// Returns the key by which the scenario has multicasts; empty if it has none.
  std::string_view multicast_key() const;
  /// Returns the fabric section, or the default one for a network that is on a fabric without the section.
  FabricSection fabric_or_default() const { return fabric.value_or(FabricSection{}); }

  /// Where each key that was given stands, by its path: "network.n", "router.vcs"; texts of a list by their index:
  /// "waves.scope.0".
  std::map<std::string, Where, std::less<>> positions;
  /// The files that the scenario reads, by the path of the key that names them: "traffic.trace".
  std::map<std::string, std::filesystem::path> files;
  /// The keys whose values were refused.
  RefusedKeys refused;
  /// Returns whether the scenario says what these keys are: others may be judged by them.
  bool knows(std::initializer_list<std::string_view> paths) const { return refused.knows(paths); }
  /// Returns the position of a key, or of the closest section above if the key is missing.
  Where where(std::string_view path) const;
  /// Adds an error at the position of a key. The message begins with its path; the other parts follow.
  template <class... Parts>
  void complain(Diagnostics& errors, std::string_view path, const Parts&... parts) const {
    errors.add(where(path), path, parts...);
  }
};

}  // namespace kintsugi

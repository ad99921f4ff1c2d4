#include "tb/tool/run/system.hpp"

#include <algorithm>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include "hw/chip/chip.hpp"
#include "hw/chip/deadlock_report.hpp"
#include "hw/chip/module_walk.hpp"
#include "hw/chip/stall_rule.hpp"
#include "hw/clock/spawn.hpp"
#include "hw/clock/thread_team.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/network/text.hpp"
#include "tb/testbench/configuration_driver.hpp"
#include "tb/tool/console/failure.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/console/progress.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/run/chip_setup.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/instrument_checks.hpp"
#include "tb/tool/run/memory.hpp"
#include "tb/tool/run/partial_network.hpp"
#include "tb/tool/run/proof_report.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/run/routing_tables.hpp"
#include "tb/tool/run/run_cost.hpp"
#include "tb/tool/run/run_observer.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/run/run_time_repair.hpp"
#include "tb/tool/run/simulation.hpp"

namespace kintsugi {

namespace {

constexpr std::size_t kMaxWaits = 40;                                // lines about a deadlock
constexpr std::size_t kRouterCyclesPerLook = std::size_t{1} << 18U;  // of progress: well below a second
constexpr Cycle kFarOff = kMaxCycles;
constexpr Cycle kCyclesOfCircling = 10'000;  // without a delivery, at least, before packets are taken to go in circles
#ifndef NDEBUG
#ifdef KINTSUGI_SANITIZED
constexpr Cycle kCyclesPerCheck = 16;  // of conservation: nothing that is lost comes back
#else
constexpr Cycle kCyclesPerCheck = 1;
#endif
#endif

/// Returns what needs a single thread, with its verb; nullptr if several threads can evaluate the modules.
const char* reason_for_one_thread(const Scenario& scenario, const Setup& setup, Schedule schedule,
                                  const std::vector<InstrumentInfo>& wanted) {
  if (schedule != Schedule::kDomain) return "this schedule needs";
  if (setup.multicast) return "multicast needs";
  if (!scenario.faults.empty()) return "faults at run time need";
  for (const InstrumentInfo& info : wanted) {
    if (info.for_one_thread != nullptr) return info.for_one_thread;
  }
  if (setup.fault_aware != nullptr) return "a routing that routes around faults needs";
  return nullptr;
}

/// Returns the sentence about packets of the trace that are not sent, without the place.
std::string unsent(std::size_t packets, const std::string& why) {
  const std::string be = packets == 1 ? "is " : "are ";
  return counted(packets, "packet") + " of the trace " + be + why + " and " + be + "not sent";
}

/// Returns the input, or that of its partial run if the scenario asks for one.
Input runnable(Input input) {
  std::optional<Input> partial = partial_input(input);
  return partial ? std::move(*partial) : std::move(input);
}

}  // namespace

/// What a system has that is not the caller's.
struct System::Owned {
  Input input;
  RunOptions options{.quiet = true};
  std::ostringstream messages;
};

/// One run, phase by phase. A program that has it drive the simulation calls run(); else its Pilot begins the run.
class System::Run {
 public:
  /// Of a run for ends only the ends of the task are wanted.
  Run(const Scenario& scenario, const Setup& setup, const RunOptions& options, std::ostream& messages, bool for_ends)
      : scenario_(scenario), setup_(setup), options_(options), messages_(messages), for_ends_(for_ends) {
    const auto is_wanted = [this](const InstrumentInfo& info) {
      return (info.acts || !for_ends_) && (options_.writes || info.files == nullptr) && info.is_wanted(wishes_);
    };
    std::ranges::copy_if(instruments(), std::back_inserter(wanted_), is_wanted);
    threads_ = chosen_threads();
    for (const InstrumentInfo& info : wanted_) {
      if (info.make_first == nullptr) continue;
      add(info.make_first({wishes_, setup, options.out.value_or(""), messages}), info);
    }
  }
  Run(const Scenario& scenario, const Setup& setup, const RunOptions& options, std::ostringstream& messages,
      const char* name, const ChangePlan& change)
      : Run(scenario, setup, options, messages, false) {
    name_ = name;
    change_ = change;
    reports_ = &messages;
    require_files();
    make();
  }
  ~Run() {
    result_.instruments.clear();  // they may refer to the chip
    if (is_in_program() && chip_ != nullptr) end_processes(*chip_);
    if (loader_) end_processes(*loader_);
    if (pilot_) end_processes(*pilot_);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void observe(PacketObserver& observer) {
    observer_.tell_own(observer.of_thread(0));
    for (unsigned i = 0; i < observer_.others.size(); ++i) observer_.others[i]->tell_own(observer.of_thread(i + 1));
  }
  std::vector<Cycle> task_ends() const { return task_ != nullptr ? task_->ends() : std::vector<Cycle>(); }

  /// Runs from the beginning to the end. A run that cannot be simulated ends before.
  RunResult& run() {
    if (chip_ != nullptr && has_simulation_begun()) throw std::logic_error("the simulation has begun already");
    is_driven_ = true;
    const Stopwatch watch;
    if (chip_ == nullptr) {
      if (!prepare() || stop_requested() != 0) return conclude();
      elaborate();
    }
    begin_phase("starting the chip");
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    timing_.elaboration_seconds = watch.seconds();
    if (stop_requested() != 0) return conclude();
    if (!setup_.fabric || configure()) {
      begin_traffic();
      run_cycles();
    }
    if (!for_ends_) finish();
    return conclude();
  }

  /// Ends the run where it is.
  RunResult& result() {
    if (is_concluded_) return result_;
    if (!has_simulation_begun()) throw std::logic_error("a system has no result before the simulation has begun");
    result_.configured = !setup_.fabric || has_begun_ || !result_.hardware_difference.empty();
    finish();
    return conclude();
  }

  /// Whether the kernel still needs the modules: it begins with all processes that were made, also with those of
  /// modules that are gone, and ends none of them before.
  bool must_stay() const { return pilot_ != nullptr && !has_simulation_begun(); }
  /// Makes a system that stays without its owner do nothing.
  void abandon() {
    is_abandoned_ = true;
    observer_.forget();
    chip_->clock().set_monitor({}, Monitored::kActiveCycles);
  }

 private:
  friend class System;

  /// Destroys a chip, unless it is to be kept until the process ends: the kernel searches all ports for each destroyed
  /// port, so destroying a large chip takes longer than simulating it.
  struct EndOfChip {
    bool keeps;
    void operator()(Chip* chip) const {
      if (!keeps) delete chip;
    }
  };

  /// Begins the run in a simulation of a program.
  struct Pilot final : sc_core::sc_module {
    Pilot(sc_core::sc_module_name name, Run& of) : sc_module(name), run(of) {
      if (run.loader_ == nullptr) return;
      spawn_method(run.loader_->done, "go_on_when_loaded", [this] { run.go_on_when_loaded(); });
    }
    void start_of_simulation() override {
      if (!run.is_driven_ && !run.is_abandoned_) run.begin_in_simulation();
    }
    Run& run;
  };

  /// Whether the system is a part of a program of a user.
  bool is_in_program() const { return reports_ != nullptr; }

  static bool has_simulation_begun() { return sc_core::sc_get_status() >= sc_core::SC_RUNNING; }
  static bool has_simulation_ended() { return sc_core::sc_get_status() >= sc_core::SC_STOPPED; }

  /// Ends the processes of modules that are destroyed while the simulation may go on: the kernel would call them.
  static void end_processes(const sc_core::sc_object& parent) {
    if (!has_simulation_begun() || has_simulation_ended()) return;
    for (sc_core::sc_object* const child : parent.get_child_objects()) {
      sc_core::sc_process_handle process(child);
      if (process.valid() && !process.terminated()) process.kill();
      if (!process.valid()) end_processes(*child);
    }
  }

  /// Refuses files that would replace those of the user, or of another system of the program.
  void require_files() const {
    std::vector<OutputFile> files = files_of_instruments(scenario_, options_.out);
    if (files.empty()) return;
    add_files_of_others(sc_core::sc_get_top_level_objects(), files);
    require_own_files(files, {});
  }
  static void add_files_of_others(const std::vector<sc_core::sc_object*>& objects, std::vector<OutputFile>& files) {
    for (const sc_core::sc_object* const object : objects) {
      const auto* const pilot = dynamic_cast<const Pilot*>(object);
      if (pilot != nullptr && !pilot->run.is_abandoned_) {
        std::ranges::move(files_of_instruments(pilot->run.scenario_, pilot->run.options_.out),
                          std::back_inserter(files));
      }
      add_files_of_others(object->get_child_objects(), files);
    }
  }

  /// Returns false if the scenario cannot be simulated.
  bool prepare() {
    estimate();
    if (setup_.fabric && !repair()) return false;
    check_warmup();
    if (!is_in_program()) defer_stop();
    return prove_routing();
  }

  /// Makes the chip of a system that is a part of a program.
  void make() {
    if (!prepare()) {
      const std::string text = to_text(result_, setup_);
      throw std::runtime_error(scenario_.source + ": the scenario cannot be simulated\n" + text);
    }
    elaborate();
    // Packets of the program's own are counted, but the report has no traffic then.
    if (!scenario_.traffic) observer_.begin_statistics(0, end_, end_);
    progress_.reset();
    pilot_ = std::make_unique<Pilot>((name_ + "_begin").c_str(), *this);
    report_messages();
  }

  void begin_in_simulation() {
    if (!setup_.fabric) return begin_traffic();
    load();
  }

  /// Streams that come later are the program's own.
  void go_on_when_loaded() {
    if (is_driven_ || has_begun_ || is_concluded_) return;
    result_.hardware_difference =
        loader_->accepted() ? difference_in_force(*chip_, *result_.repair, setup_) : loader_->error();
    if (result_.hardware_difference.empty()) return begin_traffic();
    SC_REPORT_WARNING(kScenarioReport, ("the configuration: " + result_.hardware_difference).c_str());
  }

  void begin_traffic() {
    if (scenario_.traffic) start_traffic();
    if (!scenario_.faults.empty() || setup_.fault_aware != nullptr) watch_faults();
    has_begun_ = true;
    if (is_driven_) return;
    progress_.reset();
    begun_.notify(sc_core::SC_ZERO_TIME);
    report_messages();
  }

  /// Turns what was said of the run into reports, a line each.
  void report_messages() {
    std::istringstream lines(reports_->str());
    reports_->str("");
    for (std::string line; std::getline(lines, line);) SC_REPORT_WARNING(kScenarioReport, line.c_str());
  }

  RunResult& conclude() {
    if (!is_in_program() && !for_ends_) result_.stopped = take_stop();
    for (const auto& instrument : result_.instruments) instrument->conclude(result_);
    is_concluded_ = true;
    if (is_in_program()) report_messages();
    return result_;
  }

  void estimate() {
    timing_.memory_estimate_bytes = used_bytes() + chip_bytes(scenario_, setup_);
    std::vector<MemoryPart> parts;
    for (const InstrumentInfo& info : wanted_) {
      const std::uint64_t bytes = info.bytes == nullptr ? 0 : info.bytes(wishes_, setup_);
      timing_.memory_estimate_bytes += bytes;
      if (bytes != 0 && info.remedy != nullptr) parts.push_back({bytes, info.remedy});
    }
    require_memory(timing_.memory_estimate_bytes, memory_limits(), scenario_, parts);
    make_tables(setup_.plain_relation(), progress_style(), messages_);
    if (options_.quiet) return;
    const RunEstimate estimate = estimate_run(scenario_, setup_, timing_.memory_estimate_bytes, threads_);
    if (is_worth_saying(estimate)) messages_ << to_text(estimate) << '\n';
  }

  bool repair() {
    result_.repair = check_repair(scenario_, setup_, progress_style(), messages_);
    if (!result_.repair->runs()) return false;
    if (result_.repair->verified()) result_.longest_link = longest_link(scenario_, setup_, *result_.repair);
    stream_ = with_crc(setup_.built_fabric(), result_.repair->bitstream);
    const unsigned chain_bits = scenario_.fabric_or_default().chain_bits;
    result_.configuration_cycles = ConfigChain::cycles_for(stream_.size(), chain_bits);
    if (result_.configuration_cycles >= scenario_.run.cycles) {
      throw InputError({{scenario_.where("run.cycles"), "loading the configuration takes " +
                                                            std::to_string(result_.configuration_cycles) +
                                                            " cycles; run.cycles must be more"}});
    }
    check_faults();
    return true;
  }

  /// Refuses a fault before the chip is configured, which is a defect, and a planner that knows no defects of elements.
  void check_faults() const {
    Diagnostics errors;
    for (const TimedFault& fault : scenario_.faults) {
      if (fault.cycle >= result_.configuration_cycles) continue;
      errors.add(fault.where, joined("loading the configuration takes the cycles before ", result_.configuration_cycles,
                                     "; a fault must come then or later, or be among the defects"));
    }
    errors.raise();
    const auto is_element = [](const Fault& fault) { return std::holds_alternative<ElementDefect>(fault); };
    const auto element = std::ranges::find_if(setup_.faults, is_element);
    if (element == setup_.faults.end()) return;
    Defects one;
    one.add(*element);
    check_planner(scenario_, setup_, one);
  }

  /// Refuses a warm-up that hides a whole trace, which begins when the configuration is loaded. Where the run goes on
  /// behind the trace, the window is not empty: the report says how many packets are outside.
  void check_warmup() const {
    if (!scenario_.only_trace_ends() || setup_.traffic->trace.empty()) return;
    const Cycle last = result_.configuration_cycles + setup_.traffic->end_of_trace() - 1;
    if (scenario_.run.warmup <= last) return;
    const std::string cycle = std::to_string(last);
    throw InputError(
        {{scenario_.where("run.warmup"), "run.warmup: the last packet of the trace is created in cycle " + cycle +
                                             ", so none would be measured; leave it out, or give "
                                             "at most " +
                                             cycle}});
  }

  /// The repaired wafer has been extracted to be exactly the logical network: the proof of that is the proof of the
  /// other.
  bool prove_routing() {
    if (!wants_proof(scenario_)) {
      result_.proof_skipped = "run.proof is skip";
    } else if (result_.repair && result_.repair->accepted) {
      result_.proof_skipped = "the states make another network than the one wanted";
    } else {
      ProgressLine progress("proof", "destination", progress_style(), messages_);
      const bool all_pairs = proves_all_pairs(scenario_, setup_.network().nodes());
      result_.proof = prove_unless_stopped(scenario_, setup_, all_pairs, progress.listener());
      if (!result_.proof) result_.proof_skipped = "the run was stopped";
      if (!all_pairs && proves_replies(setup_)) {
        warn("traffic.reply",
             "traffic.reply: the proof of a network of so many nodes leaves out what replies wait for; "
             "kintsugi prove, or run.proof: full, proves them too");
      }
    }
    return !result_.proof || allows_run(*result_.proof, setup_);
  }

  void elaborate() {
    plan_ = chip_plan(setup_);
    if (change_) change_(plan_);
    ChipParameters parameters = chip_parameters(scenario_, setup_, options_.schedule);
    say_threads();
    parameters.threads = threads_;
    parameters.counts_flits = std::ranges::any_of(wanted_, &InstrumentInfo::counts_flits);
    if (!is_in_program()) parameters.shown_ports = ShownPorts::kNone;  // no user of the tool can look at them
    observer_.share_out(parameters.threads);
    for (const auto& instrument : result_.instruments) instrument->prepare(parameters);
    make_chip(std::move(parameters));
    if (setup_.fabric) loader_ = std::make_unique<ConfigurationDriver>((name_ + "_loader").c_str(), *chip_);
    for (const auto& instrument : result_.instruments) instrument->watch(*chip_);
    if (setup_.fault_aware != nullptr) chip_->faults().apply_defects(setup_.defects);
    chip_->clock().set_monitor([this](Cycle cycle) { return check_cycle(cycle); }, monitored_cycles());
  }

  /// Every cycle if something counts them; else a cycle in which nothing is due costs nothing.
  Monitored monitored_cycles() const {
    return std::ranges::any_of(wanted_, &InstrumentInfo::needs_every_cycle) ? Monitored::kEveryCycle
                                                                            : Monitored::kActiveCycles;
  }

  void make_chip(ChipParameters parameters) {
    std::optional<EndWhenOutOfMemory> end;
    if (!is_in_program()) end.emplace(options_.json);
    if (name_.empty()) name_ = plan_.root_name();
    ProgressLine progress("elaboration", "site", progress_style(), messages_);
    parameters.progress = progress.listener();
    chip_ = {new Chip(name_.c_str(), plan_, parameters, observer_), EndOfChip{!is_in_program()}};
  }

  unsigned chosen_threads() const {
    if (options_.threads == 1U || reason_for_one_thread(scenario_, setup_, options_.schedule, wanted_) != nullptr)
      return 1;
    if (options_.threads) return *options_.threads;
    const double rate = expected_rate(scenario_, setup_.network().pes());
    return threads_for(expected_evaluations(setup_.network(), rate), allowed_cores());
  }

  /// Says what is not as the user may expect, and the choice: with the messages, as the report must not depend on it.
  void say_threads() const {
    if (options_.threads == 1U) return;
    const unsigned cores = allowed_cores();
    if (!options_.threads && options_.quiet) return;
    if (const char* const reason = reason_for_one_thread(scenario_, setup_, options_.schedule, wanted_)) {
      messages_ << (options_.threads ? "--threads ignored: " : "--threads auto: 1 thread; ") << reason
                << " a single thread\n";
    } else if (options_.threads && cores < threads_) {
      messages_ << "--threads " << threads_ << ": this process may use " << counted(cores, "core")
                << "; threads that share a core are slower than one thread\n";
    } else if (!options_.threads) {
      messages_ << "--threads auto: " << counted(threads_, "thread") << " for "
                << counted(setup_.network().nodes(), "node") << " on " << counted(cores, "core") << '\n';
    }
  }

  /// Simulates up to a cycle, also over pauses that others in the program ask for. Returns false if the run ends
  /// before.
  bool run_until(Cycle end) {
    ClockDomain& clock = chip_->clock();
    while (!clock.run_until(end)) {
      if (clock.is_stopped() || has_simulation_ended()) return false;
    }
    return true;
  }

  void load() {
    const Repair& repair = result_.repair->repair;
    keep_out_of_the_report(*result_.repair);
    loader_->load(std::move(stream_), repair.placement, repair.message);
  }

  /// Shifts the states in and compares the network that the modules make with the wanted one.
  bool configure() {
    const Stopwatch watch;
    load();
    show_progress_of("loading the configuration", "cycle", chip_->clock().next() + result_.configuration_cycles);
    run_until(phase_end_);
    begin_phase("comparing the network of the chip with the wanted one");
    if (loader_->accepted()) {
      result_.hardware_difference = difference_in_force(*chip_, *result_.repair, setup_);
    } else if ((stop_requested() != 0 || is_cut_short() || has_simulation_ended()) &&
               chip_->clock().next() < result_.configuration_cycles) {
      result_.configured = false;
    } else {
      result_.hardware_difference = loader_->error();
    }
    timing_.configuration_seconds = watch.seconds();
    return result_.configured && result_.hardware_difference.empty();
  }

  void start_traffic() {
    begin_phase("starting the traffic");
    const Cycle begin = chip_->clock().next();
    if (scenario_.only_trace_ends()) end_ = begin + setup_.traffic->end_of_trace();
    result_.window_begin = std::min(std::max(scenario_.run.warmup, begin), end_);
    // A trace is measured until its last packet has arrived: finish() ends the window. The last packet can be due in
    // the last cycle that a run may have, or later by what the chain takes to load.
    result_.window_end = scenario_.only_trace_ends() ? end_ + scenario_.run.cycles : end_;
    observer_.begin_statistics(result_.window_begin, result_.window_end, end_);
    make_instruments(begin);
    corrupt_links(begin);
    make_sources(begin);
    chip_->nodes().start_traffic(traffic_, begin);
  }

  void add(std::unique_ptr<Instrument> instrument, const InstrumentInfo& info) {
    instrument->place = info.place;
    if (info.numbers != nullptr) instrument->section = info.numbers().section();
    result_.instruments.push_back(std::move(instrument));
  }

  void make_instruments(Cycle begin) {
    result_.details = scenario_.run.details;
    const auto is_delivered = [this](PacketName packet) {
      const auto knows = [packet](const auto& instrument) { return instrument->has_delivered(packet); };
      return std::ranges::any_of(result_.instruments, knows);
    };
    for (const InstrumentInfo& info : wanted_) {
      if (info.make == nullptr) continue;
      add(info.make({scenario_, setup_, *chip_, begin, result_.window_end, is_delivered, ends_without_faults_}), info);
    }
    for (const auto& instrument : result_.instruments) {
      observer_.tell(*instrument);
      if (Task* const task = instrument->task()) task_ = task;
    }
  }

  void corrupt_links(Cycle begin) {
    for (const auto& [cycle, link, rate] : setup_.corruptions) {
      chip_->faults().corrupt(link, std::max(begin, cycle), rate);
    }
  }

  void watch_faults() {
    observer_.faults.emplace(scenario_, setup_, *chip_, result_.repair ? &result_.repair->repair : nullptr);
    observer_.faults->begin(chip_->clock().next());
    ask_for_check(chip_->clock().next(), kFarOff);
  }

  void make_sources(Cycle begin) {
    traffic_begin_ = begin;
    const auto nodes = static_cast<std::uint32_t>(setup_.network().nodes());
    auto sources = setup_.traffic->sources(nodes, scenario_.run.seed, begin, end_);
    traffic_.resize(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) traffic_[node].source = std::move(sources[node]);
    if (task_ != nullptr) {
      task_->add_to(traffic_);
      ask_for_check(begin, kFarOff);
    }
    if (scenario_.traffic->trace && setup_.traffic->trace.empty()) {
      warn("traffic.trace",
           "traffic.trace: the trace has no packets, so none is sent; each packet is a line cycle,source,destination,"
           "flits, such as 0,5,4,8");
    }
    if (const std::size_t late = setup_.traffic->too_late(begin, end_); late != 0) {
      warn("traffic.trace", unsent(late, "due at or after run.cycles"));
    }
    if (const std::size_t dead = setup_.traffic->packets_of(setup_.dead_nodes()); dead != 0) {
      warn("traffic.trace", unsent(dead, "of nodes that are dead"));
    }
    warn_of_idle_senders();
  }

  /// Flows, and rates that the scenario gives to single nodes.
  void warn_of_idle_senders() {
    const std::vector<NodeId> dead = setup_.dead_nodes();
    const auto is_dead = [&](NodeId node) { return std::ranges::binary_search(dead, node); };
    const auto say = [&](const char* key, std::ptrdiff_t number, const std::string& what, const std::string& why = "") {
      if (number == 0) return;
      warn(key, std::string(key) + ": " + counted_are(static_cast<std::size_t>(number), what) +
                    (why.empty() ? " of nodes that are dead, which send nothing" : why));
    };
    if (setup_.traffic->flows) {
      const std::span<const Flow> flows = setup_.traffic->flows->flows();
      const auto is_idle = [&](const Flow& flow) { return flow.rate > 0 && is_dead(flow.source); };
      say("traffic.flows", std::ranges::count_if(flows, is_idle), "flow");
      const Cycle cycles = end_ - traffic_begin_;
      say("traffic.flows", std::ranges::count_if(flows, [&](const Flow& flow) { return flow.from >= cycles; }), "flow",
          " to begin after the " + std::to_string(cycles) + " cycles of traffic, and send nothing");
    }
    if (setup_.traffic->drawn && !scenario_.traffic->rates.empty()) {
      const auto is_idle = [&](NodeId node) {
        const double rate = setup_.traffic->drawn->rate_of(node);
        return rate > 0 && rate != scenario_.traffic->rate;
      };
      say("traffic.rates", std::ranges::count_if(dead, is_idle), "rate");
    }
  }

  void run_cycles() {
    ClockDomain& clock = chip_->clock();
    const Cycle begin = clock.next();
    const std::vector<std::uint64_t> evaluations = evaluations_by_thread();
    const Stopwatch watch;
    show_progress_of(for_ends_ ? "simulation without the faults" : "simulation",
                     task_ != nullptr ? task_->unit() : "cycle", end_);
    run_until(end_);
    if (task_end_ != 0) clock.go_on();
    if (scenario_.run.drain && !is_task_cut()) drain();
    progress_.reset();
    timing_.simulation_seconds = watch.seconds();
    timing_.cycles = clock.next() - begin;
    for (unsigned thread = 0; thread < evaluations.size(); ++thread) {
      const std::uint64_t made = clock.evaluations(thread) - evaluations[thread];
      timing_.evaluations += made;
      timing_.busiest_thread = std::max(timing_.busiest_thread, made);
    }
  }

  std::vector<std::uint64_t> evaluations_by_thread() const {
    std::vector<std::uint64_t> made;
    for (unsigned thread = 0; thread < chip_->clock().threads(); ++thread) {
      made.push_back(chip_->clock().evaluations(thread));
    }
    return made;
  }

  /// Prints a line about a key of the scenario that does not end the run.
  void warn(const char* key, const std::string& message) {
    messages_ << describe(Diagnostic{scenario_.where(key), message}) << '\n';
  }

  ProgressLine::Style progress_style() const { return ProgressLine::style_for_stderr(options_.quiet); }

  void show_progress_of(const char* what, const char* unit, Cycle end) {
    progress_.emplace(what, unit, progress_style(), messages_);
    phase_begin_ = chip_->clock().next();
    phase_end_ = end;
  }

  /// Begins a phase in which no cycles run.
  void begin_phase(const char* what) { progress_.emplace(what, "step", progress_style(), messages_); }

  /// During the drain the number of remaining cycles is unknown.
  void show_progress(Cycle cycle) {
    next_progress_ = cycle + std::max<Cycle>(1, kRouterCyclesPerLook / chip_->sites());
    if (!progress_) return;
    if (task_goes_on()) {
      progress_->update(task_->parts() - task_->parts_left(), task_->parts());
    } else if (cycle < phase_end_) {
      progress_->update(cycle + 1 - phase_begin_, phase_end_ - phase_begin_);
    } else {
      progress_->update_left(chip_->packets().live());
    }
  }

  bool replies_are_owed() const {
    return setup_.traffic && setup_.traffic->replies &&
           std::ranges::any_of(
               traffic_, [now = chip_->clock().next()](const NodeTraffic& each) { return each.source->owes(now); });
  }

  /// Drains: runs without new packets until the last one is delivered and the last fault repaired.
  void drain() {
    const auto unfinished = [this] {
      return chip_->packets().live() != 0 || (observer_.faults && observer_.faults->busy()) || replies_are_owed() ||
             std::ranges::any_of(result_.instruments, [](const auto& each) { return each->is_busy(); });
    };
    show_progress_of("draining", "packet", chip_->clock().next());
    while (unfinished() && run_until(chip_->clock().next() + 1)) {
    }
  }

  /// Checks conservation and the watchdog after every cycle, and shows progress. Returns false to stop the run.
  bool check_cycle(Cycle cycle) {
    const FlitCounters counters = chip_->counters();
    if (!counters.balanced()) result_.imbalance = "flits in cycle " + std::to_string(cycle);
#ifndef NDEBUG
    if (cycle % kCyclesPerCheck == 0) {
      if (const auto complaint = check_conservation(*chip_)) result_.imbalance = *complaint;
    }
#endif
    stall_.observe(cycle, counters);
    const bool measured = cycle >= result_.window_begin && task_end_ == 0;
    for (const auto& instrument : result_.instruments) instrument->after(cycle, measured);
    if (stall_.is_certain(cycle, chip_->clock(), chip_->modules())) stop_deadlocked();
    if (setup_.fabric) watch_deliveries(cycle, counters);
    const bool ends_with_task = task_ != nullptr && !task_->watch(cycle);
    if (ends_with_task && task_end_ == 0) task_end_ = cycle + 1;
    ask_for_check(cycle, stall_.has_flits() ? stall_.certain_after(chip_->clock()) : kFarOff);
    if (cycle >= next_progress_) show_progress(cycle);
    if (observer_.faults) {
      observer_.faults->watch(cycle);
      if (observer_.faults->failed()) return halt();
    }
    if (!result_.imbalance.empty() || result_.deadlock || stop_requested() != 0 || is_cut_short()) return halt();
    return !(ends_with_task && is_driven_);
  }

  /// Notes where the run ends of itself: the simulation of others may go on. Returns false.
  bool halt() {
    const bool in_cycle = sc_core::sc_get_status() == sc_core::SC_RUNNING;
    if (halted_at_ == 0) halted_at_ = chip_->clock().next() - (in_cycle ? 1 : 0);
    return false;
  }

  Cycle cycles_so_far() const {
    return halted_at_ != 0 ? halted_at_ : chip_->clock().next();
  }

  /// Ends a run in which flits move and none arrives any more: wrong states can lead packets in circles for ever.
  void watch_deliveries(Cycle cycle, const FlitCounters& counters) {
    if (counters.delivered != delivered_ || counters.in_network() == 0) {
      delivered_ = counters.delivered;
      last_delivery_ = cycle;
    }
    if (cycle < last_delivery_ + std::max(scenario_.run.watchdog, kCyclesOfCircling) || result_.deadlock) return;
    stop_deadlocked();
    result_.last_delivery = last_delivery_;
  }

  /// Makes the clock check the cycle in which a deadlock is certain, and the last one of the run if a period of
  /// operation ends with it, even if no module is active then.
  void ask_for_check(Cycle cycle, Cycle last_moment) {
    if (task_goes_on()) last_moment = std::min(last_moment, task_->next_look());
    const bool ends_period = observer_.faults && cycle + 1 < end_;
    chip_->clock().call_monitor_after(ends_period ? std::min(last_moment, end_ - 1) : last_moment);
  }

  void stop_deadlocked() {
    result_.deadlock = true;
    result_.last_move = stall_.last_move();
    result_.waits = deadlock_report(*chip_);
    if (result_.waits.size() <= kMaxWaits) return;
    result_.waits.resize(kMaxWaits);
    result_.waits.push_back("...");
  }

  /// Ends what the run does in a simulation that may go on.
  void leave_simulation() {
    chip_->clock().set_monitor({}, Monitored::kActiveCycles);
    observer_.leave();
  }

  void finish() {
    begin_phase("adding up the results");
    result_.cycles = cycles_so_far();
    if (const auto complaint = check_conservation(*chip_); complaint && result_.imbalance.empty())
      result_.imbalance = *complaint;
    result_.flits = chip_->counters();
    if (setup_.fabric && result_.flits.in_network() != 0) result_.open_ends = open_ends(*chip_);
    take_late_losses();
    if (observer_.faults) result_.faults = observer_.faults->finish();
    if (setup_.fabric && !observer_.faults) {
      const auto done = chip_->faults().controller().reconfigurations();
      result_.scheduled.assign(done.begin(), done.end());
    }
    if (chip_->multicasts() != nullptr) result_.most_forks = chip_->multicasts()->most_forks();
    observer_.add_up();
    if (scenario_.traffic) end_window();
    if (task_end_ != 0) leave_out_later_faults(task_->name());
    if (!ended_early() && !result_.deadlock) warn_of_late_faults_and_packets();
    if (scenario_.traffic) {
      result_.statistics = is_in_program() ? observer_.statistics : std::move(observer_.statistics);
    }
    if (is_in_program()) leave_simulation();
    for (const auto& instrument : result_.instruments) instrument->finish(result_);
    for (const auto& instrument : result_.instruments) {
      result_.write([&] { std::ranges::move(instrument->write(result_), std::back_inserter(result_.files)); });
    }
    if (options_.timing) measure();
    check_packets();
    progress_.reset();
  }

  /// What ends the run ends the window.
  void end_window() {
    if (!observer_.statistics) return;  // the traffic has not begun
    if (ended_early()) cut_window(result_.cycles);
    if (task_end_ != 0) cut_window(task_end_);
    if (scenario_.only_trace_ends()) cut_window(result_.cycles);
  }

  void warn_of_late_faults_and_packets() {
    if (scenario_.only_trace_ends()) leave_out_later_faults("the trace");
    if (observer_.faults && setup_.traffic) name_packets_of_nodes_that_died();
  }

  /// Packets that are due too late, or of nodes that are dead from the beginning, are named before the cycles.
  void name_packets_of_nodes_that_died() {
    const std::size_t due = setup_.traffic->packets_due(traffic_begin_, end_, setup_.dead_nodes());
    const std::uint64_t created = observer_.statistics->packets().created;
    if (due > created) warn("traffic.trace", unsent(due - created, "of nodes that had died by then"));
  }

  void take_late_losses() {
    for (const auto& instrument : result_.instruments) {
      if (result_.imbalance.empty()) result_.imbalance = instrument->complaint();
      auto losses = instrument->late_losses();
      if (!losses) continue;
      for (const auto& [packet, first] : losses->undelivered) {
        observer_.statistics->lost(packet.flits, packet.reason, first);
      }
      for (const LostPacket& packet : losses->lost) {
        observer_.statistics->count_given_up();
        if (observer_.faults) observer_.faults->lost(packet);
      }
      result_.lost_late = std::move(losses->lost);
    }
  }

  /// A task and a trace can be over before a fault.
  void leave_out_later_faults(const char* what) {
    if (result_.faults) {
      std::erase_if(result_.faults->unrepaired,
                    [this](const RunTimeFault& fault) { return fault.cycle >= result_.cycles; });
    }
    for (const TimedFault& fault : scenario_.faults) {
      if (fault.cycle < result_.cycles) continue;
      messages_ << describe(Diagnostic{fault.where, std::string(what) + " has ended before cycle " +
                                                        std::to_string(fault.cycle) + ": this fault did not happen"})
                << '\n';
    }
  }

  /// Returns whether an instrument has ended the run.
  bool is_cut_short() const {
    return std::ranges::any_of(result_.instruments, [](const auto& each) { return each->ends_run(); });
  }

  /// Returns whether the run ended early because there is no repair, because it was asked to stop, because nothing else
  /// is wanted of it, or in the middle of a task.
  bool ended_early() const {
    return stop_requested() != 0 || is_cut_short() || (observer_.faults && observer_.faults->failed()) ||
           is_task_cut() || is_left_early();
  }

  /// Returns whether the program asks for the result, or stops the simulation, in the middle of the traffic.
  bool is_left_early() const {
    return (!is_driven_ || has_simulation_ended()) && task_end_ == 0 && cycles_so_far() < end_;
  }

  bool task_goes_on() const {
    return task_ != nullptr && !task_->is_over();
  }

  /// Returns whether run.cycles is over before the task: it would create packets while the network drains.
  bool is_task_cut() const {
    return task_goes_on() && cycles_so_far() >= end_;
  }

  void cut_window(Cycle end) {
    observer_.statistics->end_at(end);
    result_.window_begin = observer_.statistics->window_begin();
    result_.window_end = observer_.statistics->window_end();
  }

  /// Checks that the packet table holds exactly the packets that were created and have not arrived.
  void check_packets() {
    if (!result_.statistics || !result_.imbalance.empty()) return;
    const Statistics::Packets& packets = result_.statistics->packets();
    const Statistics::Multicasts& multicasts = result_.statistics->multicasts();
    const bool has_copies = result_.lost_late.has_value();
    std::uint64_t live = packets.queued() + (has_copies ? chip_->detection_counters().live() : packets.in_flight());
    if (const MulticastTable* table = chip_->multicasts()) {
      live += table->live_copies() + multicasts.acknowledgements - multicasts.acknowledgements_ended;
      if (table->live() != multicasts.in_flight())
        result_.imbalance = "multicasts created and acknowledged do not add up";
    }
    if (chip_->packets().live() != live) result_.imbalance = "packets created, delivered and under way do not add up";
    if (multicasts.reached_all < multicasts.acknowledged) {
      result_.imbalance = "multicasts are acknowledged that have not reached all their members";
    }
    const std::uint64_t unfinished = live + multicasts.in_flight() + (has_copies ? packets.in_flight() : 0);
    const bool is_drained = is_driven_ && scenario_.run.drain && !has_simulation_ended();
    if (is_drained && !result_.deadlock && !ended_early() && unfinished != 0) {
      result_.imbalance = "packets are missing after the network has drained";
    }
  }

  void measure() {
    timing_.threads = chip_->clock().threads();
    timing_.router_cycles = chip_->sites() * timing_.cycles;
    timing_.flit_hops = flit_hops(*chip_);
    timing_.peak_memory_bytes = peak_bytes();
    result_.timing = timing_;
  }

  const Scenario& scenario_;
  const Setup& setup_;
  const RunOptions& options_;
  Wishes wishes_{scenario_, options_.features, bool(options_.page)};
  Cycle end_ = scenario_.run.cycles;  // of the traffic; of a trace that alone ends the run not known until it begins
  std::optional<ProgressLine> progress_;  // of the present phase
  std::ostream& messages_;
  RunResult result_;
  std::vector<std::uint8_t> stream_;  // for the configuration chain
  std::vector<InstrumentInfo> wanted_;
  RunObserver observer_;
  ChipPlan plan_;
  ChangePlan change_;
  std::string name_;                       // of the chip
  std::ostringstream* reports_ = nullptr;  // messages_, if the system is a part of a program
  std::unique_ptr<Chip, EndOfChip> chip_;
  std::unique_ptr<ConfigurationDriver> loader_;  // on a fabric
  std::unique_ptr<Pilot> pilot_;                 // of a system that is a part of a program
  sc_core::sc_event begun_{sc_core::sc_gen_unique_name("begun")};
  bool is_driven_ = false;     // by run()
  bool has_begun_ = false;     // the traffic
  bool is_concluded_ = false;  // the result is complete
  Cycle halted_at_ = 0;        // 0: it has not ended of itself
  bool is_abandoned_ = false;  // its owner has gone before the simulation
  std::vector<NodeTraffic> traffic_;
  Task* task_ = nullptr;  // of an instrument; nullptr: the scenario has none
  Cycle traffic_begin_ = 0;
  Cycle task_end_ = 0;                      // 0: it is not over
  std::vector<Cycle> ends_without_faults_;  // of the parts of the task; empty: not known
  bool for_ends_;                           // only these are wanted of it
  unsigned threads_ = 1;
  RunTiming timing_;
  StallRule stall_{scenario_.run.watchdog};
  std::uint64_t delivered_ = 0;
  Cycle last_delivery_ = 0;
  Cycle next_progress_ = 0;
  Cycle phase_begin_ = 0;
  Cycle phase_end_ = 0;  // that of its begin if it is not known
};

System::System(const char* name, const std::string& scenario, const std::vector<std::string>& settings,
               const ChangePlan& change)
    : owned_(new Owned{.input = runnable(load_scenario(scenario, {settings}, families(), {}, check_instruments)),
                       .messages = {}}),
      run_(new Run(owned_->input.scenario, owned_->input.setup, owned_->options, owned_->messages, name, change)) {}

System::System(const char* name, Scenario scenario, const ChangePlan& change)
    : owned_(new Owned{.input = runnable(build_input(std::move(scenario), check_instruments)), .messages = {}}),
      run_(new Run(owned_->input.scenario, owned_->input.setup, owned_->options, owned_->messages, name, change)) {}

System::System(const Scenario& scenario, const Setup& setup, const RunOptions& options, std::ostream& messages,
               bool for_ends)
    : run_(new Run(scenario, setup, options, messages, for_ends)) {}

System::~System() {
  if (run_ == nullptr || !run_->must_stay()) return;
  run_->abandon();
  static_cast<void>(run_.release());
  static_cast<void>(owned_.release());
}

RunResult& System::run() {
  return run_->run();
}

void System::observe(PacketObserver& observer) {
  run_->observe(observer);
}

const Scenario& System::scenario() const {
  return run_->scenario_;
}

const Setup& System::setup() const {
  return run_->setup_;
}

Chip& System::chip() {
  return *run_->chip_;
}

const Chip& System::chip() const {
  return *run_->chip_;
}

const CheckedRepair* System::repair() const {
  return run_->result_.repair ? &*run_->result_.repair : nullptr;
}

const ProofResult* System::proof() const {
  return run_->result_.proof ? &*run_->result_.proof : nullptr;
}

ConfigurationDriver* System::configuration() {
  return run_->loader_.get();
}

const sc_core::sc_event& System::begun() const {
  return run_->begun_;
}

bool System::has_begun() const {
  return run_->has_begun_;
}

const RunResult& System::result() {
  return run_->result();
}

std::string System::text() {
  return to_text(result(), setup());
}

std::string System::json() {
  return to_json(result(), setup()).dump(2) + '\n';
}

bool System::holds() {
  return result().all_checks_hold();
}

void System::compare_with(std::vector<Cycle> ends) {
  run_->ends_without_faults_ = std::move(ends);
}

std::vector<Cycle> System::task_ends() const {
  return run_->task_ends();
}

}  // namespace kintsugi

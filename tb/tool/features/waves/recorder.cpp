/// Writes the waveform of a run: the chosen signals in a window, and beside it files for GTKWave and Surfer with the
/// signals in the order of the globs that chose them.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <system_error>

#include "hw/chip/chip.hpp"
#include "hw/chip/module_walk.hpp"
#include "hw/link/link_probes.hpp"
#include "hw/wave/glob.hpp"
#include "hw/wave/save_file.hpp"
#include "hw/wave/vcd_writer.hpp"
#include "models/files/made_directories.hpp"
#include "models/files/part_file.hpp"
#include "models/files/temporary_file.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/features/times/packet_window.hpp"
#include "tb/tool/features/waves/section.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

/// How vcd2fst starts: signals that ask this program to stop do not reach it, because this program finishes the
/// waveform; and a file beyond the limit ends it, because it does not look at the outcome of a write.
class SpawnAttributes {
 public:
  SpawnAttributes() {
    posix_spawnattr_init(&attributes_);
    sigset_t blocked, defaults;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    for (const int signal : kStopSignals) sigaddset(&blocked, signal);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGXFSZ);
    posix_spawnattr_setsigmask(&attributes_, &blocked);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

constexpr int kNotStarted = -1;

/// Runs `vcd2fst VCD FST`; returns its exit status, 127 if there is no such program, kNotStarted if the system starts
/// no more processes, 1 if it did not end by itself, or if the system does not know how it ended.
int run_vcd2fst(std::string vcd, std::string fst) {
  std::string program = "vcd2fst";
  const std::array<char*, 4> arguments{program.data(), vcd.data(), fst.data(), nullptr};
  const SpawnAttributes attributes;
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), nullptr, attributes.get(), arguments.data(), environ);
  if (error != 0) return error == EAGAIN || error == ENOMEM ? kNotStarted : 127;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

bool is_fst(const std::filesystem::path& path) {
  return path.extension() == ".fst";
}

/// Takes a step with a temporary file. If it fails, says so of the file that the user asked for.
template <class Step>
void step_to(const std::filesystem::path& file, const char* remedy, Step step) {
  try {
    step();
  } catch (const std::system_error& error) {
    throw std::system_error(error.code(), "cannot write '" + file.string() + "' (" + remedy + ")");
  }
}

std::filesystem::path vcd_beside(std::filesystem::path fst) {
  return fst.replace_extension(".vcd");
}

const std::string kWrittenBy = "Written by kintsugi";
const FileForm kDumpForm = {"$version " + kWrittenBy + " $end\n"};
const FileForm kFstForm = {'*' + kWrittenBy};  // vcd2fst takes the version over
const FileForm kSaveForm = {"[*] " + kWrittenBy + '\n'};
const FileForm kCommandsForm = {"divider_add *\nvariable_add "};

struct WavePaths {
  std::filesystem::path dump;
  std::filesystem::path save;      ///< for GTKWave
  std::filesystem::path commands;  ///< for Surfer
};

WavePaths paths_of(const WavesSection& waves, const std::filesystem::path& directory) {
  const std::filesystem::path dump = directory / waves.file;
  const auto ending_in = [&dump](const char* ending) { return std::filesystem::path(dump).replace_extension(ending); };
  return {dump, ending_in(".gtkw"), ending_in(".sucl")};
}

/// Returns the name without the scopes that the glob spells out (wafer.sh of wafer.sh.*.state), and without dots:
/// GTKWave shows only the part after the last dot.
std::string label_for(const std::string& glob, const std::string& name) {
  const std::size_t scopes = glob.rfind('.', glob.find_first_of("*?"));
  std::string label = scopes == std::string::npos ? name : name.substr(scopes + 1);
  std::ranges::replace(label, '.', ' ');
  return label;
}

/// Makes a group of each scope with several signals, and one group of all scopes with one signal (a row of switches).
void add_groups(const std::string& glob, std::span<const wave::SignalInfo> chosen,
                std::vector<wave::SaveGroup>& groups) {
  wave::SaveGroup singles{glob, {}, {}};
  std::vector<wave::SaveGroup> scopes = wave::group_by_scope(chosen);
  for (const wave::SaveGroup& scope : scopes) {
    if (scope.signals.size() > 1) continue;
    singles.signals.push_back(scope.signals.front());
    singles.labels.push_back(label_for(glob, scope.signals.front().name));
  }
  std::erase_if(scopes, [](const wave::SaveGroup& scope) { return scope.signals.size() == 1; });
  if (!singles.signals.empty()) groups.push_back(std::move(singles));
  std::ranges::move(scopes, std::back_inserter(groups));
}

/// Returns the signals that each glob of the scope chose, in the order of the globs, in which the viewer shows them.
std::vector<wave::SaveGroup> groups_in_order(std::span<const std::string> globs,
                                             std::span<const wave::SignalInfo> signals) {
  std::vector<wave::SignalInfo> left(signals.begin(), signals.end());
  std::vector<wave::SaveGroup> groups;
  for (const std::string& glob : globs) {
    const auto matches = [&](const wave::SignalInfo& signal) { return wave::matches(glob, signal.name); };
    const auto rest = std::ranges::stable_partition(left, matches).begin();
    add_groups(glob, {left.begin(), rest}, groups);
    left.erase(left.begin(), rest);
  }
  return groups;
}

std::string describe(const WrittenPacket& packet) {
  return "packet " + std::to_string(packet.number) + (packet.source ? " of node " + *packet.source : "");
}

std::string clock_name(const Chip& chip) {
  return std::string(chip.name()) + ".clk";
}

class WaveRecorder final : public Instrument, private PacketLife {
 public:
  explicit WaveRecorder(const RunBegin& begin)
      : scenario_(begin.wishes.scenario),
        messages_(begin.messages),
        directory_(begin.directory),
        section_(*scenario_.features.find<WavesSection>()),
        packets_(begin.setup.features.find<WindowPackets>()->from, begin.setup.features.find<WindowPackets>()->to,
                 begin.setup.network().nodes()) {}

  /// Opens the file in the directory (made if missing, removed if no file is written) and adds the chosen probes.
  /// Throws InputError with every glob of the scope that chooses no signal, and for an acknowledgement that is to open
  /// or close the window; std::system_error if a file would replace something other than a regular file.
  void watch(Chip& chip) override;
  PacketObserver* packets(unsigned /*thread*/) override {
    return section_.from_event.packet || section_.to_event.packet ? this : nullptr;
  }
  /// Completes the files. vcd2fst converts a file whose name ends in .fst. Says so if no cycle was written, or if the
  /// window was not closed.
  std::vector<std::string> write(const RunResult& result) override;

 private:
  /// @name Packets, of which one may open the window and one may close it: see PacketWindow
  /// @{
  void begins(PacketName packet, Cycle now) override {
    const std::optional<Cycle> first = packets_.created(packet, now);
    if (!first) return;
    section_.from = *first;
    writer_->open_at(chip_->clock().time_of(*first));
  }
  void ends(PacketName packet, Cycle now) override {
    const std::optional<Cycle> last = packets_.ended(packet, now);
    if (!last) return;
    section_.to = *last;
    writer_->close_after(end_of(*last));
  }
  /// @}
  void check_window() const;
  void check_scope() const;
  /// A clock needs a time in the middle of a cycle; the timescale of a dump is a power of ten.
  unsigned ticks_per_cycle() const { return section_.clock ? 10 : 1; }
  /// Returns the last time at which something of a cycle can change.
  sc_core::sc_time end_of(Cycle cycle) const {
    const sc_core::sc_time begin = chip_->clock().time_of(cycle);
    return section_.clock ? begin + chip_->clock().period() / 2 : begin;
  }
  std::string why_empty(Cycle cycles) const;
  /// Returns why no packet has closed the window; empty if one has, or none is to.
  std::string why_not_closed() const {
    if (!packets_.waits_for_end()) return "";
    return describe(*section_.to_event.packet) +
           (packets_.last_is_created() ? " is neither delivered nor lost" : " was not created");
  }
  /// Prints a line about a key of the scenario that does not end the run.
  void warn(const char* key, const std::string& message) const {
    messages_ << describe(Diagnostic{scenario_.where(key), message}) << '\n';
  }
  void convert_to_fst();

  const Scenario& scenario_;
  std::ostream& messages_;
  std::filesystem::path directory_;
  const Chip* chip_ = nullptr;
  WavesSection section_;  // of a window that a packet opens or closes: with its cycles, once they are known
  PacketWindow packets_;
  WavePaths paths_;
  std::optional<files::MadeDirectories> made_;
  std::optional<files::TemporaryFile> vcd_;  // for vcd2fst
  std::unique_ptr<wave::VcdWriter> writer_;
};

/// Refuses an acknowledgement as what opens or closes the window: the packet observer does not see all of them.
void WaveRecorder::check_window() const {
  Diagnostics errors;
  const std::uint64_t nodes = chip_->plan().network->nodes();
  const auto check = [&](const char* key, const std::optional<WrittenPacket>& packet) {
    if (!packet || (packet->source ? packet->number : packet->number / nodes) < kFirstAcknowledgement) return;
    errors.add(scenario_.where(key),
               std::string(key) + ": " + describe(*packet) + " is an acknowledgement; name a packet of the traffic");
  };
  check("waves.from", section_.from_event.packet);
  check("waves.to", section_.to_event.packet);
  errors.raise();
}

/// Refuses a glob without a signal, even if the others have some.
void WaveRecorder::check_scope() const {
  Diagnostics errors;
  const std::span<const wave::SignalInfo> signals = writer_->signals();
  const std::vector<std::string>& globs = section_.scope;
  if (globs.empty()) errors.add(scenario_.where("waves.scope"), "waves.scope is empty: no signal matches it");
  for (std::size_t i = 0; i < globs.size(); ++i) {
    const auto matches = [&](const wave::SignalInfo& signal) { return wave::matches(globs[i], signal.name); };
    if (std::ranges::any_of(signals, matches)) continue;
    const std::string remedy = wave::matches(globs[i], clock_name(*chip_))
                                   ? "waves.clock: true adds the clock"
                                   : "names begin with '" + std::string(chip_->name()) + ".', as in " +
                                         std::string(chip_->site_router(SiteId{0}).name()) + ".*";
    errors.add(scenario_.where("waves.scope." + std::to_string(i)), "no signal matches '" + globs[i] + "'; " + remedy);
  }
  errors.raise();
}

void WaveRecorder::watch(Chip& chip) {
  chip_ = &chip;
  check_window();
  paths_ = paths_of(section_, directory_);
  for (const auto& path : {paths_.dump, paths_.save, paths_.commands}) files::require_replaceable(path);
  made_.emplace(paths_.dump.parent_path());
  if (is_fst(paths_.dump)) {
    step_to(paths_.dump, "check that its directory exists and may be written",
            [this] { vcd_.emplace(vcd_beside(paths_.dump)); });
  }
  wave::VcdOptions options{.path = vcd_ ? vcd_->path() : paths_.dump,
                           .timescale = chip.clock().period() / ticks_per_cycle(),
                           .from = chip.clock().time_of(section_.from),
                           .named = paths_.dump,
                           .heading = kWrittenBy};
  if (packets_.waits_for_begin()) options.from = sc_core::sc_max_time();
  if (section_.to != std::numeric_limits<Cycle>::max()) options.to = end_of(section_.to);
  writer_ = std::make_unique<wave::VcdWriter>(options);
  const auto chosen = [this](std::string_view name) { return wave::matches_any(section_.scope, name); };
  add_probes(chip, *writer_, chosen, section_.transactions);
  if (section_.clock) sc_trace(writer_.get(), chip.clock(), clock_name(chip));
  check_scope();
}

/// Returns why no cycle has been written in a run of so many; empty if one has. A window of fixed cycles does not end
/// before it begins, so that one of both is a packet.
std::string WaveRecorder::why_empty(Cycle cycles) const {
  if (packets_.waits_for_begin()) return describe(*section_.from_event.packet) + " was not created";
  if (section_.from >= cycles) return "the run ended after " + counted(cycles, "cycle") + ", before waves.from";
  if (section_.from <= section_.to) return "";
  if (section_.to_event.packet) return describe(*section_.to_event.packet) + " ended before waves.from";
  return describe(*section_.from_event.packet) + " was created too late: waves.from, cycle " +
         std::to_string(section_.from) + ", is after waves.to";
}

std::vector<std::string> WaveRecorder::write(const RunResult& result) {
  writer_->close();
  if (vcd_) convert_to_fst();
  const Cycle last = std::min(section_.to, chip_->clock().next() - 1);
  const Cycle first = std::min(packets_.waits_for_begin() ? last : section_.from, last);
  // The clock has been added last, and is shown first.
  const std::span<const wave::SignalInfo> signals = writer_->signals();
  std::vector<wave::SaveGroup> groups =
      groups_in_order(section_.scope, signals.first(signals.size() - (section_.clock ? 1 : 0)));
  if (section_.clock) groups.insert(groups.begin(), {"clock", {signals.back()}, {}});
  wave::SaveFile save{paths_.save,       paths_.dump, first * ticks_per_cycle(), last * ticks_per_cycle(),
                      std::move(groups), kWrittenBy};
  wave::write_save_file(save);
  save.path = paths_.commands;
  wave::write_command_file(save);
  if (const std::string empty = why_empty(result.cycles); !empty.empty()) {
    warn("waves.from", "the waveform is empty: " + empty);
  } else if (const std::string why = why_not_closed(); !why.empty()) {
    warn("waves.to", "the waveform ends with the run: " + why);
  }
  return {paths_.dump.string(), paths_.save.string(), paths_.commands.string()};
}

/// Returns why vcd2fst has written nothing, from its status.
const char* why_not(int status) {
  if (status == kNotStarted) {
    return "vcd2fst was not started: the system starts no more processes; raise the limit on them (ulimit -u, pids.max "
           "of "
           "the control group), or name the waveform .vcd";
  }
  return status == 127 ? "vcd2fst is not installed: install gtkwave, or name the waveform .vcd" : "vcd2fst failed";
}

/// Leaves the VCD under its own name if it cannot be converted.
void WaveRecorder::convert_to_fst() {
  files::TemporaryFile fst(paths_.dump);
  const int status = run_vcd2fst(vcd_->path().string(), fst.path().string());
  if (status == 0) {
    step_to(paths_.dump, "check that it may be replaced", [&] { fst.rename_to(paths_.dump); });
    return vcd_.reset();
  }
  std::error_code none;
  std::filesystem::remove(fst.path().string() + ".hier", none);  // vcd2fst leaves it when it fails
  const std::filesystem::path vcd = vcd_beside(paths_.dump);
  const bool is_kept = std::filesystem::exists(vcd);
  if (!is_kept) vcd_->rename_to(vcd);
  throw std::runtime_error(std::string(why_not(status)) + "; " +
                           (is_kept ? vcd.string() + " is there and is kept" : "the waveform is in " + vcd.string()));
}

std::vector<OutputFile> wave_files(const Scenario& scenario, const std::filesystem::path& directory) {
  std::vector<OutputFile> files;
  const auto* const waves = scenario.features.find<WavesSection>();
  if (waves == nullptr) return files;
  const Where where = scenario.where("waves.file");
  const auto add = [&](const std::filesystem::path& path, const FileForm& form) {
    files.push_back({.path = path, .where = where, .form = form, .below = directory});
  };
  const auto [dump, save, commands] = paths_of(*waves, directory);
  add(dump, is_fst(dump) ? kFstForm : kDumpForm);
  add(save, kSaveForm);
  add(commands, kCommandsForm);
  return files;
}

}  // namespace

extern const InstrumentInfo kWaveRecorder;
const InstrumentInfo kWaveRecorder{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.features.find<WavesSection>() != nullptr; },
    .make_first = make_instrument<WaveRecorder>,
    .needs_every_cycle = true,
    .files = wave_files,
};

}  // namespace kintsugi

#include "tb/tool/run/waves.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "hw/chip/probes.hpp"
#include "hw/wave/glob.hpp"
#include "hw/wave/save_file.hpp"
#include "models/files/part_file.hpp"

namespace kintsugi {

namespace {

/// Runs `vcd2fst VCD FST`; returns its exit status, 127 if there is no such program.
int run_vcd2fst(std::string vcd, std::string fst) {
  std::string program = "vcd2fst";
  const std::array<char*, 4> arguments{program.data(), vcd.data(), fst.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) return 127;
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

void convert_to_fst(const std::filesystem::path& vcd, const std::filesystem::path& fst) {
  const int status = run_vcd2fst(vcd.string(), fst.string());
  if (status == 127) {
    throw std::runtime_error("vcd2fst is not installed: install gtkwave, or name the waveform .vcd; it is in " +
                             vcd.string());
  }
  if (status != 0) throw std::runtime_error("vcd2fst failed; the waveform is in " + vcd.string());
  std::filesystem::remove(vcd);
}

bool is_fst(const std::filesystem::path& path) {
  return path.extension() == ".fst";
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

/// Refuses a glob without a signal, even if the others have some.
void check_scope(const Scenario& scenario, const Chip& chip, std::span<const wave::SignalInfo> signals) {
  Diagnostics errors;
  const std::vector<std::string>& globs = scenario.waves->scope;
  if (globs.empty()) errors.add(scenario.where("waves.scope"), "waves.scope is empty: no signal matches it");
  for (std::size_t i = 0; i < globs.size(); ++i) {
    const auto matches = [&](const wave::SignalInfo& signal) { return wave::matches(globs[i], signal.name); };
    if (std::ranges::any_of(signals, matches)) continue;
    errors.add(scenario.where("waves.scope." + std::to_string(i)),
               "no signal matches '" + globs[i] + "'; names begin with '" + std::string(chip.name()) + ".', as in " +
                   std::string(chip.router(SiteId{0}).name()) + ".*");
  }
  errors.raise();
}

}  // namespace

Waves::Waves(const Scenario& scenario, const Chip& chip, const std::filesystem::path& directory)
    : chip_(&chip),
      section_(*scenario.waves),
      final_path_(directory / section_.file),
      vcd_path_(final_path_),
      save_path_(final_path_) {
  if (is_fst(final_path_)) vcd_path_.replace_extension(".vcd");
  save_path_.replace_extension(".gtkw");
  for (const auto& path : {final_path_, save_path_}) wave::require_replaceable(path);
  if (vcd_path_.has_parent_path()) std::filesystem::create_directories(vcd_path_.parent_path());
  const sc_core::sc_time period = chip.clock().period();
  wave::VcdOptions options{vcd_path_, period, period * static_cast<double>(section_.from), sc_core::sc_max_time()};
  if (section_.to != std::numeric_limits<Cycle>::max()) options.to = period * static_cast<double>(section_.to);
  writer_ = std::make_unique<wave::VcdWriter>(options);
  const auto chosen = [this](std::string_view name) { return wave::matches_any(section_.scope, name); };
  add_probes(chip, *writer_, chosen);
  check_scope(scenario, chip, writer_->signals());
}

std::vector<std::string> Waves::finish() {
  writer_->close();
  if (is_fst(final_path_)) convert_to_fst(vcd_path_, final_path_);
  const Cycle last = std::min(section_.to, chip_->clock().now());
  wave::write_save_file(
      {save_path_, final_path_, section_.from, last, groups_in_order(section_.scope, writer_->signals())});
  return {final_path_.string(), save_path_.string()};
}

}  // namespace kintsugi

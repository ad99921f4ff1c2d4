#include "tb/scenario/waves.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "hw/chip/signals.hpp"
#include "hw/wave/glob.hpp"
#include "hw/wave/save_file.hpp"

namespace kintsugi {

namespace {

/// The exit status of `vcd2fst VCD FST`; 127 when there is no such program.
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

}  // namespace

Waves::Waves(const Scenario& scenario, const Chip& chip, const std::filesystem::path& directory)
    : chip_(&chip), section_(*scenario.waves), final_path_(directory / section_.file), vcd_path_(final_path_) {
  if (is_fst(final_path_)) vcd_path_.replace_extension(".vcd");
  if (vcd_path_.has_parent_path()) std::filesystem::create_directories(vcd_path_.parent_path());
  const sc_core::sc_time period = chip.clock().period();
  wave::VcdOptions options{vcd_path_, period, period * static_cast<double>(section_.from), sc_core::sc_max_time()};
  if (section_.to != std::numeric_limits<Cycle>::max()) options.to = period * static_cast<double>(section_.to);
  writer_ = std::make_unique<wave::VcdWriter>(options);
  const auto chosen = [this](std::string_view name) { return wave::matches_any(section_.scope, name); };
  if (add_signals(chip, *writer_, chosen) == 0) {
    throw InputError(
        {{scenario.where("waves.scope"), "no signal matches the scope; names begin with '" + std::string(chip.name()) +
                                             ".', as in " + std::string(chip.router(SiteId{0}).name()) + ".*"}});
  }
}

std::vector<std::string> Waves::finish() {
  writer_->close();
  if (is_fst(final_path_)) convert_to_fst(vcd_path_, final_path_);
  std::filesystem::path save_path = final_path_;
  save_path.replace_extension(".gtkw");
  const Cycle last = std::min(section_.to, chip_->clock().now());
  wave::write_save_file({save_path, final_path_, section_.from, last, wave::group_by_scope(writer_->signals())});
  return {final_path_.string(), save_path.string()};
}

}  // namespace kintsugi

#include "tb/tool/run/instrument_checks.hpp"

#include <algorithm>
#include <iterator>

#include "tb/tool/run/instrument.hpp"

namespace kintsugi {

void check_instruments(const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  for (const InstrumentInfo& info : instruments()) {
    if (info.check != nullptr) info.check(scenario, setup, errors);
  }
}

void check_names_of_instruments(const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  for (const InstrumentInfo& info : instruments()) {
    if (info.check_names != nullptr) info.check_names(scenario, setup, errors);
  }
}

std::vector<OutputFile> files_of_instruments(const Scenario& scenario,
                                             const std::optional<std::filesystem::path>& directory) {
  std::vector<OutputFile> files;
  for (const InstrumentInfo& info : instruments()) {
    if (info.files == nullptr) continue;
    std::ranges::move(info.files(scenario, directory.value_or("")), std::back_inserter(files));
  }
  return files;
}

}  // namespace kintsugi

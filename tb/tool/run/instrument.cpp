#include "tb/tool/run/instrument.hpp"

#include <algorithm>
#include <iterator>

namespace kintsugi {

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

/// Completes a coverage: scenarios that reach what is missing, and what cannot be reached.
///
/// Files     scenarios for kintsugi run, named by what they reach, such as states_1.yaml, plans_straight.yaml; the
///           configurations and the trace that they read; unreachable.json, a coverage of no run that marks the points
///           that no legal configuration reaches. With several chips the names begin with chip1_, chip2_ ...
/// States    by legal configurations in sequences (models/repair/legal_pool.hpp) on a sound chip. A state that no
///           legal configuration has is unreachable, and so is a transition from or to one; that of power-up is not
/// Turns     by single packets whose routes, in an idle network, have them; channels and ports by traffic beyond
///           saturation
/// Left out  the phase `failed`, with which a run fails; kinds for which no repair is found; chips whose scenario
///           cannot be built any more. Notes say so
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "tb/tool/coverage/coverage.hpp"

namespace kintsugi::coverage {

struct FillFile {
  std::string name;
  std::string text;
  bool is_scenario = false;
};

struct Filling {
  std::vector<FillFile> files;
  std::vector<std::string> notes;  ///< what is left out, and why
  Coverage unreachable;            ///< what unreachable.json has
};

/// Returns the names that files of fill() can have, as far as it is known before the search: for each kind of scenario
/// that may be missing its files. Of numbered files (states_1.yaml, states_2.yaml ...) it is the first one, and those
/// among `there`, the names in the directory.
std::vector<std::string> possible_names(const Coverage& coverage, const std::vector<std::string>& there);

/// `directory`: where the files will be written; names of files in them begin there. `progress` is called during the
/// search for states.
Filling fill(const Coverage& coverage, const std::filesystem::path& directory, const Progress& progress = {});

}  // namespace kintsugi::coverage

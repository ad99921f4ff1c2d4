/// Compares two files of one form.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "tb/tool/diff/difference.hpp"
#include "tb/tool/diff/form.hpp"
#include "tb/tool/diff/reports.hpp"
#include "tb/tool/diff/waveforms.hpp"
#include "tb/tool/scenario/source.hpp"

namespace kintsugi::diff {

struct Request {
  std::string a;  ///< names of files; one of them can be -, standard input
  std::string b;
  std::optional<Form> as = {};   ///< nullopt: each file says its form
  std::size_t most_listed = 20;  ///< differences in the list
  ReportOptions report = {};
  WaveOptions wave = {};
  /// Returns the fabric by which fields of bitstreams are named; empty: none. Called for bitstreams only.
  std::function<const Fabric&()> fabric = {};
  bool of_chips = false;  ///< the files must be lists of states, plans or bitstreams, and their texts are kept
};

struct ComparedFiles {
  Form form;
  Comparison comparison;
  std::vector<Source> texts = {};  ///< of both files if Request::of_chips is set; else none
};

/// Throws InputError, with all mistakes that the reader of the form finds: a file that cannot be read or is wrong, two
/// files of different forms, an option that has no meaning for this form.
ComparedFiles compare_files(const Request& request);

}  // namespace kintsugi::diff

/// Compares two files of one form.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "models/fabric/fabric.hpp"
#include "tb/tool/diff/difference.hpp"
#include "tb/tool/diff/form.hpp"
#include "tb/tool/diff/reports.hpp"
#include "tb/tool/diff/waveforms.hpp"

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
};

struct ComparedFiles {
  Form form;
  Comparison comparison;
};

/// Throws InputError, with all mistakes that the reader of the form finds: a file that cannot be read or is wrong, two
/// files of different forms, an option that has no meaning for this form.
ComparedFiles compare_files(const Request& request);

}  // namespace kintsugi::diff

/// Compares two files of one form, and reports the comparison.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "tb/tool/diff/comparisons.hpp"
#include "tb/tool/diff/difference.hpp"
#include "tb/tool/diff/form.hpp"
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

/// Returns the kind, the name, the position if there is a unit of positions, and the values in `a` and `b`.
nlohmann::ordered_json to_json(const Difference& difference, const std::string& unit);
/// Returns "cycle 20, packet 0 of node n1, delivered: 20 in a, 21 in b", for files that are called a and b.
std::string text_of(const Difference& first, const std::string& unit, const std::string& a, const std::string& b);
/// Returns {"delivered": 3, "lost": 1}.
nlohmann::ordered_json kinds_json(const KindCounts& kinds);
/// Returns "delivered 3, lost 1".
std::string kinds_text(const KindCounts& kinds);

/// Returns `a`, `b`, `form`, `compared`, `equal`, `first`, `differences`, `by_kind`, `list` and `notes`. `first` is the
/// first entry of the list, or null. The page of this room describes them.
nlohmann::ordered_json to_json(const Request& request, const ComparedFiles& compared);

std::string to_text(const Request& request, const ComparedFiles& compared);

}  // namespace kintsugi::diff

/// Judges the measured wafers of a file of wafer maps: which are repaired, and their share with its interval.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tb/tool/setup/wafer_fit.hpp"
#include "tb/tool/yield/result.hpp"

namespace kintsugi::yield {

/// One wafer, and what became of it by curve; nullopt if the program was asked to stop before.
struct JudgedWafer {
  FittedMap map;
  std::vector<std::optional<MapOutcome>> outcomes = {};
};

/// The wafers of one curve.
struct MeasuredCount {
  std::string name;          ///< of the curve
  std::uint64_t wafers = 0;  ///< judged
  std::uint64_t repaired = 0;
  std::optional<std::uint64_t> not_decided = {};  ///< nullopt: the search has no limit
  std::optional<std::uint64_t> wrong = {};        ///< nullopt: repairs are not verified
  double share = 0;                               ///< of the judged wafers that are repaired; 0 without wafers
  Interval confidence = {};  ///< 95 %; those not decided are irreparable in `low` and repaired in `high`
  std::vector<std::string> not_repaired = {};  ///< the other wafers by name, the wrong ones too
};

struct MeasuredYield {
  std::string file;
  std::string format;
  std::vector<std::string> notes;  ///< of the file
  std::vector<JudgedWafer> wafers;
  std::vector<MeasuredCount> counts;  ///< by curve
};

/// Puts the maps on the array of the request, and judges them with every curve, on so many threads. Throws InputError
/// for maps that do not fit.
MeasuredYield judge_measured(const YieldRequest& request, const MeasuredMaps& measured, unsigned threads,
                             const Progress& progress);

nlohmann::ordered_json to_json(const YieldRequest& request, const MeasuredYield& result);
std::string to_text(const YieldRequest& request, const MeasuredYield& result);
/// A row for each curve and wafer.
std::string to_csv(const YieldRequest& request, const MeasuredYield& result);

}  // namespace kintsugi::yield

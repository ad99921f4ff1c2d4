/// Decides which bins of a wafer map are good.
///
/// Default  the bins that the file says have passed, if it says so of any; otherwise bin 1, also as 01 or 1.0, and the
///          words G, P, GOOD and PASS; in a plain grid also a full stop. All other bins are bad
/// Chosen   `good`: only these are good. `bad`: all others are good. A code is written as in the file, or is the same
///          number: 1 is 01 and 1.0 too
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/wafermap/wafer_map.hpp"

namespace kintsugi::wafermap {

/// At most one of the lists has codes.
struct BinChoice {
  std::vector<std::string> good = {};
  std::vector<std::string> bad = {};
  bool any() const { return !good.empty() || !bad.empty(); }
};

/// Returns by the number of the bin whether it is good.
std::vector<bool> good_bins(const WaferMap& map, const BinChoice& choice);

/// Returns those of the chosen codes that no bin of any of the maps has.
std::vector<std::string> unknown_bins(const std::vector<WaferMap>& maps, const BinChoice& choice);

/// Returns whether two codes are the same text, or the same integer in decimal: 1, 01 and 1.0.
bool same_code(std::string_view a, std::string_view b);

/// Returns whether a file that says nothing of its bins means a good one by this code.
bool means_good(std::string_view code);

/// Returns the codes of bins, the first few, as a list: "1, 2, 7, and 12 more"; "none".
std::string list_of_codes(const std::vector<std::string>& codes);

}  // namespace kintsugi::wafermap

/// The report of a coverage, as text, JSON and page: what is reached of each group, and what is missing by name.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tb/tool/coverage/coverage.hpp"

namespace kintsugi::coverage {

/// Returns the groups of all chips that have points, in the order of kGroups, with their shares.
struct GroupShare {
  const GroupInfo* group;
  Share share;
};
std::vector<GroupShare> shares_of(const Coverage& coverage);

/// Returns the names of the groups of which less than this percentage is reached.
std::vector<std::string> groups_below(const Coverage& coverage, double percentage);

struct ReportOptions {
  bool all = false;                 ///< name every missing point in the text, not only the first ones
  std::optional<double> need = {};  ///< the percentage that each group must reach
};

/// Returns `chips`, `groups`, `missing`, and with a need `need` and `below`.
nlohmann::ordered_json to_json(const Coverage& coverage, const ReportOptions& options);
std::string to_text(const Coverage& coverage, const ReportOptions& options);

/// Returns a page for a browser, one file that needs no other: each chip coloured by its coverage.
///
/// Sites     are squares, by the ports of their routers that packets left by; in a directly wired network also by the
///           turns of their nodes
/// Switches  are circles, by their states and transitions
/// Colour    from red, no point reached, over yellow to green, all points reached; grey: no point. The text beside the
///           pointer names what is missing
/// A chip whose scenario cannot be built any more, because a file of it has gone, has its table alone.
std::string to_page(const Coverage& coverage);

}  // namespace kintsugi::coverage

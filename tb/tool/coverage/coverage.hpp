/// Coverage: which points of a chip some runs have reached, and how often.
///
/// Point    what a run can reach: a state of a switch, a turn of a router. It belongs to an element: the switch, the
///          router; elements of one kind are a group. A point that was not reached has count 0
/// Goal     the points of a group that are not proved to be unreachable, and those that a run has reached besides
/// Chip     has groups of its own. Two runs are of one chip if their ChipName is the same; of several chips the sum
///          is a share of all their points
/// Merge    adds the counts of equal points, in whatever order and groups of files. Throws std::invalid_argument, which
///          names it, for a point that one file has reached and another one has as unreachable
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/fabric/fabric.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi::coverage {

/// Of a group, with what is counted. A file has them in this order.
struct GroupInfo {
  const char* name;
  const char* summary;
};
inline constexpr std::array<GroupInfo, 9> kGroups{{
    {"states", "states of each switch"},
    {"transitions", "changes of each switch from one state to another"},
    {"ports", "ports of each router by which packets left"},
    {"channels", "virtual channels of each link that carried packets"},
    {"turns", "ways of packets through each router: in and out"},
    {"phases", "phases of the configuration chain and of the controller"},
    {"refusals", "reasons for which the configuration chain refused a stream"},
    {"plans", "kinds of repair plans that were loaded"},
    {"defects", "kinds of defects of each kind of switch, of PEs and of links"},
}};

struct Point {
  std::uint64_t count = 0;
  bool is_unreachable = false;  ///< no legal configuration reaches it; then the count is 0
  friend bool operator==(const Point&, const Point&) = default;
};

using Points = std::map<std::string, Point, std::less<>>;     ///< by name
using Elements = std::map<std::string, Points, std::less<>>;  ///< by name of the element
using Groups = std::map<std::string, Elements, std::less<>>;  ///< by the names of kGroups; without empty ones

/// Returns the points of an element; nullptr if there are none.
const Points* find_points(const Groups& groups, std::string_view group, std::string_view element);
/// Returns the names of the points of the goal that were not reached.
std::vector<std::string> missing_of(const Points& points);

/// What tells one chip from another.
struct ChipName {
  std::string network;  ///< "2D-SRT(4,4,1)"
  std::string number;   ///< of the fabric and its network, or of the network that is wired directly: 8 hex digits
  std::string routing;
  unsigned vcs = 1;
  std::string text() const;  ///< "2D-SRT(4,4,1), 1a2b3c4d, routing ring, 2 channels"
  friend auto operator<=>(const ChipName&, const ChipName&) = default;
};

struct ChipCoverage {
  std::uint64_t runs = 0;
  std::string scenario;  ///< network, fabric and routing as the text of a scenario; of several the first in order
  Groups groups;
  friend bool operator==(const ChipCoverage&, const ChipCoverage&) = default;
};

using Coverage = std::map<ChipName, ChipCoverage>;

/// Adds a coverage to another one; on an error `into` is unchanged.
void merge(Coverage& into, const Coverage& other);

struct Share {
  std::uint64_t reached = 0;
  std::uint64_t goal = 0;
  std::uint64_t unreachable = 0;
  Share& operator+=(const Share& other);
  /// Returns the percentage; 100 of nothing.
  double percent() const;
  /// Returns whether at least this percentage is reached, without rounding.
  bool meets(double percentage) const;
  friend bool operator==(const Share&, const Share&) = default;
};

Share share_of(const Points& points);
Share share_of(const Elements& elements);
/// Returns the share of a group of all chips.
Share share_of(const Coverage& coverage, std::string_view group);

/// @name Names of the points, for the meter that counts them and for --fill, which completes them
/// @{
std::string transition_name(const SwitchType& type, SwitchState from, SwitchState to);
std::string turn_name(const std::string& in, const std::string& out);
std::string channel_name(const std::string& port, unsigned vc);
/// "straight", "diagonal", "triple": a ring passes a line three times; "placed": a plan without paths and rings;
/// "no defects".
std::string plan_kind(const Repair& repair);

struct DefectKind {
  std::string of;    ///< "track switch", "PE", "link"
  std::string kind;  ///< "stuck in D1", "dead", "cut"
  friend auto operator<=>(const DefectKind&, const DefectKind&) = default;
};
/// `sound`: the fabric without defects; nullptr: wired directly.
DefectKind kind_of(const Fault& defect, const Fabric* sound);
/// @}

/// The file of a coverage: a JSON document with a line for each element, so that two of them can be compared by line.
///
///   {"coverage": 1,                                                                     the version of the form
///    "chips": [
///      {"network": ..., "number": ..., "routing": ..., "vcs": ..., "runs": N, "scenario": "{network: ...}",
///       "groups": {
///         "states": {"reached": N, "goal": N,                                           what follows from the points
///           "points": {"wafer.sh.g0.c0": {"D1": 0, "D2": "unreachable", "X": 3}, ...
///    "seal": ...}                                                                       a hash of what is above
///
/// Order    chips, elements and points by name, groups as in kGroups: equal coverages are equal bytes
/// Errors   InputError with line and column: what is no document, an unknown or missing key, a key twice, a count that
///          is none, numbers that contradict the points, a seal of other chips, a file that is cut
std::string to_file(const Coverage& coverage);

/// `source` is the name of the file, for messages.
Coverage from_file(const std::string& text, const std::string& source);

/// Reads a file; `-` is standard input. Throws InputError if it cannot be read too.
Coverage read_coverage(const std::string& file);

}  // namespace kintsugi::coverage

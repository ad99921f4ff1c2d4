/// What a run did of what the section `expect` of its scenario wants.
///
/// Found   a number as in the JSON report, by its path; of each reconfiguration one; of a packet its fact
/// Met     if the number is there and in the range, both ends included; of reconfigurations each, and there must be one
/// Absent  a number that the run does not have is not met, whatever is expected
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/followed_packets.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

struct RunResult;
struct Setup;

struct MetExpectation {
  std::string name;      ///< "latency.mean"; "packet 7 of node 3, hops"
  std::string expected;  ///< "at most 14"
  nlohmann::ordered_json found;
  std::string missing;  ///< why `found` is null; empty if it is not
  bool met = false;
};

struct MetExpectations {
  std::vector<MetExpectation> list;
  bool all_met() const;
};

/// Compares a run with what is expected of it; check_expectations must have found no mistake.
MetExpectations compare(const ExpectSection& expect, const RunResult& result, const Setup& setup);

/// Returns {met, expectations: [{name, expected, found, met}]}; one without a number also says why: `missing`.
nlohmann::ordered_json to_json(const MetExpectations& expectations);
void add_expectations(TextTable& table, const MetExpectations& expectations);

}  // namespace kintsugi

/// Repairs whose pictures the tests read back.
#pragma once

#include <memory>
#include <string>

#include "tb/tool/picture/picture.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::picture::test {

/// A planned scenario: owns everything that a subject points at.
class Repaired {
 public:
  explicit Repaired(const std::string& scenario)
      : input_(load_scenario(scenario, {})), checked_(check_repair(input_.scenario, input_.setup)) {}
  Repaired(const Repaired&) = delete;  // subjects point at it
  Subject subject() const { return subject_of(input_.scenario, input_.setup, checked_); }
  const Repair& repair() const { return checked_.repair; }
  const Fabric& fabric() const { return input_.setup.built_fabric(); }
  const Network& network() const { return input_.setup.network(); }

 private:
  Input input_;
  CheckedRepair checked_;
};

inline const std::string kTwoDead = "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[3, 4], [5, 2]]}}";
inline const std::string kTwoTracks =
    "{network: {kind: srt2d, n: 2}, fabric: {tracks: 2}, defects: {pe: [[2, 2], [3, 3], [0, 1]]}}";
/// Two dead PEs of one column whose paths lead away from each other; without and with isolation.
inline const std::string kRing =
    "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[4, 5], [4, 2], [3, 2], [3, 0], [5, 3]]}}";
inline const std::string kOneWire =
    "{network: {kind: torus, sides: [4, 3]}, fabric: {}, defects: {pe: [[2, 2], [0, 1]]}}";
inline const std::string kRow = "{network: {kind: srt1d, n: 3}, fabric: {}, defects: {pe: [3]}}";
inline const std::string kWireByWire =
    "{network: {kind: srt2d, n: 2}, fabric: {bunch: per_wire}, defects: {pe: [[2, 2]]}}";
inline const std::string kIsolated =
    "{network: {kind: srt2d, n: 2}, fabric: {isolate: true}, "
    "defects: {pe: [[4, 5], [4, 2], [3, 2], [3, 0], [5, 3]]}}";
inline const std::string kArray = "{network: {kind: sse, n: 4, scheme: ksft2, k: 2}, defects: {pe: [4, 7]}}";
inline const std::string kSingles = "{network: {kind: sse, n: 4, scheme: sft1}, defects: {pe: [5]}}";
/// A core defect with one more on each of its four lines.
inline const std::string kCross =
    "{network: {kind: srt2d, n: 3}, fabric: {}, repair: {planner: straight}, "
    "defects: {pe: [[4, 4], [2, 4], [6, 4], [4, 2], [4, 6]]}}";

}  // namespace kintsugi::picture::test

/// The section `expect`: names of numbers of the report with a value or a range, facts of single packets, and what
/// signals must be in cycles.
///
/// A mapping is a range if it has a key of a range, else a section of the report. The section does not know the numbers
/// of a report: check.hpp checks the names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/network/types.hpp"
#include "tb/tool/features/expect/section_cycles.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/written_node.hpp"

namespace kintsugi {

/// What a number or a fact of a run is to be; a node only of a packet.
struct Expectation {
  std::string name;  ///< path of a number in the report, "latency.mean"; or a fact of a packet, "hops"
  std::variant<RealRange, bool, WrittenNode> wanted;  ///< an end that is not given is infinite
  Where where;
};

/// What is expected of one packet.
struct ExpectedPacket {
  WrittenNode source;
  std::uint32_t number = 0;  ///< among the packets and multicasts of its source, from 0
  std::vector<Expectation> facts;
  Where where_number;
};

inline constexpr const char* kGoldenKey = "golden";

/// A report or packet log of an earlier run, with which the run is compared.
struct GoldenRun {
  std::filesystem::path file;
  Where where;
};

/// What makes a run a test.
struct ExpectSection {
  std::optional<GoldenRun> golden;
  std::vector<Expectation> numbers;
  std::vector<ExpectedPacket> packets;
  std::vector<ExpectedCycles> cycles;
  /// Returns whether no number, no packet and nothing of cycles is expected.
  bool empty() const { return numbers.empty() && packets.empty() && cycles.empty(); }
};

/// The nodes of ExpectSection::packets, in their order; a destination of which nothing is expected is kNoNode.
struct ExpectedNodes {
  std::vector<NodeId> sources;
  std::vector<NodeId> destinations;
  std::vector<FoundCycles> cycles;  ///< of ExpectSection::cycles
};

/// Returns the golden run of a scenario; nullptr if it has none.
const GoldenRun* golden_of(const Scenario& scenario);

extern const FeatureSection kExpectSection;

}  // namespace kintsugi

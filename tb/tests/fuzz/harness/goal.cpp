#include <algorithm>
#include <sstream>

#include "models/workload/binary_goal.hpp"
#include "models/workload/goal.hpp"
#include "models/workload/placement.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"

namespace kintsugi::fuzz {

namespace {

constexpr std::uint32_t kMostWritten = 1000;  // ranks; each of a million is written, too

void require_places(std::span<const FileMistake> mistakes, std::string_view text) {
  const auto lines = std::ranges::count(text, '\n') + 1;
  for (const FileMistake& mistake : mistakes) {
    require(mistake.line >= 1 && mistake.line <= lines && mistake.column >= 1, "a mistake is in a line of the text");
    require(!mistake.message.empty(), "a mistake has a message");
  }
}

void require_offsets(std::span<const FileMistake> mistakes) {
  for (const FileMistake& mistake : mistakes) {
    require(mistake.line == 0 && mistake.message.starts_with("byte "), "a mistake in the binary form has its offset");
  }
}

workload::GoalFile read_halves(std::string_view text) {
  workload::GoalParser parser;
  parser.take(text.substr(0, text.size() / 2));
  parser.take(text.substr(text.size() / 2));
  return parser.finish();
}

std::string written(const workload::Program& program) {
  std::ostringstream out;
  workload::write_goal(program, out);
  return out.str();
}

}  // namespace

void read_goal_text(std::string_view text) {
  const workload::GoalFile file = workload::read_goal(text);
  if (text.starts_with(workload::kBinaryGoalBegin)) {
    require_offsets(file.mistakes);
  } else {
    require_places(file.mistakes, text);
  }
  require(file.mistakes.size() <= workload::kMostGoalMistakes, "mistakes are limited");
  require(file.program.has_value() == file.mistakes.empty(), "a text without mistakes is a program");
  require(read_halves(text).mistakes == file.mistakes, "a text in parts has the same mistakes");
  if (!file.program || file.program->ranks() > kMostWritten) return;
  const std::string again = written(*file.program);
  const workload::GoalFile back = workload::read_goal(again);
  // An operation without a label is written with its number as its label, which another one may have.
  require(!back.program || written(*back.program) == again, "what is written is read back");
}

void read_placement_text(std::string_view text) {
  constexpr std::uint32_t kRanks = 5;
  constexpr std::uint32_t kNodes = 9;
  static const Network kNetwork = [] {
    Network network("nodes");
    const std::size_t layout = network.add_layout({"e", "w"});
    for (std::uint32_t node = 0; node < kNodes; ++node) network.add_node("n" + std::to_string(node), layout, {0, 0});
    return network;
  }();
  const workload::PlacementFile file = workload::read_placement(text, kRanks, kNetwork);
  require_places(file.mistakes, text);
  require(file.mistakes.size() <= workload::kMostPlacementMistakes, "mistakes are limited");
  if (!file.mistakes.empty()) return;
  workload::Placement sorted = file.placement;
  std::ranges::sort(sorted);
  require(sorted.size() == kRanks && sorted.back().value < kNodes, "each rank has a node");
  require(std::ranges::adjacent_find(sorted) == sorted.end(), "a node has one rank");
}

}  // namespace kintsugi::fuzz

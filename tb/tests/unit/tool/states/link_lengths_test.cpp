// The lengths of links by extraction are those of the paths that the links take, wire by wire.
#include "tb/tool/states/link_lengths.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tb/tests/unit/tool/states/repaired.hpp"

namespace kintsugi::test {
namespace {

using states::KindLengths;

std::vector<KindLengths> lengths_of(const Repaired& repaired) {
  return states::link_lengths(repaired.input.setup, repaired.input.scenario.repair, repaired.checked);
}

/// The same sums from the list of links, which follows each link through its switches.
std::map<std::string, std::pair<LengthSums, LengthSums>> listed_lengths(const Repaired& repaired) {
  const Setup& setup = repaired.input.setup;
  const states::RepairStates& found = repaired.written;
  std::map<std::string, std::pair<LengthSums, LengthSums>> lengths;
  for (std::size_t link = 0; link < found.links.size(); ++link) {
    const std::string kind = setup.network().kinds()[setup.network().links()[link].kind.index()];
    for (const std::string& row : {kind, std::string("all")}) {
      lengths[row].first.count(found.links[link].before.value());
      lengths[row].second.count(found.links[link].after.value());
    }
  }
  return lengths;
}

void expect_equal(const LengthSums& a, const LengthSums& b) {
  EXPECT_EQ(a.links, b.links);
  EXPECT_EQ(a.pitches, b.pitches);
  EXPECT_EQ(a.longest, b.longest);
}

void expect_those_of_the_list(const std::string& scenario) {
  const Repaired repaired(scenario);
  const auto listed = listed_lengths(repaired);
  const std::vector<KindLengths> lengths = lengths_of(repaired);
  EXPECT_EQ(lengths.size(), listed.size());
  for (const KindLengths& row : lengths) {
    SCOPED_TRACE(scenario + " " + row.kind);
    expect_equal(row.before.value(), listed.at(row.kind).first);
    expect_equal(row.after, listed.at(row.kind).second);
  }
}

TEST(LinkLengths, are_those_of_the_list_of_links) {
  expect_those_of_the_list("{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[3, 4], [5, 2]]}}");
  expect_those_of_the_list("{network: {kind: srt2d, n: 2}, fabric: {tracks: 2}, defects: {pe: [[1, 1], [2, 3]]}}");
  expect_those_of_the_list("{network: {kind: torus, sides: [5, 3]}, fabric: {}, defects: {pe: [[1, 2]]}}");
  expect_those_of_the_list("{network: {kind: srt1d, n: 4}, fabric: {}, defects: {pe: [11]}}");
  expect_those_of_the_list(
      "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {switch: [[H, 1, 2, 0, D1]], pe: [[2, 2]]}}");
  expect_those_of_the_list("{network: {kind: sse, n: 4, scheme: ksft2, k: 2}, defects: {pe: [4, 7]}}");
}

TEST(LinkLengths, grow_by_a_path_that_moves_nodes_away_from_their_neighbours) {
  const Repaired repaired("{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[3, 4]]}}");
  const KindLengths base = lengths_of(repaired).front();
  EXPECT_EQ(base.kind, "base");
  EXPECT_GT(base.after.mean(), base.before.value().mean());
}

TEST(LinkLengths, of_a_sound_chip_are_the_same_before_and_after) {
  const Repaired repaired("{network: {kind: srt2d, n: 2}, fabric: {}}");
  for (const KindLengths& row : lengths_of(repaired)) expect_equal(row.before.value(), row.after);
}

}  // namespace
}  // namespace kintsugi::test

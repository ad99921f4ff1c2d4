// States and plans leave the program and come back as the same network, in every form.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/fabric/network_check.hpp"
#include "models/fabric/placement_search.hpp"
#include "models/repair/random_defects.hpp"
#include "tb/tests/unit/test_size.hpp"
#include "tb/tests/unit/tool/states/repaired.hpp"
#include "tb/tool/states/plan_reader.hpp"

namespace kintsugi::test {
namespace {

using states::CheckedStates;
using states::PlacementFrom;

/// Requires that a check finds the network and the states of the repair.
void expect_same_network(const CheckedStates& found, const Repaired& repaired, PlacementFrom from, const char* form) {
  SCOPED_TRACE(form);
  ASSERT_TRUE(found.verified()) << found.differences.front().message;
  EXPECT_TRUE(found.right_known);
  EXPECT_TRUE(found.wrong.empty());
  EXPECT_EQ(found.from, from);
  EXPECT_EQ(*found.placement, repaired.checked.repair.placement);
  EXPECT_EQ(found.moved, repaired.checked.repair.moved);
  EXPECT_EQ(found.rings, repaired.checked.rings);
}

states::StateList read_listed(const std::string& text, const std::string& name, const Repaired& repaired) {
  Diagnostics errors;
  states::StateList list = states::read_states(text, name, repaired.fabric(), repaired.input.setup.network(), errors);
  errors.raise();
  EXPECT_EQ(list.states, repaired.switch_states());
  return list;
}

void lists_come_back(const Repaired& repaired, bool as_document) {
  const Input& input = repaired.input;
  expect_same_network(
      states::check_states(input.scenario, input.setup, read_listed(repaired.csv(), "states.csv", repaired)), repaired,
      PlacementFrom::kGiven, "CSV");
  expect_same_network(
      states::check_states(input.scenario, input.setup, read_listed(repaired.lines(), "states", repaired)), repaired,
      PlacementFrom::kRepair, "lines");
  expect_same_network(
      states::check_states(input.scenario, input.setup,
                           read_listed(states::to_text(repaired.written.fields), "bitstream.txt", repaired)),
      repaired, PlacementFrom::kRepair, "bitstream.txt");
  if (!as_document) return;
  expect_same_network(
      states::check_states(input.scenario, input.setup, read_listed(repaired.json(), "states.json", repaired)),
      repaired, PlacementFrom::kGiven, "JSON");
}

void the_bitstream_comes_back(const Repaired& repaired) {
  Diagnostics errors;
  const states::StreamStates stream = states::read_bitstream(bitstream_file(repaired.checked, repaired.fabric()),
                                                             "bitstream.bin", repaired.fabric(), errors);
  errors.raise();
  EXPECT_EQ(stream.checksum, states::Checksum::kRight);
  EXPECT_EQ(stream.configuration, repaired.checked.repair.configuration);
  expect_same_network(states::check_states(repaired.input.scenario, repaired.input.setup, {repaired.switch_states()}),
                      repaired, PlacementFrom::kRepair, "bitstream");
}

/// Returns the plan of a repair as a user would write it.
std::string placement_text(const Repaired& repaired) {
  std::string text = "{placement: [";
  for (const SiteId site : repaired.checked.repair.placement.site_of) {
    text += describe_address(repaired.fabric().sites[site.value].address) + ", ";
  }
  return text + "]}";
}

std::string paths_text(const Repaired& repaired) {
  std::string text = "paths:\n";
  for (const RepairPath& path : repaired.checked.repair.paths) {
    text += "- {pe: " + describe_address(repaired.fabric().sites[path.defect.value].address) +
            ", direction: " + path.direction + "}\n";
  }
  return repaired.checked.repair.paths.empty() ? "paths: []\n" : text;
}

void the_plan_comes_back(const Repaired& repaired, const std::string& text) {
  Diagnostics errors;
  const states::FilePlan plan =
      states::read_plan(text, "plan", repaired.input.setup, repaired.input.scenario.repair, errors);
  errors.raise();
  expect_same_network(states::check_plan(repaired.input.scenario, repaired.input.setup, plan), repaired,
                      PlacementFrom::kGiven, text.c_str());
}

/// The states alone say where the nodes are: the only guess is a fabric without defects.
void the_placement_is_found(const Repaired& repaired) {
  const Network& network = repaired.input.setup.network();
  const std::vector<Placement> guesses = {repaired.input.setup.fabric->repair({}, {}).placement};
  const Placement found = find_placement(repaired.checked.extracted, network, repaired.fabric(), guesses);
  EXPECT_TRUE(NetworkCheck(network, repaired.fabric()).same(repaired.checked.extracted, found));
}

void everything_comes_back(const Repaired& repaired, bool as_document) {
  lists_come_back(repaired, as_document);
  the_bitstream_comes_back(repaired);
  the_plan_comes_back(repaired, placement_text(repaired));
  if (!repaired.input.setup.fabric->info().directions.empty()) the_plan_comes_back(repaired, paths_text(repaired));
  the_placement_is_found(repaired);
}

const std::vector<std::string>& round_trip_fabrics() {
  static const std::vector<std::string> kFabrics = [] {
    std::vector<std::string> all;
    for (const std::string network :
         {"n: 2", "n: 2, variant: long, shift: uniform", "n: 2, shift: uniform", "n: 3", "n: 3, variant: long",
          "n: 3, variant: short", "n: 3, variant: short, shift: uniform", "n: 3, shift: uniform"}) {
      for (const std::string tracks : {"1", "2"}) {
        all.push_back("{network: {kind: srt2d, " + network + "}, fabric: {tracks: " + tracks + "}}");
      }
    }
    for (const std::string scheme :
         {"sft1", "sft2", "ksft2, k: 3", "exm, k: 2, modules: 4", "exp1, k: 2, modules: 2", "exp2, k: 1, modules: 4",
          "exm+exp2, k: 1, l: 1, modules: 2", "exp1+exp2, k: 2, modules: 2"}) {
      all.push_back("{network: {kind: sse, n: 4, scheme: " + scheme + "}}");
    }
    return all;
  }();
  return kFabrics;
}

/// Repairs maps of random defects until `maps` of them are repaired and have come back. Every tenth goes by a document
/// too, which takes longer to read than all others together.
unsigned maps_come_back(const std::string& scenario, unsigned maps) {
  unsigned done = 0;
  const Setup setup = load_text(scenario, "scenario").setup;
  const std::size_t sites = setup.fabric->fabric().sites.size();
  const bool is_wafer = !setup.fabric->info().directions.empty();
  for (std::uint64_t seed = 1; done < maps && seed < 50 * maps; ++seed) {
    Input input = load_text(scenario, "scenario");
    input.setup.defects = random_defects(sites, is_wafer ? seed % 7 : seed % 4, seed);
    const Repaired repaired(std::move(input));
    if (!repaired.checked.repair.repairable) continue;
    SCOPED_TRACE(scenario + " seed " + std::to_string(seed));
    everything_comes_back(repaired, done % 10 == 0);
    ++done;
    if (testing::Test::HasFailure()) break;
  }
  return done;
}

TEST(RoundTrip, of_a_map_on_every_fabric_gives_the_same_network) {
  for (const std::string& fabric : round_trip_fabrics()) EXPECT_EQ(maps_come_back(fabric, 1), 1u) << fabric;
}

TEST(RoundTripSlow, of_two_thousand_repaired_maps_gives_the_same_network) {
  unsigned maps = 0;
  const unsigned each = part_of(10u, 84u);
  for (const std::string& fabric : round_trip_fabrics()) maps += maps_come_back(fabric, each);
  EXPECT_GE(maps, part_of(230u, 2000u));
}

TEST(RoundTrip, with_stuck_switches_and_cut_wires_gives_the_same_network) {
  const std::string text = "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[3, 4]], " +
                           std::string("switch: [[H, 2, 5, 0, D1]], wire: [[6, 6, e, 0]]}}");
  const Repaired repaired(text);
  ASSERT_TRUE(repaired.checked.verified());
  lists_come_back(repaired, true);
  the_bitstream_comes_back(repaired);
  the_plan_comes_back(repaired, paths_text(repaired));
}

/// Of several states that carry a placement only some go around the defective elements.
TEST(RoundTrip, by_a_placement_around_stuck_switches_and_cut_wires_gives_the_same_network) {
  for (const std::string defects :
       {"{tracks: 1}, defects: {pe: [[1, 2], [1, 4], [4, 1]], switch: [[V, 2, 0, 0, X], [V, 1, 3, 0, OPEN]]}",
        "{tracks: 2}, defects: {pe: [[1, 1], [2, 3], [2, 4], [4, 1]], wire: [[3, 1, e, 0]]}",
        "{tracks: 2}, defects: {pe: [[1, 4], [2, 3], [2, 4]], switch: [[V, 3, 0, 1, X], [H, 0, 1, 0, D1]]}"}) {
    const Repaired repaired("{network: {kind: torus, sides: [4, 4]}, fabric: " + defects + "}");
    ASSERT_TRUE(repaired.checked.verified());
    Diagnostics errors;
    const states::FilePlan plan = states::read_plan(placement_text(repaired), "plan", repaired.input.setup,
                                                    repaired.input.scenario.repair, errors);
    errors.raise();
    const CheckedStates checked = states::check_plan(repaired.input.scenario, repaired.input.setup, plan);
    EXPECT_TRUE(checked.verified()) << defects << ": " << checked.differences.front().message;
  }
}

TEST(RoundTrip, of_a_large_network_finds_its_placement_although_every_guess_is_wrong) {
  const Repaired repaired("{network: {kind: mesh, sides: [34, 32]}, fabric: {}}");
  const Network& network = repaired.input.setup.network();
  ASSERT_GT(network.nodes(), kMostTried);
  Placement guess = repaired.checked.repair.placement;
  std::ranges::reverse(guess.site_of);
  for (const NodeId node : ids<NodeId>(network.nodes())) guess.node_at[guess.site_of[node.value].value] = node;
  const Placement found =
      find_placement(repaired.checked.extracted, network, repaired.fabric(), std::vector<Placement>{guess});
  EXPECT_EQ(found, repaired.checked.repair.placement);
}

TEST(RoundTrip, by_a_list_of_switches_needs_no_fields) {
  const Repaired repaired(kRepairedWafer);
  std::string lines;
  for (const states::SwitchRow& row : repaired.written.switches) lines += row.name + ',' + row.after + '\n';
  expect_same_network(states::check_states(repaired.input.scenario, repaired.input.setup,
                                           read_listed(lines, "read_back.csv", repaired)),
                      repaired, PlacementFrom::kRepair, "switches");
}

TEST(RoundTrip, by_a_mapping_from_names_to_numbers_is_the_shortest_document) {
  const Repaired repaired(kRepairedArray);
  std::string text = "{";
  for (const states::FieldRow& row : repaired.written.fields)
    text += row.name + ": " + std::to_string(row.value) + ",\n";
  expect_same_network(
      states::check_states(repaired.input.scenario, repaired.input.setup, read_listed(text + "}", "inline", repaired)),
      repaired, PlacementFrom::kRepair, "mapping");
}

}  // namespace
}  // namespace kintsugi::test

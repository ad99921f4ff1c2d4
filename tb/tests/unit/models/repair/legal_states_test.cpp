// Whether a legal configuration has a state, beside a search over all states of all switches and all placements.
#include "models/repair/legal_states.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/fabric/extraction.hpp"
#include "models/registry/families.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {
namespace {

/// A network on its smallest fabric.
struct LegalBench {
  LegalBench(const std::string& kind, const Parameters& parameters)
      : design(find_family(kind)->build(parameters)), array(design->fabric({})), changed(array->fabric()) {}
  const Fabric& fabric() const { return changed; }

  /// Returns a placement with which the configuration makes the network; nullopt: there is none.
  std::optional<Placement> placement_for(const Configuration& configuration) const {
    const ExtractedNetwork extracted = NetworkExtractor(fabric()).extract(switch_states(fabric(), configuration));
    const Network& network = design->network();
    std::vector<SiteId> sites = extracted.attached;
    if (sites.size() != network.nodes()) return std::nullopt;
    do {
      Placement placement{sites, std::vector<NodeId>(fabric().sites.size(), kNoNode)};
      for (std::size_t node = 0; node < sites.size(); ++node)
        placement.node_at[sites[node].index()] = NodeId::from(node);
      if (!difference(extracted, network, placement, fabric())) return placement;
    } while (std::ranges::next_permutation(sites).found);
    return std::nullopt;
  }

  /// Returns by field and value whether one of all configurations is legal and has it.
  std::vector<std::vector<bool>> legal_values() const {
    std::vector<std::vector<bool>> legal;
    for (const ConfigField& field : fabric().fields) legal.emplace_back(field.states, false);
    Configuration configuration(fabric().fields.size());
    for (std::size_t field = 0; field < configuration.size();) {
      if (placement_for(configuration)) {
        for (std::size_t i = 0; i < configuration.size(); ++i) legal[i][configuration[i]] = true;
      }
      for (field = 0; field < configuration.size(); ++field) {
        if (++configuration[field] < fabric().fields[field].states) break;
        configuration[field] = 0;
      }
    }
    return legal;
  }

  std::unique_ptr<Design> design;
  std::unique_ptr<ReconfigurableFabric> array;
  Fabric changed;  ///< a copy, from which a test takes something away
};

struct FoundValues {
  std::size_t reached = 0;
  std::size_t unreached = 0;
};

/// Adds to what is found of all values of all fields.
void expect_the_values_of_all_configurations(const LegalBench& bench, FoundValues& values) {
  const std::vector<std::vector<bool>> expected = bench.legal_values();
  LegalStates legal(bench.fabric(), bench.design->network());
  for (std::size_t field = 0; field < expected.size(); ++field) {
    for (std::size_t value = 0; value < expected[field].size(); ++value) {
      const Decision found = legal.find({field, static_cast<SwitchState>(value)});
      ASSERT_EQ(found, expected[field][value] ? Decision::kYes : Decision::kNo)
          << bench.fabric().fields[field].name << ' ' << value;
      (found == Decision::kYes ? values.reached : values.unreached) += 1;
      if (found != Decision::kYes) continue;
      const Configuration configuration = legal.configuration();
      EXPECT_EQ(configuration[field], value);
      const SwitchStates states = switch_states(bench.fabric(), configuration);
      EXPECT_EQ(difference(NetworkExtractor(bench.fabric()).extract(states), bench.design->network(), legal.placement(),
                           bench.fabric()),
                std::nullopt);
    }
  }
}

TEST(LegalStatesOfFields, are_those_of_a_search_over_all_states_of_all_switches) {
  FoundValues values;
  LegalBench bench("srt1d", {{"n", std::int64_t{2}}});
  expect_the_values_of_all_configurations(bench, values);
  const std::vector<Wire> wires = bench.changed.wires;
  for (std::size_t missing = 0; missing < wires.size(); ++missing) {
    bench.changed.wires = wires;
    bench.changed.wires.erase(bench.changed.wires.begin() + static_cast<std::ptrdiff_t>(missing));
    expect_the_values_of_all_configurations(bench, values);
  }
  EXPECT_GT(values.reached, 0u);
  EXPECT_GT(values.unreached, 0u) << "without a wire some PEs are out of reach";
}

TEST(LegalStatesOfFields, are_fewer_where_nodes_have_sites_of_their_own) {
  const LegalBench bench("srt1d", {{"n", std::int64_t{2}}});
  const Repair sound = bench.array->repair({}, {});
  std::vector<std::vector<SiteId>> at_home;
  for (const SiteId site : sound.placement.site_of) at_home.push_back({site});
  LegalStates legal(bench.fabric(), bench.design->network(), at_home);
  for (std::size_t field = 0; field < sound.configuration.size(); ++field) {
    ASSERT_EQ(legal.find({field, sound.configuration[field]}), Decision::kYes);
    EXPECT_EQ(legal.placement(), sound.placement);
  }
  const std::size_t of_node = bench.fabric().switches[0].field;
  EXPECT_EQ(legal.find({of_node, static_cast<SwitchState>(sound.configuration[of_node] == 0 ? 1 : 0)}), Decision::kNo);
}

TEST(LegalStatesOfFields, stay_open_where_the_limit_is_reached) {
  const LegalBench bench("torus", {{"sides", std::vector<std::int64_t>{4, 4}}});
  LegalStates legal(bench.fabric(), bench.design->network());
  EXPECT_EQ(legal.find({0, 0}, 1), Decision::kNotDecided);
}

TEST(LegalStatesOfFields, are_refused_for_a_network_that_is_too_large) {
  const LegalBench bench("torus", {{"sides", std::vector<std::int64_t>{11, 11}}});
  EXPECT_THROW(LegalStates(bench.fabric(), bench.design->network()), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi

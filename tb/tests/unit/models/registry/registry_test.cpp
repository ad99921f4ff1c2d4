#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "models/fabric/fabric_number.hpp"
#include "models/registry/families.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {
namespace {

TEST(Registry, finds_a_family_by_its_kind) {
  for (const char* kind :
       {"srt1d", "srt2d", "srt3d", "mesh", "torus", "hypercube", "full", "rdt", "sse", "mandala", "graph"}) {
    ASSERT_NE(find_family(kind), nullptr) << kind;
    EXPECT_EQ(find_family(kind)->kind(), kind);
  }
}

TEST(Registry, does_not_know_what_is_not_there) {
  EXPECT_EQ(find_family("srt"), nullptr);
  EXPECT_EQ(find_family("prdt"), nullptr) << "a perfect RDT is an assignment of rdt";
  EXPECT_EQ(find_family(""), nullptr);
}

TEST(Registry, kinds_and_parameter_names_are_unique_and_explained) {
  std::set<std::string> kinds;
  for (const Family* family : families()) {
    EXPECT_TRUE(kinds.insert(family->kind()).second) << family->kind();
    EXPECT_FALSE(family->summary().empty()) << family->kind();
    std::set<std::string> names;
    for (const ParameterSpec& spec : family->parameters()) {
      EXPECT_TRUE(names.insert(spec.name).second) << family->kind() << "." << spec.name;
      EXPECT_FALSE(spec.help.empty()) << family->kind() << "." << spec.name;
    }
  }
}

ParameterValue example_value(const ParameterSpec& spec, std::int64_t number) {
  if (spec.type == ParameterSpec::Type::kName) return spec.choices.front();
  if (spec.type == ParameterSpec::Type::kFile) return ParameterFile{"ring.csv", "a,b\n0,1\n1,2\n2,3\n3,0\n"};
  if (spec.type == ParameterSpec::Type::kIntegers) return std::vector<std::int64_t>{number, number};
  return number;
}

/// The smallest network of the family with these parameters and the required ones, from `least` on.
std::unique_ptr<Design> example_of(const Family& family, const Parameters& chosen, std::int64_t least = 2) {
  for (std::int64_t number = least; number <= 16; ++number) {
    Parameters parameters = chosen;
    for (const ParameterSpec& spec : family.parameters()) {
      if (spec.required) parameters.emplace(spec.name, example_value(spec, number));
    }
    try {
      return family.build(parameters);
    } catch (const ParameterError&) {
      continue;
    }
  }
  return nullptr;
}

/// Every way to choose one parameter of the family, and none.
std::vector<std::pair<std::optional<ParameterChoice>, Parameters>> choices_of(const Family& family) {
  std::vector<std::pair<std::optional<ParameterChoice>, Parameters>> all(1);
  for (const ParameterSpec& spec : family.parameters()) {
    for (const std::string& choice : spec.choices) {
      all.push_back({ParameterChoice{spec.name, choice}, {{spec.name, choice}}});
    }
  }
  return all;
}

TEST(Registry, properties_of_nodes_have_a_word_as_name_and_a_value_for_each_node) {
  std::set<std::string> families_with_properties;
  for (const Family* family : families()) {
    const auto design = example_of(*family, {});
    ASSERT_NE(design, nullptr) << family->kind();
    std::set<std::string> names{"name", "x", "y", "ports"};
    for (const NodeProperty& property : design->node_properties()) {
      families_with_properties.insert(family->kind());
      EXPECT_TRUE(names.insert(property.name).second) << family->kind() << ": " << property.name;
      EXPECT_TRUE(std::ranges::all_of(property.name, [](char c) { return c >= 'a' && c <= 'z'; })) << property.name;
      EXPECT_EQ(property.values.size(), design->network().nodes()) << family->kind() << ": " << property.name;
    }
  }
  EXPECT_EQ(families_with_properties, (std::set<std::string>{"mandala", "rdt", "srt1d", "srt2d", "srt3d", "sse"}));
}

TEST(Registry, properties_of_nodes_agree_with_the_links) {
  const auto design = find_family("srt2d")->build({{"n", std::int64_t{4}}});
  const NodeProperty level = design->node_properties().front();
  EXPECT_EQ(level.name, "level");
  for (const Link& link : design->network().links()) {
    const std::string& kind = design->network().kinds()[link.kind.value];
    if (kind == "base") continue;
    EXPECT_EQ("level " + level.values[link.a.node.value], kind);
    EXPECT_EQ("level " + level.values[link.b.node.value], kind);
  }
}

TEST(Registry, a_family_says_the_routings_that_its_networks_have) {
  for (const Family* family : families()) {
    std::vector<std::pair<RoutingInfo, std::optional<ParameterChoice>>> found;
    for (const auto& [choice, parameters] : choices_of(*family)) {
      const auto design = example_of(*family, parameters);
      if (!design) continue;
      for (const RoutingInfo& info : design->routings()) {
        const auto same = [&info](const auto& each) { return each.first == info; };
        if (std::ranges::none_of(found, same)) found.push_back({info, choice});
      }
    }
    std::vector<std::pair<RoutingInfo, std::optional<ParameterChoice>>> said;
    for (const FamilyRouting& routing : family->routings()) said.push_back({routing.info, routing.only_with});
    EXPECT_TRUE(said == found) << family->kind();
    EXPECT_EQ(said.empty(), family->kind() == "graph") << family->kind() << ": only a user's graph has none of its own";
  }
}

/// Returns whether a packet from one node to another can have a deferred candidate, on any choice of candidates.
bool defers(const Network& network, const RoutingRelation& relation, NodeId source, NodeId destination) {
  std::set<std::tuple<NodeId, PortId, Vc, RoutingState>> seen;
  std::vector<RouteQuery> open{{source, kNoPort, Vc{}, source, destination, 0}};
  while (!open.empty()) {
    const RouteQuery query = open.back();
    open.pop_back();
    Candidates candidates;
    relation.route(query, candidates);
    for (const Candidate& candidate : candidates) {
      if (candidate.deferred) return true;
      const auto far = network.peer({query.at, candidate.port});
      if (!far || far->node == destination) continue;
      for (unsigned vc = 0; vc < relation.vcs(); ++vc) {
        if ((candidate.vcs & vc_bit(vc)) == 0) continue;
        if (!seen.insert({far->node, far->port, Vc::from(vc), candidate.state}).second) continue;
        open.push_back({far->node, far->port, Vc::from(vc), source, destination, candidate.state});
      }
    }
  }
  return false;
}

bool defers(const Network& network, const RoutingRelation& relation) {
  for (std::uint32_t source = 0; source < network.nodes(); ++source) {
    for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
      if (source != destination && defers(network, relation, NodeId{source}, NodeId{destination})) return true;
    }
  }
  return false;
}

/// In the smallest networks there may be no other way to defer to; of the next ones the large ones take long.
TEST(Registry, a_routing_that_is_said_to_defer_has_deferred_candidates_and_no_other_has) {
  std::set<std::string> said;
  std::set<std::string> found;
  for (const Family* family : families()) {
    for (const auto& [choice, parameters] : choices_of(*family)) {
      for (const std::int64_t least : {2, 3}) {
        const auto design = example_of(*family, parameters, least);
        if (!design || design->network().nodes() > (least == 2 ? 100 : 40)) continue;
        for (const RoutingInfo& info : design->routings()) {
          const bool has_deferred = defers(design->network(), *design->routing(info.name, info.default_vcs));
          EXPECT_TRUE(info.defers || !has_deferred) << design->network().name() << " " << info.name;
          if (info.defers) said.insert(info.name);
          if (has_deferred) found.insert(info.name);
        }
      }
    }
  }
  EXPECT_EQ(found, said);
  EXPECT_FALSE(said.empty());
}

TEST(Registry, channels_grow_with_the_parameter_that_is_said) {
  for (const Family* family : families()) {
    const auto& specs = family->parameters();
    for (const FamilyRouting& routing : family->routings()) {
      if (routing.channels_grow_with.empty()) continue;
      EXPECT_NE(std::ranges::find(specs, routing.channels_grow_with, &ParameterSpec::name), specs.end());
      Parameters larger;
      for (const ParameterSpec& spec : specs) {
        if (spec.required) larger.emplace(spec.name, example_value(spec, 2));
      }
      larger.insert_or_assign(routing.channels_grow_with, std::int64_t{6});
      const auto design = family->build(larger);
      const std::vector<RoutingInfo> all = design->routings();
      const auto same = std::ranges::find(all, routing.info.name, &RoutingInfo::name);
      ASSERT_NE(same, all.end()) << routing.info.name;
      EXPECT_GT(same->min_vcs, routing.info.min_vcs) << routing.info.name;
    }
  }
}

TEST(Registry, a_family_says_which_of_its_networks_are_built_on_a_fabric) {
  for (const Family* family : families()) {
    const FabricInfo* info = family->fabric_info();
    std::vector<ParameterChoice> always_with;
    for (const auto& [choice, parameters] : choices_of(*family)) {
      const auto design = example_of(*family, parameters);
      if (!design) continue;
      if (choice && design->always_on_fabric()) always_with.push_back(*choice);
      const auto fabric = design->fabric({});
      EXPECT_EQ(fabric != nullptr, info != nullptr) << design->network().name();
      if (!fabric) continue;
      EXPECT_EQ(&fabric->info(), info) << design->network().name();
      EXPECT_EQ(fabric->fabric().number, fabric_number(fabric->fabric(), design->network()))
          << design->network().name() << ": a fabric has the number of itself and the network that it is to carry";
      EXPECT_TRUE(choice || info->on_request == !design->always_on_fabric()) << design->network().name();
    }
    EXPECT_TRUE(always_with == (info == nullptr ? std::vector<ParameterChoice>{} : info->always_with))
        << family->kind();
  }
}

TEST(Registry, names_of_a_fabric_are_explained_and_none_is_taken_twice) {
  for (const Family* family : families()) {
    const FabricInfo* info = family->fabric_info();
    if (info == nullptr) continue;
    std::set<std::string> options = {"chain_bits"};
    for (const ParameterSpec& spec : info->options) {
      EXPECT_TRUE(options.insert(spec.name).second) << spec.name;
      EXPECT_FALSE(spec.help.empty()) << spec.name;
    }
    std::set<std::string> keys = {"pe", "link", "random", "seed", "file"};
    for (const ElementSpec& element : info->elements) {
      EXPECT_TRUE(keys.insert(element.key).second) << element.key;
      EXPECT_FALSE(element.help.empty()) << element.key;
      EXPECT_FALSE(element.parts.empty()) << element.key;
    }
    EXPECT_FALSE(info->planners.empty() || info->rules.empty() || info->objectives.empty()) << family->kind();
  }
}

std::string complaint_of_build(const char* kind, const Parameters& parameters) {
  try {
    find_family(kind)->build(parameters);
  } catch (const ParameterError& error) {
    return error.parameter() + ": " + error.what();
  }
  return "built";
}

TEST(Family, refuses_parameters_of_a_wrong_type_and_unknown_ones) {
  EXPECT_EQ(complaint_of_build("srt2d", {{"n", 2}}), "built");
  EXPECT_EQ(complaint_of_build("mesh", {{"sides", {4, 4}}}), "built");
  EXPECT_EQ(complaint_of_build("srt2d", {{"n", "2"}}), "n: n must be an integer, not the text '2'");
  EXPECT_EQ(complaint_of_build("mesh", {{"sides", 4}}), "sides: sides must be a list of integers, not the integer 4");
  EXPECT_EQ(complaint_of_build("srt2d", {{"n", 2}, {"shif", 3}}),
            "shif: a network of kind srt2d has no parameter 'shif'; did you mean 'shift'?");
}

ParameterValue value_of_another_type(const ParameterSpec& spec) {
  if (spec.type == ParameterSpec::Type::kNodes) return 1;
  return NodeWords{"n1"};
}

TEST(Family, refuses_each_parameter_of_another_type_by_its_name) {
  for (const Family* family : families()) {
    for (const ParameterSpec& spec : family->parameters()) {
      const std::string complaint =
          complaint_of_build(family->kind().c_str(), {{spec.name, value_of_another_type(spec)}});
      EXPECT_EQ(complaint.substr(0, 2 * spec.name.size() + 10), spec.name + ": " + spec.name + " must be");
    }
  }
}

}  // namespace
}  // namespace kintsugi

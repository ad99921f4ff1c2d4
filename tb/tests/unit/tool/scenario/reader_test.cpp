// The values that the reader gets from a right scenario.
#include <gtest/gtest.h>

#include <tuple>

#include "models/detection/parameters.hpp"
#include "tb/tool/features/expect/section.hpp"
#include "tb/tool/features/waves/section.hpp"
#include "tb/tool/scenario/reader.hpp"
#include "tb/tool/scenario/vocabulary.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

Input load(const std::string& sections, const std::string& network = "{kind: srt2d, n: 3}") {
  return load_scenario("{network: " + network + (sections.empty() ? "" : ", ") + sections + "}", {});
}

TEST(Scenario, expectations_are_values_or_ranges_by_the_paths_of_the_report) {
  const ExpectSection expect = *load(
                                    "traffic: {}, expect: {packets: {lost: 0}, multicast: {latency: {mean: {at_most: "
                                    "9.5}}}, single_packets: [{source: 3, number: 7, hops: {at_least: 2, at_most: 5}, "
                                    "lost: false}]}")
                                    .scenario.features.find<ExpectSection>();
  ASSERT_EQ(expect.numbers.size(), 2u);
  EXPECT_EQ(expect.numbers[0].name, "packets.lost");
  EXPECT_EQ(std::get<RealRange>(expect.numbers[0].wanted).high, 0);
  EXPECT_EQ(expect.numbers[1].name, "multicast.latency.mean");
  EXPECT_TRUE(std::get<RealRange>(expect.numbers[1].wanted).contains(0));
  EXPECT_TRUE(std::get<RealRange>(expect.numbers[1].wanted).contains(9.5)) << "the ends belong to the range";
  EXPECT_FALSE(std::get<RealRange>(expect.numbers[1].wanted).contains(9.6));
  ASSERT_EQ(expect.packets.size(), 1u);
  EXPECT_EQ(expect.packets[0].source.word, "3");
  EXPECT_EQ(expect.packets[0].number, 7u);
  ASSERT_EQ(expect.packets[0].facts.size(), 2u);
  EXPECT_EQ(expect.packets[0].facts[0].name, "lost");
  EXPECT_EQ(std::get<bool>(expect.packets[0].facts[0].wanted), false);
  EXPECT_EQ(std::get<RealRange>(expect.packets[0].facts[1].wanted).low, 2);
}

TEST(Scenario, a_section_without_a_value_is_an_empty_one) {
  for (const Term& section : section_terms()) {
    if (section.name == "network") continue;
    const std::string empty = is_list_section(section.name) ? "[]" : "{}";
    const auto mistakes = [&section](const std::string& value) {
      const std::string text = "network: {kind: srt2d, n: 3}\n" + section.name + ':' + value + '\n';
      Diagnostics errors;
      const ReadScenario read = read_scenario(*parse_document(text, "a", errors), "a", errors);
      return std::tuple(errors.size(), read.scenario.traffic.has_value(), read.scenario.fabric.has_value(),
                        read.scenario.features.find<DetectionParameters>() != nullptr, read.known_keys);
    };
    EXPECT_EQ(mistakes(""), mistakes(' ' + empty)) << section.name;
    EXPECT_EQ(mistakes(" null"), mistakes(' ' + empty)) << section.name;
  }
  const Input input = load("traffic: {multicast: }, link: ");
  EXPECT_TRUE(input.scenario.traffic->multicast);
}

TEST(Scenario, without_expectations_nothing_is_expected) {
  EXPECT_TRUE(load("").scenario.features.find<ExpectSection>() == nullptr);
  EXPECT_TRUE(load("expect: {}").scenario.features.find<ExpectSection>()->empty());
}

TEST(Scenario, parameters_reach_the_family) {
  EXPECT_EQ(load("", "{kind: srt1d, n: 5}").setup.network().nodes(), 32u);
  EXPECT_EQ(load("", "{kind: srt2d, n: 4, variant: long, shift: uniform}").setup.network().nodes(), 256u);
  EXPECT_EQ(load("", "{kind: srt2d, n: 4, T: 1, shift: 3}").setup.network().nodes(), 256u);
}

TEST(Scenario, defaults_are_those_of_the_default_preset) {
  const Scenario scenario;
  const RouterPreset& preset = router_preset("default");
  EXPECT_EQ(scenario.router.buffer, preset.buffer);
  EXPECT_EQ(scenario.router.latency, preset.latency);
  EXPECT_EQ(scenario.link.latency, preset.link_latency);
  EXPECT_FALSE(preset.vcs);
}

TEST(Scenario, explicit_keys_override_the_preset) {
  const Input input = load("router: {preset: booksim, buffer: 5}");
  EXPECT_EQ(input.scenario.router.buffer, 5u);
  EXPECT_EQ(input.scenario.router.latency, 4u);
  EXPECT_EQ(input.setup.relation->vcs(), 2u);
}

TEST(Scenario, a_folded_network_has_the_longer_links_of_the_preset) {
  const std::string booksim = "router: {preset: booksim}";
  EXPECT_EQ(load(booksim, "{kind: torus, sides: [4, 4]}").scenario.link.latency, 2u);
  EXPECT_EQ(load(booksim, "{kind: mesh, sides: [4, 4]}").scenario.link.latency, 1u);
  EXPECT_EQ(load(booksim, "{kind: srt2d, n: 3}").scenario.link.latency, 1u);
  EXPECT_EQ(load("router: {preset: default}", "{kind: torus, sides: [4, 4]}").scenario.link.latency, 1u);
  EXPECT_EQ(load(booksim + ", link: {latency: 3}", "{kind: torus, sides: [4, 4]}").scenario.link.latency, 3u);
}

TEST(Scenario, lists_the_files_that_its_keys_name_relative_to_its_own) {
  const std::string text = "{network: {kind: mesh, sides: [4, 4]}, defects: {file: maps/m.yaml}, traffic: {trace: /t}}";
  Diagnostics errors;
  const auto document = parse_document(text, "some/where.yaml", errors);
  const ReadScenario read = read_scenario(*document, "some/where.yaml", errors);
  const std::map<std::string, std::filesystem::path> expected = {{"defects.file", "some/maps/m.yaml"},
                                                                 {"traffic.trace", "/t"}};
  EXPECT_EQ(read.scenario.files, expected);
  EXPECT_EQ(read.scenario.traffic->trace, "/t");
  EXPECT_TRUE(load("").scenario.files.empty());
}

TEST(Scenario, routing_and_channels_default_to_what_the_network_needs) {
  const Input input = load("");
  EXPECT_EQ(input.setup.routing.name, input.setup.design->routings().front().name);
  EXPECT_EQ(input.setup.relation->vcs(), input.setup.routing.default_vcs);
}

TEST(Scenario, routing_and_channels_as_asked) {
  const Input input = load("router: {routing: recursive, vcs: 4}");
  EXPECT_EQ(input.setup.relation->name(), "recursive");
  EXPECT_EQ(input.setup.relation->vcs(), 4u);
}

TEST(Scenario, warmup_is_a_tenth_of_the_cycles_unless_given) {
  EXPECT_EQ(load("").scenario.run.warmup, 1000u);
  EXPECT_EQ(load("run: {cycles: 500}").scenario.run.warmup, 50u);
  EXPECT_EQ(load("run: {cycles: 500, warmup: 0}").scenario.run.warmup, 0u);
}

TEST(Scenario, packets_have_one_length_or_a_mix) {
  EXPECT_EQ(load("traffic: {}").scenario.traffic->flits.mean(), 16);
  EXPECT_EQ(load("traffic: {flits: 5}").scenario.traffic->flits.mean(), 5);
  const Input mixed = load("traffic: {rate: 0.3, flits: {4: 3, 16: 1}}");
  EXPECT_EQ(mixed.scenario.traffic->flits.mean(), 7);
  EXPECT_EQ(mixed.scenario.traffic->flits.longest(), 16);
  EXPECT_EQ(load("traffic: {flits: {4: 0.5, 16: 0.5}}").scenario.traffic->flits.mean(), 10);
}

TEST(Scenario, patterns_with_their_parameters) {
  const Input hot = load("traffic: {pattern: hotspot, node: 9, share: 0.25}");
  EXPECT_EQ(hot.scenario.traffic->node.value().word, "9");
  EXPECT_EQ(hot.scenario.traffic->options.share, 0.25);
  ASSERT_NE(hot.setup.traffic->drawn, nullptr);
  for (const Term& pattern : traffic_patterns()) {
    EXPECT_NE(load("traffic: {pattern: " + pattern.name + "}").setup.traffic->drawn, nullptr) << pattern.name;
  }
  RandomStream random(1, 1);
  EXPECT_EQ(load("traffic: {pattern: transpose}").setup.traffic->drawn->pattern->destination(NodeId{3}, random),
            NodeId{24});
}

TEST(Scenario, link_latency_by_kind_or_by_the_first_word_of_it) {
  const Input input = load("link: {latency: {base: 3, level: 5, level 2: 7}}");
  std::map<std::string, LinkLatency> latencies;
  for (std::size_t kind = 0; kind < input.setup.network().kinds().size(); ++kind) {
    latencies[input.setup.network().kinds()[kind]] = input.setup.link_latency[kind];
  }
  EXPECT_EQ(latencies, (std::map<std::string, LinkLatency>{{"base", 3}, {"level 1", 5}, {"level 2", 7}}));
}

TEST(Scenario, kinds_that_are_not_named_keep_the_constant_latency) {
  const Input input = load("link: {latency: {level: 5}}");
  EXPECT_EQ(input.setup.link_latency.front(), 1u);
}

TEST(Scenario, a_fabric_is_there_when_it_is_asked_for) {
  EXPECT_EQ(load("").setup.fabric, nullptr);
  const Input input = load("fabric: {wrap: 1}");
  EXPECT_NE(input.setup.fabric, nullptr);
  EXPECT_EQ(input.scenario.fabric->chain_bits, 32u);
  EXPECT_EQ(input.scenario.fabric->options, (Parameters{{"wrap", std::int64_t{1}}}));
}

TEST(Scenario, defects_are_sites_in_ascending_order) {
  const Input input = load("fabric: {}, defects: {pe: [[5, 2], [3, 4]]}");
  std::vector<std::vector<int>> addresses;
  for (const SiteId site : input.setup.defects.sites) {
    addresses.push_back(input.setup.fabric->fabric().sites[site.value].address);
  }
  EXPECT_EQ(addresses, (std::vector<std::vector<int>>{{3, 4}, {5, 2}}));
}

TEST(Scenario, random_defects_depend_on_the_seed_alone) {
  const auto defects = [](const std::string& text) {
    return load("fabric: {}, defects: {" + text + "}").setup.defects;
  };
  EXPECT_EQ(defects("random: 6").size(), 6u);
  EXPECT_EQ(defects("random: 6"), defects("random: 6, seed: 1"));
  EXPECT_NE(defects("random: 6"), defects("random: 6, seed: 2"));
  EXPECT_EQ(defects("random: 96").size(), 96u);
}

TEST(Scenario, random_defects_are_of_any_kind_and_beside_those_that_are_named) {
  const auto defects = [](const std::string& text) {
    return load("fabric: {tracks: 2}, defects: {" + text + "}").setup.defects;
  };
  EXPECT_EQ(defects("random: {pe: 6}"), defects("random: 6"));
  const Defects all =
      defects("random: {pe: 3, switch: 20, track: 5, wire: 0.02}, pe: [[2, 2]], switch: [[H, 1, 1, 0, X]]");
  EXPECT_EQ(all.sites.size(), 4u);
  std::set<SwitchId> stuck;
  std::set<SwitchState> states;
  std::size_t cut = 0;
  for (const ElementDefect& element : all.elements) {
    if (const auto* of_switch = std::get_if<StuckSwitch>(&element.what)) {
      EXPECT_TRUE(stuck.insert(of_switch->switch_id).second) << element.name << ": stuck in two states";
      states.insert(of_switch->state);
    } else {
      ++cut;
    }
  }
  EXPECT_EQ(stuck.size(), 21u);
  EXPECT_EQ(states.size(), 4u);
  EXPECT_GT(cut, 5u);
  EXPECT_EQ(defects("random: {switch: 360}").elements.size(), 360u) << "9 gaps, 10 positions, 2 tracks, 2 planes";
}

TEST(Scenario, every_named_defect_stays_whatever_is_drawn_beside_it) {
  for (int seed = 1; seed <= 50; ++seed) {
    const Defects all =
        load(
            "fabric: {}, defects: {pe: [[1, 1], [4, 5]], bunch: [[2, 2, ew, 0, cross]], random: {pe: 94, "
            "bunch: 0.9}, seed: " +
            std::to_string(seed) + "}")
            .setup.defects;
    EXPECT_EQ(all.sites.size(), 96u);
    const auto is_named = [](const ElementDefect& each) { return each.name == "r2.c2.bunch_ew wire 0 stuck in cross"; };
    EXPECT_EQ(std::ranges::count_if(all.elements, is_named), 1);
  }
}

TEST(Scenario, random_links_are_those_that_a_list_can_name) {
  const auto defects = [](const std::string& network, const std::string& links) {
    return load_text("{network: {" + network + "}, defects: {" + links + "}}", "test").setup.defects;
  };
  for (const auto& [network, links] :
       {std::pair("kind: torus, sides: [4, 4]", 32), {"kind: mesh, sides: [3, 3]", 12}}) {
    EXPECT_EQ(defects(network, "random: {link: " + std::to_string(links) + "}").links.size(), links) << network;
    EXPECT_THROW(defects(network, "random: {link: " + std::to_string(links + 1) + "}"), InputError) << network;
  }
  const std::string array = "kind: sse, n: 3, scheme: sft2";
  std::set<LinkDefect> named;
  for (int a = 0; a < 10; ++a) {
    for (int b = 0; b < 10; ++b) {
      try {
        const std::string link = "link: [[" + std::to_string(a) + ", " + std::to_string(b) + "]]";
        named.insert(defects(array, link).links.front());
      } catch (const InputError&) {  // these two PEs have no link
      }
    }
  }
  const Defects all = defects(array, "random: {link: " + std::to_string(named.size()) + "}");
  EXPECT_EQ(std::set(all.links.begin(), all.links.end()), named);
}

TEST(Scenario, clustered_defects_vary_in_number_and_keep_to_their_fields) {
  const auto defects = [](const std::string& text) {
    return load("fabric: {}, defects: {random: 10, " + text + "}").setup.defects;
  };
  EXPECT_EQ(defects("cluster: 2"), defects("cluster: 2, seed: 1"));
  std::set<std::size_t> numbers;
  double sum = 0;
  for (int seed = 0; seed < 200; ++seed) {
    const std::size_t number = defects("cluster: 2, seed: " + std::to_string(seed)).size();
    numbers.insert(number);
    sum += static_cast<double>(number);
  }
  EXPECT_GT(numbers.size(), 12u);
  EXPECT_NEAR(sum / 200, 10, 2);
  EXPECT_EQ(defects("cluster: 2"), defects("cluster: 2, field: [10, 10]")) << "one block is the whole chip";
  EXPECT_NE(defects("cluster: 0.1"), defects("cluster: 0.1, field: [5, 5]"));
}

TEST(Scenario, clustered_defects_strike_nodes_of_a_network_without_a_fabric) {
  const auto defects = [](const std::string& network) {
    return load_text("{network: {" + network + "}, defects: {random: 8, cluster: 0.5, field: [4, 4]}}", "test")
        .setup.defects;
  };
  EXPECT_FALSE(defects("kind: torus, sides: [8, 8]").empty());
  EXPECT_THROW(defects("kind: hypercube, n: 6"), InputError);
}

TEST(Scenario, every_example_key_is_taken) {
  const Input input = load(
      "fabric: {tracks: 2}, defects: {random: 2}, repair: {planner: exact, rule: strict, objective: any},"
      "router: {preset: paper, vcs: 2, buffer: 4, latency: 0, routing: monotone}, link: {reach: 4},"
      "traffic: {pattern: uniform, rate: 0.02, flits: 16, self: true},"
      "run: {cycles: 10000, warmup: 1000, drain: false, seed: 1, watchdog: 10000, proof: full},"
      "waves: {file: run.vcd, scope: ['wafer.r3.*'], from: 4900, to: 5600}");
  EXPECT_EQ(input.scenario.repair.planner, "straight") << "exact is its old name";
  EXPECT_EQ(input.scenario.repair.rule, "strict");
  EXPECT_EQ(input.scenario.link.reach, 4u);
  EXPECT_DOUBLE_EQ(input.scenario.traffic->rate, 0.02);
  EXPECT_TRUE(input.scenario.traffic->options.self);
  EXPECT_FALSE(input.scenario.run.drain);
  EXPECT_EQ(input.scenario.run.proof, RunSection::Proof::kFull);
  EXPECT_EQ(input.scenario.features.find<WavesSection>()->scope, std::vector<std::string>{"wafer.r3.*"});
  EXPECT_EQ(input.scenario.features.find<WavesSection>()->to, 5600u);
}

TEST(Network, may_stand_by_itself) {
  EXPECT_EQ(load_network("{kind: srt2d, n: 3}", {}).setup.network().nodes(), 64u);
  EXPECT_EQ(load_network("{network: {kind: srt2d, n: 3}, run: {seed: 1}}", {}).setup.network().nodes(), 64u);
}

TEST(Network, overrides_name_its_keys_with_or_without_the_section) {
  EXPECT_EQ(load_network("{kind: srt2d, n: 3}", std::vector<std::string>{"n=4"}).setup.network().nodes(), 256u);
  EXPECT_EQ(load_network("{kind: srt2d, n: 3}", std::vector<std::string>{"network.n=4"}).setup.network().nodes(), 256u);
}

}  // namespace
}  // namespace kintsugi::test

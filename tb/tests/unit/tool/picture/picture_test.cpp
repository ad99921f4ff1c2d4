// Pictures read back: they show the states and placements of the configuration.
#include "tb/tool/picture/picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "models/fabric/extraction.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/tool/picture/subjects.hpp"
#include "tb/tool/picture/scene.hpp"

namespace kintsugi::picture::test {
namespace {

const std::string kStuckAndCut = (kintsugi::test::source_directory() / "traces/broken_switches.yaml").string();

pugi::xml_document parsed(const std::string& svg) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_string(svg.c_str());
  EXPECT_TRUE(result) << result.description();
  return document;
}

bool has_class(pugi::xml_node node, const std::string& wanted) {
  std::istringstream classes(node.attribute("class").value());
  for (std::string each; classes >> each;) {
    if (each == wanted) return true;
  }
  return false;
}

struct HasClass : pugi::xml_tree_walker {
  explicit HasClass(std::string name) : wanted(std::move(name)) {}
  bool for_each(pugi::xml_node& node) override {
    if (has_class(node, wanted)) found.push_back(node);
    return true;
  }
  std::string wanted;
  std::vector<pugi::xml_node> found;
};

pugi::xml_node panel(const pugi::xml_document& document, const std::string& id) {
  return document.child("svg").find_child_by_attribute("g", "id", id.c_str());
}

/// Returns all elements of a class in a panel.
std::vector<pugi::xml_node> elements(const pugi::xml_document& document, const std::string& id,
                                     const std::string& style) {
  HasClass walker(style);
  panel(document, id).traverse(walker);
  return walker.found;
}

/// Returns the state that the picture shows for each switch, by full name.
std::map<std::string, std::string> drawn_states(const pugi::xml_document& document, const std::string& id) {
  std::map<std::string, std::string> states;
  for (const pugi::xml_node& each : elements(document, id, "switch")) {
    const std::string name = std::string(each.attribute("id").value()).substr(id.size() + 1);
    EXPECT_TRUE(states.emplace(name, each.attribute("data-state").value()).second) << name;
    EXPECT_EQ(each.child("title").text().get(), name + ": " + each.attribute("data-state").value());
  }
  return states;
}

std::map<std::string, std::string> wanted_states(const Fabric& fabric, const Configuration& configuration) {
  std::map<std::string, std::string> states;
  for (const FabricSwitch& each : fabric.switches) {
    states[fabric.name + '.' + each.name] = each.type->state_name(configuration[each.field]);
  }
  return states;
}

std::map<std::string, std::string> drawn_nodes(const pugi::xml_document& document, const std::string& id) {
  std::map<std::string, std::string> nodes;
  for (const pugi::xml_node& each : elements(document, id, "site")) {
    const std::string name = std::string(each.attribute("id").value()).substr(id.size() + 1);
    nodes[name] = each.attribute("data-node").value();
    EXPECT_EQ(each.find_child_by_attribute("class", "node").text().get(), nodes[name]) << "nothing where there is none";
  }
  return nodes;
}

std::map<std::string, std::string> wanted_nodes(const Repaired& repaired, const Placement& placement) {
  std::map<std::string, std::string> nodes;
  for (std::size_t site = 0; site < repaired.fabric().sites.size(); ++site) {
    const NodeId node = placement.node_at[site];
    nodes[repaired.fabric().name + '.' + repaired.fabric().sites[site].name] =
        node == kNoNode ? "" : repaired.network().node_name(node);
  }
  return nodes;
}

class PictureOf : public testing::TestWithParam<std::string> {};

TEST_P(PictureOf, shows_every_switch_in_the_state_of_the_configuration) {
  const Repaired repaired(GetParam());
  const auto document = parsed(to_svg(repaired.subject()));
  const auto found = drawn_states(document, "after");
  EXPECT_EQ(found.size(), repaired.fabric().switches.size());
  EXPECT_EQ(found, wanted_states(repaired.fabric(), repaired.repair().configuration));
  EXPECT_NE(found, drawn_states(document, "before"));
}

TEST_P(PictureOf, shows_every_site_with_its_node) {
  const Repaired repaired(GetParam());
  const auto document = parsed(to_svg(repaired.subject()));
  const auto found = drawn_nodes(document, "after");
  EXPECT_EQ(found.size(), repaired.fabric().sites.size());
  EXPECT_EQ(found, wanted_nodes(repaired, repaired.repair().placement));
  EXPECT_NE(found, drawn_nodes(document, "before"));
}

TEST_P(PictureOf, marks_exactly_the_switches_that_have_changed) {
  const Repaired repaired(GetParam());
  const auto document = parsed(to_svg(repaired.subject()));
  const auto before = drawn_states(document, "before");
  for (const pugi::xml_node& each : elements(document, "after", "switch")) {
    const std::string name = std::string(each.attribute("id").value()).substr(6);
    EXPECT_EQ(has_class(each, "changed"), before.at(name) != each.attribute("data-state").value()) << name;
  }
  EXPECT_TRUE(elements(document, "before", "changed").empty());
}

TEST_P(PictureOf, has_every_id_once_and_is_the_same_every_time) {
  const Repaired repaired(GetParam());
  const std::string svg = to_svg(repaired.subject());
  EXPECT_EQ(svg, to_svg(Repaired(GetParam()).subject()));
  const auto document = parsed(svg);
  std::set<std::string> ids;
  for (const pugi::xpath_node& each : document.select_nodes("//@id")) {
    EXPECT_TRUE(ids.insert(each.attribute().value()).second) << each.attribute().value();
  }
  for (const pugi::xpath_node& each : document.select_nodes("//use/@href")) {
    EXPECT_TRUE(ids.contains(std::string(each.attribute().value()).substr(1))) << each.attribute().value();
  }
}

INSTANTIATE_TEST_SUITE_P(Fabrics, PictureOf, testing::Values(kTwoDead, kTwoTracks, kIsolated, kArray, kSingles));
INSTANTIATE_TEST_SUITE_P(OtherWafers, PictureOf, testing::Values(kOneWire, kRow, kWireByWire));

TEST(Picture, of_a_flipped_switch_is_another) {
  const Repaired repaired(kTwoDead);
  Subject subject = repaired.subject();
  const auto right = drawn_states(parsed(to_svg(subject)), "after");
  subject.repaired->states.front() = TrackSwitchType::kD2;
  const auto flipped = drawn_states(parsed(to_svg(subject)), "after");
  EXPECT_NE(flipped, wanted_states(repaired.fabric(), repaired.repair().configuration));
  EXPECT_EQ(flipped.at("wafer.sh.g0.c0"), "D2");
  EXPECT_EQ(right.at("wafer.sh.g0.c0"), "X");
}

TEST(Picture, glyphs_join_what_the_state_joins) {
  const Repaired repaired(kTwoDead);
  const auto document = parsed(to_svg(repaired.subject()));
  std::map<std::string, std::string> lines;  // of the track switches, by state
  for (const pugi::xml_node& each : elements(document, "after", "switch")) {
    if (std::string(each.name()) != "use") continue;
    const std::string query = std::string("//g[@id='") + (each.attribute("href").value() + 1) + "']/path/@d";
    lines[each.attribute("data-state").value()] = document.select_node(query.c_str()).attribute().value();
  }
  EXPECT_EQ(lines, (std::map<std::string, std::string>{{"X", "M0 -6L0 6M6 0L-6 0"},
                                                       {"D1", "M0 -6Q0 0 6 0M0 6Q0 0 -6 0"},
                                                       {"D2", "M0 -6Q0 0 -6 0M6 0Q0 0 0 6"}}));
}

TEST(Picture, chains_lead_from_the_defect_to_the_spare) {
  const Repaired repaired(kTwoDead);
  const auto document = parsed(to_svg(repaired.subject()));
  const auto drawn = elements(document, "after", "chain");
  ASSERT_EQ(drawn.size(), repaired.repair().paths.size());
  for (const RepairPath& path : repaired.repair().paths) {
    const Site& defect = repaired.fabric().sites[path.defect.value];
    const auto chain =
        std::ranges::find_if(drawn, [&](auto node) { return defect.name == node.attribute("data-from").value(); });
    ASSERT_NE(chain, drawn.end()) << defect.name;
    const bool vertical = path.direction == "north" || path.direction == "south";
    const bool back = path.direction == "north" || path.direction == "west";
    const std::string end = back ? "0" : "9";
    const std::string spare = vertical ? "r" + end + ".c" + std::to_string(defect.address[1])
                                       : "r" + std::to_string(defect.address[0]) + ".c" + end;
    EXPECT_EQ(chain->attribute("data-to").value(), spare);
    const std::string line = chain->attribute("d").value();
    EXPECT_EQ(std::ranges::count(line, 'L'), path.moved + 1) << line;
  }
}

TEST(Picture, wires_in_use_make_all_links_and_no_more) {
  const Repaired repaired(kTwoDead);
  const SwitchStates states = switch_states(repaired.fabric(), repaired.repair().configuration);
  unsigned drawn = 0;
  const std::vector<unsigned> in_use = lanes_in_use(repaired.fabric(), LinkPaths(repaired.fabric()), states);
  for (std::size_t wire = 0; wire < in_use.size(); ++wire)
    drawn += in_use[wire] * repaired.fabric().wires[wire].pitches;
  unsigned extracted = 0;
  for (const Join& join : NetworkExtractor(repaired.fabric()).extract(states).joins) extracted += join.pitches;
  EXPECT_EQ(drawn, extracted);
}

TEST(Picture, tells_dead_given_up_moved_and_spare_p_es_apart) {
  const Repaired repaired(kStuckAndCut);
  const auto document = parsed(to_svg(repaired.subject()));
  EXPECT_EQ(elements(document, "after", "dead").size(), 2u);
  EXPECT_EQ(elements(document, "after", "given-up").size(), 2u);
  EXPECT_EQ(elements(document, "after", "moved").size(), 13u);
  EXPECT_EQ(elements(document, "after", "core").size(), 64u);
  EXPECT_EQ(elements(document, "after", "spare").size(), 32u);
  EXPECT_EQ(elements(document, "after", "unused").size(), 28u);
  EXPECT_EQ(elements(document, "before", "dead").size(), 2u);
  EXPECT_TRUE(elements(document, "before", "moved").empty());
}

TEST(Picture, names_every_defective_element) {
  const Repaired repaired(kStuckAndCut);
  const auto document = parsed(to_svg(repaired.subject()));
  std::vector<std::string> names;
  for (const pugi::xml_node& each : elements(document, "after", "defective"))
    names.push_back(each.child("title").text().get());
  EXPECT_EQ(names, (std::vector<std::string>{"sh.g2.c3 stuck in D1", "r6.c7.bunch_ew wire 1 stuck in cross",
                                             "track cut between sv.g4.r5 and sv.g4.r6", "wire 2 cut east of r4.c8"}));
}

/// Returns whether the legend or the notes have this text.
bool says(const pugi::xml_document& document, const std::string& words) {
  HasClass notes("note");
  document.child("svg").traverse(notes);
  return std::ranges::any_of(notes.found, [&](auto node) { return node.text().get() == words; });
}

TEST(Picture, marks_a_closed_ring_and_names_its_elements) {
  const Repaired repaired(kRing);
  const auto document = parsed(to_svg(repaired.subject()));
  EXPECT_TRUE(elements(document, "before", "ring").empty());
  const auto rings = elements(document, "after", "ring");
  ASSERT_EQ(rings.size(), 1u);
  EXPECT_STREQ(rings[0].attribute("id").value(), "after.ring.1");
  EXPECT_STREQ(rings[0].attribute("data-lanes").value(), "2");
  EXPECT_STREQ(rings[0].child("title").text().get(),
               "closed ring with no router on it, 2 lanes: sv.g1.r3 - r3.c2.bunch_ew - sv.g2.r3 - sv.g2.r4 - "
               "r4.c2.bunch_ew - sv.g1.r4 - back");
  EXPECT_EQ(std::ranges::distance(rings[0].children("rect")), 2) << "a box around each of the bunch switches";
  const std::string lines = rings[0].child("path").attribute("d").value();
  EXPECT_EQ(std::ranges::count(lines, 'L'), 6) << "the wires: " << lines;
  EXPECT_EQ(std::ranges::count(lines, 'Q'), 4) << "the track switches, in which it turns: " << lines;
  EXPECT_TRUE(says(document, "closed ring: idle wires, no router drives them"));
  EXPECT_TRUE(says(document, "ring 1: 2 lanes, 6 elements, from sv.g1.r3"));
  EXPECT_NE(repaired.subject().facts.back().find("; 1 closed ring"), std::string::npos);
}

TEST(Picture, of_a_ring_that_a_switch_opens_has_none) {
  const Repaired repaired(kRing);
  Subject subject = repaired.subject();
  const auto opened = std::ranges::find(repaired.fabric().switches, "sv.g2.r3", &FabricSwitch::name);
  subject.repaired->states[static_cast<std::size_t>(opened - repaired.fabric().switches.begin())] = 0;
  const auto document = parsed(to_svg(subject));
  EXPECT_TRUE(elements(document, "after", "ring").empty());
  EXPECT_FALSE(says(document, "closed ring: idle wires, no router drives them"));
}

TEST(Picture, of_a_segmented_chain_is_that_of_the_serial_one_without_its_bypasses) {
  const std::string torus = "{network: {kind: torus, sides: [4, 4]}, defects: {pe: [[2, 2]]}, fabric: {chain: ";
  const Repaired serial(torus + "serial}}"), segmented(torus + "segmented}}");
  const auto drawn = parsed(to_svg(segmented.subject()));
  EXPECT_EQ(elements(drawn, "after", "switch").size(),
            elements(parsed(to_svg(serial.subject())), "after", "switch").size());
  EXPECT_EQ(to_svg(segmented.subject()).find("bypass.r2"), std::string::npos);
}

TEST(Picture, of_isolated_bunches_says_so_and_has_no_ring) {
  const Repaired repaired(kIsolated);
  const auto document = parsed(to_svg(repaired.subject()));
  EXPECT_TRUE(elements(document, "after", "ring").empty());
  std::map<std::string, std::string> words;
  for (const pugi::xml_node& each : elements(document, "after", "switch")) {
    words[each.attribute("id").value()] = each.find_child_by_attribute("class", "code").text().get();
  }
  EXPECT_EQ(words.at("after.wafer.r3.c2.bunch_ew"), "isolated");
  EXPECT_EQ(words.at("after.wafer.r3.c2.bunch_ns"), "bypass");
  EXPECT_EQ(words.at("after.wafer.r1.c5.bunch_ew"), "bypass") << "an idle spare, with the return wire of its row";
  EXPECT_EQ(words.at("after.wafer.r1.c5.bunch_ns"), "isolated");
  EXPECT_TRUE(says(document, "switch of a PE, isolated: all wires are open"));
  EXPECT_FALSE(says(parsed(to_svg(Repaired(kRing).subject())), "switch of a PE, isolated: all wires are open"));
}

TEST(Picture, of_a_bundle_of_one_wire_says_bypass_or_the_wire) {
  const auto document = parsed(to_svg(Repaired(kOneWire).subject()));
  std::map<std::string, std::string> words;
  for (const pugi::xml_node& each : elements(document, "after", "switch")) {
    words[each.attribute("id").value()] = each.find_child_by_attribute("class", "code").text().get();
  }
  EXPECT_EQ(words.at("after.wafer.r2.c2.bunch_ew"), "bypass");
  EXPECT_EQ(words.at("after.wafer.r1.c2.bunch_ew"), "0");
}

TEST(Picture, of_bunches_set_wire_by_wire_shows_a_switch_for_each_wire) {
  const auto document = parsed(to_svg(Repaired(kWireByWire).subject()));
  const auto states = drawn_states(document, "after");
  for (const std::string wire : {"w0", "w1"}) {
    EXPECT_EQ(states.at("wafer.r2.c2.bunch_ew." + wire), "cross");
    EXPECT_TRUE(says(document, "two-mode switch of wire " + wire.substr(1) + ", by its state:"));
  }
}

TEST(Picture, of_an_irreparable_chip_shows_the_set_and_the_ways_that_are_closed) {
  const Repaired repaired(kCross);
  const Subject subject = repaired.subject();
  const auto document = parsed(to_svg(subject));
  EXPECT_FALSE(panel(document, "after"));
  std::set<std::string> culprits;
  for (const pugi::xml_node& each : elements(document, "before", "culprit"))
    culprits.insert(each.attribute("data-site").value());
  EXPECT_EQ(culprits, (std::set<std::string>{"r2.c4", "r4.c2", "r4.c4", "r4.c6", "r6.c4"}));
  EXPECT_EQ(elements(document, "before", "blocked").size(), 16u) << "of 20 ways each of the outer defects has one left";
  EXPECT_NE(to_svg(subject).find("There is no repair by straight paths"), std::string::npos);
  EXPECT_TRUE(says(document, "r4.c4 east: blocked by dead r4.c6"));
  EXPECT_TRUE(says(document, "r2.c4 north: open"));
}

TEST(Picture, of_a_planner_that_missed_it_says_so) {
  const Repaired repaired(
      "{network: {kind: srt2d, n: 3}, fabric: {}, repair: {planner: fixed}, "
      "defects: {pe: [[0, 5], [3, 9], [5, 0], [1, 2], [9, 2], [3, 5], [5, 2]]}}");
  const std::string svg = to_svg(repaired.subject());
  EXPECT_NE(svg.find("No repair was found"), std::string::npos);
  EXPECT_NE(svg.find("has missed it; take planner: straight"), std::string::npos);
}

TEST(Picture, a_switch_without_sides_between_sites_cannot_be_drawn) {
  const Repaired repaired(kTwoDead);
  Subject subject = repaired.subject();
  Fabric spoilt = repaired.fabric();
  spoilt.switches[7].sides = {};
  subject.fabric = &spoilt;
  try {
    to_svg(subject);
    FAIL() << "it was drawn";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()),
              "the fabric 'wafer' cannot be drawn: its switch 'sh.g0.c7' does not say where its wires leave");
  }
}

}  // namespace
}  // namespace kintsugi::picture::test

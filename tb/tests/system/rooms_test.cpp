// Which rooms a room may include.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "tb/tests/system/room_map.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using Sentences = std::vector<std::string>;

/// The rooms of models, hw and the tool, floor by floor, and the rooms that each may include. An arrow that a change
/// needs is written here first; an arrow that no file uses any more is taken out.
const RoomMap kRooms = {
    // models: plain data at the bottom, the list of families on top
    {{"models", {}}, {"models/random", {}}, {"models/files", {}}, {"models/search", {}}},
    {{"models/network", {"models/random"}}},
    {{"models/fabric", {"models/network"}},
     {"models/detection", {"models/network", "models/random"}},
     {"models/energy", {"models/network"}},
     {"models/routing", {"models/fabric", "models/network", "models/random"}},
     {"models/allocation", {"models/network", "models/routing"}},
     {"models/family", {"models/network", "models/routing"}}},
    {{"models/repair", {"models/fabric", "models/family", "models/network", "models/random", "models/search"}},
     {"models/wafer", {"models/fabric", "models/family", "models/network", "models/repair", "models/search"}},
     {"models/wafermap", {"models/family", "models/network"}},
     {"models/traffic", {"models/family", "models/network", "models/random", "models/routing"}}},
    {{"models/workload", {"models/family", "models/network", "models/random", "models/traffic"}},
     {"models/general", {"models/fabric", "models/family", "models/network", "models/routing"}},
     {"models/rivals", {"models/fabric", "models/general", "models/network", "models/repair"}},
     {"models/grid", {"models/family", "models/network", "models/repair", "models/routing", "models/wafer"}},
     {"models/graph", {"models/family", "models/network", "models/repair"}},
     {"models/mandala", {"models/family", "models/network", "models/repair", "models/routing"}},
     {"models/rdt", {"models/family", "models/network", "models/repair", "models/routing"}},
     {"models/srt", {"models/family", "models/network", "models/repair", "models/routing", "models/wafer"}},
     {"models/sse", {"models/fabric", "models/family", "models/network", "models/repair", "models/routing"}}},
    {{"models/registry",
      {"models/family", "models/general", "models/graph", "models/grid", "models/mandala", "models/rdt", "models/srt",
       "models/sse"}}},
    // hw: the clock at the bottom, the chip on top, waveforms beside
    {{"hw/clock", {"models/network"}}, {"hw/wave", {"models/files"}}},
    // SystemVerilog is written from the models alone: it is compared with the SystemC modules, so it knows none of them
    {{"hw/rtl", {"models/allocation", "models/fabric", "models/network", "models/random", "models/routing"}}},
    {{"hw/link",
      {"hw/clock", "hw/wave", "models/allocation", "models/detection", "models/fabric", "models/network",
       "models/routing"}}},
    {{"hw/router", {"hw/clock", "hw/link", "models/allocation", "models/network", "models/routing"}},
     {"hw/pe", {"hw/clock", "hw/link", "models/detection", "models/network", "models/traffic"}},
     {"hw/fabric", {"hw/clock", "hw/link", "models/fabric", "models/network", "models/repair"}}},
    {{"hw/control",
      {"hw/clock", "hw/fabric", "hw/link", "models/fabric", "models/network", "models/repair", "models/routing"}}},
    {{"hw/chip",
      {"hw/clock", "hw/control", "hw/fabric", "hw/link", "hw/pe", "hw/router", "hw/wave", "models/detection",
       "models/fabric", "models/network", "models/repair", "models/routing"}}},
    {{"hw/pins",
      {"hw/chip", "hw/clock", "hw/fabric", "hw/link", "hw/router", "hw/rtl", "models/allocation", "models/network"}},
     // what packets carry, with and without TLM: transactions travel as messages do
     {"hw/message", {"hw/chip", "hw/clock", "hw/link", "hw/pe", "models/network", "models/routing", "models/traffic"}},
     {"hw/tlm",
      {"hw/chip", "hw/clock", "hw/link", "hw/message", "hw/pe", "models/fabric", "models/network", "models/routing"}},
     {"tb/testbench",
      {"hw/chip", "hw/clock", "hw/control", "hw/link", "hw/pe", "hw/wave", "models/fabric", "models/network",
       "models/repair"}}},
    // tool: the console at the bottom, the commands on top, plots and pictures beside
    {{"tb/tool/console", {"models/files", "models/network"}}, {"tb/tool/plot", {"tb/tool/console"}}},
    {{"tb/tool/store", {"models/files", "models/network", "tb/tool/console"}},
     {"tb/tool/packets", {"models/network", "tb/tool/console"}}},
    {{"tb/tool/scenario",
      {"models/allocation", "models/fabric", "models/family", "models/network", "models/registry", "models/repair",
       "models/traffic", "models/wafermap", "models/workload", "tb/tool/console"}}},
    {{"tb/tool/setup",
      {"models/detection", "models/fabric", "models/family", "models/general", "models/network", "models/registry",
       "models/repair", "models/routing", "models/traffic", "models/wafermap", "models/workload", "tb/tool/console",
       "tb/tool/scenario"}}},
    {{"tb/tool/states",
      {"models/fabric", "models/network", "models/repair", "tb/tool/console", "tb/tool/scenario", "tb/tool/setup"}}},
    {{"tb/tool/diff",
      {"models/fabric", "models/network", "tb/tool/console", "tb/tool/packets", "tb/tool/scenario", "tb/tool/states"}}},
    // the points of a coverage, and the scenarios that reach them: a run is not known here
    {{"tb/tool/coverage",
      {"models/fabric", "models/network", "models/repair", "models/routing", "tb/tool/console", "tb/tool/scenario",
       "tb/tool/setup",
       // the seal of a file is a hash, as that of a stored result
       "tb/tool/store"}}},
    {{"tb/tool/run",
      {"hw/chip", "hw/clock", "hw/link", "hw/pe",
       // the packets of an exported bench, which the chip of the model runs
       "hw/rtl", "models/detection", "models/fabric", "models/general", "models/network", "models/random",
       "models/registry", "models/repair", "models/routing", "models/search", "tb/testbench", "tb/tool/console",
       "tb/tool/scenario", "tb/tool/setup", "tb/tool/states"}}},
    // a folder for each feature of a run, which the rooms below do not know
    {{"tb/tool/features",
      {"hw/chip", "hw/link", "hw/pe", "hw/wave", "models/detection", "models/energy", "models/fabric", "models/files",
       "models/network", "models/repair", "models/routing", "models/traffic", "models/workload", "tb/testbench",
       "tb/tool/console", "tb/tool/coverage",
       // a run is compared with a golden one by the code that compares two files
       "tb/tool/diff", "tb/tool/run", "tb/tool/scenario", "tb/tool/setup", "tb/tool/states"}}},
    {{"tb/tool/picture",
      {"models/fabric", "models/network", "models/repair", "models/wafer", "tb/tool/console", "tb/tool/scenario",
       "tb/tool/setup"}},
     // of the hardware it sees the writers of SystemVerilog only, which see the models only; of the features the
     // streams that a run loads, which its bench loads too
     {"tb/tool/export",
      {"hw/rtl", "models/detection", "models/network", "tb/tool/console", "tb/tool/features", "tb/tool/scenario",
       "tb/tool/setup"}},
     {"tb/tool/sweep",
      {"models/network", "tb/tool/console", "tb/tool/plot", "tb/tool/run", "tb/tool/scenario", "tb/tool/setup",
       "tb/tool/store"}},
     {"tb/tool/yield",
      {"models/network", "models/repair", "tb/tool/console", "tb/tool/plot", "tb/tool/scenario", "tb/tool/setup",
       "tb/tool/store"}},
     {"tb/tool/rivals",
      {"models/network", "models/repair", "models/rivals", "tb/tool/console", "tb/tool/plot", "tb/tool/scenario",
       "tb/tool/setup", "tb/tool/sweep"}}},
    {{"tb/tool/view",
      {"models", "models/fabric", "models/files", "models/network", "tb/tool/console", "tb/tool/features",
       "tb/tool/picture", "tb/tool/plot", "tb/tool/run", "tb/tool/setup", "tb/tool/sweep", "tb/tool/yield"}}},
    {{"tb/tool/cli", {"models",           "models/detection", "models/fabric",    "models/family",  "models/network",
                      "models/random",    "models/registry",  "models/routing",   "models/traffic", "models/wafermap",
                      "models/workload",  "tb/tool/console",  "tb/tool/coverage", "tb/tool/diff",   "tb/tool/export",
                      "tb/tool/features", "tb/tool/packets",  "tb/tool/picture",  "tb/tool/plot",   "tb/tool/rivals",
                      "tb/tool/run",      "tb/tool/scenario", "tb/tool/setup",    "tb/tool/states", "tb/tool/store",
                      "tb/tool/sweep",    "tb/tool/view",     "tb/tool/yield"}}},
    {{"tb/mpi", {"tb/tool/cli", "tb/tool/console", "tb/tool/sweep"}}},
};

/// Returns the arrows of the map that begin in a room named by `from` and end in one named by `to`.
Sentences arrows_between(const RoomMap& map, const std::string& from, const std::string& to) {
  const std::regex begin(from);
  const std::regex end(to);
  Sentences found;
  for (const Floor& floor : map) {
    for (const Room& room : floor) {
      if (!std::regex_match(room.name, begin)) continue;
      for (const std::string& target : room.may_include) {
        if (std::regex_match(target, end)) found.push_back(room.name + " -> " + target);
      }
    }
  }
  return found;
}

/// A small map and the files that draw exactly its arrows.
const RoomMap kSmallMap = {{{"models/low", {}}},
                           {{"models/middle", {"models/low"}}, {"models/beside", {"models/middle"}}},
                           {{"hw/high", {"models/low"}}}};

Arrows small_arrows() {
  Arrows arrows;
  add_arrows("models/middle/a.cpp", "#include <vector>\n\n#include \"models/low/a.hpp\"\n", arrows);
  add_arrows("models/beside/a.hpp", "#include \"models/middle/a.hpp\"\n#include \"models/beside/b.hpp\"\n", arrows);
  add_arrows("hw/high/deep/a.cpp", "  #  include \"models/low/deep/b.hpp\"\n", arrows);
  return arrows;
}

/// Rooms of network families: those of which the registry includes the family.
std::set<std::string> family_rooms() {
  const std::string list = text_of(source_directory() / "models/registry/families.cpp");
  const std::regex include("models/([a-z]+)/family.hpp");
  std::set<std::string> rooms;
  for (std::sregex_iterator each(list.begin(), list.end(), include), end; each != end; ++each) rooms.insert((*each)[1]);
  rooms.erase("registry");
  return rooms;
}

/// Words by which a file mentions a family. A graph is a common word, too: the family is its namespace or its folder.
std::set<std::string> words_for_families() {
  std::set<std::string> words = family_rooms();
  EXPECT_EQ(words.erase("graph"), 1u);
  words.insert({"graph::", "models/graph"});
  return words;
}

/// Files under a folder in which one of the words stands alone, in capitals or not.
std::vector<std::string> files_with(const std::string& folder, const std::set<std::string>& words) {
  std::string any;
  for (const std::string& word : words) any += (any.empty() ? "" : "|") + word;
  const std::regex expression("\\b(" + any + ")\\b", std::regex::icase);
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(source_directory() / folder)) {
    if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
    const std::string text = text_of(entry.path());
    if (std::regex_search(text, expression)) found.push_back(entry.path().lexically_relative(source_directory()));
  }
  return found;
}

TEST(Rooms, the_hardware_mentions_no_network_family) {
  ASSERT_TRUE(family_rooms().contains("rdt")) << "the list is read wrongly";
  EXPECT_EQ(files_with("hw", words_for_families()), std::vector<std::string>{});
  EXPECT_FALSE(files_with("models/registry", words_for_families()).empty()) << "what is there would be found";
}

TEST(Rooms, no_family_knows_another) {
  for (const std::string& room : family_rooms()) {
    std::set<std::string> others;
    for (const std::string& other : family_rooms()) {
      if (other != room) others.insert("models/" + other + "/[a-z_]+\\.hpp");
    }
    EXPECT_EQ(files_with("models/" + room, others), std::vector<std::string>{});
  }
}

TEST(Rooms, the_files_include_exactly_what_the_map_allows) {
  const Arrows arrows = read_arrows(source_directory(), {"models", "hw", "tb/testbench", "tb/tool", "tb/mpi"});
  EXPECT_EQ(differences(kRooms, arrows), Sentences{});
}

TEST(Rooms, every_arrow_of_the_map_points_down) {
  EXPECT_EQ(mistakes_of(kRooms), Sentences{});
}

TEST(Rooms, the_map_keeps_the_rules_of_the_house) {
  std::string families;
  for (const std::string& room : family_rooms()) families += (families.empty() ? "models/(" : "|") + room;
  families += ")";
  EXPECT_EQ(arrows_between(kRooms, "(?!models/registry).*", families), Sentences{})
      << "only the registry knows families";
  EXPECT_EQ(arrows_between(kRooms, "models/registry", families).size(), family_rooms().size());
  EXPECT_EQ(arrows_between(kRooms, "(?!hw/|tb/testbench|tb/tool/(run|features|export)).*", "hw/.*"), Sentences{})
      << "only hw, tb/testbench, tb/tool/run, its features and tb/tool/export see hw";
  EXPECT_EQ(arrows_between(kRooms, "tb/tool/export|hw/rtl", "hw/(?!rtl).*"), Sentences{})
      << "what is written as SystemVerilog takes nothing from the SystemC modules with which it is compared";
  EXPECT_FALSE(arrows_between(kRooms, "tb/tool/run", "hw/.*").empty()) << "such an arrow would be found";
  const std::string siblings = "hw/(router|pe|fabric)";
  EXPECT_EQ(arrows_between(kRooms, siblings, siblings), Sentences{}) << "router, pe and fabric do not know each other";
}

/// The files of one feature that tell the scenario of its section are below those that measure.
TEST(Rooms, the_section_of_a_feature_sees_no_hardware_and_no_run) {
  std::size_t sections = 0;
  for (const auto& entry : fs::recursive_directory_iterator(source_directory() / "tb/tool/features")) {
    if (!entry.path().filename().string().starts_with("section")) continue;
    ++sections;
    EXPECT_EQ(text_of(entry.path()).find("#include \"hw/"), std::string::npos) << entry.path();
    EXPECT_EQ(text_of(entry.path()).find("#include \"tb/tool/run/"), std::string::npos) << entry.path();
  }
  EXPECT_GE(sections, 2u);
  EXPECT_NE(text_of("tb/tool/features/history/recorder.hpp").find("#include \"hw/"), std::string::npos)
      << "such an include would be found";
}

/// What belongs to a feature is in its folder: the rooms that read, build, run and report name no section of one.
TEST(Rooms, a_feature_is_named_in_its_folder_and_in_the_two_lists) {
  const std::string instruments = "tb/tool/features/instruments.cpp", sections = "tb/tool/features/sections.cpp";
  struct Feature {
    std::string folder;
    std::set<std::string> words;
    std::set<std::string> outside;
  };
  const std::vector<Feature> features = {
      {"energy", {"\\w*energy\\w*"}, {instruments, sections}},
      // the scenario of `kintsugi new waves`, what the report of a deadlock says to do, two examples of a path, and
      // the waveforms that commands read
      {"waves",
       {"\\w*waves\\w*"},
       {sections, "tb/tool/cli/check.cpp", "tb/tool/cli/starter.cpp", "tb/tool/diff/wave_states.cpp",
        "tb/tool/run/run_report.cpp", "tb/tool/scenario/map_reader.hpp", "tb/tool/scenario/scenario.hpp"}},
      {"waves", {"k?WaveRecorder", "WindowPackets"}, {instruments}},
      // its options
      {"packet_log", {"k?PacketLogger", "PacketLogOptions", "PacketRecorder"}, {instruments, "tb/tool/cli/run.cpp"}},
      {"coverage", {"k?CoverageMeter", "CoverageOptions"}, {instruments, "tb/tool/cli/run.cpp"}},
      {"detection", {"k?DetectionMeter", "DeliveryRecord"}, {instruments}},
      {"detection", {"k?DetectionSection"}, {sections}},
      {"program", {"k?ProgramMeter", "ProgramDriver", "ProgramResult", "MessageTime"}, {instruments}},
      {"expect",
       {"k?ExpectSection", "k?ExpectationMeter", "k?CycleMeter", "ExpectedPacket", "ExpectedNodes", "ExpectedCycles",
        "FollowedPackets?"},
       {instruments, sections}},
  };
  for (const auto& [folder, words, outside] : features) {
    std::vector<std::string> files = files_with("tb/tool", words);
    const auto is_inside = [&](const std::string& file) {
      return file.starts_with("tb/tool/features/" + folder + '/');
    };
    EXPECT_GE(std::erase_if(files, is_inside), 1u) << folder;
    EXPECT_EQ(std::set<std::string>(files.begin(), files.end()), outside) << folder;
  }
}

TEST(Rooms, tests_and_measurements_use_any_room_below_them) {
  const std::map<std::string, std::string> below = {{"tb/tests", "models|tb/testbench|tb/mpi|(models|hw|tb/tool)/.*"},
                                                    {"tb/bench", "(models|hw)/.*"}};
  for (const auto& [room, allowed] : below) {
    const Arrows arrows = read_arrows(source_directory(), {room});
    EXPECT_FALSE(arrows.empty());
    for (const auto& [arrow, uses] : arrows) {
      EXPECT_TRUE(std::regex_match(arrow.second, std::regex(allowed))) << uses.front();
    }
  }
}

TEST(Rooms, the_models_are_free_of_systemc) {
  EXPECT_EQ(files_with("models", {"include <(systemc|tlm|sysc)"}), Sentences{});
  EXPECT_FALSE(files_with("hw", {"include <(systemc|tlm|sysc)"}).empty()) << "such an include would be found";
}

/// The names of the types that a header defines at the top of a namespace, with the namespace: "kintsugi::Chip".
std::set<std::string> types_of(const std::string& header) {
  std::set<std::string> types;
  std::string space;
  for (const std::string& line : lines_of(header)) {
    // Looking for an expression in every line would take most of the time.
    const auto begins = [&line](const char* word) { return line.starts_with(word); };
    std::smatch found;
    static const std::regex kNamespace("namespace ([a-z_:]+) \\{");
    if (begins("namespace ") && std::regex_match(line, found, kNamespace)) space = found[1];
    if (!begins("struct ") && !begins("class ") && !begins("enum class ")) continue;
    static const std::regex kType("(?:struct|class|enum class) (?:alignas\\(\\w+\\) )?(\\w+)[^;()]*\\{.*");
    if (std::regex_match(line, found, kType)) types.insert(space + "::" + found[1].str());
  }
  return types;
}

/// Two types of one name in one namespace are one type for the linker, which keeps the code of either for both.
TEST(Rooms, no_two_headers_define_types_of_the_same_name) {
  EXPECT_EQ(types_of("namespace a::b {\n\nstruct Hop {\nclass Log final : public Base {\nstruct Later;\n"),
            (std::set<std::string>{"a::b::Hop", "a::b::Log"}));
  std::map<std::string, std::string> defined_in;
  for (const char* house : {"models", "hw", "tb"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_directory() / house)) {
      if (entry.path().extension() != ".hpp") continue;
      const std::string file = entry.path().lexically_relative(source_directory()).string();
      for (const std::string& type : types_of(text_of(entry.path()))) {
        const auto [other, is_new] = defined_in.emplace(type, file);
        EXPECT_TRUE(is_new) << type << " is in " << file << " and in " << other->second;
      }
    }
  }
  EXPECT_GT(defined_in.size(), 300u) << "nothing is tested";
}

/// Only the sources of hw are compiled for more than the least x86-64. A header whose text depended on that would have
/// one text in hw and another in the files of the tool and of the tests that include it.
TEST(Rooms, no_header_depends_on_the_instruction_set_that_only_hw_is_compiled_for) {
  const std::string macro = "__(AVX|BMI|LZCNT|POPCNT|SSE3|SSSE3|SSE4)\\w*";
  for (const std::string& use : files_with("hw", {macro})) EXPECT_EQ(use.find(".hpp"), std::string::npos) << use;
  EXPECT_FALSE(files_with("hw", {macro}).empty()) << "such a use would be found";
}

TEST(RoomMap, a_map_that_the_files_follow_has_no_difference) {
  EXPECT_EQ(differences(kSmallMap, small_arrows()), Sentences{});
  EXPECT_EQ(mistakes_of(kSmallMap), Sentences{});
}

TEST(RoomMap, a_wrong_include_is_caught_with_its_file) {
  Arrows arrows = small_arrows();
  add_arrows("models/low/b.cpp", "#include \"hw/high/a.hpp\"\n", arrows);
  EXPECT_EQ(differences(kSmallMap, arrows),
            Sentences{"models/low -> hw/high: is not in the map: models/low/b.cpp includes hw/high/a.hpp"});
}

TEST(RoomMap, a_wrong_include_in_a_checkout_is_caught) {
  const TemporaryDirectory checkout;
  fs::create_directories(checkout.path() / "models/low/deep");
  std::ofstream(checkout.path() / "models/low/deep/a.hpp") << "#pragma once\n#include \"models/middle/a.hpp\"\n";
  std::ofstream(checkout.path() / "models/low/page.md") << "#include \"hw/high/a.hpp\"\n";
  EXPECT_EQ(
      differences({{{"models/low", {}}}, {{"models/middle", {}}}}, read_arrows(checkout.path(), {"models"})),
      Sentences{"models/low -> models/middle: is not in the map: models/low/deep/a.hpp includes models/middle/a.hpp"});
}

TEST(RoomMap, an_include_without_its_room_is_caught) {
  Arrows arrows;
  add_arrows("models/low/b.cpp", "#include \"a.hpp\"\n", arrows);
  add_arrows("models/low/c.cpp", "#include \"../middle/a.hpp\"\n", arrows);
  EXPECT_EQ(differences({{{"models/low", {}}}}, arrows),
            (Sentences{"models/low -> : is not in the map: models/low/b.cpp includes a.hpp",
                       "models/low -> ../middle: is not in the map: models/low/c.cpp includes ../middle/a.hpp"}));
}

TEST(RoomMap, an_arrow_that_no_file_uses_is_caught) {
  RoomMap map = kSmallMap;
  map[2][0].may_include.insert("models/middle");
  EXPECT_EQ(differences(map, small_arrows()),
            Sentences{"hw/high -> models/middle: is in the map, but no file uses it"});
}

TEST(RoomMap, a_room_without_a_row_is_caught) {
  Arrows arrows = small_arrows();
  add_arrows("tb/tool/cellar/a.cpp", "#include \"models/low/a.hpp\"\n", arrows);
  EXPECT_EQ(differences(kSmallMap, arrows),
            Sentences{"tb/tool/cellar: has no row: tb/tool/cellar/a.cpp includes models/low/a.hpp"});
}

TEST(RoomMap, an_arrow_that_does_not_point_down_is_caught) {
  RoomMap map = kSmallMap;
  map[0][0].may_include = {"hw/high"};
  map[1][0].may_include = {"models/beside", "models/middle", "models/attic"};
  EXPECT_EQ(mistakes_of(map),
            (Sentences{"models/low -> hw/high: points to a higher floor",
                       "models/middle -> models/attic: models/attic has no row",
                       "models/middle -> models/beside: the row of models/beside does not come before",
                       "models/middle -> models/middle: the row of models/middle does not come before"}));
}

TEST(RoomMap, a_room_with_two_rows_is_caught) {
  RoomMap map = kSmallMap;
  map[2].push_back({"models/low", {}});
  EXPECT_EQ(mistakes_of(map), Sentences{"models/low: has two rows"});
}

}  // namespace
}  // namespace kintsugi::test

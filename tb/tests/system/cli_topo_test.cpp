// kintsugi topo and list.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <stdexcept>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kSixteen = "{kind: srt2d, n: 4}";  // SRT-96, table 1: 256 nodes, diameter 7

TEST(Topo, figures_as_json) {
  const ToolResult result = run_tool({"topo", kSixteen, "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("nodes"), 256);
  EXPECT_EQ(document.at("diameter"), 7);
  EXPECT_EQ(document.at("degree_max"), 8);
  EXPECT_EQ(document.at("links_by_kind").at("base"), 512);
  EXPECT_EQ(document.at("connected"), true);
  EXPECT_GT(document.at("average_distance"), 3.0);
  EXPECT_FALSE(document.contains("routing"));
}

TEST(Topo, level_10_comes_after_level_9) {
  const std::vector<std::string> levels = {"base",    "level 1", "level 2", "level 3", "level 4", "level 5",
                                           "level 6", "level 7", "level 8", "level 9", "level 10"};
  const ToolResult text = run_tool({"topo", "{kind: srt1d, n: 11}"});
  std::vector<std::string> listed;
  const std::regex line("\n  ([a-z]+( [0-9]+)?) ");
  for (std::sregex_iterator each(text.out.begin(), text.out.end(), line), end; each != end; ++each) {
    listed.push_back((*each)[1]);
  }
  EXPECT_EQ(listed, levels) << text.out;
  listed.clear();
  const auto document = nlohmann::ordered_json::parse(run_tool({"topo", "{kind: srt1d, n: 11}", "--json"}).out);
  for (const auto& [kind, links] : document.at("links_by_kind").items()) listed.push_back(kind);
  EXPECT_EQ(listed, levels);
}

TEST(Topo, routing_routes_every_pair) {
  const json document = json::parse(run_tool({"topo", "{kind: srt1d, n: 5}", "--routing", "recursive", "--json"}).out);
  const json& routing = document.at("routing");
  EXPECT_EQ(routing.at("name"), "recursive");
  EXPECT_EQ(routing.at("pairs"), 32 * 31);
  EXPECT_EQ(routing.at("delivered_pairs"), 32 * 31);
  EXPECT_NEAR(routing.at("average_hops"), 3.5847, 0.0001);  // SRT-2000: 3.5847 on average, 7 at most
  EXPECT_EQ(routing.at("max_hops"), 7);
}

TEST(Topo, an_unknown_routing_is_answered_with_the_nearest) {
  const ToolResult result = run_tool({"topo", kSixteen, "--routing", "monotony"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--routing: router.routing: unknown name 'monotony'; did you mean 'monotone'?\n");
}

TEST(Topo, searches_for_the_best_shift) {
  const json document = json::parse(run_tool({"topo", "{kind: srt2d, n: 5, T: 3}", "--search", "shift", "--json"}).out);
  const json& search = document.at("search");
  EXPECT_EQ(search.at("parameter"), "shift");
  EXPECT_EQ(search.at("network"), "2D-SRT(5,3,s)");
  const json& best = search.at("rows").front();
  for (const json& row : search.at("rows")) EXPECT_LE(best.at("diameter"), row.at("diameter"));
  const json found = json::parse(
      run_tool({"topo", "{kind: srt2d, n: 5, T: 3, shift: " + best.at("value").dump() + "}", "--json"}).out);
  EXPECT_EQ(found.at("diameter"), best.at("diameter"));
  EXPECT_EQ(found.at("average_distance"), best.at("average_distance"));
}

TEST(Topo, a_search_shows_the_best_and_the_named_shifts) {
  const ToolResult result = run_tool({"topo", "{kind: srt2d, n: 6}", "--search", "shift"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("search for the shift of 2D-SRT(6,6,s), best first"), std::string::npos);
  EXPECT_NE(result.out.find("1-shift"), std::string::npos);
  EXPECT_NE(result.out.find("uniform (9)"), std::string::npos);
}

TEST(Topo, the_best_assignment_is_written_as_a_file_that_the_scenario_can_name) {
  const TemporaryDirectory directory;
  const std::string network = "{kind: rdt, side: 16, R: 2}";
  const ToolResult result = run_tool({"topo", network, "--search", "assignment", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  const std::string file = (directory.path() / "assignment.txt").string();
  EXPECT_NE(result.out.find("the best assignment is in " + file), std::string::npos) << result.out;
  const json found = json::parse(run_tool({"topo", network, "--search", "assignment", "--json"}).out).at("search");
  EXPECT_EQ(found.at("network"), "RDT(2,2,1) 16x16");
  EXPECT_EQ(found.at("file"), directory.read("assignment.txt"));
  const json& best = found.at("rows").front();
  const json read =
      json::parse(run_tool({"topo", "{kind: rdt, side: 16, R: 2, assignment: {file: " + file + "}}", "--json"}).out);
  EXPECT_EQ(read.at("network"), "RDT(2,2,1)/" + best.at("value").get<std::string>() + " 16x16");
  EXPECT_EQ(read.at("diameter"), best.at("diameter"));
  EXPECT_NEAR(read.at("average_distance").get<double>(), best.at("average_distance").get<double>(), 1e-12);
}

TEST(Topo, mistakes_in_an_assignment_are_told_with_file_line_and_column) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "wrong.txt").string();
  std::filesystem::create_directories(directory.path());
  std::ofstream(file) << "# two mistakes\n2 1 4 3\n4 x 2 5\n";
  const ToolResult result = run_tool({"topo", "{kind: rdt, side: 16, assignment: {file: " + file + "}}"});
  EXPECT_EQ(result.status, 2);
  const std::string entry =
      "' is no entry; it holds the upper ranks of a class, different digits of 1 to 4, ascending\n";
  EXPECT_EQ(result.err, file + ":3:3: 'x" + entry + file + ":3:7: '5" + entry);
}

TEST(Topo, a_search_without_bounds_is_refused) {
  const ToolResult result = run_tool({"topo", "{kind: rdt, side: 64, cardinal: 4}", "--search", "assignment"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("possible with the cardinal number 2 only"), std::string::npos) << result.err;
}

TEST(Topo, an_unknown_search_is_answered_with_the_nearest) {
  const ToolResult result = run_tool({"topo", kSixteen, "--search", "shft"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--search: unknown name 'shft'; did you mean 'shift'?\n");
}

TEST(Topo, a_network_without_a_search_says_so) {
  const ToolResult result = run_tool({"topo", "{kind: mesh, sides: [4, 4]}", "--search", "shift"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--search: networks of kind mesh have no parameter to search for\n");
}

TEST(Topo, output_is_the_same_from_run_to_run) {
  for (const std::string form : {"--json", "--quiet"}) {
    EXPECT_EQ(run_tool({"topo", kSixteen, form}).out, run_tool({"topo", kSixteen, form}).out);
  }
}

TEST(Topo, wall_clock_only_on_request) {
  EXPECT_FALSE(json::parse(run_tool({"topo", kSixteen, "--json"}).out).contains("wall_seconds"));
  EXPECT_TRUE(json::parse(run_tool({"topo", kSixteen, "--json", "--timing"}).out).contains("wall_seconds"));
  EXPECT_NE(run_tool({"topo", kSixteen, "--timing"}).out.find("wall clock"), std::string::npos);
}

TEST(Topo, a_graph_is_printed_instead_of_the_report) {
  const ToolResult dot = run_tool({"topo", kSixteen, "--dot"});
  EXPECT_EQ(dot.status, 0);
  EXPECT_TRUE(dot.out.starts_with("graph \"")) << dot.out.substr(0, 40);
  EXPECT_TRUE(run_tool({"topo", kSixteen, "--graphml"}).out.starts_with("<?xml"));
}

TEST(Topo, graphs_go_to_the_directory_beside_the_report) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"topo", kSixteen, "--dot", "--graphml", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(result.out.starts_with("network"));
  EXPECT_NE(result.out.find("\nlargest degree"), std::string::npos);
  EXPECT_EQ(result.out.find("diameter"), std::string::npos) << "a graph needs no distances, which can take long";
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"network.dot", "network.graphml"}));
  EXPECT_EQ(directory.read("network.dot"), run_tool({"topo", kSixteen, "--dot"}).out);
}

/// Runs the program with so many seconds of processor time.
ToolResult run_for_seconds(const std::string& seconds, const std::vector<std::string>& arguments) {
  return run_program(with({"sh", "-c", "ulimit -t " + seconds + "; exec \"$0\" \"$@\"", program_path()}, arguments));
}

TEST(Topo, distances_are_measured_neither_for_a_graph_nor_before_a_routing_is_refused) {
  if (kSanitized) GTEST_SKIP() << "it measures time";
  const std::string large = "{kind: sse, n: 16}";  // all its distances take eight seconds
  const ToolResult refused = run_for_seconds("3", {"topo", large, "--routing", "nue", "--quiet"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(refused.err.starts_with("--routing: router.routing: routing 'nue' needs tables, for at most 8192 nodes"))
      << refused.err;
  EXPECT_EQ(run_for_seconds("3", {"topo", large, "--dot", "--quiet"}).status, 0);
}

TEST(Topo, graphs_are_part_of_the_one_json_document) {
  const json document = json::parse(run_tool({"topo", kSixteen, "--dot", "--graphml", "--json"}).out);
  EXPECT_EQ(document.at("dot"), run_tool({"topo", kSixteen, "--dot"}).out);
  EXPECT_TRUE(document.at("graphml").get<std::string>().starts_with("<?xml"));
}

TEST(Topo, two_graphs_do_not_fit_on_standard_output) {
  const ToolResult result = run_tool({"topo", kSixteen, "--dot", "--graphml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--dot --graphml: two graphs need a directory: add --out DIR, or leave one out\n");
}

TEST(Topo, a_graph_has_the_levels_ranks_and_classes_of_a_family) {
  const auto graph_of = [](const std::string& network) { return run_tool({"topo", network, "--graphml"}).out; };
  const auto expect_keys = [](const std::string& text, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
      EXPECT_NE(text.find("<key id=\"" + key + "\""), std::string::npos) << key;
      EXPECT_NE(text.find("<data key=\"" + key + "\">"), std::string::npos) << key;
    }
  };
  expect_keys(graph_of(kSixteen), {"node_level", "edge_level"});
  expect_keys(graph_of("{kind: rdt, side: 16}"), {"node_class", "node_ranks", "edge_rank"});
  expect_keys(graph_of("{kind: sse, n: 3}"), {"node_cycle"});
  expect_keys(graph_of("{kind: mandala, ports: 3, levels: 2}"), {"node_level", "node_cluster", "edge_level"});
  expect_keys(graph_of("{kind: hypercube, n: 3}"), {"edge_dimension"});
}

TEST(Topo, a_directory_that_cannot_be_made_is_status_two) {
  const ToolResult result = run_tool({"topo", kSixteen, "--dot", "--out", "CMakeLists.txt/x"});
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(result.err.starts_with("kintsugi: ")) << result.err;
  EXPECT_EQ(result.out, "");
}

/// Lists the computed cells that differ from the published ones, and counts the published ones, in the tables of a
/// paper.
std::pair<std::vector<std::string>, int> compare_with_paper(const std::string& network,
                                                            const std::string& paper = "Inoguchi") {
  const ToolResult result = run_tool({"topo", network, "--paper", "--json", "--quiet"});
  EXPECT_EQ(result.status, 0);
  std::pair<std::vector<std::string>, int> found;
  const json document = json::parse(result.out);
  for (const json& table : document.at("paper")) {
    if (!table.at("source").get<std::string>().starts_with(paper)) continue;
    for (const json& row : table.at("rows")) {
      for (std::size_t column = 0; column < row.at("published").size(); ++column) {
        if (row["published"][column] == "") continue;
        ++found.second;
        if (row["computed"][column] != row["published"][column]) found.first.push_back(row.dump());
      }
    }
  }
  return found;
}

TEST(TopoSlow, all_forty_published_diameters_and_thirty_wiring_widths_are_the_computed_ones) {
  const auto [wrong_1d, cells_1d] = compare_with_paper("{kind: srt1d, n: 4}");
  const auto [wrong_2d, cells_2d] = compare_with_paper("{kind: srt2d, n: 4}");
  EXPECT_EQ(wrong_1d, std::vector<std::string>{});
  EXPECT_EQ(wrong_2d, std::vector<std::string>{});
  EXPECT_EQ(cells_1d + cells_2d, 40 + 30);
}

TEST(Topo, the_reference_networks_of_the_comparison_are_the_published_ones) {
  const auto [wrong_tori, tori] = compare_with_paper("{kind: torus, sides: [4, 4]}");
  const auto [wrong_cubes, cubes] = compare_with_paper("{kind: hypercube, n: 2}");
  EXPECT_EQ(wrong_tori, std::vector<std::string>{});
  EXPECT_EQ(wrong_cubes, std::vector<std::string>{});
  EXPECT_EQ(tori + cubes, 17);
}

TEST(Topo, a_ring_in_a_straight_line_has_the_tracks_of_theorem_2) {
  const ToolResult text = run_tool({"topo", "{kind: srt1d, n: 3}", "--layout"});
  EXPECT_NE(text.out.find("\nwiring width  5 tracks, with the nodes in a straight line\n"), std::string::npos);
  const json document = json::parse(run_tool({"topo", "{kind: srt1d, n: 3}", "--layout", "--json"}).out);
  const json& layout = document.at("layout");
  EXPECT_EQ(layout.at("tracks"), 5);
  EXPECT_EQ(layout.at("largest_cut"), 5);
  EXPECT_EQ(layout.at("length"), 7 + 7 + 3 * 2 + 6 + 4);  // ring, its return, level 1, its return, level 2
  EXPECT_EQ(layout.at("kinds").at("level 1").at("tracks"), 2);
  EXPECT_EQ(layout.at("kinds").at("level 2").at("longest"), 4);
  EXPECT_FALSE(json::parse(run_tool({"topo", "{kind: srt1d, n: 3}", "--json"}).out).contains("layout"));
}

/// The wires of a kind in the picture of a layout: one at each M of its path, on the track of the first line upwards.
std::vector<std::string> drawn_tracks(const std::string& svg, const std::string& kind) {
  const std::size_t drawing = svg.find("class=\"layout\"");
  std::smatch path;
  const std::string rest = svg.substr(std::min(drawing, svg.size()));
  if (!std::regex_search(rest, path, std::regex("<path class=\"wire " + kind + "\" d=\"([^\"]*)\""))) return {};
  const std::string data = path[1];
  std::vector<std::string> tracks;
  const std::regex wire("M[0-9.]+ 0L[0-9.]+ (-[0-9.]+)L[0-9.]+ (-[0-9.]+)L[0-9.]+ 0");
  for (std::sregex_iterator each(data.begin(), data.end(), wire), end; each != end; ++each) {
    EXPECT_EQ((*each)[1], (*each)[2]);
    tracks.push_back((*each)[1]);
  }
  return tracks;
}

TEST(Topo, the_picture_of_a_layout_has_every_node_and_every_wire_on_its_track) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "layout.svg").string();
  const ToolResult result = run_tool({"topo", "{kind: srt1d, n: 3}", "--layout", "--svg", file});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("picture  " + file), std::string::npos);
  const std::string svg = directory.read("layout.svg");
  for (int node = 0; node < 8; ++node) {
    EXPECT_NE(svg.find("<title>n" + std::to_string(node) + "</title>"), std::string::npos);
  }
  std::set<std::string> tracks;
  for (const auto& [kind, wires] : std::map<std::string, std::size_t>{{"kind-0", 8}, {"kind-1", 4}, {"kind-2", 1}}) {
    const std::vector<std::string> drawn = drawn_tracks(svg, kind);
    EXPECT_EQ(drawn.size(), wires) << kind;
    tracks.insert(drawn.begin(), drawn.end());
  }
  EXPECT_EQ(tracks.size(), 5u);
}

std::size_t times(const std::string& text, const std::string& words) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; ++at) ++found;
  return found;
}

std::string picture_of(const std::string& network) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const ToolResult result = run_tool({"topo", network, "--svg", (directory.path() / "network.svg").string()});
  EXPECT_EQ(result.status, 0) << result.err;
  return directory.read("network.svg");
}

TEST(Topo, the_picture_of_a_network_has_a_panel_for_all_links_and_for_each_kind) {
  const std::string svg = picture_of("{kind: rdt, side: 16}");
  EXPECT_EQ(times(svg, "class=\"vertex\""), 256u);
  EXPECT_EQ(times(svg, "<title>x3.y4</title>"), 1u);
  for (const std::string panel : {"all", "kind-0", "kind-1"}) {
    EXPECT_EQ(times(svg, "id=\"" + panel + "\""), 1u) << panel;
  }
  EXPECT_EQ(times(svg, "data-kind=\"rank 1\""), 2u) << "among all links, and alone";
  EXPECT_NE(svg.find("comes back on the opposite side"), std::string::npos);
}

TEST(Topo, the_picture_of_one_kind_of_links_is_one_panel) {
  const std::string svg = picture_of("{kind: mesh, sides: [4, 3]}");
  EXPECT_EQ(times(svg, "class=\"network\""), 1u);
  EXPECT_EQ(svg.find("comes back"), std::string::npos);
  EXPECT_EQ(times(svg, "dead"), times(picture_of("{kind: mesh, sides: [5, 3]}"), "dead")) << "in the style sheet only";
}

TEST(Topo, the_picture_of_a_network_shows_what_is_dead) {
  const std::string svg = picture_of("traces/graph_soc.yaml");
  EXPECT_EQ(times(svg, "class=\"vertex dead\""), 1u);
  EXPECT_EQ(times(svg, "<title>dead link from "), 1u);
  EXPECT_NE(svg.find("1 dead node, 1 dead link"), std::string::npos);
}

TEST(Topo, the_picture_of_a_network_on_a_wafer_shows_no_defect_because_spares_take_over) {
  const std::string svg = picture_of("{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 2]]}}");
  EXPECT_EQ(times(svg, "class=\"vertex dead\""), 0u);
  EXPECT_EQ(times(svg, "class=\"vertex\""), 16u);
}

TEST(Topo, a_directory_for_which_there_is_no_file_is_refused) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  const ToolResult result = run_tool({"topo", "{kind: srt1d, n: 3}", "--out", out});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--out: nothing is written there: add --dot, --graphml or --search, or leave it out\n");
  EXPECT_EQ(result.out, "");
  EXPECT_FALSE(std::filesystem::exists(directory.path()));
  EXPECT_EQ(run_tool({"topo", "{kind: srt1d, n: 3}", "--out", out, "--svg", out + "/x.svg"}).status, 2);
}

TEST(Topo, a_graph_does_not_replace_the_file_that_it_was_read_from) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  std::filesystem::create_directories(directory.path());
  const std::string graph = "graph g { a -- b [mark=mine]; }";
  std::ofstream(out + "/network.dot") << graph;
  const ToolResult result = run_tool({"topo", "{kind: graph, file: " + out + "/network.dot}", "--dot", "--out", out});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--out: '" + out + "/network.dot' is the file of network.file; name another directory\n");
  EXPECT_EQ(directory.read("network.dot"), graph);
}

TEST(Topo, two_pictures_are_not_written_to_one_file) {
  const ToolResult result = run_tool({"topo", "{kind: srt1d, n: 3}", "--svg", "a.svg", "--plot", "a.svg"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--svg: --plot writes to a.svg too; name another file\n");
}

TEST(Topo, a_layout_that_is_too_large_to_draw_writes_nothing) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "layout.svg").string();
  const ToolResult result = run_tool({"topo", "{kind: torus, sides: [65, 64]}", "--layout", "--svg", file, "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--svg: a network of 4160 nodes cannot be drawn; valid: at most 4096 nodes\n");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Topo, slow_a_mandala_network_meets_its_equations) {
  const std::string paper = "Flavell";
  const auto [wrong, cells] = compare_with_paper("{kind: mandala, ports: 4, levels: 2}", paper);
  EXPECT_EQ(cells, 6 * 4 + 6 * 2 + 13 * 2 + 4 * 4);
  const auto count_of = [&](const std::string& label) {
    return std::ranges::count_if(wrong, [&](const std::string& row) { return row.find(label) != std::string::npos; });
  };
  EXPECT_EQ(count_of("diameter"), 0);
  EXPECT_EQ(count_of("\"average distance\""), 6 + 4);  // of table 1; those of equation (6) are met
}

using Rows = std::map<std::string, std::vector<std::string>>;

/// Computed beside published of the rows of Flavell et al.'s comparison, at 16, 64, 256 and 1024 nodes.
Rows compared_with_mandala(const std::string& network) {
  Rows rows;
  const json document = json::parse(run_tool({"topo", network, "--paper", "--json", "--quiet"}).out);
  for (const json& table : document.at("paper")) {
    if (!table.at("source").get<std::string>().starts_with("Flavell")) continue;
    for (const json& row : table.at("rows")) {
      for (std::size_t i = 0; i < row.at("computed").size(); ++i) {
        const auto published = row["published"][i].get<std::string>();
        EXPECT_NE(published, "") << row;
        rows[row.at("label")].push_back(row["computed"][i].get<std::string>() + " | " + published);
      }
    }
  }
  EXPECT_EQ(rows.size(), 4u);
  return rows;
}

TEST(Topo, slow_the_formulas_of_the_comparison_with_mandala_are_met_but_for_the_density_of_the_hypercube) {
  using Cells = std::vector<std::string>;
  const Rows mesh = compared_with_mandala("{kind: mesh, sides: [4, 4]}");
  const Rows torus = compared_with_mandala("{kind: torus, sides: [4, 4]}");
  const Rows cube = compared_with_mandala("{kind: hypercube, n: 4}");
  EXPECT_EQ(mesh.at("average distance"),
            (Cells{"2.666667 | 2.666667", "5.333333 | 5.333333", "10.66667 | 10.66667", "21.33333 | 21.33333"}));
  EXPECT_EQ(torus.at("average distance"), (Cells{"2.133333 | 2", "4.063492 | 4", "8.031373 | 8", "16.01564 | 16"}));
  EXPECT_EQ(cube.at("average distance"), (Cells{"2.133333 | 2", "3.047619 | 3", "4.015686 | 4", "5.004888 | 5"}));
  EXPECT_EQ(mesh.at("maximum message density"), (Cells{"32 | 32", "256 | 256", "2048 | 2048", "16384 | 16384"}));
  EXPECT_EQ(torus.at("maximum message density"), (Cells{"16 | 16", "128 | 128", "1024 | 1024", "8192 | 8192"}));
  EXPECT_EQ(cube.at("maximum message density"),
            (Cells{"16 | 236.25", "64 | 6032.25", "256 | 130496.2", "1024 | 2618624"}));
  EXPECT_EQ(cube.at("degree"), (Cells{"4 | 4", "6 | 6", "8 | 8", "10 | 10"}));
}

TEST(Topo, a_part_of_a_network_names_the_links_that_are_missing) {
  const std::string part = "{kind: mandala, ports: 3, levels: 2, nodes: 5}";
  const ToolResult text = run_tool({"topo", part, "--routing", "hdr", "--quiet"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_NE(text.out.find("missing links  3\n  n2.p2        n6  level 2\n"), std::string::npos) << text.out;
  const json document = json::parse(run_tool({"topo", part, "--routing", "hdr", "--json"}).out);
  EXPECT_EQ(document.at("missing_links").size(), 3u);
  EXPECT_EQ(document.at("missing_links").at(1), (json{{"from", "n3.p2"}, {"to", "n5"}, {"kind", "level 1"}}));
  EXPECT_EQ(document.at("routing").at("delivered_pairs"), 20);
  const std::string whole = "{kind: mandala, ports: 3, levels: 2, nodes: 9}";
  EXPECT_FALSE(json::parse(run_tool({"topo", whole, "--json"}).out).contains("missing_links"));
}

const std::string kDiagonal = "{kind: rdt, side: 16}";

TEST(Topo, the_figure_of_the_paper_is_drawn) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = directory.path() / "figure.svg";
  const ToolResult result = run_tool({"topo", kDiagonal, "--plot", file, "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(result.out.ends_with("\nplot  " + file + "\n")) << result.out;
  EXPECT_EQ(directory.files(), std::vector<std::string>{"figure.svg"});
  const std::string svg = directory.read("figure.svg");
  for (const std::string text :
       {"alpha, mean", "beta, each class", "beta, hops of floating-best", "average distance [hops]"}) {
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  }
  EXPECT_EQ(run_tool({"topo", kDiagonal, "--plot", file, "--json", "--quiet"}).status, 0) << "a second time";
  EXPECT_EQ(directory.read("figure.svg"), svg);
}

using Cells = std::vector<std::string>;

/// Returns the cells of a row of a table that are computed, or published.
Cells cells_of(const json& table, const std::string& label, const std::string& which) {
  for (const json& row : table.at("rows")) {
    if (row.at("label") == label) return row.at(which).get<Cells>();
  }
  throw std::out_of_range(label);
}

void expect_first_table(const json& first) {
  EXPECT_EQ(first.at("columns").get<Cells>(), (Cells{"4096", "65536"}));
  EXPECT_EQ(cells_of(first, "beta, hops of floating-best", "computed"), (Cells{"10 (8)", "14 (8)"}));
  EXPECT_EQ(cells_of(first, "alpha, hops of floating-base", "computed"), (Cells{"10 (8)", "14 (8)"}));
  EXPECT_EQ(cells_of(first, "2D torus", "computed"), (Cells{"64 (4), formula", "256 (4), formula"}));
  EXPECT_EQ(cells_of(first, "Kautz", "computed"), (Cells{"11 (4), graph of 3072", "15 (4), formula of 49152"}));
  EXPECT_EQ(cells_of(first, "star graph", "computed"), (Cells{"9 (6), graph of 5040", "10 (7), graph of 40320"}));
  EXPECT_EQ(cells_of(first, "CCC", "computed"), (Cells{"20 (3), graph of 4608", "28 (3), graph of 49152"}));
  EXPECT_EQ(cells_of(first, "midimew", "computed"), (Cells{"45 (4), graph", "181 (4), graph"}));
  EXPECT_EQ(cells_of(first, "hypernet", "computed"), (Cells{"", ""})) << "the paper does not define it";
  EXPECT_EQ(cells_of(first, "crossed cube", "computed"), (Cells{"7 (12), graph", "9 (16), graph"}));
  EXPECT_EQ(cells_of(first, "alpha, printed", "published"), (Cells{"10 (8)", "14 (8)"}));
  EXPECT_EQ(cells_of(first, "alpha, distance in the graph", "computed"), (Cells{"9 (8)", "12 (8)"}));
  EXPECT_EQ(cells_of(first, "beta, distance in the graph", "computed"), (Cells{"8 (8)", "12 (8)"}));
  EXPECT_EQ(cells_of(first, "perfect, distance in the graph", "computed").at(0), "6 (16)");
}

void expect_second_table(const json& table) {
  EXPECT_EQ(table.at("columns").get<Cells>(), (Cells{"256", "1024", "4096", "16384", "65536"}));
  EXPECT_EQ(cells_of(table, "alpha, printed", "published"), (Cells{"", "9 (4.73)", "10 (5.81)", "12 (7.16)", ""}));
  EXPECT_EQ(cells_of(table, "beta, printed", "published"), (Cells{"", "9 (4.57)", "10 (5.85)", "12 (7.35)", ""}));
  const auto first_three = [&table](const std::string& label) {
    const Cells cells = cells_of(table, label, "computed");
    return Cells(cells.begin(), cells.begin() + 3);
  };
  EXPECT_EQ(first_three("alpha, distance in the graph"), (Cells{"6 (3.8108)", "7 (4.7146)", "9 (5.6470)"}));
  EXPECT_EQ(first_three("beta, distance in the graph"), (Cells{"6 (3.4676)", "6 (4.3976)", "8 (5.5664)"}));
  EXPECT_EQ(cells_of(table, "alpha, hops of floating", "computed").at(2), "13 (7.5838)");
  EXPECT_EQ(cells_of(table, "beta, hops of scheme-h", "computed").at(2), "13 (7.1327)");
  EXPECT_EQ(cells_of(table, "beta, hops of floating-best", "computed").at(2), "10 (6.1729)");
  EXPECT_EQ(cells_of(table, "alpha, hops of floating-best", "computed").at(2), "10 (6.4873)");
  EXPECT_EQ(cells_of(table, "alpha, hops of floating-base", "computed"),
            (Cells{"8 (4.5059)", "9 (5.6139)", "10 (6.7297)", "12 (7.8982)", "14 (9.0233)"}));
  EXPECT_EQ(cells_of(table, "beta, hops of floating-base", "computed").at(2), "10 (6.4101)");
  EXPECT_EQ(cells_of(table, "perfect, hops of vector-best", "computed"),
            cells_of(table, "perfect, distance in the graph", "computed"))
      << "best ties are as short as the graph";
  EXPECT_NE(cells_of(table, "perfect, hops of vector", "computed"),
            cells_of(table, "perfect, distance in the graph", "computed"));
}

void expect_tables_of_diagonal_tori(const json& tables) {
  ASSERT_EQ(tables.size(), 3u);
  for (const json& table : tables) {
    for (const json& row : table.at("rows")) {
      EXPECT_EQ(row.at("published").size(), table.at("columns").size()) << row.at("label");
      EXPECT_EQ(row.at("computed").size(), table.at("columns").size()) << row.at("label");
    }
  }
  expect_first_table(tables[0]);
  expect_second_table(tables[1]);
  EXPECT_EQ(cells_of(tables[2], "RDT(2,4,1), printed", "published"), (Cells{"7/8", "8/8", "10/8", "10/8", "12/8"}));
  EXPECT_EQ(cells_of(tables[2], "alpha, distance in the graph", "computed"),
            (Cells{"6/8", "7/8", "9/8", "10/8", "12/8"}));
}

TEST(TopoSlow, the_tables_and_the_figure_of_the_paper_are_json_too) {
  const json document = json::parse(run_tool({"topo", kDiagonal, "--paper", "--quiet", "--json"}).out);
  expect_tables_of_diagonal_tori(document.at("paper"));
  const json& figure = document.at("paper_figure");
  ASSERT_EQ(figure.at("curves").size(), 6u);
  for (const json& curve : figure.at("curves")) EXPECT_EQ(curve.at("y").size(), figure.at("x").size());
  for (const std::size_t mean : {0, 1}) EXPECT_EQ(figure["curves"][mean].at("of").size(), 8u);
  EXPECT_EQ(figure["curves"][5].at("name"), "beta, hops of floating-base");
}

TEST(TopoSlow, what_is_printed_stands_in_a_row_of_its_own_where_it_is_not_what_is_computed) {
  if (!runs_whole_tests()) GTEST_SKIP() << "the test of the family computes the same tables";
  const ToolResult text = run_tool({"topo", kDiagonal, "--paper", "--quiet"});
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("side k of the area [nodes]  alpha, mean  beta, mean  alpha, hops of floating-best  "
                          "beta, hops of floating-best  alpha, hops of floating-base  beta, hops of floating-base\n"
                          "2                           1.3333 "),
            std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("\nbeta, each class\n"), std::string::npos);
  const std::vector<std::string> lines = lines_of(text.out);
  const auto words_of = [&lines](const std::string& label) -> std::string {
    for (const std::string& line : lines) {
      if (line.starts_with(label) && line.find('.') != std::string::npos) {
        return std::regex_replace(line.substr(label.size()), std::regex(" +"), " ");
      }
    }
    return "";
  };
  EXPECT_EQ(words_of("alpha, printed"), " 9 (4.73) 10 (5.81) 12 (7.16)");
  EXPECT_TRUE(words_of("alpha, distance in the graph").starts_with(" 6 (3.8108) 7 (4.7146) 9 (5.6470) "));
  EXPECT_TRUE(words_of("beta, hops of scheme-h").find(" 13 (7.1327) ") != std::string::npos);
}

TEST(Topo, a_plot_of_a_family_without_a_figure_is_refused) {
  const TemporaryDirectory directory;
  const ToolResult result =
      run_tool({"topo", "{kind: mesh, sides: [4, 4]}", "--plot", directory.path() / "figure.svg"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--plot: there is no published figure with curves of networks of kind mesh\n");
  EXPECT_EQ(result.out, "");
}

TEST(Topo, a_plot_is_an_svg) {
  const ToolResult result = run_tool({"topo", kDiagonal, "--plot", "figure.png"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--plot: a plot is an SVG: name a file that ends in .svg\n");
}

TEST(Topo, a_graph_is_followed_by_nothing) {
  const std::vector<std::string> words = {"topo", "{kind: mesh, sides: [2, 2]}", "--quiet", "--dot"};
  const ToolResult timed = run_tool(with(words, {"--timing"}));
  EXPECT_EQ(timed.out, run_tool(words).out);
  EXPECT_TRUE(timed.err.starts_with("wall clock ")) << timed.err;
}

TEST(Topo, a_network_without_its_kind_is_recognised) {
  const std::string sides = "{sides: [4, 4]}";
  EXPECT_EQ(run_tool({"topo", sides, "--set", "kind=mesh"}).out, run_tool({"topo", "{kind: mesh, sides: [4, 4]}"}).out);
  EXPECT_TRUE(run_tool({"topo", sides}).err.starts_with("<command line>:1:1: network.kind is missing; valid: "));
  EXPECT_EQ(run_tool({"topo", "{run: {}}"}).err, "<command line>:1:1: network is missing\n");
  EXPECT_EQ(run_tool({"topo", "{base: x}"}).err, "<command line>:1:1: this is a sweep; run it with kintsugi sweep\n");
  EXPECT_EQ(run_tool({"topo", "{netwrok: {kind: mesh}}"}).err,
            "<command line>:1:2: unknown key 'netwrok'; did you mean 'network'?\n");
}

TEST(Topo, a_plot_gets_its_directories) {
  const TemporaryDirectory directory;
  const std::string out = (directory.path() / "p").string();
  EXPECT_EQ(run_tool({"topo", kDiagonal, "--plot", out + "/x.svg", "--dot", "--out", out, "--quiet"}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(out + "/x.svg"));
  EXPECT_TRUE(std::filesystem::exists(out + "/network.dot"));
}

TEST(Topo, a_plot_that_cannot_be_written_is_status_two) {
  const ToolResult result = run_tool({"topo", kDiagonal, "--plot", "CMakeLists.txt/figure.svg", "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(result.err.starts_with("kintsugi: cannot make the directory 'CMakeLists.txt'")) << result.err;
  EXPECT_EQ(result.out, "");
}

TEST(Topo, a_plot_without_gnuplot_names_the_package_and_writes_nothing) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  setenv("PATH", directory.path().c_str(), 1);
  const ToolResult result = run_tool({"topo", kDiagonal, "--plot", directory.path() / "figure.svg", "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "kintsugi: plots need gnuplot, which is not there: apt-get install gnuplot-nox\n");
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(directory.files().empty());
}

TEST(List, names_everything_a_scenario_can_use) {
  const json document = json::parse(run_tool({"list", "--json"}).out);
  for (const std::string key : {"networks", "planners", "rules", "objectives", "diagnosis_methods", "crc_schemes",
                                "presets", "patterns", "routings", "repair_modes", "link_weights", "allocators"}) {
    EXPECT_FALSE(document.at(key).empty()) << key;
  }
  for (const json& network : document["networks"]) {
    EXPECT_FALSE(network.at("parameters").empty()) << network;
    EXPECT_EQ(network.at("routings").empty(), network.at("kind") == "graph") << "it has those of every network";
  }
  const ToolResult text = run_tool({"list"});
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("srt2d"), std::string::npos);
}

TEST(List, says_which_routings_come_with_a_choice_only) {
  const json document = json::parse(run_tool({"list", "--json"}).out);
  std::string routings;
  for (const json& network : document.at("networks")) {
    for (const json& routing : network.at("routings")) {
      if (network.at("kind") != "rdt") {
        EXPECT_FALSE(routing.contains("only_with")) << routing;
        continue;
      }
      routings += routing.at("name").get<std::string>() + " (" + routing.value("only_with", "") + ") ";
    }
  }
  EXPECT_EQ(routings,
            "scheme-h () floating () floating-best () floating-base () scheme-h (assignment: perfect) "
            "vector (assignment: perfect) vector-best (assignment: perfect) ");
}

TEST(Topo, the_page_of_wafers_has_the_largest_side_that_one_takes) {
  const std::string page = text_of("models/wafer/README.md");
  for (const std::string kind : {"torus", "mesh"}) {
    const ToolResult result = run_tool({"repair", "{network: {kind: " + kind + ", sides: [4, 1024]}, fabric: {}}"});
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.err.find("valid is two sides of 2 to 512"), std::string::npos) << result.err;
    EXPECT_NE(page.find("| `" + kind + "` of two sides from 2 to 512 |"), std::string::npos) << kind;
  }
}

}  // namespace
}  // namespace kintsugi::test

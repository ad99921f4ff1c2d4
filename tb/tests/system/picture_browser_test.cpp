// Pictures in a browser: it lays the page out, and measure_picture.js measures it there.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tb/tests/system/browser.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string drawn_by(std::vector<std::string> command) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  command.insert(command.end(), {"--svg", (directory.path() / "picture.svg").string()});
  const ToolResult result = run_tool(command);
  if (result.status == 2) throw std::runtime_error(result.err);
  return directory.read("picture.svg");
}

std::string draw(const std::string& scenario) {
  return drawn_by({"repair", scenario});
}

/// Measures a picture, alone in a page with the script. It is laid out, and painted as an image only; of the page, the
/// browser paints a dot, which shows that it is ready.
json measured(const std::string& svg) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  const fs::path page = directory.path() / "page.html";
  std::ofstream(page) << "<!doctype html><meta charset='utf-8'><body style='margin:0; visibility:hidden'>"
                      << svg.substr(svg.find("<svg")) << "<script>"
                      << text_of(source_directory() / "tb/tests/system/measure_picture.js")
                      << "</script><i style='visibility:visible'>.</i>";
  json found = visit({{{"open", page.string()}}, {{"eval", "findings"}, {"as", "findings"}}})["values"]["findings"];
  if (found.contains("error")) throw std::runtime_error("the script failed: " + found.at("error").get<std::string>());
  return found;
}

std::string wafer(int n, int defects, const std::string& more = "") {
  return "{network: {kind: srt2d, n: " + std::to_string(n) + "}, fabric: {" + more +
         "}, defects: {random: " + std::to_string(defects) + ", seed: 3}}";
}

/// A mesh with a dead node and a dead link on the way from x1.y2 to x5.y2.
const std::string kDetour =
    "{network: {kind: mesh, sides: [7, 5]}, router: {routing: around}, "
    "defects: {pe: [17], link: [[9, 10]]}}";

void expect_legible(const json& found) {
  EXPECT_EQ(found.at("overflowing"), json::array());
  EXPECT_EQ(found.at("overlapping"), json::array());
  EXPECT_GE(found.at("smallest"), 8);
  EXPECT_GT(found.at("colours"), 50) << "a blank picture has one";
}

TEST(PictureInABrowserSlow, of_sixteen_by_sixteen_is_legible) {
  const json found = measured(draw(wafer(4, 10)));
  expect_legible(found);
  EXPECT_GT(found.at("texts"), 2 * 320 * 3) << "two switches and a name for each PE, twice";
  EXPECT_GT(found.at("titles"), 2 * (320 + 1252));
}

TEST(PictureInABrowserSlow, of_thirty_two_by_thirty_two_is_legible) {
  expect_legible(measured(draw(wafer(5, 20))));
}

TEST(PictureInABrowserSlow, of_two_tracks_is_legible) {
  expect_legible(measured(draw(wafer(3, 5, "tracks: 2"))));
}

TEST(PictureInABrowserSlow, of_closed_rings_and_of_isolated_bunches_is_legible) {
  expect_legible(measured(draw("traces/closed_ring.yaml")));
  expect_legible(measured(draw(wafer(4, 16, "isolate: true"))));
}

TEST(PictureInABrowserSlow, of_defective_switches_is_legible) {
  expect_legible(measured(draw("traces/broken_switches.yaml")));
}

TEST(PictureInABrowserSlow, of_an_array_is_legible) {
  expect_legible(measured(draw("traces/sse_array64.yaml")));
  expect_legible(measured(draw("{network: {kind: sse, n: 4, scheme: sft1}, defects: {pe: [5]}}")));
}

TEST(PictureInABrowserSlow, of_an_irreparable_chip_is_legible) {
  expect_legible(measured(draw("traces/irreparable.yaml")));
  expect_legible(measured(draw("traces/sse_irreparable.yaml")));
}

TEST(PictureInABrowserSlow, of_a_directly_wired_network_is_legible) {
  for (const std::string network :
       {"{kind: srt1d, n: 5}", "{kind: torus, sides: [8, 8]}", "{kind: rdt, side: 16}",
        "{kind: mandala, ports: 4, levels: 3}", "{kind: hypercube, n: 6}", "{kind: full, nodes: 12}"}) {
    SCOPED_TRACE(network);
    expect_legible(measured(drawn_by({"topo", network})));
  }
}

TEST(PictureInABrowserSlow, of_dead_nodes_and_a_detour_is_legible) {
  const json found = measured(drawn_by({"topo", "traces/graph_soc.yaml"}));
  expect_legible(found);
  expect_legible(measured(drawn_by({"route", kDetour, "x1.y2", "x5.y2"})));
}

/// Draws what two repairs of a fabric differ in: without and with dead PEs.
std::string draw_difference(const std::string& network, const std::string& pes) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  const auto repaired = [&](const std::string& scenario, const std::string& name) {
    const std::string file = (directory.path() / name).string();
    if (run_tool({"repair", scenario, "--states", file}).status != 0) throw std::runtime_error("no repair");
    return file;
  };
  const std::string sound = repaired(network + "}", "a.csv");
  const std::string repair = repaired(network + ", defects: {pe: " + pes + "}}", "b.csv");
  return drawn_by({"diff", sound, repair, "--scenario", network + "}"});
}

TEST(PictureInABrowserSlow, of_a_difference_is_legible) {
  expect_legible(measured(draw_difference("{network: {kind: srt2d, n: 3}, fabric: {tracks: 2}", "[[3, 3], [5, 6]]")));
  expect_legible(measured(draw_difference("{network: {kind: sse, n: 4, scheme: sft1}, fabric: {}", "[5]")));
}

/// Returns the picture of a small wafer, with one text in it replaced.
json spoilt(const std::string& from, const std::string& to) {
  std::string svg = draw(wafer(2, 1));
  const std::size_t at = svg.find(from);
  if (at == std::string::npos) throw std::runtime_error("there is no " + from + " in the picture");
  return measured(svg.replace(at, from.size(), to));
}

TEST(PictureInABrowserSlow, a_text_that_is_too_long_is_found) {
  const json found = spoilt(">x1.y2<", ">x1.y2 and more<");
  EXPECT_EQ(found.at("overflowing"), json::array({"x1.y2 and more"}));
}

TEST(PictureInABrowserSlow, texts_that_cover_each_other_are_found) {
  const json found = spoilt("class=\"kind\"", "class=\"kind\" dy=\"-9\"");
  EXPECT_EQ(found.at("overlapping").size(), 1u) << found;
}

TEST(PictureInABrowserSlow, letters_that_are_too_small_are_found) {
  EXPECT_EQ(spoilt("text { font-size: 8px; }", "text { font-size: 6px; }").at("smallest"), 6);
}

TEST(PictureInABrowserSlow, a_blank_picture_is_found) {
  EXPECT_EQ(spoilt("path, line { fill: none; }", "* { fill: #fff !important; stroke: #fff !important; }").at("colours"),
            1);
}

}  // namespace
}  // namespace kintsugi::test

// Pages of runs in a browser: what they show, compared with log and report; how they are used; how they look.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "tb/tests/system/browser.hpp"
#include "tb/tests/system/page_agreement.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Sentences = std::vector<std::string>;
using Words = std::vector<std::string>;

const std::string kBrowsedWafer =
    "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {rate: 0.1, flits: 3},"
    " faults: [{cycle: 300, pe: [2, 2]}, {cycle: 600, pe: [1, 3]}, {cycle: 900, pe: [4, 1]}],"
    " run: {cycles: 1200, warmup: 0}}";
const std::string kBrowsedArray =
    "{network: {kind: sse, n: 4, scheme: sft1}, traffic: {rate: 0.05, flits: 3}, faults: [{cycle: 500, pe: 3}],"
    " run: {cycles: 1200, warmup: 0}}";
const std::string kBrowsedMesh =
    "{network: {kind: mesh, sides: [5, 4]}, router: {routing: around, vcs: 4}, traffic: {rate: 0.1, flits: 4},"
    " faults: [{cycle: 300, pe: 7}], run: {cycles: 900, warmup: 0}}";
const std::string kBrowsedRing =
    "{network: {kind: torus, sides: [12]}, traffic: {rate: 0.1, flits: 2}, run: {cycles: 800, warmup: 0}}";
const std::string kBrowsedNothing =
    "{network: {kind: torus, sides: [6]}, traffic: {rate: 0, flits: 2}, run: {cycles: 100, warmup: 0}}";

/// A page that a command has written.
class Written {
 public:
  explicit Written(const Words& command) {
    const ToolResult result = run_tool(with(command, {"--page", file().string()}));
    if (result.status > 1) throw std::runtime_error(result.err);
    report = result.out;
  }
  fs::path file() const { return directory_.path() / "page.html"; }
  json open() const { return {{"open", file().string()}, {"as", "paint"}}; }
  std::uintmax_t bytes() const { return fs::file_size(file()); }

  std::string report;

 private:
  TemporaryDirectory directory_;
};

/// A run with its page, its report and its packet log.
struct Browsed {
  explicit Browsed(const std::string& scenario)
      : page({"run", scenario, "--json", "--quiet", "--route", "--packets", log_file()}),
        report(json::parse(page.report)) {
    for (const std::string& line : lines_of(directory.read("log.jsonl"))) log.push_back(json::parse(line));
    head = log.front();
    log.erase(log.begin());
  }
  std::string log_file() const { return (directory.path() / "log.jsonl").string(); }

  TemporaryDirectory directory;
  Written page;
  json report;
  json head;  ///< of the log
  std::vector<json> log;
};

json shown(const std::string& expression, const std::string& name) {
  return {{"eval", expression}, {"as", name}};
}

/// Returns twenty cycles, in each of which a packet is injected.
std::vector<std::uint64_t> twenty_cycles(const std::vector<json>& log) {
  std::vector<std::uint64_t> cycles;
  for (std::size_t i = 0; i < 20; ++i) {
    const json& packet = log[log.size() * i / 20];
    cycles.push_back((packet["injected"].is_null() ? packet["created"] : packet["injected"]).get<std::uint64_t>());
  }
  return cycles;
}

/// What a page shows in some cycles: at that cycle, and at the end of its bin.
struct Answers {
  json names;
  json at;
  json ended;
  json last;
};

Answers answers_of(const Browsed& run, const json& cycles) {
  const std::string end_of_bin =
      "(cycle => Math.min(names.cycles, (Math.floor(cycle / names.bin) + 1) * names.bin) - 1)";
  const json found = visit({run.page.open(), shown("window.names = " + kNamesOfThePage, "names"),
                            shown(cycles.dump() + ".map(cycle => kintsugi.at(cycle))", "at"),
                            shown(cycles.dump() + ".map(" + end_of_bin + ").map(cycle => kintsugi.at(cycle))", "ended"),
                            shown("kintsugi.at(names.cycles - 1)", "last")});
  EXPECT_EQ(found["complaints"], json::array());
  const json& values = found["values"];
  return {values["names"], values["at"], values["ended"], values["last"]};
}

void expect_agreement(const std::string& scenario) {
  const Browsed run(scenario);
  ASSERT_GT(run.log.size(), 100u) << "nothing is tested";
  const std::vector<std::uint64_t> cycles = twenty_cycles(run.log);
  const Answers page = answers_of(run, cycles);
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    EXPECT_EQ(page.at[i]["cycle"], cycles[i]);
    EXPECT_EQ(disagreements(page.names, page.at[i], page.ended[i], run.log), Sentences{}) << "in cycle " << cycles[i];
  }
  EXPECT_EQ(disagreements_at_the_end(page.last, run.report), Sentences{});
}

TEST(PageInABrowserSlow, of_a_wafer_with_three_faults_agrees_with_log_and_report) {
  expect_agreement(kBrowsedWafer);
}

TEST(PageInABrowserSlow, of_an_array_agrees_with_log_and_report) {
  expect_agreement(kBrowsedArray);
}

TEST(PageInABrowserSlow, of_a_mesh_with_a_fault_agrees_with_log_and_report) {
  expect_agreement(kBrowsedMesh);
}

TEST(PageInABrowserSlow, of_a_ring_agrees_with_log_and_report) {
  expect_agreement(kBrowsedRing);
}

TEST(PageInABrowserSlow, names_the_phases_of_each_reconfiguration_in_their_cycles) {
  const Browsed run(kBrowsedWafer);
  ASSERT_GE(run.head["phases"].size(), 12u) << "four of each of three";
  json steps = json::array({run.page.open()}), expected = json::object();
  for (const json& phase : run.head["phases"]) {
    for (const char* end : {"from", "to"}) {
      steps.push_back(shown("kintsugi.at(" + phase[end].dump() + ").phase", phase[end].dump()));
      expected[phase[end].dump()] = phase["name"];
    }
    const std::string after = std::to_string(phase["to"].get<std::uint64_t>() + 1);
    if (phase["name"] != "resume") continue;
    steps.push_back(shown("kintsugi.at(" + after + ").phase", after));
    expected[after] = nullptr;
  }
  json found = visit(steps)["values"];
  found.erase("paint");
  EXPECT_EQ(found, expected);
}

TEST(PageInABrowserSlow, that_says_something_else_than_the_log_is_noticed) {
  const Browsed run(kBrowsedWafer);
  const std::vector<std::uint64_t> cycles = twenty_cycles(run.log);
  const Answers page = answers_of(run, json::array({cycles[10]}));
  const json right = page.at[0];
  ASSERT_EQ(disagreements(page.names, right, page.ended[0], run.log), Sentences{});
  ASSERT_FALSE(right["packets"].empty());
  const auto notices = [&](const std::string& pointer, const json& value) {
    json wrong = right;
    wrong[json::json_pointer(pointer)] = value;
    return !disagreements(page.names, wrong, page.ended[0], run.log).empty();
  };
  for (const char* sum : {"created", "injected", "delivered", "lost", "flits", "queued", "in_flight"}) {
    EXPECT_TRUE(notices(std::string("/") + sum, right[sum].get<std::uint64_t>() + 1)) << sum;
  }
  EXPECT_TRUE(notices("/load/0", 100'000));
  EXPECT_TRUE(notices("/queue/0", 99));
  EXPECT_TRUE(notices("/packets/0/number", 99'999));
  EXPECT_TRUE(notices("/packets/0/site", (right["packets"][0]["site"].get<std::size_t>() + 2) % 16));
  EXPECT_TRUE(notices("/node", json(right["node"].size(), -1)));
  json report = run.report;
  report["packets"]["lost"] = 99'999;
  EXPECT_EQ(disagreements_at_the_end(page.last, report).size(), 1u);
}

// How a page is used

/// An expression for the place in the window of a point of the picture.
json in_picture(const std::string& point) {
  return {
      "(() => { const canvas = document.querySelector('#boxes'), box = canvas.getBoundingClientRect();"
      " const [x, y] = " +
      point +
      "; const {a, d, e, f} = canvas.getContext('2d').getTransform();"
      " return [box.left + e + a * x, box.top + f + d * y]; })()"};
}

json click(const json& place) {
  return {{"click", place}};
}

json press(const std::string& key, bool shift = false) {
  return {{"key", key}, {"shift", shift}};
}

/// Lets the page paint what has changed.
json painted() {
  return {{"eval", "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"}};
}

const std::string kSelected = "kintsugi.selected()";
/// The cycle at which the page stands.
const std::string kStandsAt = "Number(document.querySelector('#slider').value)";

json middle_of(const std::string& boxes, std::size_t index) {
  const std::string i = "[" + std::to_string(index) + "]";
  return in_picture("(({x, y}) => [x" + i + ", y" + i + "])(kintsugi.data.geometry." + boxes + ")");
}

TEST(PageInABrowserSlow, selects_the_pe_and_the_switch_that_are_clicked) {
  const Browsed run(kBrowsedWafer);
  json steps = {run.page.open(), shown("kintsugi.show(0)", "begin"), painted()};
  for (const std::size_t index : {0, 9, 21}) {
    steps.push_back(click(middle_of("sites", index)));
    steps.push_back(shown(kSelected, "pe" + std::to_string(index)));
    steps.push_back(click(middle_of("switches", index)));
    steps.push_back(shown(kSelected, "switch" + std::to_string(index)));
  }
  steps.push_back(shown("document.querySelector('#side').innerText", "details"));
  steps.push_back(shown("kintsugi.data.geometry.switches.names[21]", "name"));
  const json found = visit(steps);
  for (const std::size_t index : {0, 9, 21}) {
    for (const std::string kind : {"pe", "switch"}) {
      const json expected = {{"kind", kind}, {"index", index}};
      EXPECT_EQ(found["values"][kind + std::to_string(index)], expected);
    }
  }
  const std::string details = found["values"]["details"];
  EXPECT_NE(details.find(found["values"]["name"].get<std::string>()), std::string::npos) << details;
  EXPECT_EQ(found["complaints"], json::array());
}

TEST(PageInABrowserSlow, names_the_nodes_that_each_repair_has_moved) {
  const Browsed run(
      "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 3]]}, traffic: {rate: 0.02},"
      " faults: [{cycle: 200, pe: [3, 1]}], run: {cycles: 600}}");
  const std::string panel = "document.querySelector('#now_panel').textContent";
  const json found = visit({run.page.open(), shown("kintsugi.show(50)", ""), shown(panel, "early"),
                            shown("kintsugi.show(590)", ""), shown(panel, "late")})["values"];
  const std::string first = run.report["repair"]["moved"].dump();
  const std::string last = run.report["reconfigurations"][0]["moved"].dump();
  ASSERT_EQ(first, "2");
  for (const std::string time : {"early", "late"}) {
    const std::string text = found[time];
    EXPECT_NE(text.find("before the traffic 2 nodes moved, in cycle "), std::string::npos) << text;
    EXPECT_NE(text.find(' ' + last + " node"), std::string::npos) << text;
  }
  EXPECT_NE(found["early"].get<std::string>().find("1 dead, 2 nodes moved"), std::string::npos) << found["early"];
}

/// A line of the first epoch whose middle is in no box, and the directions that pass it: {x, y, directions}.
const std::string kFreeLine =
    "(() => { const {geometry, epochs} = kintsugi.data, {lines, sites, switches} = geometry, first = epochs[0];"
    " const isIn = ({x: xs, y: ys, w, h}, x, y) => xs.some((at, i) =>"
    " Math.abs(x - at) < w[i] / 2 + 3 && Math.abs(y - ys[i]) < h[i] / 2 + 3);"
    " for (const line of first.lines) {"
    "   const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');"
    "   path.setAttribute('d', lines.paths[line]);"
    "   const {x, y} = path.getPointAtLength(path.getTotalLength() / 2);"
    "   if (isIn(sites, x, y) || isIn(switches, x, y)) continue;"
    "   const directions = [...first.changed].filter((direction, i) =>"
    "     first.lines.subarray(first.first[i], first.first[i + 1]).includes(line));"
    "   return {x, y, directions}; } })()";

TEST(PageInABrowserSlow, selects_the_link_and_the_packet_that_are_clicked) {
  const Browsed wafer(kBrowsedWafer), mesh(kBrowsedMesh);
  json steps = json::array();
  for (const Browsed* run : {&wafer, &mesh}) {
    const std::string name = run == &wafer ? "wafer " : "mesh ";
    // the packet in the middle of the list is clicked in the cycle in which it leaves its queue
    for (const json& step :
         {run->page.open(), shown("kintsugi.show(0)", ""), painted(),
          shown("(window.free = " + kFreeLine + ").directions", name + "directions"),
          click(in_picture("[free.x, free.y]")), shown(kSelected, name + "link"),
          shown("(() => { const {injected, kept, from} = kintsugi.data.packets; window.cycle = injected[kept >> 1];"
                " window.site = from[kept >> 1]; kintsugi.show(cycle); return site; })()",
                ""),
          painted(), click(in_picture("(({x, y}) => [x[site], y[site]])(kintsugi.data.geometry.sites)")),
          shown(kSelected, name + "packet"), shown("kintsugi.at(cycle).packets", name + "under way"),
          shown("(({source, number}, i) => ({source: source[i], number: number[i], site}))"
                "(kintsugi.data.packets, kintsugi.selected().index)",
                name + "clicked")}) {
      steps.push_back(step);
    }
  }
  const json found = visit(steps);
  const json& values = found["values"];
  for (const std::string name : {"wafer ", "mesh "}) {
    EXPECT_EQ(values[name + "link"]["kind"], "link");
    EXPECT_EQ(std::ranges::count(values[name + "directions"], values[name + "link"]["index"]), 1) << values;
    EXPECT_EQ(values[name + "packet"]["kind"], "packet");
    EXPECT_EQ(std::ranges::count(values[name + "under way"], values[name + "clicked"]), 1) << values;
  }
  EXPECT_EQ(found["complaints"], json::array());
}

TEST(PageInABrowserSlow, keys_step_jump_and_play) {
  const Browsed run(kBrowsedWafer);
  const json found = visit({run.page.open(),
                            press("End"),
                            shown(kStandsAt, "last"),
                            press("Home"),
                            shown(kStandsAt, "first"),
                            press("ArrowRight"),
                            press("ArrowRight"),
                            press("ArrowLeft"),
                            shown(kStandsAt, "one"),
                            press("ArrowRight", true),
                            shown(kStandsAt, "bin_on"),
                            shown("kintsugi.data.load.bin", "bin"),
                            press("Home"),
                            press("f"),
                            shown(kStandsAt, "fault"),
                            press("f"),
                            shown(kStandsAt, "second_fault"),
                            press("f", true),
                            shown(kStandsAt, "back"),
                            press(" "),
                            {{"wait", kStandsAt + " > 310"}},
                            press(" "),
                            shown(kStandsAt, "stopped"),
                            {{"eval", "new Promise(done => setTimeout(done, 200))"}},
                            shown(kStandsAt, "still")});
  const json& values = found["values"];
  EXPECT_EQ(values["last"].get<std::uint64_t>() + 1, run.report["cycles"]);
  EXPECT_EQ(values["first"], 0);
  EXPECT_EQ(values["one"], 1);
  EXPECT_GE(values["bin_on"], values["bin"]);
  EXPECT_LE(values["bin_on"].get<std::uint64_t>(), values["bin"].get<std::uint64_t>() + 1);
  EXPECT_EQ(values["fault"], 300);
  EXPECT_EQ(values["second_fault"], 600);
  EXPECT_EQ(values["back"], 300);
  EXPECT_EQ(values["stopped"], values["still"]);
  EXPECT_EQ(found["complaints"], json::array());
}

TEST(PageInABrowserSlow, arrows_in_the_picture_move_from_pe_to_pe_and_say_its_name) {
  const Browsed run(kBrowsedMesh);
  const json found = visit({run.page.open(),
                            {{"eval", "document.querySelector('#stage').focus()"}},
                            press("Enter"),
                            shown(kSelected, "first"),
                            press("ArrowRight"),
                            press("ArrowDown"),
                            shown(kSelected, "second"),
                            shown("document.querySelector('#spoken').textContent", "spoken"),
                            press("Escape"),
                            shown(kSelected, "none")});
  const json& values = found["values"];
  EXPECT_EQ(values["first"], json({{"kind", "pe"}, {"index", 0}}));
  EXPECT_EQ(values["second"], json({{"kind", "pe"}, {"index", 6}}));
  EXPECT_NE(values["spoken"].get<std::string>().find("x1.y1"), std::string::npos) << values["spoken"];
  EXPECT_EQ(values["none"], nullptr);
  EXPECT_EQ(found["complaints"], json::array());
}

TEST(PageInABrowserSlow, the_slider_moves_the_time) {
  const Browsed run(kBrowsedMesh);
  const std::string box = "document.querySelector('#slider').getBoundingClientRect()";
  const json found =
      visit({run.page.open(),
             {{"drag", {{"[" + box + ".left + 8, " + box + ".top + " + box + ".height / 2]"}, "#slider"}}},
             painted(),
             shown(kStandsAt, "half"),
             shown("document.querySelector('#now').textContent", "now")});
  const auto half = found["values"]["half"].get<std::uint64_t>();
  EXPECT_NEAR(static_cast<double>(half), run.report["cycles"].get<double>() / 2, 10);
  EXPECT_NE(found["values"]["now"].get<std::string>().find(std::to_string(half)), std::string::npos) << found;
  EXPECT_EQ(found["complaints"], json::array());
}

// How a page looks

json texts(const std::string& name) {
  return {{"texts", true}, {"as", name}};
}

void expect_texts_in_boxes(const json& texts, const std::string& where) {
  SCOPED_TRACE(where);
  EXPECT_GT(texts["texts"], 5) << "nothing is shown";
  EXPECT_EQ(texts["beyond"], json::array());
  EXPECT_EQ(texts["overlapping"], json::array());
  EXPECT_EQ(texts["sideways"], json::array());
  EXPECT_EQ(texts["broken"], json::array());
  EXPECT_GE(texts["smallest"], 10);
}

/// Returns steps that measure the texts of a page at two widths, as it opens and with each kind of thing selected.
json steps_at_two_widths(const Written& page, const std::vector<std::string>& kinds) {
  json steps = json::array();
  for (const int width : {1280, 1920}) {
    steps.push_back({{"show", {{"width", width}, {"height", width * 9 / 16}}}});
    steps.push_back(page.open());
    steps.push_back(painted());
    steps.push_back(texts(std::to_string(width)));
    for (const std::string& kind : kinds) {
      steps.push_back({{"eval", "kintsugi.show(310), kintsugi.select('" + kind + "', 5)"}});
      steps.push_back(painted());
      steps.push_back(texts(std::to_string(width) + " " + kind));
    }
  }
  return steps;
}

/// Does the steps, and then more in the same browser, in a window of the usual size; returns what was found.
json expect_texts_in_boxes_after(json steps, const json& more) {
  steps.push_back({{"show", {{"width", 1280}, {"height", 800}}}});
  steps.insert(steps.end(), more.begin(), more.end());
  const json found = visit(steps);
  for (const auto& [where, measured] : found["values"].items()) {
    if (measured.is_object() && measured.contains("overlapping")) expect_texts_in_boxes(measured, where);
  }
  EXPECT_EQ(found["complaints"], json::array());
  return found["values"];
}

/// The same, and on paper.
json expect_texts_in_boxes(const Written& page, const std::vector<std::string>& kinds,
                           const json& more = json::array()) {
  json steps = steps_at_two_widths(page, kinds);
  steps.push_back({{"show", {{"width", 1000}, {"height", 1400}, {"medium", "print"}}}});
  steps.push_back(painted());
  steps.push_back(texts("print"));
  return expect_texts_in_boxes_after(steps, more);
}

TEST(PageInABrowserSlow, of_a_wafer_keeps_texts_in_their_boxes) {
  expect_texts_in_boxes(Browsed(kBrowsedWafer).page, {"pe", "switch", "link", "packet"});
}

TEST(PageInABrowserSlow, of_an_array_keeps_texts_in_their_boxes) {
  expect_texts_in_boxes(Browsed(kBrowsedArray).page, {"pe", "switch", "packet"});
}

TEST(PageInABrowserSlow, of_a_mesh_keeps_texts_in_their_boxes) {
  expect_texts_in_boxes(Browsed(kBrowsedMesh).page, {"pe", "link", "packet"});
}

TEST(PageInABrowserSlow, without_a_packet_has_no_complaint) {
  const Browsed run(kBrowsedNothing);
  ASSERT_TRUE(run.log.empty());
  const json values = expect_texts_in_boxes(run.page, {"pe", "link"},
                                            {run.page.open(),
                                             press("End"),
                                             press("Home"),
                                             press("f"),
                                             press(" "),
                                             {{"eval", "new Promise(done => setTimeout(done, 200))"}},
                                             shown("kintsugi.at(50)", "at")});
  EXPECT_EQ(values["at"]["created"], 0);
  EXPECT_EQ(values["at"]["packets"], json::array());
}

TEST(PageInABrowserSlow, is_light_or_dark_as_the_reader_has_it_and_names_its_controls) {
  const Browsed run(kBrowsedWafer);
  const auto look = [](const std::string& name) { return json{{"picture", ""}, {"as", name}}; };
  const auto show = [](const std::string& scheme) { return json{{"show", {{"scheme", scheme}}}}; };
  const json found = visit({run.page.open(),
                            painted(),
                            look("light"),
                            {{"unnamed", true}, {"as", "unnamed"}},
                            show("dark"),
                            run.page.open(),
                            painted(),
                            look("dark")});
  const json& values = found["values"];
  EXPECT_GT(values["light"]["lightness"], 0.8);
  EXPECT_LT(values["dark"]["lightness"], 0.3);
  EXPECT_GT(values["light"]["colours"], 50) << "a blank page has one";
  EXPECT_GT(values["dark"]["colours"], 50);
  EXPECT_EQ(values["unnamed"], json::array());
}

TEST(PageInABrowserSlow, forbids_every_request) {
  const Browsed run(kBrowsedRing);
  const json found = visit({run.page.open(), shown("fetch('http://kintsugi.invalid').then(() => 1, () => 0)", "fetch"),
                            shown("new Promise(done => { const image = new Image(); image.onload = () => done(1);"
                                  " image.onerror = () => done(0); image.src = 'http://kintsugi.invalid/a.png'; })",
                                  "image")});
  EXPECT_EQ(found["values"]["fetch"], 0);
  EXPECT_EQ(found["values"]["image"], 0);
  const std::string complaints = found["complaints"].dump();
  EXPECT_NE(complaints.find("Connecting to 'http://kintsugi.invalid/' violates"), std::string::npos) << complaints;
  EXPECT_NE(complaints.find("Loading the image 'http://kintsugi.invalid/a.png' violates"), std::string::npos);
}

/// Prints times, which depend on the machine, and checks the size.
void expect_small_and_playing(const Written& page, std::uintmax_t most, const std::string& name) {
  EXPECT_LE(page.bytes(), most);
  const json found = visit({page.open(),
                            {{"eval", "kintsugi.show(kintsugi.data.begin)"}},
                            click("#play"),
                            {{"frames", 300}, {"as", "frames"}},
                            shown(kStandsAt, "at"),
                            click("#play")});
  const json& values = found["values"];
  EXPECT_GT(values["at"], 0) << "it does not play";
  std::cout << name << ": " << page.bytes() << " bytes, first paint after " << values["paint"] << " ms, "
            << values["frames"]["per_second"] << " frames/s while it plays\n";
  EXPECT_EQ(found["complaints"], json::array());
}

TEST(PageInABrowserSlow, of_the_demo_takes_at_most_a_megabyte) {
  const TemporaryDirectory out;
  expect_small_and_playing(Written({"run", "traces/demo.yaml", "--quiet", "--out", out.path().string()}), 1'000'000,
                           "demo");
}

TEST(PageInABrowserSlow, of_thirty_two_by_thirty_two_with_twenty_faults_takes_at_most_five_megabytes) {
  expect_small_and_playing(Written({"run", "traces/srt_run_time_faults.yaml", "--quiet"}), 5'000'000, "32 x 32");
}

// Pages of other commands

TEST(PageInABrowserSlow, of_a_repair_shows_it_before_and_after) {
  const Written page({"repair", "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[1, 2]]}}"});
  const json values = expect_texts_in_boxes(page, {"pe", "switch"},
                                            {page.open(),
                                             shown("kintsugi.show(0), kintsugi.at(0)", "before"),
                                             painted(),
                                             {{"picture", ""}, {"as", "first"}},
                                             shown("kintsugi.show(1), kintsugi.at(1)", "after"),
                                             painted(),
                                             {{"picture", ""}, {"as", "second"}}});
  EXPECT_EQ(values["before"]["epoch"], 0);
  EXPECT_EQ(values["after"]["epoch"], 1);
  EXPECT_NE(values["before"]["node"], values["after"]["node"]);
  EXPECT_NE(values["first"]["digest"], values["second"]["digest"]);
}

const std::string kWords = "document.querySelector('.curve-point').textContent";

/// An expression that is true if the words below the first plot name point i of one of its series.
std::string says_point(const std::string& i) {
  return "(() => { const said = " + kWords + R"(.match(/[0-9.]*[0-9](e-?[0-9]+)?/g).map(Number);
    const isSaid = number => said.some(each => Math.abs(each - number) <= 1e-6 * Math.abs(number));
    return kintsugi.data.plots[0].series.some(({x, y}) => isSaid(x[)" +
         i + "]) && isSaid(y[" + i + "])); })()";
}

/// Walks along a curve by keyboard, then does more steps; returns their values.
json expect_values_by_keyboard(const Written& page, const json& more = json::array()) {
  json steps = {page.open(),         click(".curve-plot"),    shown(kWords, "pointed"),
                press("Home"),       shown(kWords, "first"),  shown(says_point("0"), "says_first"),
                press("ArrowRight"), shown(kWords, "second"), shown(says_point("1"), "says_second"),
                press("Escape"),     shown(kWords, "idle"),   {{"unnamed", true}, {"as", "unnamed"}}};
  steps.insert(steps.end(), more.begin(), more.end());
  const json values = expect_texts_in_boxes_after(steps_at_two_widths(page, {}), steps);
  EXPECT_EQ(values["says_first"], true) << values["first"];
  EXPECT_EQ(values["says_second"], true) << values["second"];
  EXPECT_NE(values["first"], values["second"]);
  EXPECT_NE(values["pointed"], values["idle"]);
  EXPECT_EQ(values["unnamed"], json::array());
  return values;
}

TEST(PageInABrowserSlow, of_a_sweep_says_the_values_of_its_curves) {
  expect_values_by_keyboard(
      Written({"sweep",
               "{base: {network: {kind: srt1d, n: 3}, run: {cycles: 300, proof: skip}},"
               " axes: {router.vcs: [2, 4], traffic.rate: {from: 0.1, to: 0.4, step: 0.1}}, plot: {}}",
               "--quiet"}));
}

TEST(PageInABrowserSlow, of_quantiles_says_the_values_of_its_medians_in_bands) {
  const Written page({"sweep",
                      "{base: {network: {kind: srt1d, n: 3}, run: {cycles: 300, proof: skip}},"
                      " axes: {run.seed: [1, 2, 3, 4], traffic.rate: [0.1, 0.2, 0.3]}, plot: {over: run.seed}}",
                      "--quiet"});
  const json values = expect_values_by_keyboard(
      page, {shown("document.querySelectorAll('.curve-band').length", "bands"), click(".curve-plot"), press("Home"),
             shown(kWords + ".includes('10 to 90 % of the runs between ')", "says_ends"),
             shown(kWords + ".includes('median of 4 runs; min ')", "says_runs")});
  EXPECT_EQ(values["bands"], 2) << "of the latency and of the accepted load";
  EXPECT_EQ(values["says_ends"], true);
  EXPECT_EQ(values["says_runs"], true);
}

TEST(PageInABrowserSlow, of_a_yield_says_the_values_of_its_curves) {
  expect_values_by_keyboard(
      Written({"yield", "{kind: srt2d, n: 2}", "--faults", "0:6", "--maps", "40", "--compare", "--bounds", "--quiet"}));
}

}  // namespace
}  // namespace kintsugi::test

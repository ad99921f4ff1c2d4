// kintsugi export: what it writes, and that the tools of a user take it.
#include <fnmatch.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "hw/rtl/routers.hpp"
#include "hw/rtl/rtl_file.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/export/rtl_export.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kWafer = "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 3], [4, 1]]}}";
const std::string kIrreparable =
    "{network: {kind: srt2d, n: 3}, fabric: {}, repair: {planner: straight}, defects: {pe: [[4, 4], [2, 4], [6, 4], "
    "[4, 2], [4, 6], [1, 1]]}}";

const std::string kArray = "{network: {kind: sse, n: 3, scheme: sft2}, defects: {pe: [3]}, link: {reach: 3}}";
const std::string kMesh = "{network: {kind: mesh, sides: [2, 2]}}";

std::vector<std::string> names_in(const json& files) {
  std::vector<std::string> names;
  for (const json& file : files) names.push_back(file.at("name"));
  return names;
}

std::string make(const TemporaryDirectory& directory, const std::string& target) {
  return run_program({"make", "-s", "-C", directory.path().string(), target}).out;
}

void expect_pass(const std::string& said) {
  EXPECT_TRUE(std::regex_search(said, std::regex("(^|\n)[0-9]+ loads\nPASS\n$"))) << said;
}

TEST(Export, writes_the_files_that_it_lists) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"export", kWafer, "--out", directory.path().string(), "--json"});
  EXPECT_EQ(result.status, 0);
  const json document = json::parse(result.out);
  EXPECT_EQ(names_in(document.at("files")), directory.files());
  EXPECT_EQ(document.at("part"), "fabric");
  EXPECT_EQ(document.at("chain_bits"), 32);
  EXPECT_EQ(document.at("flit_bits"), 32);
  EXPECT_EQ(document.at("repair").at("verified"), true);
  for (const std::string name :
       {"wafer.sv",        "kt_wafer_pkg.sv",   "kt_config_chain.sv", "bitstream.memh", "placement.memh",
        "connections.txt", "wafer.sdc",         "wafer_flat.sdc",     "sta.ys",         "sta.tcl",
        "kt_toy.lib",      "kt_assertions.svh", "kt_bench.sv",        "Makefile",       "README.md",
        "chain.rdl",       "chain.icl",         "chain.pdl",          "kt_tap.sv",      "kt_tap_bench.sv"}) {
    EXPECT_NE(directory.read(name), "") << name;
  }
  for (const json& file : document.at("files")) EXPECT_EQ(directory.read(file.at("name")).size(), file.at("bytes"));
}

/// Returns the files of an export that its page does not name, in backquotes, with '*' for any letters.
std::vector<std::string> files_without_a_word(const TemporaryDirectory& directory) {
  const std::string page = directory.read("README.md");
  const std::regex quoted("`([^`\n]+)`");
  std::vector<std::string> missing;
  for (const std::string& file : directory.files()) {
    const auto names = [&file](const std::smatch& each) {
      return fnmatch(each[1].str().c_str(), file.c_str(), 0) == 0;
    };
    if (std::none_of(std::sregex_iterator(page.begin(), page.end(), quoted), std::sregex_iterator(), names)) {
      missing.push_back(file);
    }
  }
  return missing;
}

TEST(Export, its_page_names_every_file) {
  for (const std::vector<std::string>& export_of : std::vector<std::vector<std::string>>{
           {kWafer}, {kWafer, "--preconfigured"}, {kWafer, "--ports", "packed"}, {kWafer, "--part", "chip"}, {kMesh}}) {
    const TemporaryDirectory directory;
    std::vector<std::string> words{"export"};
    words.insert(words.end(), export_of.begin(), export_of.end());
    words.insert(words.end(), {"--out", directory.path().string()});
    EXPECT_EQ(run_tool(words).status, 0);
    EXPECT_EQ(files_without_a_word(directory),
              (std::vector<std::string>{"Makefile", "README.md", "bench.f", "exported.txt", "synth.ys"}));
  }
}

TEST(Export, a_user_simulates_what_it_writes) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  ASSERT_EQ(run_tool({"export", kWafer, "--out", out, "--set", "fabric.chain_bits=8"}).status, 0);
  expect_pass(make(directory, "sim"));
  EXPECT_NE(directory.read("README.md").find("words of 8 bits"), std::string::npos);
}

/// What the exported chain reads back is judged as any other bitstream.
TEST(Export, what_its_chain_reads_back_is_the_repair) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string(), read = out + "/readback.memh";
  ASSERT_EQ(run_tool({"export", kWafer, "--out", out}).status, 0);
  ASSERT_EQ(make(directory, "bench.vvp"), "");
  expect_pass(run_program({"sh", "-c", "cd '" + out + "' && vvp -n bench.vvp +read"}).out);
  const ToolResult judged = run_tool({"check", kWafer, "--bitstream", read});
  EXPECT_EQ(judged.status, 0) << judged.out << judged.err;
  std::string words = directory.read("readback.memh");
  words.front() = words.front() == '0' ? '1' : '0';
  std::ofstream(read) << words;
  EXPECT_EQ(run_tool({"check", kWafer, "--bitstream", read}).status, 2) << "its checksum is wrong";
}

TEST(Export, a_preconfigured_fabric_has_no_chain) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  const ToolResult result = run_tool({"export", kWafer, "--preconfigured", "--flit-bits", "3", "--out", out, "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(json::parse(result.out).at("chain_bits"), nullptr);
  EXPECT_EQ(directory.read("wafer.sv").find("clk_i"), std::string::npos);
  EXPECT_EQ(make(directory, "sim"), "PASS\n");
}

TEST(Export, names_the_files_that_an_earlier_export_left) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  const json first = json::parse(run_tool({"export", kWafer, "--out", out, "--json"}).out);
  EXPECT_EQ(first.at("left_over"), json::array());
  const ToolResult again = run_tool({"export", kWafer, "--preconfigured", "--out", out});
  EXPECT_EQ(again.status, 0);
  EXPECT_NE(again.out.find("left over  of another export, remove them:\nbitstream.memh\n"), std::string::npos)
      << again.out;
  EXPECT_NE(again.out.find("\nkt_config_chain.sv\n"), std::string::npos) << again.out;
}

TEST(Export, names_no_file_of_the_user_as_left_over) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  ASSERT_EQ(run_tool({"export", kWafer, "--out", out}).status, 0);
  std::ofstream(directory.path() / "top.sv") << "mine\n";
  std::ofstream(directory.path() / "bitstream.memh", std::ios::app) << "// changed\n";
  const json again = json::parse(run_tool({"export", kWafer, "--preconfigured", "--out", out, "--json"}).out);
  const std::string left_over = again.at("left_over").dump();
  EXPECT_NE(left_over.find("\"kt_config_chain.sv\""), std::string::npos);
  for (const std::string name : {"top.sv", "bitstream.memh"}) {
    EXPECT_EQ(left_over.find('"' + name + '"'), std::string::npos) << left_over;
  }
}

TEST(Export, the_bench_says_fail_and_make_fails_when_a_file_is_changed) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  ASSERT_EQ(run_tool({"export", kWafer, "--preconfigured", "--out", out}).status, 0);
  const ToolResult result =
      run_program({"sh", "-c", "cd '" + out + "' && sed -i '1,99s/..$/03/' connections.memh && make -s sim"});
  EXPECT_NE(result.status, 0);
  EXPECT_NE(result.out.find("FAIL\n"), std::string::npos) << result.out;
}

TEST(Export, names_of_a_graph_are_mended_where_the_language_does_not_take_them) {
  const TemporaryDirectory directory;
  const std::string out = (directory.path() / "rtl").string();
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "graph.csv").string();
  std::ofstream graph(file);
  graph << "a,b\n";
  std::istringstream words("7 8 a-b clk_i rst_ni kt_in_flit_0 router net kt_n_7 module output wire uwire");
  std::string first, before;
  std::size_t nodes = 0;
  for (std::string word; words >> word; before = word, ++nodes) {
    if (first.empty()) first = word;
    if (!before.empty()) graph << before << ',' << word << '\n';
  }
  graph << before << ',' << first << '\n';
  graph.close();
  EXPECT_EQ(nodes, 13u);
  const ToolResult result =
      run_tool({"export", "{network: {kind: graph, file: " + file + ", format: csv}}", "--out", out});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(run_program({"make", "-s", "-C", out, "lint"}).out, "");
  EXPECT_NE(text_of(out + "/placement.memh").find("// 7, in the netlist kt_n_7\n"), std::string::npos);
  EXPECT_NE(
      result.out.find("\nnames      mended in the netlist, as SystemVerilog does not take them: 7 is kt_n_7, 8 is "
                      "kt_n_8, a-b is kt_n_a_2db, clk_i is kt_n_clk__i, "),
      std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find(" more (--json names all)\nfiles "), std::string::npos) << result.out;
}

TEST(Export, reports_the_names_of_nodes_and_ports_that_it_mends_and_no_others) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "graph.dot").string();
  std::ofstream(file) << "graph g { good -- 7; 7:\"x-y\" -- good:north; }";
  const std::string scenario = "{network: {kind: graph, file: " + file + "}}";
  const nlohmann::json report = nlohmann::json::parse(run_tool({"export", scenario, "--json"}).out);
  EXPECT_EQ(report.at("mended_names"),
            (nlohmann::json{{"7", "kt_n_7"}, {"in_x-y", "kt_n_in__x_2dy"}, {"out_x-y", "kt_n_out__x_2dy"}}));
  const ToolResult mesh = run_tool({"export", "{network: {kind: mesh, sides: [2, 2]}}"});
  EXPECT_EQ(mesh.out.find("mended"), std::string::npos) << mesh.out;
}

TEST(Export, takes_as_many_bits_of_a_flit_as_the_routers_need) {
  const TemporaryDirectory directory;
  const std::string scenario = "{network: {kind: graph, file: traces/graphs/soc.graphml}}";
  const std::string out = directory.path().string();
  const json document = json::parse(run_tool({"export", scenario, "--out", out, "--json"}).out);
  EXPECT_EQ(document.at("flit_bits"), 32);
  EXPECT_EQ(make(directory, "lint"), "");
  RtlExport request;
  const auto write = [&request]() -> std::vector<RtlFile> {
    if (request.flit_bits < 40) throw rtl::FlitTooShort("too short", request.flit_bits + 5);
    return {{"routers.sv", ""}};
  };
  EXPECT_EQ(routers_or_errors(Scenario(), kintsugi::Setup(), request, write).size(), 1u);
  EXPECT_EQ(request.flit_bits, 42u);
  request = {.flit_bits = 32, .flit_bits_fixed = true};
  EXPECT_THROW(routers_or_errors(Scenario(), kintsugi::Setup(), request, write), InputError);
  const ToolResult narrow = run_tool({"export", scenario, "--flit-bits", "9"});
  EXPECT_EQ(narrow.status, 2);
  EXPECT_NE(narrow.err.find("--flit-bits: flits of 9 bits are too short for "), std::string::npos) << narrow.err;
}

TEST(Export, the_bench_loads_the_stream_that_a_chip_would_get) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  ASSERT_EQ(run_tool({"export", kWafer, "--out", out, "--set", "fabric.chain_bits=8"}).status, 0);
  const ToolResult result = run_program(
      {"sh", "-c", "cd '" + out + "' && sed -i '5y/0123456789abcdef/123456789abcdef0/' bitstream.memh && make -s sim"});
  EXPECT_NE(result.status, 0);
  EXPECT_NE(result.out.find("load 0, the repair:\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("FAIL\n"), std::string::npos) << result.out;
}

TEST(Export, the_bench_takes_no_file_with_too_few_or_too_many_words) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  ASSERT_EQ(run_tool({"export", kArray, "--out", out}).status, 0);
  const auto simulate = [&out](const std::string& change) {
    return run_program({"sh", "-c",
                        "cd '" + out + "' && cp bitstream.memh kept && " + change +
                            " && make -s sim; status=$?; mv kept bitstream.memh; exit $status"})
        .status;
  };
  EXPECT_EQ(simulate("true"), 0) << "with the default width of flits";
  EXPECT_NE(simulate("echo 0 >> bitstream.memh"), 0);
  EXPECT_NE(simulate("sed -i '$d' bitstream.memh"), 0);
  EXPECT_NE(simulate(": > bitstream.memh"), 0);
}

TEST(Export, the_bench_of_routers_names_packets_that_it_cannot_send) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  ASSERT_EQ(run_tool({"export", "{network: {kind: mesh, sides: [2, 2]}}", "--out", out}).status, 0);
  const auto simulate = [&out](const std::string& file, const std::string& change) {
    return run_program({"sh", "-c",
                        "cd '" + out + "' && cp " + file + " kept && sed -i '" + change + "' " + file +
                            " && make -s sim; status=$?; mv kept " + file + "; exit $status"});
  };
  EXPECT_EQ(simulate("packets.memh", "").status, 0);
  const ToolResult longer = simulate("sources.memh", "$s/.*/0002000c/");
  EXPECT_NE(longer.status, 0);
  EXPECT_NE(longer.out.find("sources.memh: the last word is 0002000c, not the number of packets\n"), std::string::npos)
      << longer.out;
  for (const std::string word : {"00020003", "xxxxxxxx"}) {
    const ToolResult beyond = simulate("sources.memh", "5s/.*/" + word + '/');
    EXPECT_NE(beyond.status, 0);
    EXPECT_NE(beyond.out.find("sources.memh: the packets of node 1 go from " + word + " to 00000006\n"),
              std::string::npos)
        << beyond.out;
  }
  const ToolResult endless = simulate("packets.memh", "5s/........$/80000001/");
  EXPECT_NE(endless.status, 0);
  EXPECT_NE(endless.out.find("packets.memh: packet 1 is none: "), std::string::npos) << endless.out;
  EXPECT_NE(simulate("packets.memh", "5s/_......../_00000004/").status, 0) << "there is no node 4";
}

/// Packets alone would not show what a router without packets has been told.
TEST(Export, the_bench_of_routers_and_of_a_chip_takes_no_placement_with_another_word) {
  const std::string chip = "{network: {kind: torus, sides: [3, 3]}, fabric: {}}";
  const std::string routers = "{network: {kind: mesh, sides: [2, 2]}, defects: {pe: [3]}}";
  const std::vector<std::string> of_chip = {"export", chip, "--part", "chip"};
  for (const std::vector<std::string>& command : {of_chip, {"export", routers}}) {
    const TemporaryDirectory directory;
    const std::string out = directory.path().string();
    ASSERT_EQ(run_tool(with(command, {"--out", out})).status, 0);
    const auto simulate = [&out](const std::string& change) {
      return run_program({"sh", "-c",
                          "cd '" + out + "' && cp placement.memh kept && sed -i '" + change +
                              "' placement.memh && make -s sim; status=$?; mv kept placement.memh; exit $status"});
    };
    EXPECT_EQ(simulate("").status, 0);
    const bool is_chip = command.size() > 2;
    const std::string word = is_chip ? "/r0.c1$/s/ffffffff/" : "/x1.y1$/s/00000003/";  // a spare, the dead node
    const std::string name = is_chip ? "r0.c1.router" : "net.x1.y1.router";
    for (const std::string other : {"fffffff3", "0000000b", "xxxxxxxx"}) {
      const ToolResult result = simulate(word + other + '/');
      EXPECT_NE(result.status, 0) << other;
      EXPECT_NE(result.out.find("placement.memh: " + name + " has no node of the network: " + other), std::string::npos)
          << result.out;
    }
    EXPECT_NE(simulate(word + "00000000/").out.find("placement.memh: node 0 is at "), std::string::npos);
    if (is_chip) continue;
    EXPECT_NE(simulate(word + "ffffffff/").out.find("placement.memh: node 3 is at no router\n"), std::string::npos);
  }
}

TEST(Export, without_out_it_only_lists_the_files) {
  const ToolResult result = run_tool({"export", kWafer});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("files      not written; --out DIR writes them:\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\nwafer.sv  "), std::string::npos) << result.out;
}

TEST(Export, a_repair_that_fails_writes_nothing) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"export", kIrreparable, "--out", directory.path().string()});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("files      none, because the repair failed\n"), std::string::npos) << result.out;
  EXPECT_FALSE(std::filesystem::exists(directory.path()));
}

TEST(Export, replaces_only_files_that_an_export_has_written) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  std::filesystem::create_directories(directory.path());
  for (const std::string name : {"Makefile", "wafer.sv"}) std::ofstream(directory.path() / name) << "mine\n";
  for (const std::string part : {"fabric", "chip"}) {
    const ToolResult refused = run_tool({"export", kWafer, "--part", part, "--out", out});
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(refused.err, "--out: " + out +
                               " has files that no export has written, or that were changed since: Makefile, "
                               "wafer.sv; nothing was written. Move them, or name another directory\n");
    EXPECT_EQ(directory.files(), (std::vector<std::string>{"Makefile", "wafer.sv"}));
    EXPECT_EQ(directory.read("Makefile"), "mine\n");
  }
  for (const std::string name : {"Makefile", "wafer.sv"}) std::filesystem::remove(directory.path() / name);
  EXPECT_EQ(run_tool({"export", kWafer, "--out", out}).status, 0);
  EXPECT_EQ(run_tool({"export", kWafer, "--out", out, "--preconfigured"}).status, 0) << "its own are replaced";
  std::ofstream(directory.path() / "wafer.sdc", std::ios::app) << "# mine\n";
  const ToolResult changed = run_tool({"export", kWafer, "--out", out});
  EXPECT_EQ(changed.status, 2);
  EXPECT_NE(changed.err.find(": wafer.sdc; nothing was written."), std::string::npos) << changed.err;
  std::filesystem::remove(directory.path() / "wafer.sdc");
  EXPECT_EQ(run_tool({"export", kMesh, "--out", out}).status, 0) << "those of another part too";
  EXPECT_EQ(run_tool({"export", kWafer, "--out", out}).status, 0) << "what the first one has left is not forgotten";
}

TEST(Export, replaces_files_that_are_empty) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  for (const std::string name : {"Makefile", "exported.txt"}) std::ofstream(directory.path() / name).flush();
  EXPECT_EQ(run_tool({"export", kMesh, "--out", directory.path().string()}).status, 0);
  EXPECT_NE(directory.read("Makefile"), "");
}

TEST(Export, names_what_exported_routers_do_not_know) {
  const std::string mesh = "network: {kind: mesh, sides: [2, 2]}, ",
                    wafer = "network: {kind: srt2d, n: 2}, fabric: {}, ";
  const std::string run = "traffic: {}, run: {cycles: 20}, ";
  EXPECT_NE(
      run_tool({"export", "{" + mesh + run + "router: {routing: updown}, detection: {}, faults: [{cycle: 9, pe: 2}]}"})
          .out.find("\nleft out   what exported routers do not know: detection, faults\n"),
      std::string::npos);
  const ToolResult multicast = run_tool({"export", "{" + mesh + "traffic: {multicast: {}}}", "--json"});
  EXPECT_EQ(json::parse(multicast.out).at("left_out"), json::array({"traffic.multicast"}));
  const ToolResult chip =
      run_tool({"export", "{" + wafer + run + "faults: [{cycle: 9, pe: [2, 2]}]}", "--part", "chip", "--json"});
  EXPECT_EQ(json::parse(chip.out).at("left_out"), json::array({"faults"}));
  const ToolResult in_chip = run_tool(
      {"export", "{" + wafer + run + "faults: [{cycle: 9, pe: [2, 2]}]}", "--part", "chip", "--systemc", "--json"});
  EXPECT_EQ(json::parse(in_chip.out).at("left_out"), json::array()) << "a SystemC chip has its faults itself";
  EXPECT_EQ(json::parse(run_tool({"export", kMesh, "--json"}).out).at("left_out"), json::array());
  EXPECT_EQ(run_tool({"export", kMesh}).out.find("left out"), std::string::npos);
}

/// Expects that an export for a SystemC chip refuses this, and writes nothing; without the option it writes files.
void expect_refused_for_systemc(const std::string& scenario, const std::string& part, const std::string& refusal) {
  const TemporaryDirectory directory;
  const std::string out = (directory.path() / "out").string();
  const ToolResult result = run_tool({"export", scenario, "--part", part, "--systemc", "--out", out});
  EXPECT_EQ(result.status, 2) << scenario;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "<command line>:" + refusal + '\n');
  EXPECT_FALSE(std::filesystem::exists(out)) << scenario;
  const ToolResult without = run_tool({"export", scenario, "--part", part, "--out", out});
  EXPECT_EQ(without.status, 0) << without.err;
  EXPECT_TRUE(std::filesystem::exists(out + "/exported.txt")) << scenario;
}

TEST(Export, refuses_for_a_systemc_chip_what_that_chip_would_refuse) {
  const std::string mesh = "{network: {kind: mesh, sides: [2, 2]}, ", around = mesh + "router: {routing: around}, ";
  const std::string wafer = "{network: {kind: srt2d, n: 2}, fabric: {}, ";
  const std::string leave = "; leave the key out of what is exported, or --systemc";
  expect_refused_for_systemc(mesh + "traffic: {}, run: {cycles: 20}, detection: {}}", "routers",
                             "1:83: detection: a SystemC chip has no routers in RTL that know detection" + leave);
  expect_refused_for_systemc(
      mesh + "traffic: {multicast: {}}}", "routers",
      "1:61: traffic.multicast: a SystemC chip has no routers in RTL that know multicasts" + leave);
  expect_refused_for_systemc(
      wafer + "traffic: {multicast: {}}}", "chip",
      "1:65: traffic.multicast: a SystemC chip has no routers in RTL that know multicasts" + leave);
  expect_refused_for_systemc(wafer + "traffic: {multicast: {}}}", "fabric",
                             "1:65: traffic.multicast: forks of multicasts return several credits in a cycle, and a "
                             "lane of a fabric in RTL one" +
                                 leave);
  const std::string detours =
      ": the routing must route around what is dead, and a SystemC chip has no routers in RTL that do" + leave;
  expect_refused_for_systemc(around + "defects: {pe: [1]}}", "routers", "1:76: defects" + detours);
  expect_refused_for_systemc(around + "traffic: {}, run: {cycles: 20}, faults: [{cycle: 9, pe: 2}]}", "routers",
                             "1:107: faults" + detours);
  expect_refused_for_systemc("{network: {kind: sse, n: 3, scheme: sft2}, repair: {diagnosis: observer}}", "fabric",
                             "1:64: repair.diagnosis: sites set their own switches without a stream, and a fabric in "
                             "RTL is configured by streams only; set it to told, or leave out --systemc");
}

TEST(Export, names_every_key_that_a_systemc_chip_would_refuse) {
  const std::string scenario =
      "{network: {kind: mesh, sides: [2, 2]}, router: {routing: updown}, traffic: {}, run: {cycles: 20}, "
      "detection: {}, faults: [{cycle: 9, pe: 2}]}";
  const std::string errors = run_tool({"export", scenario, "--systemc"}).err;
  EXPECT_EQ(std::ranges::count(errors, '\n'), 2) << errors;
  EXPECT_NE(errors.find(": detection: "), std::string::npos) << errors;
  EXPECT_NE(errors.find(": faults: "), std::string::npos) << errors;
}

TEST(Export, writes_all_files_or_none) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  for (const std::string name : {"Makefile", "exported.txt", "wafer.sv"}) {
    std::filesystem::create_directories(directory.path() / name);
  }
  const ToolResult result = run_tool({"export", kWafer, "--out", out});
  EXPECT_EQ(result.status, 2);
  std::string message;
  for (const std::string& name : directory.files()) {
    message += "--out: '" + out + "/" + name +
               "' is a directory, which no file replaces; move it, or name another directory\n";
  }
  EXPECT_EQ(result.err, message);
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"Makefile", "exported.txt", "wafer.sv"}));
}

TEST(Export, says_what_cannot_be_exported) {
  EXPECT_EQ(run_tool({"export", "{network: {kind: hypercube, n: 4}}", "--part", "fabric"}).err,
            "<command line>:1:18: there is no fabric to export; networks of this kind have no fabric\n");
  EXPECT_EQ(run_tool({"export", "{network: {kind: srt2d, n: 2}}", "--part", "chip"}).err,
            "<command line>:1:11: there is no fabric to export; add fabric: {}\n");
  EXPECT_EQ(
      run_tool({"export", kWafer, "--part", "chip", "--flit-bits", "12"}).err,
      "--flit-bits: flits of 12 bits are too short for the bench: with the number of a packet they take 16 bits\n");
  EXPECT_EQ(run_tool({"export", kWafer, "--flit-bits", "0"}).err,
            "--flit-bits: '0' is not an integer from 1 to 1024\n");
}

TEST(ExportRouters, writes_a_project_that_passes_lint_bench_and_synthesis) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"export", kMesh, "--out", directory.path().string(), "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(json::parse(result.out).at("part"), "routers") << "the default without a fabric";
  EXPECT_EQ(names_in(json::parse(result.out).at("files")), directory.files());
  EXPECT_EQ(make(directory, "lint"), "");
  EXPECT_EQ(make(directory, "sim").find("12 packets in "), 0u);
  EXPECT_NE(directory.read("sim.log").find("\nPASS\n"), std::string::npos);
  EXPECT_NE(make(directory, "synth").find("Number of cells:"), std::string::npos);
  std::filesystem::remove(directory.path() / "packets.memh");
  EXPECT_NE(run_program({"make", "-s", "-C", directory.path().string(), "sim"}).status, 0) << "no packets are sent";
}

/// Exports a mesh of four nodes with defects, whose bench must pass; returns the defect map.
json export_around(const std::string& defects, const std::string& named, const std::string& packets) {
  const std::string scenario =
      "{network: {kind: mesh, sides: [2, 2]}, router: {routing: around}, defects: " + defects + "}";
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"export", scenario, "--out", directory.path().string(), "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const std::string said = make(directory, "sim");
  EXPECT_TRUE(said.starts_with(packets + " packets in ") && said.ends_with(" cycles\nPASS\n")) << said;
  const std::string text = run_tool({"export", scenario}).out;
  EXPECT_NE(text.find("\ndefects    " + named + "; the bench sends only packets that have a route around them\n"),
            std::string::npos)
      << text;
  return json::parse(result.out).at("defects");
}

TEST(ExportRouters, no_packet_of_the_bench_goes_to_a_dead_node_or_leaves_it) {
  EXPECT_EQ(export_around("{pe: [1]}", "1: PE x1.y0", "6"), (json{{"pe", {1}}}));
}

TEST(ExportRouters, no_packet_of_the_bench_goes_to_a_router_without_a_pe) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "star.dot").string(), out = (directory.path() / "rtl").string();
  std::ofstream(file) << "graph { sw [pes=0]; a [pes=1]; b [pes=1]; c [pes=1]; sw -- a; sw -- b; sw -- c }";
  ASSERT_EQ(run_tool({"export", "{network: {kind: graph, file: " + file + ", pes: file}}", "--out", out}).status, 0);
  EXPECT_EQ(run_program({"make", "-s", "-C", out, "lint"}).out, "");
  EXPECT_TRUE(run_program({"make", "-s", "-C", out, "sim"}).out.starts_with("6 packets in "));
  EXPECT_NE(text_of(out + "/placement.memh").find("00000000  // sw, without a PE\n00000001  // a\n"),
            std::string::npos);
  EXPECT_NE(text_of(out + "/kt_routers.sv").find("placement.memh says which nodes have no PE"), std::string::npos);
}

TEST(ExportRouters, no_packet_on_a_link_of_many_cycles_counts_as_lost) {
  const TemporaryDirectory directory;
  const std::string slow = "{network: {kind: mesh, sides: [2]}, link: {latency: 1024}}";
  ASSERT_EQ(run_tool({"export", slow, "--flit-bits", "8", "--out", directory.path().string()}).status, 0);
  const std::string said = make(directory, "sim");
  EXPECT_TRUE(said.ends_with(" cycles\nPASS\n")) << said;
}

TEST(ExportRouters, packets_of_the_bench_go_around_a_dead_link) {
  EXPECT_EQ(export_around("{link: [[0, 1]]}", "1: the link from x0.y0 to x1.y0", "12"),
            (json{{"link", json::array({{0, 1}})}}));
}

TEST(ExportRouters, no_packet_of_the_bench_goes_from_one_part_of_a_network_to_another) {
  export_around("{link: [[0, 1], [2, 3]]}", "2: the link from x0.y0 to x1.y0, the link from x0.y1 to x1.y1", "4");
}

TEST(ExportRouters, says_what_cannot_be_exported) {
  const auto error = [](const std::string& scenario, const std::vector<std::string>& options) {
    std::vector<std::string> words{"export", scenario, "--part", "routers"};
    words.insert(words.end(), options.begin(), options.end());
    const ToolResult result = run_tool(words);
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_EQ(
      error(kWafer, {}),
      "<command line>:1:40: the routers of a network on a fabric are a part of its chip; valid: --part chip, or a "
      "network without a fabric\n");
  EXPECT_EQ(error("{network: {kind: mesh, sides: [32, 32]}}", {}),
            "<command line>:1:11: the routing dimension-order of mesh 32x32 needs a table of 1048576 pairs (node, "
            "destination), more than 262144; take a smaller network\n");
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  std::ofstream(directory.path() / "lone.dot") << "graph { a -- b; c; }";
  const std::string lone = "{network: {kind: graph, file: " + (directory.path() / "lone.dot").string() + "}}";
  EXPECT_EQ(error(lone, {"--out", (directory.path() / "out").string()}),
            "<command line>:1:11: node c has no link, so there is no router to write; leave it out\n");
  EXPECT_EQ(directory.files(), std::vector<std::string>{"lone.dot"});
}

TEST(ExportFabric, writes_what_a_systemc_chip_needs_to_have_it_in_rtl) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  const std::string wafer = kWafer.substr(0, kWafer.size() - 1);
  const ToolResult result = run_tool({"export", wafer + ", link: {latency: 3}}", "--systemc", "--out", out, "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const std::string header = directory.read("kt_fabric.hpp");
  for (const char* const fact :
       {"form.sites = 32;", "form.ports = 8;", "form.chain_bits = 32;", "form.most_extra = 2;"}) {
    EXPECT_NE(header.find(fact), std::string::npos) << fact << '\n' << header;
  }
  EXPECT_NE(directory.read("CMakeLists.txt").find("add_library(kt_fabric STATIC)"), std::string::npos);
  EXPECT_EQ(make(directory, "lint"), "");
  const std::string dry = run_program({"make", "-n", "-C", out, "-f", "kt_fabric.mk"}).out;
  EXPECT_NE(dry.find("--sc -O3 -Wno-lint --converge-limit 10000 --prefix Vkt_fabric"), std::string::npos) << dry;
  const std::string sources =
      "kt_wafer_pkg.sv kt_bunch_switch.sv kt_track_switch.sv kt_config_chain.sv kt_config_reader.sv kt_field.sv "
      "wafer.sv ";
  const ToolResult lint = run_program({"sh", "-c",
                                       "cd '" + out + "' && verilator --lint-only -Wall --top-module kt_fabric " +
                                           sources + "kt_site_lanes.sv kt_fabric.sv 2>&1 >/dev/null"});
  EXPECT_EQ(lint.out, "");
  // Where lengths take cycles, a later repair may have longer links than this one.
  const TemporaryDirectory longer;
  const std::string with_reach = wafer + ", link: {reach: 3}}";
  EXPECT_EQ(run_tool({"export", with_reach, "--systemc", "--out", longer.path().string()}).status, 0);
  const json longest = json::parse(run_tool({"export", with_reach, "--json"}).out).at("longest_link");
  const int most = 2 * longest.at("cycles").get<int>() - 1;
  EXPECT_NE(longer.read("kt_fabric.hpp").find("form.most_extra = " + std::to_string(most) + ";"), std::string::npos);
  EXPECT_EQ(run_tool({"export", kWafer, "--systemc", "--preconfigured"}).err,
            "--systemc: a SystemC chip loads the states through the chain; valid: without --preconfigured\n");
}

TEST(ExportRouters, writes_what_a_systemc_chip_needs_to_have_them_in_rtl) {
  const TemporaryDirectory directory;
  const std::string out = directory.path().string();
  const ToolResult result = run_tool({"export", kMesh, "--systemc", "--out", out, "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(json::parse(result.out).at("flit_bits"), 38) << "with the number of a packet";
  EXPECT_NE(directory.read("kt_routers.hpp").find("form.network = \"mesh 2x2\";"), std::string::npos);
  EXPECT_NE(directory.read("CMakeLists.txt").find("add_library(kt_routers STATIC)"), std::string::npos);
  EXPECT_EQ(make(directory, "lint"), "");
  const std::string dry = run_program({"make", "-n", "-C", out, "-f", "kt_routers.mk"}).out;
  EXPECT_NE(dry.find("--sc -O3 -Wno-lint --prefix Vkt_node_router_0"), std::string::npos) << dry;
  EXPECT_EQ(run_tool({"export", kMesh, "--systemc", "--flit-bits", "37"}).err,
            "--flit-bits: flits of 37 bits are too short for a SystemC chip that carries mesh 2x2 with the routing "
            "dimension-order: head, tail, channel, header and the number of a packet take 38 bits\n");
}

void expect_chip_passes(const std::vector<std::string>& options) {
  const TemporaryDirectory directory;
  std::vector<std::string> words{"export", kArray, "--part", "chip", "--out", directory.path().string(), "--json"};
  words.insert(words.end(), options.begin(), options.end());
  const ToolResult result = run_tool(words);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(json::parse(result.out).at("part"), "chip");
  EXPECT_EQ(names_in(json::parse(result.out).at("files")), directory.files());
  EXPECT_EQ(make(directory, "lint"), "");
  make(directory, "sim");
  EXPECT_NE(directory.read("sim.log").find(" cycles\nPASS\n"), std::string::npos) << directory.read("sim.log");
}

TEST(ExportChip, passes_lint_and_its_bench_from_reset) {
  expect_chip_passes({});
}

TEST(ExportChip, passes_lint_and_its_bench_with_the_states_wired_in) {
  expect_chip_passes({"--preconfigured"});
}

TEST(RtlLibrary, holds_every_module_as_it_is_in_the_folder) {
  std::vector<RtlFile> files;
  const std::set<std::string> kinds{".sv", ".svh", ".lib"};
  for (const auto& entry : std::filesystem::directory_iterator(source_directory() / "hw/rtl")) {
    if (kinds.contains(entry.path().extension())) files.push_back({entry.path().filename(), text_of(entry.path())});
  }
  std::ranges::sort(files, {}, &RtlFile::name);
  EXPECT_GT(files.size(), 1u);
  EXPECT_EQ(rtl_library(), files);
}

/// Returns the full names of the signals of a waveform: with their range where they have one.
std::set<std::string> signals_in(const std::string& vcd) {
  std::set<std::string> names;
  std::string scope;
  std::istringstream lines(vcd);
  for (std::string line; std::getline(lines, line) && line.find("$enddefinitions") == std::string::npos;) {
    std::istringstream words(line);
    std::string command, kind, width, code, name, range;
    words >> command;
    if (command == "$scope") {
      words >> kind >> name;
      scope += name + '.';
    } else if (command == "$upscope") {
      scope.erase(scope.rfind('.', scope.size() - 2) + 1);
    } else if (command == "$var") {
      words >> kind >> width >> code >> name >> range;
      names.insert(scope + name + (range == "$end" ? "" : range));
    }
  }
  return names;
}

TEST(Export, the_save_file_of_the_model_finds_its_signals_in_the_waveform_of_the_rtl) {
  const TemporaryDirectory model, rtl;
  const std::string waves =
      ", traffic: {}, run: {cycles: 60}, waves: {file: w.vcd, scope: [wafer.config_chain.*, "
      "'wafer.*.state', 'wafer.*.shadow']}}";
  const std::string scenario = kWafer.substr(0, kWafer.size() - 1) + waves;
  ASSERT_EQ(run_tool({"run", scenario, "--out", model.path().string(), "--quiet"}).status, 0);
  ASSERT_EQ(run_tool({"export", kWafer, "--out", rtl.path().string(), "--flit-bits", "1"}).status, 0);
  expect_pass(make(rtl, "wave"));
  const std::set<std::string> signals = signals_in(rtl.read("wafer.vcd"));
  const std::string save = model.read("w.gtkw");
  const std::regex name("(?:^|\n)(?:\\+\\{[^}]*\\} )?(wafer\\.[\\w.]+(?:\\[[0-9:]+\\])?)");
  std::size_t found = 0;
  for (std::sregex_iterator each(save.begin(), save.end(), name), end; each != end; ++each, ++found) {
    EXPECT_TRUE(signals.contains((*each)[1])) << (*each)[1];
  }
  EXPECT_GT(found, 200u);
}

TEST(ExportSlow, the_demo_ends_in_PASS) {
  const TemporaryDirectory directory;
  ASSERT_EQ(run_tool({"export", "traces/demo.yaml", "--out", directory.path().string()}).status, 0);
  expect_pass(make(directory, "sim"));
}

}  // namespace
}  // namespace kintsugi::test

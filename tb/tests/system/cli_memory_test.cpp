// What the program says where there is little memory.
#include <gtest/gtest.h>

#include <exception>
#include <new>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/console/failure.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using Strings = std::vector<std::string>;

std::string run_of(const std::string& network, const std::string& more = "") {
  return "{network: " + network +
         ", traffic: {pattern: uniform, rate: 0.001}, run: {cycles: 2000, warmup: 10, proof: "
         "skip, drain: false}" +
         more + "}";
}

const std::string kSelfDiagnosis = ", repair: {diagnosis: observer}, faults: [{cycle: 1000, pe: 5}]";

/// Runs within this much address space.
ToolResult run_within(unsigned megabytes, const std::vector<std::string>& arguments) {
  const std::string limit = std::to_string(megabytes * 1000);
  return run_program(with({"sh", "-c", "ulimit -v " + limit + "; exec \"$@\"", "sh", program_path()}, arguments));
}

/// The peak of the memory is that of the program alone: a child of the test would begin with the memory of the test.
json report_of_program(const Strings& arguments) {
  const ToolResult result = run_program(with({program_path()}, arguments));
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out, nullptr, false);
}

TEST(Memory, a_run_is_estimated_within_thirty_percent_of_its_peak) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  const std::string mesh = "{kind: mesh, sides: [64, 64]}";
  const std::vector<std::string> scenarios = {run_of(mesh),
                                              run_of(mesh, ", router: {vcs: 8}"),
                                              run_of(mesh, ", router: {vcs: 8, buffer: 32}"),
                                              run_of(mesh, ", link: {latency: 64}"),
                                              run_of("{kind: hypercube, n: 12}"),
                                              run_of("{kind: srt2d, n: 6}"),
                                              run_of("{kind: srt1d, n: 12}"),
                                              run_of("{kind: rdt, side: 64}"),
                                              run_of("{kind: sse, n: 12}"),
                                              run_of("{kind: srt2d, n: 6}", ", fabric: {tracks: 2}"),
                                              run_of("{kind: srt2d, n: 5}", ", fabric: {bunch: per_wire}"),
                                              run_of("{kind: sse, n: 11, scheme: ksft2, k: 1}", kSelfDiagnosis),
                                              run_of("{kind: sse, n: 11, scheme: ksft2, k: 8}"),
                                              run_of("{kind: sse, n: 11, scheme: ksft2, k: 8}", kSelfDiagnosis)};
  for (const std::string& scenario : scenarios) {
    const json timing = report_of_program({"run", scenario, "--timing", "--json", "--quiet"}).at("timing");
    const double ratio =
        timing.at("memory_estimate_bytes").get<double>() / timing.at("peak_memory_bytes").get<double>();
    EXPECT_GT(ratio, 0.7) << scenario;
    EXPECT_LT(ratio, 1.3) << scenario;
  }
}

/// Of short packets at a high load, so that the log is larger than the chip. Only ten are written.
TEST(Memory, a_packet_log_takes_what_its_page_says) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  const TemporaryDirectory directory;
  const Strings words = {"run",
                         "{network: {kind: mesh, sides: [16, 16]}, traffic: {rate: 0.2, flits: 1},"
                         " run: {cycles: 2000, warmup: 0, proof: skip}}",
                         "--timing", "--json", "--quiet"};
  const Strings log = {"--packets", (directory.path() / "log.jsonl").string(), "--slowest", "10"};
  const auto peak_of = [](const json& report) { return report.at("timing").at("peak_memory_bytes").get<double>(); };
  const json without = report_of_program(words);
  const json with_log = report_of_program(with(words, log));
  const json with_routes = report_of_program(with(with(words, log), {"--route"}));
  const auto packets = without.at("packets").at("created").get<double>();
  const double hops = packets * (without.at("hops").at("mean").get<double>() + 1);
  ASSERT_GT(packets, 100'000);
  const double of_packets = peak_of(with_log) - peak_of(without);
  EXPECT_GT(of_packets, 0.8 * 72 * packets);
  constexpr double kPage = 2 << 20;  // the largest, of which the system gives one at a time
  EXPECT_LT(of_packets, 2 * 72 * packets + kPage);
  const double of_routes = peak_of(with_routes) - peak_of(with_log);
  EXPECT_GT(of_routes, 0.8 * (8 * packets + 32 * hops));
  EXPECT_LT(of_routes, 1.2 * (8 * packets + 32 * hops));
  const auto estimate_of = [](const json& report) {
    return report.at("timing").at("memory_estimate_bytes").get<double>();
  };
  EXPECT_NEAR((estimate_of(with_log) - estimate_of(without)) / of_packets, 1, 0.3);
  EXPECT_NEAR((estimate_of(with_routes) - estimate_of(with_log)) / of_routes, 1, 0.3);
  for (const json& report : {with_log, with_routes}) EXPECT_NEAR(estimate_of(report) / peak_of(report), 1, 0.3);
}

TEST(Memory, a_log_that_needs_more_than_the_limit_is_refused_beforehand) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  const TemporaryDirectory directory;
  const Strings words = {"run",
                         "{network: {kind: mesh, sides: [16, 16]}, traffic: {rate: 0.2, flits: 1},"
                         " run: {cycles: 1000000, warmup: 0, proof: skip}}",
                         "--quiet", "--packets", (directory.path() / "log.jsonl").string()};
  const ToolResult result = run_within(500, words);
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("; 6347 MiB are for the packets of the log or the page: run fewer cycles, log fewer "
                            "packets (--source, --destination, --created), or leave out --route, --page or "
                            "expect.golden\n"),
            std::string::npos)
      << result.err;
  EXPECT_EQ(directory.files(), Strings{});
  const ToolResult few = run_within(500, with(words, {"--created", "10,20", "--set", "run.cycles=100"}));
  EXPECT_EQ(few.status, 0) << few.err;
}

TEST(Memory, a_run_that_needs_more_than_the_limit_is_refused_beforehand) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  const std::string scenario = run_of("{kind: mesh, sides: [512, 512]}");
  const ToolResult result = run_within(500, {"run", scenario, "--json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("<command line>:1:11: the run needs about "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find(
                " MiB of memory, and 488 MiB are allowed (ulimit -v), of which 377 MiB can be used: the rest is a "
                "reserve for the allocator; take fewer nodes, "),
            std::string::npos)
      << result.err;
  EXPECT_EQ(json::parse(result.out).at("errors").size(), 1u);
}

/// Around the limit at which the chip just fits, the memory runs out here or there.
TEST(Memory, every_limit_ends_a_run_with_a_status_and_a_sentence) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  const std::string scenario = run_of("{kind: mesh, sides: [96, 96]}");
  int done = 0;
  int refused = 0;
  for (unsigned megabytes = 56; megabytes <= 176; megabytes += 10) {
    const ToolResult result = run_within(megabytes, {"run", scenario, "--json", "--quiet"});
    EXPECT_TRUE(result.status == 0 || result.status == 2) << megabytes << " MB: " << result.err;
    ++(result.status == 0 ? done : refused);
    EXPECT_EQ(result.err.empty(), result.status == 0) << result.err;
    EXPECT_EQ(json::parse(result.out).contains("errors"), result.status == 2);
  }
  EXPECT_GT(done, 0);
  EXPECT_GT(refused, 0);
}

TEST(Memory, every_command_ends_with_a_status_and_a_sentence) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  const std::string wafer = "{network: {kind: srt2d, n: 7}, fabric: {}, defects: {random: 40}}";
  const std::vector<std::vector<std::string>> commands = {
      {"topo", "{kind: mesh, sides: [48, 48]}"},
      {"prove", "{network: {kind: srt2d, n: 5}}"},
      {"repair", wafer},
      {"yield", wafer, "--maps", "20", "--faults", "30:31"},
      {"saturate", "{network: {kind: mesh, sides: [8, 8]}, traffic: {pattern: uniform}, run: {cycles: 300}}"},
      {"list"}};
  for (const auto& command : commands) {
    for (const unsigned megabytes : {60u, 100u, 200u}) {
      const ToolResult result = run_within(megabytes, with(command, {"--quiet"}));
      EXPECT_TRUE(result.status >= 0 && result.status <= 2)
          << command[0] << ", " << megabytes << " MB: " << result.status << result.err;
      EXPECT_FALSE(result.status == 2 && result.err.empty()) << command[0];
    }
  }
}

void take_all() {
  static_cast<void>(::operator new (std::size_t{1} << 60));
}

TEST(MemoryDeathTest, where_nothing_can_be_thrown_the_process_ends_with_the_sentence) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer ends the process itself";
  EXPECT_EXIT(
      {
        const EndWhenOutOfMemory end(false);
        take_all();
      },
      testing::ExitedWithCode(2), "^kintsugi: out of memory\n$");
  const auto handler = std::get_new_handler();
  { const EndWhenOutOfMemory end(true); }
  EXPECT_EQ(std::get_new_handler(), handler);
}

TEST(MemoryDeathTest, a_destructor_that_finds_no_memory_ends_the_process_with_the_sentence) {
  EXPECT_EXIT(
      {
        say_out_of_memory_at_terminate();
        [](void (*action)()) noexcept { action(); }([] { throw std::bad_alloc(); });
      },
      testing::ExitedWithCode(2), "^kintsugi: out of memory\n$");
}

/// The text of this graph has more than 20 MB.
TEST(Memory, a_graph_is_written_without_being_there_as_a_whole) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  const TemporaryDirectory directory;
  const Strings words = {"topo", "{kind: hypercube, n: 14}", "--graphml", "--quiet"};
  const ToolResult printed = run_within(90, words);
  EXPECT_EQ(printed.status, 0) << printed.err;
  const ToolResult written = run_within(90, with(words, {"--out", directory.path().string()}));
  EXPECT_EQ(written.status, 0) << written.err;
  EXPECT_GT(printed.out.size(), 20'000'000u);
  EXPECT_TRUE(directory.read("network.graphml") == printed.out);
}

/// Runs where the stack of a second thread is larger than the address space, so that the system starts none.
ToolResult run_without_threads(const Strings& arguments) {
  return run_program(
      with({"sh", "-c", "ulimit -s 4000000; ulimit -v 3000000; exec \"$@\"", "sh", program_path()}, arguments));
}

TEST(Threads, that_the_system_does_not_start_are_no_need_of_a_proof) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  const Strings words = {"prove", "{network: {kind: torus, sides: [24, 24]}}", "--quiet"};
  const ToolResult alone = run_without_threads(words);
  EXPECT_EQ(alone.status, 0) << alone.err;
  EXPECT_EQ(alone.out, run_tool(words).out);
}

TEST(Threads, that_a_user_asks_for_and_the_system_does_not_start_come_with_a_remedy) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  const ToolResult result =
      run_without_threads({"run", "{network: {kind: mesh, sides: [8, 8]}, traffic: {rate: 0.3}, run: {cycles: 200}}",
                           "--threads", "3", "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("Resource temporarily unavailable; the system starts no more threads or processes: ask "
                            "for fewer (--threads, --jobs), or raise the limit"),
            std::string::npos)
      << result.err;
}

TEST(Threads, that_the_system_does_not_start_are_no_need_of_a_count) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  const Strings words = {"yield", "{kind: srt2d, n: 2}", "--maps", "50", "--quiet"};
  const ToolResult alone = run_without_threads(with(words, {"--jobs", "3"}));
  EXPECT_EQ(alone.status, 0) << alone.err;
  EXPECT_EQ(alone.out, run_tool(with(words, {"--jobs", "1"})).out);
}

}  // namespace
}  // namespace kintsugi::test

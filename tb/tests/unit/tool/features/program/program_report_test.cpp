// What a run of a program tells, and its report.
#include "tb/tool/features/program/program_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/workload/collectives/catalogue.hpp"
#include "models/workload/goal.hpp"
#include "tb/tests/unit/models/workload/contention_free.hpp"
#include "tb/tool/run/report_numbers.hpp"

namespace kintsugi {
namespace {

using nlohmann::ordered_json;
using workload::ProgramFacts;
using workload::ProgramResult;
using workload::ProgramRun;
using workload::ProgramSums;
using workload::Protocol;
using workload::RankId;
using workload::test::ContentionFree;

constexpr Cycle kT0 = 7;
constexpr Protocol kBytes8{.flit_bytes = 8, .packet_bytes = 32, .eager_bytes = 64, .cycles_per_ns = 1};

/// A program that has run on a network without contention, and what it tells.
struct Told {
  explicit Told(const std::string& goal, Cycle latency = kT0, std::span<const Cycle> baseline = {})
      : Told(*workload::read_goal(goal).program, latency, baseline) {}
  explicit Told(workload::Program told, Cycle latency = kT0, std::span<const Cycle> baseline = {})
      : program(std::move(told)), run(program, kBytes8), network(run, latency) {
    network.run_to_end();
    facts.end = network.now();
    facts.alone = [](RankId, RankId, std::uint64_t flits, Cycle) { return kT0 + flits - 1; };
    facts.baseline = baseline;
  }
  ProgramResult result() const {
    ProgramFacts known = facts;
    known.is_stuck = run.is_stuck();
    return program_result(run, known);
  }
  std::string text() const {
    TextTable table;
    add_program(table, result());
    return table.text();
  }
  workload::Program program;
  ProgramRun run;
  ContentionFree network;
  ProgramFacts facts;
};

const char* const kTwoSums =
    "num_ranks 2\n"
    "rank 0 {\n"
    "sum__0: calc 10\n"
    "sum__1: send 40b to 1\n"
    "sum__1 requires sum__0\n"
    "}\n"
    "rank 1 {\n"
    "sum__0: recv 40b from 0\n"
    "end: calc 20\n"
    "end requires sum__0\n"
    "}\n";

TEST(ProgramReport, has_the_sums_the_collectives_the_path_and_the_use_of_time) {
  Told told(kTwoSums);
  told.facts.asked_bytes = 42;
  ordered_json json = to_json(told.result());
  const ordered_json use = json.at("utilisation");
  json.erase("utilisation");
  const char* const wanted = R"json({"ranks": 2,
    "operations": {"total": 4, "send": 1, "recv": 1, "calc": 2},
    "messages": 1, "bytes": 40, "packets": 2, "flits": 5,
    "packets_sent_again": 0, "begin": 0, "completion_cycle": 41, "cycles": 41,
    "collectives": [{"name": "sum", "ranks": 2, "operations": 3, "begin": 0, "end": 21, "cycles": 21,
      "messages": 1, "bytes": 40, "bytes_per_rank": 20.0, "bandwidth": 1.9047619047619047,
      "bandwidth_per_rank": 0.9523809523809523, "algorithm_bandwidth": 2.0}],
    "critical_path": {"cycles": 41, "computing": 30, "wire": 11, "waiting": 0, "operations": [
      {"rank": 0, "name": "rank 0, calc sum__0", "kind": "computing", "begin": 0, "end": 10},
      {"rank": 1, "name": "rank 1, recv sum__0", "kind": "wire", "begin": 10, "end": 21},
      {"rank": 1, "name": "rank 1, calc end", "kind": "computing", "begin": 21, "end": 41}], "more": 0}})json";
  EXPECT_EQ(json.dump(1), ordered_json::parse(wanted).dump(1));
  EXPECT_EQ(use.at("begin"), 0);
  EXPECT_EQ(use.at("width"), 1);
  ASSERT_EQ(use.at("computing").size(), 41u);
  EXPECT_EQ(use.at("computing")[0], 0.5);
  EXPECT_EQ(use.at("waiting")[20], 0.5);
  EXPECT_EQ(use.at("waiting")[21], 0);
  EXPECT_EQ(use.at("flits")[10], 1);
}

TEST(ProgramReport, has_every_number_of_a_program_that_has_ended) {
  const ordered_json json = to_json(Told(kTwoSums).result());
  std::set<std::string> paths;
  for (const ReportNumber& row : report_numbers()) {
    if (!row.path.starts_with("workload.") || row.path.starts_with("workload.delayed")) continue;
    if (row.path == "workload.left") continue;  // of one that has not ended
    paths.insert(row.path);
    std::string pointer = row.path.substr(std::string("workload").size());
    std::ranges::replace(pointer, '.', '/');
    EXPECT_TRUE(json.at(ordered_json::json_pointer(pointer)).is_number()) << row.path;
  }
  for (const std::string path : {"operations.send", "operations.recv", "operations.calc", "critical_path.cycles"}) {
    EXPECT_TRUE(paths.contains("workload." + path)) << path;
  }
}

TEST(ProgramReport, has_the_numbers_of_a_collective_and_no_others) {
  Told told(kTwoSums);
  told.facts.asked_bytes = 42;
  ordered_json group = to_json(told.result()).at("collectives").at(0);
  group["left"] = 1;  // of one that has not ended
  std::set<std::string> reported;
  for (const auto& [key, value] : group.items()) {
    if (value.is_number()) reported.insert("workload.collectives.sum." + key);
  }
  const std::vector<std::string> rows = entry_path("workload.collectives.sum.cycles")->paths();
  EXPECT_EQ(reported, std::set<std::string>(rows.begin(), rows.end()));
}

TEST(ProgramReport, says_the_same_as_text) {
  Told told(kTwoSums);
  told.facts.asked_bytes = 42;
  EXPECT_EQ(told.text(),
            "program        2 ranks, 4 operations: 1 send, 1 receive, 2 calculations\n"
            "messages       1 message of 40 bytes in all, in 2 packets of 5 flits\n"
            "completion     in cycle 41, after 41 cycles\n"
            "collectives    sum, 2 ranks: 21 cycles from 0 to 21, 40 bytes sent, 0.952 bytes per cycle and rank, "
            "algorithm bandwidth 2.000 bytes per cycle\n"
            "critical path  of 41 cycles 30 computing, 11 on the wire, 0 waiting\n"
            "longest parts  rank 1, calc end: 20 cycles computing from 21 on\n"
            "               rank 1, recv sum__0: 11 cycles on the wire from 10 on\n"
            "               rank 0, calc sum__0: 10 cycles computing from 0 on\n"
            "utilisation    ranks compute 36.6 % of the time, and wait for messages 25.6 %\n");
}

TEST(ProgramReport, counts_the_packets_and_flits_that_the_run_has_sent) {
  for (const std::int64_t bytes : {256, 4000}) {
    const Told told(workload::find_workload("allreduce")->make({{"ranks", std::int64_t{8}}, {"bytes", bytes}}).program);
    const ProgramSums sums = told.result().sums;
    std::uint64_t packets = 0;
    for (const RankId rank : ids<RankId>(8)) packets += told.run.packets(rank);
    EXPECT_EQ(sums.packets, packets);
    EXPECT_EQ(sums.flits, told.network.flits());
    EXPECT_EQ(sums.bytes, 2u * 7 * static_cast<std::uint64_t>(bytes));
  }
}

TEST(ProgramReport, of_a_stuck_program_names_what_waits) {
  const Told told(
      "num_ranks 2\n"
      "rank 0 {\n"
      "all__0: recv 8b from 1\n"
      "}\n"
      "rank 1 {\n"
      "all__0: calc 5\n"
      "}\n");
  const ordered_json json = to_json(told.result());
  EXPECT_TRUE(json.at("completion_cycle").is_null());
  EXPECT_TRUE(json.at("cycles").is_null());
  EXPECT_TRUE(json.at("critical_path").is_null());
  EXPECT_EQ(json.at("left"), 1);
  EXPECT_EQ(json.at("collectives")[0].at("left"), 1);
  EXPECT_TRUE(json.at("collectives")[0].at("cycles").is_null());
  EXPECT_EQ(json.at("stuck").dump(),
            R"json([{"rank":0,"name":"rank 0, recv all__0","reason":"for a message from rank 1 with tag 0"}])json");
  EXPECT_EQ(told.text(),
            "program      2 ranks, 2 operations: 0 sends, 1 receive, 1 calculation\n"
            "messages     0 messages of 0 bytes in all, in 0 packets of 0 flits\n"
            "completion   none: the program is stuck, 1 operation is left, for which no packet is under way\n"
            "waiting      rank 0, recv all__0 waits for a message from rank 1 with tag 0\n"
            "collectives  all, 2 ranks: from cycle 0 on, 1 operation is left\n"
            "utilisation  ranks compute 41.7 % of the time, and wait for messages 50.0 %\n");
}

TEST(ProgramReport, of_a_run_that_is_too_short_does_not_call_the_program_stuck) {
  const workload::Program program = *workload::read_goal(kTwoSums).program;
  ProgramRun run(program, kBytes8);
  ContentionFree(run, kT0).run_to_end(16);
  const ProgramResult result = program_result(run, {.begin = 0, .end = 16, .alone = {}});
  const ordered_json json = to_json(result);
  EXPECT_FALSE(json.contains("stuck"));
  EXPECT_EQ(json.at("left"), 2);
  EXPECT_EQ(json.at("waiting").size(), 1u);
  TextTable table;
  add_program(table, result);
  EXPECT_NE(table.text().find("none: the run ended before the program, 2 operations are left"), std::string::npos);
}

TEST(ProgramReport, says_how_much_later_a_program_ended_and_what) {
  const Told quick(kTwoSums);
  const std::vector<Cycle> baseline = workload::ends_of(quick.run);
  const Told slow(kTwoSums, kT0 + 4, baseline);
  const ordered_json delayed = to_json(slow.result()).at("delayed");
  EXPECT_EQ(delayed.at("cycles"), 4);
  EXPECT_EQ(delayed.at("operations"), 2);
  EXPECT_EQ(delayed.at("first"), delayed.at("most"));
  EXPECT_EQ(delayed.at("first")[0].dump(),
            R"json({"rank":1,"name":"rank 1, recv sum__0","baseline":21,"end":25,"cycles":4})json");
  const std::string text = slow.text();
  EXPECT_NE(text.find("the program ended 4 cycles later than without faults; 2 operations ended later\n"),
            std::string::npos);
  EXPECT_NE(text.find("rank 1, recv sum__0: ended 4 cycles after cycle 21\n"), std::string::npos);
  EXPECT_FALSE(to_json(quick.result()).contains("delayed"));
}

TEST(ProgramReport, tells_operations_that_never_ended_from_those_that_ended_later) {
  const std::vector<Cycle> baseline = workload::ends_of(Told(kTwoSums).run);
  const workload::Program program = *workload::read_goal(kTwoSums).program;
  ProgramRun run(program, kBytes8);
  ContentionFree(run, kT0 + 4).run_to_end(16);  // before the message arrives
  const ProgramResult result = program_result(run, {.begin = 0, .end = 16, .alone = {}, .baseline = baseline});
  const ordered_json delayed = to_json(result).at("delayed");
  EXPECT_TRUE(delayed.at("cycles").is_null());
  EXPECT_EQ(delayed.at("operations"), 0);
  EXPECT_EQ(delayed.at("not_ended"), 2);
  EXPECT_EQ(delayed.at("first").size(), 2u);
  TextTable table;
  add_program(table, result);
  EXPECT_NE(table.text().find("the program has not ended; 0 operations ended later, 2 not at all\n"),
            std::string::npos);
  EXPECT_NE(table.text().find("rank 1, recv sum__0: ended only without faults, in cycle 21\n"), std::string::npos);

  const std::vector<Cycle> never(program.size(), ProgramRun::kNever);
  const std::string text = Told(kTwoSums, kT0, never).text();
  EXPECT_NE(text.find("the program has not ended without faults; 0 operations ended later\n"), std::string::npos);
}

TEST(ProgramReport, of_a_group_without_messages_has_no_bandwidth) {
  Told told("num_ranks 2\nrank 0 {\nattention__0: calc 10\n}\nrank 1 {\n}\n");
  told.facts.asked_bytes = 42;
  const ordered_json group = to_json(told.result()).at("collectives").at(0);
  EXPECT_EQ(group.at("messages"), 0);
  EXPECT_EQ(group.at("cycles"), 10);
  for (const char* key : {"bandwidth", "bandwidth_per_rank", "algorithm_bandwidth"}) {
    EXPECT_TRUE(group.at(key).is_null()) << key;
  }
  EXPECT_NE(told.text().find("attention, 1 rank: 10 cycles from 0 to 10\n"), std::string::npos);
}

TEST(ProgramReport, keeps_the_longest_parts_of_a_long_path_in_the_order_of_time) {
  std::string goal = "num_ranks 1\nrank 0 {\n";
  for (int i = 0; i < 150; ++i) goal += "calc " + std::to_string(i % 3 + 1) + '\n';
  const Told told(goal + "}\n");
  const ProgramResult result = told.result();
  const ProgramResult::Path& path = *result.critical_path;
  EXPECT_EQ(path.cycles(), 300u);
  ASSERT_EQ(path.segments.size(), 100u);
  EXPECT_EQ(path.more, 50u);
  for (std::size_t i = 0; i < path.segments.size(); ++i) EXPECT_EQ(path.segments[i].part.cycles(), i % 2 + 2);
  EXPECT_EQ(to_json(result).at("critical_path").at("more"), 50);
  EXPECT_NE(told.text().find("and 140 more; --json names more of them\n"), std::string::npos);
}

TEST(ProgramReport, of_no_operations_is_complete) {
  const Told told(std::string("num_ranks 3\n"));
  const ordered_json json = to_json(told.result());
  EXPECT_EQ(json.at("cycles"), 0);
  EXPECT_EQ(json.at("critical_path").at("operations"), ordered_json::array());
  EXPECT_EQ(json.at("utilisation").at("flits"), ordered_json::array());
  EXPECT_EQ(told.text().find("utilisation"), std::string::npos);
}

}  // namespace
}  // namespace kintsugi

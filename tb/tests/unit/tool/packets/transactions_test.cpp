// The transaction database of a packet log, read by a reader of its own: it has the packets and hops of the log.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/tool/packets/transaction_database.hpp"
#include "tb/tool/packets/report.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kHeadOfTransactions =
    R"({"packets":1,"nodes":3,"cycles":60,"routes":true,"faults":[{"cycle":5,"pe":[1,2]}],)"
    R"("phases":[{"name":"drain","from":6,"to":14}],"names":["x","the \"y\"","z z"]})"
    "\n";
const std::string kDelivered =
    R"({"id":0,"kind":"unicast","source":0,"number":0,"destination":1,"from":"a","at":"b","flits":3,"members":1,)"
    R"("reached":1,"copies":1,"created":5,"injected":6,"delivered":20,"lost":null,"hops":1,"route":[)"
    R"(["a","local","e",0,8,10],["b","w","local",1,11,13]]})"
    "\n";
const std::string kLostInItsCycle =
    R"({"id":2,"kind":"unicast","source":2,"number":0,"destination":0,"from":"d","at":"d","flits":1,"members":1,)"
    R"("reached":0,"copies":1,"created":7,"injected":null,"delivered":null,"lost":{"cycle":7,"reason":"queued",)"
    R"("dead":"d"},"hops":0,"route":[]})"
    "\n";
const std::string kUnderWay =
    R"({"id":3,"kind":"unicast","source":0,"number":1,"destination":1,"from":"a","at":null,"flits":3,"members":1,)"
    R"("reached":0,"copies":0,"created":11,"injected":11,"delivered":null,"lost":null,"hops":null,"route":[)"
    R"(["a","local","e",0,11,null]]})"
    "\n";

std::string transactions_of(const std::string& lines) {
  Diagnostics errors;
  const packets::Log log = packets::read_log(lines, "log.jsonl", errors);
  EXPECT_NO_THROW(errors.raise());
  std::string text;
  packets::write_transactions(log, packets::select(log, {}), [&text](std::string_view part) { text += part; });
  return text;
}

const std::string& small_database() {
  static const std::string text = transactions_of(kHeadOfTransactions + kDelivered + kLostInItsCycle + kUnderWay);
  return text;
}

/// Returns what the reader says against a text; empty if it takes it.
std::string complaint_of(const std::string& text) {
  try {
    TransactionReader(text).read();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(TransactionFile, is_this_for_a_small_log) {
  EXPECT_EQ(small_database(), R"(scv_tr_stream (ID 1, name "events", kind "kintsugi.events")
scv_tr_generator (ID 2, name "fault", scv_tr_stream 1,
begin_attribute (ID 0, name "what", type "STRING")
)
scv_tr_generator (ID 3, name "phase", scv_tr_stream 1,
begin_attribute (ID 0, name "what", type "STRING")
)
scv_tr_stream (ID 4, name "x.packets", kind "kintsugi.packets")
scv_tr_generator (ID 5, name "packet", scv_tr_stream 4,
begin_attribute (ID 0, name "id", type "UNSIGNED")
begin_attribute (ID 1, name "kind", type "STRING")
begin_attribute (ID 2, name "source", type "STRING")
begin_attribute (ID 3, name "number", type "UNSIGNED")
begin_attribute (ID 4, name "destination", type "STRING")
begin_attribute (ID 5, name "flits", type "UNSIGNED")
end_attribute (ID 6, name "outcome", type "STRING")
end_attribute (ID 7, name "at", type "STRING")
end_attribute (ID 8, name "hops", type "STRING")
)
scv_tr_stream (ID 6, name "z_z.packets", kind "kintsugi.packets")
scv_tr_generator (ID 7, name "packet", scv_tr_stream 6,
begin_attribute (ID 0, name "id", type "UNSIGNED")
begin_attribute (ID 1, name "kind", type "STRING")
begin_attribute (ID 2, name "source", type "STRING")
begin_attribute (ID 3, name "number", type "UNSIGNED")
begin_attribute (ID 4, name "destination", type "STRING")
begin_attribute (ID 5, name "flits", type "UNSIGNED")
end_attribute (ID 6, name "outcome", type "STRING")
end_attribute (ID 7, name "at", type "STRING")
end_attribute (ID 8, name "hops", type "STRING")
)
scv_tr_stream (ID 8, name "a.e.vc0", kind "kintsugi.channel")
scv_tr_generator (ID 9, name "hop", scv_tr_stream 8,
begin_attribute (ID 0, name "id", type "UNSIGNED")
begin_attribute (ID 1, name "source", type "STRING")
begin_attribute (ID 2, name "number", type "UNSIGNED")
begin_attribute (ID 3, name "in", type "STRING")
begin_attribute (ID 4, name "flits", type "UNSIGNED")
)
scv_tr_stream (ID 10, name "b.local.vc1", kind "kintsugi.channel")
scv_tr_generator (ID 11, name "hop", scv_tr_stream 10,
begin_attribute (ID 0, name "id", type "UNSIGNED")
begin_attribute (ID 1, name "source", type "STRING")
begin_attribute (ID 2, name "number", type "UNSIGNED")
begin_attribute (ID 3, name "in", type "STRING")
begin_attribute (ID 4, name "flits", type "UNSIGNED")
)
tx_begin 1 2 5 ns
a "pe_[1,2]"
tx_end 1 2 5 ns
tx_begin 2 5 5 ns
a 0
a "unicast"
a "x"
a 0
a "the__y_"
a 3
tx_begin 3 3 6 ns
a "drain"
tx_begin 4 7 7 ns
a 2
a "unicast"
a "z_z"
a 0
a "x"
a 1
tx_end 4 7 7 ns
a "queued"
a "d"
a "0"
tx_begin 5 9 8 ns
a 0
a "x"
a 0
a "local"
a 3
tx_relation "part_of" 5 2
tx_end 5 9 11 ns
tx_begin 6 5 11 ns
a 3
a "unicast"
a "x"
a 1
a "the__y_"
a 3
tx_begin 7 11 11 ns
a 0
a "x"
a 0
a "w"
a 3
tx_relation "part_of" 7 2
tx_begin 8 9 11 ns
a 3
a "x"
a 1
a "local"
a 3
tx_relation "part_of" 8 6
tx_end 7 11 14 ns
tx_end 3 3 15 ns
tx_end 2 5 20 ns
a "delivered"
a "b"
a "1"
tx_end 6 5 60 ns
a "under_way"
a "-"
a "-"
tx_end 8 9 60 ns
)");
  EXPECT_EQ(complaint_of(small_database()), "");
}

TEST(TransactionFile, that_is_wrong_is_seen_by_the_reader_of_the_tests) {
  const auto changed = [](const std::string& what, const std::string& by) {
    std::string text = small_database();
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return complaint_of(text.replace(at, what.size(), by));
  };
  for (const auto& [what, by, why] : std::vector<std::array<std::string, 3>>{
           {"scv_tr_stream (ID 1", "# a comment\nscv_tr_stream (ID 1", "the first word is not scv_tr_stream"},
           {"tx_begin 4 7", "tx_begin 3 7", "do not ascend"},
           {"tx_begin 4 7", "tx_begin 4 99", "no such number"},
           {"(ID 6, name \"z", "(ID 4, name \"z", "the number is there twice"},
           {"tx_end 2 5 20", "tx_end 2 5 4", "it ends before its begin"},
           {"tx_end 2 5 20", "tx_end 2 9 20", "another generator than at its begin"},
           {"tx_end 2 5 20", "tx_end 2 5 14", "the time goes back"},
           {"tx_end 8 9 60 ns\n", "", "transaction 8 does not end"},
           {"part_of\" 8 6", "part_of\" 8 16", "no such number"},
           {"a \"the__y_\"", "a \"the y\"", "no value of destination"},
           {"a \"unicast\"\n", "", "no value of source"},
           {"end_attribute (ID 6", "end_attribute (ID 5", "the attributes are not numbered from 0"},
           {"tx_end 3 3", "tx_done 3 3", "no line of the form"}}) {
    EXPECT_NE(changed(what, by).find(why), std::string::npos) << what << " -> " << by << ": " << changed(what, by);
  }
}

TEST(TransactionFile, of_no_packets_has_the_stream_of_events) {
  std::string head = kHeadOfTransactions;
  const TransactionDatabase database = TransactionReader(transactions_of(head)).read();
  EXPECT_EQ(database.streams.size(), 1u);
  EXPECT_EQ(database.transactions.size(), 2u) << "a fault and a phase";
}

/// Checks that a database has the packets and hops of the lines of a log, each once, and nothing else but its events.
void expect_same_packets(const std::string& text, const std::string& log) {
  const TransactionDatabase database = TransactionReader(text).read();
  std::map<std::uint64_t, const RecordedTransaction*> packets;
  std::map<std::uint64_t, std::multiset<std::string>> hops;
  std::size_t events = 0;
  for (const auto& [number, each] : database.transactions) {
    if (database.generator_of(each) == "packet") {
      EXPECT_TRUE(packets.emplace(std::stoull(each.attributes.at("id")), &each).second) << "each packet once";
    }
    events += database.stream_of(each) == "events";
  }
  for (const auto& [hop, packet] : database.parts) {
    const RecordedTransaction& part = database.transactions.at(hop);
    const RecordedTransaction& whole = database.transactions.at(packet);
    EXPECT_EQ(database.generator_of(part) + database.generator_of(whole), "hoppacket");
    EXPECT_EQ(part.attributes.at("id"), whole.attributes.at("id"));
    hops[std::stoull(whole.attributes.at("id"))].insert(database.stream_of(part) + ' ' + part.attributes.at("in") +
                                                        ' ' + std::to_string(part.begin) + ' ' +
                                                        std::to_string(part.end));
  }
  const std::vector<std::string> lines = lines_of(log);
  const json head = json::parse(lines.front());
  std::size_t passed = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const json packet = json::parse(lines[i]);
    ASSERT_TRUE(packets.contains(packet["id"])) << lines[i];
    const RecordedTransaction& each = *packets.at(packet["id"]);
    const std::string source = head["names"][packet["source"].get<std::size_t>()];
    EXPECT_EQ(database.stream_of(each), source + ".packets");
    EXPECT_EQ(each.attributes.at("source"), source);
    EXPECT_EQ(each.attributes.at("number"), packet["number"].dump());
    EXPECT_EQ(each.attributes.at("flits"), packet["flits"].dump());
    if (!packet["destination"].is_null()) {
      EXPECT_EQ(each.attributes.at("destination"),
                head["names"][packet["destination"].get<std::size_t>()].get<std::string>());
    }
    EXPECT_EQ(each.begin, packet["created"]);
    const json& lost = packet["lost"];
    const json& end = lost.is_null() ? packet["delivered"] : lost["cycle"];
    EXPECT_EQ(each.end, end.is_null() ? head["cycles"] : end);
    std::string outcome = lost.is_null() ? end.is_null() ? "under way" : "delivered" : lost["reason"];
    std::ranges::replace(outcome, ' ', '_');
    EXPECT_EQ(each.attributes.at("outcome"), outcome);
    std::multiset<std::string> route;
    for (const json& hop : packet.value("route", json::array())) {
      const std::string channel = hop[0].get<std::string>() + '.' + hop[2].get<std::string>() + ".vc" + hop[3].dump();
      const std::uint64_t tail =
          hop[5].is_null() ? head["cycles"].get<std::uint64_t>() - 1 : hop[5].get<std::uint64_t>();
      route.insert(channel + ' ' + hop[1].get<std::string>() + ' ' + hop[4].dump() + ' ' + std::to_string(tail + 1));
    }
    EXPECT_EQ(hops[packet["id"]], route) << lines[i];
    passed += route.size();
  }
  EXPECT_EQ(packets.size(), lines.size() - 1);
  EXPECT_EQ(database.parts.size(), passed);
  EXPECT_EQ(events, head["faults"].size() + head["phases"].size());
  EXPECT_EQ(database.transactions.size(), packets.size() + passed + events);
}

/// Runs a scenario, and compares its log with the transactions that the tool makes of it.
void expect_same_packets_of_run(const std::string& scenario, bool with_routes = true,
                                const std::vector<std::string>& more = {}) {
  const TemporaryDirectory directory;
  const std::string log = (directory.path() / "log.jsonl").string();
  const std::string file = (directory.path() / "made" / "a.txlog").string();
  std::vector<std::string> command{"run", scenario, "--quiet", "--packets", log};
  if (with_routes) command.emplace_back("--route");
  ASSERT_LE(run_tool(with(command, more)).status, 1);
  const ToolResult result = run_tool({"packets", log, "--transactions", file});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("\ntransactions  " + file + '\n'), std::string::npos) << result.out;
  expect_same_packets(directory.read("made/a.txlog"), directory.read("log.jsonl"));
}

TEST(TransactionFile, has_the_packets_and_hops_of_a_log) {
  const std::string log = text_of(source_directory() / "traces/packets/ring.jsonl");
  expect_same_packets(transactions_of(log), log);
}

TEST(TransactionFile, has_the_packets_of_a_wafer_that_repairs_itself) {
  expect_same_packets_of_run(
      "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {rate: 0.2, flits: 4},"
      " faults: [{cycle: 200, pe: [2, 2]}], run: {cycles: 500, warmup: 0}}");
}

TEST(TransactionFile, has_packets_that_are_sent_again_and_lost) {
  expect_same_packets_of_run(
      "{network: {kind: mesh, sides: [4, 4]}, traffic: {rate: 0.1, flits: 4}, detection: {timeout: 100, retries: 1},"
      " faults: [{cycle: 100, link: [0, 1], corrupt: 0.125}], run: {cycles: 300, warmup: 0}}");
}

TEST(TransactionFile, has_multicasts_with_the_hops_of_all_copies) {
  expect_same_packets_of_run("traces/rdt_multicast.yaml", true, {"--set", "run.cycles=150", "--set", "run.warmup=0"});
}

TEST(TransactionFile, of_a_log_without_routes_has_packets_alone) {
  expect_same_packets_of_run(
      "{network: {kind: mesh, sides: [2, 2]}, traffic: {rate: 0.1, flits: 4}, run: {cycles: 300, warmup: 0}}", false);
}

TEST(TransactionFile, has_the_packets_of_the_question_and_lies_beside_a_time_line) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "a.txlog").string();
  const std::string line = (directory.path() / "a.json").string();
  const ToolResult result = run_tool(
      {"packets", "traces/packets/ring.jsonl", "--slowest", "3", "--json", "--perfetto", line, "--transactions", file});
  ASSERT_EQ(result.status, 0) << result.err;
  const json report = json::parse(result.out);
  EXPECT_EQ(report["transactions"], file);
  EXPECT_EQ(report["perfetto"], line);
  EXPECT_FALSE(directory.read("a.json").empty());
  const TransactionDatabase database = TransactionReader(directory.read("a.txlog")).read();
  std::multiset<std::string> wanted, found;
  for (const json& each : report["list"]) wanted.insert(each["id"].dump());
  for (const auto& [number, each] : database.transactions) {
    if (database.generator_of(each) == "packet") found.insert(each.attributes.at("id"));
  }
  EXPECT_EQ(found, wanted);
  EXPECT_EQ(found.size(), 3u);
}

TEST(TransactionFile, of_another_ending_is_refused) {
  const ToolResult ending = run_tool({"packets", "traces/packets/ring.jsonl", "--transactions", "out/a.json"});
  EXPECT_EQ(ending.status, 2);
  EXPECT_NE(ending.err.find("--transactions"), std::string::npos) << ending.err;
  EXPECT_NE(ending.err.find(".txlog"), std::string::npos) << ending.err;
}

TEST(TransactionFile, is_handed_on_in_parts_of_bounded_size) {
  std::string text = R"({"packets":1,"nodes":4,"cycles":100000,"routes":false,"faults":[],"phases":[]})"
                     "\n";
  for (int i = 0; i < 2000; ++i) {
    text += R"({"id":)" + std::to_string(4 * i) + R"(,"kind":"unicast","source":0,"number":)" + std::to_string(i) +
            R"(,"destination":1,"from":"a","at":"b","flits":1,"members":1,"reached":1,"copies":1,"created":)" +
            std::to_string(10 * i) + R"(,"injected":)" + std::to_string(10 * i) + R"(,"delivered":)" +
            std::to_string(10 * i + 8) +
            R"(,"lost":null,"hops":1})"
            "\n";
  }
  Diagnostics errors;
  const packets::Log log = packets::read_log(text, "log", errors);
  EXPECT_NO_THROW(errors.raise());
  std::size_t parts = 0, largest = 0;
  std::string whole;
  packets::write_transactions(log, packets::select(log, {}), [&](std::string_view part) {
    ++parts;
    largest = std::max(largest, part.size());
    whole += part;
  });
  EXPECT_GT(parts, 3u);
  EXPECT_LT(largest, 70'000u);
  EXPECT_EQ(TransactionReader(whole).read().transactions.size(), 2000u);
}

}  // namespace
}  // namespace kintsugi::test

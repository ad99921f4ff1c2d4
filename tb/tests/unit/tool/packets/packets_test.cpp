// Packet logs: reading, queries, the report and the time line, on logs made by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "tb/tests/system/json_schema.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/packets/report.hpp"

namespace kintsugi::packets {
namespace {

using nlohmann::json;

const std::string kHead = R"({"packets":1,"nodes":4,"cycles":60,"routes":true,"faults":[{"cycle":9,"pe":[1,2]}],)"
                          R"("phases":[{"name":"drain","from":10,"to":14}]})"
                          "\n";
/// From node 0 to node 2 by way of node 1.
const std::string kFar =
    R"({"id":0,"kind":"unicast","source":0,"number":0,"destination":2,"from":"a","at":"c","flits":3,"members":1,)"
    R"("reached":1,"copies":1,"created":5,"injected":6,"delivered":20,"lost":null,"hops":2,"route":[)"
    R"(["a","local","e",0,8,10],["b","w","e",1,11,13],["c","w","local",0,14,19]]})"
    "\n";
/// From node 1 to node 2, behind it on the same channel.
const std::string kNear =
    R"({"id":1,"kind":"unicast","source":1,"number":0,"destination":2,"from":"b","at":"c","flits":1,"members":1,)"
    R"("reached":1,"copies":1,"created":5,"injected":12,"delivered":22,"lost":null,"hops":1,"route":[)"
    R"(["b","local","e",1,14,14],["c","w","local",1,21,21]]})"
    "\n";
/// Lost in its queue.
const std::string kLost =
    R"({"id":7,"kind":"unicast","source":3,"number":1,"destination":0,"from":"d","at":"d","flits":1,"members":1,)"
    R"("reached":0,"copies":1,"created":7,"injected":null,"delivered":null,"lost":{"cycle":9,"reason":"queued",)"
    R"("dead":"d"},"hops":0,"route":[]})"
    "\n";

Log log_of(const std::string& text) {
  Diagnostics errors;
  Log log = read_log(text, "log.jsonl", errors);
  EXPECT_NO_THROW(errors.raise());
  return log;
}

Log small() {
  return log_of(kHead + kFar + kNear + kLost);
}

/// Returns the messages about a log.
std::string complaint(const std::string& text) {
  Diagnostics errors;
  read_log(text, "log.jsonl", errors);
  std::string all;
  for (const Diagnostic& each : errors.sorted()) all += describe(each) + '\n';
  return all;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(PacketLogReader, keeps_what_the_lines_say) {
  const Log log = small();
  EXPECT_EQ(log.nodes, 4u);
  ASSERT_EQ(log.packets.size(), 3u);
  const Packet& far = log.packets[0];
  EXPECT_EQ(far.latency(), std::optional<Cycle>(15));
  EXPECT_EQ(log.names[*far.from] + log.names[*far.at], "ac");
  ASSERT_EQ(far.route.size(), 3u);
  EXPECT_EQ(log.names[far.route[1].router] + log.names[far.route[1].in] + log.names[far.route[1].out], "bwe");
  EXPECT_EQ(far.route[1].vc, 1u);
  EXPECT_EQ(far.route[1].tail, std::optional<Cycle>(13));
  EXPECT_EQ(log.packets[2].lost->reason, "queued");
  EXPECT_EQ(log.faults[0].what, "pe [1,2]");
  EXPECT_EQ(log.phases[0].to, 14u);
}

TEST(PacketLogReader, reads_the_same_in_whatever_parts_the_text_comes) {
  const std::string text = kHead + kFar + kNear + kLost;
  const json whole = to_json(small(), select(small(), {}), true);
  for (const std::size_t size : {1u, 7u, 100u, 640u}) {
    for (const bool ends : {true, false}) {
      Diagnostics errors;
      const std::string_view all = std::string_view(text).substr(0, text.size() - (ends ? 0 : 1));
      const auto parts = [&](const auto& take) {
        for (std::size_t at = 0; at < all.size(); at += size) take(all.substr(at, size));
      };
      const Log log = read_log(parts, "log.jsonl", errors);
      EXPECT_TRUE(errors.empty());
      EXPECT_EQ(json(to_json(log, select(log, {}), true)), whole) << size;
    }
  }
}

TEST(PacketLogReader, reads_links_that_corrupt) {
  const auto with_fault = [](const std::string& fault) { return replaced(kHead, R"({"cycle":9,"pe":[1,2]})", fault); };
  const Log log = log_of(with_fault(R"({"cycle":9,"link":[0,1],"corrupt":0.25})"));
  EXPECT_EQ(log.faults[0].what, "link [0,1] corrupts flits");
  EXPECT_EQ(complaint(with_fault(R"({"cycle":9,"link":[0,1],"corrupt":1.5})")),
            "log.jsonl:1:1: 'corrupt' is not a number from 0 to 1\n");
  EXPECT_EQ(complaint(with_fault(R"({"cycle":9,"pe":1,"corrupt":0.5})")),
            "log.jsonl:1:1: only a link has 'corrupt', from a 'cycle' on\n");
}

/// Each with the text that is replaced, and by what, in the line of kFar; kNear follows, if it is wanted.
struct Contradiction {
  const char* what;
  const char* by;
  const char* message;
  int line = 2;
};

const Contradiction kContradictions[] = {
    {"\"injected\":6", "\"injected\":4", "it is injected before it is created"},
    {"\"delivered\":20", "\"delivered\":5", "it is delivered before it is injected"},
    {"\"injected\":6", "\"injected\":null", "it is delivered before it is injected"},
    {"\"lost\":null", "\"lost\":{\"cycle\":3,\"reason\":\"late\"}", "it is lost before it is created"},
    {"\"lost\":null", "\"lost\":{\"cycle\":30,\"reason\":\"late\"}", "it is both delivered and lost"},
    {"\"delivered\":20", "\"delivered\":61", "it names a cycle after the run"},
    {"14,19]", "14,61]", "it names a cycle after the run"},
    {"\"flits\":3", "\"flits\":0", "it has no flits"},
    {"\"members\":1", "\"members\":0", "it has no destinations"},
    {"\"destination\":2", "\"destination\":null", "a multicast has no 'destination', and any other packet has one"},
    {"unicast", "multicast", "a multicast has no 'destination', and any other packet has one"},
    {"\"members\":1", "\"members\":2", "only a multicast has several 'members'"},
    {"\"reached\":1", "\"reached\":2", "it has 'reached' more than its 'members'"},
    {"\"copies\":1", "\"copies\":0", "it has 'reached' more than its 'copies' have"},
    {"\"reached\":1", "\"reached\":0", "it is delivered, and has not 'reached' all 'members'"},
    {"\"delivered\":20", "\"delivered\":null", "it has 'reached' all 'members', and is not delivered"},
    {"\"hops\":2", "\"hops\":null", "'hops' are known if, and only if, a copy has ended"},
    {"\"hops\":2", "\"hops\":3", "'hops' are not one less than the routers of the route"},
    {"0,8,10]", "0,5,10]", "it has a hop before it is injected"},
    {"1,11,13]", "1,7,13]", "the heads of its hops do not leave in order"},
    {"1,11,13]", "1,8,13]", "its head leaves two routers in one cycle"},
    {"1,11,13]", "1,11,null]", "its tail leaves a router before it has left the one before"},
    {"0,8,10]", "0,8,15]", "its tail leaves a router before it has left the one before"},
    {"\"c\",\"w\",\"local\"", "\"c\",\"w\",\"e\"", "its route does not end at a PE"},
    {"14,19]", "14,21]", "it is delivered before its tail has left"},
    {"[\"a\",\"local\"", "[\"b\",\"local\"", "its route begins at 'b', and 'from' is 'a'"},
    {"\"from\":\"a\"", "\"from\":\"d\"", "its route begins at 'a', and 'from' is 'd'"},
    {"\"from\":\"a\"", "\"from\":null", "its route begins at 'a', and 'from' is null"},
    {"\"c\",\"w\"", "\"d\",\"w\"", "its route ends at 'd', and 'at' is 'c'"},
    {"\"at\":\"c\"", "\"at\":\"b\"", "its route ends at 'c', and 'at' is 'b'"},
    {"\"destination\":2", "\"destination\":1", "node 1 is at 'b', and on line 2 at 'c'", 3},
    {"\"id\":0,\"kind\":\"unicast\",\"source\":0", "\"id\":2,\"kind\":\"unicast\",\"source\":2",
     "node 2 is at 'c', and on line 2 at 'a'"},
    {"\"c\",\"w\"", "\"c\",\"n\"", "port b e leads to c w, and on line 2 to c n", 3},
    {"\"created\":5", "\"created\":6",
     "it comes after a packet that was created later, or in the same cycle by a higher source", 3},
};

TEST(PacketLogReader, refuses_a_log_that_contradicts_itself) {
  const std::string head =
      replaced(replaced(kHead, R"([{"cycle":9,"pe":[1,2]}])", "[]"), R"([{"name":"drain","from":10,"to":14}])", "[]");
  ASSERT_EQ(complaint(head + kFar + kNear + kLost), "");
  for (const auto& [what, by, message, line] : kContradictions) {
    const std::string text = head + replaced(kFar, what, by) + (line == 3 ? kNear : "");
    EXPECT_EQ(complaint(text), "log.jsonl:" + std::to_string(line) + ":1: " + message + '\n');
  }
  EXPECT_EQ(complaint(head + kFar + kFar),
            "log.jsonl:3:1: its source has created a packet of this number, or a higher one, before\n");
  const std::string empty = kFar.substr(0, kFar.find("[[")) + "[]}\n";
  EXPECT_EQ(complaint(head + empty), "log.jsonl:2:1: it is delivered without a route\n");
}

TEST(PacketLogReader, does_not_follow_ports_where_faults_and_repairs_move_links) {
  const std::string moved = replaced(replaced(kFar, R"("c","w")", R"("d","w")"), R"("at":"c")", R"("at":"d")");
  EXPECT_EQ(complaint(kHead + moved + kNear), "");
  EXPECT_EQ(complaint(replaced(kHead, R"([{"cycle":9,"pe":[1,2]}])", "[]") + moved + kNear), "");
}

TEST(PacketLogReader, names_the_line_and_what_is_wrong) {
  EXPECT_EQ(complaint(""), "log.jsonl: the file is empty; kintsugi run --packets writes a packet log\n");
  EXPECT_EQ(complaint("{}\n"),
            "log.jsonl:1:1: a packet log begins with {\"packets\":1,...}; kintsugi run --packets writes one\n");
  EXPECT_EQ(complaint("cycle,source\n" + kFar),
            "log.jsonl:1:1: this is no JSON; every line of a packet log is one document\n");
  EXPECT_EQ(complaint(kFar),
            "log.jsonl:1:1: this is the line of a packet, and the first line of the log is missing, which begins with "
            "{\"packets\":1,...}; write the log again with kintsugi run --packets\n");
  EXPECT_EQ(complaint(kHead + "[]\n"), "log.jsonl:2:1: an object {...} is expected\n");
  EXPECT_EQ(complaint(kHead + kFar.substr(0, 40) + "\n" + kNear),
            "log.jsonl:2:41: this is no JSON; every line of a packet log is one document\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"flits\":3", "\"flits\":1e999")),
            "log.jsonl:2:1: a number is too large; every line of a packet log is one document\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"flits\":3,", "")), "log.jsonl:2:1: 'flits' is missing\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"flits\":3", "\"flits\":-3")),
            "log.jsonl:2:1: 'flits' is not an integer from 0 to 10^18\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"flits\"", "\"flit\"")), "log.jsonl:2:1: unknown key 'flit'\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "unicast", "anycast")),
            "log.jsonl:2:1: 'kind' is not unicast, tracked or multicast\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"id\":0", "\"id\":3")),
            "log.jsonl:2:1: 'id' is not the number times the nodes plus the source\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"delivered\":20", "\"delivered\":4")),
            "log.jsonl:2:1: it is delivered before it is injected\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "0,8,10]", "0,8]")),
            "log.jsonl:2:1: a hop is not [router, in, out, channel, head, tail]\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "0,8,10]", "0,11,10]")), "log.jsonl:2:1: a tail leaves before its head\n");
  EXPECT_EQ(complaint(replaced(kHead, "\"packets\":1", "\"packets\":2") + kFar),
            "log.jsonl:1:1: a packet log begins with {\"packets\":1,...}; kintsugi run --packets writes one\n");
}

TEST(PacketLogReader, refuses_a_log_of_which_lines_are_missing) {
  const auto with_lines = [](const std::string& lines) {
    return replaced(kHead, "\"routes\":true", "\"routes\":true,\"lines\":" + lines);
  };
  EXPECT_EQ(complaint(with_lines("3") + kFar + kNear + kLost), "");
  EXPECT_EQ(complaint(with_lines("3") + kFar + kLost),
            "log.jsonl:1:1: the log was written with 3 packets, and has 2: lines are missing or were added; write it "
            "again with kintsugi run --packets\n");
  EXPECT_NE(complaint(with_lines("1")).find("written with 1 packet, and has 0: "), std::string::npos);
  EXPECT_NE(complaint(with_lines("1") + kFar + kNear).find("written with 1 packet, and has 2: "), std::string::npos);
  EXPECT_EQ(complaint(with_lines("-1") + kFar).find("log.jsonl:1:1: 'lines' is not "), 0u);
  EXPECT_EQ(complaint(kHead + kFar), "") << "logs of earlier versions do not say how many there are";
}

TEST(PacketLogReader, comes_to_an_end_of_deep_and_of_wide_documents) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_EQ(complaint(replaced(kHead, R"("pe":[1,2])", R"("pe":)" + deep) + kFar),
            "log.jsonl:1:" + std::to_string(kHead.find(R"([1,2])") + 30) +
                ": the line is nested too deeply: more than 32 levels\n");
  EXPECT_EQ(complaint(kHead + deep + "\n"), "log.jsonl:2:33: the line is nested too deeply: more than 32 levels\n");
  std::string wide;
  for (int key = 0; key < 50'000; ++key) wide += "\"k" + std::to_string(key) + "\":0,";
  EXPECT_EQ(complaint(kHead + replaced(kFar, "{", "{" + wide)), "log.jsonl:2:1: unknown key 'k0'\n");
}

TEST(PacketLogReader, refuses_a_key_that_is_there_twice) {
  const auto twice = [](const std::string& line, const std::string& before, const std::string& again) {
    return replaced(line, before, again + ',' + before);
  };
  EXPECT_EQ(complaint(twice(kHead, "\"nodes\"", "\"nodes\":9") + kFar),
            "log.jsonl:1:1: the key 'nodes' is there twice\n");
  EXPECT_EQ(complaint(twice(kHead, "\"pe\"", "\"cycle\":8") + kFar), "log.jsonl:1:1: the key 'cycle' is there twice\n");
  EXPECT_EQ(complaint(kHead + twice(kFar, "\"lost\"", "\"source\":0")),
            "log.jsonl:2:1: the key 'source' is there twice\n");
  EXPECT_EQ(complaint(kHead + replaced(kLost, "\"cycle\":9", "\"cycle\":9,\"cycle\":9")),
            "log.jsonl:2:1: the key 'cycle' is there twice\n");
}

std::vector<std::uint64_t> ids_of(const std::vector<const Packet*>& packets) {
  std::vector<std::uint64_t> ids;
  for (const Packet* packet : packets) ids.push_back(packet->id);
  return ids;
}

TEST(PacketQuery, selects_by_latency_router_and_ends) {
  const Log log = small();
  using Ids = std::vector<std::uint64_t>;
  EXPECT_EQ(ids_of(select(log, {})), (Ids{0, 1, 7}));
  EXPECT_EQ(ids_of(select(log, {.slowest = 1, .through = "", .between = {}})), (Ids{1})) << "17 cycles against 15";
  EXPECT_EQ(ids_of(select(log, {.slowest = 9, .through = "", .between = {}})), (Ids{1, 0}));
  EXPECT_EQ(ids_of(select(log, {.slowest = {}, .through = "b", .between = {}})), (Ids{0, 1}));
  EXPECT_EQ(ids_of(select(log, {.slowest = {}, .through = "a", .between = {}})), (Ids{0}));
  EXPECT_EQ(ids_of(select(log, {.slowest = {}, .through = "", .between = "3,0"})), (Ids{7}));
  EXPECT_EQ(ids_of(select(log, {.slowest = {}, .through = "a", .between = "3,0"})), Ids{});
}

TEST(PacketQuery, takes_the_names_of_nodes_before_their_numbers) {
  const auto with_names = [](const std::string& names) {
    return replaced(kHead, "}]}", "}],\"names\":" + names + '}') + kFar + kNear + kLost;
  };
  using Ids = std::vector<std::uint64_t>;
  const auto between = [](const Log& log, const std::string& ends) {
    return ids_of(select(log, {.slowest = {}, .through = "", .between = ends}));
  };
  const Log words = log_of(with_names(R"(["x","y","z","spine01"])"));
  EXPECT_EQ(between(words, "x,z"), Ids{0});
  EXPECT_EQ(between(words, "spine01,0"), Ids{7});
  const Log numbers = log_of(with_names(R"(["1","0","7","9"])"));
  EXPECT_EQ(between(numbers, "1,7"), Ids{0});
  EXPECT_EQ(between(numbers, "0,7"), Ids{1});
  EXPECT_EQ(between(numbers, "9,1"), Ids{7});
  for (const std::string wrong : {"1,2", "2,1"}) EXPECT_THROW(between(numbers, wrong), InputError) << wrong;
  EXPECT_NE(to_text(numbers, select(numbers, {}), true).find("\n9       1"), std::string::npos)
      << "the list calls nodes by their names";
  const std::string place = "log.jsonl:1:1: 'names' ";
  EXPECT_EQ(complaint(with_names(R"(["a","b","c"])")), place + "has not one name for each node\n");
  EXPECT_EQ(complaint(with_names(R"(["a","b","c","a"])")), place + "has a name twice\n");
  EXPECT_EQ(complaint(with_names(R"(["a","b","c",4])")), place + "is no list of texts\n");
}

TEST(PacketQuery, finds_no_packets_through_a_router_that_is_idle) {
  const Log log = small();
  EXPECT_EQ(ids_of(select(log, {.slowest = {}, .through = "z", .between = {}})), std::vector<std::uint64_t>{});
  EXPECT_EQ(ids_of(select(log, {.slowest = {}, .through = "d", .between = {}})), std::vector<std::uint64_t>{});
  EXPECT_FALSE(is_passed(log, "z") || is_passed(log, "d") || is_passed(log, "local"));
  EXPECT_TRUE(is_passed(log, "c"));
  EXPECT_EQ(passed_routers(log), "a, c, b") << "in the order in which the log names them";
}

TEST(PacketQuery, finds_a_router_by_the_name_or_the_number_of_its_node) {
  using Ids = std::vector<std::uint64_t>;
  const auto log_with = [](const std::string& names) {
    return log_of(replaced(kHead, "}]}", "}],\"names\":" + names + '}') + kFar + kNear + kLost);
  };
  const auto through = [](const Log& log, const std::string& router) {
    return ids_of(select(log, {.slowest = {}, .through = router, .between = {}}));
  };
  const Log words = log_with(R"(["a","b","c","d"])");
  ASSERT_FALSE(through(words, "c").empty());
  EXPECT_EQ(through(words, "2"), through(words, "c"));
  EXPECT_EQ(through(words, "3"), Ids{}) << "no packet passes the node of the name d";
  for (const std::string wrong : {"4", "z", "local"}) EXPECT_THROW(through(words, wrong), InputError) << wrong;
  const Log fabric = log_with(R"(["x","y","z","w"])");
  EXPECT_EQ(through(fabric, "c"), through(words, "c")) << "a PE has its own name";
  EXPECT_THROW(through(fabric, "2"), InputError) << "the PE of a node is not known";
}

/// A line of a packet from one node to another whose route is one hop, at the router of its source.
std::string sent(unsigned source, unsigned number, unsigned destination, const std::string& from, Cycle cycle) {
  const auto text = [](auto value) { return std::to_string(value); };
  const std::string at = text(cycle);
  return R"({"id":)" + text(4 * number + source) + R"(,"kind":"unicast","source":)" + text(source) + R"(,"number":)" +
         text(number) + R"(,"destination":)" + text(destination) + ',' + R"("from":")" + from +
         R"(","at":null,"flits":2,"members":1,"reached":0,"copies":0,"created":)" + at + R"(,"injected":)" + at +
         R"(,"delivered":null,"lost":null,"hops":null,"route":[[")" + from + R"(","local","e",0,)" + at + ",null]]}\n";
}

TEST(PacketQuery, selects_packets_of_which_a_flit_leaves_the_router_in_the_cycles) {
  const Log log = small();
  using Ids = std::vector<std::uint64_t>;
  const auto within = [](const Log& of, const std::string& router, Cycle first, Cycle last) {
    Query query;
    query.through = router;
    query.cycles = {first, last};
    return ids_of(select(of, query));
  };
  EXPECT_EQ(within(log, "b", 0, 10), Ids{}) << "the first head leaves in cycle 11";
  EXPECT_EQ(within(log, "b", 0, 11), Ids{0});
  EXPECT_EQ(within(log, "b", 12, 12), Ids{0}) << "between head and tail";
  EXPECT_EQ(within(log, "b", 13, 14), (Ids{0, 1}));
  EXPECT_EQ(within(log, "b", 14, 59), Ids{1}) << "the tail of the first has left in cycle 13";
  EXPECT_EQ(within(log, "c", 20, 20), Ids{});
  EXPECT_EQ(within(log, "z", 0, 59), Ids{});
  const Log under_way = log_of(kHead + sent(0, 0, 2, "a", 8));
  EXPECT_EQ(within(under_way, "a", 59, 59), Ids{0}) << "its tail has not left by the end";
  EXPECT_EQ(within(under_way, "a", 0, 7), Ids{});
  EXPECT_NE(to_text(under_way, select(under_way, {}), true).find("a e @8-\n"), std::string::npos);
  EXPECT_EQ(passing_cycles(log, "b"), (std::pair<Cycle, Cycle>{11, 14}));
  EXPECT_EQ(passing_cycles(under_way, "a"), (std::pair<Cycle, Cycle>{8, 59})) << "the run has 60 cycles, from 0 on";
  EXPECT_EQ(passing_cycles(log, "z"), std::nullopt);
}

TEST(PacketPlaces, name_the_node_of_a_pe_as_packets_tell_it) {
  const std::string head = replaced(kHead, "}]}", "}],\"names\":[\"x\",\"y\",\"z\",\"w\"]}");
  const Log still =
      log_of(replaced(replaced(head, R"({"cycle":9,"pe":[1,2]})", ""), R"({"name":"drain","from":10,"to":14})", "") +
             kFar + kNear);
  const std::string text = to_text(still, select(still, {}), true);
  EXPECT_NE(text.find("a (x) e @8-10, b (y) e @11-13, c (z) local @14-19\n"), std::string::npos) << text;
  EXPECT_EQ(to_json(still, select(still, {}), true)["list"][0]["route"][1]["node"], "y");
  const Log by_nodes = log_of(replaced(head, R"("x","y","z","w")", R"("a","b","c","d")") + kFar + kNear);
  EXPECT_NE(to_text(by_nodes, select(by_nodes, {}), true).find("a e @8-10, b e @11-13"), std::string::npos)
      << "a router that is called as its node is named once";
  EXPECT_EQ(to_json(by_nodes, select(by_nodes, {}), true)["list"][0]["route"][1]["node"], "b");
}

TEST(PacketPlaces, follow_nodes_that_move) {
  const std::string head = replaced(kHead, "}]}", "}],\"names\":[\"x\",\"y\",\"z\",\"w\"]}");
  const Log log = log_of(head + sent(0, 0, 2, "a", 8) + sent(0, 1, 2, "b", 15) + sent(1, 0, 2, "a", 16));
  const Places places(log);
  const auto name = [&](const std::string& pe) {
    return static_cast<Name>(std::ranges::find(log.names, pe) - log.names.begin());
  };
  EXPECT_EQ(places.text(name("a"), 8), "a (x)");
  EXPECT_EQ(places.text(name("a"), 14), "a (x)") << "nodes move at the end of the drain";
  EXPECT_EQ(places.text(name("a"), 15), "a (y)");
  EXPECT_EQ(places.text(name("b"), 15), "b (x)");
  EXPECT_EQ(places.text(name("b"), 8), "b") << "no packet says which node was there before";
}

TEST(PacketQuery, names_nodes_that_there_are_and_routes_that_there_are_not) {
  const auto complaint_of = [](const Log& log, const Query& query) -> std::string {
    try {
      select(log, query);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint_of(small(), {.slowest = {}, .through = "", .between = "0,4"}),
            "--between: '4' is not a node; valid is 0 to 3");
  EXPECT_EQ(complaint_of(log_of(replaced(kHead, "\"routes\":true", "\"routes\":false")),
                         {.slowest = {}, .through = "a", .between = {}}),
            "--through: the log has no routes; write it with kintsugi run --packets FILE --route");
  const auto of_cycles = [&](const std::string& router, Cycle first, Cycle last) {
    Query query;
    query.through = router;
    query.cycles = {first, last};
    return complaint_of(small(), query);
  };
  EXPECT_EQ(of_cycles("", 1, 2), "--cycles: it says when packets pass a router; name the router with --through");
  EXPECT_EQ(of_cycles("a", 3, 2), "--cycles: no cycle is from 3 to 2; the first comes first");
  EXPECT_EQ(of_cycles("a", 59, 60), "");
  EXPECT_EQ(of_cycles("a", 60, 61), "--cycles: cycle 60 is after the run of the log, which has 60 cycles, from 0 on");
}

TEST(PacketBins, count_every_value_once_in_few_bins) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint64_t> values(1 + random() % 50);
    for (std::uint64_t& value : values) value = random() >> (4 + random() % 60);
    const Bins bins = bins_of(values, 20);
    ASSERT_LE(bins.counts.size(), 20u);
    ASSERT_NE(bins.counts.back(), 0u);
    for (std::size_t i = 0; i < bins.counts.size(); ++i) {
      const std::uint64_t low = bins.first + i * bins.width;
      const auto inside = [&](std::uint64_t value) { return value >= low && value - low < bins.width; };
      ASSERT_EQ(bins.counts[i], static_cast<std::uint64_t>(std::ranges::count_if(values, inside)));
    }
  }
}

TEST(PacketBins, percentiles_are_the_smallest_values_that_so_many_do_not_exceed) {
  for (std::size_t size = 1; size < 40; ++size) {
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < size; ++i) values.push_back(i / 3);
    for (unsigned percent = 1; percent <= 100; ++percent) {
      const auto covers = [&](std::uint64_t value) {
        const auto below = std::ranges::count_if(values, [value](std::uint64_t each) { return each <= value; });
        return static_cast<std::size_t>(below) * 100 >= percent * size;
      };
      const std::uint64_t found = percentile(values, percent);
      ASSERT_TRUE(covers(found) && (found == 0 || !covers(found - 1))) << size << ' ' << percent;
    }
  }
}

TEST(PacketReport, has_counts_distributions_and_the_list) {
  const Log log = small();
  const json report = to_json(log, select(log, {}), true);
  EXPECT_EQ(report["packets"], 3);
  EXPECT_EQ(report["delivered"], 2);
  EXPECT_EQ(report["lost"], 1);
  EXPECT_EQ(report["latency"]["mean"], 16);
  EXPECT_EQ(report["latency"]["max"], 17);
  EXPECT_EQ(report["hops"]["bins"]["counts"], (std::vector<int>{1, 1}));
  EXPECT_EQ(report["list"].size(), 3u);
  for (const std::string& line : {kFar, kNear, kLost}) {
    const json packet = json::parse(line);
    const json& listed = report["list"][line == kFar ? 0 : line == kNear ? 1 : 2];
    for (const auto& [key, value] : packet.items()) {
      if (key == "route") continue;
      EXPECT_EQ(listed.at(key), value) << key << " of " << line;
    }
  }
  EXPECT_EQ(report["list"][0]["route"][1],
            json::parse(R"({"router":"b","node":null,"in":"w","out":"e","channel":1,"head":11,"tail":13})"));
  const std::string text = to_text(log, select(log, {}), true);
  EXPECT_NE(text.find("a e @8-10, b e @11-13, c local @14-19\n"), std::string::npos) << text;
  EXPECT_NE(text.find("b e @14, c local @21\n"), std::string::npos) << "head and tail are one flit: " << text;
  EXPECT_NE(text.find("lost at d: queued, d is dead"), std::string::npos) << text;
}

TEST(PacketLogReader, reads_a_log_that_names_no_dead_pe) {
  std::string older = kLost;
  older.erase(older.find(R"(,"dead":"d")"), std::string(R"(,"dead":"d")").size());
  const Log log = log_of(kHead + older);
  EXPECT_EQ(to_json(log, select(log, {}), true)["list"][0]["lost"]["dead"], nullptr);
}

std::string time_line_of(const Log& log) {
  std::string text;
  write_perfetto(log, select(log, {}), [&text](std::string_view part) { text += part; });
  return text;
}

/// Returns the slices of a time line on the tracks of channels: (track, packet) -> (ts, dur).
std::map<std::pair<std::string, std::uint64_t>, std::pair<std::uint64_t, std::uint64_t>> slices_of(const json& line) {
  std::map<std::uint64_t, std::string> tracks;
  std::map<std::pair<std::string, std::uint64_t>, std::pair<std::uint64_t, std::uint64_t>> slices;
  for (const json& event : line["traceEvents"]) {
    if (event["name"] == "thread_name" && event["pid"] == 1) tracks[event["tid"]] = event["args"]["name"];
    if (event["ph"] != "X" || event["pid"] != 1) continue;
    slices[{tracks.at(event["tid"]), event["args"]["id"]}] = {event["ts"], event["dur"]};
  }
  return slices;
}

TEST(TimeLine, shows_the_slices_that_the_log_says) {
  const Log log = small();
  const json line = json::parse(time_line_of(log));
  using Slices = std::map<std::pair<std::string, std::uint64_t>, std::pair<std::uint64_t, std::uint64_t>>;
  const Slices expected = {{{"a e vc 0", 0}, {8, 3}},
                           {{"b e vc 1", 0}, {11, 3}},
                           {{"b e vc 1", 1}, {14, 1}},
                           {{"c local vc 0", 0}, {14, 6}},
                           {{"c local vc 1", 1}, {21, 1}}};
  EXPECT_EQ(slices_of(line), expected);
}

TEST(TimeLine, calls_packets_by_the_names_of_their_nodes) {
  const std::string names = R"(,"names":["x","\"y","z","spine01"]})";
  const std::string line = time_line_of(log_of(replaced(kHead, "}]}", "}]" + names) + kFar + kNear));
  EXPECT_NE(line.find(R"("packet 0 of node x")"), std::string::npos);
  EXPECT_NE(line.find(R"("packet 0 of node \"y")"), std::string::npos);
  EXPECT_NE(time_line_of(small()).find(R"("packet 0 of node 1")"), std::string::npos);
}

TEST(TimeLine, ends_slices_without_a_tail_with_the_last_cycle_of_the_run) {
  const std::string under_way =
      replaced(replaced(replaced(kNear, "\"delivered\":22", "\"delivered\":null"), "1,14,14]", "1,14,null]"),
               "[\"c\",\"w\",\"local\",1,21,21]", "[\"c\",\"w\",\"local\",1,59,null]");
  const std::string counts =
      replaced(replaced(replaced(under_way, "\"reached\":1", "\"reached\":0"), "\"copies\":1", "\"copies\":0"),
               "\"hops\":1", "\"hops\":null");
  const Log log = log_of(kHead + counts);
  const auto slices = slices_of(json::parse(time_line_of(log)));
  using Slice = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(slices.at({"b e vc 1", 1}), (Slice{14, 46})) << "the run has cycles 0 to 59";
  EXPECT_EQ(slices.at({"c local vc 1", 1}), (Slice{59, 1}));
}

TEST(TimeLine, is_handed_on_in_parts_of_bounded_size) {
  std::string text = replaced(kHead, "\"cycles\":60", "\"cycles\":100000");
  for (int i = 0; i < 3000; ++i) {
    text += R"({"id":)" + std::to_string(4 * i) + R"(,"kind":"unicast","source":0,"number":)" + std::to_string(i) +
            R"(,"destination":1,"from":"a","at":"b","flits":1,"members":1,"reached":1,"copies":1,"created":)" +
            std::to_string(10 * i) + R"(,"injected":)" + std::to_string(10 * i) + R"(,"delivered":)" +
            std::to_string(10 * i + 8) + R"(,"lost":null,"hops":1,"route":[["a","local","e",0,)" +
            std::to_string(10 * i + 2) + ',' + std::to_string(10 * i + 2) + R"(],["b","w","local",0,)" +
            std::to_string(10 * i + 7) + ',' + std::to_string(10 * i + 7) + "]]}\n";
  }
  const Log log = log_of(text);
  std::string whole;
  std::size_t parts = 0, largest = 0;
  write_perfetto(log, select(log, {}), [&](std::string_view part) {
    ++parts;
    largest = std::max(largest, part.size());
    whole += part;
  });
  EXPECT_GT(parts, 5u);
  EXPECT_LT(largest, 70'000u);
  EXPECT_EQ(slices_of(json::parse(whole)).size(), 6000u);
}

TEST(TimeLine, fits_the_schema_of_trace_events) {
  const test::JsonSchema schema(json::parse(test::text_of("tb/tool/packets/perfetto.schema.json")));
  const Log log = small();
  const json line = json::parse(time_line_of(log));
  EXPECT_EQ(schema.complaint(line), "");
  for (std::size_t i = 0; i < line["traceEvents"].size(); ++i) {
    for (const auto& [key, value] : line["traceEvents"][i].items()) {
      json wrong = line;
      wrong["traceEvents"][i][key] = json::array({value});
      EXPECT_NE(schema.complaint(wrong), "") << key << " of event " << i;
    }
  }
}

TEST(TimeLine, counts_packets_and_channels_and_marks_faults_and_phases) {
  const Log log = small();
  const json line = json::parse(time_line_of(log));
  std::map<std::string, std::vector<std::pair<int, int>>> counters;
  std::vector<json> instants, phases;
  for (const json& event : line["traceEvents"]) {
    if (event["ph"] == "C") counters[event["name"]].emplace_back(event["ts"], event["args"]["value"]);
    if (event["ph"] == "i") instants.push_back(event);
    if (event["ph"] == "X" && event["pid"] == 3) phases.push_back(event);
  }
  using Values = std::vector<std::pair<int, int>>;
  EXPECT_EQ(counters["packets in source queues"], (Values{{5, 2}, {6, 1}, {7, 2}, {9, 1}, {12, 0}}));
  EXPECT_EQ(counters["packets in the network"], (Values{{6, 1}, {12, 2}, {20, 1}, {22, 0}}));
  EXPECT_EQ(counters["channels in use: b e"], (Values{{11, 1}, {15, 0}})) << "one packet follows the other at once";
  ASSERT_EQ(instants.size(), 1u);
  EXPECT_EQ(instants[0]["name"], "fault: pe [1,2]");
  EXPECT_EQ(instants[0]["ts"], 9);
  ASSERT_EQ(phases.size(), 1u);
  EXPECT_EQ(phases[0]["name"], "drain");
  EXPECT_EQ(phases[0]["ts"], 10);
  EXPECT_EQ(phases[0]["dur"], 5);
}

}  // namespace
}  // namespace kintsugi::packets

// Two packet logs, packet by packet.
#include "tb/tool/diff/comparisons.hpp"

#include "tb/tests/unit/tool/diff/two_files.hpp"

namespace kintsugi::diff {
namespace {

const std::string kLogHead =
    R"({"packets":1,"nodes":3,"cycles":60,"routes":true,"faults":[],"phases":[],"names":["u","v","w"]})"
    "\n";
const std::string kLongWay =
    R"({"id":0,"kind":"unicast","source":0,"number":0,"destination":2,"from":"a","at":"c","flits":3,"members":1,)"
    R"("reached":1,"copies":1,"created":5,"injected":6,"delivered":20,"lost":null,"hops":2,"route":[)"
    R"(["a","local","e",0,8,10],["b","w","e",1,11,13],["c","w","local",0,14,19]]})"
    "\n";
const std::string kShortWay =
    R"({"id":1,"kind":"unicast","source":1,"number":0,"destination":2,"from":"b","at":"c","flits":1,"members":1,)"
    R"("reached":1,"copies":1,"created":7,"injected":12,"delivered":22,"lost":null,"hops":1,"route":[)"
    R"(["b","local","e",1,14,14],["c","w","local",1,21,21]]})"
    "\n";
const std::string kWholeLog = kLogHead + kLongWay + kShortWay;

Sentences changed_log(const std::string& what, const std::string& by) {
  return TwoFiles(kWholeLog, with_change(kWholeLog, what, by)).sentences();
}

TEST(DiffPackets, of_equal_logs_have_no_difference) {
  const ComparedFiles compared = TwoFiles(kWholeLog, kWholeLog).compare();
  EXPECT_EQ(compared.form, Form::kPackets);
  EXPECT_TRUE(compared.comparison.equal());
  EXPECT_EQ(compared.comparison.compared, "2 packets");
  EXPECT_EQ(compared.comparison.unit, "cycle");
}

TEST(DiffPackets, find_an_event_that_is_one_cycle_later) {
  EXPECT_EQ(changed_log("\"delivered\":20", "\"delivered\":21"), Sentences{"20 delivered packet 0 of node u: 20 21"});
  EXPECT_EQ(changed_log("\"injected\":6", "\"injected\":7"), Sentences{"6 injected packet 0 of node u: 6 7"});
  EXPECT_EQ(changed_log("\"created\":5", "\"created\":4"), Sentences{"4 created packet 0 of node u: 5 4"});
}

TEST(DiffPackets, find_a_hop_that_is_another_one) {
  EXPECT_EQ(changed_log("1,11,13", "1,12,13"),
            Sentences{R"(11 route packet 0 of node u: ["b","w","e",1,11,13] ["b","w","e",1,12,13])"});
  EXPECT_EQ(changed_log("0,8,10", "0,8,11"),
            Sentences{R"(10 route packet 0 of node u: ["a","local","e",0,8,10] ["a","local","e",0,8,11])"});
  EXPECT_EQ(changed_log("\"e\",1,14,14", "\"e\",0,14,14"),
            Sentences{R"(14 route packet 0 of node v: ["b","local","e",1,14,14] ["b","local","e",0,14,14])"});
}

TEST(DiffPackets, count_a_packet_once_by_what_is_earliest) {
  const std::string later =
      with_change(with_change(kWholeLog, "\"injected\":6", "\"injected\":7"), "\"delivered\":20", "\"delivered\":24");
  const std::string both = with_change(later, "\"delivered\":22", "\"delivered\":23");
  EXPECT_EQ(TwoFiles(kWholeLog, both).sentences(),
            (Sentences{"6 injected packet 0 of node u: 6 7", "22 delivered packet 0 of node v: 22 23"}));
}

TEST(DiffPackets, order_differences_by_cycle_whatever_their_order_in_the_log) {
  const std::string both =
      with_change(with_change(kWholeLog, "\"delivered\":20", "\"delivered\":25"), "\"injected\":12", "\"injected\":13");
  EXPECT_EQ(TwoFiles(kWholeLog, both).sentences(),
            (Sentences{"12 injected packet 0 of node v: 12 13", "20 delivered packet 0 of node u: 20 25"}));
}

TEST(DiffPackets, name_packets_of_one_log_alone) {
  EXPECT_EQ(TwoFiles(kWholeLog, kLogHead + kShortWay).sentences(),
            Sentences{R"(5 only in a packet 0 of node u: {"destination":"w","flits":3,"created":5} null)"});
  EXPECT_EQ(TwoFiles(kLogHead + kLongWay, kWholeLog).sentences(),
            Sentences{R"(7 only in b packet 0 of node v: null {"destination":"w","flits":1,"created":7})"});
}

TEST(DiffPackets, see_what_became_of_a_packet) {
  const std::string lost = with_change(
      with_change(with_change(kWholeLog, "\"delivered\":22,\"lost\":null",
                              "\"delivered\":null,\"lost\":{\"cycle\":22,\"reason\":\"late\",\"dead\":null}"),
                  "\"flits\":1,\"members\":1,\"reached\":1", "\"flits\":1,\"members\":1,\"reached\":0"),
      "\"faults\":[]", "\"faults\":[{\"cycle\":9,\"pe\":[1,2]}]");
  EXPECT_EQ(TwoFiles(kWholeLog, lost).sentences(),
            (Sentences{"22 delivered packet 0 of node v: 22 null", R"(fault number 0: null "pe [1,2] in cycle 9")"}));
}

/// What both logs do not know otherwise is known to be another in the last cycle that both have.
TEST(DiffPackets, of_packets_that_are_not_delivered_are_of_the_end_of_the_shorter_log) {
  const auto under_way = [](const std::string& log) {
    const std::string alone = with_change(log, ",[\"c\",\"w\",\"local\",0,14,19]", "");
    return with_change(
        with_change(alone, "\"reached\":1,\"copies\":1,\"created\":5", "\"reached\":0,\"copies\":1,\"created\":5"),
        "\"delivered\":20", "\"delivered\":null");
  };
  const std::string one = under_way(kWholeLog), other = with_change(one, "\"hops\":2", "\"hops\":3");
  EXPECT_EQ(TwoFiles(one, other).sentences(), Sentences{"60 hops packet 0 of node u: 2 3"});
  const auto shorter = [](const std::string& log) { return with_change(log, "\"cycles\":60", "\"cycles\":50"); };
  EXPECT_EQ(TwoFiles(shorter(one), shorter(other)).sentences(), Sentences{"50 hops packet 0 of node u: 2 3"});
  EXPECT_EQ(TwoFiles(one, shorter(other)).sentences().front(), "50 hops packet 0 of node u: 2 3");
  EXPECT_EQ(TwoFiles(shorter(one), other).sentences().front(), "50 hops packet 0 of node u: 2 3");
}

TEST(DiffPackets, compare_the_heads_of_the_logs) {
  EXPECT_EQ(changed_log("\"cycles\":60", "\"cycles\":61"), Sentences{"head cycles: 60 61"});
  EXPECT_EQ(changed_log("\"w\"]", "\"x\"]").front(), R"(5 destination packet 0 of node u: "w" "x")");
}

TEST(DiffPackets, leave_out_routes_that_one_log_does_not_have) {
  std::string plain = with_change(kWholeLog, "\"routes\":true", "\"routes\":false");
  for (const char* begin : {",\"route\":[[\"a\"", ",\"route\":[[\"b\""}) {
    const std::size_t at = plain.find(begin);
    plain.erase(at, plain.find('}', at) - at);
  }
  const ComparedFiles compared = TwoFiles(kWholeLog, plain).compare();
  EXPECT_TRUE(compared.comparison.equal());
  EXPECT_EQ(compared.comparison.notes, Sentences{"only a has routes: they are not compared"});
}

TEST(DiffPackets, of_a_wrong_log_are_refused_at_their_line) {
  EXPECT_EQ(TwoFiles(kWholeLog, kLogHead + kLongWay.substr(0, 100)).complaint(),
            "b:2:101: this is no JSON; every line of a packet log is one document");
  EXPECT_EQ(TwoFiles(with_change(kWholeLog, "\"flits\":3", "\"flits\":0"), kWholeLog).complaint(),
            "a:2:1: it has no flits");
  EXPECT_NE(TwoFiles(kLongWay, kWholeLog).complaint().find("a:1:1: this is the line of a packet"), std::string::npos);
}

}  // namespace
}  // namespace kintsugi::diff

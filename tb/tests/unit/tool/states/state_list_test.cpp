// Every message about a list of states or a bitstream, with its place.
#include "tb/tool/states/state_list.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/tool/states/repaired.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi::test {
namespace {

using Lines = std::vector<std::string>;

const Repaired& listed_wafer() {
  static const Repaired kWafer(kRepairedWafer);
  return kWafer;
}

Lines mistakes_in_list(const std::string& text, const std::string& name = "list") {
  Diagnostics errors;
  states::read_states(text, name, listed_wafer().fabric(), listed_wafer().input.setup.network(), errors);
  return printed(errors);
}

TEST(StateList, of_a_repair_has_no_mistake_in_any_form) {
  EXPECT_EQ(mistakes_in_list(listed_wafer().csv()), Lines{});
  EXPECT_EQ(mistakes_in_list(listed_wafer().json()), Lines{});
  EXPECT_EQ(mistakes_in_list(listed_wafer().lines()), Lines{});
  EXPECT_EQ(mistakes_in_list("\xef\xbb\xbf# read back\r\n\r\n" + listed_wafer().lines()), Lines{});
}

TEST(StateList, an_unknown_name_is_answered_with_the_nearest) {
  EXPECT_EQ(mistakes_in_list(with_line(listed_wafer().lines(), "sh.g0.c1 ", "sh.g0.cl X")),
            Lines{"list:2:1: the fabric has no field or switch 'sh.g0.cl'; did you mean 'sh.g0.c0'?"});
  EXPECT_EQ(mistakes_in_list("name,value\nwafer.configuration.status,1"),
            Lines{"list:2:1: the fabric has no field or switch 'wafer.configuration.status'; kintsugi repair --states "
                  "FILE writes the names of all"});
  EXPECT_EQ(
      mistakes_in_list("kind,name,value\nfield,r2.c2.bunch_ew,1\nswitch,r2.c2,1"),
      (Lines{
          "list:2:7: the fabric has no field 'r2.c2.bunch_ew'; kintsugi repair --states FILE writes the names of all",
          "list:3:8: the fabric has no switch 'r2.c2'; kintsugi repair --states FILE writes the names of all"}));
}

TEST(StateList, a_state_that_the_switch_does_not_have_is_answered_with_those_that_it_has) {
  EXPECT_EQ(mistakes_in_list("sh.g0.c0 4\nsh.g0.c1 x\nsh.g0.c2 OPNE\nr2.c2 bypass\nsh.g0.c3 -1"),
            (Lines{"list:1:10: 'sh.g0.c0' cannot be '4'; its states are 0 to 3: OPEN, X, D1, D2",
                   "list:2:10: 'sh.g0.c1' cannot be 'x'; did you mean 'X'?",
                   "list:3:10: 'sh.g0.c2' cannot be 'OPNE'; did you mean 'OPEN'?",
                   "list:4:7: 'r2.c2' cannot be 'bypass'; its states are 0 to 2: cross, connect_0, connect_0_1",
                   "list:5:10: 'sh.g0.c3' cannot be '-1'; its states are 0 to 3: OPEN, X, D1, D2"}));
}

TEST(StateList, two_states_of_one_switch_are_both_named) {
  EXPECT_EQ(mistakes_in_list("sh.g0.c0 X\nsh.g0.c0 D1"),
            Lines{"list:2:10: the switch sh.g0.c0 is D1 here and X at list:1:10; change both, or leave one of them "
                  "out"});
  EXPECT_EQ(mistakes_in_list("r2.c2 1\nr2.c2.bunch_ns cross"),
            Lines{"list:2:16: the switch r2.c2.bunch_ns is cross here and connect_0 at list:1:7; change both, or leave "
                  "one of them out"});
  EXPECT_EQ(mistakes_in_list("name,value,state\nsh.g0.c0,2,X"),
            Lines{"list:2:12: 'sh.g0.c0' cannot be both D1 and X; change both, or leave one of them out"});
}

TEST(StateList, missing_states_are_counted_and_the_first_named) {
  EXPECT_EQ(mistakes_in_list(with_line(with_line(listed_wafer().lines(), "sh.g0.c1 ", ""), "r2.c2 ", "")),
            Lines{"list: 3 of 124 switches have no state: sh.g0.c1, r2.c2.bunch_ew, r2.c2.bunch_ns; give a state for "
                  "every switch, by its own name or by that of its field"});
  EXPECT_EQ(mistakes_in_list("")[0].substr(0, 48), "list: 124 of 124 switches have no state: sh.g0.c");
}

TEST(StateList, the_columns_of_a_table_are_checked) {
  EXPECT_EQ(mistakes_in_list("a,b,c"),
            Lines{"list:1:1: a line is a name and a state, not 3 cells; a table with more columns "
                  "begins with a header that has name"});
  EXPECT_EQ(mistakes_in_list("kind,name,stat\nfield,a,1"),
            Lines{"list:1:6: the header has no column for the state: value, state or after"});
  EXPECT_EQ(mistakes_in_list("kind,name,value\nfeld,sh.g0.c0,1\nfield,,1\nfield,sh.g0.c0,\nwire,a,b"),
            (Lines{"list:2:1: unknown kind 'feld'; did you mean 'field'?", "list:3:1: this row has no name",
                   "list:4:7: the row of 'sh.g0.c0' has no state: value, state or after"}));
  EXPECT_EQ(mistakes_in_list("name,state\n\"sh.g0.c0\" , \"a \"\"b\"\"\"\n"),
            Lines{"list:2:14: 'sh.g0.c0' cannot be 'a \"b\"'; its states are 0 to 3: OPEN, X, D1, D2"});
  EXPECT_EQ(mistakes_in_list("name,state\nsh.g0.c0,\"1\"2\nsh.g0.c0,\"1"),
            (Lines{"list:2:10: there is text after the closing quote; a quote in a text is doubled",
                   "list:3:10: the quote is not closed"}));
}

TEST(StateList, the_rows_of_a_document_are_checked) {
  EXPECT_EQ(mistakes_in_list("[1, {value: 2}, {name: sh.g0.c0}, {name: sh.g0.c1, state: [X]}]"),
            (Lines{"list:1:2: a row must be a mapping, {name: ..., state: ...}, not '1'",
                   "list:1:5: this row has no name; a row is {name: ..., state: ...}",
                   "list:1:17: the row of 'sh.g0.c0' has no state: give value, state or after",
                   "list:1:59: 'sh.g0.c1' must have a number or the name of a state, not a list"}));
  EXPECT_EQ(mistakes_in_list("{fields: 7, pes: [{name: r1.c1}]}"),
            (Lines{"list:1:10: fields must be a list of rows or a mapping, not '7'; a list of states is {fields: "
                   "[{name: ..., value: ...}]}, or {NAME: STATE}",
                   "list:1:19: the row of 'r1.c1' has no node: give after or node"}));
  EXPECT_EQ(mistakes_in_list("7", "a.json"), Lines{"a.json:1:1: this is '7'; a list of states is {fields: [{name: ..., "
                                                   "value: ...}]}, or {NAME: STATE}"});
  EXPECT_EQ(mistakes_in_list("{a: [", "a.json").size(), 1u);
}

TEST(StateList, of_another_fabric_is_refused_by_its_number) {
  const std::string number = hex32(listed_wafer().fabric().number);
  const std::string expected = "the states are of the fabric with the number 12345678, and this one has " + number +
                               ": name the scenario for which they were made";
  EXPECT_EQ(mistakes_in_list("{fabric_number: \"12345678\", fields: {a: 1}}"), Lines{"list:1:17: " + expected});
  EXPECT_EQ(mistakes_in_list("kind,name,state\nfabric,wafer,12345678\nfield,a,1"), Lines{"list:2:14: " + expected});
  EXPECT_EQ(mistakes_in_list("{fabric_number: [1], fields: {a: 1}}").front(),
            "list:1:17: fabric_number must be eight hexadecimal digits, not a list; leave it out, or take it from a "
            "report");
  EXPECT_EQ(mistakes_in_list("{fabric_number: \"" + number + "\", fields: {sh.g0.c0: 7}}").size(), 1u)
      << "the states are read";
}

TEST(StateList, the_list_of_pes_places_every_node_once) {
  const std::string csv = listed_wafer().csv();
  EXPECT_EQ(mistakes_in_list(with_line(csv, "pe,r1.c1,", "pe,r1.cl,,,,,x0.y0")),
            Lines{"list:" + std::to_string(1 + std::ranges::count(csv.substr(0, csv.find("\npe,r1.c1,") + 1), '\n')) +
                  ":4: the fabric has no PE 'r1.cl'; did you mean 'r1.c0'?"});
  const auto fields = "{fields: {}, switches: {}, pes: ";
  const std::string missing = mistakes_in_list("{fields: {}, pes: {r1.c1: x0.y0, r1.c2: ~}}").back();
  EXPECT_EQ(missing.substr(0, 5), "list:") << missing;
  EXPECT_EQ(mistakes_in_list(std::string(fields) + "{r1.c1: x9.y0}}")[1],
            "list:1:41: the network has no node 'x9.y0'; its "
            "first is 'x0.y0'");
  EXPECT_EQ(mistakes_in_list(std::string(fields) + "{r1.c1: x0.y0, r1.c2: x0.y0}}")[1],
            "list:1:55: node 'x0.y0' is at r1.c1 already");
  EXPECT_EQ(mistakes_in_list(std::string(fields) + "[{name: r1.c1, node: x0.y0}, {name: r1.c1, node: x1.y0}]}")[1],
            "list:1:82: 'r1.c1' has a node already");
  EXPECT_EQ(
      mistakes_in_list(with_line(csv, "pe,r1.c1,", "pe,r1.c1,,,,,")),
      Lines{"list: the list of PEs has no node 'x0.y0'; add it, or leave the list out: the placement is then found "
            "from the states"});
}

// --- Bitstreams ----------------------------------------------------------------------------------------------------

Lines mistakes_in_stream(const std::string& bytes) {
  Diagnostics errors;
  states::read_bitstream(bytes, "stream", listed_wafer().fabric(), errors);
  return printed(errors);
}

TEST(StreamStates, need_no_checksum) {
  const std::string bytes = bitstream_file(listed_wafer().checked, listed_wafer().fabric());
  Diagnostics errors;
  const auto without =
      states::read_bitstream(bytes.substr(0, bytes.size() - 4), "stream", listed_wafer().fabric(), errors);
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(without.checksum, states::Checksum::kNone);
  EXPECT_EQ(without.configuration, listed_wafer().checked.repair.configuration);
}

TEST(StreamStates, of_a_wrong_length_or_checksum_are_refused) {
  std::string bytes = bitstream_file(listed_wafer().checked, listed_wafer().fabric());
  EXPECT_EQ(mistakes_in_stream(bytes + "x"),
            Lines{"stream: a bitstream of this fabric has 27 bytes, or 23 without its checksum, not 28"});
  bytes[3] = static_cast<char>(bytes[3] ^ 1);
  const Lines lines = mistakes_in_stream(bytes);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(lines[0].starts_with("stream: the checksum at the end is "));
  EXPECT_TRUE(lines[0].ends_with(": the stream is damaged, or of another fabric or network")) << lines[0];
}

TEST(StreamStates, with_a_value_that_is_no_state_are_refused) {
  std::string bytes = bitstream_file(listed_wafer().checked, listed_wafer().fabric()).substr(0, 23);
  bytes[15] = static_cast<char>(0xff);
  EXPECT_EQ(mistakes_in_stream(bytes), Lines{"stream: field 'r0.c1' cannot be 3: its states are 0 to 2"});
}

}  // namespace
}  // namespace kintsugi::test

// Every message about a list of states or a bitstream, with its place.
#include "tb/tool/states/state_list.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>

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
  EXPECT_EQ(mistakes_in_list("sh.g0.c0 4\nsh.g0.c1 Y\nsh.g0.c2 OPNE\nr2.c2 bypass\nsh.g0.c3 -1"),
            (Lines{"list:1:10: 'sh.g0.c0' cannot be '4'; its states are 0 to 3: OPEN, X, D1, D2",
                   "list:2:10: 'sh.g0.c1' cannot be 'Y'; did you mean 'X'?",
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

TEST(StateList, switches_that_are_left_out_are_counted_and_stay_as_after_power_up) {
  const std::string text = with_line(with_line(listed_wafer().lines(), "sh.g0.c1 ", ""), "r2.c2 ", "");
  Diagnostics errors;
  const states::StateList list =
      states::read_states(text, "list", listed_wafer().fabric(), listed_wafer().input.setup.network(), errors);
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(list.left_out, 3u);
  EXPECT_EQ(list.states.at(1), TrackSwitchType::kOpen);
  const Lines none{"list: no switch has a state; give states by the names of switches or fields"};
  EXPECT_EQ(mistakes_in_list(""), none);
  EXPECT_EQ(mistakes_in_list("{}"), none);
  EXPECT_EQ(mistakes_in_list("kind,name,after\npe,r1.c1,x0.y0").front(), none.front());
}

TEST(StateList, a_comment_ends_a_line_and_other_separators_are_taken) {
  EXPECT_EQ(mistakes_in_list("sh.g0.c0 X  # as planned, idle\nsh.g0.c1;D1 ; # \"idle\n\t# nothing\n"), Lines{});
  EXPECT_EQ(mistakes_in_list("NAME;State;note\n\"sh.g0.c0\";\"X\";\"a # b; c\"\n"), Lines{});
  EXPECT_EQ(mistakes_in_list("sh.g0.c0 X#1"),
            Lines{"list:1:10: 'sh.g0.c0' cannot be 'X#1'; its states are 0 to 3: OPEN, X, D1, D2"});
}

TEST(StateList, a_row_must_fit_the_header) {
  EXPECT_EQ(mistakes_in_list("name,state\nsh.g0.c0,X,,\nsh.g0.c1,X,1"),
            Lines{"list:3:12: this row has 3 cells, and the header 2; leave out what is too much"});
  EXPECT_EQ(mistakes_in_list("name before state\nsh.g0.c0 X"),
            Lines{"list:2:1: this row has 2 cells, and the header 3; separate the cells by commas if some are empty"});
}

TEST(StateList, a_long_text_is_not_echoed) {
  for (const std::string& text :
       {std::string(3000, 'x') + " X", "sh.g0.c0 " + std::string(3000, 'x'), '"' + std::string(3000, 'x') + "\",X"}) {
    const Lines lines = mistakes_in_list(text);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_LT(lines[0].size(), 500u) << lines[0];
    EXPECT_NE(lines[0].find("[... 2"), std::string::npos) << lines[0];
  }
  EXPECT_LT(mistakes_in_list('"' + std::string(3000, 'x') + '"', "a.json").front().size(), 500u);
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
                               ": name the scenario of that fabric";
  EXPECT_EQ(mistakes_in_list("{fabric_number: \"12345678\", fields: {a: 1}}"), Lines{"list:1:17: " + expected});
  EXPECT_EQ(mistakes_in_list("kind,name,state\nfabric,wafer,12345678\nfield,a,1"), Lines{"list:2:14: " + expected});
  EXPECT_EQ(mistakes_in_list("{fabric_number: [1], fields: {a: 1}}").front(),
            "list:1:17: fabric_number must be eight hexadecimal digits, not a list; leave it out, or take it from a "
            "report");
  std::string capitals = number;
  for (char& c : capitals) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
  ASSERT_NE(capitals, number);
  EXPECT_EQ(mistakes_in_list("{fabric_number: \"" + capitals + "\", fields: {sh.g0.c0: X}}"), Lines{});
  EXPECT_EQ(mistakes_in_list("kind,name,state\nfabric,wafer," + capitals + "\nfield,sh.g0.c0,X"), Lines{});
  EXPECT_EQ(mistakes_in_list("kind,name,state\nfabric,wafer,0x" + number + "\nfield,sh.g0.c0,X"), Lines{});
  EXPECT_EQ(mistakes_in_list("{fabric_number: \"" + number + "\", fields: {sh.g0.c0: 7}}").size(), 1u)
      << "the states are read";
}

TEST(StateList, a_number_can_end_as_a_fraction_and_a_row_with_a_node_alone_is_of_a_pe) {
  EXPECT_EQ(mistakes_in_list("name,value\nsh.g0.c0,1.0\nsh.g0.c1,0.0"), Lines{});
  EXPECT_EQ(mistakes_in_list("name,value\nsh.g0.c0,1.5").size(), 1u);
  EXPECT_EQ(mistakes_in_list("name,value\nsh.g0.c0,.0").size(), 1u);
  const std::string csv = "name,node,value\nsh.g0.c0,,1\n";
  Diagnostics errors;
  std::string all = csv;
  const Network& network = listed_wafer().input.setup.network();
  const Placement& placement = listed_wafer().checked.repair.placement;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    all +=
        listed_wafer().fabric().sites[placement.site_of[node.value].value].name + "," + network.node_name(node) + ",\n";
  }
  const states::StateList list = states::read_states(all, "list", listed_wafer().fabric(), network, errors);
  EXPECT_EQ(printed(errors), Lines{});
  ASSERT_TRUE(list.placement);
  EXPECT_EQ(*list.placement, placement);
  EXPECT_EQ(mistakes_in_list(csv + "r0.c1,,"),
            Lines{"list:3:1: the row of 'r0.c1' has no state: value, state or after; a PE without node has pe in a "
                  "column kind"});
}

TEST(StateList, keys_and_columns_are_given_once) {
  EXPECT_EQ(mistakes_in_list("{fields: {sh.g0.c0: X},\n fields: {sh.g0.c1: X}}"),
            Lines{"list:2:2: duplicate key 'fields'; the first is in line 1"});
  EXPECT_EQ(mistakes_in_list("{sh.g0.c0: X, sh.g0.c0: X}"),
            Lines{"list:1:15: duplicate key 'sh.g0.c0'; the first is in line 1"});
  EXPECT_EQ(mistakes_in_list("{switches: [{name: sh.g0.c0, value: 1, value: 2}]}"),
            Lines{"list:1:40: duplicate key 'value'; the first is in line 1"});
  EXPECT_EQ(mistakes_in_list("[{name: sh.g0.c0, name: sh.g0.c1, value: 1}]"),
            Lines{"list:1:19: duplicate key 'name'; the first is in line 1"});
  const auto twice = [](const std::string& header) { return mistakes_in_list(header + "\nsh.g0.c0,1,1"); };
  EXPECT_EQ(twice("name,value,value"), Lines{"list:1:12: the column 'value' is there twice; leave one out"});
  EXPECT_EQ(twice("name,value,Name"), Lines{"list:1:12: the column 'Name' is there twice; leave one out"});
  EXPECT_EQ(twice("name,state,state"), Lines{"list:1:12: the column 'state' is there twice; leave one out"});
  EXPECT_EQ(twice("name,value,size,size"), Lines{}) << "other columns are skipped";
}

TEST(StateList, of_pes_alone_asks_for_the_states) {
  EXPECT_EQ(mistakes_in_list("{pes: [{name: r1.c1, node: x0.y0}]}"),
            Lines{"list:1:2: there are PEs and no states: add fields, {fields: [{name: ..., value: ...}], pes: ...}"});
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
            "list:1:41: the network has no node 'x9.y0'; valid: 0 to 15, or a name such as x0.y0");
  EXPECT_EQ(mistakes_in_list(std::string(fields) + "{r1.c1: x0.y0, r1.c2: x0.y0}}")[1],
            "list:1:55: node 'x0.y0' is at r1.c1 already; leave one out");
  EXPECT_EQ(mistakes_in_list(std::string(fields) + "[{name: r1.c1, node: x0.y0}, {name: r1.c1, node: x1.y0}]}")[1],
            "list:1:82: 'r1.c1' has a node already; leave one out");
  EXPECT_EQ(
      mistakes_in_list(with_line(csv, "pe,r1.c1,", "pe,r1.c1,,,,,")),
      Lines{"list: the list of PEs has no node 'x0.y0'; add it, or leave the list out: the placement is then found "
            "from the states"});
}

TEST(StateList, a_row_of_a_pe_says_one_thing_by_all_its_keys) {
  const auto first_mistake = [](const std::string& rows) {
    return mistakes_in_list("{fields: {}, switches: {}, pes: " + rows)[1];  // behind that no switch has a state
  };
  EXPECT_EQ(first_mistake("[{name: r1.c1, pe: [0, 1], node: x0.y0}]}"),
            "list:1:52: the PE at [0, 1] is r0.c1, and this row is of 'r1.c1'; change both, or leave one of them out");
  EXPECT_EQ(first_mistake("[{name: r1.c1, pe: [9, 9], node: x0.y0}]}"),
            "list:1:52: the fabric has no PE '[9, 9]'; its first is 'r0.c1'");
  EXPECT_EQ(first_mistake("[{name: r1.c1, after: x0.y0, node: x1.y0}]}"),
            "list:1:68: 'r1.c1' cannot have both node 'x0.y0' and node 'x1.y0'; change both, or leave one of them out");
  EXPECT_EQ(first_mistake("[{name: r1.c1, node: x0.y0}, {pe: [1, 1], node: ~}]}"),
            "list:1:67: '[1, 1]' has no node here and node 'x0.y0' at list:1:41; leave one out");
  EXPECT_EQ(first_mistake("[{name: r1.c1, after: ~}, {pe: r1.c1, node: x0.y0}]}"),
            "list:1:64: 'r1.c1' has node 'x0.y0' here and no node at list:1:41; leave one out");
}

TEST(StateList, a_row_of_a_pe_can_say_it_twice) {
  const Repaired& wafer = listed_wafer();
  const Placement& placement = wafer.checked.repair.placement;
  std::string rows;
  for (const SiteId site : ids<SiteId>(wafer.fabric().sites.size())) {
    const Site& each = wafer.fabric().sites[site.value];
    const NodeId node = placement.node_at[site.value];
    const std::string text = node == kNoNode ? "~" : wafer.input.setup.network().node_name(node);
    const std::string number = node == kNoNode ? "~" : std::to_string(node.value);
    rows += ", {pe: " + (site.value % 2 == 0 ? describe_address(each.address) : each.name) + ", name: " + each.name +
            ", after: " + text + ", node: " + number + "}";
  }
  Diagnostics errors;
  const states::StateList list = states::read_states("{fields: {sh.g0.c0: X}, pes: [" + rows.substr(2) + "]}", "list",
                                                     wafer.fabric(), wafer.input.setup.network(), errors);
  EXPECT_EQ(printed(errors), Lines{});
  EXPECT_EQ(list.placement, placement);
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

// --- Streams as texts ----------------------------------------------------------------------------------------------

/// Returns a stream as $readmemh reads it: words of so many bytes, the first byte last.
std::string image_of(const std::string& bytes, std::size_t width, const std::string& between) {
  std::string text;
  for (std::size_t from = 0; from < bytes.size(); from += width) {
    for (std::size_t i = from + width; i > from; --i) {
      static const char* const kDigits = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(i <= bytes.size() ? bytes[i - 1] : 0);
      text += {kDigits[byte / 16], kDigits[byte % 16]};
    }
    text += between;
  }
  return text;
}

Lines mistakes_in_image(const std::string& text, const std::string& name) {
  Diagnostics errors;
  states::read_bitstream(text, name, listed_wafer().fabric(), errors);
  return printed(errors);
}

TEST(StreamStates, are_read_from_memory_images) {
  const std::string bytes = bitstream_file(listed_wafer().checked, listed_wafer().fabric());
  for (const std::size_t width : {1, 2, 4, 8, 27}) {
    for (const std::string name : {"stream.memh", "stream"}) {
      Diagnostics errors;
      const auto read = states::read_bitstream(image_of(bytes, width, "\n"), name, listed_wafer().fabric(), errors);
      EXPECT_EQ(printed(errors), Lines{}) << width;
      EXPECT_EQ(read.checksum, states::Checksum::kRight);
      EXPECT_EQ(read.bytes, bytes.size()) << "those of the stream, not of the text";
      EXPECT_EQ(read.configuration, listed_wafer().checked.repair.configuration) << width;
    }
  }
  std::string shuffled = "// by address\n@1a " + image_of(bytes.substr(26), 1, " ") + "@0 /* the rest */ ";
  EXPECT_EQ(mistakes_in_image(shuffled + image_of(bytes.substr(0, 26), 1, "\r\n"), "s.memh"), Lines{});
}

/// Returns a stream as words of so many bits, which are no whole bytes.
std::string narrow_image_of(const std::string& bytes, std::size_t width) {
  std::string text;
  for (std::size_t from = 0; from < 8 * bytes.size(); from += width) {
    unsigned word = 0;
    for (std::size_t bit = from; bit < from + width && bit < 8 * bytes.size(); ++bit) {
      const auto byte = static_cast<unsigned char>(bytes[bit / 8]);
      word |= (byte >> bit % 8 & 1U) << (bit - from);
    }
    std::array<char, 16> digits{};
    std::snprintf(digits.data(), digits.size(), "%0*x\n", static_cast<int>(width + 3) / 4, word);
    text += digits.data();
  }
  return text;
}

TEST(StreamStates, in_words_of_any_width_are_not_taken_for_others) {
  const std::string bytes = bitstream_file(listed_wafer().checked, listed_wafer().fabric());
  for (const std::string& stream : {bytes, bytes.substr(0, bytes.size() - 4)}) {
    for (const std::size_t width : {3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 17, 23, 27, 31}) {
      Diagnostics errors;
      const auto read =
          states::read_bitstream(narrow_image_of(stream, width), "stream.memh", listed_wafer().fabric(), errors);
      EXPECT_EQ(printed(errors), Lines{}) << width << ' ' << stream.size();
      EXPECT_EQ(read.bytes, stream.size()) << width;
      EXPECT_EQ(read.configuration, listed_wafer().checked.repair.configuration) << width;
    }
  }
}

TEST(StreamStates, with_a_word_that_is_too_wide_are_refused_at_its_place) {
  const std::string bytes = bitstream_file(listed_wafer().checked, listed_wafer().fabric());
  std::string words = image_of(bytes, 1, "\n");
  words.replace(3 * 4, 2, "1_55");
  EXPECT_EQ(mistakes_in_image(words, "s.memh"),
            Lines{"s.memh:5:1: '155' does not fit into 8 bits, the most that each of 27 words of a stream of 27 bytes "
                  "has"});
}

TEST(StreamStates, in_memory_images_are_refused_with_the_place) {
  const std::string words = image_of(bitstream_file(listed_wafer().checked, listed_wafer().fabric()), 1, "\n");
  EXPECT_EQ(mistakes_in_image(words + "5g", "s.memh"),
            Lines{"s.memh:28:1: '5g' is no word: words have hexadecimal or binary digits"});
  EXPECT_EQ(mistakes_in_image("5x\n" + words, "s"),
            Lines{"s:1:1: '5x' has unknown bits, x or z; every bit of a stream is 0 or 1"});
  for (const std::string prefix : {"0x", "0X"}) {
    EXPECT_EQ(mistakes_in_image(prefix + words, "s"),
              Lines{"s:1:1: '" + prefix + words.substr(0, 2) + "' begins with " + prefix +
                    "; a word of a memory image has digits alone: leave that out of every word"});
  }
  EXPECT_EQ(mistakes_in_image(words + "@3 55", "s"), Lines{"s:28:4: the address 3 has a word already; leave one out"});
  EXPECT_EQ(mistakes_in_image(words + "@20 55", "s"),
            Lines{"s: the address 27 has no word; a stream has one at every address from 0 on"});
  EXPECT_EQ(mistakes_in_image("@g", "s.memh"),
            Lines{"s.memh:1:1: '@g' is no address: @ and up to 8 hexadecimal digits"});
  EXPECT_EQ(mistakes_in_image(words + "55", "s"),
            Lines{"s: a memory image of 28 words of up to 2 digits is no stream of 27 bytes, nor of 23 without its "
                  "checksum"});
  EXPECT_EQ(mistakes_in_image("// nothing", "s.memb"), Lines{"s.memb: this memory image has no word"});
  EXPECT_EQ(mistakes_in_image("5a\n /* begins", "s.memh"),
            Lines{"s.memh:2:2: this comment has no end: close it by */"});
}

}  // namespace
}  // namespace kintsugi::test

// Packet traces: text to packets, packets to sources.
#include "models/traffic/trace_file.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

using Lines = std::vector<std::string>;

Lines packets_of(const TraceFile& file) {
  Lines lines;
  for (const TracePacket& packet : file.packets) {
    lines.push_back(std::to_string(packet.cycle) + " " + std::to_string(packet.source.value) + ">" +
                    std::to_string(packet.order.destination.value) + " " + std::to_string(packet.order.flits));
  }
  return lines;
}

Lines mistakes_of(const TraceFile& file) {
  Lines lines;
  for (const FileMistake& mistake : file.mistakes) {
    lines.push_back(std::to_string(mistake.line) + ":" + std::to_string(mistake.column) + ": " + mistake.message);
  }
  return lines;
}

TEST(TraceFile, lines_are_packets_with_or_without_a_header) {
  const Lines expected = {"0 1>2 3", "1000000000000 15>0 65535"};
  for (const std::string header : {"", "cycle,source,destination,flits\n", " cycle, source ,destination,flits\r\n"}) {
    const TraceFile file = parse_trace(header + "0,1,2,3\n1000000000000,15,0,65535\n", 16);
    EXPECT_EQ(mistakes_of(file), Lines());
    EXPECT_EQ(packets_of(file), expected);
  }
}

TEST(TraceFile, a_byte_order_mark_in_front_does_not_matter) {
  const std::string mark = "\xEF\xBB\xBF";
  for (const std::string header : {"", "# all\n", "cycle,source,destination,flits\n"}) {
    const TraceFile file = parse_trace(mark + header + "0,1,2,3\n", 16);
    EXPECT_EQ(mistakes_of(file), Lines());
    EXPECT_EQ(packets_of(file), Lines{"0 1>2 3"});
  }
  EXPECT_EQ(mistakes_of(parse_trace("0,1,2,3\n" + mark + "0,1,2,3\n", 16)).size(), 1u) << "not in front";
}

TEST(TraceFile, blanks_comments_empty_lines_and_line_ends_do_not_matter) {
  const TraceFile file =
      parse_trace("# all to one\n\n cycle,source,destination,flits\n  7 ,\t1, 2,3 \r\n \n7,2,2,1", 16);
  EXPECT_EQ(mistakes_of(file), Lines());
  EXPECT_EQ(packets_of(file), (Lines{"7 1>2 3", "7 2>2 1"}));
}

TEST(TraceFile, names_may_be_in_quotes_and_have_them) {
  Network network("named");
  const std::size_t layout = network.add_layout({"a"});
  for (const char* name : {"a,b", "c;d", "e\"f", "\"g\""}) network.add_node(name, layout);
  const NodeNames names(network);
  const auto read = [&names](std::string_view text) {
    TraceParser parser(names);
    parser.take(text);
    return parser.finish();
  };
  const TraceFile file = read("0,\"a,b\",c;d,3\n1, \"e\"\"f\" ,\"a,b\",\"4\"\r\n2,e\"f,\"\"\"g\"\"\",5");
  EXPECT_EQ(mistakes_of(file), Lines());
  EXPECT_EQ(packets_of(file), (Lines{"0 0>1 3", "1 2>0 4", "2 2>3 5"}));
  EXPECT_EQ(mistakes_of(read("0,\"a,b\" c,1,3\n0,1,\"2,3\n0,1,2,\"3\"\"\n")),
            (Lines{"1:3: a comma is missing behind the quote", "2:5: the quote is not closed",
                   "3:7: the quote is not closed"}));
}

TEST(TraceFile, of_nothing_is_empty) {
  EXPECT_TRUE(parse_trace("", 16).packets.empty());
  EXPECT_TRUE(parse_trace("cycle,source,destination,flits", 16).packets.empty());
}

TEST(TraceFile, every_mistake_is_told_with_its_place) {
  const TraceFile file = parse_trace(
      "0,16,2,0\n"
      "0,1,2\n"
      "5, 3, -1, 4\n"
      "x,1,2,3,4\n"
      "1000000000001,1,2,70000\n"
      "1,,2,3\n"
      "cycle,source,destination,flits\n"
      "1.5,1,2,3x\n"
      "8,1,2,3\n",
      16);
  EXPECT_EQ(packets_of(file), (Lines{"8 1>2 3"}));
  EXPECT_EQ(mistakes_of(file), (Lines{
                                   "1:3: source must be 0 to 15, not '16'",
                                   "1:8: flits must be 1 to 65535, not '0'",
                                   "2:1: a line is cycle,source,destination,flits, not 3 fields",
                                   "3:7: destination must be 0 to 15, not '-1'",
                                   "4:1: a line is cycle,source,destination,flits, not 5 fields",
                                   "5:1: cycle must be 0 to 10^12, not '1000000000001'",
                                   "5:19: flits must be 1 to 65535, not '70000'",
                                   "6:3: source must be 0 to 15, not ''",
                                   "7:1: cycle must be 0 to 10^12, not 'cycle'",
                                   "7:7: source must be 0 to 15, not 'source'",
                                   "7:14: destination must be 0 to 15, not 'destination'",
                                   "7:26: flits must be 1 to 65535, not 'flits'",
                                   "8:1: cycle must be 0 to 10^12, not '1.5'",
                                   "8:9: flits must be 1 to 65535, not '3x'",
                               }));
}

TEST(TraceFile, a_file_that_is_no_trace_at_all_is_not_quoted_in_full) {
  std::string text;
  for (int line = 0; line < 1000; ++line) text += "nonsense\n";
  const Lines mistakes = mistakes_of(parse_trace(text, 16));
  ASSERT_EQ(mistakes.size(), TraceFile::kMostMistakes);
  EXPECT_EQ(mistakes.front(), "1:1: a line is cycle,source,destination,flits, not 1 field");
  EXPECT_EQ(parse_trace(text, 16).more_mistakes, 900u);
}

TEST(TraceFile, parts_may_end_anywhere_in_a_line) {
  const std::string text = "cycle,source,destination,flits\n0,5,4,8\n12,1,2,3";
  const TraceFile whole = parse_trace(text, 16);
  for (std::size_t length = 1; length < text.size(); ++length) {
    TraceParser parser(16);
    for (std::size_t begin = 0; begin < text.size(); begin += length) parser.take(text.substr(begin, length));
    const TraceFile file = parser.finish();
    ASSERT_EQ(file.packets.size(), 2u);
    EXPECT_EQ(file.packets[1].cycle, whole.packets[1].cycle);
    EXPECT_EQ(file.packets[1].order.flits, whole.packets[1].order.flits);
    EXPECT_TRUE(file.mistakes.empty());
  }
}

TEST(TraceFile, a_line_that_is_too_long_is_not_kept) {
  TraceParser parser(16);
  parser.take("0,5,4,8\n");
  for (int part = 0; part < 3; ++part) parser.take(std::string(TraceFile::kLongestLine, '1'));
  parser.take("\n0,99,4,8\n0,5,4,8\n");
  const TraceFile file = parser.finish();
  EXPECT_EQ(file.packets.size(), 2u);
  EXPECT_EQ(mistakes_of(file), (Lines{"2:1: a line is cycle,source,destination,flits, not more than 65536 bytes",
                                      "3:3: source must be 0 to 15, not '99'"}));
}

TEST(Replay, every_source_creates_its_packets_in_their_cycles) {
  const TraceFile file = parse_trace("9,1,0,5\n3,0,1,2\n3,1,2,7\n3,1,0,8\n20,0,2,1\n10,2,0,1\n", 3);
  const auto sources = replay(file.packets, 3, 100, 110);
  Lines created;
  for (std::size_t node = 0; node < sources.size(); ++node) {
    while (sources[node]->due() != GeometricGaps::kNever) {
      const Cycle due = sources[node]->due();
      const PacketOrder order = sources[node]->take();
      created.push_back(std::to_string(due) + " " + std::to_string(node) + ">" +
                        std::to_string(order.destination.value) + " " + std::to_string(order.flits));
    }
  }
  EXPECT_EQ(created, (Lines{"103 0>1 2", "103 1>2 7", "103 1>0 8", "109 1>0 5"}))
      << "in the order of cycles, then of lines; nothing at the end or after it";
}

}  // namespace
}  // namespace kintsugi

// The forms in which a scenario writes the ends of a waveform.
#include "tb/tool/features/times/section_time.hpp"

#include <gtest/gtest.h>

#include <random>
#include <regex>

#include "tb/tests/unit/tool/scenario/mistakes.hpp"

namespace kintsugi::test {
namespace {

using EventTime = std::optional<std::variant<FaultTime, WrittenPacket>>;

std::uint64_t value_of(const std::ssub_match& digits, std::uint64_t otherwise) {
  return digits.matched ? std::stoull(digits.str()) : otherwise;
}

/// The forms as regular expressions.
EventTime expected_time(const std::string& text) {
  static const std::regex fault(R"(fault(?: +(\d{1,12}))?(?: *([+-]) *(\d{1,12}))?)");
  static const std::regex packet(R"(packet +(\d{1,12})(?: +of +node +([^ +]+))?(?: *\+ *(\d{1,12}))?)");
  std::smatch found;
  if (std::regex_match(text, found, fault)) {
    const auto cycles = static_cast<std::int64_t>(value_of(found[3], 0));
    return FaultTime{value_of(found[1], 1), found[2].str() == "-" ? -cycles : cycles};
  }
  if (!std::regex_match(text, found, packet)) return std::nullopt;
  WrittenPacket time{value_of(found[1], 0), std::nullopt, value_of(found[3], 0)};
  if (found[2].matched) time.source = found[2].str();
  return time;
}

TEST(WaveTime, is_read_as_the_regular_expressions_of_its_forms_say) {
  const std::vector<std::string> parts = {
      " 3",       "3",       "+",  " + ", " -", "-",         " of node ",     " of ",          "node ",
      " of node", "of",      "  ", "x",   " 0", "999999999", " 999999999999", "1234567890123", "17",
      "fault",    "packet ", "Of"};
  std::mt19937 engine(1);
  std::size_t right = 0;
  for (unsigned i = 0; i < 30000; ++i) {
    std::string text = engine() % 2 == 0 ? "fault" : "packet";
    for (auto left = engine() % 6; left > 0; --left) text += parts[engine() % parts.size()];
    const EventTime expected = expected_time(text);
    EXPECT_EQ(parse_event_time(text), expected) << "'" << text << "'";
    right += expected.has_value();
  }
  EXPECT_GT(right, 3000u);
}

TEST(WaveTime, may_have_any_number_of_blanks) {
  const std::string blanks(300000, ' ');
  const EventTime packet =
      parse_event_time("packet" + blanks + "3" + blanks + "of" + blanks + "node x4" + blanks + "+ 5");
  EXPECT_EQ(packet, EventTime(WrittenPacket{3, "x4", 5}));
  EXPECT_EQ(parse_event_time("fault" + blanks + "-" + blanks + "20"), EventTime(FaultTime{1, -20}));
}

TEST(WaveTime, of_another_form_is_refused_with_the_forms_and_without_a_long_text) {
  const auto message = [](const std::string& found, int column = 67) {
    return Lines{"<command line>:1:" + std::to_string(column) +
                 ": waves.from must be a cycle, 'fault [NUMBER] [+ or - CYCLES]' or "
                 "'packet NUMBER [of node SOURCE] [+ CYCLES]', not " +
                 found};
  };
  const auto mistakes = [](const std::string& from) {
    return mistakes_in("{network: {kind: mesh, sides: [4, 4]}, waves: {file: w.vcd, from: " + from + "}}");
  };
  for (const std::string plain : {"soon", "12 cycles", "0x10", "1_000", "fault two", "Fault", "packet", "packet 3 - 5",
                                  "5 + fault", "cycle 7", "true"}) {
    EXPECT_EQ(mistakes(plain), message("'" + plain + "'"));
  }
  EXPECT_EQ(mistakes("'500'"), message("the text '500'"));
  EXPECT_EQ(mistakes("[5]"), message("a list"));
  EXPECT_EQ(mistakes("{packet: 5}"), message("a mapping"));
  EXPECT_EQ(mistakes("''"), message("the text ''"));
  EXPECT_EQ(mistakes(""), message("nothing", 61));
  EXPECT_EQ(mistakes("'fault" + std::string(300000, ' ') + "x'"), message("a text of 300006 bytes"));
}

/// What is a number is no form that is unknown.
TEST(WaveTime, that_is_a_wrong_number_is_refused_with_the_range) {
  const auto mistakes = [](const std::string& to) {
    return mistakes_in("{network: {kind: mesh, sides: [4, 4]}, waves: {file: w.vcd, to: " + to + "}}");
  };
  const std::string place = "<command line>:1:65: waves.to must be ";
  EXPECT_EQ(mistakes("-1"), Lines{place + "0 to 10^12, not '-1'"});
  EXPECT_EQ(mistakes("1000000000001"), Lines{place + "0 to 10^12, not '1000000000001'"});
  EXPECT_EQ(mistakes("1.5"), Lines{place + "an integer, 0 to 10^12, not '1.5'"});
}

TEST(WaveTime, of_a_packet_names_a_node_of_the_network) {
  const auto mistakes = [](const std::string& keys) {
    return mistakes_in("{network: {kind: mesh, sides: [4, 4]}, waves: {file: w.vcd, " + keys + "}}");
  };
  EXPECT_EQ(mistakes("from: packet 0 of node 15, to: packet 0 of node 16"),
            Lines{"<command line>:1:92: waves.to: '16' is not a node; valid is 0 to 15"});
  EXPECT_EQ(mistakes("from: packet 3 of node 999999999"),
            Lines{"<command line>:1:67: waves.from: '999999999' is not a node; valid is 0 to 15"});
}

}  // namespace
}  // namespace kintsugi::test

// Traces of Netrace: made here byte by byte, and what is said of wrong ones.
#include "models/traffic/netrace.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace kintsugi::netrace_test {
namespace {

std::string little(std::uint64_t number, unsigned bytes) {
  std::string text;
  for (unsigned i = 0; i < bytes; ++i) text += static_cast<char>(number >> (8 * i) & 0xff);
  return text;
}

struct Head {
  std::uint32_t magic = 0x484A5455;
  float version = 1;
  std::uint64_t nodes = 16;
  std::uint64_t packets = 2;
  std::string notes = {};
  std::uint32_t regions = 0;
};

std::string head(const Head& head) {
  std::string name = "bench";
  name.resize(30);
  return little(head.magic, 4) + little(std::bit_cast<std::uint32_t>(head.version), 4) + name + little(head.nodes, 1) +
         little(0, 1) + little(1000, 8) + little(head.packets, 8) + little(head.notes.size(), 4) +
         little(head.regions, 4) + little(0, 8) + head.notes + std::string(24 * std::size_t{head.regions}, 'r');
}

std::string packet(std::uint64_t cycle, std::uint64_t type, std::uint64_t source, std::uint64_t destination,
                   const std::vector<std::uint32_t>& dependents = {}) {
  std::string text = little(cycle, 8) + little(7, 4) + little(0xabcd, 4) + little(type, 1) + little(source, 1) +
                     little(destination, 1) + little(0x20, 1) + little(dependents.size(), 1);
  for (const std::uint32_t each : dependents) text += little(each, 4);
  return text;
}

struct ReadTrace {
  std::string packets;  ///< lines "cycle,source,destination,flits"
  std::string mistake;
  NetraceSummary summary;
};

ReadTrace read(const std::string& bytes, std::size_t part = std::string::npos, unsigned flit_bits = 128) {
  ReadTrace made;
  NetraceParser parser(flit_bits, [&made](const NetracePacket& each) {
    made.packets += std::to_string(each.cycle) + ',' + std::to_string(each.source) + ',' +
                    std::to_string(each.destination) + ',' + std::to_string(each.flits) + '\n';
  });
  for (std::size_t at = 0; at < bytes.size(); at += std::min(part, bytes.size())) parser.take(bytes.substr(at, part));
  if (const auto mistake = parser.finish()) made.mistake = mistake->message;
  made.summary = parser.summary();
  return made;
}

const std::string kTrace =
    head({.notes = "notes", .regions = 2}) + packet(3, 1, 4, 5, {1}) + packet(20, 2, 5, 4, {8, 9});
constexpr std::size_t kFirst = 72 + 5 + 48;  // the offset of its first packet

TEST(Netrace, packets_have_the_flits_of_their_types) {
  const ReadTrace trace = read(kTrace);
  EXPECT_EQ(trace.mistake, "");
  EXPECT_EQ(trace.packets, "3,4,5,1\n20,5,4,5\n");  // 8 bytes and 72 bytes in flits of 16
  EXPECT_EQ(trace.summary.benchmark, "bench");
  EXPECT_EQ(trace.summary.nodes, 16u);
  EXPECT_EQ(trace.summary.regions, 2u);
  EXPECT_EQ(trace.summary.packets, 2u);
  EXPECT_EQ(trace.summary.dependencies, 3u);
  EXPECT_EQ(read(kTrace, std::string::npos, 32).packets, "3,4,5,2\n20,5,4,18\n");
  EXPECT_EQ(read(kTrace, std::string::npos, 1).packets, "3,4,5,64\n20,5,4,576\n");
}

TEST(Netrace, parts_may_end_anywhere) {
  for (std::size_t part = 1; part < kTrace.size(); ++part) {
    const ReadTrace trace = read(kTrace, part);
    EXPECT_EQ(trace.mistake, "") << part;
    EXPECT_EQ(trace.packets, "3,4,5,1\n20,5,4,5\n") << part;
  }
}

TEST(Netrace, a_trace_cut_at_any_byte_is_refused) {
  for (std::size_t end = 0; end < kTrace.size(); ++end) {
    const ReadTrace trace = read(kTrace.substr(0, end));
    EXPECT_NE(trace.mistake.find("the file ends at byte " + std::to_string(end) + "; it is cut short or damaged"),
              std::string::npos)
        << trace.mistake;
  }
  EXPECT_EQ(read(kTrace.substr(0, kFirst + 30)).mistake,
            "byte " + std::to_string(kFirst + 25) +
                ": packet 1 of 2 must follow, but the file ends at byte 155; it is cut short or damaged");
}

TEST(Netrace, each_mistake_has_its_offset) {
  const std::string one = head({.packets = 1});
  EXPECT_EQ(read("BZh91AY&SY").mistake,
            "byte 0: the trace is compressed by bzip2; unpack it: bzip2 -d FILE, or bzcat FILE | kintsugi convert -");
  EXPECT_EQ(read(head({.magic = 0x12345678})).mistake, "byte 0: a trace of Netrace begins with the bytes 55 54 4a 48");
  EXPECT_EQ(read(head({.version = 2})).mistake,
            "byte 4: the version is not 1.0, the one that is read; write the trace anew");
  EXPECT_EQ(read(head({.nodes = 0})).mistake, "byte 38: the trace has 0 nodes; valid is 1 to 255");
  EXPECT_EQ(read(head({.packets = 0})).mistake, "byte 72: the head says 0 packets; there is nothing to send");
  EXPECT_EQ(read(one + packet(1, 7, 0, 1)).mistake, "byte 88: a packet has type 7, which Netrace does not use");
  EXPECT_EQ(read(one + packet(1, 1, 16, 1)).mistake, "byte 89: the source is node 16; the head says 16 nodes");
  EXPECT_EQ(read(one + packet(1, 1, 1, 255)).mistake, "byte 90: the destination is node 255; the head says 16 nodes");
  EXPECT_EQ(read(one + packet(1'000'000'000'001, 1, 1, 2)).mistake,
            "byte 72: the packet is sent in cycle 1000000000001, after cycle 10^12, the last one");
  EXPECT_EQ(read(one + packet(1, 1, 1, 2) + "x").mistake,
            "byte 93: the head says 1 packet, but the file goes on; it is damaged");
}

TEST(Netrace, huge_counts_take_no_memory) {
  EXPECT_EQ(read(head({.packets = UINT64_MAX})).mistake,
            "byte 72: packet 0 of 18446744073709551615 must follow, but the file ends at byte 72; it is cut short or "
            "damaged");
  std::string regions = head({});
  regions.replace(60, 4, "\xff\xff\xff\xff");
  EXPECT_EQ(read(regions).mistake,
            "byte 72: 4294967295 regions must follow, but the file ends at byte 72; it is cut short or damaged");
  std::string notes = head({});
  notes.replace(56, 4, "\xff\xff\xff\xff");
  EXPECT_EQ(read(notes).mistake,
            "byte 72: 4294967295 bytes of notes must follow, but the file ends at byte 72; it is cut short or damaged");
}

TEST(Netrace, the_name_of_the_benchmark_is_printable) {
  std::string bytes = kTrace;
  bytes.replace(8, 5, "a\x1b\xe4 b");
  EXPECT_EQ(read(bytes).summary.benchmark, "a???b");
}

}  // namespace
}  // namespace kintsugi::netrace_test

// Execution traces of Chakra: made here field by field, the programs that they become, and what is said of wrong ones.
#include "models/workload/chakra.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "models/workload/goal.hpp"
#include "models/workload/protocol.hpp"
#include "models/workload/validation.hpp"
#include "models/workload/wire_fields.hpp"

namespace kintsugi::workload::chakra_test {
namespace {

using Numbers = std::vector<std::uint64_t>;

std::string varint(std::uint64_t number) {
  std::string bytes;
  for (; number >= 128; number >>= 7) bytes += static_cast<char>((number & 127) | 128);
  return bytes + static_cast<char>(number);
}
std::string number(unsigned field, std::uint64_t value) {
  return varint(field << 3) + varint(value);
}
std::string text(unsigned field, const std::string& value) {
  return varint(field << 3 | 2) + varint(value.size()) + value;
}
std::string attribute(const std::string& name, std::int64_t value, unsigned field = 9) {
  return text(10, text(1, name) + number(field, static_cast<std::uint64_t>(value)));
}
std::string packed(const Numbers& numbers) {
  std::string bytes;
  for (const std::uint64_t each : numbers) bytes += varint(each);
  return bytes;
}
std::string message(const std::string& fields) {
  return varint(fields.size()) + fields;
}
const std::string kMetadata = message(text(1, "0.0.4"));

std::string node(std::uint64_t id, std::uint64_t type, const std::string& rest = "") {
  return message(number(1, id) + text(2, "a node") + number(3, type) + rest);
}
std::string waits(const Numbers& data) {
  return text(5, packed(data));
}
std::string micros(std::uint64_t duration) {
  return number(7, duration);
}
std::string send(std::uint64_t id, std::int64_t to, std::int64_t bytes, const std::string& rest = "") {
  return node(id, 5, attribute("comm_dst", to) + attribute("comm_size", bytes) + rest);
}
std::string recv(std::uint64_t id, std::int64_t from, std::int64_t bytes, const std::string& rest = "") {
  return node(id, 6, attribute("comm_src", from) + attribute("comm_size", bytes) + rest);
}
std::string collective(std::uint64_t id, std::int64_t type, std::int64_t bytes, const std::string& rest = "") {
  return node(id, 7, attribute("comm_type", type) + attribute("comm_size", bytes) + rest);
}

ChakraProgram read(const std::vector<std::string>& nodes) {
  std::vector<std::string> files;
  for (const std::string& each : nodes) files.push_back(kMetadata + each);
  const std::vector<std::string_view> views(files.begin(), files.end());
  return read_chakra(views);
}

/// Returns the program as GOAL text without its first line and empty lines.
std::string goal_of(const std::vector<std::string>& nodes) {
  const ChakraProgram made = read(nodes);
  for (const ChakraMistake& each : made.mistakes) ADD_FAILURE() << each.file << ": " << each.mistake.message;
  if (!made.program) return "";
  EXPECT_TRUE(check(*made.program, Protocol()).list.empty());
  std::ostringstream out;
  write_goal(*made.program, out);
  const std::string whole = out.str();
  return whole.substr(whole.find('\n') + 2);
}

std::string refusal(const std::vector<std::string>& nodes) {
  const ChakraProgram made = read(nodes);
  EXPECT_EQ(made.program.has_value(), made.mistakes.empty());
  std::string lines;
  for (const ChakraMistake& each : made.mistakes)
    lines += std::to_string(each.file) + ": " + each.mistake.message + '\n';
  return lines.empty() ? "none" : lines;
}

TEST(Chakra, messages_and_calculations_become_operations_that_wait) {
  EXPECT_EQ(goal_of({node(1, 4, micros(5)) + send(2, 1, 64, waits({1}) + attribute("comm_tag", 3, 7)),
                     recv(9, 0, 64, attribute("comm_tag", 3, 13) + attribute("comm_dst", 1)) +
                         node(10, 4, micros(7) + number(4, 9) + attribute("is_cpu_op", 1, 27))}),
            "rank 0 {\nn1: calc 5000\nn2: send 64b to 1 tag 3\nn2 requires n1\n}\n\n"
            "rank 1 {\nn9: recv 64b from 0 tag 3\nn10: calc 7000 cpu 1\nn10 requires n9\n}\n");
}

TEST(Chakra, a_node_may_wait_for_a_later_one_and_be_named_twice) {
  EXPECT_EQ(goal_of({node(1, 4, micros(1) + waits({2, 2}) + number(4, 2)) + node(2, 1)}),
            "rank 0 {\nn1: calc 1000\nn2: calc 0 cpu 2\nn1 requires n2\n}\n");
}

TEST(Chakra, what_stands_for_something_else_is_noted) {
  const ChakraProgram made = read({node(1, 1) + node(2, 2, micros(4)) + node(3, 3) + node(4, 4)});
  EXPECT_EQ(made.notes,
            (std::vector<std::string>{"1 calculation without duration_micros written to take no time",
                                      "2 nodes of loads and stores written as a calculation each, without traffic",
                                      "1 node of metadata written as a calculation of no time each"}));
}

TEST(Chakra, a_collective_begins_after_what_its_node_waits_for_and_ends_it) {
  const std::string rank =
      node(1, 4, micros(2)) + collective(2, 0, 64, waits({1})) + node(3, 4, micros(3) + waits({2}));
  const std::string goal = goal_of({rank, rank});
  // a ring of two: a reduce-scatter and an all-gather of half of the data
  EXPECT_EQ(goal.substr(0, goal.find('}')),
            "rank 0 {\nn1: calc 2000\nn2: calc 0 cpu 2\nn3: calc 3000\n"
            "allreduce1__0: send 32b to 1\nallreduce1__1: recv 32b from 1\n"
            "allreduce1__2: send 32b to 1 tag 2\nallreduce1__3: recv 32b from 1 tag 2\n"
            "allreduce1__0 requires n1\nallreduce1__1 requires n1\nn3 requires n2\n"
            "allreduce1__2 requires allreduce1__0\nallreduce1__3 requires allreduce1__0\n"
            "allreduce1__2 requires allreduce1__1\nallreduce1__3 requires allreduce1__1\n"
            "n2 requires allreduce1__2\nn2 requires allreduce1__3\n");
}

/// Returns the bytes that rank 0 sends.
std::uint64_t bytes_sent(const std::vector<std::string>& nodes) {
  const ChakraProgram made = read(nodes);
  EXPECT_TRUE(made.program);
  std::uint64_t bytes = 0;
  for (OpId op = made.program->first(RankId{0}); op < made.program->end(RankId{0}); ++op.value) {
    if ((*made.program)[op].kind == OpKind::kSend) bytes += (*made.program)[op].size;
  }
  return bytes;
}

TEST(Chakra, collectives_send_what_their_algorithms_do) {
  const auto sent = [](std::int64_t type, std::size_t ranks) {
    return bytes_sent(std::vector<std::string>(ranks, collective(1, type, 1200)));
  };
  EXPECT_EQ(sent(0, 4), 1800u);  // all-reduce: 2 (p - 1) / p of it
  EXPECT_EQ(sent(2, 4), 3600u);  // all-gather: that of each other rank passes
  EXPECT_EQ(sent(7, 4), 900u);   // reduce-scatter: (p - 1) / p
  EXPECT_EQ(sent(8, 4), 900u);
  EXPECT_EQ(sent(6, 4), 900u);   // all-to-all: a p-th to each other one
  EXPECT_EQ(sent(5, 4), 2400u);  // broadcast: rank 0 sends to two of three
  EXPECT_EQ(sent(9, 4), 0u);
  EXPECT_EQ(sent(0, 1), 0u);
}

TEST(Chakra, groups_have_the_ranks_whose_files_name_them_and_tags_of_their_own) {
  const auto in = [](const std::string& group) { return text(10, text(1, "pg_name") + text(29, group)); };
  const std::vector<std::string> files = {
      collective(1, 0, 64, in("a")) + collective(2, 9, 0), collective(1, 9, 0) + collective(2, 0, 64, in("b")),
      collective(1, 0, 64, in("a")) + collective(2, 9, 0), collective(1, 9, 0) + collective(2, 0, 64, in("b"))};
  const ChakraProgram made = read(files);
  ASSERT_TRUE(made.program);
  EXPECT_EQ(made.collectives, 3u);
  EXPECT_EQ(made.notes,
            (std::vector<std::string>{"process group 'a' taken to be the ranks whose files have its collectives",
                                      "process group 'b' taken to be the ranks whose files have its collectives"}));
  const std::string goal = goal_of(files);
  EXPECT_NE(goal.find("allreduce2__0: send 32b to 2"), std::string::npos) << goal;
  EXPECT_NE(goal.find("allreduce3__0: send 32b to 3"), std::string::npos) << goal;
}

TEST(Chakra, a_program_is_written_and_read_back) {
  const std::string rank = node(1, 4, micros(2)) + collective(2, 6, 640, waits({1}));
  const ChakraProgram made = read({rank, rank, rank});
  ASSERT_TRUE(made.program);
  std::ostringstream out;
  write_goal(*made.program, out);
  const GoalFile back = read_goal(out.str());
  ASSERT_TRUE(back.program);
  EXPECT_EQ(back.program->size(), made.program->size());
  EXPECT_EQ(back.program->dependencies(), made.program->dependencies());
}

TEST(Chakra, each_mistake_has_its_file_and_offset) {
  const std::string calc = node(1, 4);
  const auto at = [](const std::string& before) { return "byte " + std::to_string(kMetadata.size() + before.size()); };
  EXPECT_EQ(
      refusal({calc + node(2, 8)}),
      "0: " + at(calc) +
          ": node 2 has the type 8; read are METADATA_NODE to COMM_COLL_NODE, 1 to 7, of Chakra's schema 0.0.4\n");
  EXPECT_EQ(refusal({send(1, 1, 4)}),
            "0: " + at("") + ": node 1 has the comm_dst 1; the ranks are 0 to 0, one for each file\n");
  EXPECT_EQ(refusal({node(1, 6)}),
            "0: " + at("") + ": node 1 has no comm_src; the ranks are 0 to 0, one for each file\n");
  EXPECT_EQ(
      refusal({calc, recv(1, 0, 4, attribute("comm_dst", 0))}),
      "1: " + at("") +
          ": node 1 has the comm_dst 0, but is in the file of rank 1; name the files in the order of their ranks\n");
  EXPECT_EQ(refusal({send(1, 0, -4)}), "0: " + at("") + ": node 1 has the comm_size -4; valid is 0 to 2^40 bytes\n");
  EXPECT_EQ(refusal({send(1, 0, 4, attribute("comm_tag", -1))}),
            "0: " + at("") + ": node 1 has the comm_tag -1; valid is 0 to 4294967294\n");
  EXPECT_EQ(refusal({calc + calc}), "0: " + at(calc) + ": node 1 is there twice; the ids of a file must differ\n");
  EXPECT_EQ(refusal({node(1, 4, waits({7}))}),
            "0: " + at("") + ": node 1 waits for node 7, which the file does not have\n");
  EXPECT_EQ(refusal({node(1, 4, waits({1}))}), "0: " + at("") + ": node 1 waits for itself; leave that out\n");
  EXPECT_EQ(refusal({node(1, 4, micros(1'000'000'001))}),
            "0: " + at("") + ": node 1 takes 1000000001 microseconds; at most 1000000000 can be read\n");
  EXPECT_EQ(refusal({node(1, 4, text(7, "x"))}),
            "0: byte " + std::to_string(kMetadata.size() + 15) +
                ": field 7 of a node has another type than in Chakra's schema 0.0.4; write the trace in this one\n");
}

TEST(Chakra, collectives_that_are_not_converted_are_named) {
  const auto one = [](const std::string& file) { return refusal({file}).substr(std::string("0: byte 8: ").size()); };
  const std::string remedy = ", which is not converted; write it as COMM_SEND_NODE and COMM_RECV_NODE\n";
  EXPECT_EQ(one(collective(1, 1, 4)), "node 1 is a REDUCE" + remedy);
  EXPECT_EQ(one(collective(1, 4, 4)), "node 1 is a SCATTER" + remedy);
  EXPECT_EQ(one(collective(1, 5, 4, attribute("root_rank", 2))),
            "node 1 is a collective from the root 2, not from 0" + remedy);
  EXPECT_EQ(one(collective(1, 0, 4, text(10, text(1, "involved_dim") + text(28, text(1, packed({1, 0})))))),
            "node 1 is a collective in some dimensions (involved_dim)" + remedy);
  EXPECT_EQ(one(collective(1, 10, 4)), "node 1 has the comm_type 10; valid is 0 to 9, of CollectiveCommType\n");
  EXPECT_EQ(one(node(1, 7)), "node 1 has no comm_type; valid is 0 to 9, of CollectiveCommType\n");
  EXPECT_EQ(one(node(1, 7, attribute("comm_type", 0))), "node 1 has no comm_size; valid is 0 to 2^40 bytes\n");
  EXPECT_NE(refusal({collective(1, 0, 4), collective(1, 0, 8)}).find("another kind or size than its counterpart"),
            std::string::npos);
  EXPECT_NE(
      refusal({collective(1, 0, 4), collective(1, 0, 4) + collective(2, 0, 4)}).find("of 2 collectives in the file"),
      std::string::npos);
  EXPECT_NE(refusal({collective(1, 2, std::int64_t{1} << 40), collective(1, 2, std::int64_t{1} << 40)})
                .find("node 1 cannot be made: "),
            std::string::npos);
}

TEST(Chakra, a_trace_cut_at_any_byte_is_refused_or_ends_with_a_node) {
  const std::string first = node(1, 4, micros(300));
  const std::string second = recv(2, 0, 70'000, waits({1}));
  const std::string whole = kMetadata + first + second;
  for (std::size_t end = 0; end <= whole.size(); ++end) {
    const std::vector<std::string_view> files = {std::string_view(whole).substr(0, end)};
    const ChakraProgram made = read_chakra(files);
    const bool ends_with_node = end == kMetadata.size() + first.size() || end == whole.size();
    EXPECT_EQ(made.program.has_value(), ends_with_node) << end;
    EXPECT_EQ(made.mistakes.empty(), ends_with_node) << end;
  }
}

TEST(Chakra, hostile_messages_are_refused) {
  const auto only = [](const std::string& bytes) {
    const std::vector<std::string_view> files = {bytes};
    const ChakraProgram made = read_chakra(files);
    return made.mistakes.size() == 1 ? made.mistakes.front().mistake.message : "not one mistake";
  };
  EXPECT_EQ(only(""), "byte 0: the file is empty; a trace of Chakra has its metadata and its nodes");
  EXPECT_EQ(only(kMetadata), "byte 0: no file has a node; there is nothing to run");
  EXPECT_EQ(only(kMetadata + varint(UINT64_MAX) + "x"),
            "byte " + std::to_string(kMetadata.size() + 10) +
                ": 18446744073709551615 bytes must follow, but there are 1; the file is cut short or damaged");
  EXPECT_EQ(only(std::string(11, '\xff')),
            "byte 0: a number has more than 64 bits; the file is damaged, or no message of Protocol Buffers");
  EXPECT_EQ(only(kMetadata + message(varint(3 << 3 | 3))),
            "byte " + std::to_string(kMetadata.size() + 2) +
                ": a field has the type 3, which is not read; the file is damaged");
  EXPECT_EQ(only(kMetadata + message(std::string(2, '\0'))),
            "byte " + std::to_string(kMetadata.size() + 2) +
                ": a field has the number 0, which none can have; the file is damaged");
  std::string many;
  for (int i = 0; i < 200; ++i) many += node(static_cast<std::uint64_t>(i), 0);
  EXPECT_EQ(read({many}).mistakes.size(), kMostGoalMistakes);
}

TEST(WireFields, numbers_of_all_sizes_are_read) {
  for (const std::uint64_t each :
       {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, std::uint64_t{1} << 35, UINT64_MAX}) {
    const std::string bytes = varint(each);
    EXPECT_EQ(WireFields(bytes, 0).varint(), each);
  }
  EXPECT_EQ(zigzag(0), 0);
  EXPECT_EQ(zigzag(1), -1);
  EXPECT_EQ(zigzag(2), 1);
  EXPECT_EQ(zigzag(UINT64_MAX), INT64_MIN);
}

}  // namespace
}  // namespace kintsugi::workload::chakra_test

// The binary form of GOAL. The tests write it by themselves, field by field, as LogGOPSim's txt2bin lays it out.
#include "models/workload/binary_goal.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "tb/tests/unit/models/workload/builders.hpp"

namespace kintsugi::workload::test {
namespace {

class Bytes {
 public:
  void u8(std::uint64_t number) { add(number, 1); }
  void u32(std::uint64_t number) { add(number, 4); }
  void u64(std::uint64_t number) { add(number, 8); }
  /// Writes over what is there.
  void set(std::size_t offset, std::uint64_t number, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) text[offset + i] = static_cast<char>(number >> (8 * i));
  }
  std::string text;

 private:
  void add(std::uint64_t number, std::size_t size) {
    text.resize(text.size() + size);
    set(text.size() - size, number, size);
  }
};

void write_part(const Program& program, RankId rank, Bytes& bytes) {
  const std::uint32_t first = program.first(rank).value;
  const std::uint32_t end = program.end(rank).value;
  std::vector<std::uint32_t> required(end - first);
  std::vector<std::uint32_t> list;
  struct Run {
    std::size_t first, number;
  };
  std::vector<std::array<Run, 2>> runs;
  for (std::uint32_t op = first; op < end; ++op) {
    std::array<Run, 2> both{};
    for (const bool on_start : {false, true}) {
      both[on_start].first = list.size();
      for (const Dependent each : program.dependents(OpId{op})) {
        if (each.on_start() != on_start) continue;
        list.push_back(each.op().value - first);
        ++required[each.op().value - first];
      }
      both[on_start].number = list.size() - both[on_start].first;
    }
    runs.push_back(both);
  }
  bytes.u32(end - first);
  bytes.u32(static_cast<std::uint64_t>(std::ranges::count(required, 0u)));
  for (std::uint32_t op = 0; op < end - first; ++op) {
    if (required[op] == 0) bytes.u32(op);
  }
  for (std::uint32_t op = 0; op < end - first; ++op) {
    const Operation& operation = program[OpId{first + op}];
    bytes.u32(required[op]);
    bytes.u8(operation.kind == OpKind::kSend ? 1 : operation.kind == OpKind::kRecv ? 2 : 3);
    bytes.u32(operation.peer.value);
    bytes.u64(operation.size);
    bytes.u32(operation.tag);
    bytes.u8(operation.cpu);
    bytes.u8(operation.nic);
    for (const Run& run : runs[op]) {
      bytes.u32(run.number);
      bytes.u32(run.first);
    }
  }
  for (const std::uint32_t each : list) bytes.u32(each);
}

std::string binary_of(const Program& program) {
  Bytes bytes;
  bytes.u64(4223);
  bytes.u32(program.ranks());
  bytes.u8(255);
  bytes.u8(255);
  const std::size_t table = bytes.text.size();
  for (std::uint32_t rank = 0; rank < 2 * program.ranks(); ++rank) bytes.u64(0);
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    bytes.set(table + 16 * rank, bytes.text.size() - 8, 8);
    write_part(program, RankId{rank}, bytes);
    bytes.set(table + 16 * rank + 8, bytes.text.size() - 8, 8);
  }
  return bytes.text;
}

/// The lines of the program as text, sorted: the binary form has what requires an end before what requires a start.
std::vector<std::string> lines_of(const Program& program) {
  std::stringstream text;
  write_goal(program, text);
  std::vector<std::string> lines;
  std::string block;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("rank ")) block = line;
    lines.push_back(block + line);
  }
  std::ranges::sort(lines);
  return lines;
}

std::vector<std::string> mistakes_of(const std::string& bytes) {
  std::vector<std::string> messages;
  for (const FileMistake& mistake : read_goal(bytes).mistakes) {
    EXPECT_EQ(mistake.line, 0);
    messages.push_back(mistake.message);
  }
  return messages;
}

/// Two ranks: rank 0 calculates and then sends, rank 1 receives, and calculates when its receive has begun.
Program small() {
  TwoRanks ranks;
  const OpId first = ranks.add(0, calc(100, 1));
  ranks.add(0, send(8, 1, 3, 1), {first});
  const OpId receive = ranks.add(1, recv(8, kAnyRank.value, kAnyTag));
  ranks.after_start(ranks.add(1, calc(5)), receive);
  return std::move(ranks).finish();
}

constexpr std::size_t kPart0 = 14 + 32;           // where rank 0 begins
constexpr std::size_t kFirst = kPart0 + 8 + 4;    // its first operation
constexpr std::size_t kSecond = kFirst + 39;      // its second one, a send
constexpr std::size_t kAppendix = kSecond + 39;   // who requires whom
constexpr std::size_t kPart1 = kAppendix + 4;     // where rank 1 begins
constexpr std::size_t kReceive = kPart1 + 8 + 4;  // its first operation

std::string changed(std::size_t offset, std::uint64_t number, std::size_t size) {
  Bytes bytes;
  bytes.text = binary_of(small());
  bytes.set(offset, number, size);
  return bytes.text;
}

TEST(BinaryGoal, has_the_operations_and_dependencies_of_the_program) {
  RandomStream random(7, 1);
  for (int i = 0; i < 200; ++i) {
    const Program program = random_program(random, 1 + random.below(60));
    const GoalFile read = read_goal(binary_of(program));
    ASSERT_TRUE(read.program) << read.mistakes.front().message;
    EXPECT_EQ(lines_of(*read.program), lines_of(program));
  }
}

TEST(BinaryGoal, is_known_by_its_first_bytes_and_can_come_in_parts) {
  const std::string bytes = binary_of(small());
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x7f\x10\0\0\0\0\0\0", 8));
  GoalParser parser;
  for (const char& byte : bytes) parser.take({&byte, 1});
  const GoalFile read = parser.finish();
  ASSERT_TRUE(read.program);
  EXPECT_EQ(lines_of(*read.program), lines_of(small()));
}

TEST(BinaryGoal, can_have_ranks_without_operations) {
  const Program none = ProgramBuilder(3).finish();
  const GoalFile read = read_goal(binary_of(none));
  ASSERT_TRUE(read.program);
  EXPECT_EQ(read.program->ranks(), 3u);
  EXPECT_EQ(read.program->size(), 0u);
}

TEST(BinaryGoal, cut_anywhere_is_refused_with_its_offset) {
  const std::string bytes = binary_of(small());
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const std::vector<std::string> mistakes = mistakes_of(bytes.substr(0, size));
    ASSERT_FALSE(mistakes.empty()) << size;
    EXPECT_TRUE(mistakes.front().starts_with("byte ")) << mistakes.front();
    EXPECT_NE(mistakes.front().find("cut short or damaged"), std::string::npos) << mistakes.front();
  }
  EXPECT_EQ(
      mistakes_of(bytes.substr(0, 13)),
      (std::vector<std::string>{"byte 0: the head of a binary GOAL file must follow, but the file ends at byte 13; "
                                "the file is cut short or damaged"}));
}

TEST(BinaryGoal, with_a_wrong_number_is_refused_with_its_offset) {
  struct Case {
    std::size_t offset;
    std::uint64_t number;
    std::size_t size;
    std::string message;
  };
  const std::string kind = std::to_string(kFirst + 4);
  const std::vector<Case> cases = {
      {1, 0x11, 1,
       "byte 0: a binary GOAL file begins with the bytes 7f 10 00 00 00 00 00 00; write it anew by txt2bin"},
      {8, 0, 4, "byte 8: the number of ranks must be 1 to 2^20, not 0"},
      {kFirst + 4, 4, 1, "byte " + kind + ": the kind of an operation must be 1 (send), 2 (recv) or 3 (calc), not 4"},
      {kFirst + 9, 1'000'000'000'001, 8,
       "byte " + std::to_string(kFirst + 9) + ": the time of a calc must be 0 to 10^12, not 1000000000001"},
      {kSecond + 5, 2, 4, "byte " + std::to_string(kSecond + 5) + ": the receiver must be 0 to 1, not 2"},
      {kSecond + 5, 0xffffffff, 4,
       "byte " + std::to_string(kSecond + 5) + ": the receiver must be 0 to 1, not 4294967295"},
      {kReceive + 5, 7, 4,
       "byte " + std::to_string(kReceive + 5) + ": the sender must be 0 to 1, or 2^32 - 1 for any rank, not 7"},
      {kSecond + 17, 0xffffffff, 4,
       "byte " + std::to_string(kSecond + 17) + ": the tag of a send must be 0 to 4294967294, not 4294967295"},
      {kSecond, 2, 4,
       "byte " + std::to_string(kSecond) +
           ": operation 1 of the rank says that it requires 2 operations, but 1 say that it requires them"},
      {kPart0 + 8, 1, 4,
       "byte " + std::to_string(kPart0 + 8) +
           ": the roots of the rank must be the operations that require no other; they are other ones"},
      {kAppendix, 2, 4, "byte " + std::to_string(kAppendix) + ": an operation of the rank must be 0 to 1, not 2"},
      {kAppendix, 0, 4, "byte " + std::to_string(kAppendix) + ": operation 0 requires itself"},
      {kFirst + 27, 9, 4,
       "byte " + std::to_string(kFirst + 23) +
           ": 1 operation would require this one, from number 9 of the list on, but the list has 1; the file is cut "
           "short or damaged"},
      {kPart0, 5, 4,
       "byte " + std::to_string(kFirst) + ": 5 operations must follow, but the part of rank 0 ends at byte " +
           std::to_string(kPart1) + "; the file is cut short or damaged"},
      {14, 1000, 8,
       "byte 14: the part of rank 0 would be byte 1008 to " + std::to_string(kPart1) + ", but the file has " +
           std::to_string(binary_of(small()).size()) + " bytes; it is cut short or damaged"},
  };
  for (const Case& each : cases) {
    const std::vector<std::string> mistakes = mistakes_of(changed(each.offset, each.number, each.size));
    ASSERT_FALSE(mistakes.empty()) << each.message;
    EXPECT_EQ(mistakes.front(), each.message);
  }
}

/// Parts and lists that are used several times would make a large program of a small file.
TEST(BinaryGoal, uses_each_part_and_each_list_once) {
  const std::string again = changed(30, kPart0 - 8, 8);  // rank 1 has the part of rank 0
  EXPECT_EQ(mistakes_of(again).front(),
            "byte 30: the part of rank 1 must not begin before byte " + std::to_string(kPart1) +
                ", where the part before it ends, but begins at byte " + std::to_string(kPart0));
  EXPECT_EQ(mistakes_of(changed(14, 6, 8)).front(),
            "byte 14: the part of rank 0 must not begin before byte 46, where the table ends, but begins at byte 14");
  Bytes bytes;
  bytes.text = binary_of(small());
  bytes.set(kSecond + 23, 1, 4);  // the second operation has the list of the first
  bytes.set(kSecond + 27, 0, 4);
  EXPECT_EQ(mistakes_of(bytes.text).front(),
            "byte " + std::to_string(kSecond + 23) +
                ": up to this operation 2 numbers of the list would be used, but the list has 1; each is used once");
}

TEST(BinaryGoal, with_a_huge_count_takes_no_memory_for_it) {
  for (const std::size_t offset : {std::size_t{8}, kPart0, kPart0 + 4, kFirst + 23}) {
    EXPECT_FALSE(mistakes_of(changed(offset, 0xfffffff0, 4)).empty()) << offset;
  }
}

}  // namespace
}  // namespace kintsugi::workload::test

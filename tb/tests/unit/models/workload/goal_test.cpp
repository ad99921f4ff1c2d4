// The text form of GOAL: what is read, what is written, and what is said of broken files.
#include "models/workload/goal.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <iostream>
#include <set>
#include <sstream>

#include "models/workload/program_run.hpp"
#include "tb/tests/unit/models/workload/builders.hpp"

namespace kintsugi::workload::test {
namespace {

using Lines = std::vector<std::string>;

Lines mistakes_of(const GoalFile& file) {
  Lines lines;
  for (const FileMistake& mistake : file.mistakes) {
    lines.push_back(std::to_string(mistake.line) + ":" + std::to_string(mistake.column) + ": " + mistake.message);
  }
  return lines;
}

Program program_in(std::string_view text) {
  GoalFile file = read_goal(text);
  EXPECT_EQ(mistakes_of(file), Lines());
  return file.program ? std::move(*file.program) : ProgramBuilder(1).finish();
}

std::string text_of(const Program& program) {
  std::ostringstream out;
  write_goal(program, out);
  return out.str();
}

constexpr std::string_view kSmall =
    "num_ranks 2\n"
    "\n"
    "rank 0 {\n"
    "l1: calc 100 cpu 1\n"
    "l2: send 8b to 1 tag 3 cpu 2 nic 1\n"
    "l2 requires l1\n"
    "}\n"
    "\n"
    "rank 1 {\n"
    "a: recv 8b from -1 tag -1\n"
    "b: calc 0\n"
    "b irequires a\n"
    "}\n";

TEST(Goal, operations_labels_lines_and_dependencies_are_read) {
  const Program program = program_in(kSmall);
  ASSERT_EQ(program.size(), 4u);
  EXPECT_EQ(program.ranks(), 2u);
  EXPECT_EQ(program[OpId{0}], (Operation{100, RankId{0}, 0, OpKind::kCalc, 1, 0}));
  EXPECT_EQ(program[OpId{1}], (Operation{8, RankId{1}, 3, OpKind::kSend, 2, 1}));
  EXPECT_EQ(program[OpId{2}], (Operation{8, kAnyRank, kAnyTag, OpKind::kRecv, 0, 0}));
  EXPECT_EQ(program.name(OpId{1}), "rank 0, send l2 (line 5)");
  EXPECT_EQ(program.rank_of(OpId{2}), RankId{1});
  ASSERT_EQ(program.dependents(OpId{0}).size(), 1u);
  EXPECT_EQ(program.dependents(OpId{0})[0], Dependent(OpId{1}, false));
  EXPECT_EQ(program.dependents(OpId{2})[0], Dependent(OpId{3}, true));
}

TEST(Goal, what_is_written_is_read_back_to_the_same_program) {
  EXPECT_EQ(text_of(program_in(kSmall)), kSmall);
  for (std::uint64_t number = 0; number < 100; ++number) {
    RandomStream random(4, number);
    const Program program = random_program(random, 40);
    const Program again = program_in(text_of(program));
    ASSERT_EQ(again.size(), program.size());
    ASSERT_EQ(again.ranks(), program.ranks());
    for (std::uint32_t op = 0; op < program.size(); ++op) {
      ASSERT_EQ(again[OpId{op}], program[OpId{op}]);
      ASSERT_TRUE(std::ranges::equal(again.dependents(OpId{op}), program.dependents(OpId{op}))) << number;
    }
    EXPECT_EQ(text_of(again), text_of(program));
  }
}

TEST(Goal, comments_blanks_the_order_of_options_and_of_ranks_do_not_matter) {
  const Program program = program_in(
      "\xef\xbb\xbf// first\n/* two\nlines */ num_ranks 2 // two\nrank 1 { b irequires a\n\ta : recv 8 b from -1 tag -1"
      "\r\nb:calc 0 /* here\n too */\n}\nrank 0 {l1: calc 100 cpu 1\n l2 requires l1 /**/\n"
      "l2: send 8b to 1 nic 1 cpu 2 tag 3}");
  EXPECT_EQ(text_of(program), kSmall);
}

TEST(Goal, labels_may_be_left_out_and_a_rank_may_have_no_block) {
  const Program program = program_in("num_ranks 3\nrank 2 {\ncalc 1\ncalc 2\n}");
  EXPECT_EQ(program.size_of(RankId{0}), 0u);
  EXPECT_EQ(program.size_of(RankId{2}), 2u);
  EXPECT_EQ(program.name(OpId{1}), "rank 2, calc number 1 (line 4)");
  EXPECT_EQ(text_of(program), "num_ranks 3\n\nrank 0 {\n}\n\nrank 1 {\n}\n\nrank 2 {\nl0: calc 1\nl1: calc 2\n}\n");
}

TEST(Goal, a_group_is_what_stands_before_two_underscores) {
  const Program program = program_in("num_ranks 1\nrank 0 {\nring__s1: calc 1\nring_s1: calc 2\ncalc 3\n}");
  EXPECT_EQ(program.group(OpId{0}), "ring");
  EXPECT_EQ(program.group(OpId{1}), "");
  EXPECT_EQ(program.group(OpId{2}), "");
}

TEST(Goal, all_mistakes_of_a_file_are_reported) {
  std::string text = "num_ranks 1\nrank 0 {\n";
  for (int i = 0; i < 150; ++i) text += "calk 1\n";
  const GoalFile file = read_goal(text + "}");
  EXPECT_FALSE(file.program);
  EXPECT_EQ(file.mistakes.size(), kMostGoalMistakes);
  EXPECT_EQ(file.more_mistakes, 50u);
}

struct Broken {
  std::string text;
  Lines mistakes;
};

/// A file of two ranks in which rank 0 has these statements, from line 3 on.
Broken in_rank(const std::string& statements, Lines mistakes) {
  return {"num_ranks 2\nrank 0 {\n" + statements + "\n}\n", std::move(mistakes)};
}

const std::string kBegins = "the file begins with the number of ranks: num_ranks 4, not ";
const std::string kStatement = "a statement must begin with a label, send, recv or calc";
const std::string kAfterLabel =
    " is neither send, recv nor calc; after a label ':', requires or irequires must follow, ";

const Broken kBroken[] = {
    // the file
    {"", {"1:1: " + kBegins + "the end of the file"}},
    {"\n rank 0 {\n}\n", {"2:2: " + kBegins + "'rank'"}},
    {"\x01\x02", {"1:1: " + kBegins + "the byte 0x01"}},
    {"num_ranks\n", {"1:10: the number of ranks must follow: num_ranks 4, not the end of the line"}},
    {"num_ranks 0\n", {"1:11: the number of ranks must be 1 to 2^20, not '0'"}},
    {"num_ranks 99999999999999999999\n", {"1:11: the number of ranks must be 1 to 2^20, not '99999999999999999999'"}},
    {"num_ranks 2 3\nrank 0 {\n}\n", {"1:13: the line must end after num_ranks 4, not '3'"}},
    {"num_ranks 2\nnum_ranks 2\n", {"2:1: num_ranks is there twice; leave one out"}},
    {"num_ranks 2\n/* no end\n", {"2:1: the comment has no end; add */"}},
    // blocks
    {"num_ranks 2\nrank {\n}\n", {"2:6: the rank must follow: rank 0 {, not '{'"}},
    {"num_ranks 2\nrank 2 {\ncalc 1\n}\n", {"2:6: the rank must be 0 to 1, not '2'"}},
    {"num_ranks 2\nrank 0\ncalc 1\n}\n", {"2:7: { must follow rank 0, not the end of the line"}},
    {"num_ranks 2\nrank 0 {\n}\nrank 0 {\n}\n",
     {"4:1: rank 0 is there twice, first in line 2; put its operations into one block"}},
    {"num_ranks 2\nrank 0 {\ncalc 1\n", {"2:1: the block of rank 0 has no end; add }"}},
    {"num_ranks 2\nrank 0 {\nrank 1 {\n}\n", {"2:1: the block of rank 0 has no end; add } before the next one"}},
    {"num_ranks 2\nrank 0 {\ncalc 1 /* no end\n}\n",
     {"2:1: the block of rank 0 has no end; add }", "3:8: the comment has no end; add */"}},
    {"num_ranks 2\n}\n", {"2:1: there is no block that this } ends; leave it out"}},
    {"num_ranks 2\ncalc 1\n", {"2:1: a block must begin here: rank 0 {, not 'calc'"}},
    // statements
    in_rank("l1 calc 1", {"3:4: 'l1'" + kAfterLabel + "not 'calc'"}),
    in_rank("sned 8b to 1", {"3:6: 'sned'" + kAfterLabel + "not '8'"}),
    in_rank("1l: calc 1", {"3:1: " + kStatement + "; a label begins with a letter: l1, not '1'"}),
    in_rank("_1: calc 1", {"3:1: a label begins with a letter, not '_1'"}),
    in_rank("@: calc 1", {"3:1: " + kStatement + ", not '@'"}),
    in_rank("\xc3\xa9: calc 1", {"3:1: " + kStatement + ", not the byte 0xc3"}),
    in_rank("send: calc 1", {"3:1: 'send' cannot be a label; take another one"}),
    in_rank("num_ranks: calc 1", {"3:1: 'num_ranks' cannot be a label; take another one"}),
    in_rank("a: b: calc 1", {"3:4: send, recv or calc must follow the label a, not 'b'"}),
    in_rank("a: calc 1\na: calc 2", {"4:1: the label a is there twice, first in line 3; take another one"}),
    in_rank("calc 1; calc 2", {"3:7: after whole nanoseconds, cpu or the end of the line must follow, not ';'"}),
    // calculations
    in_rank("calc", {"3:5: the time of a calc in nanoseconds must follow: calc 100, not the end of the line"}),
    in_rank("calc 0x10", {"3:7: after whole nanoseconds, cpu or the end of the line must follow, not 'x10'"}),
    in_rank("calc 1.5", {"3:7: after whole nanoseconds, cpu or the end of the line must follow, not '.'"}),
    in_rank("calc -1", {"3:6: the time of a calc in nanoseconds must be 0 to 10^12, not '-1'"}),
    in_rank("calc 1000000000001", {"3:6: the time of a calc in nanoseconds must be 0 to 10^12, not '1000000000001'"}),
    in_rank("calc 1 nic 2", {"3:8: a calc has no nic; it can have cpu"}),
    in_rank("calc 1 cpu 256", {"3:12: cpu must be 0 to 255, not '256'"}),
    // messages
    in_rank("send b to 1", {"3:6: the size of a message in bytes must follow: send 8b to 1, not 'b'"}),
    in_rank("send 8 to 1", {"3:8: b must follow the bytes of a message: send 8b to 1, not 'to'"}),
    in_rank("send 8kb to 1", {"3:7: b must follow the bytes of a message: send 8b to 1, not 'kb'"}),
    in_rank("send 2000000000000b to 1", {"3:6: the size of a message in bytes must be 0 to 2^40, not '2000000000000'"}),
    in_rank("send 8b from 1", {"3:9: to and the receiver must follow: send 8b to 1, not 'from'"}),
    in_rank("recv 8b to 1", {"3:9: from and the sender must follow: recv 8b from 1, not 'to'"}),
    in_rank("send 8b to", {"3:11: the receiver must follow: send 8b to 1, not the end of the line"}),
    in_rank("send 8b to 2", {"3:12: the receiver must be 0 to 1, not '2'"}),
    in_rank("send 8b to -1", {"3:12: only a recv can be from -1, any rank; name the receiver"}),
    in_rank("recv 8b from x", {"3:14: the sender must follow: recv 8b from 1, not 'x'"}),
    in_rank("send 8b to 1 tag -1", {"3:18: only a recv can have tag -1, any tag; name the tag"}),
    in_rank("send 8b to 1 tag 4294967295", {"3:18: tag must be 0 to 4294967294, not '4294967295'"}),
    in_rank("send 8b to 1 tag 1 tag 2", {"3:20: tag is there twice; leave one out"}),
    in_rank("send 8b to 1 nic", {"3:17: nic must follow: nic 1, not the end of the line"}),
    in_rank("send 8b to 1 size 3", {"3:14: tag, cpu, nic or the end of the line must follow, not 'size'"}),
    // dependencies
    in_rank("a: calc 1\na requires", {"4:11: a label must follow: l2 requires l1, not the end of the line"}),
    in_rank("a: calc 1\na irequires 3", {"4:13: a label must follow: l2 irequires l1, not '3'"}),
    in_rank("a: calc 1\na requires a", {"4:1: a requires itself; leave that out"}),
    in_rank("a: calc 1\na requires b c", {"4:12: rank 0 has no label b; give it to an operation or leave out this line",
                                          "4:14: the line must end after l2 requires l1, not 'c'"}),
    in_rank("x requires y", {"3:1: rank 0 has no label x; give it to an operation or leave out this line",
                             "3:12: rank 0 has no label y; give it to an operation or leave out this line"}),
    {"num_ranks 2\nrank 0 {\na: calc 1\n}\nrank 1 {\nb: calc 1\nb requires a\n}\n",
     {"7:12: rank 1 has no label a, but rank 0; an operation requires operations of its own rank only"}},
    // several
    in_rank("calc\ncalc x cpu\nl: send 8b\nl requires m\nrecv 8b from 9 tag 1",
            {"3:5: the time of a calc in nanoseconds must follow: calc 100, not the end of the line",
             "4:6: the time of a calc in nanoseconds must follow: calc 100, not 'x'",
             "5:11: to and the receiver must follow: send 8b to 1, not the end of the line",
             "6:12: rank 0 has no label m; give it to an operation or leave out this line",
             "7:14: the sender must be 0 to 1, not '9'"}),
};

TEST(Goal, broken_files_are_refused_with_place_and_remedy) {
  EXPECT_GE(std::size(kBroken), 40u);
  std::set<std::string> texts;
  for (const Broken& broken : kBroken) {
    const GoalFile file = read_goal(broken.text);
    EXPECT_EQ(mistakes_of(file), broken.mistakes) << broken.text;
    EXPECT_FALSE(file.program) << broken.text;
    EXPECT_TRUE(texts.insert(broken.text).second) << broken.text;
  }
}

/// Reads a text in parts of so many bytes, or of drawn sizes if that is 0.
GoalFile read_in_parts(std::string_view text, std::size_t size, RandomStream& random) {
  GoalParser parser;
  while (!text.empty()) {
    const std::size_t taken = std::min<std::size_t>(size == 0 ? random.below(40) : size, text.size());
    parser.take(text.substr(0, taken));
    text.remove_prefix(taken);
  }
  return parser.finish();
}

TEST(Goal, a_file_that_comes_in_parts_is_read_as_a_whole_one) {
  RandomStream random(9, 0);
  const std::string with_comments =
      "\xef\xbb\xbf// first\n/* two\nlines */ num_ranks 2 // two /* no comment\nrank 1 { b irequires a\n\ta : recv 8 b "
      "from -1 tag -1\r\nb:calc 0 /* here /*\n too **/\n}\nrank 0 {l1: calc 100 cpu 1\n l2 requires l1 /**/\n/*/\n/*/ "
      "l2: send 8b to 1 nic 1 cpu 2 tag 3}";
  for (const std::size_t size : {0u, 1u, 2u, 3u, 7u, 50u}) {
    GoalFile file = read_in_parts(with_comments, size, random);
    EXPECT_EQ(mistakes_of(file), Lines()) << size;
    ASSERT_TRUE(file.program) << size;
    EXPECT_EQ(text_of(*file.program), kSmall) << size;
    for (const Broken& broken : kBroken) {
      file = read_in_parts(broken.text, size, random);
      EXPECT_EQ(mistakes_of(file), broken.mistakes) << broken.text;
      EXPECT_FALSE(file.program) << broken.text;
    }
  }
}

/// Whatever a file has, reading ends, and a program comes exactly if there is no mistake.
TEST(Goal, files_with_any_damage_are_read_to_their_end) {
  for (std::uint64_t number = 0; number < 3000; ++number) {
    RandomStream random(8, number);
    std::string text(kSmall);
    for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes) {
      const std::size_t at = random.below(text.size());
      const std::string_view with = kSmall.substr(random.below(kSmall.size()), random.below(9));
      text.replace(at, random.below(6), with);
    }
    const GoalFile file = read_goal(text);
    ASSERT_NE(file.program.has_value(), !file.mistakes.empty()) << text;
    ASSERT_EQ(mistakes_of(read_in_parts(text, number % 5, random)), mistakes_of(file)) << text;
    int lines = 1;
    for (const char c : text) lines += c == '\n';
    for (const FileMistake& mistake : file.mistakes) {
      ASSERT_GE(mistake.column, 1);
      ASSERT_LE(mistake.line, lines) << text;
    }
  }
}

TEST(WholeLines, end_with_a_line_outside_of_comments) {
  WholeLines lines;
  EXPECT_EQ(lines.take("ab"), "");
  EXPECT_EQ(lines.rest(), "ab");
  EXPECT_EQ(lines.take("\nc // /*\nd"), "ab\nc // /*\n");
  EXPECT_EQ(lines.take("/* e\n*"), "");
  EXPECT_EQ(lines.take("\n*/ f\ng/"), "d/* e\n*\n*/ f\n");
  EXPECT_EQ(lines.take("*/\n**"), "") << "no comment ends with the star that begins it";
  EXPECT_EQ(lines.take("/\n"), "g/*/\n**/\n");
  EXPECT_EQ(lines.rest(), "");
}

using Take = std::function<void(std::string_view)>;

/// Writes a million operations of one rank, with one or two dependencies each.
void write_long_rank(const Take& take) {
  take("num_ranks 2\nrank 0 {\n");
  for (std::uint32_t i = 0; i < 1'000'000; ++i) {
    const std::string label = "l" + std::to_string(i);
    take(label + ": send " + std::to_string(i % 1000) + "b to 1 tag 3\n");
    if (i > 0) take(label + " requires l" + std::to_string(i - 1) + '\n');
    if (i > 1 && i % 2 == 0) take(label + " irequires l" + std::to_string(i / 2) + '\n');
  }
  take("}\n");
}

/// Writes a million operations of 1000 ranks, with long labels, two dependencies and a channel for each pair.
void write_long_ring(const Take& take) {
  take("num_ranks 1000\n");
  for (std::uint32_t rank = 0; rank < 1000; ++rank) {
    take("rank " + std::to_string(rank) + " {\n");
    for (std::uint32_t i = 0; i < 1000; ++i) {
      const std::string label = "allreduce__" + std::to_string(i);
      const std::string tag = " tag " + std::to_string(i / 3) + '\n';
      const std::string to = "b to " + std::to_string((rank + 1) % 1000) + tag;
      const std::string from = "b from " + std::to_string((rank + 999) % 1000) + tag;
      take(label + (i % 3 == 0 ? ": send 4096" + to : i % 3 == 1 ? ": recv 4096" + from : ": calc 100\n"));
      if (i < 3) continue;
      take(label + " requires allreduce__" + std::to_string(i - 1) + '\n');
      take(label + " requires allreduce__" + std::to_string(i - 3) + '\n');
    }
    take("}\n");
  }
}

/// Reads what is written, in parts of 64 KiB.
Program read_written(void (*write)(const Take&)) {
  GoalParser parser;
  std::string part;
  write([&](std::string_view text) {
    part += text;
    if (part.size() < 1 << 16) return;
    parser.take(part);
    part.clear();
  });
  parser.take(part);
  GoalFile file = parser.finish();
  EXPECT_EQ(mistakes_of(file), Lines());
  return file.program ? std::move(*file.program) : ProgramBuilder(1).finish();
}

TEST(Goal, a_large_file_takes_at_most_a_hundred_bytes_of_memory_for_an_operation) {
  const Program program = read_written(write_long_rank);
  ASSERT_EQ(program.size(), 1'000'000u);
  EXPECT_EQ(program.dependencies(), 999'999u + 499'999u);
  EXPECT_LE(program.memory(), 100u * program.size());
  EXPECT_EQ(program.label(OpId{77}), "l77");
}

/// Returns the bytes that the system says after a name: the memory of the process, or the most that it has had.
std::size_t memory_of_process(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name + ':')) return std::stoull(line.substr(name.size() + 1)) * 1024;
  }
  return 0;
}

/// A process that does no more than read the file has less than 20 MB besides.
TEST(Goal, slow_a_file_of_a_million_operations_is_read_within_180_megabytes) {
  for (const auto write : {write_long_rank, write_long_ring}) {
    malloc_trim(0);
    const std::size_t before = memory_of_process("VmRSS");
    if (!(std::ofstream("/proc/self/clear_refs") << 5 << std::flush)) GTEST_SKIP() << "the peak cannot be reset";
    const auto start = std::chrono::steady_clock::now();
    const Program program = read_written(write);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    const std::size_t peak = memory_of_process("VmHWM");
    ASSERT_EQ(program.size(), 1'000'000u);
    EXPECT_LE(program.memory(), 100u * program.size());
    EXPECT_GT(peak, before + program.memory() / 2) << "the peak is not that of reading";
    EXPECT_LE(peak - before, 180'000'000u);
    malloc_trim(0);
    const std::size_t with_program = memory_of_process("VmRSS");
    const ProgramRun run(program, {});
    const std::size_t of_run = memory_of_process("VmRSS") - with_program;
    std::cout << program.dependencies() << " dependencies: written and read in " << spent.count() << " s, "
              << (peak - before) / 1'000'000 << " MB at most, program " << program.memory() / program.size()
              << " bytes an operation, run " << of_run / program.size() << '\n';
    EXPECT_LE(of_run, 100u * program.size());
  }
}

}  // namespace
}  // namespace kintsugi::workload::test

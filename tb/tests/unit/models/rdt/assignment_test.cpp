#include "models/rdt/assignment.hpp"

#include <gtest/gtest.h>

#include "models/rdt/topology.hpp"

namespace kintsugi::rdt {
namespace {

Rdt parsed(const std::string& text, const Unassigned& size = {}, unsigned upper_ranks = 0) {
  const auto read = parse_assignment(text, size, upper_ranks);
  if (const auto* mistakes = std::get_if<std::vector<FileMistake>>(&read)) {
    for (const FileMistake& mistake : *mistakes) {
      ADD_FAILURE() << mistake.line << ':' << mistake.column << ": " << mistake.message;
    }
    return Rdt();
  }
  return std::get<Rdt>(read);
}

/// The mistakes as "line:column: message".
std::vector<std::string> mistakes(const std::string& text, const Unassigned& size = {}, unsigned upper_ranks = 0) {
  const auto read = parse_assignment(text, size, upper_ranks);
  std::vector<std::string> all;
  if (const auto* found = std::get_if<std::vector<FileMistake>>(&read)) {
    for (const FileMistake& mistake : *found) {
      all.push_back(std::to_string(mistake.line) + ":" + std::to_string(mistake.column) + ": " + mistake.message);
    }
  }
  return all;
}

using Lines = std::vector<std::string>;

TEST(RdtAssignment, alpha_and_beta_are_recognized_in_a_file) {
  EXPECT_EQ(parsed("2 1 4 3\n4 3 2 1\n").assignment, Assignment::kAlpha);
  EXPECT_EQ(parsed("# beta\n\n  2 1\t4 3\r\n1 2 1 2").assignment, Assignment::kBeta);
  EXPECT_EQ(parsed("2 1 4 3\n4 3 1 2\n").assignment, Assignment::kOther);
  EXPECT_EQ(make_network(parsed("2 1 4 3\n4 3 1 2\n", {5})).name(), "RDT(2,4,1)/2143-4312 32x32");
}

TEST(RdtAssignment, a_file_that_is_written_reads_the_same) {
  for (const Unassigned& size : {Unassigned{5, 2, 4}, Unassigned{8, 2, 5}, Unassigned{3, 4, 3}, Unassigned{3, 6, 2}}) {
    for (unsigned m = 1; m <= size.highest; ++m) {
      const Rdt rdt = cyclic(size, m);
      EXPECT_NO_THROW(validate(rdt));
      EXPECT_EQ(rdt.upper_ranks(), m);
      const Rdt again = parsed(to_file(rdt), size);
      EXPECT_EQ(again.ranks, rdt.ranks);
      EXPECT_EQ(assignment_name(again), "cyclic");
    }
  }
}

TEST(RdtAssignment, numbers_without_an_assignment_are_refused_before_the_file_is_read) {
  for (const Unassigned& size : {Unassigned{5, 2, 0}, Unassigned{5, 2, 40}, Unassigned{5, 0, 4}, Unassigned{40, 2, 4},
                                 Unassigned{4, 3, 4}, Unassigned{2, 8, 1}, Unassigned{2, 16, 1}}) {
    EXPECT_THROW(static_cast<void>(cyclic(size, 1)), std::invalid_argument) << size.cardinal;
    EXPECT_THROW(static_cast<void>(parse_assignment("1 2\n", size, 0)), std::invalid_argument) << size.cardinal;
  }
}

TEST(RdtAssignment, entries_hold_as_many_ranks_as_the_first) {
  const Rdt rdt = parsed("12 34 12 34\n34 12 34 12\n", {6});
  EXPECT_EQ(rdt.upper_ranks(), 2u);
  EXPECT_EQ(make_network(rdt).name(), "RDT(2,4,2)/12.34.12.34-34.12.34.12 64x64");
  EXPECT_EQ(mistakes("12 34 12 3\n34 12 34 12\n", {6}),
            (Lines{"1:10: the class has 1 upper rank, not 2; every class has the same number, m"}));
  EXPECT_EQ(mistakes("1 1 1 1\n1 1 1 12\n", {6}, 1),
            (Lines{"2:7: the class has 2 upper ranks, not 1; every class has the same number, m"}));
}

TEST(RdtAssignment, every_mistake_has_its_line_and_column) {
  const std::string entry = " is no entry; it holds the upper ranks of a class, different digits of 1 to 4, ascending";
  EXPECT_EQ(mistakes("2 1 x 3\n4 5 2 0\n"), (Lines{"1:5: 'x'" + entry, "2:3: '5'" + entry, "2:7: '0'" + entry}));
  EXPECT_EQ(mistakes("11 12 12 12\n21 12 12 12\n"), (Lines{"1:1: '11'" + entry, "2:1: '21'" + entry}));
  EXPECT_EQ(mistakes("2 1 4\n4 3 2 1\n"),
            (Lines{"1:1: the row has 3 entries; an assignment has 2 rows of 4 entries, one for each class"}));
  EXPECT_EQ(mistakes("2 1 4 3\n4 3 2 1 2\n"),
            (Lines{"2:9: the row has 5 entries; an assignment has 2 rows of 4 entries, one for each class"}));
  EXPECT_EQ(mistakes("2 1 4 3\n"), (Lines{"1:1: the file has 1 row, not 2 rows of 4 entries, one for each class"}));
  EXPECT_EQ(mistakes(""), (Lines{"0:1: the file has 0 rows, not 2 rows of 4 entries, one for each class"}));
  EXPECT_EQ(mistakes("2 1 4 3\n4 3 2 1\n 1 1 1 1\n2 2 2 2\n"),
            (Lines{"3:2: a row too many; an assignment has 2 rows of 4 entries, one for each class"}));
}

TEST(RdtAssignment, cyclic_gives_every_rank_to_as_many_classes) {
  for (const Unassigned& size : {Unassigned{7, 2, 4}, Unassigned{4, 4, 2}}) {
    const Rdt rdt = cyclic(size, 1);
    std::array<unsigned, kRanks> count{};
    for (unsigned i = 0; i < rdt.classes(); ++i) {
      for (unsigned rank = 1; rank < kRanks; ++rank) count[rank] += rdt.ranks_of_class(i) >> rank & 1u;
    }
    for (unsigned rank = 1; rank <= size.highest; ++rank) EXPECT_EQ(count[rank], rdt.classes() / size.highest);
  }
}

}  // namespace
}  // namespace kintsugi::rdt

#include "models/rdt/assignment.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "models/family/file_mistakes.hpp"
#include "models/network/cells.hpp"
#include "models/network/text.hpp"

namespace kintsugi::rdt {

namespace {

std::string digits(RankSet ranks) {
  std::string text;
  for (unsigned rank = 1; rank < kRanks; ++rank) {
    if ((ranks >> rank & 1u) != 0) text += std::to_string(rank);
  }
  return text;
}

/// Returns the entries of all classes, with a text between those of a row and one between rows.
std::string entries(const Rdt& rdt, const std::string& between, const std::string& between_rows) {
  std::string text;
  for (unsigned i = 0; i < rdt.classes(); ++i) {
    if (i > 0) text += i % (2 * rdt.cardinal) == 0 ? between_rows : between;
    text += digits(rdt.ranks_of_class(i));
  }
  return text;
}

/// Reads the rows of an assignment, line after line.
class AssignmentReader {
 public:
  AssignmentReader(const Unassigned& rdt, unsigned upper_ranks) : rdt_(rdt), upper_ranks_(upper_ranks) {}

  void read(std::string_view text) {
    take_lines(text, [this](std::string_view line, int number) {
      line_ = number;
      read_line(cells_of(line, Separator::kBlanks).all);
      return true;
    });
    if (rows_ < rdt_.cardinal) complain(1, "the file has ", counted(rows_, "row"), ", not ", shape());
  }

  const ClassRanks& ranks() const { return ranks_; }
  in_text::Mistakes& mistakes() { return mistakes_; }

 private:
  std::string shape() const {
    return std::to_string(rdt_.cardinal) + " rows of " + counted(2 * rdt_.cardinal, "entry") + ", one for each class";
  }

  template <class... Parts>
  void complain(int column, const Parts&... parts) {
    mistakes_.add({line_, column}, parts...);
  }

  void read_line(const std::vector<Cell>& row) {
    if (row.empty()) return;
    if (++rows_ > rdt_.cardinal) {
      if (rows_ == rdt_.cardinal + 1) complain(row.front().column, "a row too many; an assignment has ", shape());
      return;
    }
    const unsigned columns = 2 * rdt_.cardinal;
    if (row.size() != columns) {
      return complain(row.size() > columns ? row[columns].column : row.front().column, "the row has ",
                      counted(row.size(), "entry"), "; an assignment has ", shape());
    }
    for (unsigned a = 0; a < columns; ++a) read_entry(row[a], (rows_ - 1) * columns + a);
  }

  void read_entry(const Cell& entry, unsigned node_class) {
    const std::optional<RankSet> ranks = read_ranks(entry.text);
    if (!ranks) {
      return complain(entry.column, "'", entry.text, "' is no entry; it holds the upper ranks of a class, ",
                      "different digits of 1 to ", rdt_.highest, ", ascending");
    }
    const auto count = static_cast<unsigned>(entry.text.size());
    if (upper_ranks_ == 0) upper_ranks_ = count;
    if (count != upper_ranks_) {
      complain(entry.column, "the class has ", counted(count, "upper rank"), ", not ", upper_ranks_,
               "; every class has the same number, m");
    }
    ranks_[node_class] = *ranks;
  }

  std::optional<RankSet> read_ranks(std::string_view text) const {
    unsigned ranks = 0;
    char last = '0';
    for (const char digit : text) {
      if (digit <= last || digit > static_cast<char>('0' + rdt_.highest)) return std::nullopt;
      ranks |= 1u << (digit - '0');
      last = digit;
    }
    return static_cast<RankSet>(ranks);
  }

  Unassigned rdt_;
  unsigned upper_ranks_;
  ClassRanks ranks_{};
  in_text::Mistakes mistakes_;
  int line_ = 0;
  unsigned rows_ = 0;
};

bool equal(const Rdt& a, const Rdt& b) {
  return a.cardinal == b.cardinal && a.R == b.R && a.ranks == b.ranks;
}

}  // namespace

std::string name_with_parameters(const Unassigned& rdt, unsigned upper_ranks) {
  return "RDT(" + std::to_string(rdt.cardinal) + "," + std::to_string(rdt.highest) + "," + std::to_string(upper_ranks) +
         ")";
}

std::string name_with_parameters(const Rdt& rdt) {
  return name_with_parameters({rdt.n, rdt.cardinal, rdt.R}, rdt.upper_ranks());
}

std::string assignment_name(const Rdt& rdt) {
  if (rdt.assignment == Assignment::kAlpha) return "alpha";
  if (rdt.assignment == Assignment::kBeta) return "beta";
  if (equal(rdt, cyclic({rdt.n, rdt.cardinal, rdt.R}, rdt.upper_ranks()))) return "cyclic";
  return assignment_entries(rdt);
}

std::string assignment_entries(const Rdt& rdt) {
  return entries(rdt, rdt.upper_ranks() > 1 ? "." : "", "-");
}

std::string to_file(const Rdt& rdt) {
  return "# " + name_with_parameters(rdt) + ": the upper ranks of the classes, rows b = 0 .. " +
         std::to_string(rdt.cardinal - 1) + ", columns a = 0 .. " + std::to_string(2 * rdt.cardinal - 1) + '\n' +
         entries(rdt, " ", "\n") + '\n';
}

Rdt with_ranks(const Unassigned& rdt, const ClassRanks& ranks) {
  const Rdt other(rdt.exponent, Assignment::kOther, rdt.cardinal, rdt.highest, ranks);
  for (const Assignment known : {Assignment::kAlpha, Assignment::kBeta}) {
    const Rdt same(rdt.exponent, known);
    if (equal(same, other)) return same;
  }
  return other;
}

Rdt cyclic(const Unassigned& rdt, unsigned upper_ranks) {
  require_numbers(rdt.exponent, rdt.cardinal, rdt.highest, true);
  ClassRanks ranks{};
  const unsigned columns = 2 * rdt.cardinal;
  for (unsigned i = 0; i < columns * rdt.cardinal; ++i) {
    for (unsigned j = 0; j < upper_ranks; ++j) {
      ranks[i] = static_cast<RankSet>(ranks[i] | 2u << (i % columns + 2 * (i / columns) + j) % rdt.highest);
    }
  }
  return with_ranks(rdt, ranks);
}

std::variant<Rdt, std::vector<FileMistake>> parse_assignment(std::string_view text, const Unassigned& rdt,
                                                             unsigned upper_ranks) {
  require_numbers(rdt.exponent, rdt.cardinal, rdt.highest, true);
  AssignmentReader reader(rdt, upper_ranks);
  reader.read(text);
  if (!reader.mistakes().empty()) return std::move(reader.mistakes()).sorted();
  return with_ranks(rdt, reader.ranks());
}

}  // namespace kintsugi::rdt

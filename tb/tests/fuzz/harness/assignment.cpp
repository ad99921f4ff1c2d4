#include "models/rdt/assignment.hpp"

#include "tb/tests/fuzz/harness/bounds.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"

namespace kintsugi::fuzz {

namespace {

constexpr rdt::Unassigned kCardinals[] = {{4, 2}, {2, 4}, {2, 6}};

/// An RDT, and the number of upper ranks that a scenario says; 0 if it says none.
struct Wanted {
  rdt::Unassigned size;
  unsigned upper_ranks;
};

Wanted wanted_by(unsigned char control) {
  rdt::Unassigned size = kCardinals[control % std::size(kCardinals)];
  control /= std::size(kCardinals);
  size.highest = 1 + control % (rdt::kRanks - 1);
  control /= rdt::kRanks - 1;
  return {size, control % (size.highest + 1)};
}

void check_mistakes(const std::vector<FileMistake>& mistakes, const rdt::Unassigned& size) {
  require(!mistakes.empty(), "a file that is refused has a mistake");
  require(mistakes.size() <= 2 * size.cardinal * size.cardinal + 2, "each entry has at most one mistake");
  Diagnostics errors;
  for (const FileMistake& mistake : mistakes) {
    errors.add({"assignment.txt", mistake.line, mistake.column}, mistake.message);
  }
  check_messages(errors);
}

}  // namespace

void read_assignment(std::string_view text) {
  if (text.empty()) return;
  const Wanted wanted = wanted_by(static_cast<unsigned char>(text.front()));
  const auto read = rdt::parse_assignment(text.substr(1), wanted.size, wanted.upper_ranks);
  if (const auto* mistakes = std::get_if<std::vector<FileMistake>>(&read)) {
    return check_mistakes(*mistakes, wanted.size);
  }
  const auto& found = std::get<rdt::Rdt>(read);
  rdt::validate(found);
  require(wanted.upper_ranks == 0 || found.upper_ranks() == wanted.upper_ranks, "m is that of the scenario");
  require(!rdt::assignment_name(found).empty(), "an assignment has a name");
  const auto again = rdt::parse_assignment(rdt::to_file(found), wanted.size, found.upper_ranks());
  require(std::holds_alternative<rdt::Rdt>(again) && std::get<rdt::Rdt>(again).ranks == found.ranks,
          "a file that is written reads the same");
}

}  // namespace kintsugi::fuzz

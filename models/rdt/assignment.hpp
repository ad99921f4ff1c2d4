/// Assignments: which class of nodes has which upper ranks, by name, as text and from a file.
///
/// File     the 2n x n array of the classes: n lines, row b = 0 first, each with the entries of the columns a = 0 ..
///          2n - 1, with blanks between them. An entry is the m upper ranks of a class, their digits ascending: "2", or
///          "13" for m = 2. Empty lines and lines that begin with # are ignored. Alpha is
///              2 1 4 3
///              4 3 2 1
/// Errors   of a file are returned as a list, each with its line and column. Throws std::invalid_argument, as
///          require_numbers(), if no network with these numbers has an assignment
/// Name     alpha, beta, cyclic, or the entries of an assignment without a name, rows joined by "-": "2143-1212". If m
///          is above 1, entries are joined by ".": "12.34.12.34-34.12.34.12"
/// Cyclic   class (a, b) has the m ranks from 1 + (a + 2 b) mod R on, 1 after R. A choice of this project: the paper
///          has assignments of RDT(2,4,1) only
/// Source   identification of upper tori: Fan, Yang, Funahashi and Amano, section 2.2
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/rdt/geometry.hpp"

namespace kintsugi::rdt {

std::string assignment_name(const Rdt& rdt);
/// Returns the entries, also of an assignment with a name: "2143-4321".
std::string assignment_entries(const Rdt& rdt);
/// Returns the text of a file, with a line that says what it is.
std::string to_file(const Rdt& rdt);

/// An RDT(cardinal, highest, m) to which an assignment is to be given.
struct Unassigned {
  unsigned exponent = kSmallest;
  unsigned cardinal = 2;
  unsigned highest = kR;
};

/// Returns "RDT(2,4,1)".
std::string name_with_parameters(const Unassigned& rdt, unsigned upper_ranks);
std::string name_with_parameters(const Rdt& rdt);

/// Returns the RDT with these ranks, by class; alpha and beta are recognized.
Rdt with_ranks(const Unassigned& rdt, const ClassRanks& ranks);
Rdt cyclic(const Unassigned& rdt, unsigned upper_ranks);

/// Reads a file. m is the number of ranks of its first entry, or `upper_ranks` if this is not 0.
std::variant<Rdt, std::vector<FileMistake>> parse_assignment(std::string_view text, const Unassigned& rdt,
                                                             unsigned upper_ranks);

}  // namespace kintsugi::rdt

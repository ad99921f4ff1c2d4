/// Checks that a set of clauses has no solution, by the steps that a solver has written down. It shares no code with
/// the search nor with those who make clauses: it reads two texts.
///
/// Formula   DIMACS CNF: lines of comment begin with c; one line "p cnf VARIABLES CLAUSES"; then the clauses, numbers
///           that are not 0, negative for a negation, each clause ended by 0
/// Proof     DRAT, as text: each line adds a clause (a lemma), or takes one back after the letter d; ended by 0
/// Lemma     is accepted if the clauses before it, with every literal of it false, lead to a contradiction by clauses
///           of which one literal is left; or if the same holds for its resolvents on its first literal with all
///           clauses that have the negation of it. Either leaves a formula that has a solution with one
/// Refuted   if a contradiction follows from the clauses by clauses of which one literal is left, without assumptions
/// Deletion  of a clause that has fixed a literal for good is not carried out, as in drat-trim
/// Source    the form of proofs: Wetzler, Heule and Hunt, "DRAT-trim: Efficient Checking and Trimming Using Expressive
///           Clausal Proofs", 2014
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>

namespace kintsugi {

struct RefutationCheck {
  /// Why the texts show nothing, with the line: "proof, line 7: this clause does not follow". nullopt: refuted.
  std::optional<std::string> mistake;
  std::size_t variables = 0;
  std::size_t clauses = 0;
  std::size_t lemmas = 0;  ///< that were needed before the contradiction
};

/// Reads both to the contradiction; what comes after it in the proof is not read.
RefutationCheck check_refutation(std::istream& formula, std::istream& proof);

}  // namespace kintsugi

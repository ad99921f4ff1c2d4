/// Exact search: looks for values of variables with which every clause holds, or shows that there are none.
///
/// Variable     true or false; variable() makes one more
/// Clause       a list of literals of which at least one must be true. Clauses are only added, never taken back
/// Assumption   a literal that must be true in one call of solve() only. So one set of clauses serves many calls,
///              and the search keeps what it has learnt from one to the next
/// Limit        in conflicts, the steps in which a search learns a clause, so it does not depend on the machine. But
///              how much a search of so many conflicts finds differs from one version of the solver to the next
/// Results      kYes and kNo depend on clauses and assumptions alone. Which values, of several, and which failed
///              assumptions solve() finds depends on the solver too: a caller that needs the same ones everywhere
///              asks for each of them by further assumptions
/// Errors       value() throws std::logic_error unless the last result is kYes, failed() unless it is kNo. Both hold
///              until the next clause or the next call of solve()
/// Refutation   a search that is made with files writes its clauses and the solver's proof for one call of solve()
///              without assumptions, so that another program can check the result kNo (refutation_check.hpp)
/// Threads      a search belongs to one thread; several searches are independent
/// Source       the solver is CaDiCaL (Biere, Fazekas, Fleury and Heisinger, 2020); only exact_search.cpp knows it
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/search/literal.hpp"
#include "models/search/refutation_files.hpp"

namespace kintsugi {

/// What the search is used for.
enum class SearchUse : std::uint8_t {
  kManyCalls,  ///< many short calls on one set of clauses: the work that pays off in a long call only is left out
  kLongCalls,  ///< few calls, each of them long. Tries first what makes variables false
};

enum class Decision : std::uint8_t { kYes, kNo, kNotDecided };

class ExactSearch {
 public:
  explicit ExactSearch(SearchUse use = SearchUse::kManyCalls);
  /// Keeps a copy of the clauses until they are written. Throws std::system_error if the proof cannot be written.
  explicit ExactSearch(RefutationFiles files);
  ~ExactSearch();
  ExactSearch(ExactSearch&&) noexcept;
  ExactSearch& operator=(ExactSearch&&) noexcept;

  /// Returns a new variable.
  Literal variable();
  /// Returns the number of variables.
  int variables() const { return variables_; }
  /// Returns a literal that is true.
  Literal always();

  /// Adds a clause. An empty one never holds.
  void add(std::span<const Literal> clause);
  void add(std::initializer_list<Literal> clause) { add(std::span(clause.begin(), clause.size())); }

  /// Keeps a variable for assumptions: the solver does not eliminate it between calls. Saves time, changes no result.
  void keep(Literal variable);

  /// Returns kNotDecided only if there is a limit, and it was reached.
  Decision solve(std::span<const Literal> assumptions = {}, std::optional<std::uint32_t> conflicts = std::nullopt);
  Decision solve(std::initializer_list<Literal> assumptions, std::optional<std::uint32_t> conflicts = std::nullopt) {
    return solve(std::span(assumptions.begin(), assumptions.size()), conflicts);
  }

  /// Returns whether it was made with files. Only then a comment, such as what a variable means, is kept for them.
  bool is_recorded() const { return recorded_.has_value(); }
  void comment(const std::string& line);
  /// Ends the search and completes the files. The result of solve() must be kNo, std::logic_error otherwise; throws
  /// std::system_error if the files cannot be written.
  void write_refutation();

  /// Returns whether a literal is true in the values that were found.
  bool value(Literal literal) const;
  /// Returns whether an assumption of the last call is among those that cannot all be true. They need not be the
  /// fewest.
  bool failed(Literal assumption) const;

 private:
  class Solver;
  struct Recorded {
    RefutationFiles files;
    std::vector<Literal> clauses;  // each ended by Literal()
    std::size_t count = 0;
    std::string comments;
  };
  std::unique_ptr<Solver> solver_;
  int variables_ = 0;
  Literal always_;
  std::optional<Decision> last_;
  std::optional<Recorded> recorded_;
};

}  // namespace kintsugi

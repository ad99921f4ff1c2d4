#include "models/search/exact_search.hpp"

#include <algorithm>
#include <cadical.hpp>
#include <limits>
#include <stdexcept>

namespace kintsugi {

/// CaDiCaL, with the options that serve the use.
class ExactSearch::Solver {
 public:
  explicit Solver(SearchUse use) {
    solver_.set("quiet", 1);
    solver_.set("lucky", 0);
    if (use == SearchUse::kManyCalls) solver_.set("inprocessing", 0);
    if (use == SearchUse::kLongCalls) solver_.set("phase", 0);
  }
  CaDiCaL::Solver& operator*() { return solver_; }
  CaDiCaL::Solver* operator->() { return &solver_; }

 private:
  CaDiCaL::Solver solver_;
};

ExactSearch::ExactSearch(SearchUse use) : solver_(std::make_unique<Solver>(use)) {}
ExactSearch::~ExactSearch() = default;
ExactSearch::ExactSearch(ExactSearch&&) noexcept = default;
ExactSearch& ExactSearch::operator=(ExactSearch&&) noexcept = default;

Literal ExactSearch::variable() {
  return Literal::variable(++variables_);
}

Literal ExactSearch::always() {
  if (always_ == Literal{}) {
    always_ = variable();
    add({always_});
  }
  return always_;
}

void ExactSearch::add(std::span<const Literal> clause) {
  last_ = std::nullopt;
  for (const Literal literal : clause) (*solver_)->add(literal.code());
  (*solver_)->add(0);
}

void ExactSearch::keep(Literal variable) {
  (*solver_)->freeze(variable.code());
}

Decision ExactSearch::solve(std::span<const Literal> assumptions, std::optional<std::uint32_t> conflicts) {
  CaDiCaL::Solver& solver = **solver_;
  for (const Literal literal : assumptions) solver.assume(literal.code());
  constexpr std::uint32_t kMost = std::numeric_limits<int>::max();
  if (conflicts) solver.limit("conflicts", static_cast<int>(std::min(*conflicts, kMost)));
  constexpr int kSatisfiable = 10;
  constexpr int kUnsatisfiable = 20;
  const int status = solver.solve();
  last_ = status == kSatisfiable ? Decision::kYes : status == kUnsatisfiable ? Decision::kNo : Decision::kNotDecided;
  return *last_;
}

/// The value of the variable is asked for: what CaDiCaL returns for a negation differs from version to version.
bool ExactSearch::value(Literal literal) const {
  if (last_ != Decision::kYes) throw std::logic_error("a search has values only after the result yes");
  const bool is_negation = literal.code() < 0;
  return ((*solver_)->val(is_negation ? -literal.code() : literal.code()) > 0) != is_negation;
}

bool ExactSearch::failed(Literal assumption) const {
  if (last_ != Decision::kNo) throw std::logic_error("assumptions have failed only after the result no");
  return (*solver_)->failed(assumption.code());
}

}  // namespace kintsugi

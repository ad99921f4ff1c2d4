#include "models/search/exact_search.hpp"

#include <algorithm>
#include <cadical.hpp>
#include <cerrno>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <utility>

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

ExactSearch::ExactSearch(RefutationFiles files) : ExactSearch() {
  (*solver_)->set("binary", 0);
  if (!(*solver_)->trace_proof(files.proof.c_str())) {
    throw std::system_error(errno, std::generic_category(), "cannot write " + files.proof);
  }
  recorded_.emplace(std::move(files));
}

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
  if (!recorded_) return;
  recorded_->clauses.insert(recorded_->clauses.end(), clause.begin(), clause.end());
  recorded_->clauses.emplace_back();
  ++recorded_->count;
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

void ExactSearch::comment(const std::string& line) {
  if (recorded_) recorded_->comments += "c " + line + '\n';
}

void ExactSearch::write_refutation() {
  if (!recorded_ || last_ != Decision::kNo)
    throw std::logic_error("only a recorded search without a result is refuted");
  (*solver_)->close_proof_trace();
  std::ofstream out(recorded_->files.formula);
  out << recorded_->comments << "p cnf " << variables_ << ' ' << recorded_->count << '\n';
  for (const Literal literal : recorded_->clauses) out << literal.code() << (literal == Literal() ? '\n' : ' ');
  if (!out.flush()) {
    throw std::system_error(errno, std::generic_category(), "cannot write " + recorded_->files.formula);
  }
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

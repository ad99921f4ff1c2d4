#include "models/search/refutation_check.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kintsugi {

namespace {

using Clause = std::vector<int>;

struct Wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The clauses that are in force, with what follows from those of which one literal is left.
class Clauses {
 public:
  /// A clause that has no literal left makes the contradiction.
  void add(Clause clause) {
    normalise(clause);
    for (const int literal : clause) grow(literal);
    const auto id = static_cast<std::uint32_t>(clauses_.size());
    by_hash_.emplace(hash(clause), id);
    // What is not false comes first: the first two literals are watched.
    std::ranges::stable_partition(clause, [&](int literal) { return value(literal) >= 0; });
    if (clause.size() > 1) {
      watches_[index(clause[0])].push_back(id);
      watches_[index(clause[1])].push_back(id);
    }
    const bool is_empty = clause.empty() || value(clause[0]) < 0;
    const bool is_unit = !is_empty && value(clause[0]) == 0 && (clause.size() == 1 || value(clause[1]) < 0);
    const int first = is_empty ? 0 : clause[0];
    clauses_.push_back(std::move(clause));
    is_live_.push_back(true);
    if (is_empty) contradiction_ = true;
    if (is_unit) {
      assign(first);
      contradiction_ |= !propagate();
    }
  }

  /// Returns whether there is such a clause.
  bool remove(Clause clause) {
    normalise(clause);
    const auto [begin, end] = by_hash_.equal_range(hash(clause));
    const auto found =
        std::find_if(begin, end, [&](const auto& each) { return is_same(clauses_[each.second], clause); });
    if (found == end) return false;
    const std::uint32_t id = found->second;
    if (has_fixed(clauses_[id])) return true;
    is_live_[id] = false;
    clauses_[id].clear();
    clauses_[id].shrink_to_fit();
    by_hash_.erase(found);
    return true;
  }

  bool contradiction() const { return contradiction_; }

  bool accepts(const Clause& lemma) {
    for (const int literal : lemma) grow(literal);
    return leads_to_contradiction(lemma, {}) || (!lemma.empty() && resolvents_do(lemma));
  }

 private:
  static std::size_t index(int literal) {
    return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0);
  }
  static void normalise(Clause& clause) {
    std::ranges::sort(clause);
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  }
  static std::uint64_t hash(const Clause& sorted) {
    return std::accumulate(sorted.begin(), sorted.end(), std::uint64_t{sorted.size()},
                           [](std::uint64_t sum, int literal) {
                             return (sum ^ static_cast<std::uint32_t>(literal)) * 0x9E3779B97F4A7C15u;
                           });
  }
  static bool is_same(Clause clause, const Clause& sorted) {
    std::ranges::sort(clause);
    return clause == sorted;
  }

  void grow(int literal) {
    const std::size_t needed = 2 * static_cast<std::size_t>(std::abs(literal)) + 2;
    if (values_.size() >= needed) return;
    values_.resize(std::max(needed, 2 * values_.size()));
    watches_.resize(values_.size());
  }
  /// Returns 1 if the literal is true, -1 if it is false, 0 if neither is known.
  int value(int literal) const { return values_[index(literal)]; }
  void assign(int literal) {
    values_[index(literal)] = 1;
    values_[index(-literal)] = -1;
    trail_.push_back(literal);
  }
  void take_back(std::size_t size) {
    for (; trail_.size() > size; trail_.pop_back()) {
      values_[index(trail_.back())] = 0;
      values_[index(-trail_.back())] = 0;
    }
    next_ = size;
  }

  /// Returns false if some clause has no literal left.
  bool propagate() {
    for (; next_ < trail_.size(); ++next_) {
      const int false_one = -trail_[next_];
      std::vector<std::uint32_t>& watches = watches_[index(false_one)];
      std::size_t kept = 0;
      for (std::size_t i = 0; i < watches.size(); ++i) {
        const std::uint32_t id = watches[i];
        if (!is_live_[id]) continue;
        Clause& clause = clauses_[id];
        if (clause[0] == false_one) std::swap(clause[0], clause[1]);
        const auto other = value(clause[0]) > 0 ? clause.end()
                                                : std::find_if(clause.begin() + 2, clause.end(),
                                                               [&](int each) { return value(each) >= 0; });
        if (other != clause.end()) {
          std::swap(clause[1], *other);
          watches_[index(clause[1])].push_back(id);
          continue;
        }
        watches[kept++] = id;
        if (value(clause[0]) > 0) continue;
        if (value(clause[0]) < 0) {
          while (++i < watches.size()) watches[kept++] = watches[i];
          watches.resize(kept);
          return false;
        }
        assign(clause[0]);
      }
      watches.resize(kept);
    }
    return true;
  }

  /// Returns whether a contradiction follows if all literals of both parts are false. The literal `without` is left out
  /// of the second part.
  bool leads_to_contradiction(std::span<const int> clause, std::span<const int> more, int without = 0) {
    const std::size_t before = trail_.size();
    bool is_open = true;
    const auto deny = [&](int literal) {
      if (value(literal) > 0) is_open = false;
      if (value(literal) == 0) assign(-literal);
    };
    for (const int literal : clause) deny(literal);
    for (const int literal : more) {
      if (literal != without) deny(literal);
    }
    const bool found = !is_open || !propagate();
    take_back(before);
    return found;
  }

  bool resolvents_do(const Clause& lemma) {
    const int negation = -lemma.front();
    for (std::size_t id = 0; id < clauses_.size(); ++id) {
      if (!is_live_[id] || std::ranges::find(clauses_[id], negation) == clauses_[id].end()) continue;
      const Clause other = clauses_[id];  // the search moves its literals
      if (!leads_to_contradiction(lemma, other, negation)) return false;
    }
    return true;
  }

  bool has_fixed(const Clause& clause) const {
    std::size_t is_true = 0;
    for (const int literal : clause) {
      if (value(literal) == 0) return false;
      if (value(literal) > 0) ++is_true;
    }
    return is_true == 1;
  }

  std::vector<Clause> clauses_;
  std::vector<bool> is_live_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
  std::vector<std::vector<std::uint32_t>> watches_;
  std::vector<std::int8_t> values_;
  std::vector<int> trail_;
  std::size_t next_ = 0;
  bool contradiction_ = false;
};

/// The lines of one of the two texts.
class Lines {
 public:
  Lines(std::istream& in, std::string_view name) : in_(in), name_(name) {}

  bool next() {
    if (!std::getline(in_, line_)) return false;
    ++number_;
    if (line_.ends_with('\r')) line_.pop_back();
    return true;
  }
  std::string_view text() const { return line_; }
  [[noreturn]] void fail(std::string_view why) const {
    throw Wrong(name_ + ", line " + std::to_string(number_) + ": " + std::string(why));
  }

  /// Adds the literals of a part of the line to a clause. Returns whether a 0 has ended it; nothing may follow that.
  bool read(std::string_view part, Clause& clause) const {
    bool ended = false;
    while (true) {
      part.remove_prefix(std::min(part.find_first_not_of(" \t"), part.size()));
      if (part.empty()) return ended;
      if (ended) fail("a clause ends with 0, and the line with it");
      int literal = 0;
      const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), literal);
      const bool is_whole = end == part.data() + part.size() || *end == ' ' || *end == '\t';
      if (error != std::errc() || !is_whole || std::abs(literal) > kMostVariables)
        fail("this is no literal: " + std::string(part));
      part.remove_prefix(static_cast<std::size_t>(end - part.data()));
      ended = literal == 0;
      if (!ended) clause.push_back(literal);
    }
  }

  static constexpr int kMostVariables = 1 << 28;

 private:
  std::istream& in_;
  std::string name_;
  std::string line_;
  std::size_t number_ = 0;
};

void read_formula(std::istream& in, Clauses& clauses, RefutationCheck& check) {
  Lines lines(in, "formula");
  bool has_header = false;
  std::size_t announced = 0;
  Clause clause;
  while (lines.next()) {
    if (lines.text().empty() || lines.text().front() == 'c') continue;
    if (!has_header) {
      std::istringstream words{std::string(lines.text())};
      std::string p;
      std::string cnf;
      has_header = words >> p >> cnf >> check.variables >> announced && p == "p" && cnf == "cnf";
      if (!has_header) lines.fail("\"p cnf VARIABLES CLAUSES\" is missing");
      continue;
    }
    if (!lines.read(lines.text(), clause)) continue;
    for (const int literal : clause) {
      if (static_cast<std::size_t>(std::abs(literal)) > check.variables) lines.fail("a variable beyond the last");
    }
    clauses.add(std::exchange(clause, {}));
    ++check.clauses;
  }
  if (!has_header) lines.fail("there is no formula");
  if (!clause.empty()) lines.fail("the last clause does not end with 0");
  if (check.clauses != announced)
    lines.fail(std::to_string(announced) + " clauses are announced, " + std::to_string(check.clauses) + " are there");
}

void read_proof(std::istream& in, Clauses& clauses, RefutationCheck& check) {
  Lines lines(in, "proof");
  while (!clauses.contradiction() && lines.next()) {
    std::string_view text = lines.text();
    if (text.empty() || text.front() == 'c') continue;
    const bool deletes = text.front() == 'd';
    if (deletes) text.remove_prefix(1);
    Clause clause;
    if (!lines.read(text, clause)) lines.fail("the clause does not end with 0");
    if (deletes) {
      if (!clauses.remove(clause)) lines.fail("there is no such clause to take back");
      continue;
    }
    if (!clauses.accepts(clause)) lines.fail("this clause does not follow");
    clauses.add(std::move(clause));
    ++check.lemmas;
  }
  if (!clauses.contradiction()) lines.fail("the proof ends without a contradiction");
}

}  // namespace

RefutationCheck check_refutation(std::istream& formula, std::istream& proof) {
  RefutationCheck check;
  Clauses clauses;
  try {
    read_formula(formula, clauses, check);
    read_proof(proof, clauses, check);
  } catch (const Wrong& wrong) {
    check.mistake = wrong.what();
  }
  return check;
}

}  // namespace kintsugi

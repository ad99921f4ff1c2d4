/// Files of a refutation that last as long as the object.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "models/search/refutation_files.hpp"

namespace kintsugi::test {

class TemporaryRefutation {
 public:
  TemporaryRefutation() {
    const std::string name = testing::TempDir() + "kintsugi_refutation_" + std::to_string(getpid());
    both = {name + ".cnf", name + ".drat"};
  }
  ~TemporaryRefutation() {
    std::filesystem::remove(both.formula);
    std::filesystem::remove(both.proof);
  }
  TemporaryRefutation(const TemporaryRefutation&) = delete;
  TemporaryRefutation& operator=(const TemporaryRefutation&) = delete;

  std::string formula() const { return text(both.formula); }
  std::string proof() const { return text(both.proof); }
  /// Returns whether a comment names a variable by this meaning, and the formula requires the variable.
  bool requires_named(const std::string& meaning) const {
    const std::string clauses = formula();
    const std::size_t end = clauses.find(": " + meaning + '\n');
    if (end == std::string::npos) return false;
    const std::size_t begin = clauses.rfind('\n', end) + 1;
    if (clauses.compare(begin, 2, "c ") != 0) return false;
    return clauses.find('\n' + clauses.substr(begin + 2, end - begin - 2) + " 0\n") != std::string::npos;
  }

  RefutationFiles both;

 private:
  static std::string text(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

}  // namespace kintsugi::test

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

  RefutationFiles both;

 private:
  static std::string text(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

}  // namespace kintsugi::test

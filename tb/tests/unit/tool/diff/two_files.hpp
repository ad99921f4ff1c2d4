/// Two files for tests of tb/tool/diff, and what the comparison says about them.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/diff/compare.hpp"

namespace kintsugi::diff {

using Sentences = std::vector<std::string>;

/// Returns a text with the first place of a part of it replaced; the part must be there.
inline std::string with_change(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

/// Returns "20 delivered packet 0 of node n1: 20 21" for each listed difference.
inline Sentences sentences_of(const Comparison& comparison) {
  Sentences all;
  for (const Difference& each : comparison.list) {
    const std::string position = each.position ? std::to_string(*each.position) + ' ' : "";
    all.push_back(position + each.kind + ' ' + each.name + ": " + each.values.a.dump() + ' ' + each.values.b.dump());
  }
  return all;
}

/// The two files lie in a directory of their own, under the names a and b with this ending.
class TwoFiles {
 public:
  TwoFiles(const std::string& a, const std::string& b, const std::string& ending = "")
      : TwoFiles(a, b, ending, ending) {}
  TwoFiles(const std::string& a, const std::string& b, const std::string& ending_a, const std::string& ending_b) {
    std::filesystem::create_directories(place_.path());
    request.a = write("a" + ending_a, a);
    request.b = write("b" + ending_b, b);
  }

  ComparedFiles compare() const { return compare_files(request); }
  Sentences sentences() const { return sentences_of(compare().comparison); }
  /// Returns the messages of the mistakes, with the names of the files cut to a and b.
  std::string complaint() const {
    try {
      compare();
    } catch (const InputError& error) {
      std::string text = error.what();
      const std::string folder = place_.path().string() + '/';
      for (std::size_t at = 0; (at = text.find(folder)) != std::string::npos;) text.erase(at, folder.size());
      return text;
    }
    return "";
  }

  Request request;

 private:
  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = place_.path() / name;
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }

  test::TemporaryDirectory place_;
};

}  // namespace kintsugi::diff

/// What a reader changed or ignored in a file: reports say it, so that nothing is dropped silently.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace kintsugi::graph {

struct Notes {
  std::vector<std::string> sentences;
  std::map<std::string, std::size_t, std::less<>> ignored;  ///< attributes by name: how often the file gives each
};

/// Returns the sentences, and one that names what was ignored.
std::vector<std::string> sentences_of(const Notes& notes);

/// Counts names that were mended, and keeps the first of them as examples.
class MendedNames {
 public:
  static constexpr std::size_t kMostExamples = 3;

  void add(const std::string& original, const std::string& name, const std::string& where = "");
  std::size_t count() const { return count_; }
  /// "4 names of nodes mended: 'a b' is a_b, 'c d' is c_d, 'e f' is e_f and 1 more"
  std::string sentence(const std::string& of) const;

 private:
  std::vector<std::string> examples_;
  std::size_t count_ = 0;
};

}  // namespace kintsugi::graph

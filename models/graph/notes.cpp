#include "models/graph/notes.hpp"

#include <algorithm>

#include "models/graph/names.hpp"
#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

constexpr std::size_t kMostIgnored = 12;  // attributes that are named
constexpr std::size_t kLongestShown = 40;

/// Returns a text that fits into a line.
std::string shown(std::string text) {
  text = shortened(text, kLongestShown);
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return text;
}

}  // namespace

std::vector<std::string> sentences_of(const Notes& notes) {
  std::vector<std::string> sentences = notes.sentences;
  if (notes.ignored.empty()) return sentences;
  std::vector<std::string> names;
  for (const auto& [name, times] : notes.ignored) names.push_back(shown(name) + ' ' + std::to_string(times));
  sentences.push_back("attributes ignored, with how often each is given: " + with_commas(names, {}, kMostIgnored));
  return sentences;
}

void MendedNames::add(const std::string& original, const std::string& name, const std::string& where) {
  if (++count_ <= kMostExamples) examples_.push_back(quoted(shown(original)) + " is " + shown(name) + where);
}

std::string MendedNames::sentence(const std::string& of) const {
  return counted(count_, "name") + " of " + of + " mended: " + with_commas(examples_) +
         (count_ > kMostExamples ? joined(" and ", count_ - kMostExamples, " more") : "");
}

}  // namespace kintsugi::graph

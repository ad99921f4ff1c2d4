#include "tb/tool/diff/common_kinds.hpp"

namespace kintsugi::diff {

namespace {

void note_single_kinds(const char* letter, const Kinds& kinds, const Kinds& others, Differences& found) {
  std::string text;
  for (const std::string& kind : kinds) {
    if (!others.contains(kind)) text += (text.empty() ? "" : ", ") + kind;
  }
  if (!text.empty())
    found.note(std::string("only ") + letter + " has rows of the kind " + text + "; they are left out");
}

}  // namespace

Kinds common_kinds(const Kinds& a, const Kinds& b, const std::string& source, const std::string& remedy,
                   Differences& found) {
  Kinds common;
  for (const std::string& kind : a) {
    if (b.contains(kind)) common.insert(kind);
  }
  const bool only_number = common == Kinds{"fabric"} && (a.size() > 1 || b.size() > 1);
  if (common.empty() || only_number) {
    throw InputError({{{source, 0, 0}, "it has no kind of row in common with the first file; " + remedy}});
  }
  note_single_kinds("a", a, b, found);
  note_single_kinds("b", b, a, found);
  return common;
}

}  // namespace kintsugi::diff

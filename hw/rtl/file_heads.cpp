#include "hw/rtl/file_heads.hpp"

#include <algorithm>
#include <string_view>

namespace kintsugi::rtl {

namespace {

/// The texts before the first line and before the second, and the one behind the second.
struct HeadForm {
  std::string_view first, second, end;
  std::string_view refused;  ///< would end the comment; "": nothing would
};

HeadForm head_form(std::string_view file) {
  const auto ends_in = [file](std::initializer_list<std::string_view> endings) {
    return std::ranges::any_of(endings, [file](std::string_view ending) { return file.ends_with(ending); });
  };
  if (ends_in({".sv", ".svh", ".hpp", ".cpp", ".memh", ".f", ".vlt", ".rdl", ".icl"})) return {"// ", "// ", "", ""};
  if (ends_in({".lib"})) return {"/* ", "   ", " */", "*/"};
  if (ends_in({".md"})) return {"<!-- ", "     ", " -->", "-->"};
  return {"# ", "# ", "", ""};
}

/// Returns the text with a blank within each sequence that would end the comment.
std::string kept_in_comment(std::string text, std::string_view refused) {
  if (refused.empty()) return text;
  for (std::size_t at = 0; (at = text.find(refused, at)) != std::string::npos;) {
    text.insert(at + refused.size() - 1, " ");
  }
  return text;
}

}  // namespace

std::vector<RtlFile> with_heads(std::vector<RtlFile> files, const std::string& written_by) {
  for (RtlFile& file : files) {
    const HeadForm form = head_form(file.name);
    const std::string head = std::string(form.first) + "SPDX-License-Identifier: Apache-2.0\n" +
                             std::string(form.second) + kept_in_comment(written_by, form.refused) +
                             std::string(form.end) + '\n';
    const std::size_t at = file.name.ends_with(".core") ? file.text.find('\n') + 1 : 0;
    file.text.insert(at, head);
  }
  return files;
}

}  // namespace kintsugi::rtl

#include "hw/rtl/name_prefix.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

bool is_word_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

std::string_view stem_of(std::string_view file) {
  return file.substr(0, file.find('.'));
}
std::string_view ending_of(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  return dot == std::string_view::npos ? "" : file.substr(dot + 1);
}

bool is_verilog(std::string_view file) {
  return is_one_of(ending_of(file), {"sv", "svh"});
}
/// The chain for the tools of SystemRDL and IEEE 1687.
bool is_description(std::string_view file) {
  return is_one_of(ending_of(file), {"rdl", "icl", "pdl"});
}
bool is_cpp(std::string_view file) {
  return is_one_of(ending_of(file), {"hpp", "cpp"});
}

/// How the words of a file are to be read.
enum class WordForm {
  kVerilog,
  kCpp,
  kLines,    ///< a line that begins with '#' is a comment, and all others are for a machine
  kRemarks,  ///< only such lines: the others have names within a module
  kPage,     ///< all of it is read by people
  kValues,   ///< none of it has such names
};

WordForm form_of(std::string_view file) {
  if (is_verilog(file) || is_one_of(ending_of(file), {"rdl", "icl"})) return WordForm::kVerilog;
  if (is_cpp(file)) return WordForm::kCpp;
  if (is_one_of(ending_of(file), {"memh", "lib"}) || file == "connections.txt") return WordForm::kValues;
  if (ending_of(file) == "sdc") return WordForm::kRemarks;
  if (ending_of(file) == "md") return WordForm::kPage;
  return WordForm::kLines;
}

enum class WordPlace { kCode, kComment, kText };

/// A word of a file, and what stands around it.
struct PlacedWord {
  std::string_view word;
  WordPlace place;
  char before;              // 0: the file begins
  std::string_view behind;  // the rest of the file
  bool is_macro;            // it follows a backquote, or a directive that takes the name of a macro
  std::string_view last;    // the word of code before it
};

/// Calls `visit(word)` for each word of a text, and joins what it returns with what stands between the words.
template <class Visit>
std::string with_words(WordForm form, std::string_view text, const Visit& visit) {
  std::string out;
  std::string_view last;
  bool last_is_directive = false;
  WordPlace place = form == WordForm::kPage ? WordPlace::kComment : WordPlace::kCode;
  bool block = false, include = false;
  const bool has_tokens = form == WordForm::kVerilog || form == WordForm::kCpp;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const bool begins_line = at == 0 || text[at - 1] == '\n';
    if (begins_line && !block && form != WordForm::kPage) {
      place = WordPlace::kCode;
      include = form == WordForm::kCpp && rest.starts_with("#include");
      if (!has_tokens && rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size())).starts_with('#')) {
        place = WordPlace::kComment;
      }
    }
    if (has_tokens && place == WordPlace::kCode && (rest.starts_with("//") || rest.starts_with("/*"))) {
      place = WordPlace::kComment;
      block = rest[1] == '*';
      out += rest.substr(0, 2);
      at += 2;
      continue;
    }
    if (block && rest.starts_with("*/")) {
      place = WordPlace::kCode;
      block = false;
    }
    if (has_tokens && !include && rest[0] == '"' && place != WordPlace::kComment) {
      place = place == WordPlace::kText ? WordPlace::kCode : WordPlace::kText;
    }
    if (place == WordPlace::kText && rest[0] == '\\' && rest.size() > 1) {
      out += rest.substr(0, 2);
      at += 2;
      continue;
    }
    if (!is_word_letter(rest[0])) {
      out += rest[0];
      ++at;
      continue;
    }
    std::size_t end = 0;
    while (end < rest.size() && is_word_letter(rest[end])) ++end;
    const std::string_view word = rest.substr(0, end);
    const char before = at == 0 ? '\0' : text[at - 1];
    out += visit(PlacedWord{word, place, before, rest.substr(end), before == '`' || last_is_directive, last});
    if (place == WordPlace::kCode) {
      last = word;
      last_is_directive = before == '`' && is_one_of(word, {"define", "undef", "ifdef", "ifndef", "elsif"});
    }
    at += end;
  }
  return out;
}

class PrefixedExport {
 public:
  PrefixedExport(const std::vector<RtlFile>& files, const std::string& prefix) : prefix_(prefix + '_') {
    for (const RtlFile& file : files) {
      if (is_one_of(ending_of(file.name), {"sv", "svh", "sdc", "hpp", "mk", "core"}))
        names_.emplace(stem_of(file.name));
      if (is_cpp(file.name)) names_.insert("kt_rtl");
      if (is_verilog(file.name)) add_names_of(file.text);
      if (is_description(file.name)) add_described(file.text);
      if (ending_of(file.name) == "f") add_macros_of(file.text);
    }
  }

  RtlFile file(const RtlFile& file) const {
    const bool is_named = names_.contains(stem_of(file.name)) && ending_of(file.name) != "lib";
    const WordForm form = form_of(file.name);
    const std::string name = is_named ? prefix_ + file.name : file.name;
    if (form == WordForm::kValues) return {name, file.text};
    const bool describes = is_description(file.name);
    return {name, with_words(form, file.text, [&](const PlacedWord& each) {
              const bool is_described = describes && each.before != '.' && described_.contains(each.word);
              return is_described ? prefix_ + std::string(each.word) : renamed(form, each);
            })};
  }

 private:
  void add_names_of(std::string_view text) {
    with_words(WordForm::kVerilog, text, [this](const PlacedWord& each) {
      if (each.place != WordPlace::kCode) return "";
      const bool is_own_macro = each.is_macro && each.word.starts_with("KT_");
      if (is_own_macro || is_one_of(each.last, {"module", "package"})) names_.emplace(each.word);
      return "";
    });
  }

  void add_described(std::string_view text) {
    with_words(WordForm::kVerilog, text, [this](const PlacedWord& each) {
      const bool is_declared = each.place == WordPlace::kCode && is_one_of(each.last, {"addrmap", "enum", "Module"});
      if (is_declared) described_.emplace(each.word);
      return "";
    });
  }

  void add_macros_of(std::string_view text) {
    constexpr std::string_view kDefine = "+define+";
    for (std::size_t at = 0; (at = text.find(kDefine, at)) != std::string_view::npos;) {
      at += kDefine.size();
      names_.emplace(text.substr(at, std::min(text.find_first_of("=\n", at), text.size()) - at));
    }
  }

  /// What Verilator, the linker and a command line put before a name: Vkt_fabric.h, libkt_fabric.a, -DKT_PROBES.
  std::string_view affix_of(std::string_view word) const {
    for (const std::string_view affix : {"V", "lib", "D"}) {
      if (word.starts_with(affix) && names_.contains(word.substr(affix.size()))) return affix;
    }
    return "";
  }

  static bool has_file_ending(std::string_view behind) {
    if (!behind.starts_with('.')) return false;
    std::size_t end = 1;
    while (end < behind.size() && is_word_letter(behind[end])) ++end;
    return is_one_of(behind.substr(1, end - 1), {"sv", "svh", "sdc", "hpp", "mk", "core", "f", "vcd"});
  }

  bool is_global(WordForm form, const PlacedWord& each) const {
    const bool is_ours = each.word.starts_with("kt_") || each.word.starts_with("KT_");
    if (each.before == '.') return false;  // a member of something, or the ending of a file
    if (each.place == WordPlace::kText) return has_file_ending(each.behind);
    if (each.place == WordPlace::kComment) return is_ours || each.before == '`' || has_file_ending(each.behind);
    if (form == WordForm::kRemarks) return false;
    if (form == WordForm::kVerilog && each.word.starts_with("KT_")) return each.is_macro;
    return true;
  }

  /// kt_*.sv, kt_node_router_<n>: many names.
  static bool is_many_names(const PlacedWord& each) {
    return each.place == WordPlace::kComment && each.word.starts_with("kt_") && each.word.ends_with('_') &&
           (each.behind.starts_with('*') || each.behind.starts_with('<'));
  }

  std::string renamed(WordForm form, const PlacedWord& each) const {
    const std::string word(each.word);
    if (is_many_names(each)) return prefix_ + word;
    if (names_.contains(word)) return is_global(form, each) ? prefix_ + word : word;
    const std::string_view affix = form == WordForm::kVerilog ? "" : affix_of(word);
    if (affix.empty()) return word;
    return std::string(affix) + prefix_ + word.substr(affix.size());
  }

  std::string prefix_;
  std::set<std::string, std::less<>> names_;
  std::set<std::string, std::less<>> described_;  // global in SystemRDL and IEEE 1687 alone
};

}  // namespace

std::string prefix_problem(std::string_view prefix) {
  if (!is_identifier(prefix)) {
    return "is no identifier of SystemVerilog: letters, digits and '_', of which the first is no digit";
  }
  if (is_keyword(prefix)) return "is a keyword of SystemVerilog; take another identifier";
  if (prefix.size() > kMostPrefix) return "has more than " + number(kMostPrefix) + " letters; take a shorter one";
  return "";
}

std::vector<RtlFile> with_prefix(std::vector<RtlFile> files, const std::string& prefix) {
  const PrefixedExport writer(files, prefix);
  for (RtlFile& file : files) file = writer.file(file);
  std::ranges::sort(files, {}, &RtlFile::name);
  return files;
}

}  // namespace kintsugi::rtl

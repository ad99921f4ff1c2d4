/// Splits a text in the dot language of Graphviz into tokens.
///
/// Names     words of letters, digits, '_' and bytes beyond ASCII that begin with no digit; numerals; quoted strings,
///           in which \" is a quote, a backslash at the end of a line joins it to the next, and every other backslash
///           stays; strings joined by '+'; HTML strings between < and >
/// Comments  from // to the end of the line, between /* and */, and lines that begin with #, after blanks too
/// Errors    next() adds a mistake for what is none of these, and returns the end from there on
#pragma once

#include <string>
#include <string_view>

#include "models/graph/mistakes.hpp"

namespace kintsugi::graph {

struct DotToken {
  enum class Type { kEnd, kName, kSign };
  Type type = Type::kEnd;
  std::string text = {};  ///< of a sign: one of { } [ ] ; , = : -- ->
  bool is_plain = false;  ///< a name without quotes, which can be a keyword
  bool is_html = false;
  Place place = {};
};

class DotLexer {
 public:
  DotLexer(std::string_view text, Mistakes& mistakes) : text_(text), places_(text), mistakes_(mistakes) {}
  DotToken next();

 private:
  bool skip_blanks();
  bool skip_comment();
  DotToken read_sign(Place place);
  DotToken read_word(Place place);
  DotToken read_numeral(Place place);
  DotToken read_strings(Place place);
  bool read_string(std::string& into);
  DotToken read_html(Place place);
  DotToken fail(Place place, std::string message);
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  std::string_view text_;
  Places places_;
  Mistakes& mistakes_;
  std::size_t next_ = 0;
};

}  // namespace kintsugi::graph

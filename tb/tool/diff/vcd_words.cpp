#include "tb/tool/diff/vcd_words.hpp"

#include <algorithm>
#include <limits>

namespace kintsugi::diff {

namespace {

bool is_blank_in_vcd(char sign) {
  return sign == ' ' || (sign >= '\t' && sign <= '\r');
}

int as_place(std::uint64_t number) {
  return static_cast<int>(std::min<std::uint64_t>(number, std::numeric_limits<int>::max()));
}

}  // namespace

bool VcdWords::refill() {
  if (rest_.empty()) rest_ = parts_.next();
  if (!rest_.empty()) return true;
  if (!parts_.error().empty()) throw InputError({{{source_, 0, 0}, "cannot read this file: " + parts_.error()}});
  return false;
}

void VcdWords::skip_blanks() {
  while (refill() && is_blank_in_vcd(rest_.front())) {
    ++column_;
    if (rest_.front() == '\n') {
      ++line_;
      column_ = 1;
    }
    rest_.remove_prefix(1);
  }
}

std::string_view VcdWords::next() {
  skip_blanks();
  word_line_ = line_;
  word_column_ = column_;
  const auto end = std::ranges::find_if(rest_, is_blank_in_vcd);
  const auto length = static_cast<std::size_t>(end - rest_.begin());
  if (end != rest_.end()) {
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    column_ += length;
    return word;
  }
  word_.clear();
  while (refill()) {
    const auto stop = static_cast<std::size_t>(std::ranges::find_if(rest_, is_blank_in_vcd) - rest_.begin());
    word_ += rest_.substr(0, stop);
    rest_.remove_prefix(stop);
    if (word_.size() > kLongest) fail("a word is longer than 1 MiB, the longest that a waveform may have");
    if (!rest_.empty()) break;
  }
  column_ += word_.size();
  return word_;
}

Where VcdWords::where() const {
  return {source_, as_place(word_line_), as_place(word_column_)};
}

}  // namespace kintsugi::diff

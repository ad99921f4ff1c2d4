#include "tb/tool/diff/vcd_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "models/network/number_in.hpp"
#include "tb/tool/console/printable.hpp"

namespace kintsugi::diff {

namespace {

constexpr std::size_t kMostSignals = std::size_t{1} << 24U;
constexpr std::size_t kLongestName = 4096;
constexpr std::size_t kMostScopes = 256;
constexpr std::uint32_t kWidest = std::uint32_t{1} << 20U;

bool is_blank_in_vcd(char sign) {
  return sign == ' ' || (sign >= '\t' && sign <= '\r');
}

int as_place(std::uint64_t number) {
  return static_cast<int>(std::min<std::uint64_t>(number, std::numeric_limits<int>::max()));
}

std::string quoted_word(std::string_view word) {
  return '\'' + shortened(word, 60) + '\'';
}

SignalClass class_of(std::string_view type) {
  if (type == "real" || type == "realtime" || type == "shortreal") return SignalClass::kReal;
  if (type == "string") return SignalClass::kText;
  return type == "event" ? SignalClass::kEvent : SignalClass::kBits;
}

/// By character: the digit 0, 1, x or z that it means; 0 if it means none.
constexpr std::array<char, 256> kDigits = [] {
  constexpr std::string_view kSigns = "0lL1hHzZxXuUwW-", kMeanings = "000111zzxxxxxxx";
  std::array<char, 256> digits{};
  for (std::size_t i = 0; i < kSigns.size(); ++i) digits[static_cast<unsigned char>(kSigns[i])] = kMeanings[i];
  return digits;
}();

char digit_of(char sign) {
  return kDigits[static_cast<unsigned char>(sign)];
}

/// Returns the digits without those that the first one implies: 0 in front of 0 and 1, x in front of x, z in front of
/// z.
std::string_view short_bits(std::string_view bits) {
  while (bits.size() > 1 && bits[0] != '1' && bits[0] == bits[1]) bits.remove_prefix(1);
  if (bits.size() > 1 && bits[0] == '0' && bits[1] == '1') bits.remove_prefix(1);
  return bits;
}

/// Returns whether a range names all bits of a vector, as [7:0] of one of 8 bits does, in either direction.
bool is_whole_range(std::string_view range, std::uint32_t width) {
  if (range.size() < 3 || range.front() != '[' || range.back() != ']') return false;
  range = range.substr(1, range.size() - 2);
  const std::size_t colon = range.find(':');
  if (colon == std::string_view::npos) return false;
  const auto from = number_in<std::int64_t>(range.substr(0, colon));
  const auto to = number_in<std::int64_t>(range.substr(colon + 1));
  if (!from || !to) return false;
  return (*from > *to ? *from - *to : *to - *from) + 1 == static_cast<std::int64_t>(width);
}

}  // namespace

bool VcdWords::refill() {
  if (rest_.empty()) rest_ = parts_.next();
  if (!rest_.empty()) return true;
  if (!parts_.error().empty()) refuse(source_, "cannot read this file: " + parts_.error());
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

VcdReader::VcdReader(FileParts& parts, std::string begun, const std::string& source)
    : words_(parts, std::move(begun), source) {
  read_header();
  read_values(nullptr);  // those in front of the first time stamp
}

std::string_view VcdReader::need() {
  const std::string_view word = words_.next();
  if (word.empty()) words_.fail("the waveform ends in the middle; it is not complete");
  return word;
}

void VcdReader::skip_to_end() {
  while (need() != "$end") continue;
}

void VcdReader::read_header() {
  for (std::string_view word = words_.next(); word != "$enddefinitions"; word = words_.next()) {
    if (word.empty()) words_.fail("the waveform ends before $enddefinitions; it is not complete");
    if (word.front() != '$') {
      words_.fail("a declaration, such as $var or $scope, is expected, not " + quoted_word(word));
    }
    read_declaration(word);
  }
  skip_to_end();
}

void VcdReader::read_declaration(std::string_view keyword) {
  if (keyword == "$timescale") return read_timescale();
  if (keyword == "$version") return read_version();
  if (keyword == "$scope") return open_scope();
  if (keyword == "$var") return read_variable();
  if (keyword == "$end") words_.fail("$end ends no declaration");
  if (keyword == "$upscope") {
    if (scopes_.empty()) words_.fail("$upscope closes no scope");
    scopes_.pop_back();
  }
  skip_to_end();
}

void VcdReader::read_version() {
  std::string text;
  for (std::string_view word = need(); word != "$end"; word = need()) {
    if (text.size() < 100) text += ' ' + std::string(word);
  }
  is_ours_ = text.starts_with(" Written by kintsugi");
}

void VcdReader::read_timescale() {
  std::string text;
  for (std::string_view word = need(); word != "$end"; word = need()) text += shortened(word, 60);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string number = text.substr(0, digits);
  const auto unit = std::ranges::find(kTimeUnits, text.substr(digits));
  const bool is_valid = (number == "1" || number == "10" || number == "100") && unit != kTimeUnits.end();
  if (!is_valid) words_.fail("the timescale " + quoted_word(text) + " is not 1, 10 or 100 of a unit from fs to s");
  exponent_ = -15 + 3 * static_cast<int>(unit - kTimeUnits.begin()) + static_cast<int>(number.size()) - 1;
}

void VcdReader::open_scope() {
  need();  // module, task, begin ...
  const std::string name(need());
  const std::string path = scopes_.empty() ? name : scopes_.back() + '.' + name;
  if (name == "$end") words_.fail("a scope has no name");
  if (scopes_.size() >= kMostScopes) words_.fail("scopes are nested too deeply: more than 256");
  if (path.size() > kLongestName) words_.fail("the name of a scope is longer than 4096 bytes");
  scopes_.push_back(path);
  skip_to_end();
}

void VcdReader::read_variable() {
  const SignalClass kind = class_of(need());
  const std::string_view size = need();
  const auto width = number_in<std::uint32_t>(size);
  // a text has no bits: programs write 0 or 1
  const bool has_width = width && *width <= kWidest && (*width > 0 || kind != SignalClass::kBits);
  if (!has_width) words_.fail("the width of a signal is not an integer from 1 to 2^20: " + quoted_word(size));
  const CodeNo code = code_of(need(), kind, *width);
  std::string name(need());
  if (name == "$end") words_.fail("a signal has no name");
  std::string range;
  for (std::string_view word = need(); word != "$end"; word = need()) {
    if (range.size() < kLongestName) range += word;
  }
  const std::size_t bracket = name.rfind('[');
  if (range.empty() && bracket != std::string::npos && bracket > 0 && is_whole_range(name.substr(bracket), *width)) {
    name.resize(bracket);
  } else if (!range.empty() && !is_whole_range(range, *width)) {
    name += range;
  }
  if (!scopes_.empty()) name = scopes_.back() + '.' + name;
  if (name.size() > kLongestName) words_.fail("the name of a signal is longer than 4096 bytes");
  if (signals_.size() >= kMostSignals) words_.fail("there are more than 2^24 signals");
  signals_.push_back({std::move(name), kind, *width, code});
}

CodeNo VcdReader::code_of(std::string_view code, SignalClass kind, std::uint32_t width) {
  const auto [found, is_new] = code_numbers_.try_emplace(std::string(code), static_cast<CodeNo>(codes_.size()));
  if (is_new) {
    codes_.push_back({kind, width});
    values_.emplace_back(kind == SignalClass::kBits ? "x" : "");
  } else if (codes_[found->second].kind != kind || codes_[found->second].width != width) {
    words_.fail("the code " + quoted_word(code) + " was that of a signal of another type or width");
  }
  return found->second;
}

CodeNo VcdReader::known_code(std::string_view code) {
  const auto found = code_numbers_.find(std::string(code));
  if (found == code_numbers_.end()) words_.fail("no signal has the code " + quoted_word(code));
  return found->second;
}

void VcdReader::take(std::vector<CodeNo>& changed) {
  last_ = *next_;
  read_values(&changed);
}

void VcdReader::read_values(std::vector<CodeNo>* changed) {
  const bool has_stamp = next_.has_value();
  next_.reset();
  for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
    if (word.front() != '#') {
      read_value(word, changed);
      continue;
    }
    const auto time = number_in<std::uint64_t>(word.substr(1));
    if (!time) words_.fail("a time stamp is not an integer from 0 to 2^64 - 1: " + quoted_word(word));
    if (has_stamp && *time < last_) words_.fail("the time goes back from #" + std::to_string(last_));
    next_ = time;
    return;
  }
}

void VcdReader::read_value(std::string_view word, std::vector<CodeNo>* changed) {
  const char begin = word.front();
  if (begin == '$') {
    // those that end by $end and hold values are ordinary changes
    if (word == "$comment" || word == "$attrbegin") skip_to_end();
    return;
  }
  if (begin == 'b' || begin == 'B' || begin == 'r' || begin == 'R' || begin == 's' || begin == 'S') {
    const SignalClass kind = begin == 'b' || begin == 'B'   ? SignalClass::kBits
                             : begin == 'r' || begin == 'R' ? SignalClass::kReal
                                                            : SignalClass::kText;
    const std::string text(word.substr(1));
    return set(known_code(need()), text, kind, changed);
  }
  // a value of one bit has no blank in front of its code, so that only a digit can begin it
  if (digit_of(begin) == '\0') words_.fail("this is no value of a signal: " + quoted_word(word));
  if (word.size() == 1) words_.fail("a value has no code of its signal; the waveform may be cut");
  set(known_code(word.substr(1)), word.substr(0, 1), SignalClass::kBits, changed);
}

void VcdReader::set(CodeNo code, std::string_view text, SignalClass kind, std::vector<CodeNo>* changed) {
  const Code& of = codes_[code];
  if (of.kind == SignalClass::kEvent) return;
  if (of.kind != kind) words_.fail("a value of another type than that of its signal");
  if (kind == SignalClass::kBits) {
    text = bits_of(text, of.width);
  } else if (kind == SignalClass::kReal) {
    double number = 0;
    const auto read = std::from_chars(text.data() + (text.starts_with('+') ? 1 : 0), text.data() + text.size(), number);
    if (text.empty() || read.ptr != text.data() + text.size()) words_.fail("this is no number: " + quoted_word(text));
    std::array<char, 32> digits{};
    bits_.assign(digits.data(), std::to_chars(digits.begin(), digits.end(), number).ptr);
    text = bits_;
  }
  if (values_[code] == text) return;
  values_[code] = text;
  if (changed != nullptr) changed->push_back(code);
}

std::string_view VcdReader::bits_of(std::string_view digits, std::uint32_t width) {
  if (digits.empty()) words_.fail("a value has no digits");
  bits_.clear();
  for (const char sign : digits) {
    const char digit = digit_of(sign);
    if (digit == '\0') words_.fail("this is no value in binary: " + quoted_word(digits));
    bits_ += digit;
  }
  std::string_view bits = bits_;
  const std::size_t extra = bits.size() > width ? bits.size() - width : 0;
  if (bits.substr(0, extra).find_first_not_of('0') != std::string_view::npos) {
    words_.fail("a value has more bits than its signal, which has " + std::to_string(width));
  }
  return short_bits(bits.substr(extra));
}

}  // namespace kintsugi::diff

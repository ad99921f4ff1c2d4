#include "models/fabric/memory_image.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "models/network/text.hpp"

namespace kintsugi {

namespace {

constexpr std::string_view kWordDigits = "0123456789abcdef";

bool is_space_in_image(char c) {
  return std::string_view(" \t\r\n\f\v").find(c) != std::string_view::npos;
}

/// Both count from 1.
struct WordPlace {
  int line = 1;
  int column = 1;
};

/// Cuts a text into words with their places; comments are skipped.
class ImageWords {
 public:
  struct Word {
    std::string text;
    WordPlace place;
  };

  explicit ImageWords(std::string_view text) : text_(text) {}

  /// Returns the next word, or an empty one at the end.
  Word next() {
    while (skip_comment() || (!text_.empty() && is_space_in_image(text_.front()))) {
      if (!text_.empty() && is_space_in_image(text_.front())) advance(1);
    }
    Word word{"", place_};
    while (!text_.empty() && !is_space_in_image(text_.front()) && !text_.starts_with("//") &&
           !text_.starts_with("/*")) {
      word.text += text_.front();
      advance(1);
    }
    return word;
  }

  /// Where a comment begins that has no end.
  const std::optional<WordPlace>& open_comment() const { return open_comment_; }

 private:
  bool skip_comment() {
    if (!text_.starts_with("//") && !text_.starts_with("/*")) return false;
    const bool is_line = text_[1] == '/';
    const std::size_t end = text_.find(is_line ? "\n" : "*/", 2);
    if (end == std::string_view::npos && !is_line) open_comment_ = place_;
    advance(end == std::string_view::npos ? text_.size() : end + (is_line ? 1 : 2));
    return true;
  }

  void advance(std::size_t bytes) {
    for (const char c : text_.substr(0, bytes)) {
      ++place_.column;
      if (c == '\n') place_ = {place_.line + 1, 1};
    }
    text_.remove_prefix(bytes);
  }

  std::string_view text_;
  WordPlace place_;
  std::optional<WordPlace> open_comment_;
};

/// The digits of the words, by address.
class MemoryImage {
 public:
  struct Word {
    std::string digits;  ///< in lower case, without underscores
    WordPlace place;
  };

  /// Reads up to the first mistake.
  explicit MemoryImage(std::string_view text) {
    ImageWords reader(text);
    for (auto word = reader.next(); !word.text.empty(); word = reader.next()) {
      if (!(word.text.front() == '@' ? go_to(word) : add(word))) return;
    }
    if (const auto place = reader.open_comment()) {
      complain(*place, "this comment has no end: close it by */");
    } else {
      require_all();
    }
  }

  const std::optional<FileMistake>& mistake() const { return mistake_; }

  std::size_t words() const { return words_.size(); }

  /// Returns the bits of the stream if words of this width, with so many bits for a digit, make one of this length.
  std::optional<std::vector<std::uint8_t>> stream(std::size_t width, unsigned bits, std::size_t bytes) const {
    std::vector<std::uint8_t> stream(bytes);
    for (const auto& [address, word] : words_) {
      const std::string& digits = word.digits;
      for (std::size_t i = 0; i < digits.size(); ++i) {
        const auto value = static_cast<unsigned>(kWordDigits.find(digits[digits.size() - 1 - i]));
        if (value >> bits != 0) return std::nullopt;
        for (unsigned bit = 0; bit < bits; ++bit) {
          if ((value >> bit & 1U) == 0) continue;
          const std::size_t in_word = i * bits + bit, at = address * width + in_word;
          if (in_word >= width || at >= 8 * bytes) return std::nullopt;
          stream[at / 8] |= static_cast<std::uint8_t>(1U << at % 8);
        }
      }
    }
    return stream;
  }

  /// Returns the first word with a bit that is not among the lowest `width`, with so many bits for a digit; nullptr if
  /// there is none.
  const Word* wider_than(std::size_t width, unsigned bits) const {
    for (const auto& [address, word] : words_) {
      const std::size_t zeros = std::min(word.digits.find_first_not_of('0'), word.digits.size());
      if (zeros == word.digits.size()) continue;
      const auto first = static_cast<unsigned>(kWordDigits.find(word.digits[zeros]));
      const std::size_t wide =
          (word.digits.size() - zeros - 1) * bits + static_cast<std::size_t>(std::bit_width(first));
      if (wide > width) return &word;
    }
    return nullptr;
  }

  /// Returns whether most words have fewer digits than the longest: that one is the odd one then, and not their number.
  bool most_are_shorter() const {
    const std::size_t digits = longest();
    const auto as_long = [digits](const auto& each) { return each.second.digits.size() == digits; };
    return 2 * std::ranges::count_if(words_, as_long) < std::ssize(words_);
  }

  std::size_t longest() const {
    std::size_t longest = 0;
    for (const auto& [address, word] : words_) longest = std::max(longest, word.digits.size());
    return longest;
  }

 private:
  bool go_to(const ImageWords::Word& word) {
    address_ = 0;
    bool right = word.text.size() > 1 && word.text.size() <= 9;
    for (const char c : lower_case(word.text.substr(1))) {
      right = right && kWordDigits.find(c) != std::string_view::npos;
      if (right) address_ = 16 * address_ + kWordDigits.find(c);
    }
    return right || complain(word.place, "'" + word.text + "' is no address: @ and up to 8 hexadecimal digits");
  }

  bool add(const ImageWords::Word& word) {
    if (const std::string prefix = lower_case(word.text.substr(0, 2)); prefix == "0x") {
      return complain(word.place, "'" + word.text + "' begins with " + word.text.substr(0, 2) +
                                      "; a word of a memory image has digits alone: leave that out of every word");
    }
    std::string digits;
    for (const char c : lower_case(word.text)) {
      if (c == '_' && !digits.empty()) continue;
      if (kWordDigits.find(c) == std::string_view::npos) {
        const bool is_unknown = c == 'x' || c == 'z';
        return complain(word.place, "'" + word.text + "' " +
                                        (is_unknown ? "has unknown bits, x or z; every bit of a stream is 0 or 1"
                                                    : "is no word: words have hexadecimal or binary digits"));
      }
      digits += c;
    }
    if (words_.try_emplace(address_, Word{digits, word.place}).second) {
      ++address_;
      return true;
    }
    return complain(word.place, "the address " + std::to_string(address_) + " has a word already; leave one out");
  }

  void require_all() {
    std::size_t expected = 0;
    for (const auto& [address, word] : words_) {
      if (address != expected) {
        mistake_ = {
            0, 0,
            "the address " + std::to_string(expected) + " has no word; a stream has one at every address from 0 on"};
        return;
      }
      ++expected;
    }
  }

  /// Returns false.
  bool complain(WordPlace place, std::string message) {
    mistake_ = {place.line, place.column, std::move(message)};
    return false;
  }

  std::optional<FileMistake> mistake_;
  std::map<std::size_t, Word> words_;  // by address
  std::size_t address_ = 0;
};

/// Returns the widths that words can have, the likelier ones first: that of their digits; whole bytes, if zeros before
/// the digits were left out; a little less than the digits.
std::vector<std::size_t> word_widths(const MemoryImage& image, unsigned bits) {
  const std::size_t digits = image.longest() * bits;
  std::vector<std::size_t> widths{digits};
  for (const std::size_t width : {8U, 16U, 32U, 64U}) {
    if (width > digits) widths.push_back(width);
  }
  for (std::size_t less = 1; less < bits && less < digits; ++less) widths.push_back(digits - less);
  return widths;
}

/// Returns whether so many words hold a stream, and one fewer does not.
bool has_as_many(std::size_t words, std::size_t width, std::size_t bytes) {
  return words * width >= 8 * bytes && (words - 1) * width < 8 * bytes;
}

void add_streams(const MemoryImage& image, unsigned bits, std::span<const std::size_t> lengths, ByteStreams& streams) {
  for (const std::size_t width : word_widths(image, bits)) {
    for (const std::size_t bytes : lengths) {
      if (!has_as_many(image.words(), width, bytes)) continue;
      if (auto stream = image.stream(width, bits, bytes)) streams.push_back(std::move(*stream));
    }
  }
}

/// Returns the widest words of which so many hold a stream of this length and one fewer does not; 0 if there are none.
std::size_t widest_words(std::size_t words, std::size_t bytes) {
  if (words <= 1) return 8 * bytes;
  const std::size_t width = (8 * bytes - 1) / (words - 1);
  return width * words >= 8 * bytes ? width : 0;
}

/// Returns the mistake of the first word that is too wide for a stream of so many words; nullopt if there is none.
std::optional<FileMistake> wide_word(const MemoryImage& image, unsigned bits, std::span<const std::size_t> lengths) {
  std::size_t most = 0, of_bytes = 0;
  for (const std::size_t bytes : lengths) {
    if (widest_words(image.words(), bytes) > most) of_bytes = bytes;
    most = std::max(most, widest_words(image.words(), bytes));
  }
  const auto wide = most == 0 || !image.most_are_shorter() ? nullptr : image.wider_than(most, bits);
  if (wide == nullptr) return std::nullopt;
  return FileMistake{wide->place.line, wide->place.column,
                     "'" + wide->digits + "' does not fit into " + counted(most, "bit") + ", the most that each of " +
                         counted(image.words(), "word") + " of a stream of " + counted(of_bytes, "byte") + " has"};
}

}  // namespace

bool is_memory_image(std::string_view bytes, std::string_view file) {
  const std::string name = lower_case(file);
  if (name.ends_with(".memh") || name.ends_with(".memb")) return true;
  ImageWords reader(bytes);
  auto word = reader.next();
  const bool has_words = !word.text.empty();
  for (; !word.text.empty(); word = reader.next()) {
    if (lower_case(word.text).find_first_not_of("0123456789abcdefxz_@") != std::string::npos) return false;
  }
  return has_words;
}

std::size_t bytes_of_digits(std::string_view text, std::string_view file) {
  const MemoryImage image(text);
  return (image.words() * image.longest() * (lower_case(file).ends_with(".memb") ? 1 : 4) + 7) / 8;
}

std::variant<ByteStreams, FileMistake> read_memory_image(std::string_view text, std::string_view file,
                                                         std::span<const std::size_t> lengths) {
  const MemoryImage image(text);
  if (image.mistake()) return *image.mistake();
  if (image.words() == 0) return FileMistake{0, 0, "this memory image has no word"};
  const std::string name = lower_case(file);
  ByteStreams streams;
  if (!name.ends_with(".memh")) add_streams(image, 1, lengths, streams);
  if (!name.ends_with(".memb")) add_streams(image, 4, lengths, streams);
  if (!streams.empty()) return streams;
  if (auto wide = wide_word(image, name.ends_with(".memb") ? 1 : 4, lengths)) return *wide;
  return FileMistake{
      0, 0,
      "a memory image of " + counted(image.words(), "word") + " of up to " + counted(image.longest(), "digit") +
          " is no stream of " + counted(lengths.front(), "byte") +
          (lengths.size() == 1 ? "" : ", nor of " + std::to_string(lengths.back()) + " without its checksum")};
}

}  // namespace kintsugi

/// Cuts a value change dump into words, part by part, with their places.
#pragma once

#include <string>
#include <string_view>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/files.hpp"

namespace kintsugi::diff {

class VcdWords {
 public:
  static constexpr std::size_t kLongest = std::size_t{1} << 20U;  ///< bytes of a word

  /// `begun` is what was read of the file before; the words begin there.
  VcdWords(FileParts& parts, std::string begun, std::string source)
      : parts_(parts), first_(std::move(begun)), rest_(first_), source_(std::move(source)) {}
  VcdWords(const VcdWords&) = delete;
  VcdWords& operator=(const VcdWords&) = delete;

  /// Returns the next word, which holds until the next call; an empty one at the end. Throws InputError for a file that
  /// cannot be read on, and for a word that is too long.
  std::string_view next();
  /// Returns where the word begins that was returned last.
  Where where() const;
  const std::string& source() const { return source_; }
  [[noreturn]] void fail(const std::string& message) const { throw InputError({{where(), message}}); }

 private:
  bool refill();
  void skip_blanks();

  FileParts& parts_;
  std::string first_;
  std::string_view rest_;
  std::string source_;
  std::string word_;  // one that two parts share
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 1;  // of the next byte
  std::uint64_t word_line_ = 1;
  std::uint64_t word_column_ = 1;
};

}  // namespace kintsugi::diff

/// Reads a value change dump (VCD, IEEE 1800 clause 21.7) step by step, from any simulator.
///
/// Names    parts of scopes joined by dots. A range behind the name is part of it unless it is that of the whole vector
/// Values   bits as digits 0, 1, x and z, without those that the others imply: 0011 of 4 bits is 11. What VHDL adds is
///          mapped: h to 1, l to 0, u, w and - to x. Reals are numbers, texts of GTKWave's extension as they are. A
///          signal without a value yet is x
/// Memory   of the signals and their names; nothing grows with the length
/// Skipped  events, keywords of other programs, comments
/// Errors   InputError with line and column: a file that ends in the middle, an unknown code, a time that goes back,
///          more bits than the signal has, no digit of a value, names and numbers beyond the limits
/// Limits   2^24 signals, names of 4096 bytes, scopes 256 deep
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/files.hpp"

namespace kintsugi::diff {

/// The units of a $timescale, from 10^-15 s on, each a thousand of the one before.
inline constexpr std::array<std::string_view, 6> kTimeUnits = {"fs", "ps", "ns", "us", "ms", "s"};

/// An index of a code of a dump: signals of one code have one value.
using CodeNo = std::uint32_t;

enum class SignalClass : std::uint8_t { kBits, kReal, kText, kEvent };

struct VcdSignal {
  std::string name;
  SignalClass kind = SignalClass::kBits;
  std::uint32_t width = 1;
  CodeNo code = 0;
};

/// Cuts a dump into words, part by part, with their places.
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

class VcdReader {
 public:
  /// Reads the declarations.
  VcdReader(FileParts& parts, std::string begun, const std::string& source);

  const std::string& source() const { return words_.source(); }
  const std::vector<VcdSignal>& signals() const { return signals_; }
  /// Returns the time unit as a power of ten of a second: -12 for 1 ps; 0 to 2 of it are in 10 and 100. Without a
  /// $timescale it is 1 ns, as simulators take it.
  int exponent() const { return exponent_; }
  /// Returns whether kintsugi has written the dump.
  bool is_ours() const { return is_ours_; }

  /// Returns the next time stamp, whose values have not been read; nullopt at the end of the dump.
  std::optional<std::uint64_t> next_time() const { return next_; }
  /// Returns the last time stamp that was read.
  std::uint64_t last_time() const { return last_; }
  /// Reads the values under the next time stamp, and appends the codes whose values have changed.
  void take(std::vector<CodeNo>& changed);

  const std::string& value(CodeNo code) const { return values_[code]; }
  SignalClass kind(CodeNo code) const { return codes_[code].kind; }

 private:
  struct Code {
    SignalClass kind = SignalClass::kBits;
    std::uint32_t width = 1;
  };

  std::string_view need();
  void skip_to_end();
  void read_header();
  void read_declaration(std::string_view keyword);
  void read_timescale();
  void read_version();
  void open_scope();
  void read_variable();
  CodeNo code_of(std::string_view code, SignalClass kind, std::uint32_t width);
  CodeNo known_code(std::string_view code);

  void read_values(std::vector<CodeNo>* changed);
  void read_value(std::string_view word, std::vector<CodeNo>* changed);
  void set(CodeNo code, std::string_view text, SignalClass kind, std::vector<CodeNo>* changed);
  std::string_view bits_of(std::string_view digits, std::uint32_t width);

  VcdWords words_;
  std::vector<VcdSignal> signals_;
  std::vector<Code> codes_;
  std::vector<std::string> values_;  // by code
  std::unordered_map<std::string, CodeNo> code_numbers_;
  std::vector<std::string> scopes_;
  int exponent_ = -9;
  bool is_ours_ = false;
  std::string bits_;  // of the value being read
  std::uint64_t last_ = 0;
  std::optional<std::uint64_t> next_;
};

}  // namespace kintsugi::diff

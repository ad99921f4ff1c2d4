/// The fields of a message in the wire format of Protocol Buffers, one after the other.
///
/// Read     varints, 4 and 8 bytes, and what has a length; groups, which no schema since proto3 has, are a mistake
/// Checked  a field lies within its message; a varint has at most 10 bytes and fits 64 bits
/// Why      the converters read three kinds of messages with some twenty fields: that takes less than the library and
///          its compiler would as a dependency of every build
/// Source   the encoding page of Protocol Buffers
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi::workload {

struct WireField {
  enum class Type : std::uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };
  std::uint32_t number = 0;
  Type type = Type::kVarint;
  std::uint64_t value = 0;  ///< of a varint or of 4 or 8 bytes
  std::string_view bytes;   ///< of what has a length
  std::size_t offset = 0;   ///< of `bytes`, else of the field, in the file
};

class WireFields {
 public:
  /// `offset` is that of the message in its file.
  WireFields(std::string_view message, std::size_t offset) : message_(message), offset_(offset) {}

  /// Returns the next field; nullopt at the end of the message, and after a mistake.
  std::optional<WireField> next();
  /// Returns a varint; nullopt at the end, and after a mistake: what precedes each message of a file is one.
  std::optional<std::uint64_t> varint();
  /// Returns so many bytes; nullopt, with a mistake, if the message ends before.
  std::optional<std::string_view> take(std::uint64_t bytes);

  bool at_end() const { return at_ == message_.size(); }
  std::size_t offset() const { return offset_ + at_; }
  /// Returns what is wrong; empty if nothing is.
  const std::string& mistake() const { return mistake_; }
  std::size_t mistake_offset() const { return mistake_offset_; }

 private:
  std::nullopt_t complain(const std::string& message);
  std::optional<std::uint64_t> fixed(unsigned bytes);

  std::string_view message_;
  std::size_t offset_;
  std::size_t at_ = 0;
  std::string mistake_;
  std::size_t mistake_offset_ = 0;
};

/// Adds the numbers of a repeated field of integers, which may be packed; returns false for a field of another type.
bool add_integers(const WireField& field, std::vector<std::uint64_t>& numbers);

/// Returns the number that a varint of type sint32 or sint64 stands for.
inline std::int64_t zigzag(std::uint64_t value) {
  return static_cast<std::int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

}  // namespace kintsugi::workload

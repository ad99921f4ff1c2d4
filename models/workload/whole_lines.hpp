/// Cuts GOAL text that comes in parts, which may end anywhere, into pieces that end with a line.
///
/// Piece   ends with the end of a line that is not inside a comment between /* and */, so it cuts no token and no
///         statement
/// Memory  keeps the part that was taken last, and of earlier ones what no piece has had: less than a line, or a
///         comment that goes on
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kintsugi::workload {

class WholeLines {
 public:
  /// Returns the next piece, empty if no line has ended. It is there until the next call.
  std::string_view take(std::string_view part);
  /// Returns what no piece has had.
  std::string_view rest() const { return std::string_view(text_).substr(taken_); }

 private:
  enum class Place : std::uint8_t { kText, kSlash, kLineComment, kComment, kStar };
  void look_at(char c);

  std::string text_;
  std::size_t taken_ = 0;  // offset of what no piece has had
  Place place_ = Place::kText;
};

}  // namespace kintsugi::workload

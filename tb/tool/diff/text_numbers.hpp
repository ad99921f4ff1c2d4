/// Learns which number of a waveform stands for which text of another one.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace kintsugi::diff {

class TextNumbers {
 public:
  static constexpr std::size_t kMost = 65'536;  ///< texts; those that follow fit any number

  /// Returns whether the number fits the text, in signals of that last name: it is that of the text when it was first
  /// seen. `name` is the full name of the signal.
  bool fits(std::string_view name, const std::string& text, const std::string& number);
  /// Returns whether there were more texts than are kept.
  bool is_full() const { return numbers_.size() >= kMost; }

 private:
  std::unordered_map<std::string, std::string> numbers_;
};

}  // namespace kintsugi::diff

/// Words of a KLARF file: what stands between blanks, texts in quotes, and the signs ; , { }.
#pragma once

#include <string_view>

#include "models/wafermap/wafer_map.hpp"

namespace kintsugi::wafermap {

struct KlarfWord {
  std::string_view text;  ///< without its quotes; empty at the end of the file
  Place place = {};
  bool quoted = false;
  bool is(std::string_view other) const { return !quoted && text == other; }
};

class KlarfLexer {
 public:
  explicit KlarfLexer(std::string_view text) : text_(text) {}
  /// Returns the next word; at the end one without text that is not quoted.
  KlarfWord next();

 private:
  void step(std::size_t characters);

  std::string_view text_;
  Place place_;
};

}  // namespace kintsugi::wafermap

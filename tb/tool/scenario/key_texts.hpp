/// What the keys of a scenario mean: a line for each key that is no parameter, option or address of a family.
#pragma once

#include <span>
#include <string_view>

namespace kintsugi {

struct KeyText {
  std::string_view path;
  std::string_view help;            ///< with the unit
  std::string_view otherwise = {};  ///< the value when it is left out, where it is no constant
  std::string_view type = {};       ///< where no reading method of MapReader says it
};

std::span<const KeyText> key_texts();

}  // namespace kintsugi

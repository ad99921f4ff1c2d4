/// What the keys of a scenario mean: a line for each key that is no parameter, option or address of a family.
#pragma once

#include <span>
#include <string_view>

#include "tb/tool/scenario/key_spec.hpp"

namespace kintsugi {

struct KeyText {
  std::string_view path;
  std::string_view help = {};       ///< a phrase that is complete without the name of the key; with the unit
  std::string_view otherwise = {};  ///< the value when it is left out, where it is no constant
  std::string_view type = {};       ///< where no reading method of MapReader says it
  std::string_view condition = {};  ///< as in KeySpec
  std::string_view example = {};    ///< as in KeySpec
};

std::span<const KeyText> key_texts();

/// Adds the texts to the keys with their paths; a path that is not among the keys is passed over.
void add_texts(std::span<const KeyText> texts, KeySpecs& specs);

}  // namespace kintsugi

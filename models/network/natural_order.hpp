/// Natural order of names: a run of digits is compared as a number, so "level 2" comes before "level 10". Names that
/// differ only in leading zeros are compared character by character.
#pragma once

#include <string_view>

namespace kintsugi {

/// Returns whether `a` comes before `b`.
bool natural_less(std::string_view a, std::string_view b);

/// natural_less() as a comparator for containers.
struct NaturalOrder {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const { return natural_less(a, b); }
};

}  // namespace kintsugi

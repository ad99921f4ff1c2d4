/// Order of names with numbers in them: a run of digits counts as its number, so "level 2" comes before "level 10".
/// Names that differ in leading zeros only stand in the order of their characters.
#pragma once

#include <string_view>

namespace kintsugi {

bool natural_less(std::string_view a, std::string_view b);

/// The same as a comparator of containers.
struct NaturalOrder {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const { return natural_less(a, b); }
};

}  // namespace kintsugi

/// Sides that the tests of the reference networks go through: 1 to 3 dimensions, even, odd and unequal.
#pragma once

#include <vector>

#include "models/grid/geometry.hpp"

namespace kintsugi::grid {

inline std::vector<Sides> many_sides() {
  return {{2},    {3},    {4},    {5},    {8},       {13},      {2, 2},    {3, 3},    {4, 4},    {5, 5},    {8, 8},
          {2, 5}, {5, 2}, {7, 4}, {3, 8}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}, {4, 4, 2}, {2, 3, 4}, {5, 4, 3}, {3, 2, 6}};
}

}  // namespace kintsugi::grid

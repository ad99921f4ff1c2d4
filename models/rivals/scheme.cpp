#include "models/rivals/scheme.hpp"

namespace kintsugi::rivals {

std::vector<GridPlace> places_of(GridSize array) {
  std::vector<GridPlace> places;
  for (unsigned row = 0; row < array.rows; ++row) {
    for (unsigned column = 0; column < array.columns; ++column) {
      places.push_back({static_cast<int>(row), static_cast<int>(column)});
    }
  }
  return places;
}

}  // namespace kintsugi::rivals

#include "models/wafer/grid.hpp"

namespace kintsugi {

std::string WaferGrid::name(GridPoint p) {
  return "r" + std::to_string(p.row) + ".c" + std::to_string(p.column);
}

std::string TrackGrid::name(Plane plane, int gap, int position, int track) const {
  std::string name = plane == Plane::kH ? "sh.g" : "sv.g";
  name += std::to_string(gap) + (plane == Plane::kH ? ".c" : ".r") + std::to_string(position);
  if (tracks_ > 1) name += ".t" + std::to_string(track);
  return name;
}

}  // namespace kintsugi

/// The points of a sweep: a scenario each, checked before anything runs.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/sweep/sweep.hpp"

namespace kintsugi::sweep {

/// What is built for a point, the same for all points that build the same.
struct Built {
  std::string network;
  std::string routing;
  std::size_t nodes = 0;
  unsigned degree = 0;  ///< most distinct neighbours of a node
  unsigned vcs = 0;     ///< of every link
};

struct Point {
  std::size_t number = 0;           ///< from 1
  std::vector<std::size_t> choice;  ///< on each axis
  nlohmann::ordered_json scenario;
  std::shared_ptr<const Built> built;
};

/// The choice of a point on each axis: the last axis changes first.
std::vector<std::size_t> choice_of(const Sweep& sweep, std::size_t number);

/// "series=MANDALA, traffic.rate=0.01".
std::string name_of(const Sweep& sweep, const std::vector<std::size_t>& choice);

struct PointChecks {
  bool files = false;  ///< whether runs may write files: there is a directory for them
  Progress progress = {};
};

/// All points in order. InputError with every mistake of every scenario, each once, with the points that have it.
std::vector<Point> points_of(const Sweep& sweep, const PointChecks& checks);

}  // namespace kintsugi::sweep

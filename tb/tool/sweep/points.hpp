/// The points of a sweep: one scenario each, all checked before the first run.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/sweep/sweep.hpp"

namespace kintsugi::sweep {

/// The network of a point, shared by all points with the same network.
struct Built {
  std::string network;
  std::string routing;
  std::size_t nodes = 0;
  unsigned degree = 0;  ///< most ports with a link of a node
  unsigned vcs = 0;     ///< of every link
};

struct Point {
  std::size_t number = 0;           ///< from 1
  std::vector<std::size_t> choice;  ///< on each axis
  nlohmann::ordered_json scenario;
  std::string text;                                    ///< of the scenario, to_yaml()
  std::vector<std::string> written_otherwise;          ///< numbers of the text that the JSON has in another way
  std::map<std::string, std::filesystem::path> files;  ///< that the scenario reads, by the path of the key
  std::shared_ptr<const Built> built;
  std::optional<unsigned> reach = {};  ///< link.reach of its scenario
};

/// Returns the choice of a point on each axis: the last axis changes first.
std::vector<std::size_t> choice_of(const Sweep& sweep, std::size_t number);

/// Returns the name of a point: "series=MANDALA, traffic.rate=0.01".
std::string name_of(const Sweep& sweep, const std::vector<std::size_t>& choice);

struct PointChecks {
  bool files = false;  ///< whether runs may write files: there is a directory for them
  Progress progress = {};
};

/// Returns whether the files that a scenario reads can be read by many runs; reports each that is a FIFO.
bool can_read_again(const Scenario& scenario, Diagnostics& errors);

/// Returns all points in order. Throws InputError with every mistake of every scenario, each once, with the points that
/// have it.
std::vector<Point> points_of(const Sweep& sweep, const PointChecks& checks);

}  // namespace kintsugi::sweep

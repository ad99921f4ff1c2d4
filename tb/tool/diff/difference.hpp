/// What a comparison of two files finds: the first differences, and a count of all by kind.
///
/// Order     by position; differences without one follow in the order in which they are added
/// Position  a cycle (of packets and waveforms), a bit of a stream, or a time in ticks of a waveform
/// Values    what the first and the second file have; null: the file does not have it
/// Memory    of the differences that are listed alone; the others are only counted
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kintsugi::diff {

/// Values of one thing in the two files.
struct TwoValues {
  nlohmann::ordered_json a;
  nlohmann::ordered_json b;
};

struct Difference {
  std::string kind;  ///< "delivered", "switch", "number", "only in a" ...
  std::string name;  ///< of what differs: "packet 3 of node n2", "sh.g0.c5", "latency.mean"
  std::optional<std::uint64_t> position;
  TwoValues values;
};

inline constexpr const char* kOnlyInA = "only in a";
inline constexpr const char* kOnlyInB = "only in b";

/// The number of differences of each kind, in the order in which the kinds were first found.
using KindCounts = std::vector<std::pair<std::string, std::uint64_t>>;

/// What two files of one form differ in.
struct Comparison {
  std::string unit;              ///< of positions: "cycle", "bit", "time"; "" if there are none
  std::string compared;          ///< what was compared: "301 packets", "12 signals in 200 cycles"
  std::vector<Difference> list;  ///< the first ones, in order
  KindCounts by_kind;
  std::uint64_t differences = 0;
  std::vector<std::string> notes;  ///< what was not compared, a sentence each

  bool equal() const { return differences == 0; }
};

/// Collects differences, and keeps the first ones.
class Differences {
 public:
  /// Keeps at most so many, but at least the first one.
  explicit Differences(std::size_t most) : most_(most == 0 ? 1 : most) {}

  /// Adds a difference; calls `describe` only if it is among the first ones so far.
  void add(const std::string& kind, std::optional<std::uint64_t> position, const std::function<Difference()>& describe);
  void add(Difference difference);
  void note(std::string sentence) { notes_.push_back(std::move(sentence)); }

  /// Returns what was added. `unit` is that of the positions, `compared` says what was compared.
  Comparison finish(const std::string& unit, const std::string& compared);

 private:
  using Place = std::pair<std::uint64_t, std::uint64_t>;  // the position, the highest number without one; the order

  std::size_t most_;
  std::map<Place, Difference> kept_;
  KindCounts by_kind_;
  std::uint64_t added_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace kintsugi::diff

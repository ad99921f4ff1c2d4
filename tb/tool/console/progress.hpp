/// Shows the progress of a long computation: percent done, what is left in the unit of the computation, and the time
/// that this will take. There is no time before 5 %, and none when nothing is left.
///
///   proof: 3 %, 3972 destinations left
///   proof: 42 %, 2376 destinations left, about 12 s
///   proof: 99 %, 8 destinations left, less than 1 s
///   draining: 1180 packets left
///   reading the trace: 1180 bytes done
///
/// It stays silent for the first two seconds. On a terminal it rewrites one line, at most twice a second, and removes
/// it at the end; elsewhere it adds a plain line every ten seconds. Work of several parts has a line for each.
#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "models/network/progress.hpp"
#include "tb/tool/console/part_progress.hpp"

namespace kintsugi {

class ProgressLine {
 public:
  enum class Style { kOff, kRewrite, kAppend };
  using Time = std::chrono::steady_clock::time_point;
  using Now = std::function<Time()>;

  /// Returns kRewrite if standard error is a terminal, kAppend if not, kOff if `quiet`.
  static Style style_for_stderr(bool quiet);

  /// `what` begins the line: "proof". `unit` is one of what is counted: "destination". The time counts from here on.
  /// `now` is for tests.
  ProgressLine(std::string what, std::string unit, Style style, std::ostream& out,
               Now now = std::chrono::steady_clock::now);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows how much is done if `total` is 0: the whole is not known.
  void update(std::size_t done, std::size_t total);
  /// Shows how much is left of something of which the whole is not known.
  void update_left(std::size_t left);
  /// Returns a function that calls update(), for functions that report their progress; must not outlive this object.
  Progress listener();
  /// The same for update_left().
  Remaining remaining_listener();

 private:
  bool is_due(Time at);
  std::string time_left(std::size_t done, std::size_t total, Time at) const;
  void print(std::string line);

  std::string what_;
  std::string unit_;
  Style style_;
  std::ostream& out_;
  Now now_;
  Time start_;
  Time next_;
  std::size_t shown_width_ = 0;
};

/// Shows the progress of work that has several parts: a line for each in turn.
class ProgressLines {
 public:
  /// `now` is for tests.
  ProgressLines(ProgressLine::Style style, std::ostream& out, ProgressLine::Now now = std::chrono::steady_clock::now);

  /// Returns a function that begins a part; neither it nor what it returns must outlive this object.
  BeginPart listener();

 private:
  ProgressLine::Style style_;
  std::ostream& out_;
  ProgressLine::Now now_;
  std::optional<ProgressLine> line_;
};

}  // namespace kintsugi

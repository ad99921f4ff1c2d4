/// Shows the progress of a long computation: percent done and time left.
///
/// It stays silent for the first two seconds. On a terminal it rewrites one line, at most twice a second, and removes
/// it at the end; elsewhere it adds a plain line every ten seconds.
#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <string>
#include "models/network/progress.hpp"

namespace kintsugi {

class ProgressLine {
 public:
  enum class Style { kOff, kRewrite, kAppend };
  using Time = std::chrono::steady_clock::time_point;

  /// Returns kRewrite if standard error is a terminal, kAppend if not, kOff if `quiet`.
  static Style style_for_stderr(bool quiet);

  /// `what` begins the line: "proof". `now` is for tests.
  ProgressLine(std::string what, Style style, std::ostream& out,
               std::function<Time()> now = std::chrono::steady_clock::now);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update(std::size_t done, std::size_t total);
  /// Returns a function that calls update(), for functions that report their progress; must not outlive this object.
  Progress listener();

 private:
  void print(std::size_t done, std::size_t total, Time at);

  std::string what_;
  Style style_;
  std::ostream& out_;
  std::function<Time()> now_;
  Time start_;
  Time next_;
  std::size_t shown_width_ = 0;
};

}  // namespace kintsugi

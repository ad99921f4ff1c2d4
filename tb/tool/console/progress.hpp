/// How far a long computation has come, told on the way: percent done and time left.
///
/// Nothing is shown in the first two seconds. On a terminal one line is rewritten, at most twice a second, and removed
/// at the end; elsewhere a plain line is added every ten seconds.
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

  /// What suits the standard error of this process.
  static Style style_for_stderr(bool quiet);

  /// `what` begins the line: "proof". `now` is for tests.
  ProgressLine(std::string what, Style style, std::ostream& out,
               std::function<Time()> now = std::chrono::steady_clock::now);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void tell(std::size_t done, std::size_t total);
  /// For functions that report their progress; must not outlive this object.
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

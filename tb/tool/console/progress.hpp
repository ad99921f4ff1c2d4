/// Shows the progress of a long computation: percent done, what is left in the unit of the computation, and the time
/// that this will take. There is no time before 5 %, and none when nothing is left.
///
///   proof: 3 %, 3972 destinations left
///   proof: 42 %, 2376 destinations left, about 12 s
///   proof: 99 %, 8 destinations left, less than 1 s
///   draining: 1180 packets left
///   reading the trace: 1180 bytes done
///
/// It stays silent until the command has been silent for two seconds. On a terminal it rewrites one line, at most twice
/// a second, and removes it at the end; elsewhere it adds a plain line every ten seconds. Work of several parts has a
/// line for each.
///
/// A step of the work can take long, and much work has no steps. So a thread shows the line whenever it is due; before
/// the first step it has only the time that has passed:
///
///   building the fabric: 12 s so far
#pragma once

#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>

#include "models/network/progress.hpp"
#include "tb/tool/console/part_progress.hpp"
#include "tb/tool/console/progress_board.hpp"

namespace kintsugi {

class ProgressLine {
 public:
  enum class Style { kOff, kRewrite, kAppend };
  using Time = ProgressBoard::Time;
  using Now = ProgressBoard::Now;

  /// Returns kRewrite if standard error is a terminal, kAppend if not, kOff if `quiet`.
  static Style style_for_stderr(bool quiet);

  /// `what` begins the line: "proof". `unit` is one of what is counted: "destination". The time of the work counts from
  /// here on. If the stream has no board, the silence counts from here on too, by the clock of the caller if there is
  /// one; then the line is shown only in update(), update_left() and show_if_due().
  ProgressLine(std::string what, std::string unit, Style style, std::ostream& out, Now now = {});
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows how much is done if `total` is 0: the whole is not known.
  void update(std::size_t done, std::size_t total);
  /// Shows how much is left of something of which the whole is not known.
  void update_left(std::size_t left);
  /// Shows the line if it is due.
  void show_if_due();
  /// Returns a function that calls update(), for functions that report their progress; must not outlive this object.
  Progress listener();
  /// The same for update_left().
  Remaining remaining_listener();

 private:
  friend class ProgressBoard;

  struct Steps {
    std::size_t done = 0;
    std::size_t total = 0;
  };
  /// A line of the board itself.
  ProgressLine(std::string what, std::string unit, Style style, std::ostream& out, ProgressBoard& board);
  Style style() const { return style_; }
  void erase();
  void take_if_due(Time at);
  std::string line(Time at) const;
  std::string line(Steps steps, Time at) const;
  std::string time_left(Steps steps, Time at) const;
  void print(std::string line);

  std::string what_;
  std::string unit_;
  Style style_;
  std::ostream& out_;
  std::optional<ProgressBoard> own_board_;  // of a stream that has none
  ProgressBoard& board_;
  bool begun_ = false;  // on the board
  Time start_;
  std::mutex mutex_;  // of all below
  Time next_;
  std::size_t shown_width_ = 0;
  std::optional<Steps> steps_;
  std::optional<std::size_t> left_;
};

/// Shows the progress of work that has several parts: a line for each in turn. Short parts leave their silence to those
/// after them: all together are silent for two seconds at most.
class ProgressLines {
 public:
  /// As for ProgressLine; the silence of all parts counts from here on if the stream has no board.
  ProgressLines(ProgressLine::Style style, std::ostream& out, ProgressLine::Now now = {});

  /// Returns a function that begins a part; neither it nor what it returns must outlive this object.
  BeginPart listener();

 private:
  Progress begin(const std::string& what, const std::string& unit);

  ProgressLine::Style style_;
  std::ostream& out_;
  std::optional<ProgressBoard> own_board_;  // of a stream that has none
  std::optional<ProgressLine> line_;
};

}  // namespace kintsugi

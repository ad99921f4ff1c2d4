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

#include <atomic>
#include <chrono>
#include <functional>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "models/network/progress.hpp"
#include "tb/tool/console/part_progress.hpp"

namespace kintsugi {

class ProgressLine;

/// Shows the lines of progress of one command, so that a command which works is not silent for more than two seconds.
///
/// A command is a sequence of parts, some of which have a line of progress. A user waits for the whole command, so the
/// silence counts from its last output, not from the beginning of a part. The board shows the line that began last.
/// Between two lines it shows a line of its own:
///
///   working: 3 s so far
///
/// Threads  one for all lines; without it (the system starts no more threads) lines are shown as their parts report
class ProgressBoard {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Now = std::function<Time()>;
  static constexpr std::chrono::milliseconds kSilence{2000};

  /// All lines on `out` are shown here while this object lives. The silence counts from here on. With a clock of the
  /// caller's, lines are shown only as their parts report.
  explicit ProgressBoard(std::ostream& out, std::chrono::milliseconds silence = kSilence, Now now = {});
  ~ProgressBoard();
  ProgressBoard(const ProgressBoard&) = delete;
  ProgressBoard& operator=(const ProgressBoard&) = delete;

  /// Returns the board of a stream; nullptr if it has none.
  static ProgressBoard* of(std::ostream& out);

  /// Tells the board of the stream, if it has one, that the result of the command follows: the board shows no line of
  /// its own any more.
  static void end_work(std::ostream& out);

  /// Shows this line from now on, until end() or until another one begins.
  void begin(ProgressLine& line);
  /// Shows the line that began before it again.
  void end(ProgressLine& line);

  Time time() const { return now_ ? now_() : std::chrono::steady_clock::now(); }
  /// Returns when a line that has not been shown must be.
  Time due() const { return Time(Time::duration(last_word_)) + silence_; }
  /// Tells that something has been shown.
  void said(Time at) { last_word_ = at.time_since_epoch().count(); }

 private:
  void show_if_due();
  /// Starts the thread that does so whenever a line may be due. Signals are left to the other threads.
  void start_ticker();

  std::ostream& out_;
  std::chrono::milliseconds silence_;
  Now now_;
  std::atomic<Time::rep> last_word_;
  std::mutex mutex_;                       // of all below
  std::vector<ProgressLine*> lines_;       // that have begun, the last one is shown
  std::unique_ptr<ProgressLine> working_;  // while there is none
  bool works_ = true;
  std::jthread ticker_;  // from the first line on
};

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

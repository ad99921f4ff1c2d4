/// Shows the lines of progress of one command, so that a command which works is not silent for more than two seconds.
///
/// A command is a sequence of parts, some of which have a line of progress (tb/tool/console/progress.hpp). A user waits
/// for the whole command, so the silence counts from its last output, not from the beginning of a part. The board shows
/// the line that began last. Between two lines it shows a line of its own:
///
///   working: 3 s so far
///
/// Threads  one for all lines; without it (the system starts no more threads) lines are shown as their parts report
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace kintsugi {

class ProgressLine;

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

}  // namespace kintsugi

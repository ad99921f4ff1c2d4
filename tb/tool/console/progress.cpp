#include "tb/tool/console/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <ostream>
#include <system_error>

#include "models/network/text.hpp"
#include "tb/tool/console/stop.hpp"

namespace kintsugi {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kRewriteInterval{500};
constexpr milliseconds kAppendInterval{10000};
constexpr std::size_t kFewPercent = 5;  // too little to tell the time from

std::size_t percent(std::size_t done, std::size_t total) {
  return static_cast<std::size_t>(100.0 * static_cast<double>(done) / static_cast<double>(total));
}

/// Returns the board of the stream; without one, makes it an own one.
ProgressBoard& board_of(std::ostream& out, std::optional<ProgressBoard>& own, ProgressBoard::Now now) {
  ProgressBoard* const board = ProgressBoard::of(out);
  return board ? *board : own.emplace(out, ProgressBoard::kSilence, std::move(now));
}

}  // namespace

ProgressLine::Style ProgressLine::style_for_stderr(bool quiet) {
  if (quiet) return Style::kOff;
  return isatty(STDERR_FILENO) != 0 ? Style::kRewrite : Style::kAppend;
}

ProgressLine::ProgressLine(std::string what, std::string unit, Style style, std::ostream& out, ProgressBoard& board)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      style_(style),
      out_(out),
      board_(board),
      start_(board_.time()),
      next_(board_.due()) {}

ProgressLine::ProgressLine(std::string what, std::string unit, Style style, std::ostream& out, Now now)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      style_(style),
      out_(out),
      board_(board_of(out, own_board_, std::move(now))),
      begun_(style_ != Style::kOff),
      start_(board_.time()),
      next_(board_.due()) {
  if (begun_) board_.begin(*this);
}

ProgressLine::~ProgressLine() {
  if (begun_) {
    board_.end(*this);
  } else {
    erase();
  }
}

/// Removes what is shown, where it can be.
void ProgressLine::erase() {
  const std::lock_guard lock(mutex_);
  if (style_ == Style::kRewrite && shown_width_ > 0) out_ << std::string(shown_width_, ' ') + '\r' << std::flush;
  shown_width_ = 0;
}

void ProgressLine::update(std::size_t done, std::size_t total) {
  if (style_ == Style::kOff || done == 0) return;
  const std::lock_guard lock(mutex_);
  steps_ = Steps{done, total};
  left_.reset();
  take_if_due(board_.time());
}

void ProgressLine::update_left(std::size_t left) {
  if (style_ == Style::kOff) return;
  const std::lock_guard lock(mutex_);
  left_ = left;
  steps_.reset();
  take_if_due(board_.time());
}

void ProgressLine::show_if_due() {
  if (style_ == Style::kOff) return;
  const std::lock_guard lock(mutex_);
  take_if_due(board_.time());
}

/// Shows the line if it is due; the next one is due after the interval.
void ProgressLine::take_if_due(Time at) {
  if (at < next_) return;
  next_ = at + (style_ == Style::kRewrite ? kRewriteInterval : kAppendInterval);
  board_.said(at);
  print(line(at));
}

Progress ProgressLine::listener() {
  return [this](std::size_t done, std::size_t total) { update(done, total); };
}

Remaining ProgressLine::remaining_listener() {
  return [this](std::size_t left) { update_left(left); };
}

std::string ProgressLine::line(Time at) const {
  if (left_) return what_ + ": " + counted(*left_, unit_) + " left";
  if (steps_) return line(*steps_, at);
  const auto spent = std::chrono::duration_cast<seconds>(at - start_).count();
  return what_ + (spent == 0 ? "" : ": " + std::to_string(spent) + " s so far");
}

std::string ProgressLine::line(Steps steps, Time at) const {
  if (steps.total == 0) return what_ + ": " + counted(steps.done, unit_) + " done";
  steps.done = std::min(steps.done, steps.total);
  std::string line = what_ + ": " + std::to_string(percent(steps.done, steps.total)) + " %";
  if (steps.done == steps.total) return line;
  return line + ", " + counted(steps.total - steps.done, unit_) + " left" + time_left(steps, at);
}

std::string ProgressLine::time_left(Steps steps, Time at) const {
  if (percent(steps.done, steps.total) < kFewPercent) return "";
  const double spent = std::chrono::duration<double>(at - start_).count();
  const double left = spent * static_cast<double>(steps.total - steps.done) / static_cast<double>(steps.done);
  if (left < 1) return ", less than 1 s";
  return ", about " + std::to_string(std::llround(left)) + " s";
}

/// On a terminal the cursor goes back to the beginning of the line, so that a message takes its place.
void ProgressLine::print(std::string line) {
  if (style_ == Style::kAppend) {
    out_ << line + '\n' << std::flush;
    return;
  }
  const std::size_t width = line.size();
  if (width < shown_width_) line.append(shown_width_ - width, ' ');  // over the rest of the last one
  shown_width_ = width;
  out_ << line + '\r' << std::flush;
}

ProgressLines::ProgressLines(ProgressLine::Style style, std::ostream& out, ProgressLine::Now now)
    : style_(style), out_(out) {
  board_of(out, own_board_, std::move(now));
}

BeginPart ProgressLines::listener() {
  return [this](const std::string& what, const std::string& unit) { return begin(what, unit); };
}

Progress ProgressLines::begin(const std::string& what, const std::string& unit) {
  line_.reset();
  line_.emplace(what, unit, style_, out_);
  return line_->listener();
}

namespace {

constexpr std::chrono::milliseconds kTick{250};  // between looks whether a line is due

/// Returns the place of a stream for its board.
void*& place_of_board(std::ostream& out) {
  static const int index = std::ios_base::xalloc();
  return out.pword(index);
}

}  // namespace

ProgressBoard::ProgressBoard(std::ostream& out, std::chrono::milliseconds silence, Now now)
    : out_(out), silence_(silence), now_(std::move(now)), last_word_(time().time_since_epoch().count()) {
  place_of_board(out_) = this;
}

ProgressBoard::~ProgressBoard() {
  ticker_ = {};  // a call that has begun ends
  place_of_board(out_) = nullptr;
}

ProgressBoard* ProgressBoard::of(std::ostream& out) {
  return static_cast<ProgressBoard*>(place_of_board(out));
}

void ProgressBoard::start_ticker() {
  const BlockedSignals blocked;
  const auto tick = [this](const std::stop_token& stop) {
    std::mutex sleeping;
    std::unique_lock lock(sleeping);
    std::condition_variable_any stopping;
    while (!stopping.wait_for(lock, stop, kTick, [&stop] { return stop.stop_requested(); })) show_if_due();
  };
  try {
    ticker_ = std::jthread(tick);
  } catch (const std::system_error&) {
    // Without a thread nothing is shown between the steps of the work, which goes on.
  }
}

void ProgressBoard::end_work(std::ostream& out) {
  ProgressBoard* const board = of(out);
  if (!board) return;
  const std::lock_guard lock(board->mutex_);
  board->works_ = false;
  board->working_.reset();
}

void ProgressBoard::begin(ProgressLine& line) {
  const std::lock_guard lock(mutex_);
  if (!lines_.empty()) lines_.back()->erase();
  working_.reset();
  lines_.push_back(&line);
  if (!now_ && !ticker_.joinable()) start_ticker();
}

void ProgressBoard::end(ProgressLine& line) {
  const std::lock_guard lock(mutex_);
  line.erase();
  std::erase(lines_, &line);
  if (works_ && lines_.empty()) working_.reset(new ProgressLine("working", "step", line.style(), out_, *this));
}

void ProgressBoard::show_if_due() {
  const std::lock_guard lock(mutex_);
  if (ProgressLine* const shown = lines_.empty() ? working_.get() : lines_.back()) shown->show_if_due();
}

}  // namespace kintsugi

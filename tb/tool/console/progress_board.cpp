#include "tb/tool/console/progress_board.hpp"

#include <algorithm>
#include <condition_variable>
#include <ostream>
#include <system_error>

#include "tb/tool/console/blocked_signals.hpp"
#include "tb/tool/console/progress.hpp"

namespace kintsugi {

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

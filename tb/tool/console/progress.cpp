#include "tb/tool/console/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "models/network/text.hpp"

namespace kintsugi {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kSilence{2};
constexpr milliseconds kRewriteInterval{500};
constexpr milliseconds kAppendInterval{10000};
constexpr std::size_t kFewPercent = 5;  // too little to tell the time from

std::size_t percent(std::size_t done, std::size_t total) {
  return static_cast<std::size_t>(100.0 * static_cast<double>(done) / static_cast<double>(total));
}

}  // namespace

ProgressLine::Style ProgressLine::style_for_stderr(bool quiet) {
  if (quiet) return Style::kOff;
  return isatty(STDERR_FILENO) != 0 ? Style::kRewrite : Style::kAppend;
}

ProgressLine::ProgressLine(std::string what, std::string unit, Style style, std::ostream& out, Now now)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      style_(style),
      out_(out),
      now_(std::move(now)),
      start_(now_()),
      next_(start_ + kSilence) {}

ProgressLine::~ProgressLine() {
  if (style_ == Style::kRewrite && shown_width_ > 0)
    out_ << '\r' << std::string(shown_width_, ' ') << '\r' << std::flush;
}

void ProgressLine::update(std::size_t done, std::size_t total) {
  if (style_ == Style::kOff || done == 0) return;
  const Time at = now_();
  if (!is_due(at)) return;
  if (total == 0) return print(what_ + ": " + counted(done, unit_) + " done");
  done = std::min(done, total);
  std::string line = what_ + ": " + std::to_string(percent(done, total)) + " %";
  if (done < total) line += ", " + counted(total - done, unit_) + " left" + time_left(done, total, at);
  print(std::move(line));
}

void ProgressLine::update_left(std::size_t left) {
  if (style_ == Style::kOff || !is_due(now_())) return;
  print(what_ + ": " + counted(left, unit_) + " left");
}

bool ProgressLine::is_due(Time at) {
  if (at < next_) return false;
  next_ = at + (style_ == Style::kRewrite ? kRewriteInterval : kAppendInterval);
  return true;
}

Progress ProgressLine::listener() {
  return [this](std::size_t done, std::size_t total) { update(done, total); };
}

Remaining ProgressLine::remaining_listener() {
  return [this](std::size_t left) { update_left(left); };
}

std::string ProgressLine::time_left(std::size_t done, std::size_t total, Time at) const {
  if (percent(done, total) < kFewPercent) return "";
  const double spent = std::chrono::duration<double>(at - start_).count();
  const double left = spent * static_cast<double>(total - done) / static_cast<double>(done);
  if (left < 1) return ", less than 1 s";
  return ", about " + std::to_string(std::llround(left)) + " s";
}

void ProgressLine::print(std::string line) {
  if (style_ == Style::kAppend) {
    out_ << line << '\n' << std::flush;
    return;
  }
  const std::size_t width = line.size();
  if (width < shown_width_) line.append(shown_width_ - width, ' ');  // over the rest of the last one
  shown_width_ = width;
  out_ << '\r' << line << std::flush;
}

ProgressLines::ProgressLines(ProgressLine::Style style, std::ostream& out, ProgressLine::Now now)
    : style_(style), out_(out), now_(std::move(now)) {}

BeginPart ProgressLines::listener() {
  return [this](const std::string& what, const std::string& unit) {
    line_.emplace(what, unit, style_, out_, now_);
    return line_->listener();
  };
}

}  // namespace kintsugi

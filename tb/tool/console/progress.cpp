#include "tb/tool/console/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <ostream>

namespace kintsugi {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kSilence{2};
constexpr milliseconds kRewriteInterval{500};
constexpr milliseconds kAppendInterval{10000};

}  // namespace

ProgressLine::Style ProgressLine::style_for_stderr(bool quiet) {
  if (quiet) return Style::kOff;
  return isatty(STDERR_FILENO) != 0 ? Style::kRewrite : Style::kAppend;
}

ProgressLine::ProgressLine(std::string what, Style style, std::ostream& out, std::function<Time()> now)
    : what_(std::move(what)),
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
  if (style_ == Style::kOff || done == 0 || total == 0) return;
  const Time at = now_();
  if (at < next_) return;
  next_ = at + (style_ == Style::kRewrite ? kRewriteInterval : kAppendInterval);
  print(std::min(done, total), total, at);
}

Progress ProgressLine::listener() {
  return [this](std::size_t done, std::size_t total) { update(done, total); };
}

void ProgressLine::print(std::size_t done, std::size_t total, Time at) {
  const double spent = std::chrono::duration<double>(at - start_).count();
  const double left = spent * static_cast<double>(total - done) / static_cast<double>(done);
  const auto percent = static_cast<unsigned>(100.0 * static_cast<double>(done) / static_cast<double>(total));
  std::string line = what_ + ": " + std::to_string(percent) + " %, about " +
                     std::to_string(static_cast<std::uint64_t>(left + 0.5)) + " s left";
  if (style_ == Style::kAppend) {
    out_ << line << std::endl;
    return;
  }
  const std::size_t width = line.size();
  if (width < shown_width_) line.append(shown_width_ - width, ' ');  // over the rest of the last one
  shown_width_ = width;
  out_ << '\r' << line << std::flush;
}

}  // namespace kintsugi

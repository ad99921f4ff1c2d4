
#include "tb/tool/console/printable.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi {

namespace {

// yaml-cpp scans the whole of a flow mapping before it hands out its first value. These two limits bound the memory and
// time of that scan. They count in comments and quoted texts too, so they lie far above the limits of a document.
constexpr int kMostOpenBrackets = 1000;
constexpr int kMostSeparators = 6 * kMostValues;

using namespace std::string_view_literals;

bool is_wide(std::string_view text) {
  return text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv) || text.starts_with("\0\0\xFE\xFF"sv);
}

bool is_layout(char c) {
  return c == '\t' || c == '\n' || c == '\r';
}

class Check {
 public:
  Check(std::string_view text, bool is_limited) : text_(text), is_limited_(is_limited), wide_(is_wide(text)) {}

  std::optional<FileMistake> run() {
    while (!text_.empty()) {
      const std::size_t length = wide_ ? 1 : utf8_length(text_);
      if (length == 0) return mistake("not UTF-8: the byte " + printable(text_.substr(0, 1)) + "; save it as UTF-8");
      if (!wide_ && begins_with_control(text_) && !is_layout(text_.front()) && !text_.starts_with("\xC2\x85")) {
        return mistake("not valid YAML: the control character " + printable(text_.substr(0, length)));
      }
      if (auto found = count(text_.front())) return found;
      advance(length);
    }
    return std::nullopt;
  }

 private:
  std::optional<FileMistake> count(char c) {
    if (std::string_view("[]{},:-?&*!").find(c) == std::string_view::npos) return std::nullopt;
    if ((c == '[' || c == '{') && ++open_ == kMostLevels + 1) too_deep_ = mistake(kTooDeep);
    if ((c == ']' || c == '}') && open_ > 0) --open_;
    if (open_ > kMostOpenBrackets) return too_deep_;
    if (++separators_ > kMostSeparators && is_limited_) return mistake(kTooMany);
    return std::nullopt;
  }

  void advance(std::size_t length) {
    column_ += static_cast<int>(length);
    if (text_.front() == '\n') {
      ++line_;
      column_ = 1;
    }
    text_.remove_prefix(length);
  }

  FileMistake mistake(std::string message) const { return {line_, column_, std::move(message)}; }

  std::string_view text_;
  bool is_limited_;
  bool wide_;
  int line_ = 1;
  int column_ = 1;
  int open_ = 0;
  std::optional<FileMistake> too_deep_;  ///< the last place at which the limit of a document was passed
  int separators_ = 0;
};

}  // namespace

std::optional<FileMistake> check_text(std::string_view text, bool is_limited) {
  return Check(text, is_limited).run();
}

}  // namespace kintsugi

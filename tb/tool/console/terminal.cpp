#include "tb/tool/console/terminal.hpp"

#include <unistd.h>

#include <utility>

#include "tb/tool/console/printable.hpp"

namespace kintsugi {

TerminalOutput::TerminalOutput(std::ostream& stream, int descriptor, std::string kept)
    : stream_(stream), kept_(std::move(kept)) {
  if (isatty(descriptor) == 1) terminal_ = stream_.rdbuf(this);
}

TerminalOutput::~TerminalOutput() {
  if (terminal_ == nullptr) return;
  const std::string rest = escaped(pending_, kept_);
  terminal_->sputn(rest.data(), static_cast<std::streamsize>(rest.size()));
  stream_.rdbuf(terminal_);
}

TerminalOutput::int_type TerminalOutput::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
  const char c = traits_type::to_char_type(character);
  return xsputn(&c, 1) == 1 ? character : traits_type::eof();
}

std::streamsize TerminalOutput::xsputn(const char* text, std::streamsize size) {
  pending_.append(text, static_cast<std::size_t>(size));
  return write_characters() ? size : 0;
}

int TerminalOutput::sync() {
  return terminal_->pubsync();
}

bool TerminalOutput::write_characters() {
  const std::size_t complete = pending_.size() - begun_character(pending_);
  const std::string text = escaped(std::string_view(pending_).substr(0, complete), kept_);
  pending_.erase(0, complete);
  return std::cmp_equal(terminal_->sputn(text.data(), static_cast<std::streamsize>(text.size())), text.size());
}

}  // namespace kintsugi

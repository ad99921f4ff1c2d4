/// Keeps what a terminal would obey out of what is written to it.
///
/// Names of files, nodes, series and groups stand in reports as a user wrote them. On a terminal an escape sequence in
/// one could clear the screen, and a change of direction could show another name. A file or a pipe gets every byte.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace kintsugi {

/// While it lives, a stream writes the escapes of escaped() (tb/tool/console/printable.hpp) to a terminal. Where the
/// stream is not connected to a terminal, it changes nothing.
class TerminalOutput final : public std::streambuf {
 public:
  /// `descriptor` is that of the stream. The characters of `kept` are written as they are: those of the layout.
  TerminalOutput(std::ostream& stream, int descriptor, std::string kept);
  ~TerminalOutput() override;
  TerminalOutput(const TerminalOutput&) = delete;
  TerminalOutput& operator=(const TerminalOutput&) = delete;

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  /// Writes all of the text but the first bytes of a character that is not complete.
  bool write_characters();

  std::ostream& stream_;
  std::streambuf* terminal_ = nullptr;  ///< nullptr: it is none
  std::string kept_;
  std::string pending_;
};

}  // namespace kintsugi

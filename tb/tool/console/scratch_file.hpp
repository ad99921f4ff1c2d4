/// An unnamed file, deleted when it is closed. Used in place of a pipe, it lets a child read and write in any order,
/// and neither side waits for the other. A process that is started inherits it only as a redirection.
///
/// Errors  std::system_error, naming what the file is for
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace kintsugi {

class ScratchFile {
 public:
  /// `purpose`: "the input of a run".
  explicit ScratchFile(std::string purpose);

  int descriptor() const { return fileno(file_.get()); }
  /// Writes the text, which is then read from its begin.
  void fill(std::string_view text);
  /// Returns what has been written.
  std::string content();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void to_begin();

  std::string purpose_;
  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace kintsugi

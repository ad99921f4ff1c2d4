/// A buffered output file that appears under its own name only when it is complete.
///
/// The text is written to `path`.part through a buffer of 1 MiB; commit() renames that file to `path`. If a write
/// fails, or the object is destroyed before commit(), `path`.part is removed, so no reader ever sees half a file. Only
/// a regular file is ever replaced.
/// Errors  the constructor, append, reserve and commit throw std::system_error with the path and what to do
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi::wave {

/// Throws std::system_error unless the path is free or names a regular file: only a regular file may be replaced. A
/// symbolic link is not followed.
void require_replaceable(const std::filesystem::path& path);

class PartFile {
 public:
  explicit PartFile(std::filesystem::path path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  void append(std::string_view text);
  /// Returns room for up to `size` <= 4096 characters, to be filled in place; call advance() with the end of the text.
  char* reserve(std::size_t size) {
    if (used_ + size > buffer_.size()) flush();
    return buffer_.data() + used_;
  }
  void advance(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.data()); }

  void commit();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void flush();
  void write(std::string_view text);
  void discard() noexcept;
  [[noreturn]] void fail(int error, const std::string& what);

  std::filesystem::path path_;
  std::filesystem::path part_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  std::unique_ptr<std::FILE, Closer> file_;
  bool exists_ = false;  ///< whether `path`.part is on the disk
};

}  // namespace kintsugi::wave

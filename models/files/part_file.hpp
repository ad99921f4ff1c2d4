/// A buffered output file that appears under its own name only when it is complete.
///
/// The text is written to a temporary file of its own (temporary_file.hpp) through a buffer of 1 MiB; commit() renames
/// that file to `path`. If a write fails, or the object is destroyed before commit(), the temporary file is removed, so
/// no reader ever sees half a file. Of several that are written to one path at a time, by one process or many, the last
/// one committed stays. Only a regular file is ever replaced.
/// Errors  the constructor, append, reserve, complete and commit throw std::system_error with the path and what to do
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "models/files/temporary_file.hpp"

namespace kintsugi::files {

/// Returns why the name of a file to be written is too long, with the longest that is valid; empty if it is not. The
/// system allows 255 bytes for a name, and a temporary file has a longer one.
std::string too_long(const std::filesystem::path& path);

/// Returns what is in the way of a file to be written: "a directory", "a FIFO"; empty if the path is free or names a
/// regular file. A symbolic link is not followed.
std::string in_the_way(const std::filesystem::path& path);

/// Throws std::system_error unless the path is free or names a regular file: only a regular file may be replaced. A
/// symbolic link is not followed. A name with the character \0 is refused, and one that is too long.
void require_replaceable(const std::filesystem::path& path);

class PartFile {
 public:
  /// Messages name the file `named`, if it is given: the one that the user asked for, of which this is a stage.
  explicit PartFile(std::filesystem::path path, std::filesystem::path named = {});
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  void append(std::string_view text);
  /// Returns room for up to `size` <= 4096 characters, to be filled in place; call advance() with the end of the text.
  char* reserve(std::size_t size) {
    if (used_ + size > capacity_) flush();
    return buffer_.get() + used_;
  }
  void advance(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.get()); }

  /// Writes all of the text to the disk; no more can be appended. Then commit() only renames the file. Several files
  /// are written all or none by completing each before committing the first.
  void complete();
  void commit();
  const std::filesystem::path& path() const { return path_; }

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void flush();
  void write(std::string_view text);
  void discard() noexcept;
  [[noreturn]] void fail(int error, const std::string& what);

  std::filesystem::path path_;
  std::filesystem::path named_;
  std::unique_ptr<char[]> buffer_;  // NOLINT(*-avoid-c-arrays): a vector would write zeros to it
  std::size_t capacity_;            // 0 once the text is complete
  std::size_t used_ = 0;
  std::unique_ptr<std::FILE, Closer> file_;
  std::optional<TemporaryFile> part_;
};

}  // namespace kintsugi::files

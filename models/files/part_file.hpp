/// Buffered output that appears under its own name only when it is complete.
///
/// Written to `path`.part through a buffer of 1 MiB; commit() renames it to `path`. Destroyed before, or after a
/// failed write, the part is removed: nobody ever reads half a file. Only a regular file is ever replaced.
/// Errors  std::system_error with the path and what to do, from the constructor, append, reserve and commit
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi::wave {

/// Throws std::system_error unless the path is free or names a regular file: nothing else may be written over. A
/// symbolic link is not followed.
void require_replaceable(const std::filesystem::path& path);

class PartFile {
 public:
  explicit PartFile(std::filesystem::path path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  void append(std::string_view text);
  /// Room for up to `size` <= 4096 characters, to be filled in place; advance() says where the text ends.
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
  bool exists_ = false;  ///< the part is on the disk
};

}  // namespace kintsugi::wave

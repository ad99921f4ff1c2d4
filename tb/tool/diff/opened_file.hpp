/// A file that is compared: read up to where its form shows, then to its end by whoever reads this form.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "tb/tool/console/files.hpp"
#include "tb/tool/diff/form.hpp"
#include "tb/tool/scenario/source.hpp"

namespace kintsugi::diff {

class OpenedFile {
 public:
  /// Opens the file, `-` is standard input, and reads its beginning. Throws InputError if it cannot be read.
  explicit OpenedFile(const std::string& file);

  const std::string& name() const { return name_; }
  /// Returns the form of the file, for which it is read as a whole unless its beginning says it. Throws InputError if
  /// it has none.
  Form form();

  /// Returns the whole text. Throws InputError if it cannot be read to its end, or is too large.
  Source text();
  /// Hands the file over part by part, what was read so far first. Throws InputError as text() does.
  void take_parts(const FileLimit& limit, const std::function<void(std::string_view)>& take);
  /// @name For a reader that asks for the parts: what was read so far, and the rest
  /// @{
  std::string begun() { return std::move(begun_); }
  FileParts& parts() { return *parts_; }
  /// @}

 private:
  void take_rest(std::uint64_t bytes, const FileLimit& limit, const std::function<void(std::string_view)>& take);
  void read_to_end();

  std::string name_;
  std::unique_ptr<FileParts> parts_;
  std::string begun_;
};

}  // namespace kintsugi::diff

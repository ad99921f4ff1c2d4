/// Reads input files: regular files, FIFOs, and what standard input is connected to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "models/network/progress.hpp"

namespace kintsugi {

/// How much a file may hold.
struct FileLimit {
  std::uint64_t bytes;
  const char* text;  ///< for messages: "64 MiB, the most that a YAML file may have"
};
inline constexpr FileLimit kYamlLimit{std::uint64_t{64} << 20U, "64 MiB, the most that a YAML file may have"};
inline constexpr FileLimit kFlowLimit{std::uint64_t{1} << 30U, "1 GiB, the most that a file of flows may have"};
inline constexpr FileLimit kRouteTableLimit{std::uint64_t{1} << 30U, "1 GiB, the most that a routing table may have"};
inline constexpr FileLimit kTraceLimit{std::uint64_t{4} << 30U, "4 GiB, the most that a trace may have"};
inline constexpr FileLimit kParameterFileLimit{std::uint64_t{1} << 20U,
                                               "1 MiB, the most that a file of a parameter may have"};
inline constexpr FileLimit kGraphLimit{std::uint64_t{64} << 20U, "64 MiB, the most that a file of a graph may have"};
inline constexpr FileLimit kMapLimit{std::uint64_t{64} << 20U, "64 MiB, the most that a wafer map may have"};
inline constexpr FileLimit kPacketLogLimit{std::uint64_t{4} << 30U, "4 GiB, the most that a packet log may have"};
inline constexpr FileLimit kGoalLimit{std::uint64_t{16} << 30U, "16 GiB, the most that a program may have"};
inline constexpr FileLimit kNoLimit{UINT64_MAX, ""};

struct FileText {
  std::optional<std::string> text;
  std::string error;  ///< why the text is missing: "No such file or directory"
};

/// What to do about a device or a socket, as the end of a message.
inline constexpr const char* kNameFile = "; name a file or a FIFO";

/// Returns the text of a file, or why it cannot be read. A device is refused unless it is a terminal.
FileText read_file(const std::filesystem::path& path, const FileLimit& limit = kNoLimit,
                   const char* remedy = kNameFile);

/// Returns the text of standard input, to which a file, a FIFO, a terminal or a socket may be connected.
/// There is none if it is closed or empty: no command has a use for that.
FileText read_standard_input(const FileLimit& limit);

/// Returns the name by which messages call what an argument names: that of the file, or "<standard input>" for `-`.
std::string input_name(const std::string& argument);

/// Returns its text. Throws InputError if it cannot be read.
std::string read_input(const std::string& argument, const FileLimit& limit, const char* remedy = kNameFile);

/// Hands the file over part by part; returns why it cannot be read to its end, or an empty text. `progress` is called
/// with the bytes that are read and those of the file; a FIFO has no size.
std::string read_parts(const std::filesystem::path& path, const FileLimit& limit,
                       const std::function<void(std::string_view)>& take, const Progress& progress = {},
                       const char* remedy = kNameFile);

class OpenedFile;

/// Hands a file over part by part to a reader that asks for the parts, so that two files can be read side by side.
class FileParts {
 public:
  /// Opens the file; `-` is standard input. error() says why it cannot be read.
  FileParts(const std::filesystem::path& path, const FileLimit& limit);
  ~FileParts();
  FileParts(const FileParts&) = delete;
  FileParts& operator=(const FileParts&) = delete;

  /// Returns the next part, which holds until the next call; an empty one at the end of the file, or on an error.
  std::string_view next();
  /// Returns why the file cannot be read to its end, or an empty text.
  const std::string& error() const;

 private:
  std::unique_ptr<OpenedFile> file_;
};

}  // namespace kintsugi

/// Reads files that a scenario names, and refuses those of other simulators.
///
/// The formats in which other simulators keep traffic, and how their files begin. `kintsugi convert` reads them, and no
/// key of a scenario does.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/console/part_progress.hpp"

namespace kintsugi {

/// A format, and what its file becomes.
struct ForeignFormat {
  const char* name;
  const char* title;
  const char* becomes;  ///< the key that reads it
};

inline constexpr std::array<ForeignFormat, 4> kForeignFormats{
    {{"vtr", "traffic flows of VPR (XML)", "traffic.flows"},
     {"noxim", "traffic table of Noxim", "traffic.flows"},
     {"netrace", "packet trace of Netrace 1.0", "traffic.trace"},
     {"chakra", "execution trace of Chakra", "traffic.workload"}}};

/// Returns the format that the beginning of a file shows, or nullptr. A table of Noxim shows nothing, and a trace of
/// Chakra only together with its name, NAME.et.
const ForeignFormat* foreign_format(const std::filesystem::path& path, std::string_view begin);

/// A file that a key names.
struct NamedFile {
  const std::filesystem::path& path;
  Where where;       ///< where it is named
  const char* what;  ///< as progress calls it: "the trace"
};

/// Hands the file over part by part. Returns false, and adds an error, if it cannot be read; or if it is one of another
/// simulator, in place of the mistakes that it has as another. `message` begins the error of a file that cannot be
/// read, whose name follows, and `remedy` ends it.
bool read_named_file(const NamedFile& file, const FileLimit& limit, const std::function<void(std::string_view)>& take,
                     const BeginPart& progress, Diagnostics& errors, const std::string& message,
                     const std::string& remedy = "");

}  // namespace kintsugi

/// The formats in which other simulators keep traffic, and how their files begin. `kintsugi convert` reads them, and no
/// key of a scenario does.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "tb/tool/console/diagnostics.hpp"

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

inline constexpr std::size_t kForeignBegin = 4096;  ///< bytes that show the format

/// Returns the format that the beginning of a file shows, or nullptr. A table of Noxim shows nothing, and a trace of
/// Chakra only together with its name, NAME.et.
const ForeignFormat* foreign_format(const std::filesystem::path& path, std::string_view begin);

/// Returns a function that hands the parts of a file over to `take`, and puts the beginning of the file into `begin`.
std::function<void(std::string_view)> keeping_begin(std::string& begin, std::function<void(std::string_view)> take);

/// Refuses such a file where a key names it, in place of the mistakes that it has as another; returns whether it did.
bool refuse_foreign(const std::filesystem::path& path, std::string_view begin, Diagnostics& errors);

}  // namespace kintsugi

/// The version of kintsugi: major * 10000 + minor * 100 + patch. It is written here only; CMake reads it.
///
/// Before 1.0 a new minor version may change any header. What keeps its meaning is said in tb/install/README.md.
#pragma once

#include <string>

/// The version as one number, to compare with: 100 is 0.1.0.
#define KINTSUGI_VERSION 100

/// The first part of the version.
#define KINTSUGI_VERSION_MAJOR (KINTSUGI_VERSION / 10000)
/// The second part, 0 .. 99.
#define KINTSUGI_VERSION_MINOR (KINTSUGI_VERSION / 100 % 100)
/// The third part, 0 .. 99.
#define KINTSUGI_VERSION_PATCH (KINTSUGI_VERSION % 100)

namespace kintsugi {

/// Returns the version as a text: "0.1.0".
inline std::string version() {
  return std::to_string(KINTSUGI_VERSION_MAJOR) + '.' + std::to_string(KINTSUGI_VERSION_MINOR) + '.' +
         std::to_string(KINTSUGI_VERSION_PATCH);
}

}  // namespace kintsugi

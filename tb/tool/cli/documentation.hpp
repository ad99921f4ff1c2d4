/// What is installed with the program: pages, scenarios, programs of users, the reference of the headers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace kintsugi::cli {

/// Returns the folder with the documentation of a program, found from the place of the program itself, so that an
/// installation can be moved; nullopt if there is none: in a build tree the pages are those of the sources.
std::optional<std::filesystem::path> documentation_of(const std::filesystem::path& program = "/proc/self/exe");

/// Returns what is there and in which folder, for the help; "" if there is none.
std::string installed_documentation(const std::filesystem::path& program = "/proc/self/exe");

}  // namespace kintsugi::cli

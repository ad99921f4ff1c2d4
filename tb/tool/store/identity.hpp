/// What a result is of: a document that names everything on which the result depends.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace kintsugi::store {

/// Returns the document on one line; bytes that are not UTF-8 are replaced.
std::string to_line(const nlohmann::ordered_json& json);

/// Returns 16 hexadecimal digits, a hash of the identity: the name of a result. Equal identities have the same name.
std::string name_of(const nlohmann::ordered_json& identity);

/// Returns name, version and a hash of the bytes of the executable: "kintsugi 0.1.0, build 0123456789abcdef". A program
/// that was rebuilt with another behaviour has another one. Throws std::runtime_error if the executable cannot be read.
std::string identity_of_program(const std::string& version, const std::filesystem::path& executable = "/proc/self/exe");

}  // namespace kintsugi::store

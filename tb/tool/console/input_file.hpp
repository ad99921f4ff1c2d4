/// Reads what an argument names: a file, or standard input for `-`.
#pragma once

#include <string>

#include "tb/tool/console/files.hpp"

namespace kintsugi {

/// Returns the name by which messages call it: that of the file, or "<standard input>".
std::string input_name(const std::string& argument);

/// Returns its text. Throws InputError if it cannot be read.
std::string read_input(const std::string& argument, const FileLimit& limit, const char* remedy = kNameFile);

}  // namespace kintsugi

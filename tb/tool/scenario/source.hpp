/// The text of an input: a file, standard input for `-`, or the argument itself when it begins with `{`.
#pragma once

#include <string>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi {

struct Source {
  std::string name;  ///< file name, "<standard input>" or "<command line>"
  std::string text;
};

/// Reads the input. Throws InputError if the file cannot be read.
Source open_source(const std::string& argument);

/// Returns the document. Throws InputError, with all earlier `errors`, if it is not valid YAML.
Value parse_source(const Source& source, Diagnostics& errors);

}  // namespace kintsugi

/// A mistake in a file.
#pragma once

#include <string>

namespace kintsugi {

struct FileMistake {
  int line = 0;  ///< counts from 1, as the column; 0: of the file as a whole
  int column = 0;
  std::string message;
  friend bool operator==(const FileMistake&, const FileMistake&) = default;
};

}  // namespace kintsugi

/// The parts of every page, as they were when the program was built: page.html; all *.css, one after the other by name;
/// and all js/*.js, which follow each other by name in one function of strict mode.
#pragma once

#include <string_view>

namespace kintsugi::view {

struct Parts {
  std::string_view html;  ///< with %policy%, %title%, %style%, %data% and %script%, each once
  std::string_view style;
  std::string_view script;
  std::string_view style_sha256;  ///< of exactly these bytes, hexadecimal
  std::string_view script_sha256;
};

const Parts& parts();

}  // namespace kintsugi::view

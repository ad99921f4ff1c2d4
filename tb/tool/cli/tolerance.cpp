#include "tb/tool/cli/tolerance.hpp"

#include "tb/tool/cli/values.hpp"
#include "tb/tool/sweep/decimal.hpp"

namespace kintsugi::cli {

namespace {

/// Returns why the text is no tolerance, or "".
std::string no_tolerance(const std::string& text) {
  const auto number = sweep::parse_decimal(text);
  const bool valid = number && sweep::DecimalRange{*number, {1, 0}, *number}.size() > 0;
  return valid ? "" : refusal(text, "a decimal number above 0 and at most 1, of at most 15 digits after the point");
}

}  // namespace

CLI::Option* add_tolerance(CLI::App& command, std::string& into) {
  return command
      .add_option("--tolerance", into,
                  "try multiples of this rate, in flits/node/cycle (above 0, up to 1; default: " + into + ")")
      ->type_name("RATE")
      ->check(no_tolerance)
      ->take_last();
}

}  // namespace kintsugi::cli

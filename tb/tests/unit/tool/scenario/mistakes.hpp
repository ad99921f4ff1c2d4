/// Helpers for tests of messages about wrong inputs.
#pragma once

#include <string>
#include <vector>

#include "tb/tool/run/instrument_checks.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {

/// Returns the messages for an input, one per mistake, with the places; empty if it is right.
inline std::vector<std::string> mistakes_in(const std::string& argument, const std::vector<std::string>& overrides = {},
                                            const FamilyList& list = families()) {
  try {
    load_scenario(argument, overrides, list, {}, check_instruments);
  } catch (const InputError& error) {
    std::vector<std::string> lines;
    for (const Diagnostic& diagnostic : error.diagnostics()) lines.push_back(describe(diagnostic));
    return lines;
  }
  return {};
}

using Lines = std::vector<std::string>;

}  // namespace kintsugi::test

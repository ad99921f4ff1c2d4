/// From what the user gives to a checked scenario: a file name, or the text itself when it begins with `{`.
///
/// Throws InputError with every mistake: of the text, of the overrides, of every key, and of what the models say to it.
#pragma once

#include <span>
#include <string>

#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct Input {
  Scenario scenario;
  Setup setup;
};

/// `overrides`: "key.path=value", applied in order.
Input load_scenario(const std::string& argument, std::span<const std::string> overrides);

/// The same for a text that is part of the program; errors name it `name`.
Input load_text(const std::string& text, const std::string& name);

/// The same for a command that needs a network only: the document may also be the network section by itself
/// ({kind: srt2d, n: 4}). Overrides then name its keys with or without "network.".
Input load_network(const std::string& argument, std::span<const std::string> overrides);

}  // namespace kintsugi

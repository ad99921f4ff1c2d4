/// The scenario of `kintsugi demo`.
#pragma once

#include "tb/tool/setup/input.hpp"

namespace kintsugi {

/// Returns traces/demo.yaml, which is built into the program.
const char* demo_text();
/// The same, read and built.
Input demo_input();

}  // namespace kintsugi

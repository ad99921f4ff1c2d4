/// The scenario of `kintsugi demo`.
#pragma once

namespace kintsugi {

/// traces/demo.yaml, built into the program.
const char* demo_text();

}  // namespace kintsugi

/// The scenario of `kintsugi demo`.
#pragma once

namespace kintsugi {

/// Returns traces/demo.yaml, which is built into the program.
const char* demo_text();

}  // namespace kintsugi

/// Refuses, with a sentence in place of errors of the linker, to be compiled with another SystemC than the library was.
///
/// The installed hw/clock/built_with.hpp says which one that is. A checkout has no such file, and does not compare.
#pragma once

#include <systemc>

#if __has_include("hw/clock/built_with.hpp")
#include "hw/clock/built_with.hpp"

static_assert(
    SC_VERSION_MAJOR * 10000 + SC_VERSION_MINOR * 100 + SC_VERSION_PATCH == kintsugi::built_with::kSystemC,
    "this is not the release of SystemC that kintsugi::hw was built with, which hw/clock/built_with.hpp names: "
    "compile with that one, or build kintsugi anew with this one");
static_assert(SC_CPLUSPLUS == kintsugi::built_with::kSystemCStandard,
              "SystemC is used here for another C++ standard than the one it was built for: compile with the flags of "
              "kintsugi::hw or of pkg-config kintsugi-hw, which define SC_CPLUSPLUS");
#endif

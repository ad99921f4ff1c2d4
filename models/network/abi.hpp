/// Refuses, with a sentence in place of errors of the linker, to be compiled in a way that does not fit the library.
///
/// The installed models/network/built_with.hpp says how the library was built. A checkout has no such file, and
/// compares only the language.
#pragma once

#include <cstddef>

static_assert(__cplusplus >= 202002L, "kintsugi needs C++20: compile with -std=c++20 or later");

#if __has_include("models/network/built_with.hpp")
#include "models/network/built_with.hpp"

namespace kintsugi::abi {

#if defined(_GLIBCXX_USE_CXX11_ABI) && _GLIBCXX_USE_CXX11_ABI
inline constexpr bool kCxx11Strings = true;
#else
inline constexpr bool kCxx11Strings = false;  // or another standard library, which has strings of its own
#endif
#ifdef _GLIBCXX_DEBUG
inline constexpr bool kDebugContainers = true;
#else
inline constexpr bool kDebugContainers = false;
#endif

static_assert(kCxx11Strings == built_with::kCxx11Strings,
              "the strings here are not those that kintsugi::models was built with: compile with the same standard "
              "library and the same _GLIBCXX_USE_CXX11_ABI, or build kintsugi anew");
static_assert(kDebugContainers == built_with::kDebugContainers,
              "the containers here are not those that kintsugi::models was built with: _GLIBCXX_DEBUG must be defined "
              "for both or for none; _GLIBCXX_ASSERTIONS checks without another layout");

}  // namespace kintsugi::abi
#endif

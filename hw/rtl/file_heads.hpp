/// The head of every file of an export: its licence, and the command that wrote it.
#pragma once

#include <string>
#include <vector>

#include "hw/rtl/rtl_file.hpp"

namespace kintsugi::rtl {

/// Puts two lines before each text, as comments of its language:
///   SPDX-License-Identifier: Apache-2.0
///   <written_by>
/// `written_by` is a single line. In a core of FuseSoC they follow the first line, which must be CAPI=2.
std::vector<RtlFile> with_heads(std::vector<RtlFile> files, const std::string& written_by);

}  // namespace kintsugi::rtl

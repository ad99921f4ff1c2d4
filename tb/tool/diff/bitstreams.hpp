/// Compares two bitstreams: the bytes that are loaded into a chip, or memory images with them as $readmemh and
/// $readmemb read it.
///
/// Without a fabric  each bit that differs is a difference of the kind `bit`, whose position is its place in the stream
/// With a fabric     each field that differs is one of the kind `field`, at its first bit that differs, with the names
///                   of the states. Then a bit outside the fields is `checksum` or `filler`
/// Length            another number of bytes is a difference; the bytes that both have are compared
/// Memory images     are as long as the other stream, or the fabric, says. Of two images without a fabric each word
///                   counts with all bits of its digits
#pragma once

#include "models/fabric/fabric.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/diff/difference.hpp"
#include "tb/tool/scenario/source.hpp"

namespace kintsugi::diff {

/// `fabric` can be nullptr: then fields have no names. A stream of another length than those of the fabric, with and
/// without its checksum, is a mistake.
Comparison compare_bitstreams(const Source& a, const Source& b, const Fabric* fabric, std::size_t most_listed,
                              Diagnostics& errors);

}  // namespace kintsugi::diff

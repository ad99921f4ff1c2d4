/// The fabrics in RTL of the list (fabrics.hpp), made by Verilator.
#pragma once

#include <memory>
#include <string_view>

#include "hw/pins/rtl_fabric.hpp"

namespace kintsugi::test {

/// Makes the fabric of this name; returns nullptr for another. `mutant`: the number of the mistake in it, 0 for none;
/// one fabric of the list has them.
std::unique_ptr<RtlFabric> make_rtl_fabric(std::string_view name, RtlComparison& comparison, unsigned mutant = 0);

}  // namespace kintsugi::test

/// The states of the switches of a chip, as they are read back, beside those of a repair that was loaded.
#pragma once

#include <string>

#include "hw/chip/chip.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns the first difference between the network that the states make and the one wanted; of a repair that is
/// accepted as given, between these states and those that it gives. Empty: there is none.
std::string difference_in_force(const Chip& chip, const CheckedRepair& loaded, const Setup& setup);

/// Keeps SystemC's warning about another network out of the report, which says what differs, if the repair is accepted
/// as given.
void keep_out_of_the_report(const CheckedRepair& repair);

}  // namespace kintsugi

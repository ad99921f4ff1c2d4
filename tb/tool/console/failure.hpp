/// What a command failed with, as the user is told.
///
///   InputError                                      the input's fault: its diagnostics
///   std::bad_alloc                                  the input's fault: it is too large for the machine
///   std::logic_error but for std::invalid_argument  a mistake of the model; so is sc_core::sc_report, into which
///   SystemC
///                                                   turns whatever leaves a process
///   std::invalid_argument and any other exception   the input's fault, or that of the machine: a file that cannot be
///                                                   written
#pragma once

#include <string>
#include <vector>

#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

struct Failure {
  bool of_model = false;                ///< nothing the user gave is wrong
  std::vector<Diagnostic> diagnostics;  ///< never empty
};

/// A failure without a place in an input: its source is the program.
Failure failure(const std::string& message);

/// Of the exception that is being handled; only in a catch block.
Failure current_failure();

}  // namespace kintsugi

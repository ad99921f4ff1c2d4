/// Turns the exception with which a command failed into messages for the user.
///
///   InputError                                    a mistake in the input: its diagnostics
///   std::bad_alloc                                a mistake in the input: it is too large for the machine
///   std::logic_error, not std::invalid_argument   a mistake of the model
///   sc_core::sc_report                            a mistake of the model: SystemC turns every exception that leaves a
///                                                 process into one
///   std::invalid_argument, any other exception    a mistake in the input, or a fault of the machine: a file cannot be
///                                                 written. What to do is said if the system starts no more threads
///                                                 or processes
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

struct Failure {
  bool of_model = false;                ///< a mistake of the model, not of the input
  std::vector<Diagnostic> diagnostics;  ///< never empty
};

/// Returns a failure without a place in an input: its source is the program.
Failure failure(const std::string& message);

/// Returns the failure of a program that has run out of memory.
Failure out_of_memory();

/// Returns the failure for the exception that is being handled. Call it in a catch block only.
Failure current_failure();

/// Returns the document that --json prints instead of a report: {"errors": [{source, line, column, message}]}.
nlohmann::ordered_json to_json(const Failure& failed);

}  // namespace kintsugi

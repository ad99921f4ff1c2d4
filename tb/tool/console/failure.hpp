/// Turns the exception with which a command failed into messages for the user, and says that memory has run out where
/// no exception can reach main().
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

#include <new>
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

/// Ends the program with a message and status 2 where memory runs out and an exception cannot reach main().
///
/// While a chip is made, an exception would destroy its modules: SystemC takes memory to destroy one, and searches all
/// ports for each port.
///
/// While an object lives, a failing operator new ends the process: it prints out_of_memory() on standard error, with
/// `json` as a document on standard output too, and cleans nothing up. There can be one object at a time.
class EndWhenOutOfMemory {
 public:
  explicit EndWhenOutOfMemory(bool json);
  ~EndWhenOutOfMemory();
  EndWhenOutOfMemory(const EndWhenOutOfMemory&) = delete;
  EndWhenOutOfMemory& operator=(const EndWhenOutOfMemory&) = delete;

 private:
  std::new_handler before_;
};

/// Makes std::terminate print out_of_memory() too if the exception is a std::bad_alloc, which a destructor may have
/// thrown.
void say_out_of_memory_at_terminate();

}  // namespace kintsugi

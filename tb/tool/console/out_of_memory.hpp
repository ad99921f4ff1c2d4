/// Ends the program with a sentence and status 2 where memory runs out and an exception cannot say so.
///
/// While a chip is made, an exception would destroy its modules: SystemC takes memory to destroy one, and searches all
/// ports for each port.
#pragma once

#include <new>

#include "tb/tool/console/failure.hpp"

namespace kintsugi {

/// Says that memory has run out, and that the user can take something smaller.
Failure out_of_memory();

/// As long as one lives, a failing operator new ends the process: it says `failed` on standard error, with `json` as a
/// document on standard output too, and cleans nothing up. There can be one at a time.
class EndWhenOutOfMemory {
 public:
  EndWhenOutOfMemory(const Failure& failed, bool json);
  ~EndWhenOutOfMemory();
  EndWhenOutOfMemory(const EndWhenOutOfMemory&) = delete;
  EndWhenOutOfMemory& operator=(const EndWhenOutOfMemory&) = delete;

 private:
  std::new_handler before_;
};

/// Makes std::terminate say so too when the exception is a std::bad_alloc, which a destructor may have thrown.
void say_out_of_memory_at_terminate();

}  // namespace kintsugi

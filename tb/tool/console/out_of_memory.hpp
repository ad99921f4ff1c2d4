/// Ends the program with a message and status 2 where memory runs out and an exception cannot reach main().
///
/// While a chip is made, an exception would destroy its modules: SystemC takes memory to destroy one, and searches all
/// ports for each port.
#pragma once

#include <new>

namespace kintsugi {

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

// This main takes precedence over that of libsystemc. Modules can be elaborated only inside sc_main, so the whole
// program runs there.
#include <cstdlib>
#include <systemc>

#include "tb/tool/cli/application.hpp"
#include "tb/tool/console/out_of_memory.hpp"

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);  // standard error is for our messages
  kintsugi::say_out_of_memory_at_terminate();
  return sc_core::sc_elab_and_sim(argc, argv);
}

int sc_main(int argc, char** argv) {
  return kintsugi::cli::run(argc, argv);
}

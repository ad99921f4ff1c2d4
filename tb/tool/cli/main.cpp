// This main takes precedence over that of libsystemc. Modules can be elaborated only inside sc_main, so the whole
// program runs there.
#include <systemc>

#include "tb/tool/cli/application.hpp"
#include "tb/tool/console/process.hpp"

int main(int argc, char** argv) {
  kintsugi::prepare_process();
  return sc_core::sc_elab_and_sim(argc, argv);
}

int sc_main(int argc, char** argv) {
  return kintsugi::cli::run(argc, argv);
}

#include "tb/tool/console/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <initializer_list>

#include "tb/tool/console/failure.hpp"

namespace kintsugi {

void prepare_process() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    const bool is_closed = fcntl(descriptor, F_GETFD) < 0 && errno == EBADF;
    // The lowest free descriptor is this one, because those below it are open. A report must not vanish without a word:
    // what is written to a closed standard output fails, as it would without this.
    if (is_closed) open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR);
  }
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  say_out_of_memory_at_terminate();
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);
}

}  // namespace kintsugi

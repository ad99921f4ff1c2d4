#include "tb/mpi/program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "tb/tool/cli/place.hpp"

namespace kintsugi::mpi {

Program::Program() {
  std::error_code none;
  const std::filesystem::path file =
      std::filesystem::read_symlink(sweep::kThisProgram, none).parent_path() / "kintsugi";
  descriptor_ = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  identity_ = descriptor_ < 0 ? file.string() + ": " + std::generic_category().message(errno)
                              : cli::program_of({.program = path()});
}

Program::~Program() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::filesystem::path Program::path() const {
  return "/proc/self/fd/" + std::to_string(descriptor_);
}

}  // namespace kintsugi::mpi

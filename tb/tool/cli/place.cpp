#include "tb/tool/cli/place.hpp"

#include "models/version.hpp"
#include "tb/tool/store/identity.hpp"

namespace kintsugi::cli {

std::string program_of(const Place& place) {
  return store::identity_of_program("kintsugi " + version(), place.program);
}

}  // namespace kintsugi::cli

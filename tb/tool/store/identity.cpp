#include "tb/tool/store/identity.hpp"

#include <stdexcept>

#include "tb/tool/store/file_hashes.hpp"

namespace kintsugi::store {

std::string to_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string name_of(const nlohmann::ordered_json& identity) {
  return hash_of_text(to_line(identity));
}

std::string identity_of_program(const std::string& version, const std::filesystem::path& executable) {
  Hash hash;
  if (const std::string error = hash.add_file(executable); !error.empty())
    throw std::runtime_error("cannot read the program " + executable.string() + ": " + error);
  return version + ", build " + hash.digits();
}

}  // namespace kintsugi::store

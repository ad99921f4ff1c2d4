#include "tb/mpi/wire.hpp"

#include <filesystem>

namespace kintsugi::mpi {

nlohmann::json to_body(std::size_t job, const sweep::Command& command) {
  return {{"job", job},
          {"arguments", command.arguments},
          {"directory", std::filesystem::absolute(command.directory).string()},
          {"input", command.input}};
}

Job job_of(const nlohmann::json& body) {
  return {body.at("job").get<std::size_t>(),
          {body.at("arguments").get<std::vector<std::string>>(), body.at("directory").get<std::string>(),
           body.at("input").get<std::string>()}};
}

nlohmann::json to_body(std::size_t job, const sweep::Ended& end) {
  return {{"job", job}, {"status", end.status}, {"signal", end.signal}, {"out", end.out}, {"err", end.err}};
}

JobEnd job_end_of(const nlohmann::json& body) {
  return {body.at("job").get<std::size_t>(),
          {body.at("status").get<int>(), body.at("signal").get<int>(), body.at("out").get<std::string>(),
           body.at("err").get<std::string>()}};
}

}  // namespace kintsugi::mpi

/// Jobs and their ends as bodies of messages.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

#include "tb/tool/sweep/workers.hpp"

namespace kintsugi::mpi {

struct Job {
  std::size_t job = 0;  ///< number, chosen by rank 0
  sweep::Command command;
};

struct JobEnd {
  std::size_t job = 0;
  sweep::Ended end;
};

/// The directory is sent as an absolute path: the working directory of the other rank need not be that of this one.
nlohmann::json to_body(std::size_t job, const sweep::Command& command);
Job job_of(const nlohmann::json& body);

nlohmann::json to_body(std::size_t job, const sweep::Ended& end);
JobEnd job_end_of(const nlohmann::json& body);

}  // namespace kintsugi::mpi

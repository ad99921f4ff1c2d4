/// Pages in a headless Chromium: what a reader does there, what the page shows, what it complains of.
///
/// The steps, and the values that they have, are those of browser/drive.py. Needs python3 and chromium-headless-shell.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {

/// What was found: `values` by the names of the steps, `complaints`, and `failure`, the step that could not be done.
using Visit = nlohmann::json;

/// Does the steps in a browser of their own, with more keys of the task, such as {"width": 1920}; a step that fails is
/// in the value.
inline Visit try_visit(const nlohmann::json& steps, nlohmann::json task = nlohmann::json::object()) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "task.json").string();
  task["steps"] = steps;
  std::ofstream(file) << task;
  const std::filesystem::path driver = source_directory() / "tb/tests/system/browser/drive.py";
  const ToolResult result = run_program({"python3", "-B", driver.string(), file});
  if (result.status == 127) throw std::runtime_error("pages are tested by python3: apt-get install python3");
  if (result.status != 0 && result.status != 1) throw std::runtime_error("the driver failed: " + result.err);
  return nlohmann::json::parse(result.out);
}

/// As try_visit; throws std::runtime_error if a step could not be done.
inline Visit visit(const nlohmann::json& steps, const nlohmann::json& task = nlohmann::json::object()) {
  Visit found = try_visit(steps, task);
  if (!found.at("failure").is_null()) {
    throw std::runtime_error(found["failure"].get<std::string>() + "\n" + found["complaints"].dump());
  }
  return found;
}

}  // namespace kintsugi::test

/// Pages in a headless Chromium: what a reader does there, what the page shows, what it complains of.
///
/// The steps, and the values that they have, are those of browser/drive.py. Needs python3 and chromium-headless-shell.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace kintsugi::test {

/// What was found: `values` by the names of the steps, `complaints`, and `failure`, the step that could not be done.
using Visit = nlohmann::json;

/// A browser, which starts with the first visit and ends with the object.
class Browser {
 public:
  /// Throws std::runtime_error if there is no python3.
  Browser();
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  /// Does the steps in a tab of their own, with more keys of the task, such as {"width": 1920}; a step that fails is in
  /// the value.
  Visit try_visit(const nlohmann::json& steps, nlohmann::json task = nlohmann::json::object());

 private:
  pid_t driver_ = -1;
  std::FILE* tasks_ = nullptr;   ///< to the driver
  std::FILE* visits_ = nullptr;  ///< from it
};

/// As Browser::try_visit, in one browser for all tests of a process: a browser takes longer to start than a page to be
/// tried.
Visit try_visit(const nlohmann::json& steps, const nlohmann::json& task = nlohmann::json::object());

/// The same; throws std::runtime_error if a step could not be done.
Visit visit(const nlohmann::json& steps, const nlohmann::json& task = nlohmann::json::object());

}  // namespace kintsugi::test

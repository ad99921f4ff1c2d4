/// The program behind main(): reads the command line, runs the command, turns exceptions into messages.
///
/// Exit status  0  done, and all checks held (also help and --version)
///              1  a check failed: irreparable, undelivered, deadlock, not conserved; or the model made a mistake
///              2  the input or the command line is wrong, or the result cannot be written
///              A program that was asked to stop ends by the signal (tb/tool/console/stop.hpp)
/// Messages     go to standard error; with --json standard output then has the one document {"errors": [...]}, each
///              with source, line, column and message (line 0: the source as a whole)
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "tb/tool/cli/place.hpp"
#include "tb/tool/console/progress.hpp"

namespace kintsugi::cli {

/// What a command line asks for.
struct Parsed {
  std::function<int()> action;  ///< the work of the command, which returns the exit status; empty: there is none to do
  int status = 0;               ///< without an action: of help and version, or of a mistake; all of these are printed
  std::shared_ptr<const void> description = {};  ///< of the commands and options, to which the action refers
};

/// Reads the command line and does nothing of what it asks for but help and version.
Parsed parse(int argc, const char* const* argv, const Place& place = {});

/// Runs the program; returns its exit status. A program that was asked to stop returns too: what is left of it is
/// end_if_stopped() (tb/tool/console/stop.hpp). It shows its progress when it has been silent for that time.
int perform(int argc, const char* const* argv, const Place& place,
            std::chrono::milliseconds silence = ProgressBoard::kSilence);

/// Runs the program; returns its exit status, or ends by the signal that asked it to stop.
int run(int argc, const char* const* argv, std::chrono::milliseconds silence = ProgressBoard::kSilence);

}  // namespace kintsugi::cli

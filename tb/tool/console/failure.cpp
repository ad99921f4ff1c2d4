#include "tb/tool/console/failure.hpp"

#include <unistd.h>

#include <exception>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <systemc>

namespace kintsugi {

namespace {

Failure failure_of_model(const std::string& message) {
  Failure failed = failure("a mistake of the model, not of the input: " + message);
  failed.of_model = true;
  return failed;
}

/// An exception that left a process survives only as its message.
Failure failure_in_process(const sc_core::sc_report& report) {
  const std::string message = report.get_msg();
  return message == std::bad_alloc().what() ? out_of_memory() : failure_of_model(message);
}

Failure failure_of_file(const std::filesystem::filesystem_error& error) {
  const std::string file = error.path1().empty() ? "a file" : error.path1().string();
  return failure("cannot read or write " + file + ": " + error.code().message());
}

/// What to do if the system starts no more threads or processes; it has no other use for this error.
const char* const kTooManyThreads =
    "; the system starts no more threads or processes: ask for fewer (--threads, --jobs), or raise the limit on them "
    "(ulimit -u, pids.max of the control group) or on their memory (ulimit -v, of which each thread takes ulimit -s)";

Failure failure_of_system(const std::system_error& error) {
  const bool too_many = error.code() == std::errc::resource_unavailable_try_again;
  return failure(error.what() + std::string(too_many ? kTooManyThreads : ""));
}

}  // namespace

Failure failure(const std::string& message) {
  return {false, {{{"kintsugi", 0, 0}, message}}};
}

Failure out_of_memory() {
  return failure("out of memory");
}

Failure current_failure() {
  try {
    throw;
  } catch (const InputError& error) {
    return {false, {error.diagnostics().begin(), error.diagnostics().end()}};
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  } catch (const std::invalid_argument& error) {
    return failure(error.what());
  } catch (const std::logic_error& error) {
    return failure_of_model(error.what());
  } catch (const sc_core::sc_report& report) {
    return failure_in_process(report);
  } catch (const std::filesystem::filesystem_error& error) {
    return failure_of_file(error);
  } catch (const std::system_error& error) {
    return failure_of_system(error);
  } catch (const std::exception& error) {
    return failure(error.what());
  }
}

nlohmann::ordered_json to_json(const Failure& failed) {
  nlohmann::ordered_json document;
  for (const Diagnostic& diagnostic : failed.diagnostics) {
    const Where& where = diagnostic.where;
    document["errors"].push_back(
        {{"source", where.source}, {"line", where.line}, {"column", where.column}, {"message", diagnostic.message}});
  }
  return document;
}

namespace {

constexpr int kStatus = 2;

// For the handlers, which take no arguments and have no memory to make texts of.
std::string message;
std::string document;
std::terminate_handler terminate_before = nullptr;

void prepare_message() {
  message.clear();
  for (const Diagnostic& diagnostic : out_of_memory().diagnostics) message += describe(diagnostic) + '\n';
}

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void end_with_message() {
  write_all(STDERR_FILENO, message);
  write_all(STDOUT_FILENO, document);
  _exit(kStatus);
}

/// Returns whether memory has run out: whether that is the exception that nothing has caught.
bool is_out_of_memory() {
  if (!std::current_exception()) return false;
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
    return false;
  }
}

[[noreturn]] void at_terminate() {
  if (is_out_of_memory()) end_with_message();
  terminate_before();
  std::abort();
}

}  // namespace

EndWhenOutOfMemory::EndWhenOutOfMemory(bool json) {
  prepare_message();
  document = json ? to_json(out_of_memory()).dump(2) + '\n' : std::string();
  before_ = std::set_new_handler(end_with_message);
}

EndWhenOutOfMemory::~EndWhenOutOfMemory() {
  std::set_new_handler(before_);
  document.clear();
}

void say_out_of_memory_at_terminate() {
  prepare_message();
  const std::terminate_handler before = std::set_terminate(at_terminate);
  if (before != at_terminate) terminate_before = before;
}

}  // namespace kintsugi

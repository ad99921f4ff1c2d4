#include "tb/tool/console/out_of_memory.hpp"

#include <unistd.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tb/tool/console/failure.hpp"

namespace kintsugi {

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

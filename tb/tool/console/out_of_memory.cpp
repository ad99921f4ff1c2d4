#include "tb/tool/console/out_of_memory.hpp"

#include <unistd.h>

#include <exception>
#include <string>
#include <string_view>

namespace kintsugi {

namespace {

constexpr int kStatus = 2;

// For the handlers, which take no arguments and have no memory to make texts of.
std::string last_words;
std::string last_document;
std::terminate_handler terminate_before = nullptr;

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void end_with_last_words() {
  write_all(STDERR_FILENO, last_words);
  write_all(STDOUT_FILENO, last_document);
  _exit(kStatus);
}

[[noreturn]] void at_terminate() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    write_all(STDERR_FILENO, "kintsugi: out of memory\n");
    _exit(kStatus);
  } catch (...) {
  }
  terminate_before();
  std::abort();
}

}  // namespace

Failure out_of_memory() {
  return failure("out of memory");
}

EndWhenOutOfMemory::EndWhenOutOfMemory(const Failure& failed, bool json) {
  last_words.clear();
  for (const Diagnostic& diagnostic : failed.diagnostics) last_words += describe(diagnostic) + '\n';
  last_document = json ? to_json(failed).dump(2) + '\n' : std::string();
  before_ = std::set_new_handler(end_with_last_words);
}

EndWhenOutOfMemory::~EndWhenOutOfMemory() {
  std::set_new_handler(before_);
}

void say_out_of_memory_at_terminate() {
  terminate_before = std::set_terminate(at_terminate);
}

}  // namespace kintsugi

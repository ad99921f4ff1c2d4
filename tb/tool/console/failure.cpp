#include "tb/tool/console/failure.hpp"

#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
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

}  // namespace kintsugi

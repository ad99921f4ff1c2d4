#include "tb/tool/console/input_file.hpp"

#include <utility>

#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

std::string input_name(const std::string& argument) {
  return argument == "-" ? "<standard input>" : argument;
}

std::string read_input(const std::string& argument, const FileLimit& limit, const char* remedy) {
  FileText read = argument == "-" ? read_standard_input(limit) : read_file(argument, limit, remedy);
  if (!read.text) throw InputError({{{input_name(argument), 0, 0}, "cannot read this file: " + read.error}});
  return std::move(*read.text);
}

}  // namespace kintsugi

#include "tb/tool/scenario/source.hpp"

#include "tb/tool/console/files.hpp"

namespace kintsugi {

namespace {

constexpr const char* kNameFileOrMinus = "; name a file, a FIFO or -, standard input";

}  // namespace

Source open_source(const std::string& argument) {
  const std::size_t first = argument.find_first_not_of(" \t\n");
  if (first != std::string::npos && argument[first] == '{') return {"<command line>", argument};
  if (first == std::string::npos) {
    throw InputError({{{"<command line>", 0, 0},
                       "the name of the file is empty; name a file, or give the text itself, beginning with {"}});
  }
  return {input_name(argument), read_input(argument, kYamlLimit, kNameFileOrMinus)};
}

Value parse_source(const Source& source, Diagnostics& errors) {
  auto document = parse_document(source.text, source.name, errors);
  errors.raise();
  return std::move(*document);
}

}  // namespace kintsugi

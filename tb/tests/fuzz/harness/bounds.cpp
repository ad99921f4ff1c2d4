#include "tb/tests/fuzz/harness/bounds.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

#include "tb/tests/fuzz/harness/harness.hpp"
#include "tb/tool/scenario/map_reader.hpp"

namespace kintsugi::fuzz {

namespace {

constexpr std::int64_t kLargestOfAny = 1 << 21;  // no network has a larger number among its parameters

const std::map<std::string_view, std::int64_t>& largest() {
  static const std::map<std::string_view, std::int64_t> kLargest = {
      {"n", 3}, {"side", 16}, {"sides", 4}, {"nodes", 12}, {"ports", 4}, {"levels", 2}, {"random", 99}};
  return kLargest;
}

void bound_number(Value& value, std::int64_t most) {
  const auto number = as_integer(value);
  if (number && *number > most && *number <= kLargestOfAny) value.text = std::to_string(most);
}

bool leads_away(const std::string& path) {
  return path.starts_with('/') || path.find("..") != std::string::npos;
}

bool is_path(std::string_view key) {
  return key == "file" || key == "trace" || key == "base";
}

std::string_view last_of(std::string_view key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

}  // namespace

const std::string& document_name() {
  static const std::string kName = KINTSUGI_SOURCE_DIR "/traces/fuzz.yaml";
  return kName;
}

void bound(std::string_view key, Value& value) {
  const std::string_view name = last_of(key);
  const auto found = largest().find(name);
  if (found != largest().end()) bound_number(value, found->second);
  if (is_path(name) && leads_away(value.text)) value.text = "no_such_file";
  for (Value& item : value.items) bound(key, item);
  bound(value);
}

void bound(Value& document) {
  for (Value::Entry& entry : document.entries) bound(entry.key, entry.value);
}

void check_messages(const Diagnostics& errors) {
  for (const Diagnostic& error : errors.sorted()) {
    require(!error.message.empty(), "a mistake has a message");
    require(!error.where.source.empty(), "a mistake has a place");
    require(error.where.line >= 0 && error.where.column >= 0, "lines and columns count from 1");
    const std::string line = describe(error);
    const auto is_control = [](unsigned char character) { return std::iscntrl(character) != 0; };
    require(std::ranges::none_of(line, is_control), "a description is a line without control characters");
  }
}

}  // namespace kintsugi::fuzz

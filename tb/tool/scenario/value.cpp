#include "tb/tool/scenario/value.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "tb/tool/scenario/text_check.hpp"
#include "tb/tool/scenario/value_builder.hpp"

namespace kintsugi {

namespace {

/// Returns the document of a text that has passed check_text().
std::optional<Value> build(const std::string& text, ValueBuilder& builder, Diagnostics& errors) {
  const std::size_t errors_before = errors.size();
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const ReadingStopped& stopped) {
    errors.add(stopped.where, stopped.message);
  } catch (const YAML::Exception& error) {
    errors.add(builder.place(error.mark), "not valid YAML: " + error.msg);
  }
  if (errors.size() != errors_before) return std::nullopt;
  return builder.take();
}

std::optional<Value> parse(const std::string& text, const Where& whole, bool keep_places, Diagnostics& errors) {
  if (const auto mistake = check_text(text)) {
    errors.add(keep_places ? Where{whole.source, mistake->line, mistake->column} : whole, mistake->message);
    return std::nullopt;
  }
  ValueBuilder builder(text, whole, keep_places, errors);
  return build(text, builder, errors);
}

}  // namespace

const Value::Entry* Value::find(std::string_view key) const {
  const auto found = std::ranges::find(entries, key, &Entry::key);
  return found == entries.end() ? nullptr : &*found;
}

Value::Entry* Value::find(std::string_view key) {
  return const_cast<Entry*>(std::as_const(*this).find(key));
}

std::string describe(const Value& value) {
  switch (value.type) {
    case Value::Type::kEmpty:
      return "nothing";
    case Value::Type::kList:
      return "a list";
    case Value::Type::kMap:
      return "a mapping";
    case Value::Type::kScalar:
      break;
  }
  return (value.quoted ? "the text '" : "'") + value.text + "'";
}

std::string describe_no_name(const Value& value) {
  const bool is_word = value.type == Value::Type::kEmpty && !value.text.empty();
  return describe(value) + (is_word ? " ('" + value.text + "'; as a name it stands in quotes)" : "");
}

std::optional<Value> parse_document(const std::string& text, const std::string& source, Diagnostics& errors) {
  return parse(text, {source, 1, 1}, true, errors);
}

std::optional<Value> parse_value(const std::string& text, const Where& where, Diagnostics& errors) {
  return parse(text, where, false, errors);
}

}  // namespace kintsugi

#include "tb/tool/console/ordered_document.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tb/tool/console/levels.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

/// Adds what the parser finds to the innermost list or object that is open. While one is open nothing is added to those
/// around it, so that it stays where it is.
class Builder final : public nlohmann::json_sax<ordered_json> {
 public:
  /// Returns the document; null if there is a mistake.
  ordered_json take() { return mistake_ ? ordered_json() : std::move(document_); }
  const std::optional<JsonMistake>& mistake() const { return mistake_; }

  bool null() override { return add(nullptr) != nullptr; }
  bool boolean(bool value) override { return add(value) != nullptr; }
  bool number_integer(number_integer_t value) override { return add(value) != nullptr; }
  bool number_unsigned(number_unsigned_t value) override { return add(value) != nullptr; }
  bool number_float(number_float_t value, const string_t&) override { return add(value) != nullptr; }
  bool string(string_t& value) override { return add(std::move(value)) != nullptr; }
  bool binary(binary_t&) override { return false; }
  bool start_array(std::size_t) override {
    open_.push_back({add(ordered_json::array()), {}, {}});
    return true;
  }
  bool end_array() override { return close(); }
  bool start_object(std::size_t) override {
    open_.push_back({add(ordered_json::object()), {}, {}});
    return true;
  }
  bool key(string_t& name) override {
    open_.back().key = name;
    const bool is_new = open_.back().keys.insert(name).second;
    if (!is_new && !mistake_) mistake_ = {JsonMistake::Kind::kKeyTwice, 0, name};
    return true;
  }
  bool end_object() override { return close(); }
  bool parse_error(std::size_t read, const std::string&, const nlohmann::detail::exception& error) override {
    const bool is_syntax = dynamic_cast<const nlohmann::detail::parse_error*>(&error) != nullptr;
    mistake_ = is_syntax ? JsonMistake{JsonMistake::Kind::kSyntax, std::max<std::size_t>(read, 1) - 1}
                         : JsonMistake{JsonMistake::Kind::kNumber};
    return false;
  }

 private:
  struct Open {
    ordered_json* value;
    std::string key;  // of an object: of the value that comes next
    std::unordered_set<std::string> keys;
  };

  ordered_json* add(ordered_json value) {
    if (open_.empty()) return &(document_ = std::move(value));
    Open& open = open_.back();
    if (open.value->is_array()) return &open.value->emplace_back(std::move(value));
    ordered_json::object_t::Container& entries = open.value->get_ref<ordered_json::object_t&>();
    return &entries.emplace_back(std::move(open.key), std::move(value)).second;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  ordered_json document_;
  std::vector<Open> open_;
  std::optional<JsonMistake> mistake_;
};

}  // namespace

ordered_json parse_ordered(std::string_view text, std::optional<JsonMistake>* mistake) {
  if (const auto at = too_deep_at(text)) {
    if (mistake != nullptr) *mistake = {JsonMistake::Kind::kTooDeep, *at};
    return {};
  }
  Builder builder;
  ordered_json::sax_parse(text, &builder);
  if (mistake != nullptr) *mistake = builder.mistake();
  return builder.take();
}

std::string to_line(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace kintsugi

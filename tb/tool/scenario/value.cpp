#include "tb/tool/scenario/value.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

namespace kintsugi {

namespace {

/// Returns the word for no value that stands there; empty if a value is left out.
std::string null_at(std::string_view text, const YAML::Mark& mark) {
  if (mark.is_null()) return {};
  const std::string_view rest = text.substr(std::min(text.size(), static_cast<std::size_t>(mark.pos)));
  for (const char* word : {"null", "Null", "NULL", "~"}) {
    if (rest.starts_with(word)) return word;
  }
  return {};
}

/// Thrown out of the parser: the document is beyond a limit, or a second one begins.
struct ReadingStopped {
  Where where;
  std::string message;
};

class ValueBuilder final : public YAML::EventHandler {
 public:
  /// Without `keep_places` every place is `origin`; else places are in its source. The text must outlive the builder.
  ValueBuilder(std::string_view text, Where origin, bool keep_places, bool is_limited, Diagnostics& errors)
      : document_(text),
        origin_(std::move(origin)),
        keep_places_(keep_places),
        is_limited_(is_limited),
        errors_(errors) {
    root_.where = origin_;
  }

  Where place(const YAML::Mark& mark) const {
    if (!keep_places_ || mark.is_null()) return origin_;
    return {origin_.source, mark.line + 1, mark.column + 1};
  }

  /// Returns the document; a value of type kEmpty if there was none.
  Value take() { return std::move(root_); }

  /// yaml-cpp reads a text that goes on after its document as a further one; it may begin one without having consumed
  /// anything, and would do so for ever.
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (begun_ && begun_->pos == mark.pos) throw ReadingStopped{place(mark), "not valid YAML: no value can begin here"};
    if (begun_) throw ReadingStopped{place(mark), "the document ends before this; only one document is allowed"};
    begun_ = mark;
  }

  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Built built;
    built.value.where = place(mark);
    built.value.text = null_at(document_, mark);
    count(built.extent, built.value.where);
    finish(std::move(built), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end())
      throw ReadingStopped{place(mark), "this alias is inside the value that it stands for"};
    const Extent& extent = found->second.extent;
    if (static_cast<int>(open_.size()) + extent.levels > kMostLevels) throw ReadingStopped{place(mark), kTooDeep};
    count(extent, place(mark));
    put(found->second);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    Built built;
    built.value.type = Value::Type::kScalar;
    built.value.where = place(mark);
    built.value.quoted = tag == "!";
    built.extent.text = text.size();
    count(built.extent, built.value.where);
    built.value.text = text;
    finish(std::move(built), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, anchor, Value::Type::kList);
  }

  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, anchor, Value::Type::kMap);
  }

  void OnMapEnd() override { close(); }

 private:
  /// What a value counts towards the limits.
  struct Extent {
    int values = 1;
    int levels = 0;  ///< of lists and mappings, its own included
    std::size_t text = 0;
  };
  struct Built {
    Value value;
    Extent extent;
  };
  /// A list or mapping that has begun.
  struct Open {
    Built built;
    YAML::anchor_t anchor;
    std::optional<Value> key;  ///< of a mapping, until its value has come
  };

  void open(const YAML::Mark& mark, YAML::anchor_t anchor, Value::Type type) {
    if (open_.size() >= kMostLevels) throw ReadingStopped{place(mark), kTooDeep};
    Open opened{{}, anchor, std::nullopt};
    opened.built.value.type = type;
    opened.built.value.where = place(mark);
    opened.built.extent.levels = 1;
    count(opened.built.extent, opened.built.value.where);
    open_.push_back(std::move(opened));
  }

  void close() {
    Open closed = std::move(open_.back());
    open_.pop_back();
    finish(std::move(closed.built), closed.anchor);
  }

  /// Keeps a copy of a value that has an anchor. Copies count too: anchors inside one another would keep one value up
  /// to 32 times.
  void finish(Built built, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) {
      count(built.extent, built.value.where);
      anchored_.insert_or_assign(anchor, built);
    }
    put(std::move(built));
  }

  void put(Built built) {
    if (open_.empty()) {
      root_ = std::move(built.value);
      return;
    }
    Open& parent = open_.back();
    Extent& extent = parent.built.extent;
    extent.values += built.extent.values;
    extent.text += built.extent.text;
    extent.levels = std::max(extent.levels, built.extent.levels + 1);
    if (parent.built.value.type == Value::Type::kMap) return put_into_map(parent, std::move(built.value));
    parent.built.value.items.push_back(std::move(built.value));
  }

  void put_into_map(Open& map, Value value) {
    if (!map.key) {
      if (value.type != Value::Type::kScalar) errors_.add(value.where, "a key must be a name");
      map.key = std::move(value);
      return;
    }
    const Value key = std::move(*map.key);
    map.key.reset();
    if (key.type != Value::Type::kScalar) return;
    // yaml-cpp places a missing value at whatever follows it.
    if (value.type == Value::Type::kEmpty) value.where = key.where;
    map.built.value.entries.push_back({key.text, key.where, std::move(value)});
  }

  void count(const Extent& extent, const Where& where) {
    values_ += extent.values;
    text_ += extent.text;
    if (!is_limited_) return;
    if (values_ > kMostValues) throw ReadingStopped{where, kTooMany};
    if (text_ > kMostText) throw ReadingStopped{where, "too much text: more than 64 MiB"};
  }

  std::string_view document_;
  Where origin_;
  bool keep_places_;
  bool is_limited_;
  Diagnostics& errors_;
  Value root_;
  std::optional<YAML::Mark> begun_;  ///< where the document begins
  std::vector<Open> open_;           ///< from the root inwards
  std::map<YAML::anchor_t, Built> anchored_;
  int values_ = 0;
  std::size_t text_ = 0;
};

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
    errors.add(builder.place(error.mark), "not valid YAML: ", error.msg);
  }
  if (errors.size() != errors_before) return std::nullopt;
  return builder.take();
}

std::optional<Value> parse(const std::string& text, const Where& whole, bool keep_places, bool is_limited,
                           Diagnostics& errors) {
  if (const auto mistake = check_text(text, is_limited)) {
    errors.add(keep_places ? Where{whole.source, mistake->line, mistake->column} : whole, mistake->message);
    return std::nullopt;
  }
  ValueBuilder builder(text, whole, keep_places, is_limited, errors);
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

std::optional<Value> parse_document(const std::string& text, const std::string& source, Diagnostics& errors,
                                    bool is_limited) {
  return parse(text, {source, 1, 1}, true, is_limited, errors);
}

std::optional<Value> parse_value(const std::string& text, const Where& where, Diagnostics& errors) {
  return parse(text, where, false, true, errors);
}

}  // namespace kintsugi

#include "tb/tool/scenario/value_builder.hpp"

#include <algorithm>

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

}  // namespace

Where ValueBuilder::place(const YAML::Mark& mark) const {
  if (!keep_places_ || mark.is_null()) return origin_;
  return {origin_.source, mark.line + 1, mark.column + 1};
}

/// yaml-cpp reads a text that goes on after its document as a further one; it may begin one without having consumed
/// anything, and would do so for ever.
void ValueBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (begun_ && begun_->pos == mark.pos) throw ReadingStopped{place(mark), "not valid YAML: no value can begin here"};
  if (begun_) throw ReadingStopped{place(mark), "the document ends before this; only one document is allowed"};
  begun_ = mark;
}

void ValueBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  Built built;
  built.value.where = place(mark);
  built.value.text = null_at(document_, mark);
  count(built.extent, built.value.where);
  finish(std::move(built), anchor);
}

void ValueBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const auto found = anchored_.find(anchor);
  if (found == anchored_.end()) throw ReadingStopped{place(mark), "this alias is inside the value that it stands for"};
  const Extent& extent = found->second.extent;
  if (static_cast<int>(open_.size()) + extent.levels > kMostLevels) throw ReadingStopped{place(mark), kTooDeep};
  count(extent, place(mark));
  put(found->second);
}

void ValueBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                            const std::string& text) {
  Built built;
  built.value.type = Value::Type::kScalar;
  built.value.where = place(mark);
  built.value.quoted = tag == "!";
  built.extent.text = text.size();
  count(built.extent, built.value.where);
  built.value.text = text;
  finish(std::move(built), anchor);
}

void ValueBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                                   YAML::EmitterStyle::value) {
  open(mark, anchor, Value::Type::kList);
}

void ValueBuilder::OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                              YAML::EmitterStyle::value) {
  open(mark, anchor, Value::Type::kMap);
}

void ValueBuilder::open(const YAML::Mark& mark, YAML::anchor_t anchor, Value::Type type) {
  if (open_.size() >= kMostLevels) throw ReadingStopped{place(mark), kTooDeep};
  Open opened{{}, anchor, std::nullopt};
  opened.built.value.type = type;
  opened.built.value.where = place(mark);
  opened.built.extent.levels = 1;
  count(opened.built.extent, opened.built.value.where);
  open_.push_back(std::move(opened));
}

void ValueBuilder::close() {
  Open closed = std::move(open_.back());
  open_.pop_back();
  finish(std::move(closed.built), closed.anchor);
}

/// Keeps a copy of a value that has an anchor. Copies count too: anchors inside one another would keep one value up to
/// 32 times.
void ValueBuilder::finish(Built built, YAML::anchor_t anchor) {
  if (anchor != YAML::NullAnchor) {
    count(built.extent, built.value.where);
    anchored_.insert_or_assign(anchor, built);
  }
  put(std::move(built));
}

void ValueBuilder::put(Built built) {
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

void ValueBuilder::put_into_map(Open& map, Value value) {
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

void ValueBuilder::count(const Extent& extent, const Where& where) {
  values_ += extent.values;
  text_ += extent.text;
  if (values_ > kMostValues) throw ReadingStopped{where, kTooMany};
  if (text_ > kMostText) throw ReadingStopped{where, "too much text: more than 64 MiB"};
}

}  // namespace kintsugi

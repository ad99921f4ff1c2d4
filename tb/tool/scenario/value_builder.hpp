/// Builds a Value from the events of yaml-cpp's parser, and stops it at the limits.
#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/tool/scenario/value.hpp"

namespace kintsugi {

/// Thrown out of the parser: the document is beyond a limit, or a second one begins.
struct ReadingStopped {
  Where where;
  std::string message;
};

class ValueBuilder final : public YAML::EventHandler {
 public:
  /// Without `keep_places` every place is `origin`; else places are in its source. The text must outlive the builder.
  ValueBuilder(std::string_view text, Where origin, bool keep_places, Diagnostics& errors)
      : document_(text), origin_(std::move(origin)), keep_places_(keep_places), errors_(errors) {
    root_.where = origin_;
  }

  Where place(const YAML::Mark& mark) const;
  /// Returns the document; a value of type kEmpty if there was none.
  Value take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
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

  void open(const YAML::Mark& mark, YAML::anchor_t anchor, Value::Type type);
  void close();
  void finish(Built built, YAML::anchor_t anchor);
  void put(Built built);
  void put_into_map(Open& map, Value value);
  void count(const Extent& extent, const Where& where);

  std::string_view document_;
  Where origin_;
  bool keep_places_;
  Diagnostics& errors_;
  Value root_;
  std::optional<YAML::Mark> begun_;  ///< where the document begins
  std::vector<Open> open_;           ///< from the root inwards
  std::map<YAML::anchor_t, Built> anchored_;
  int values_ = 0;
  std::size_t text_ = 0;
};

}  // namespace kintsugi

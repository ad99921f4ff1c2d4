#include "models/graph/dot_attributes.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "models/graph/names.hpp"

namespace kintsugi::graph {

std::string DotAttributes::unescaped(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\\') ++i;
    plain += text[i];
  }
  return plain;
}

/// Attributes that no part of the reader looks at are not kept, nor the rest of a long text: each scope and each node
/// has them again.
void DotAttributes::keep(const std::string& name, DotToken value, Attributes& attributes) {
  static constexpr std::array<std::string_view, 18> kUsed{
      "label", "name",    "pos",   "ports", "class", "taillabel", "headlabel", "tailport", "headport",
      "dir",   "latency", "kinds", "sides", "wraps", "bb",        "key",       "pes",      "latency_back"};
  constexpr std::size_t kMostKept = 1 << 16;
  if (std::ranges::find(kUsed, name) != kUsed.end()) {
    if (value.text.size() > kMostKept) {
      if (name != "label") mistakes_.add(value.place, name, " has more than ", kMostKept, " bytes");
      value.text = shortened(value.text, 2 * kLongestName);
    }
    attributes.insert_or_assign(name, std::move(value));
  } else {
    ignore(name);
  }
}

std::string DotAttributes::text_of(const DotToken& value) {
  if (value.is_html) mistakes_.add(value.place, "an HTML string is not read; write the text in quotes");
  return unescaped(value.text);
}

void DotAttributes::set_node(DraftNode& node, const std::string& id, const Attributes& attributes) {
  for (const auto& [name, value] : attributes) {
    if (name == "name" || name == "ports" || name == "pes") {
      set_attribute(node, name, text_of(value), value.place, mistakes_);
    } else if (name == "pos") {
      set_position(node, value);
    } else if (name != "label") {
      ignore(name);
    }
  }
  const auto label = attributes.find("label");
  if (label == attributes.end() || label->second.text == "\\N") return;
  const std::string text = unescaped(label->second.text);
  if (text != node.name && text != id) ignore("label");
}

void DotAttributes::set_position(DraftNode& node, const DotToken& value) {
  const std::string written = text_of(value);
  std::string_view text = written;
  if (text.ends_with('!')) text.remove_suffix(1);
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() != 2 && parts.size() != 3) {
    return mistakes_.add(value.place, "pos is '", value.text, "'; valid is \"x,y\" or \"x,y!\", in pitches");
  }
  if (parts.size() == 3) ignore("z of pos");
  node.x = read_coordinate(parts[0], value.place, mistakes_);
  node.y = read_coordinate(parts[1], value.place, mistakes_);
  if (node.y) node.y = -*node.y;
}

void DotAttributes::set_link(DraftLink& link, const Attributes& attributes, bool is_arc) {
  static const std::map<std::string, std::string, std::less<>> kNames{{"class", "kind"},
                                                                      {"taillabel", "source_port"},
                                                                      {"headlabel", "target_port"},
                                                                      {"latency", "latency"},
                                                                      {"latency_back", "latency_back"}};
  link.is_directed = is_arc;
  for (const auto& [name, value] : attributes) {
    if (value.is_html && name.ends_with("label")) {
      ignore(name);  // of the picture, no name of a port
    } else if (const auto known = kNames.find(name); known != kNames.end()) {
      set_attribute(link, known->second, text_of(value), value.place, mistakes_);
    } else if (name == "tailport" || name == "headport") {
      const std::string text = text_of(value);  // with a point of the compass behind it
      (name == "tailport" ? link.a : link.b).port = text.substr(0, text.find(':'));
    } else if (name == "dir") {
      link.is_directed = is_arc && value.text != "both" && value.text != "none";
      link.leads_back = link.is_directed && value.text == "back";
    } else {
      ignore(name);
    }
  }
}

void DotAttributes::set_graph(const std::string& name, const DotToken& value) {
  if (name == "bb") {
    draft_.is_scaled = true;  // only programs that lay a graph out write it: their places are points
  } else if (!set_attribute(draft_, name, value.is_html ? value.text : text_of(value), value.place, mistakes_)) {
    ignore(name);
  } else if (value.is_html) {
    text_of(value);  // refuses it
  }
}

}  // namespace kintsugi::graph

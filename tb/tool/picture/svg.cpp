#include "tb/tool/picture/svg.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include "tb/tool/picture/style.hpp"

namespace kintsugi::picture {

std::string number(double value) {
  const double rounded = std::round(value * 10) / 10 + 0.0;  // no -0
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), rounded, std::chars_format::fixed).ptr;
  return {text.data(), end};
}

PathData& PathData::add(const char* command, Point at) {
  at = at + shift_;
  text_ += command + number(at.x) + ' ' + number(at.y);
  return *this;
}

PathData& PathData::cross(Point middle, double half) {
  return segment(middle + Point{-half, -half}, middle + Point{half, half})
      .segment(middle + Point{-half, half}, middle + Point{half, -half});
}

Element Element::set(const char* name, const std::string& value) {
  node_.append_attribute(name).set_value(value.c_str());
  return *this;
}

Element Element::title(const std::string& words) {
  node_.prepend_child("title").text().set(words.c_str());
  return *this;
}

Element Element::child(const char* tag, const std::string& style) {
  Element element(node_.append_child(tag));
  if (!style.empty()) element.set("class", style);
  return element;
}

Element Element::group(const std::string& style) {
  return child("g", style);
}

Element Element::paper() {
  return child("rect", "paper").set("width", "100%").set("height", "100%");
}

Element Element::pattern(const std::string& id, double side) {
  Element element = child("pattern", "").set("id", id).set("patternUnits", "userSpaceOnUse");
  return element.set("width", side).set("height", side);
}

Element Element::rect(Point corner, Size size, const std::string& style, double rounding) {
  Element element = child("rect", style).set("x", corner.x).set("y", corner.y);
  element.set("width", size.width).set("height", size.height);
  return rounding > 0 ? element.set("rx", rounding) : element;
}

Element Element::circle(Point middle, double radius, const std::string& style) {
  return child("circle", style).set("cx", middle.x).set("cy", middle.y).set("r", radius);
}

Element Element::path(const PathData& data, const std::string& style) {
  return child("path", style).set("d", data.text());
}

Element Element::text(Point at, const std::string& words, const std::string& style) {
  Element element = child("text", style).set("x", at.x).set("y", at.y);
  element.node_.text().set(words.c_str());
  return element;
}

Element Element::use(const std::string& id, Point at, const std::string& style) {
  return child("use", style).set("href", '#' + id).set("x", at.x).set("y", at.y);
}

Document::Document() {
  document_.append_child(pugi::node_declaration).append_attribute("version") = "1.0";
  document_.first_child().append_attribute("encoding") = "UTF-8";
  root_ = document_.append_child("svg");
  root().set("xmlns", "http://www.w3.org/2000/svg");
  root_.append_child("style").text().set(style_sheet().c_str());
  definitions_ = root_.append_child("defs");
}

void Document::set_size(Size size) {
  root().set("width", size.width).set("height", size.height);
  root().set("viewBox", "0 0 " + number(size.width) + ' ' + number(size.height));
}

std::string Document::text() const {
  std::ostringstream stream;
  document_.save(stream, "", pugi::format_indent);
  return stream.str();
}

}  // namespace kintsugi::picture
